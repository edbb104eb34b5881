//! Loads per length: deflections in closed form, follower loads, and their derivatives.

use crate::check::*;
use percussion::bodies::{
    Bar, Body, FloatingBeam, PlanarBeam, PlanarBody, Rod, Section, SplineBeam,
};
use percussion::forces::Applied;
use percussion::frame::{Anchor, Frame, M3, V3};
use percussion::joints::Joint;
use percussion::model::Model;
use percussion::statics::{equilibrium, StaticSettings};

const L: f64 = 2.0;
const EI: f64 = 3.0;

fn section() -> Section {
    let GA = 400.0;
    Section { EI_y: 2.0 * EI, ..Section::planar(1e4, GA, EI, 1.5, 0.1) }
}

/// Displacement of the tip of a body clamped at its start, under `f` per length at the full load.
fn tip(body: impl Body + 'static, q: &[f64], follows: bool, f: V3) -> V3 {
    let mut m = Model::new();
    let nu = body.nu();
    let b = m.body("b", body, q, &vec![0.0; nu]);
    m.joint("clamp", Joint::fixed(), Anchor::world(V3::zeros()), Anchor::node(b, 0));
    m.distributed("load", b, follows, move |t| f * t);
    let mut sys = assemble("clamped", m);
    let path = equilibrium(&mut sys, q, &StaticSettings::new(1.0));
    assert_eq!(path.failed_at, None);
    let q = &path.last().unwrap().q;
    let (body, mut frame) = (&sys.bodies[0].body, Frame::default());
    let end = if body.nodes() == 2 { 1 } else { body.nodes() - 1 };
    body.frame(0.0, q, &vec![0.0; nu], end, &mut frame);
    frame.r - V3::x() * L
}

fn near(what: &str, got: f64, expected: f64, relative: f64) {
    assert!((got / expected - 1.0).abs() < relative, "{what}: {got} instead of {expected}");
}

/// f L⁴/(8 EI) of bending and f L²/(2 GA) of shear; small enough that the rest is below 1e-6.
#[test]
fn deflection_of_a_cantilever() {
    let f = 1e-4;
    let bend = f * L.powi(4) / (8.0 * EI);
    let shear = f * L * L / (2.0 * 400.0);
    for (degree, n) in [(1, 64), (2, 8), (3, 4)] {
        // one Gauss point sees the moment at the middle of the element: 1 + O(1/n²)
        let error = if degree == 1 { 1e-3 } else { 1e-6 };
        let beam = PlanarBeam::new(L, n, section()).degree(degree);
        let q = beam.shape(0.0, 0.0, 0.0);
        let y = tip(beam, &q, false, V3::y() * f).y;
        near("planar beam", y, bend + shear, error);
        let rod = || Rod::straight(L, n, degree, section(), V3::zeros(), M3::identity());
        let q = rod().shape();
        near("rod, y", tip(rod(), &q, false, V3::y() * f).y, bend + shear, error);
        near("rod, z", tip(rod(), &q, false, V3::z() * f).z, 0.5 * bend + shear, error);
        // what follows a small turn is the same
        near("follower", tip(rod(), &q, true, V3::z() * f).z, 0.5 * bend + shear, error);
        let x = tip(rod(), &q, false, V3::x() * f).x;
        near("rod, x", x, f * L * L / (2.0 * 1e4), 1e-6);
    }
    for degree in 2..=5 {
        let beam = SplineBeam::new(L, 8, degree, 1e4, EI, 1.5);
        let q = beam.shape(0.0, 0.0, 0.0);
        // the curvature of a parabola is constant: n elements see bend (1 - 1/(3 n²))
        let expected = if degree == 2 { bend * (1.0 - 1.0 / 192.0) } else { bend };
        near("spline", tip(beam, &q, false, V3::y() * f).y, expected, 1e-5);
    }
    // six modes of the cantilever
    let y = tip(FloatingBeam::new(L, 6, EI, 1.5), &[0.0; 9], false, V3::y() * f).y;
    near("floating beam", y, bend, 1e-4);
}

