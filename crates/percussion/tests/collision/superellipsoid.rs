//! A shape of one's own through the public interface: |x/a|^p + |y/b|^p + |z/c|^p ≤ 1.
//!
//! With q = p/(p - 1) its support function is h(n) = (Σ |a_i n_i|^q)^(1/q). For p < 2 all its curvatures are finite.

use super::*;
use percussion::collision::Convex;
use percussion::frame::M3;
use random::Random;

const P: f64 = 1.6;
const Q: f64 = P / (P - 1.0);

#[derive(Clone, Copy)]
struct Superellipsoid(V3);

impl Superellipsoid {
    fn h(&self, n: &V3) -> f64 {
        n.component_mul(&self.0).map(|x| x.abs().powf(Q)).sum().powf(1.0 / Q)
    }
    fn power(&self, n: &V3, e: f64) -> V3 {
        n.zip_map(&self.0, |n, a| a.powf(Q) * n.abs().powf(e))
    }
}

impl Convex for Superellipsoid {
    fn support(&self, n: &V3) -> V3 {
        self.power(n, Q - 1.0).zip_map(n, |x, n| x.copysign(n)) * self.h(n).powf(1.0 - Q)
    }
    fn curvature(&self, n: &V3) -> M3 {
        let h = self.h(n);
        let m = self.power(n, Q - 1.0).zip_map(n, |x, n| x.copysign(n));
        let first = M3::from_diagonal(&self.power(n, Q - 2.0)) * h.powf(1.0 - Q);
        (first - m * m.transpose() * h.powf(1.0 - 2.0 * Q)) * (Q - 1.0)
    }
}

type Support = Box<dyn Fn(&V3) -> f64>;

/// What it lands on, about the origin: its top is at the height 0.2.
fn grounds() -> Vec<(&'static str, Shape, Option<Support>)> {
    let roof: Vec<V3> = (0..8)
        .map(|k| {
            let (s, c) = (f64::from(k) * 0.25 * std::f64::consts::PI + 0.2).sin_cos();
            V3::new(0.4 * c, 0.4 * s, if k % 2 == 0 { 0.2 } else { 0.1 })
        })
        .chain([V3::new(0.0, 0.0, -0.3)])
        .collect();
    let corners = roof.clone();
    let furthest = move |n: &V3| corners.iter().map(|v| v.dot(n)).fold(f64::MIN, f64::max);
    let flat = |n: &V3| n.x.hypot(n.y);
    vec![
        ("plane", Shape::plane().at(0.2 * V3::z()), None),
        ("sphere", Shape::sphere(0.2), Some(Box::new(|_: &V3| 0.2))),
        (
            "box",
            Shape::cuboid([1.0, 0.8, 0.4]),
            Some(Box::new(|n: &V3| n.abs().dot(&V3::new(0.5, 0.4, 0.2)))),
        ),
        ("hull", Shape::hull(&roof).unwrap(), Some(Box::new(furthest))),
        (
            "cylinder",
            Shape::cylinder(0.3, 0.4),
            Some(Box::new(move |n: &V3| 0.3 * flat(n) + 0.2 * n.z.abs())),
        ),
    ]
}

const SIZE: V3 = V3::new(0.12, 0.08, 0.1);

/// max over n of n·p - h1(n) - h2(-n), by trial from the best of many directions.
fn furthest(ground: &Support, p: &V3, A: &M3) -> f64 {
    let body = Superellipsoid(SIZE);
    let s = |n: &V3| n.dot(p) - ground(n) - body.h(&-A.tr_mul(n));
    let mut rng = Random(5);
    let (mut best, mut n) = (f64::MIN, V3::z());
    for _ in 0..3000 {
        let m = rng.vector().normalize();
        if s(&m) > best {
            (best, n) = (s(&m), m);
        }
    }
    let mut width = 0.1;
    while width > 1e-9 {
        let before = best;
        for _ in 0..30 {
            let m = (n + rng.vector() * width).normalize();
            if s(&m) > best {
                (best, n) = (s(&m), m);
            }
        }
        width *= if best > before { 1.0 } else { 0.6 };
    }
    best
}

#[test]
fn distances_of_a_superellipsoid_are_certified() {
    let body = Shape::convex(Superellipsoid(SIZE));
    let mut rng = Random(3);
    for (name, ground, support) in grounds() {
        for k in 0..20 {
            let (p, A) = (rng.vector() * 0.6 + 0.3 * V3::z(), rng.rotation());
            let placed = body.clone().turned(A).at(p);
            let stone = Superellipsoid(SIZE);
            let above = p.z - 0.2 - stone.h(&-A.tr_mul(&V3::z()));
            let apart = support.as_ref().map_or(above, |h| furthest(h, &p, &A));
            if apart < 0.0 {
                continue;
            }
            // every s(n) is a lower bound of the distance, and two points are an upper one
            let found = ground.distance(&placed).unwrap();
            let n = found.normal;
            let along = |h: &Support| n.dot(&p) - h(&n) - stone.h(&-A.tr_mul(&n));
            let bound = support.as_ref().map_or(above, along);
            let text = format!("{name}, pose {k}: {found:?} where they are {apart} apart");
            assert!((found.gap - bound).abs() < 1e-10 && apart < found.gap + 1e-10, "{text}");
            let x = A.tr_mul(&(found.points[1] - p)).component_div(&SIZE);
            let outside = x.map(|x| x.abs().powf(P)).sum() - 1.0;
            assert!(outside.abs() < 1e-8, "{text}: {outside}");
            let way = found.points[1] - found.points[0];
            assert!((way - found.normal * found.gap).norm() < 1e-10, "{text}");
        }
    }
}

/// It falls on its side, rolls to rest or off what it fell on, and never sinks in by more than its way in a step of `moreau`
/// (1.4 m/s · 0.5 ms).
#[test]
fn a_superellipsoid_lands() {
    for (name, ground, _) in grounds() {
        let mut model = Model::new();
        model.gravity(-9.81 * V3::z());
        let wood = Material::new(0.6);
        let body = RigidBody::principal(1.0, 0.003, 0.004, 0.003);
        let (s, c) = 0.15f64.sin_cos();
        let stone = model.body("stone", body, &[0.0, 0.0, 0.35, c, s, 0.0, 0.0], &[0.0; 6]);
        let ground = Collider::new(Anchor::world(V3::zeros()), ground, wood).named("ground");
        model.add_collider(ground);
        model.collider(stone, Shape::convex(Superellipsoid(SIZE)), wood);
        let record = model.run(Moreau::default()).dt(5e-4).until(0.5).unwrap();
        let gaps: Vec<f64> = record.column("gN.ground.stone").unwrap();
        let least = gaps.iter().copied().fold(f64::MAX, f64::min);
        assert!(least > -7e-4 && least < 1e-6, "{name}: {least}");
        // in free fall it would be at 0.35 - 4.9 · 0.25
        let z = record.last("q.z").unwrap();
        assert!(z > -0.5 && (z > 0.25 || name == "sphere" || name == "cylinder"), "{name}: {z}");
    }
}
