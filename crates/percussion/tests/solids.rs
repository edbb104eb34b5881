//! Solids of smooth pieces: gaps and normals by certificates, derivatives by differences, meshes against all their triangles.
#![allow(non_snake_case)]

use percussion::contacts::{Geometry, SolidOnSolid, SolidPair, Touch};
use percussion::frame::{rotation, Frame, M3, V3};
use percussion::relation::Motion;
use percussion::shapes::{Hull, Solid, Straight};
use std::sync::Arc;

struct Random(u64);

impl Random {
    /// Between -1 and 1 (xorshift).
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    fn vector(&mut self) -> V3 {
        V3::new(self.next(), self.next(), self.next())
    }
    fn rotation(&mut self) -> M3 {
        rotation(&self.vector().normalize(), 3.0 * self.next())
    }
}

/// A convex solid by what it is, without any pieces.
#[derive(Clone)]
enum Whole {
    Sphere(f64),
    Capsule(f64, f64),
    Cylinder(f64, f64),
    Cone(f64, f64),
    Ellipsoid(V3),
    Disc(f64),
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
fn certify(name: &str, x: &Whole, y: &Whole, a: &Frame, b: &Frame, t: &Touch) {
    let d = b.r - a.r;
    let apart = t.n.dot(&d) - x.support(&a.A.tr_mul(&t.n)) - y.support(&b.A.tr_mul(&-t.n));
    assert!((apart - t.g).abs() < 1e-10, "{name}: gap {} where the supports say {apart}", t.g);
    let way = d + t.c2 - t.c1;
    assert!((way - t.n * t.g).norm() < 1e-10, "{name}: the points are {way} apart, {}", t.n * t.g);
    let (x1, x2) = (a.A.tr_mul(&t.c1), b.A.tr_mul(&t.c2));
    assert!(x.outside(&x1) < 1e-9, "{name}: {x1} is outside by {}", x.outside(&x1));
    assert!(y.outside(&x2) < 1e-9, "{name}: {x2} is outside by {}", y.outside(&x2));
}

/// Largest separation along 400 directions.
fn sampled(x: &Whole, y: &Whole, a: &Frame, b: &Frame) -> f64 {
    let (d, turn) = (b.r - a.r, std::f64::consts::PI * (3.0 - 5f64.sqrt()));
    let apart = |k: usize| {
        let z = 1.0 - (2.0 * k as f64 + 1.0) / 400.0;
        let (s, c) = (turn * k as f64).sin_cos();
        let r = (1.0 - z * z).sqrt();
        let n = V3::new(r * c, r * s, z);
        n.dot(&d) - x.support(&a.A.tr_mul(&n)) - y.support(&b.A.tr_mul(&-n))
    };
    (0..400).map(apart).fold(f64::NEG_INFINITY, f64::max)
}

/// Changes along a motion by central differences, where the pieces stay the same.
fn differences(name: &str, g: &SolidOnSolid, a: &Frame, b: &Frame, t: &Touch, rng: &mut Random) {
    let z = Motion { v1: rng.vector(), w1: rng.vector(), v2: rng.vector(), w2: rng.vector() };
    let h = 1e-6;
    let moved = |s: f64| {
        let turn = |w: &V3| rotation(&w.normalize(), s * w.norm());
        let a = frame(a.r + z.v1 * s, turn(&z.w1) * a.A);
        let b = frame(b.r + z.v2 * s, turn(&z.w2) * b.A);
        g.touch(&a, &b)
    };
    let (p, m) = (moved(h), moved(-h));
    // another piece, or a place that others took
    if (p.n - m.n).norm() > 1e-3 || (p.c1 - m.c1).norm() > 1e-3 || p.n == V3::zeros() {
        return;
    }
    let d = g.derive(a, b, t, &z);
    let rate = t.n.dot(&(z.v2 + z.w2.cross(&t.c2) - z.v1 - z.w1.cross(&t.c1)));
    let check = |what: &str, exact: V3, plus: V3, minus: V3| {
        let by_differences = (plus - minus) / (2.0 * h);
        let off = (exact - by_differences).norm() / (1.0 + exact.norm());
        // what jumps between the two is no derivative
        let jump = by_differences.norm() > 1e2 * (1.0 + exact.norm());
        assert!(off < 1e-5 || jump, "{name}: change of {what} {exact}, {by_differences}");
    };
    check("n", d.n, p.n, m.n);
    check("c1", d.c1, p.c1, m.c1);
    check("c2", d.c2, p.c2, m.c2);
    let off = (rate - (p.g - m.g) / (2.0 * h)).abs();
    assert!(off < 1e-6, "{name}: gap rate {rate}, off by {off}");
}

fn poses(number: usize) {
    let all = wholes();
    for (i, (one, x)) in all.iter().enumerate() {
        for (two, y) in &all[i..] {
            let pair = SolidPair { one: Arc::new(x.solid()), two: Arc::new(y.solid()) };
            let mut rng = Random(0x9e37_79b9_7f4a_7c15);
            let (mut apart, mut inside, mut unseen) = (0, 0, 0);
            for k in 0..number {
                let a = frame(rng.vector(), rng.rotation());
                let mut b = frame(a.r + rng.vector() * 1.2, rng.rotation());
                for attempt in 0..3 {
                    let name = format!("{one} and {two}, pose {k}.{attempt}");
                    let s = sampled(x, y, &a, &b);
                    let far = (b.r - a.r).norm() > 1.5 * (pair.one.radius + pair.two.radius);
                    if far {
                        break;
                    }
                    let list = touches(&pair, &a, &b);
                    let least = list.iter().min_by(|a, b| a.1.g.total_cmp(&b.1.g));
                    let along = |t: &Touch| {
                        let supports =
                            x.support(&a.A.tr_mul(&t.n)) + y.support(&b.A.tr_mul(&-t.n));
                        t.n.dot(&(b.r - a.r)) - supports
                    };
                    if attempt == 0 && s <= 0.0 && least.is_none_or(|l| along(&l.1) <= 0.0) {
                        // deep within each other: whatever is found, one way out or none
                        inside += 1;
                        unseen += usize::from(least.is_none_or(|l| l.1.g > 0.0));
                        break;
                    }
                    let Some((g, t)) = least else { panic!("{name}: no contact at {s}") };
                    if attempt == 2 {
                        // pushed in by a little
                        assert!(t.g > -1.01e-4 && t.g < 0.0, "{name}: gap {}", t.g);
                        break;
                    }
                    certify(&name, x, y, &a, &b, t);
                    apart += 1;
                    if k % 4 == 0 {
                        differences(&name, g, &a, &b, t, &mut rng);
                    }
                    // nearly touching, then overlapping
                    let rest = if attempt == 0 { 1e-3 * rng.next().abs() } else { -1e-4 };
                    b.r -= t.n * (t.g - rest);
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
