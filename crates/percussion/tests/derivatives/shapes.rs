//! Contacts whose touching features depend on where the bodies are: boxes, capsules, cylinders with
//! ends. Each body is put next to the other in many ways, so that every feature is met.

use crate::check::*;
use percussion::bodies::{PlanarBody, RigidBody};
use percussion::contacts::*;
use percussion::frame::{Anchor, M3, V3};
use percussion::laws::ContactLaw;
use percussion::model::Model;
use percussion::shapes::outline::{pose, Candidates, Kind};
use percussion::shapes::{Gear, Hull, Outline};
use percussion::system::System;
use std::sync::Arc;

const ONE: V3 = V3::new(0.5, 0.4, 0.3);
const TWO: V3 = V3::new(0.35, 0.45, 0.25);

/// Two free bodies, the second at `r`, with contacts between frames at their centres.
fn scene(r: V3, rng: &mut Random, contacts: &[Box<dyn Fn() -> Box<dyn Geometry>>]) -> System {
    let mut m = Model::new();
    let theta = M3::new(2.0, 0.1, -0.2, 0.1, 3.0, 0.3, -0.2, 0.3, 1.4);
    let mut body = |name: &str, r: V3| {
        let p: Vec<f64> = (0..4).map(|_| rng.next()).collect();
        let mut q = vec![r.x, r.y, r.z];
        q.extend(p);
        m.body(name, RigidBody { m: 1.5, theta }, &q, &[0.0; 6])
    };
    let (a, b) = (body("a", V3::zeros()), body("b", r));
    for (k, make) in contacts.iter().enumerate() {
        for (t, tangents) in [Tangents::Spatial, Tangents::Contensou(0.1)].into_iter().enumerate() {
            let (a, b) = (Anchor::on(a, V3::zeros()), Anchor::on(b, V3::zeros()));
            let law = ContactLaw::coulomb(0.1, 0.5);
            m.contact_with(&format!("c{k}.{t}"), make(), tangents, a, b, law);
        }
    }
    assemble("shapes", m)
}

/// Checks all contacts in many places at about the distance `apart`; how often each was near.
fn count(
    contacts: &[Box<dyn Fn() -> Box<dyn Geometry>>],
    apart: f64,
    near: f64,
    seeds: u64,
) -> Vec<usize> {
    let mut times = vec![0; contacts.len()];
    for seed in 1..=seeds {
        let mut rng = Random::new(seed);
        let r = rng.vector().normalize() * (apart + 0.1 * rng.next());
        let sys = scene(r, &mut rng, contacts);
        let mut q = sys.q0.clone();
        sys.normalize(&mut q);
        let u = sys.u0.iter().map(|_| rng.next()).collect();
        let at = At { t: 0.0, q, u };
        let ev = evaluate(&sys, &at);
        // next to a singularity (almost parallel edges, almost on an axis) differences are poor
        if ev.zeta.iter().any(|z| z.abs() > 10.0) {
            continue;
        }
        check_rows(&format!("seed {seed}"), &sys, &at, true);
        for (k, t) in times.iter_mut().enumerate() {
            *t += usize::from(ev.g[sys.contacts[2 * k].row] < near);
        }
    }
    times
}

#[test]
fn rectangles_in_the_plane() {
    let mut near = 0;
    for seed in 1..=60 {
        let mut rng = Random::new(seed);
        let mut m = Model::new();
        let mut body = |name: &str, x: f64, y: f64| {
            let b = m.body(name, PlanarBody::new(1.5, 0.2), &[x, y, 3.0 * rng.next()], &[0.0; 3]);
            Anchor::on(b, V3::zeros())
        };
        let (a, b) = (body("a", 0.0, 0.0), body("b", 0.7, 0.5));
        let rectangle = |h: &V3| {
            let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            let points = corners.map(|(x, y)| [x * h.x, y * h.y]);
            Arc::new(Hull::polygon(&points, 1e-9).unwrap())
        };
        let (one, two) = (rectangle(&ONE), rectangle(&TWO));
        let boxes = HullPair { one: one.clone(), two, R1: 0.0, R2: 0.0 };
        let disc = HullPair { one, two: Arc::new(Hull::segment(0.0)), R1: 0.0, R2: 0.1 };
        for (pair, slot) in [(&boxes, 0), (&boxes, 1), (&disc, 0)] {
            let g = HullOnHull { pair: pair.clone(), slot };
            let name = format!("{slot} {}", pair.R2);
            m.contact(&name, g, a.clone(), b.clone(), ContactLaw::coulomb(0.1, 0.5));
        }
        let sys = assemble("rectangles", m);
        let at = At { t: 0.0, q: sys.q0.clone(), u: (0..6).map(|_| rng.next()).collect() };
        check_rows(&format!("seed {seed}"), &sys, &at, true);
        near += usize::from(evaluate(&sys, &at).g[0] < 0.5);
    }
    assert!(near > 20, "{near}");
}

