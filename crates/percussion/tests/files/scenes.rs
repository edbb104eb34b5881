//! Scenes with many contacts: steps that did not end, or ended wrong.

use crate::common::model;
use percussion::file::ModelFile;
use percussion::record::{Record, Status};
use percussion::schemes::{Interrupt, Scheme, Start, Stepper};
use percussion::simulate::{simulate, Settings};
use percussion::system::System;
use std::ops::ControlFlow;

fn scene(name: &str, sets: &[(&str, &str)]) -> ModelFile {
    model(&format!("scenes/{name}"), sets)
}

fn go(name: &str, sets: &[(&str, &str)], scheme: &str, t_end: f64) -> Record {
    let file = scene(name, sets);
    let mut settings = Settings::new(file.dt.unwrap_or(1e-3), t_end);
    settings.every = 10;
    let ready = file.prepare().unwrap_or_else(|d| panic!("{d}"));
    let scheme = Scheme::new(scheme).unwrap();
    let r = simulate(&ready.system, &scheme, &ready.q0, &ready.u0, settings, |_, _| {
        ControlFlow::Continue(())
    });
    assert_eq!(r.status, Status::Done, "{name} {sets:?}");
    r
}

fn speed(r: &Record) -> f64 {
    r.u(r.len() - 1).iter().fold(0.0, |a, v| a.max(v.abs()))
}

#[test]
fn a_row_of_blocks_costs_in_proportion() {
    // μ g t_stop = v: all stop after 0.1019 s
    let r = go("row", &[("n", "30")], "alpha", 0.11);
    assert!(r.statistics.penetration < 1e-9 && speed(&r) < 1e-9);
    let y = r.columns.iter().position(|c| c == "q.block30.y").unwrap();
    let end = r.row(r.len() - 1)[y];
    assert!((end - 0.25 / (2.0 * 0.5 * 9.81)).abs() < 1e-5, "{end}");
}

#[test]
fn a_box_thrown_from_a_stack_slides_on_it_and_stops() {
    // friction stops it after v/(μ g) = 0.0408 s and v²/(2 μ g) = 4.08 mm
    let r = go("stack", &[("n", "3"), ("speed", "0.2")], "alpha", 0.06);
    assert!(r.statistics.penetration < 1e-9, "{}", r.statistics.penetration);
    let x = r.columns.iter().position(|c| c == "q.box3.x").unwrap();
    let end = r.row(r.len() - 1)[x];
    assert!((end - 0.2 * 0.2 / (2.0 * 0.5 * 9.81)).abs() < 2e-5, "{end}");
    assert!(speed(&r) < 1e-9, "{}", speed(&r));
}

#[test]
fn bricks_dropped_by_a_millimetre_come_to_rest() {
    for (rows, columns) in [("2", "2"), ("3", "3")] {
        let sets = [("rows", rows), ("columns", columns), ("drop", "0.001")];
        let r = go("wall", &sets, "alpha", 0.1);
        assert!(r.statistics.penetration < 1e-9, "{}", r.statistics.penetration);
        assert!(speed(&r) < 1e-9, "{rows}: {}", speed(&r));
    }
}

#[test]
fn a_tower_that_is_hit_falls_to_the_end() {
    let r = go("tower", &[("speed", "4")], "alpha", 0.4);
    assert!(r.statistics.penetration < 1e-9, "{}", r.statistics.penetration);
    let gains = r.notes.iter().any(|n| n.contains("energy grew"));
    assert!(!gains, "{:?}", r.notes);
}

#[test]
fn positions_know_the_friction_of_contacts_that_opened() {
    // what λ̄ hands on is taken back at all levels: steps settle, none is accepted with what is left
    let r = go("spheres", &[("n", "50")], "alpha", 0.34);
    assert_eq!(r.statistics.accepted, 0);
    assert!(r.statistics.penetration < 1e-9, "{}", r.statistics.penetration);
}

#[test]
fn what_rests_stays_at_rest() {
    let wall = [("rows", "3"), ("columns", "3")];
    let plain: &[(&str, &str)] = &[];
    for (name, sets) in [("wall", &wall[..]), ("arch", plain), ("card-house", plain)] {
        let r = go(name, sets, "alpha", 0.02);
        assert!(speed(&r) < 1e-9, "{name}: {}", speed(&r));
        assert!(r.statistics.penetration < 1e-9, "{name}: {}", r.statistics.penetration);
    }
}

