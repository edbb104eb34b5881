//! Solids of smooth pieces: gaps and normals by certificates, derivatives by differences.
#![allow(non_snake_case)]

use percussion::contacts::{Geometry, SolidOnSolid, SolidPair, Touch};
use percussion::frame::{rotation, Frame, M3, V3};
use percussion::relation::Motion;
use percussion::shapes::{touching, Hull, Kind, Outline, Search, Solid, Straight};
use std::sync::Arc;

mod bores;
mod flats;
mod meshes;
#[path = "../shared/random.rs"]
mod random;
mod rings;

use random::Random;

/// A convex solid by what it is, without any pieces.
#[derive(Clone)]
enum Whole {
    Sphere(f64),
    Capsule(f64, f64),
    Cylinder(f64, f64),
    Cone(f64, f64),
    Ellipsoid(V3),
    Disc(f64),
    /// Half a disc with half its thickness, its straight side along y.
    Half(f64, f64),
    Hull(Vec<V3>, f64),
}

fn flat(x: &V3) -> f64 {
    x.x.hypot(x.y)
}

impl Whole {
    /// max n·x.
    fn support(&self, n: &V3) -> f64 {
        match self {
            Whole::Sphere(R) => *R,
            Whole::Capsule(L, R) => L * n.z.abs() + R,
            Whole::Cylinder(L, R) => L * n.z.abs() + R * flat(n),
            Whole::Cone(R, h) => (h * n.z).max(R * flat(n)),
            Whole::Ellipsoid(a) => n.component_mul(a).norm(),
            Whole::Disc(R) => R * flat(n),
            Whole::Half(R, L) => L * n.z.abs() + R * if n.x >= 0.0 { flat(n) } else { n.y.abs() },
            Whole::Hull(v, r) => v.iter().map(|v| n.dot(v)).fold(f64::NEG_INFINITY, f64::max) + r,
        }
    }
    /// How far a point is outside at least; zero or less within.
    fn outside(&self, x: &V3) -> f64 {
        match self {
            Whole::Sphere(R) => x.norm() - R,
            Whole::Capsule(L, R) => (x - V3::z() * x.z.clamp(-L, *L)).norm() - R,
            Whole::Cylinder(L, R) => (x.z.abs() - L).max(flat(x) - R),
            Whole::Cone(R, h) => (-x.z).max(flat(x) - R * (1.0 - x.z / h)),
            Whole::Ellipsoid(a) => x.component_div(a).norm() - 1.0,
            Whole::Disc(R) => x.z.abs().max(flat(x) - R),
            Whole::Half(R, L) => (x.z.abs() - L).max(flat(x) - R).max(-x.x),
            Whole::Hull(v, r) => Hull::new(v, 1e-9).unwrap().distance(x) - r,
        }
    }
    fn solid(&self) -> Solid {
        match self {
            Whole::Sphere(R) => Solid::sphere(*R),
            Whole::Capsule(L, R) => Solid::capsule(*L, *R),
            Whole::Cylinder(L, R) => Solid::cylinder(*L, *R),
            Whole::Cone(R, h) => Solid::cone(*R, *h),
            Whole::Ellipsoid(a) => Solid::ellipsoid(*a),
            Whole::Disc(R) => Solid::disc(*R),
            Whole::Half(R, L) => {
                let o = Outline::new(&[[0.0, -R, 1.0], [0.0, *R, 0.0]], false).unwrap();
                Solid::extruded(&o, *L).unwrap().0
            }
            Whole::Hull(v, r) => {
                let h = Hull::new(v, 1e-9).unwrap();
                Solid::mesh(&h.vertices, &h.triangles(), 1e-9, *r, true)
            }
        }
    }
}

fn cuboid(h: V3) -> Vec<V3> {
    Hull::cuboid(&h).unwrap().vertices
}

fn wholes() -> Vec<(&'static str, Whole)> {
    let octahedron =
        [V3::x(), V3::y(), V3::z()].into_iter().flat_map(|e| [e * 0.5, e * -0.5]).collect();
    vec![
        ("sphere", Whole::Sphere(0.3)),
        ("capsule", Whole::Capsule(0.4, 0.15)),
        ("cylinder", Whole::Cylinder(0.35, 0.25)),
        ("cone", Whole::Cone(0.3, 0.6)),
        ("ellipsoid", Whole::Ellipsoid(V3::new(0.5, 0.3, 0.2))),
        ("disc", Whole::Disc(0.4)),
        ("box", Whole::Hull(cuboid(V3::new(0.3, 0.2, 0.4)), 0.0)),
        ("octahedron", Whole::Hull(octahedron, 0.0)),
        ("rounded box", Whole::Hull(cuboid(V3::new(0.3, 0.2, 0.1)), 0.08)),
        ("half disc", Whole::Half(0.4, 0.15)),
    ]
}

