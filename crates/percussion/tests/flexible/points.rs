//! Frames at material points: joints, contacts and forces hold on anywhere along a body.

use crate::check::*;
use percussion::bodies::{
    Bar, Body, FloatingBeam, PlanarBeam, PlanarBody, Rod, Section, SplineBeam,
};
use percussion::contacts::SphereOnPlane;
use percussion::forces::Applied;
use percussion::frame::{rotation, Anchor, Frame, M3, V3};
use percussion::joints::Joint;
use percussion::laws::ContactLaw;
use percussion::model::Model;

/// Inside elements, at their ends, and hardly beside them; three elements.
const PLACES: [f64; 7] = [0.0, 0.13, 1.0 / 3.0, 1.0 / 3.0 + 1e-9, 0.5, 0.9, 1.0];

fn section() -> Section {
    Section::planar(50.0, 30.0, 2.0, 1.5, 0.1)
}

/// A quarter of a turn of a screw, carried to `r` and turned by `A`.
fn screw(degree: usize, r: V3, A: M3) -> Rod {
    let s = Section::shape(40.0, 20.0, 1.5, 1.0, [0.06, 0.04], 0.1, 0.8);
    Rod::along(2.0, 3, degree, s, |s| {
        let x = V3::new((0.8 * s).sin() / 0.8, (1.0 - (0.8 * s).cos()) / 0.8, 0.2 * s);
        (r + A * x, A * rotation(&V3::z(), 0.8 * s) * rotation(&V3::x(), 0.5 * s))
    })
}

/// Hinge, weld, contact with friction, force and moment at `s`, against differences.
fn attach<B: Body + Clone + 'static>(what: &str, body: &B, q: &[f64]) {
    let mut rng = Random::new(6);
    for s in PLACES {
        let mut m = Model::new();
        let b = m.body("b", body.clone(), q, &vec![0.0; body.nu()]);
        let planar = body.planar();
        let mut rho = V3::new(0.1, 0.2, -0.1);
        if planar {
            rho.z = 0.0;
        }
        let at = || Anchor::along(b, s).offset(rho);
        let mut wall = || if planar { rng.planar_anchor(None) } else { rng.anchor(None) };
        m.joint("weld", Joint::fixed(), wall().driven(drive(V3::z())), at());
        m.joint("hinge", Joint::revolute(), wall(), Anchor::along(b, s));
        m.contact("touch", SphereOnPlane { R: 0.1 }, wall(), at(), ContactLaw::coulomb(0.1, 0.2));
        m.force("force", Applied::force(at(), |t| V3::new(t, 1.0, 0.3)));
        m.force("moment", Applied::moment(at(), |t| V3::new(t, -0.4, 0.6)));
        let name = format!("{what} at {s}");
        let sys = assemble(&name, m);
        let mut rng = Random::new(4);
        for _ in 0..2 {
            let mut at = At::random(&sys, &mut rng);
            // interpolated quaternions must not cancel
            at.q.iter_mut().zip(&sys.q0).for_each(|(q, q0)| *q = q0 + 0.1 * (*q - q0));
            sys.normalize(&mut at.q);
            check_rows(&name, &sys, &at, true);
            check_forces(&name, &sys, &at, &mut rng);
        }
    }
}

#[test]
fn joints_contacts_and_forces_anywhere() {
    let mut bar = Bar::new(2.0, 3, 50.0, 1.5);
    bar.axis = V3::new(0.6, 0.0, 0.8);
    attach("bar", &bar, &[0.0; 4]);
    for degree in 1..=3 {
        let beam = PlanarBeam::new(2.0, 3, section()).degree(degree).curvature(0.7);
        attach(&format!("beam of degree {degree}"), &beam, &beam.shape(0.1, -0.2, 0.4));
        let rod = screw(degree, V3::new(0.1, 0.2, -0.3), rotation(&V3::y(), 0.4));
        attach(&format!("rod of degree {degree}"), &rod, &rod.shape());
    }
    for degree in 2..=4 {
        let beam = SplineBeam::new(2.0, 3, degree, 50.0, 2.0, 1.5);
        attach(&format!("spline of degree {degree}"), &beam, &beam.shape(0.1, -0.2, 0.4));
    }
    attach("floating beam", &FloatingBeam::new(2.0, 3, 2.0, 1.5), &[0.1; 6]);
}

fn frame(body: &dyn Body, q: &[f64], node: usize) -> Frame {
    let mut f = Frame::default();
    body.frame(0.0, q, &vec![0.0; body.nu()], node, &mut f);
    f
}

/// The frame at `s` of the body at `q`, and of the body that was carried to `moved` by x -> r + A x.
fn carried(what: &str, body: &mut dyn Body, q: &[f64], moved: &[f64], r: V3, A: M3) {
    for s in PLACES {
        let node = body.material_point(s).unwrap();
        let (a, b) = (frame(body, q, node), frame(body, moved, node));
        let (dr, dA) = ((r + A * a.r - b.r).norm(), (A * a.A - b.A).norm());
        assert!(dr < 1e-13 && dA < 1e-13, "{what} at {s}: {dr:e} {dA:e}");
    }
}

