//! Vectors of a wrong length, rows that are not there, times that are none.

use super::base;
use percussion::bodies::{FullSection, Section};
use percussion::frame::M3;
use percussion::inspect::{inspect, look, Look};
use percussion::model::Model;
use percussion::picture::{Drawing, Shape as Picture};
use percussion::prelude::*;
use percussion::schemes::{find, Interrupt};
use percussion::statics::{arc_length, equilibrium, settle, StaticSettings};
use percussion::system::{check_initial, project_initial};
use std::sync::Arc;

#[test]
fn coordinates_of_another_system_are_refused() {
    let mut system = base().0.assemble().unwrap();
    let settings = StaticSettings::new(1.0);
    for q in [vec![], vec![0.0; 6], vec![0.0; 8], vec![f64::NAN; 7]] {
        assert_eq!(equilibrium(&mut system, &q, &settings).failed_at, Some(0.0));
        assert_eq!(arc_length(&mut system, &q, &settings).failed_at, Some(0.0));
        let e = settle(&mut system, &q).unwrap_err().to_string();
        assert!(e.contains("coordinates"), "{e}");
        let e = check_initial(&system, &q, &[0.0; 6]).unwrap_err().to_string();
        assert!(e.contains("coordinates"), "{e}");
        assert!(project_initial(&system, &mut q.clone(), &mut [0.0; 6]).is_err());
        assert_eq!(inspect(&system, &q, &[0.0; 6]).velocities, 0);
        assert_eq!(look(&system, &system.q0, &[0.0; 5], &Look::default()).velocities, 0);
    }
    assert!(check_initial(&system, &system.q0, &[0.0; 7]).is_err());
}

/// Whatever the vectors held that the record takes in exchange.
#[test]
fn rows_are_exchanged_for_empty_ones() {
    let mut sim = base().0.run("alpha").dt(1e-2).simulation(0.02).unwrap();
    let n = sim.record().columns.len();
    let (mut rows, mut events) = (vec![f64::NAN; 3], vec![Event::at(f64::NAN, "impact", "")]);
    for taken in [1, 1, 0] {
        sim.exchange_recorded(&mut rows, &mut events);
        assert!(rows.len() == taken * n && events.is_empty() && sim.record().is_empty());
        assert_eq!(sim.step().unwrap(), taken == 1);
        if taken == 1 && sim.progress().0 == 2 {
            sim.exchange_recorded(&mut rows, &mut events);
        }
    }
}

#[test]
fn rows_that_are_not_there_are_empty() {
    let mut record = base().0.run("alpha").dt(1e-2).until(0.02).unwrap();
    let n = record.len();
    assert_eq!((n, record.q(n - 1).len(), record.u(n - 1).len()), (3, 7, 6));
    for k in [n, n + 1, usize::MAX / 2, usize::MAX] {
        assert!(record.row(k).is_empty() && record.q(k).is_empty() && record.u(k).is_empty());
    }
    record.columns.clear();
    assert_eq!((record.len(), record.times().len()), (0, 0));
}

#[test]
fn a_stepper_refuses_times_and_velocities_that_are_none() {
    let system = Arc::new(base().0.assemble().unwrap());
    let scheme = Scheme::new("alpha").unwrap();
    let start = Start::of(&system, 1e-2);
    let mut s = scheme.start_shared(system.clone(), &start).unwrap();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(s.pass_switch(bad, 1e-2).is_err() && s.pass_switch(0.0, bad).is_err());
        assert!(s.inner_step(bad).is_err() && s.restart(&[bad; 6]).is_err());
        assert!(s.refresh(bad).is_err());
    }
    assert!(s.inner_step(-1.0).is_err() && s.restart(&[0.0; 5]).is_err());
    assert_eq!(s.state().t, 0.0);
    s.step(1e-2).unwrap();
    let saved = s.save();
    assert!(scheme.resume_shared(system.clone(), &saved).is_ok());
    assert!(scheme.resume_shared(system.clone(), &saved[1..]).is_err());
    assert!(Simulation::resume_shared(&scheme, system, &saved[1..], 1.0).is_err());
    assert!(find("alhpa").unwrap_err().to_string().contains("alpha"));
}

/// An interrupt set before the start is respected in all steps, under every scheme that looks at it.
#[test]
fn an_interrupt_given_before_the_start_is_not_forgotten() {
    for name in ["high-order", "splitting"] {
        let mut model = Model::new();
        model.gravity(V3::new(0.0, 0.0, -10.0));
        let ball = model.body("ball", PointMass { m: 1.0, dim: 3 }, &[0.0, 0.0, 1e-3], &[0.0; 3]);
        let (floor, centre) = (Anchor::world(V3::zeros()), Anchor::on(ball, V3::zeros()));
        let law = ContactLaw::restitution(0.5);
        model.contact("floor", SphereOnPlane { R: 0.0 }, floor, centre, law);
        let system = model.assemble().unwrap();
        let stop = Interrupt::default();
        let scheme = Scheme::new(name).unwrap().with_interrupt(&stop);
        let mut s = scheme.start(&system, &Start::of(&system, 1e-3)).unwrap();
        stop.raise();
        let interrupted = |e: &StepError| matches!(e, StepError::Interrupted { .. });
        let ended = (0..100).find_map(|_| s.step(1e-3).err());
        assert!(ended.as_ref().is_some_and(interrupted), "{name}: {ended:?}");
    }
}

/// A mass matrix of a section that is none, and pictures with places that are none.
#[test]
fn sections_and_pictures() {
    let section = FullSection::from(Section::circle(1e9, 1e9, 1e3, 0.1));
    let sound = section.mass();
    assert!(section.with_mass(&sound).is_some());
    for x in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
        assert!(section.with_mass(&(sound * x)).is_none(), "{x}");
    }
    let (mut model, ball) = base();
    let nowhere = |_: f64, _: &[f64]| (V3::repeat(f64::NAN), M3::repeat(f64::INFINITY));
    let shapes = vec![Picture::Sphere { radius: 0.1 }];
    model.drawing(Drawing::of(ball).piece("piece", shapes, nowhere));
    model.shape(Anchor::on(ball, V3::zeros()), Picture::cuboid(&V3::repeat(f64::NAN), 0.0));
    if let Ok(r) = model.run("alpha").dt(1e-2).until(0.02) {
        assert!(r.data.iter().all(|x| x.is_finite()));
    }
}