fn frame(r: V3, A: M3) -> Frame {
    let mut f = Frame::default();
    (f.r, f.A) = (r, A);
    f
}

fn touches(pair: &SolidPair, a: &Frame, b: &Frame) -> Vec<(SolidOnSolid, Touch)> {
    let all = (0..pair.slots()).map(|slot| SolidOnSolid { pair: pair.clone(), slot });
    all.map(|g| (g.clone(), g.touch(a, b))).filter(|(_, t)| t.n != V3::zeros()).collect()
}

/// The nearest contact is the distance: its two points are on the solids, as far apart as it says, and along its normal no
/// point of one is nearer to the other.
fn certify(x: &Whole, y: &Whole, a: &Frame, b: &Frame, t: &Touch) -> Result<(), String> {
    let check = |right: bool, wrong: String| if right { Ok(()) } else { Err(wrong) };
    let d = b.r - a.r;
    let apart = t.n.dot(&d) - x.support(&a.A.tr_mul(&t.n)) - y.support(&b.A.tr_mul(&-t.n));
    check((apart - t.g).abs() < 1e-10, format!("gap {} where the supports say {apart}", t.g))?;
    let way = d + t.c2 - t.c1;
    let off = (way - t.n * t.g).norm();
    check(off < 1e-10, format!("the points are not apart along the normal, by {off:e}"))?;
    let out = [x.outside(&a.A.tr_mul(&t.c1)), y.outside(&b.A.tr_mul(&t.c2))];
    // a point beside a face or beyond the end of an edge by 1e-8 of the size counts as on it, more where edges cross at a
    // small angle
    check(out.iter().all(|o| *o < 1e-7), format!("points outside by {out:?}"))
}

/// The separation of two solids along a direction.
fn along(x: &Whole, y: &Whole, a: &Frame, b: &Frame, n: &V3) -> f64 {
    n.dot(&(b.r - a.r)) - x.support(&a.A.tr_mul(n)) - y.support(&b.A.tr_mul(&-n))
}

/// So many directions, evenly.
fn directions(number: usize) -> impl Iterator<Item = V3> {
    let turn = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    (0..number).map(move |k| {
        let z = 1.0 - (2.0 * k as f64 + 1.0) / number as f64;
        let (s, c) = (turn * k as f64).sin_cos();
        let r = (1.0 - z * z).sqrt();
        V3::new(r * c, r * s, z)
    })
}

/// Largest separation along 400 directions.
fn sampled(x: &Whole, y: &Whole, a: &Frame, b: &Frame) -> f64 {
    directions(400).map(|n| along(x, y, a, b, &n)).fold(f64::NEG_INFINITY, f64::max)
}

/// Largest separation, uphill from the best of many directions by trial.
fn furthest(x: &Whole, y: &Whole, a: &Frame, b: &Frame) -> f64 {
    let (mut best, mut n) = (f64::NEG_INFINITY, V3::z());
    for m in directions(4000) {
        let s = along(x, y, a, b, &m);
        if s > best {
            (best, n) = (s, m);
        }
    }
    let (mut rng, mut step) = (Random(77), 0.05);
    while step > 1e-12 {
        let before = best;
        for _ in 0..40 {
            let m = (n + rng.vector() * step).normalize();
            let s = along(x, y, a, b, &m);
            if s > best {
                (best, n) = (s, m);
            }
        }
        if best == before {
            step *= 0.7;
        }
    }
    best
}

/// Changes along a motion by central differences of fourth order, where the pieces stay the same: near a corner the normal
/// turns by the inverse of the gap, and the third derivative is the cube of that.
fn differences(name: &str, g: &SolidOnSolid, a: &Frame, b: &Frame, t: &Touch, rng: &mut Random) {
    let z = Motion { v1: rng.vector(), w1: rng.vector(), v2: rng.vector(), w2: rng.vector() };
    // a wrong derivative is wrong at every step: a wide one is bent, a narrow one rounded off
    let all: Option<Vec<f64>> =
        [1e-6, 3e-6, 3e-7].into_iter().map(|h| off_by(g, a, b, t, &z, h)).collect();
    let off = all.map_or(0.0, |o| o.into_iter().fold(f64::INFINITY, f64::min));
    if off >= 1e-5 {
        let steps = [1e-5, 3e-6, 1e-6, 3e-7, 1e-7].map(|h| (h, off_by(g, a, b, t, &z, h)));
        let (found, place) = (pieces(g, a, b), (a.r, a.A, b.r, b.A));
        panic!("{name}: changes are off by {off:e} of themselves, {steps:?}, {t:?}, {found:?} at {place:?}");
    }
}