#[test]
fn a_rigid_motion_carries_every_frame() {
    let (r, turn) = (V3::new(0.3, -1.2, 0.0), 2.1);
    let A = rotation(&V3::z(), turn);
    // (x, y) and the angle of a node, carried
    let plane = |n: &[f64]| {
        let x = r + A * V3::new(n[0], n[1], 0.0);
        [x.x, x.y, n.get(2).map_or(0.0, |a| a + turn)]
    };
    let mut rng = Random::new(3);
    let mut bent = |q: Vec<f64>| -> Vec<f64> { q.iter().map(|v| v + 0.1 * rng.next()).collect() };
    for degree in 1..=3 {
        let mut beam = PlanarBeam::new(2.0, 3, section()).degree(degree);
        let q = bent(beam.shape(0.0, 0.0, 0.0));
        let moved: Vec<f64> = q.chunks_exact(3).flat_map(plane).collect();
        carried("beam", &mut beam, &q, &moved, r, A);
        // the two rods have the same reference but for the motion
        let (r, A) = (V3::new(3.0, 1.0, -2.0), rotation(&V3::new(1.0, -2.0, 0.5).normalize(), 2.7));
        let mut rod = screw(degree, V3::zeros(), M3::identity());
        let (q, moved) = (rod.shape(), screw(degree, r, A).shape());
        carried("rod", &mut rod, &q, &moved, r, A);
    }
    for degree in 2..=5 {
        let mut beam = SplineBeam::new(2.0, 3, degree, 50.0, 2.0, 1.5);
        let q = bent(beam.shape(0.0, 0.0, 0.0));
        let moved: Vec<f64> = q.chunks_exact(2).flat_map(|n| plane(n)[..2].to_vec()).collect();
        carried("spline", &mut beam, &q, &moved, r, A);
    }
    let mut beam = FloatingBeam::new(2.0, 3, 2.0, 1.5);
    let q = bent(vec![0.0; 6]);
    let moved = [&plane(&q)[..], &q[3..]].concat();
    carried("floating", &mut beam, &q, &moved, r, A);
}

/// Beside a node the frame is that of the node, and a node is found by its coordinate.
#[test]
fn frames_are_continuous_over_nodes() {
    for degree in 1..=3 {
        let mut rod = screw(degree, V3::zeros(), M3::identity());
        let (q, last) = (rod.shape(), 3 * degree);
        for k in 0..=last {
            let s = k as f64 / last as f64;
            assert_eq!(rod.material_point(s), Some(k));
            let there = frame(&rod, &q, k);
            for beside in [s - 1e-9, s + 1e-9] {
                if (0.0..=1.0).contains(&beside) {
                    let node = rod.material_point(beside).unwrap();
                    assert!(node > last);
                    let f = frame(&rod, &q, node);
                    assert!((f.r - there.r).norm() + (f.A - there.A).norm() < 1e-8, "{s}");
                }
            }
        }
    }
}

/// The orientation of a rod of degree 1 in pure bending is that of the arc: half the angle halfway.
#[test]
fn halfway_along_an_arc() {
    let arc = |s: f64| {
        let x = V3::new(s.sin(), 1.0 - s.cos(), 0.0);
        (x, rotation(&V3::z(), s))
    };
    let mut rod = Rod::along(1.0, 1, 1, section(), arc);
    let node = rod.material_point(0.5).unwrap();
    let f = frame(&rod, &rod.shape(), node);
    assert!((f.A - arc(0.5).1).norm() < 1e-14);
    assert!((f.r - 0.5 * arc(1.0).0).norm() < 1e-14);
}

#[test]
fn places_that_do_not_exist() {
    let error = |s: f64, flexible: bool| {
        let mut m = Model::new();
        let beam = PlanarBeam::new(1.0, 2, section());
        let b = match flexible {
            true => m.body("beam", beam.clone(), &beam.shape(0.0, 0.0, 0.0), &[0.0; 9]),
            false => m.body("block", PlanarBody::new(1.0, 1.0), &[0.0; 3], &[0.0; 3]),
        };
        m.force("pull", Applied::force(Anchor::along(b, s), |_| V3::x()));
        m.assemble().err().map(|e| e.to_string()).unwrap_or_default()
    };
    for s in [-1e-3, 1.0001, f64::NAN, f64::INFINITY] {
        let expected = format!(
            "pull: material point of 'beam' = {s} is not allowed; \
             allowed: 0 (start of the centreline) to 1 (end)"
        );
        assert_eq!(error(s, true), expected);
    }
    assert!(error(0.5, false).contains("this body has no centreline"), "{}", error(0.5, false));
    assert_eq!(error(1.0, true), "");
}
