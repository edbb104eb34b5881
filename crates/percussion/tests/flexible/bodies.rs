//! Derivatives against differences, energies against forces, and no strain in rigid motions.

use crate::check::*;
use nalgebra::Matrix6;
use percussion::bodies::{
    Bar, Body, FloatingBeam, FullSection, PlanarBeam, Rod, Section, SplineBeam,
};
use percussion::contacts::SphereOnPlane;
use percussion::expression::{compile, Names, Resolved, Table};
use percussion::forces::{Applied, ExpressionForce, Variable};
use percussion::frame::{rotation, Anchor, M3, V3};
use percussion::joints::{Joint, Primitive};
use percussion::laws::ContactLaw;
use percussion::model::Model;
use percussion::system::System;

fn section() -> Section {
    Section::planar(50.0, 30.0, 2.0, 1.5, 0.1)
}

fn alone(body: impl Body + 'static, q: &[f64]) -> System {
    let mut m = Model::new();
    m.gravity(V3::new(0.3, -9.81, 0.5));
    let nu = body.nu();
    m.body("b", body, q, &vec![0.0; nu]);
    assemble("alone", m)
}

fn zoo() -> Vec<(String, bool, System)> {
    let mut list = Vec::new();
    for damping in [[0.0; 2], [0.3, 0.02]] {
        let free = damping == [0.0; 2];
        for lumped in [false, true] {
            let mut bar = Bar::new(2.0, 4, 50.0, 1.5);
            (bar.lumped, bar.rayleigh) = (lumped, damping);
            bar.axis = V3::new(0.6, 0.0, 0.8);
            list.push((format!("bar {lumped}"), free, alone(bar, &[0.0; 5])));
        }
        for degree in 1..=3 {
            let beam = PlanarBeam::new(2.0, 2, section())
                .degree(degree)
                .curvature(0.7)
                .rayleigh(damping[0], damping[1]);
            let q = beam.shape(0.1, -0.2, 0.4);
            list.push((format!("beam of degree {degree}"), free, alone(beam, &q)));
        }
    }
    for (degree, damping) in [2, 3, 4, 5].into_iter().flat_map(|d| [(d, 0.0), (d, 1.0)]) {
        let beam =
            SplineBeam::new(2.0, 3, degree, 50.0, 2.0, 1.5).rayleigh(0.3 * damping, 0.02 * damping);
        let q = beam.shape(0.1, -0.2, 0.4);
        // the third derivatives of the energy of degree 5 are too large for the differences
        let free = degree < 5 && damping == 0.0;
        list.push((format!("spline of degree {degree}, {damping}"), free, alone(beam, &q)));
    }
    for shortening in [false, true] {
        let mut beam = FloatingBeam::new(2.0, 3, 2.0, 1.5);
        beam.shortening = shortening;
        list.push((format!("floating, {shortening}"), true, alone(beam, &[0.1; 6])));
    }
    for degree in 1..=3 {
        let rod = helix(degree, V3::new(0.1, 0.2, -0.3), rotation(&V3::y(), 0.4), 1.0);
        let q = rod.shape();
        list.push((format!("rod of degree {degree}"), true, alone(rod.clone(), &q)));
        let damped = rod.rayleigh(0.3, 0.02);
        list.push((format!("damped rod of degree {degree}"), false, alone(damped, &q)));
        let full =
            || Rod::through(2.0, 3, degree, coupled(), |k| q[7 * k..][..7].try_into().unwrap());
        list.push((format!("coupled rod of degree {degree}"), true, alone(full(), &q)));
        let damped = full().rayleigh(0.3, 0.02);
        list.push((format!("coupled damped rod of degree {degree}"), false, alone(damped, &q)));
    }
    list
}

/// A section that couples all strains, with its mass beside the centreline.
fn coupled() -> FullSection {
    let mut C = Matrix6::from_diagonal(&[40.0, 15.0, 18.0, 2.0, 2.4, 1.6].into());
    for (i, j, v) in [(0, 4, 1.5), (0, 5, -1.0), (1, 3, 0.7), (2, 3, -0.4), (4, 5, 0.3)] {
        (C[(i, j)], C[(j, i)]) = (v, v);
    }
    let J = M3::new(0.2, 0.01, -0.02, 0.01, 0.12, 0.03, -0.02, 0.03, 0.15);
    FullSection { C, rho_A: 1.5, centre: V3::new(0.05, 0.1, -0.15), J }
}