/// What touches.
fn pieces(g: &SolidOnSolid, a: &Frame, b: &Frame) -> Option<(Kind, Kind)> {
    let mut search = Search::default();
    let found = touching(&g.pair.one, &g.pair.two, (&a.r, &a.A), (&b.r, &b.A), &mut search);
    found.places[g.slot].map(|c| (c.one, c.two))
}

/// By how much changes differ from differences over a step; nothing where another piece comes in.
fn off_by(g: &SolidOnSolid, a: &Frame, b: &Frame, t: &Touch, z: &Motion, h: f64) -> Option<f64> {
    let here = pieces(g, a, b);
    let mut same = true;
    let at = [-2.0, -1.0, 1.0, 2.0].map(|k| {
        let s = k * h;
        let turn = |w: &V3| rotation(&w.normalize(), s * w.norm());
        let a = frame(a.r + z.v1 * s, turn(&z.w1) * a.A);
        let b = frame(b.r + z.v2 * s, turn(&z.w2) * b.A);
        let p = g.touch(&a, &b);
        // another piece, or a place that others took
        same &=
            pieces(g, &a, &b) == here && (p.n - t.n).norm() < 5e-4 && (p.c1 - t.c1).norm() < 5e-4;
        p
    });
    let slope = |f: &dyn Fn(&Touch) -> V3| {
        let [a, b, c, d] = [f(&at[0]), f(&at[1]), f(&at[2]), f(&at[3])];
        ((c - b) * 8.0 - (d - a)) / (12.0 * h)
    };
    let d = g.derive(a, b, t, z);
    let rate = t.n.dot(&(z.v2 + z.w2.cross(&t.c2) - z.v1 - z.w1.cross(&t.c1)));
    let off = |exact: V3, f: &dyn Fn(&Touch) -> V3| {
        let off = (exact - slope(f)).norm() / (1.0 + exact.norm());
        // what jumps between the two is no derivative
        if slope(f).norm() > 1e2 * (1.0 + exact.norm()) {
            0.0
        } else {
            off
        }
    };
    let changes = [off(d.n, &|t| t.n), off(d.c1, &|t| t.c1), off(d.c2, &|t| t.c2)];
    // gaps are known ten times better
    let gap = 10.0 * (rate - slope(&|t| V3::x() * t.g).x).abs();
    same.then(|| changes.into_iter().fold(gap, f64::max))
}

/// Whether a pair is looked at: all of them, or those whose names the variable PAIR holds ("cone cone").
fn chosen(one: &str, two: &str) -> bool {
    std::env::var("PAIR").map_or(true, |p| p == format!("{one} {two}"))
}

fn poses(number: usize) {
    let all = wholes();
    for (i, (one, x)) in all.iter().enumerate() {
        for (two, y) in all[i..].iter().filter(|y| chosen(one, y.0)) {
            let pair = SolidPair { one: Arc::new(x.solid()), two: Arc::new(y.solid()) };
            let mut rng = Random(0x9e37_79b9_7f4a_7c15);
            let (mut apart, mut inside, mut unseen) = (0, 0, 0);
            for k in 0..number {
                let a = frame(rng.vector(), rng.rotation());
                let mut b = frame(a.r + rng.vector() * 1.2, rng.rotation());
                let mut pushed = V3::zeros();
                for attempt in 0..3 {
                    let name = format!("{one} and {two}, pose {k}.{attempt}");
                    let s = sampled(x, y, &a, &b);
                    let far = (b.r - a.r).norm() > 1.5 * (pair.one.radius + pair.two.radius);
                    if far {
                        break;
                    }
                    let list = touches(&pair, &a, &b);
                    let least = list.iter().min_by(|a, b| a.1.g.total_cmp(&b.1.g));
                    let through = |t: &Touch| along(x, y, &a, &b, &t.n) <= 0.0;
                    if attempt == 0 && s <= 0.0 && least.is_none_or(|l| through(&l.1)) {
                        // deep within each other: whatever is found, one way out or none
                        inside += 1;
                        unseen += usize::from(least.is_none_or(|l| l.1.g > 0.0));
                        break;
                    }
                    if attempt == 2 && [one, two].contains(&&"disc") {
                        // what has no thickness is through
                        break;
                    }
                    let Some((g, t)) = least else {
                        panic!("{name}: no contact at {s}, {:?}", (a.r, a.A, b.r, b.A, pushed))
                    };
                    let tell = || {
                        let best = furthest(x, y, &a, &b);
                        let all = list
                            .iter()
                            .map(|(g, t)| (t.g, along(x, y, &a, &b, &t.n), pieces(g, &a, &b)));
                        let place = (a.r, a.A, b.r, b.A, pushed);
                        let all: Vec<_> = all.collect();
                        format!("{name}: {best} apart at {place:?}, found {all:?}")
                    };
                    let certified = || {
                        if let Err(wrong) = certify(x, y, &a, &b, t) {
                            panic!("{wrong}, {}", tell());
                        }
                    };
                    if attempt == 2 {
                        // pushed in by a little, along the normal it had: the shortest way out is among them, and no other is
                        // much longer. Two tips may pass each other that were apart along a normal which leads into neither
                        let sunk = along(x, y, &a, &b, &pushed);
                        let way_out = |t: &Touch| {
                            let off = t.g - along(x, y, &a, &b, &t.n);
                            t.g > 1.01 * sunk && off.abs() < 1e-10
                        };
                        assert!(list.iter().any(|l| way_out(&l.1)), "{}", tell());
                        assert!(t.g > -1e-2, "{}", tell());
                        if t.g >= 0.0 {
                            certified();
                        }
                        break;
                    }
                    certified();
                    apart += 1;
                    if k % 4 == 0 {
                        differences(&name, g, &a, &b, t, &mut rng);
                    }
                    // nearly touching, then overlapping
                    let rest = if attempt == 0 { 1e-3 * rng.next().abs() } else { -1e-4 };
                    b.r -= t.n * (t.g - rest);
                    pushed = t.n;
                }
            }
            println!("{one} and {two}: {apart} certified, {inside} overlapping, {unseen} of them not seen");
            assert!(apart > number / 4, "{one} and {two}: {apart}");
        }
    }
}