#[test]
fn extension_of_a_bar() {
    let mut m = Model::new();
    let b = m.body("bar", Bar::new(L, 5, 50.0, 1.5), &[0.0; 6], &[0.0; 6]);
    m.joint("wall", Joint::distance(1.0), Anchor::world(-V3::x()), Anchor::node(b, 0));
    m.distributed("load", b, false, |_| V3::x() * 0.3);
    let mut sys = assemble("bar", m);
    let path = equilibrium(&mut sys, &[0.0; 6], &StaticSettings::new(1.0));
    let q = &path.last().unwrap().q;
    near("bar", q[5] - q[0], 0.3 * L * L / 100.0, 1e-12);
}

/// A load across the section that follows it keeps its size and turns with the beam: the internal
/// force it leaves at the clamp is the load integrated along the turned sections.
#[test]
fn a_load_that_follows() {
    let f = 2.0;
    let beam = PlanarBeam::new(L, 8, section()).degree(2);
    let q0 = beam.shape(0.0, 0.0, 0.0);
    let mut m = Model::new();
    let b = m.body("b", beam, &q0, &vec![0.0; q0.len()]);
    m.joint("clamp", Joint::fixed(), Anchor::world(V3::zeros()), Anchor::node(b, 0));
    m.distributed("load", b, true, move |t| V3::y() * (f * t));
    let mut sys = assemble("follower", m);
    let path = equilibrium(&mut sys, &q0, &StaticSettings::new(1.0));
    let end = path.last().unwrap();
    assert!(path.failed_at.is_none() && end.q[end.q.len() - 1] > 0.5);
    let mut sum = V3::zeros();
    for (s, length) in sys.bodies[0].body.stations() {
        // the angle between the nodes, as the elements interpolate it
        let e = ((s * 8.0) as usize).min(7);
        let (xi, th) = (s * 8.0 - e as f64, |k: usize| end.q[3 * (2 * e + k) + 2]);
        let angle = th(0) * (1.0 - xi) * (1.0 - 2.0 * xi)
            + th(1) * 4.0 * xi * (1.0 - xi)
            + th(2) * xi * (2.0 * xi - 1.0);
        sum += V3::new(-angle.sin(), angle.cos(), 0.0) * (f * length);
    }
    let reaction = V3::new(end.la[0], end.la[1], 0.0);
    assert!((reaction + sum).norm() < 1e-9 * sum.norm(), "{reaction} {sum}");
}

#[test]
fn derivatives() {
    let rod = Rod::straight(L, 2, 2, section(), V3::zeros(), M3::identity());
    let q = rod.shape();
    let mut m = Model::new();
    let b = m.body("rod", rod, &q, &[0.0; 30]);
    m.distributed("load", b, true, |t| V3::new(t, 1.0, 0.5));
    let at = Anchor::along(b, 0.3).offset(V3::new(0.1, 0.2, 0.3));
    m.force("force", Applied::force(at.clone(), |_| V3::new(1.0, -0.5, 0.2)).following());
    m.force("moment", Applied::moment(at, |t| V3::new(1.0, t, 0.2)).following());
    let sys = assemble("follower", m);
    let mut rng = Random::new(8);
    for _ in 0..3 {
        let mut at = At::random(&sys, &mut rng);
        at.q.iter_mut().zip(&sys.q0).for_each(|(q, q0)| *q = q0 + 0.1 * (*q - q0));
        sys.normalize(&mut at.q);
        check_forces("follower", &sys, &at, &mut rng);
    }
}

#[test]
fn a_rigid_body_has_no_length() {
    let mut m = Model::new();
    let b = m.body("block", PlanarBody::new(1.0, 1.0), &[0.0; 3], &[0.0; 3]);
    m.distributed("load", b, false, |_| V3::x());
    let e = m.assemble().err().unwrap().to_string();
    assert!(e.starts_with("load: material point of 'block'") && e.contains("no centreline"), "{e}");
}