/// A piece of a helix, moved by `r` and turned by `A`.
fn helix(degree: usize, r: V3, A: M3, stiffness: f64) -> Rod {
    let mut s = Section::shape(40.0, 20.0, 1.5, 1.0, [0.06, 0.04], 0.1, 0.8);
    for k in [&mut s.EA, &mut s.GA_y, &mut s.GA_z, &mut s.GJ, &mut s.EI_y, &mut s.EI_z] {
        *k *= stiffness;
    }
    Rod::along(2.0, 3, degree, s, |s| {
        let turned = rotation(&V3::z(), 0.6 * s) * rotation(&V3::x(), 0.3 * s);
        let x = V3::new((0.6 * s).sin() / 0.6, (1.0 - (0.6 * s).cos()) / 0.6, 0.2 * s);
        (r + A * x, A * turned)
    })
}

/// Two rods in the same place differ by a rigid motion: forces of the one with the coordinates of
/// the other, relative to EA, are zero.
#[test]
fn rigid_motion_of_a_rod_strains_nothing() {
    for degree in 1..=3 {
        let rod = helix(degree, V3::zeros(), M3::identity(), 1e5);
        let moved = rotation(&V3::new(1.0, -2.0, 0.5).normalize(), 2.7);
        let q = helix(degree, V3::new(3.0, 1.0, -2.0), moved, 1e5).shape();
        let mut h = vec![0.0; rod.nu()];
        rod.h(0.0, &q, &vec![0.0; rod.nu()], &V3::zeros(), &mut h);
        let worst = h.iter().fold(0.0f64, |m, v| m.max(v.abs()));
        assert!(worst < 4e6 * 1e-13, "degree {degree}: {worst:e}");
    }
}

#[test]
fn frames_of_a_rod() {
    let rod = helix(2, V3::zeros(), M3::identity(), 1.0);
    let (q, tip) = (rod.shape(), rod.tip());
    let mut m = Model::new();
    let b = m.body("rod", rod, &q, &vec![0.0; 6 * (tip + 1)]);
    let mut rng = Random::new(4);
    let offset = |node| Anchor::node(b, node).offset(V3::new(0.1, 0.2, -0.1));
    m.joint("hinge", Joint::revolute(), rng.anchor(None), offset(0));
    let law = ContactLaw::coulomb(0.1, 0.2);
    m.contact("tip", SphereOnPlane { R: 0.1 }, rng.anchor(None), offset(tip), law);
    m.force("pull", Applied::moment(offset(3), |t| V3::new(t, 1.0, 0.5)));
    let sys = assemble("rod", m);
    for _ in 0..3 {
        let at = near(&sys, &mut rng);
        check_rows("rod", &sys, &at, true);
        check_forces("rod", &sys, &at, &mut rng);
    }
}

/// A state near the start: interpolated quaternions must not cancel.
fn near(sys: &System, rng: &mut Random) -> At {
    let mut at = At::random(sys, rng);
    at.q.iter_mut().zip(&sys.q0).for_each(|(q, q0)| *q = q0 + 0.1 * (*q - q0));
    sys.normalize(&mut at.q);
    at
}

#[test]
fn derivatives_and_potentials() {
    for (name, free, sys) in zoo() {
        let mut rng = Random::new(5);
        for _ in 0..3 {
            let at = near(&sys, &mut rng);
            check_forces(&name, &sys, &at, &mut rng);
            if free {
                check_potential(&name, &sys, &at);
            }
        }
    }
}

/// ½ uᵀ M u is the kinetic energy.
#[test]
fn kinetic_energy() {
    for (name, _, sys) in zoo() {
        let at = At::random(&sys, &mut Random::new(9));
        let ev = evaluate(&sys, &at);
        let mut Mu = vec![0.0; sys.nu];
        sys.add_M(&ev, &at.u, &mut Mu);
        let T: f64 = 0.5 * Mu.iter().zip(&at.u).map(|(a, b)| a * b).sum::<f64>();
        let rest = vec![0.0; sys.nu + 1];
        let energy = sys.energy(0.0, &at.q, &ev.u) - sys.energy(0.0, &at.q, &rest);
        assert!((T - energy).abs() < 1e-12 * T.max(100.0), "{name}: {T} {energy}");
    }
}