#[test]
fn distances_of_convex_solids_are_certified() {
    poses(60);
}

/// The full count: `cargo test --test solids -- --ignored`.
#[test]
#[ignore = "some minutes"]
fn distances_of_many_poses_are_certified() {
    poses(std::env::var("POSES").map_or(100_000, |n| n.parse().unwrap()));
}

/// Time of a near pair: `cargo test --release --test solids -- --ignored time --nocapture`.
#[test]
#[ignore = "prints times"]
fn time_of_a_near_pair() {
    let all = wholes();
    let mut search = percussion::shapes::Search::default();
    for (i, (one, x)) in all.iter().enumerate() {
        for (two, y) in &all[i..] {
            let (x, y) = (x.solid(), y.solid());
            let mut rng = Random(5);
            let reach = 0.5 * (x.radius + y.radius);
            let (o, I) = (V3::zeros(), M3::identity());
            let mut places: Vec<(V3, M3)> = (0..500)
                .map(|_| (rng.vector().normalize() * reach * 2.0, rng.rotation()))
                .collect();
            // nearly touching
            for (r, A) in &mut places {
                for _ in 0..3 {
                    let c = percussion::shapes::touching(&x, &y, (&o, &I), (r, A), &mut search);
                    let least = c.places.iter().flatten().min_by(|a, b| a.gap.total_cmp(&b.gap));
                    if let Some(c) = least {
                        *r -= c.n * (c.gap - 1e-3);
                    }
                }
            }
            let start = std::time::Instant::now();
            for (r, A) in &places {
                std::hint::black_box(percussion::shapes::touching(
                    &x,
                    &y,
                    (&o, &I),
                    (r, A),
                    &mut search,
                ));
            }
            println!("{one} and {two}: {:.2} us", start.elapsed().as_secs_f64() * 1e6 / 500.0);
        }
    }
}

fn columns(c: [[f64; 3]; 3]) -> M3 {
    M3::from_columns(&c.map(V3::from))
}

/// Two rims whose planes are nearly parallel and pass each other by a little: seed 32020 of a cylinder and a cone.
#[test]
fn rims_that_pass_each_other_are_seen() {
    let a = frame(
        V3::new(0.2131752296633187, -0.10013929310574943, -0.19469856470289781),
        columns([
            [0.9622690280448292, -0.2715790139510294, -0.016827264990077168],
            [0.2714968053686964, 0.9624136300291583, -0.007034870907881754],
            [0.018105312486998044, 0.002200889703049754, 0.9998336630381391],
        ]),
    );
    let b = frame(
        V3::new(0.39510730151850465, -0.620465974151998, 0.15301714087871662),
        columns([
            [0.9999152378122866, -0.008602185889499583, -0.009773412337597723],
            [0.00861252474543062, 0.9999623951099416, 0.0010162595625180532],
            [0.00976430275583251, -0.00110034717773911, 0.9999517226485392],
        ]),
    );
    let n = V3::new(0.09222949309277945, -0.23435074898144062, 0.9677672483896563);
    let (x, y) = (Whole::Cylinder(0.35, 0.25), Whole::Cone(0.3, 0.6));
    let pair = SolidPair { one: Arc::new(x.solid()), two: Arc::new(y.solid()) };
    let list = touches(&pair, &a, &b);
    let deep = along(&x, &y, &a, &b, &n);
    assert!(list.iter().any(|l| (l.1.g - deep).abs() < 1e-9), "{deep}: {list:?}");
}
