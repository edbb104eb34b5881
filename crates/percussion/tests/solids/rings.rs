//! Rings: distances against the least of all points of their circle, what stands on them, what they hold.

use super::*;
use std::f64::consts::TAU;

const SIZES: (f64, f64) = (0.4, 0.06);

/// The distance of a point, written down for each solid.
fn distance(w: &Whole, x: &V3) -> f64 {
    let corner = |a: f64, b: f64| match a > 0.0 && b > 0.0 {
        true => a.hypot(b),
        false => a.max(b),
    };
    match w {
        Whole::Cylinder(L, R) => corner(x.z.abs() - L, flat(x) - R),
        Whole::Disc(R) => x.z.hypot((flat(x) - R).max(0.0)),
        Whole::Half(R, L) => {
            // beside the round side, or the straight one with its ends
            let d = match x.x >= 0.0 {
                true => (flat(x) - R).max(-x.x),
                false => x.x.hypot((x.y.abs() - R).max(0.0)),
            };
            corner(x.z.abs() - L, d)
        }
        Whole::Cone(R, h) => {
            // in the plane through the axis: below the base, beside the side, or at its ends
            let (p, q) = ((flat(x), x.z), R.hypot(*h));
            let (along, off) = (((R - p.0) * R + p.1 * h) / q, ((p.0 - R) * h + p.1 * R) / q);
            let ends = (p.0 - R).hypot(p.1).min(p.0.hypot(p.1 - h));
            match (p.0 <= *R, (0.0..=q).contains(&along)) {
                (true, _) if p.1 <= 0.0 => -p.1,
                (_, true) => off.max(-p.1),
                _ => ends,
            }
        }
        Whole::Ellipsoid(a) => {
            // the normal at the nearest point leads to x: halve the interval of its length
            let f = |t: f64| x.zip_map(a, |x, a| x * a / (a * a + t)).norm() - 1.0;
            let (mut low, mut high) = (-0.9999 * a.min() * a.min(), 10.0);
            for _ in 0..200 {
                let t = 0.5 * (low + high);
                if f(t) > 0.0 {
                    low = t;
                } else {
                    high = t;
                }
            }
            let y = x.zip_map(a, |x, a| x * a * a / (a * a + low));
            (x - y).norm() * low.signum()
        }
        _ => w.outside(x),
    }
}

/// The least of a function of the angle, by samples and thirds.
fn least(f: impl Fn(f64) -> f64) -> f64 {
    let n = 720;
    let at = |k: usize| TAU * k as f64 / n as f64;
    let v: Vec<f64> = (0..n).map(|k| f(at(k))).collect();
    let mut best = f64::INFINITY;
    for k in 0..n {
        let sides = [v[(k + n - 1) % n], v[(k + 1) % n]];
        if v[k] > sides[0] || v[k] > sides[1] {
            continue;
        }
        let (mut a, mut b) = (at(k) - TAU / n as f64, at(k) + TAU / n as f64);
        for _ in 0..60 {
            let (c, d) = (a + (b - a) / 3.0, b - (b - a) / 3.0);
            (a, b) = if f(c) < f(d) { (a, d) } else { (c, b) };
        }
        best = best.min(f(0.5 * (a + b)));
    }
    best
}

/// A point of the middle line of a ring, or of a link with half a length L.
fn line(phi: f64, R: f64, L: f64) -> V3 {
    let (s, c) = phi.sin_cos();
    // straight parts take a part of the angle on both sides
    let w = if L > 0.0 { 0.6 } else { 0.0 };
    match (s.abs() - (1.0 - w)).max(0.0) / w.max(1e-300) > 0.0 && w > 0.0 {
        true => {
            let edge = (1.0 - (1.0 - w) * (1.0 - w)).sqrt();
            V3::new(L * c / edge, R * s.signum(), 0.0)
        }
        false => {
            let end = if w > 0.0 { (1.0 - w).asin() } else { std::f64::consts::FRAC_PI_2 };
            let at = s.atan2(c.abs()) / end * std::f64::consts::FRAC_PI_2;
            V3::new((L + R * at.cos()) * if c < 0.0 { -1.0 } else { 1.0 }, R * at.sin(), 0.0)
        }
    }
}

fn ring_poses(number: usize, L: f64) {
    let (R, r) = SIZES;
    let others: Vec<(&str, Option<Whole>)> =
        wholes().into_iter().map(|(n, w)| (n, Some(w))).chain([("torus", None)]).collect();
    for (name, w) in others.iter().filter(|o| chosen("torus", o.0)) {
        let two = w.as_ref().map_or_else(|| Solid::torus(0.3, 0.05, 0.0), Whole::solid);
        let pair = SolidPair { one: Arc::new(Solid::torus(R, r, L)), two: Arc::new(two) };
        let hull = match w {
            Some(Whole::Hull(v, round)) => Some((Hull::new(v, 1e-9).unwrap(), *round)),
            _ => None,
        };
        let mut rng = Random(0x9e37_79b9_7f4a_7c15);
        let (mut seen, mut off) = (0, 0.0_f64);
        for k in 0..number {
            let (a, mut b) =
                (frame(V3::zeros(), rng.rotation()), frame(rng.vector() * 0.8, rng.rotation()));
            for attempt in 0..3 {
                let reach = |phi: f64| {
                    let x = b.A.tr_mul(&(a.A * line(phi, R, L) - b.r));
                    r_of(w, &hull, &x) - r
                };
                let d = least(reach);
                // beyond sight, or deep within
                if d > 0.1 || d < -0.5 * r {
                    break;
                }
                let list = touches(&pair, &a, &b);
                let nearest = list.iter().min_by(|x, y| x.1.g.total_cmp(&y.1.g));
                let text = format!("torus and {name}, pose {k}.{attempt}");
                let Some((g, t)) = nearest else { panic!("{text}: no contact at {d}") };
                let wrong = t.g - d;
                if wrong <= -1e-10 || wrong >= 1e-10 {
                    let all: Vec<_> =
                        list.iter().map(|(g, t)| (t.g, t.n, pieces(g, &a, &b))).collect();
                    let place = (a.A, b.r, b.A);
                    panic!("{text}: {} instead of {d}, {place:?}, {all:?}", t.g);
                }
                if wrong < 1e-10 {
                    let way = b.r + t.c2 - a.r - t.c1;
                    assert!((way - t.n * t.g).norm() < 1e-10, "{text}: points {way}");
                    off = off.max(wrong.abs());
                    if k % 4 == 0 {
                        differences(&text, g, &a, &b, t, &mut rng);
                    }
                }
                seen += 1;
                let rest = if attempt == 0 { 1e-3 * rng.next().abs() } else { -1e-4 };
                b.r -= t.n * (t.g - rest);
            }
        }
        let what = if L > 0.0 { "link" } else { "torus" };
        println!("{what} and {name}: {seen} certified, off by {off:e}");
        assert!(seen > number / 10, "torus and {name}: {seen}");
    }
}

