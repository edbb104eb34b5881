//! Microseconds in which the contacts of two solids are found, for all pairs of kinds: 500 poses each in which they are
//! nearly touching (a thousandth apart along the nearest contact), the mean of some passes, time of the processor. Convex polyhedra stand twice: as
//! solids, and as hulls by their features. `cargo bench -p percussion --bench pairs`.
#![allow(non_snake_case)]

use percussion::frame::{rotation, M3, V3};
use percussion::shapes::{meet, touching, Hull, Search, Solid, Workspace};
use std::hint::black_box;
use std::time::Instant;

const POSES: usize = 500;

struct Random(u64);

impl Random {
    /// Between -1 and 1 (xorshift).
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    fn direction(&mut self) -> V3 {
        V3::new(self.next(), self.next(), self.next()).normalize()
    }
    fn pose(&mut self, reach: f64) -> (V3, M3) {
        (self.direction() * reach, rotation(&self.direction(), 3.0 * self.next()))
    }
}

/// Seconds that this thread has worked; where the system does not tell, those that have passed.
fn worked(begun: &Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let own = text.split_whitespace().next().and_then(|n| n.parse::<f64>().ok());
    own.map_or(begun.elapsed().as_secs_f64(), |ns| 1e-9 * ns)
}

/// The mean time of some passes over all poses, a pose.
fn best(poses: &[(V3, M3)], mut of: impl FnMut(&V3, &M3)) -> f64 {
    // long enough for a clock that ticks in milliseconds
    let (clock, mut passes) = (Instant::now(), 0);
    poses.iter().for_each(|(r, A)| of(r, A));
    let from = worked(&clock);
    loop {
        poses.iter().for_each(|(r, A)| of(r, A));
        passes += 1;
        let spent = worked(&clock) - from;
        if spent > 0.2 {
            return spent * 1e6 / (passes * poses.len()) as f64;
        }
    }
}

fn main() {
    let hull = |v: &[V3]| Hull::new(v, 1e-9).ok();
    let points = |n: usize| -> Vec<V3> {
        let mut rng = Random(11);
        (0..n).map(|_| rng.direction() * 0.4).collect()
    };
    let hulls = [
        ("box", Hull::cuboid(&V3::new(0.3, 0.2, 0.4)).ok()),
        ("hull of 20", hull(&points(20))),
        ("hull of 100", hull(&points(100))),
    ];
    let hulls: Vec<(&str, Hull)> = hulls.into_iter().filter_map(|(n, h)| Some((n, h?))).collect();
    let mut solids = vec![
        ("sphere", Solid::sphere(0.3)),
        ("capsule", Solid::capsule(0.4, 0.15)),
        ("cylinder", Solid::cylinder(0.35, 0.25)),
        ("cone", Solid::cone(0.3, 0.6)),
        ("ellipsoid", Solid::ellipsoid(V3::new(0.5, 0.3, 0.2))),
    ];
    solids.extend(hulls.iter().take(2).map(|(n, h)| (*n, Solid::convex(h, 0.0))));
    let (o, I) = (V3::zeros(), M3::identity());
    println!("| pair | microseconds |\n|---|---|");
    let mut search = Search::default();
    for (i, (one, x)) in solids.iter().enumerate() {
        for (two, y) in &solids[i..] {
            let mut rng = Random(5);
            let reach = x.radius + y.radius;
            let mut poses: Vec<_> = (0..POSES).map(|_| rng.pose(reach)).collect();
            for (r, A) in &mut poses {
                for _ in 0..3 {
                    let c = touching(x, y, (&o, &I), (r, A), &mut search);
                    let found = c.places.iter().flatten();
                    if let Some(c) = found.min_by(|a, b| a.gap.total_cmp(&b.gap)) {
                        *r -= c.n * (c.gap - 1e-3);
                    }
                }
            }
            let time = best(&poses, |r, A| {
                black_box(touching(x, y, (&o, &I), (r, A), &mut search));
            });
            println!("| {one} and {two} | {time:.2} |");
        }
    }
    let mut work = Workspace::default();
    for (i, (one, x)) in hulls.iter().enumerate() {
        for (two, y) in &hulls[i..] {
            let mut rng = Random(5);
            let mut poses: Vec<_> = (0..POSES).map(|_| rng.pose(x.radius + y.radius)).collect();
            for (r, A) in &mut poses {
                for _ in 0..3 {
                    let m = meet(x, y, (&o, &I), (r, A), 0.0, &mut work);
                    if m.separation.is_finite() {
                        *r -= m.n * (m.separation - 1e-3);
                    }
                }
            }
            let time = best(&poses, |r, A| {
                black_box(meet(x, y, (&o, &I), (r, A), 0.0, &mut work));
            });
            println!("| {one} and {two}, as hulls | {time:.2} |");
        }
    }
}