/// Vertices on faces, edges on edges, and what is beside; rounded points and segments too.
#[test]
fn hulls() {
    let mut rng = Random::new(17);
    let points: Vec<V3> = (0..12).map(|_| rng.vector() * 0.5).collect();
    let any = Arc::new(Hull::new(&points, 1e-9).unwrap());
    let cube = Arc::new(Hull::cuboid(&ONE).unwrap());
    let thin = |L: f64| Arc::new(Hull::segment(L));
    let pair =
        |one: &Arc<Hull>, two: Arc<Hull>, R2| HullPair { one: one.clone(), two, R1: 0.03, R2 };
    let pairs = [
        (pair(&cube, any.clone(), 0.0), [0.25, 0.6, 0.8]),
        (pair(&cube, Arc::new(Hull::cuboid(&TWO).unwrap()), 0.0), [0.6, 0.7, 0.8]),
        (pair(&cube, thin(0.4), 0.1), [0.6, 0.7, 0.9]),
        (pair(&any, thin(0.0), 0.1), [0.6, 0.7, 0.8]),
        (pair(&thin(0.5), thin(0.4), 0.1), [0.2, 0.3, 0.4]),
        (pair(&thin(0.5), thin(0.0), 0.1), [0.2, 0.3, 0.4]),
    ];
    for (pair, distances) in pairs {
        let list: Vec<Box<dyn Fn() -> Box<dyn Geometry>>> = (0..pair.slots())
            .map(|slot| {
                let pair = pair.clone();
                let make =
                    move || Box::new(HullOnHull { pair: pair.clone(), slot }) as Box<dyn Geometry>;
                Box::new(make) as Box<dyn Fn() -> Box<dyn Geometry>>
            })
            .collect();
        for apart in distances {
            let times = count(&list, apart, 0.4, 25);
            assert!(times.iter().sum::<usize>() > 10, "{times:?}");
        }
    }
    let list: Vec<Box<dyn Fn() -> Box<dyn Geometry>>> =
        vec![Box::new(move || Box::new(HullOnPlane { hull: any.clone(), R: 0.02, slot: 1 }))];
    count(&list, 0.3, 1.0, 30);
}

/// The points at which two outlines are near each other, but for corners and small discs near those or involutes: there normals turn
/// faster than differences can follow.
fn calm(one: &Outline, two: &Outline, a: &[f64; 3], b: &[f64; 3]) -> Vec<usize> {
    let at = |q: &[f64; 3]| pose([q[0], q[1]], q[2]);
    let found = one.meet(two, &at(a), &at(b), &mut Candidates::default());
    let small = |k: &Kind| matches!(k, Kind::Round { rho, .. } if (0.0..0.3).contains(rho));
    let bent = |k: &Kind| small(k) || matches!(k, Kind::Involute { .. });
    let calm = |k: &usize| {
        found.points[*k].is_some_and(|(i, j)| {
            let (k1, k2) = (one.kind(i.into()), two.kind(j.into()));
            !(small(&k1) && bent(&k2) || bent(&k1) && small(&k2))
        })
    };
    (0..one.points(two)).filter(calm).collect()
}

/// Involutes, arcs, lines and corners of outlines in the plane.
#[test]
fn outlines() {
    let gear = |z| Arc::new(Gear::new(z, 0.1, 0.35).outline().unwrap());
    let plate = Outline::new(
        &[
            [-0.6, -0.4, 0.0],
            [0.5, -0.4, 0.3],
            [0.6, 0.3, 0.0],
            [0.1, 0.3, -0.5],
            [-0.2, 0.3, 0.0],
            [-0.6, 0.3, 0.0],
        ],
        false,
    );
    let plate = Arc::new(plate.unwrap());
    let disc = Arc::new(Outline::circle(0.2, false));
    let pairs = [
        (gear(12), gear(17), 1.5),
        (plate.clone(), gear(12), 1.1),
        (plate.clone(), plate.clone(), 0.9),
        (plate, disc, 0.65),
    ];
    for (one, two, far) in pairs {
        let mut near = 0;
        for seed in 1..=60 {
            let mut rng = Random::new(seed);
            let mut m = Model::new();
            let (s, c) = (0.1 * f64::from(seed as u32)).sin_cos();
            let q1 = [0.0, 0.0, 3.0 * rng.next()];
            let q2 = [far * c, far * s, 3.0 * rng.next()];
            let mut body = |name: &str, q: &[f64; 3]| {
                Anchor::on(m.body(name, PlanarBody::new(1.5, 0.2), q, &[0.0; 3]), V3::zeros())
            };
            let (a, b) = (body("a", &q1), body("b", &q2));
            for point in calm(&one, &two, &q1, &q2) {
                let g = OutlineOnOutline { one: one.clone(), two: two.clone(), point };
                let law = ContactLaw::coulomb(0.1, 0.5);
                m.contact(&format!("{point}"), g, a.clone(), b.clone(), law);
                near += 1;
            }
            let sys = assemble("outlines", m);
            let at = At { t: 0.0, q: sys.q0.clone(), u: (0..6).map(|_| rng.next()).collect() };
            check_rows(&format!("seed {seed}"), &sys, &at, true);
        }
        assert!(near > 3, "{near}");
    }
}
