//! Errors name the quantity, its value and what is allowed; nothing panics.

use percussion::bodies::{Bar, Body, PlanarBeam, PointMass, Rod, Section, SplineBeam};
use percussion::contacts::SphereOnPlane;
use percussion::error::ModelError;
use percussion::forces::Applied;
use percussion::frame::{Anchor, BodyId, M3, V3};
use percussion::joints::Joint;
use percussion::laws::ContactLaw;
use percussion::model::Model;

fn section() -> Section {
    Section::planar(50.0, 30.0, 2.0, 1.5, 0.1)
}

fn error(body: impl Body + 'static) -> String {
    let mut m = Model::new();
    let (nq, nu) = (body.nq(), body.nu());
    m.body("b", body, &vec![0.0; nq], &vec![0.0; nu]);
    m.assemble().err().map(|e| e.to_string()).unwrap_or_default()
}

#[test]
fn impossible_bodies() {
    let beam = |l: f64, n: usize| PlanarBeam::new(l, n, section());
    let rod = |l: f64, n, d| Rod::straight(l, n, d, section(), V3::zeros(), M3::identity());
    let cases = [
        (error(Bar::new(0.0, 3, 1.0, 1.0)), "b.length = 0"),
        (error(Bar::new(1.0, 3, -1.0, 1.0)), "b.EA = -1"),
        (error(Bar::new(1.0, 3, 1.0, 0.0)), "b.rho_A = 0"),
        (error(Bar::new(1.0, 0, 1.0, 1.0)), "b.elements = 0"),
        (error(beam(0.0, 2)), "b.length = 0"),
        (error(beam(f64::NAN, 2)), "b.length = NaN"),
        (error(beam(1.0, 0)), "b.elements = 0"),
        (error(beam(1.0, 2).degree(0)), "b.degree = 0"),
        (error(beam(1.0, 2).degree(7)), "b.degree = 7"),
        (error(beam(1.0, 2).curvature(f64::INFINITY)), "b.curvature = inf"),
        (error(beam(1.0, 2).rayleigh(-1.0, 0.0)), "b.rayleigh mass = -1"),
        (error(SplineBeam::new(1.0, 2, 1, 1.0, 1.0, 1.0)), "b.degree = 1"),
        (error(SplineBeam::new(1.0, 0, 2, 1.0, 1.0, 1.0)), "b.elements = 0"),
        (error(SplineBeam::new(1.0, 2, 3, 1.0, 1.0, 1.0).gauss(1)), "b.gauss = 1"),
        (error(SplineBeam::new(0.0, 2, 2, 1.0, 1.0, 1.0)), "b.length = 0"),
        (error(SplineBeam::new(1.0, 2, 2, 1.0, -1.0, 1.0)), "b.EI = -1"),
        (error(rod(0.0, 2, 1)), "b.length = 0"),
        (error(rod(1.0, 0, 1)), "b.elements = 0"),
        (error(rod(1.0, 2, 4)), "b.degree = 4"),
        (error(PlanarBeam::new(1.0, 2, Section { EI_z: -2.0, ..section() })), "b.EI_z = -2"),
        (error(PlanarBeam::new(1.0, 2, Section { GA_y: 0.0, ..section() })), "b.GA_y = 0"),
    ];
    for (got, start) in cases {
        assert!(got.starts_with(start) && got.contains("allowed"), "{got:?} for {start:?}");
    }
}

#[test]
fn nodes_that_do_not_exist() {
    let build = |add: &dyn Fn(&mut Model, BodyId)| -> ModelError {
        let mut m = Model::new();
        let beam = PlanarBeam::new(1.0, 2, section());
        let q = beam.shape(0.0, 0.0, 0.0);
        let b = m.body("beam", beam, &q, &[0.0; 9]);
        add(&mut m, b);
        m.assemble().err().unwrap()
    };
    let world = || Anchor::world(V3::zeros());
    let joint = build(&|m, b| {
        m.joint("hinge", Joint::revolute(), world(), Anchor::node(b, 3));
    });
    let contact = build(&|m, b| {
        let law = ContactLaw::restitution(0.0);
        m.contact("tip", SphereOnPlane { R: 0.0 }, world(), Anchor::node(b, 3), law);
    });
    let force = build(&|m, b| {
        m.force("pull", Applied::force(Anchor::node(b, 3), |_| V3::x()));
    });
    let mut other = Model::new();
    let mass = || PointMass { m: 1.0, dim: 1 };
    let last = (0..6).map(|_| other.body("b", mass(), &[0.0], &[0.0])).last().unwrap();
    let body = build(&|m, _| {
        m.joint("hinge", Joint::revolute(), world(), Anchor::node(last, 0));
    });
    for (e, name) in [(joint, "hinge"), (contact, "tip"), (force, "pull")] {
        let expected = format!("{name}: node of 'beam' = 3 is not allowed; allowed: 0 to 2");
        assert_eq!(e.to_string(), expected);
    }
    assert_eq!(body.to_string(), "hinge: body = 5 is not allowed; allowed: 0 to 0");
}

/// Every parameter of every flexible problem: what must be positive is not zero or less, nothing is
/// something else than a finite number, and the error names the parameter.
#[test]
fn impossible_parameters() {
    use percussion::problems::{find, prepare, PROBLEMS};
    let positive = [
        "L", "R", "A", "I", "J", "E", "G", "EA", "GA", "EI", "rhoA", "rhoI", "rho", "radius", "m",
        "T", "shear", "elements", "degree", "modes", "a", "H",
    ];
    let mut seen = 0;
    for p in PROBLEMS {
        if !prepare(p, &[]).unwrap().system.flexible() {
            continue;
        }
        for par in p.parameters {
            let error = |value: &str| {
                let set = [(par.name.to_string(), value.to_string())];
                prepare(find(p.name).unwrap(), &set).err().map(|e| e.to_string())
            };
            let case = |value: &str| {
                let e = error(value).unwrap_or_else(|| panic!("{}: {}={value}", p.name, par.name));
                assert!(e.contains(par.name) && e.contains("allowed"), "{}: {e}", p.name);
            };
            ["nan", "inf", "-inf", "x", "1e999"].into_iter().for_each(case);
            // the eccentricity of the rotating beam may be zero
            let zero = !(p.name == "rotating-beam" && par.name == "a");
            if positive.contains(&par.name) {
                case("-1");
                seen += 1;
                if zero {
                    case("0");
                }
            }
            if ["elements", "degree", "modes"].contains(&par.name) {
                ["2.5", "1000000000000"].into_iter().for_each(case);
            }
        }
    }
    assert!(seen > 60, "{seen}");
}

/// A floating beam needs a length, stiffness, mass, and a number of modes that it can have.
#[test]
fn impossible_floating_beams() {
    use percussion::bodies::FloatingBeam;
    for (beam, start) in [
        (FloatingBeam::new(0.0, 2, 1.0, 1.0), "b.length = 0"),
        (FloatingBeam::new(f64::NAN, 2, 1.0, 1.0), "b.length = NaN"),
        (FloatingBeam::new(1.0, 0, 1.0, 1.0), "b.modes = 0"),
        (FloatingBeam::new(1.0, 9, 1.0, 1.0), "b.modes = 9"),
        (FloatingBeam::new(1.0, 2, -1.0, 1.0), "b.EI = -1"),
        (FloatingBeam::new(1.0, 2, 1.0, 0.0), "b.rho_A = 0"),
    ] {
        let got = error(beam);
        assert!(got.starts_with(start) && got.contains("allowed"), "{got:?} for {start:?}");
    }
}