/// The distance of a point from the other solid, whose ring has other sizes.
fn r_of(w: &Option<Whole>, hull: &Option<(Hull, f64)>, x: &V3) -> f64 {
    match (w, hull) {
        (_, Some((h, round))) => h.distance(x) - round,
        (Some(w), _) => distance(w, x),
        (None, _) => (flat(x) - 0.3).hypot(x.z) - 0.05,
    }
}

#[test]
fn distances_of_rings_are_the_least_of_all_points() {
    ring_poses(40, 0.0);
    ring_poses(40, 0.3);
}

/// The full count: `make poses`.
#[test]
#[ignore = "some minutes"]
fn distances_of_many_poses_of_rings() {
    let number = std::env::var("POSES").map_or(100_000, |n| n.parse().unwrap());
    ring_poses(number, 0.0);
    ring_poses(number, 0.3);
}

/// What is about the same axis as a ring touches at fixed points of it.
#[test]
fn rings_hold_what_is_about_their_axis() {
    let (R, r) = SIZES;
    let ring = Arc::new(Solid::torus(R, r, 0.0));
    let a = frame(V3::zeros(), M3::identity());
    // a ball above it touches along a circle
    let ball = SolidPair { one: ring.clone(), two: Arc::new(Solid::sphere(0.5)) };
    let z = (0.56_f64.powi(2) - R * R).sqrt();
    for off in [0.0, 1e-12, 1e-6] {
        let list = touches(&ball, &a, &frame(V3::new(off, 0.0, z), M3::identity()));
        assert!(list.len() >= 3, "{off}: {} contacts", list.len());
        let sum = list.iter().fold(V3::zeros(), |s, (_, t)| s + t.n);
        assert!(sum.x.hypot(sum.y) < 0.6 * sum.z, "{off}: one side only, {sum}");
        assert!(list.iter().all(|(_, t)| t.g.abs() < 1.1 * off + 1e-12), "{off}");
    }
    // it lies on a plane, and on another ring
    let floor = SolidPair { one: Arc::new(Solid::plane()), two: ring.clone() };
    let list = touches(&floor, &a, &frame(V3::z() * r, M3::identity()));
    assert!(list.iter().filter(|(_, t)| t.g.abs() < 1e-12).count() >= 3, "{}", list.len());
    let stack = SolidPair { one: ring.clone(), two: ring };
    let turned = rotation(&V3::z(), 0.1);
    let list = touches(&stack, &a, &frame(V3::z() * (2.0 * r), turned));
    assert!(list.iter().filter(|(_, t)| t.g.abs() < 1e-12).count() >= 3, "{}", list.len());
}

/// A plate with an inner corner and a hollow: balls near it, against its outline and its thickness.
#[test]
fn balls_beside_a_plate_that_is_not_convex() {
    let points = [
        [0.0, 0.0, 0.0],
        [0.6, 0.0, 0.5],
        [0.6, 0.3, 0.0],
        [0.25, 0.3, 0.0],
        [0.25, 0.6, 0.0],
        [0.0, 0.6, 0.0],
    ];
    let (o, L) = (Outline::new(&points, false).unwrap(), 0.1);
    let plate = Arc::new(Solid::extruded(&o, L).unwrap().0);
    assert_eq!(plate.straight, Straight::Mesh);
    let ball = SolidPair { one: plate, two: Arc::new(Solid::sphere(0.05)) };
    let (mut rng, mut seen) = (Random(3), 0);
    let a = frame(V3::zeros(), M3::identity());
    for k in 0..3000 {
        let x = rng.vector().component_mul(&V3::new(0.5, 0.45, 0.2)) + V3::new(0.35, 0.3, 0.0);
        let (d, h) = (o.distance(&percussion::shapes::outline::Flat([x.x, x.y])), x.z.abs() - L);
        let gap = if d > 0.0 && h > 0.0 { d.hypot(h) } else { d.max(h) } - 0.05;
        if gap.abs() > 0.02 {
            continue;
        }
        let list = touches(&ball, &a, &frame(x, M3::identity()));
        let least = list.iter().map(|l| l.1.g).fold(f64::INFINITY, f64::min);
        assert!((least - gap).abs() < 1e-10, "pose {k} at {:?}: {least}, {gap}", x.as_slice());
        seen += 1;
    }
    assert!(seen > 200, "{seen}");
}