/// Joints, contacts and forces at nodes and at points between them.
#[test]
fn frames_of_a_beam() {
    for degree in 1..=3 {
        let beam = PlanarBeam::new(2.0, 2, section()).degree(degree);
        let (q, tip) = (beam.shape(0.0, 0.0, 0.3), beam.tip());
        let mut m = Model::new();
        let b = m.body("beam", beam, &q, &vec![0.0; q.len()]);
        m.joint("hinge", Joint::revolute(), Anchor::world(V3::zeros()), Anchor::node(b, 0));
        let mut rng = Random::new(4);
        let offset = |node| Anchor::node(b, node).offset(V3::new(0.1, 0.2, 0.0));
        let along = |s| Anchor::along(b, s).offset(V3::new(0.1, 0.2, 0.0));
        let wall = rng.planar_anchor(None).driven(drive(V3::z()));
        m.joint("weld", Joint::fixed(), wall.clone(), along(0.35));
        m.contact(
            "tip",
            SphereOnPlane { R: 0.1 },
            wall.clone(),
            offset(tip),
            ContactLaw::coulomb(0.1, 0.2),
        );
        m.contact("end", SphereOnPlane { R: 0.1 }, wall, along(1.0), ContactLaw::coulomb(0.1, 0.2));
        m.force("pull", Applied::force(along(0.35), |t| V3::new(t, 1.0, 0.0)));
        let sys = assemble("frames", m);
        for _ in 0..3 {
            let at = At::random(&sys, &mut rng);
            check_rows("frames", &sys, &at, true);
            check_forces("frames", &sys, &at, &mut rng);
        }
    }
}

#[test]
fn frames_of_a_spline() {
    for degree in 2..=5 {
        let beam = SplineBeam::new(2.0, 3, degree, 50.0, 2.0, 1.5);
        let q = beam.shape(0.0, 0.0, 0.3);
        let mut m = Model::new();
        let b = m.body("beam", beam, &q, &vec![0.0; q.len()]);
        let mut rng = Random::new(4);
        let offset = |node| Anchor::node(b, node).offset(V3::new(0.1, 0.2, 0.0));
        let wall = rng.planar_anchor(None).driven(drive(V3::z()));
        m.joint("weld", Joint::fixed(), wall.clone(), offset(0));
        let law = ContactLaw::coulomb(0.1, 0.2);
        m.contact("tip", SphereOnPlane { R: 0.1 }, wall, offset(1), law);
        let inside = Anchor::along(b, 0.35).offset(V3::new(0.1, 0.2, 0.0));
        m.force("pull", Applied::moment(inside, |t| V3::new(0.0, 0.0, t)));
        let sys = assemble("spline", m);
        for _ in 0..3 {
            let at = near(&sys, &mut rng);
            check_rows("spline", &sys, &at, true);
            check_forces("spline", &sys, &at, &mut rng);
        }
    }
}

#[test]
fn frames_of_a_floating_beam() {
    let beam = FloatingBeam::new(2.0, 4, 2.0, 1.5);
    let mut m = Model::new();
    let b = m.body("beam", beam, &[0.1; 7], &[0.0; 7]);
    let mut rng = Random::new(4);
    let offset = |node| Anchor::node(b, node).offset(V3::new(0.1, 0.2, 0.0));
    let wall = rng.planar_anchor(None).driven(drive(V3::z()));
    m.joint("weld", Joint::fixed(), wall.clone(), offset(0));
    m.contact("tip", SphereOnPlane { R: 0.1 }, wall, offset(1), ContactLaw::coulomb(0.1, 0.2));
    let inside = Anchor::along(b, 0.35).offset(V3::new(0.1, 0.2, 0.0));
    m.force("pull", Applied::force(inside, |t| V3::new(1.0, t, 0.0)));
    let sys = assemble("floating", m);
    for _ in 0..3 {
        let at = near(&sys, &mut rng);
        check_rows("floating", &sys, &at, true);
        check_forces("floating", &sys, &at, &mut rng);
    }
}

