//! Derivatives against differences, energies against forces, and no strain in rigid motions.

use crate::check::*;
use percussion::bodies::{Bar, Body, PlanarBeam, Section};
use percussion::contacts::SphereOnPlane;
use percussion::forces::Applied;
use percussion::frame::{Anchor, V3};
use percussion::joints::Joint;
use percussion::laws::ContactLaw;
use percussion::model::Model;
use percussion::system::System;

fn section() -> Section {
    Section::planar(50.0, 30.0, 2.0, 1.5, 0.1)
}

fn alone(body: impl Body + 'static, q: &[f64]) -> System {
    let mut m = Model::new();
    m.gravity(V3::new(0.3, -9.81, 0.5));
    m.body("b", body, q, &vec![0.0; q.len()]);
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
    list
}

#[test]
fn derivatives_and_potentials() {
    for (name, free, sys) in zoo() {
        let mut rng = Random::new(5);
        for _ in 0..3 {
            let at = At::random(&sys, &mut rng);
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
        let beam = PlanarBeam::new(2.0, 2, section()).degree(degree).point(0.7).point(2.0);
        let (q, tip, n) = (beam.shape(0.0, 0.0, 0.3), beam.tip(), beam.nodes());
        let mut m = Model::new();
        let b = m.body("beam", beam, &q, &vec![0.0; q.len()]);
        m.joint("hinge", Joint::revolute(), Anchor::world(V3::zeros()), Anchor::node(b, 0));
        let mut rng = Random::new(4);
        let offset = |node| Anchor { rho: V3::new(0.1, 0.2, 0.0), ..Anchor::node(b, node) };
        let wall = rng.planar_anchor(None).driven(drive(V3::z()));
        m.joint("weld", Joint::fixed(), wall.clone(), offset(n - 2));
        m.contact(
            "tip",
            SphereOnPlane { R: 0.1 },
            wall.clone(),
            offset(tip),
            ContactLaw::coulomb(0.1, 0.2),
        );
        m.contact(
            "end",
            SphereOnPlane { R: 0.1 },
            wall,
            offset(n - 1),
            ContactLaw::coulomb(0.1, 0.2),
        );
        m.force("pull", Applied::force(offset(n - 2), |t| V3::new(t, 1.0, 0.0)));
        let sys = assemble("frames", m);
        for _ in 0..3 {
            let at = At::random(&sys, &mut rng);
            check_rows("frames", &sys, &at, true);
            check_forces("frames", &sys, &at, &mut rng);
        }
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
    let bar = Bar::new(2.0, 7, 1e6, 1.0);
    let mut h = [0.0; 8];
    bar.h(0.0, &[3.7; 8], &[0.0; 8], &V3::zeros(), &mut h);
    assert_eq!(h, [0.0; 8]);
}