#[test]
fn far_contacts_are_left_out_of_an_evaluation_and_nothing_else() {
    let ready = scene("spheres", &[("n", "30")]).prepare().unwrap_or_else(|d| panic!("{d}"));
    let sys: &System = &ready.system;
    let (mut all, mut near) = (sys.eval(), sys.eval_near());
    let mut q = ready.q0.clone();
    let mut gaps = vec![0.0; sys.contacts.len()];
    for step in 0..50 {
        sys.evaluate(0.0, &q, &ready.u0, &mut all);
        sys.evaluate(0.0, &q, &ready.u0, &mut near);
        let mut far = 0;
        for (c, k) in sys.contacts.iter().enumerate() {
            gaps[c] = near.g[k.row];
            if near.is_far(k.row) {
                far += 1;
                // a bound from below, and not near
                assert!(all.g[k.row] > 0.005 && near.g[k.row] > 0.0, "{step} {}", k.name);
            } else {
                assert_eq!(all.g[k.row], near.g[k.row]);
                assert_eq!(sys.row(&all, k.row), sys.row(&near, k.row));
            }
        }
        assert!(far > sys.contacts.len() / 2, "{far}");
        sys.far_gaps(&near, &q, &mut gaps);
        for (c, k) in sys.contacts.iter().enumerate() {
            assert_eq!(gaps[c], all.g[k.row]);
        }
        // the spheres come together
        q.chunks_exact_mut(7).enumerate().for_each(|(i, b)| b[2] -= 1e-3 * (i % 7) as f64);
    }
}

#[test]
fn an_interrupt_ends_a_step() {
    let ready =
        scene("stack", &[("n", "5"), ("speed", "1")]).prepare().unwrap_or_else(|d| panic!("{d}"));
    for scheme in ["alpha", "moreau"] {
        let scheme = Scheme::new(scheme).unwrap();
        let mut s = scheme.start(&ready.system, &Start::of(&ready.system, 1e-3)).unwrap();
        let stop = Interrupt::default();
        s.set_interrupt(&stop);
        stop.raise();
        let before = s.state().q.clone();
        // what is solved at once may end well; else it ends with the interrupt and leaves no trace
        if let Err(e) = s.step(1e-3) {
            assert!(matches!(e, percussion::error::StepError::Interrupted { .. }), "{e}");
            assert_eq!(s.state().q, before);
        }
    }
}

#[test]
fn units_do_not_matter() {
    // boxes that are dropped on each other, in metres and in millimetres
    let run = |sets: &[(&str, &str)]| go("stack", sets, "alpha", 0.04);
    let metres = run(&[("n", "3"), ("drop", "0.002")]);
    let millimetres = run(&[("n", "3"), ("drop", "2"), ("w", "200"), ("g", "9810")]);
    for (k, name) in metres.columns.iter().enumerate().filter(|(_, n)| n.starts_with("q.")) {
        let unit = if name.ends_with(['x', 'y', 'z']) { 1000.0 } else { 1.0 };
        let (a, b) = (metres.row(metres.len() - 1)[k], millimetres.row(metres.len() - 1)[k]);
        assert!((a - b / unit).abs() < 1e-9, "{name}: {a} {b}");
    }
}

/// M a = h + W λ after the last step, relative to the largest weight.
fn unbalanced(stepper: &Stepper) -> f64 {
    let (sys, state) = (stepper.system(), stepper.state());
    let mut ev = sys.eval();
    sys.evaluate(state.t, &state.q, &state.u, &mut ev);
    let mut sum = vec![0.0; sys.nu + 1];
    sys.add_M(&ev, &state.a, &mut sum);
    sys.add_forces(&ev, &state.la, -1.0, &mut sum);
    let weight = ev.h.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
    sum.iter().zip(&ev.h).fold(0.0_f64, |a, (s, h)| a.max((s - h).abs())) / weight
}

#[test]
fn forces_of_what_rests_balance() {
    let wall = [("rows", "3"), ("columns", "3")];
    let plain: &[(&str, &str)] = &[];
    for (name, sets) in [("stack", plain), ("wall", &wall[..]), ("arch", plain)] {
        let ready = scene(name, sets).prepare().unwrap_or_else(|d| panic!("{d}"));
        let sys: &System = &ready.system;
        let mut s = Scheme::new("alpha").unwrap().start(sys, &Start::of(sys, 1e-3)).unwrap();
        for _ in 0..5 {
            s.step(1e-3).unwrap();
        }
        let rest = unbalanced(&s);
        assert!(rest < 1e-8, "{name}: {rest}");
    }
}

#[test]
fn forces_of_spheres_in_motion_balance() {
    // spheres of one size on a floor touch each other with normals whose height is round-off
    let ready = scene("spheres", &[]).prepare().unwrap_or_else(|d| panic!("{d}"));
    let sys: &System = &ready.system;
    let mut s = Scheme::new("alpha").unwrap().start(sys, &Start::of(sys, 2e-3)).unwrap();
    for k in 0..150 {
        s.step(2e-3).unwrap();
        let rest = unbalanced(&s);
        assert!(rest < 1e-8, "step {k}: {rest}");
    }
}

#[test]
fn an_interrupt_ends_the_start() {
    let sets = [("rows", "5"), ("columns", "5")];
    let ready = scene("wall", &sets).prepare().unwrap_or_else(|d| panic!("{d}"));
    let stop = Interrupt::default();
    stop.raise();
    for scheme in ["alpha", "moreau"] {
        let scheme = Scheme::new(scheme).unwrap().with_interrupt(&stop);
        let clock = std::time::Instant::now();
        let started = scheme.start(&ready.system, &Start::of(&ready.system, 1e-3));
        let Err(e) = started else { panic!("{scheme:?} started") };
        assert!(matches!(e, percussion::error::StepError::Interrupted { .. }), "{e}");
        assert!(clock.elapsed().as_secs_f64() < 1.0);
    }
}