/// A bar node has one column.
#[test]
fn frames_of_a_bar() {
    let mut m = Model::new();
    let b = m.body("bar", Bar::new(2.0, 3, 50.0, 1.5), &[0.0; 4], &[0.0; 4]);
    m.joint("rod", Joint::distance(1.0), Anchor::world(V3::new(0.2, 0.7, 0.1)), Anchor::node(b, 2));
    let sys = assemble("bar", m);
    let at = At::random(&sys, &mut Random::new(2));
    check_rows("bar", &sys, &at, true);
}

/// Largest elastic force after a rigid motion, relative to EA.
#[test]
fn rigid_motion_strains_nothing() {
    for degree in 1..=3 {
        for curvature in [0.0, 0.7] {
            let s = Section { EA: 1e6, GA_y: 1e6, EI_z: 1e4, ..section() };
            let beam = PlanarBeam::new(2.0, 5, s).degree(degree).curvature(curvature);
            for turn in [0.3, 2.0, 40.0] {
                let q = beam.shape(3.0, -2.0, turn);
                let mut h = vec![0.0; q.len()];
                beam.h(0.0, &q, &vec![0.0; q.len()], &V3::zeros(), &mut h);
                let worst = h.iter().fold(0.0f64, |m, v| m.max(v.abs()));
                assert!(worst < 1e6 * 1e-13, "degree {degree}, turn {turn}: {worst:e}");
            }
        }
    }
    for degree in 2..=5 {
        let beam = SplineBeam::new(2.0, 4, degree, 1e6, 1e4, 1.0);
        let q = beam.shape(3.0, -2.0, 2.0);
        let mut h = vec![0.0; q.len()];
        beam.h(0.0, &q, &vec![0.0; q.len()], &V3::zeros(), &mut h);
        let worst = h.iter().fold(0.0f64, |m, v| m.max(v.abs()));
        assert!(worst < 1e6 * 1e-12, "spline of degree {degree}: {worst:e}");
    }
    let bar = Bar::new(2.0, 7, 1e6, 1.0);
    let mut h = [0.0; 8];
    bar.h(0.0, &[3.7; 8], &[0.0; 8], &V3::zeros(), &mut h);
    assert_eq!(h, [0.0; 8]);
}

/// Variables by their number: x0, x1, ...
struct Numbered;

impl Names for Numbered {
    fn resolve(&self, name: &str) -> Resolved {
        let number = name.strip_prefix('x').and_then(|n| n.parse().ok());
        number.map_or(Resolved::Unknown, Resolved::Variable)
    }
    fn valid(&self) -> Vec<String> {
        Vec::new()
    }
    fn table(&self, _: &str) -> Option<std::sync::Arc<Table>> {
        None
    }
}

/// A force at a node that is an expression of coordinates and velocities of other nodes.
#[test]
fn expressions_of_nodes() {
    let rod = helix(2, V3::zeros(), M3::identity(), 1.0);
    let beam = PlanarBeam::new(2.0, 6, section());
    let (q, nu) = (rod.shape(), rod.nu());
    let mut m = Model::new();
    let r = m.body("rod", rod, &q, &vec![0.0; nu]);
    let (q, nu) = (beam.shape(3.0, 0.0, 0.4), beam.nu());
    let b = m.body("beam", beam, &q, &vec![0.0; nu]);
    let program = compile("x0^2 + sin(x1)*x2 - x3*x4 + 0.3*x5*x6*x7", &Numbered).unwrap();
    let variables = vec![
        Variable::Along,
        Variable::Rate,
        Variable::Coordinate(r, 7 * 3 + 1),
        Variable::Coordinate(r, 7 * 2 + 4),
        Variable::Velocity(r, 6 * 2 + 4),
        Variable::Coordinate(b, 3 * 5 + 2),
        Variable::Velocity(b, 3 * 5 + 2),
        Variable::Coordinate(r, 7 + 3),
    ];
    let along = Primitive::Distance { length: 0.0 };
    let ends = (Anchor::node(r, 2), Anchor::along(b, 0.37));
    m.force("f", ExpressionForce::new(along, ends.0, ends.1, program, variables));
    let sys = assemble("expressions", m);
    let mut rng = Random::new(9);
    for _ in 0..3 {
        let at = near(&sys, &mut rng);
        check_forces("expressions", &sys, &at, &mut rng);
    }
}
