//! Round holes: the gap of what is within against the largest distance of its points from the axis.

use super::*;
use std::f64::consts::TAU;

const HOLE: f64 = 0.8;

/// max n·x of what is within; of a ring that of its hull.
fn support(w: &Option<Whole>, n: &V3) -> f64 {
    w.as_ref().map_or_else(|| 0.3 * flat(n) + 0.05, |w| w.support(n))
}

/// The largest w·x over the directions w across the axis, and that direction, by samples and golden sections.
fn furthest(f: impl Fn(f64) -> f64) -> (f64, f64) {
    let n = 720;
    let at = |k: f64| TAU * k / n as f64;
    let mut best = (f64::NEG_INFINITY, 0.0);
    for k in 0..n {
        let k = f64::from(k);
        if f(at(k)) < f(at(k - 1.0)) || f(at(k)) < f(at(k + 1.0)) {
            continue;
        }
        let (mut a, mut b) = (at(k - 1.0), at(k + 1.0));
        let g = 0.5 * (5f64.sqrt() - 1.0);
        for _ in 0..60 {
            let (x, y) = (b - g * (b - a), a + g * (b - a));
            if f(x) > f(y) {
                b = y;
            } else {
                a = x;
            }
        }
        if f(a) > best.0 {
            best = (f(a), a);
        }
    }
    best
}

fn bore_poses(number: usize) {
    let others: Vec<(&str, Option<Whole>)> =
        wholes().into_iter().map(|(n, w)| (n, Some(w))).chain([("torus", None)]).collect();
    for (name, w) in others.iter().filter(|o| chosen("hole", o.0)) {
        let two = w.as_ref().map_or_else(|| Solid::torus(0.3, 0.05, 0.0), Whole::solid);
        let pair = SolidPair { one: Arc::new(Solid::bore(HOLE)), two: Arc::new(two) };
        let mut rng = Random(0x9e37_79b9_7f4a_7c15);
        let (mut seen, mut pairs) = (0, 0);
        for k in 0..number {
            let a = frame(rng.vector(), rng.rotation());
            // beside the wall
            let turn = rng.rotation();
            let mut b = frame(a.r + a.A * rng.vector() * 0.3, turn);
            let side = a.A * V3::new(rng.next(), rng.next(), 0.0).normalize();
            let room = HOLE - side.dot(&(b.r - a.r)) - support(w, &b.A.tr_mul(&side));
            b.r += side * (room - 0.05 * rng.next().abs());
            for attempt in 0..3 {
                let out = |phi: f64| a.A * V3::new(phi.cos(), phi.sin(), 0.0);
                let reach = |phi: f64| {
                    let w_ = out(phi);
                    w_.dot(&(b.r - a.r)) + support(w, &b.A.tr_mul(&w_))
                };
                let (far, phi) = furthest(reach);
                let gap = HOLE - far;
                if gap > 0.5 * pair.two.radius || gap < -0.1 || phi.is_nan() {
                    break;
                }
                let list = touches(&pair, &a, &b);
                let nearest = list.iter().min_by(|x, y| x.1.g.total_cmp(&y.1.g));
                let text = format!("hole and {name}, pose {k}.{attempt}");
                let Some((g, t)) = nearest else { panic!("{text}: no contact at {gap}") };
                assert!((t.g - gap).abs() < 1e-10, "{text}: {} instead of {gap}", t.g);
                // the direction is known to the root of what the values are
                let second = list.iter().filter(|l| l.1.g < gap + 1e-4).count() > 1;
                assert!(second || (t.n + out(phi)).norm() < 1e-5, "{text}: {} {}", t.n, out(phi));
                let way = b.r + t.c2 - a.r - t.c1;
                assert!((way - t.n * t.g).norm() < 1e-10, "{text}: points {way}");
                if k % 4 == 0 {
                    differences(&text, g, &a, &b, t, &mut rng);
                }
                pairs += usize::from(list.len() > 1);
                seen += 1;
                let rest = if attempt == 0 { 1e-3 * rng.next().abs() } else { -1e-4 };
                b.r -= t.n * (t.g - rest);
            }
        }
        println!("hole and {name}: {seen} certified, {pairs} of them with other contacts");
        assert!(seen > number / 2, "hole and {name}: {seen}");
    }
}

#[test]
fn gaps_in_holes_are_those_of_the_furthest_points() {
    bore_poses(60);
}

/// The full count: `make poses`.
#[test]
#[ignore = "some minutes"]
fn gaps_in_holes_of_many_poses() {
    bore_poses(std::env::var("POSES").map_or(100_000, |n| n.parse().unwrap()));
}

/// A short cylinder across a hole touches at two places of each rim, at the same distance.
#[test]
fn a_coin_across_a_tube_touches_on_both_sides() {
    let pair =
        SolidPair { one: Arc::new(Solid::bore(0.5)), two: Arc::new(Solid::cylinder(0.02, 0.49)) };
    let a = frame(V3::zeros(), M3::identity());
    let b = frame(V3::zeros(), rotation(&V3::x(), 1.0));
    let list = touches(&pair, &a, &b);
    assert_eq!(list.len(), 4);
    for (_, t) in &list {
        // seen along the axis a rim is an ellipse about (0, ±y)
        let (y, small) = (0.02 * 1f64.sin(), 0.49 * 1f64.cos());
        let sine = small * y / (0.49f64.powi(2) - small * small);
        let far = (0.49 * (1.0 - sine * sine).sqrt()).hypot(y + small * sine);
        assert!((t.g - (0.5 - far)).abs() < 1e-12, "{} {far}", t.g);
    }
}
