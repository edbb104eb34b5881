//! Forces along coordinates and applied loads.

use crate::check::*;
use percussion::bodies::{PlanarBody, RigidBody};
use percussion::expression::{compile, Names, Resolved, Table};
use percussion::forces::{Along, Applied, Characteristic, ExpressionForce, Load, Variable};
use percussion::frame::{Anchor, M3, V3};
use percussion::joints::Primitive;
use percussion::model::Model;
use std::sync::Arc;

/// Two bodies, spatial or planar, with one force between them.
fn two(spatial: bool, seed: u64, add: impl Fn(&mut Model, [Anchor; 2], &mut Random)) {
    for driven in [false, true] {
        let mut rng = Random::new(seed);
        let mut m = Model::new();
        let theta = M3::new(2.0, 0.1, -0.2, 0.1, 3.0, 0.3, -0.2, 0.3, 1.4);
        let mut anchors = Vec::new();
        for (name, x) in [("a", 0.0), ("b", 4.0)] {
            if spatial {
                let q0 = [x, x, -x, 0.5, 0.5, -0.5, 0.5];
                let b = m.body(name, RigidBody { m: 1.5, theta }, &q0, &[0.0; 6]);
                anchors.push(rng.anchor(Some(b)));
            } else {
                let b = m.body(name, PlanarBody::new(1.5, 0.2), &[x, -x, 0.2], &[0.0; 3]);
                anchors.push(rng.planar_anchor(Some(b)));
            }
        }
        let [a, mut b] = <[Anchor; 2]>::try_from(anchors).ok().unwrap();
        if driven {
            let mut d = drive(if spatial { rng.vector().normalize() } else { V3::z() });
            if !spatial {
                d.slide = None;
            }
            b = b.driven(d);
        }
        add(&mut m, [a, b], &mut rng);
        let what = format!("spatial {spatial}, driven {driven}, seed {seed}");
        let sys = assemble(&what, m);
        for _ in 0..3 {
            let at = At::random(&sys, &mut rng);
            check_forces(&what, &sys, &at, &mut rng);
        }
    }
}

fn laws() -> [Characteristic; 2] {
    [
        Characteristic::SpringDamper { k: 7.0, c: 0.6, s0: 0.3 },
        Characteristic::Function(Arc::new(|t, s, v| -(s * s * s) * 2.0 - v * v + t)),
    ]
}

#[test]
fn along_coordinates() {
    for law in laws() {
        for seed in 1..4 {
            let mut list = vec![
                Primitive::Distance { length: 0.0 },
                Primitive::Along { n1: V3::new(0.6, 0.0, 0.8) },
                Primitive::Coincide { e: V3::new(0.6, 0.8, 0.0) },
            ];
            for p in list.clone() {
                let law = law.clone();
                two(true, seed, |m, [a, b], _| {
                    m.force("f", Along::new(p.clone(), a, b, law.clone()));
                });
            }
            // an angle is a coordinate where the axes stay parallel: in the plane
            list.push(Primitive::Angle { zero: 0.2, sign: 1.0 });
            for p in list {
                let law = law.clone();
                two(false, seed, |m, [a, b], _| {
                    m.force("f", Along::new(p.clone(), a, b, law.clone()));
                });
            }
        }
    }
}

#[test]
fn applied_loads() {
    for spatial in [true, false] {
        for seed in 1..4 {
            two(spatial, seed, |m, [a, b], _| {
                m.force("f", Applied::force(a.clone(), |t| V3::new(1.0, t.cos(), -2.0)));
                m.force("m", Applied::moment(b.clone(), |t| V3::new(0.3, -1.0, t.sin() + 2.0)));
                let load = Load::State(Arc::new(|t, r, v| {
                    let [x, y, z] = r;
                    let [vx, vy, vz] = v;
                    [-(x * y) * 2.0 - vx * vy + t, y * 0.3 - vz * z, x * z - vx - vy * vz]
                }));
                m.force("s", Applied { at: b, load, length: None });
            });
        }
    }
}

#[test]
fn springs_have_potentials() {
    let spring = Characteristic::SpringDamper { k: 7.0, c: 0.6, s0: 0.3 };
    let list = [
        Primitive::Distance { length: 0.0 },
        Primitive::Along { n1: V3::x() },
        Primitive::Angle { zero: 0.2, sign: 1.0 },
    ];
    for p in list {
        let mut rng = Random::new(5);
        let mut m = Model::new();
        m.gravity(V3::new(0.0, -9.81, 0.0));
        let a = m.body("a", PlanarBody::new(1.5, 0.2), &[0.0; 3], &[0.0; 3]);
        let b = m.body("b", PlanarBody::new(0.5, 0.2), &[3.0, 0.0, 0.4], &[0.0; 3]);
        let (a, b) = (rng.planar_anchor(Some(a)), rng.planar_anchor(Some(b)));
        m.force("spring", Along::new(p, a, b, spring.clone()));
        let sys = assemble("spring", m);
        for _ in 0..4 {
            check_potential("spring", &sys, &At::random(&sys, &mut rng));
        }
    }
}

/// x0, x1, ... are the variables of a list.
struct Numbered;

impl Names for Numbered {
    fn resolve(&self, name: &str) -> Resolved {
        match name.strip_prefix('x').and_then(|n| n.parse().ok()) {
            Some(k) => Resolved::Variable(k),
            None => Resolved::Unknown,
        }
    }
    fn valid(&self) -> Vec<String> {
        Vec::new()
    }
    fn table(&self, _: &str) -> Option<Arc<Table>> {
        None
    }
}

/// Expressions of everything they may depend on, also of coordinates of a body that the force does
/// not hold, and of one that both anchors hold.
#[test]
fn expressions() {
    let text = "sin(x0) + x1^2 - 0.3*x2*x3 + cos(x4)*x5 + x6*x7";
    for spatial in [false, true] {
        for p in [
            Primitive::Distance { length: 0.0 },
            Primitive::Coincide { e: V3::x() },
            Primitive::Along { n1: V3::x() },
        ] {
            for held in 0..3 {
                two(spatial, 5 + held, |m, [a, b], rng| {
                    let program = compile(text, &Numbered).unwrap();
                    let (first, second) = (a.body().unwrap(), b.body().unwrap());
                    let all = [
                        Variable::Time,
                        Variable::Along,
                        Variable::Rate,
                        Variable::Coordinate(first, 1),
                        Variable::Coordinate(second, 2),
                        Variable::Velocity(first, 2),
                        Variable::Coordinate(second, if spatial { 5 } else { 0 }),
                        Variable::Velocity(second, if spatial { 4 } else { 1 }),
                    ];
                    let variables = program.variables().iter().map(|&k| all[k]).collect();
                    let (a, b) = match held {
                        0 => (a, b),
                        1 => (Anchor::world(V3::new(0.3, -7.0, 0.0)), b),
                        _ => {
                            let body = a.body();
                            (a, if spatial { rng.anchor(body) } else { rng.planar_anchor(body) })
                        }
                    };
                    m.force("f", ExpressionForce::new(p.clone(), a, b, program, variables));
                });
            }
        }
    }
}
