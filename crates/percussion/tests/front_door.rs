//! The way in: the example of the README, the stepping form, and values that cannot be.

use percussion::bodies::{Body, RigidBody};
use percussion::error::StepError;
use percussion::prelude::*;
use percussion::record::Status;
use percussion::schemes::Interrupt;
use percussion::simulate::Simulation;
use std::sync::Arc;

fn ball(height: f64) -> Model {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -10.0, 0.0));
    let body = PlanarBody::new(1.0, 0.004);
    let ball = model.body("ball", body, &[0.0, height, 0.0], &[0.0; 3]);
    let floor = Anchor::world(V3::zeros()).with_axes(basis(&V3::y()));
    let centre = Anchor::on(ball, V3::zeros());
    model.contact("floor", SphereOnPlane { R: 0.1 }, floor, centre, ContactLaw::coulomb(0.0, 0.2));
    model
}

fn refused(run: Run, t_end: f64, names: &[&str]) {
    let e = run.until(t_end).err().unwrap_or_else(|| panic!("not refused: {names:?}")).to_string();
    assert!(names.iter().all(|n| e.contains(n)), "{names:?}: {e}");
}

/// The README's first example is the one that is compiled as the first example of the crate, and it
/// is short.
#[test]
fn the_example_of_the_readme_is_compiled_and_short() {
    let readme = include_str!("../../../README.md");
    let code = |text: &str, mark: &str| -> Vec<String> {
        let lines =
            text.lines().map(|l| l.strip_prefix("//! ").unwrap_or(l.trim_start_matches("//!")));
        lines
            .skip_while(|l| !l.starts_with(mark))
            .skip(1)
            .take_while(|l| !l.starts_with("```"))
            .filter(|l| !l.starts_with("# ") && !l.trim().is_empty())
            .map(String::from)
            .collect()
    };
    let (shown, compiled) =
        (code(readme, "```rust"), code(include_str!("../src/lib.rs"), "```rust"));
    assert_eq!(shown, compiled);
    assert!(shown.len() <= 12, "{} lines", shown.len());
}

/// A ball of 1 kg that falls from 1 m: it hits after sqrt(2 * 0.9 / 10) s with 1 kg sqrt(18) m/s.
#[test]
fn forces_and_impacts_can_be_read_by_name() {
    let record = ball(1.0).run(Alpha::default().rho_inf(0.9)).dt(1e-3).until(1.0).unwrap();
    assert_eq!(record.status, Status::Done);
    let hit = record.events.iter().find(|e| e.kind == "impact").unwrap();
    assert!((hit.t - 0.18_f64.sqrt()).abs() < 2e-3 && hit.contact == "floor");
    assert!((hit.impulse - 18_f64.sqrt()).abs() < 2e-2, "{}", hit.impulse);
    let force = record.column("laN.floor").unwrap();
    assert!((force.last().unwrap() - 10.0).abs() < 1e-8);
    assert!((record.last("q.y").unwrap() - 0.1).abs() < 1e-9);
}

#[test]
fn a_simulation_can_be_watched_pushed_and_left() {
    let mut sim = ball(1.0).run("alpha").dt(1e-3).simulation(1.0).unwrap();
    let mut steps = 0;
    while sim.step().unwrap() {
        steps += 1;
        if sim.state().P[0] > 0.0 {
            break;
        }
    }
    assert!((400..450).contains(&steps), "{steps}");
    let mut u = sim.state().u.clone();
    u[1] = 2.0;
    sim.set_velocities(&u).unwrap();
    assert!(sim.set_velocities(&[f64::NAN; 3]).is_err() && sim.set_velocities(&[]).is_err());
    (0..100).for_each(|_| assert!(sim.step().unwrap()));
    assert!(sim.state().q[1] > 0.2);
    sim.interrupt();
    assert!(!sim.step().unwrap());
    let record = sim.finish();
    assert_eq!((record.len(), record.status), (steps + 101, Status::Interrupted));
    let stop = Interrupt::default();
    stop.raise();
    let stopped = ball(1.0).run("moreau").with_interrupt(&stop).until(1.0).unwrap_err();
    assert!(matches!(stopped.reason, StepError::Interrupted { .. }));
    assert_eq!(stopped.record.unwrap().status, Status::Interrupted);
}

/// Handles of the model find their columns, with joints and contacts with friction beside each other.
#[test]
fn records_are_read_by_handles() {
    let mut model = Model::new();
    model.gravity(V3::new(0.0, -10.0, 0.0));
    let crank =
        model.add("crank", RigidBody::planar(1.0, 0.1).at(0.5, 0.0).spin(1.0).moving(0.0, 0.5));
    let pin = Anchor::on(crank, V3::new(-0.5, 0.0, 0.0));
    let pin = model.joint("pin", Joint::revolute(), Anchor::world(V3::zeros()), pin);
    let ball =
        model.add("ball", RigidBody::planar(2.0, 0.1).at(3.0, 1.0).turned(0.25).moving(1.0, 0.0));
    let (plane, law) = (Anchor::plane(V3::zeros(), V3::y()), ContactLaw::coulomb(0.0, 0.3));
    let floor = model.contact("floor", SphereOnPlane { R: 0.1 }, plane, ball, law);
    assert!(format!("{model:?}").contains("crank"));
    let run = model.run(Alpha::default()).dt(1e-3);
    assert!(format!("{run:?}").contains("alpha"));
    let record = run.until(0.6).unwrap();
    let k = record.len() - 1;
    assert!((record.body(ball).position().y - 0.1).abs() < 1e-9);
    assert_eq!(record.body(ball).position().x, record.last("q.x2").unwrap());
    assert_eq!(record.body(ball).at(0).rotation()[(1, 0)], 0.25_f64.sin());
    assert_eq!(record.body(ball).at(0).velocity(), V3::x());
    assert_eq!(record.body(crank).spin().z, record.last("u.theta1").unwrap());
    assert_eq!(record.body(crank).rows().count(), record.len());
    let column = |name: &str| record.last(name).unwrap();
    let contact = record.contact(floor);
    assert_eq!(contact.force(), [column("laN.floor"), column("laF.floor.0"), 0.0, 0.0]);
    assert_eq!(contact.percussion()[..2], [column("PN.floor"), column("PF.floor.0")]);
    assert_eq!(contact.gap(), column("gN.floor"));
    assert!((contact.force()[0] - 20.0).abs() < 1e-6 && contact.at(0).force() == [0.0; 4]);
    assert_eq!(record.joint(pin, k), [column("lag.pin.0"), column("lag.pin.1")]);
    // a row that is not there, and handles of another model
    assert_eq!(record.body(ball).at(k + 1).position(), V3::zeros());
    let other = ball_and_more();
    assert!(record.body(other).coordinates().is_empty() && record.joint(pin, k + 1).is_empty());
    let hit = record.events.iter().find(|e| e.kind == "impact").unwrap().to_string();
    assert!(hit.contains("impact at floor") && hit.ends_with("N s"), "{hit}");
}

/// The handle of a body that no small model has.
fn ball_and_more() -> percussion::frame::BodyId {
    let mut model = Model::new();
    (0..9).map(|_| model.add("ball", PointMass::at(1.0, V3::zeros()))).last().unwrap()
}

/// A mass of 2 kg on a spring of 1000 N/m that is to start from its equilibrium, 20 mm down, rests there.
#[test]
fn a_settled_model_starts_from_its_equilibrium() {
    use percussion::forces::{Along, Characteristic};
    use percussion::joints::Primitive;
    let last = |settled: bool| {
        let mut model = Model::new();
        model.gravity(V3::new(0.0, 0.0, -10.0)).settled(settled);
        let mass = model.body("mass", PointMass { m: 2.0, dim: 3 }, &[0.0; 3], &[0.0; 3]);
        for (k, n1) in [V3::x(), V3::y(), V3::z()].into_iter().enumerate() {
            let law = Characteristic::SpringDamper { k: 1000.0, c: 0.0, s0: 0.0 };
            let (a, b) = (Anchor::world(V3::zeros()), Anchor::on(mass, V3::zeros()));
            model.force(&format!("spring{k}"), Along::new(Primitive::Along { n1 }, a, b, law));
        }
        let record = model.run("alpha").dt(1e-3).until(0.1).unwrap();
        (record.row(0)[3], record.last("q.z").unwrap())
    };
    let (first, end) = last(true);
    assert!((first + 0.02).abs() < 1e-9 && (end + 0.02).abs() < 1e-9, "{first} {end}");
    assert!(last(false).0 == 0.0 && last(false).1.abs() > 1e-3);
}

/// A simulation that is saved and restored, with another end, gives the rows of one that was
/// not, bit for bit.
#[test]
fn a_simulation_can_be_left_and_resumed() {
    let scheme = Alpha::default().rho_inf(0.9).into_scheme().unwrap();
    let system = Arc::new(ball(1.0).assemble().unwrap());
    let whole = system.run(&scheme).dt(1e-3).every(3).until(1.0).unwrap();
    let mut first = system.run(&scheme).dt(1e-3).every(3).simulation(0.5).unwrap();
    (0..430).for_each(|_| assert!(first.step().unwrap()));
    let saved = first.save();
    let (mut rows, mut events) = first.take_recorded();
    let mut second = Simulation::resume(&scheme, &system, &saved, 1.0).unwrap();
    while second.step().unwrap() {}
    let rest = second.finish();
    rows.extend(&rest.data);
    events.extend(rest.events);
    let bits = |v: &[f64]| v.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&rows), bits(&whole.data));
    assert_eq!(events, whole.events);
    assert_eq!(rest.statistics.steps, whole.statistics.steps);
    assert_eq!(rest.statistics.penetration.to_bits(), whole.statistics.penetration.to_bits());
}

/// Starts, settings and models that cannot be are refused with an error that names what is wrong.
#[test]
fn what_cannot_be_is_refused_by_name() {
    refused(ball(0.05).run("alpha"), 1.0, &["gap", "floor", "-5"]);
    for bad in [f64::NAN, -1e-3, 0.0, f64::INFINITY] {
        refused(ball(1.0).run("alpha").dt(bad), 1.0, &["dt"]);
    }
    for bad in [f64::NAN, -1.0, f64::INFINITY] {
        refused(ball(1.0).run("alpha"), bad, &["t_end"]);
        refused(ball(bad).run("alpha"), 1.0, &[]);
    }
    refused(ball(1.0).run("alpha").every(0), 1.0, &["every"]);
    refused(ball(1.0).run("alpha").from(f64::NAN), 1.0, &["t0"]);
    refused(ball(1.0).run("alpha").dt(1e-12), 1.0, &["steps"]);
    refused(ball(1.0).run("alpha").start(&[0.0], &[0.0; 3]), 1.0, &["coordinates", "1", "3"]);
    refused(ball(1.0).run("alpha").start(&[0.0, 1.0, 0.0], &[0.0; 4]), 1.0, &["velocities", "4"]);
    refused(ball(1.0).run("alpha").start(&[f64::NAN; 3], &[0.0; 3]), 1.0, &["coordinates"]);
    refused(ball(1.0).run("alhpa"), 1.0, &["alpha"]);
    refused(ball(1.0).run("dopri5"), 1.0, &["dopri5", "contacts"]);
    refused(ball(1.0).run(Alpha::default().rho_inf(2.0)), 1.0, &["rho_inf"]);
    refused(Model::new().run("alpha"), 1.0, &[]);
}

/// Every way to add something to a model, with hostile values: assembly or the start says no, or the
/// run ends; nothing panics.
#[test]
fn hostile_parts_never_panic() {
    const BAD: [f64; 6] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, 1e308];
    let law = ContactLaw::coulomb;
    let centre = |b: BodyId| Anchor::on(b, V3::zeros());
    let mut count = 0;
    let mut try_it = |change: &dyn Fn(&mut Model, BodyId)| {
        let mut model = Model::new();
        model.gravity(V3::new(0.0, 0.0, -10.0));
        let q = [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0];
        let body = RigidBody::principal(1.0, 0.004, 0.004, 0.004);
        let ball = model.body("ball", body, &q, &[0.0; 6]);
        change(&mut model, ball);
        match model.run("alpha").dt(1e-2).until(0.05) {
            Ok(r) => assert!(r.data.iter().all(|x| x.is_finite())),
            Err(e) => assert!(!e.to_string().is_empty()),
        }
        count += 1;
    };
    for x in BAD {
        try_it(&|m, _| {
            m.gravity(V3::new(x, 0.0, 0.0));
        });
        try_it(&|m, _| {
            m.body("point", PointMass { m: x, dim: 3 }, &[0.0; 3], &[0.0; 3]);
        });
        try_it(&|m, _| {
            m.body("disc", PlanarBody::new(1.0, x), &[0.0; 3], &[0.0; 3]);
        });
        try_it(&|m, _| {
            m.body("ball2", RigidBody::principal(x, x, x, x), &[x; 7], &[x; 6]);
        });
        try_it(&|m, b| {
            let floor = Anchor::world(V3::new(0.0, 0.0, x));
            m.contact("floor", SphereOnPlane { R: x }, floor, centre(b), law(0.5, 0.3));
        });
        try_it(&|m, b| {
            let floor = Anchor::world(V3::zeros());
            m.contact("floor", SphereOnPlane { R: 0.1 }, floor, centre(b), law(x, x));
        });
        try_it(&|m, b| {
            m.joint("hinge", Joint::revolute(), Anchor::world(V3::new(x, x, x)), centre(b));
        });
        try_it(&|m, b| {
            let c = Anchor::on(b, V3::new(x, 0.0, 0.0));
            m.joint("ball joint", Joint::spherical(), Anchor::world(V3::zeros()), c);
        });
        try_it(&|m, _| {
            m.switch_at(x);
        });
    }
    for dim in [0, 1, 2, 3, 4, 17] {
        try_it(&move |m, _| {
            m.body("point", PointMass { m: 1.0, dim }, &vec![0.0; dim], &vec![0.0; dim]);
        });
        try_it(&move |m, _| {
            m.body("point", PointMass { m: 1.0, dim: 3 }, &vec![0.0; dim], &vec![0.0; dim]);
        });
    }
    // bodies of another model
    let mut other = Model::new();
    let mut more = || other.body("point", PointMass { m: 1.0, dim: 1 }, &[0.0], &[0.0]);
    for body in [more(), more(), more()].into_iter().skip(1) {
        try_it(&move |m, _| {
            m.joint(
                "hinge",
                Joint::revolute(),
                Anchor::world(V3::zeros()),
                Anchor::on(body, V3::zeros()),
            );
        });
    }
    assert!(count > 60);
    // seven rows
    let mut m = Model::new();
    let b = m.body(
        "ball",
        RigidBody::principal(1.0, 0.004, 0.004, 0.004),
        &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
        &[0.0; 6],
    );
    let mut joint = Joint::fixed();
    let more = joint.primitives[0].clone();
    joint.primitives.push(more);
    assert_eq!(joint.primitives.len(), 7);
    m.joint("weld", joint, Anchor::world(V3::zeros()), Anchor::on(b, V3::zeros()));
    refused(m.run("alpha"), 1.0, &["weld", "rows", "7"]);
}

/// A stepper refuses what is not a step, and stays as it was.
#[test]
fn a_stepper_refuses_what_is_not_a_step() {
    let sys = ball(1.0).assemble().unwrap();
    let scheme = Scheme::new("alpha").unwrap();
    let mut s = scheme.start(&sys, &Start::of(&sys, 1e-3)).unwrap();
    for bad in [f64::NAN, -1.0, 0.0, f64::INFINITY] {
        assert!(matches!(s.step(bad), Err(StepError::Refused(_))));
        assert!(scheme.start(&sys, &Start::of(&sys, bad)).is_err());
    }
    assert_eq!(s.state().t, 0.0);
    assert_eq!(PlanarBody::new(1.0, 1.0).q_names().len(), 3);
}

/// Schemes that choose their steps did not heed an interrupt where millions of short ones make a step.
#[test]
fn many_short_steps_within_one_heed_an_interrupt() {
    for name in ["alpha-adaptive", "moreau-adaptive", "schatzman-paoli-adaptive", "splitting"] {
        let mut scheme = Scheme::new(name).unwrap();
        if name == "splitting" {
            scheme = scheme.set("adaptive", "yes").unwrap();
        }
        let scheme = ["h0", "h_max"].into_iter().fold(scheme, |s, o| s.set(o, "1e-9").unwrap());
        let mut model = Model::new();
        let body = PointMass { m: 1.0, dim: 3 };
        model.body("ball", body, &[0.0, 0.0, 1.0], &[0.0; 3]);
        let stop = Interrupt::default();
        let mut sim = model.run(scheme).dt(1.0).with_interrupt(&stop).simulation(1.0).unwrap();
        std::thread::scope(|s| {
            s.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(50));
                stop.raise();
            });
            let ended = sim.step();
            assert!(matches!(ended, Err(StepError::Interrupted { .. })), "{name}: {ended:?}");
        });
    }
}

/// Energies are added up for many steps at once; who looks sees them up to the state reached all the same, and a run that is
/// saved and restored has the same.
#[test]
fn energies_are_those_of_the_state_reached() {
    let of = |sim: &Simulation| {
        let (s, sys) = (sim.state(), sim.system());
        sys.energy(s.t, &s.q, &[&s.u[..], &[1.0]].concat())
    };
    let system = Arc::new(ball(1.0).assemble().unwrap());
    let scheme = percussion::schemes::Scheme::new("alpha").unwrap();
    let mut sim = system.run(scheme.clone()).dt(1e-3).every(7).simulation(0.6).unwrap();
    let (mut last, mut most) = (of(&sim), 0.0_f64);
    let mut saved = None;
    while sim.step().unwrap() {
        let now = of(&sim);
        most = most.max(now - last);
        last = now;
        let done = sim.progress().0;
        if done == 100 {
            saved = Some(sim.save());
        }
        if done.is_multiple_of(45) {
            assert_eq!(sim.record().statistics.energy_end, now);
            assert_eq!(sim.record().statistics.energy_max_increase, most);
        }
    }
    let whole = sim.finish();
    assert_eq!((whole.statistics.energy_end, whole.statistics.energy_max_increase), (last, most));
    let saved = saved.unwrap();
    let mut sim = Simulation::resume_shared(&scheme, system, &saved, 0.6).unwrap();
    while sim.step().unwrap() {}
    let rest = sim.finish();
    assert_eq!(rest.statistics.energy_max_increase, most);
    let tail = &whole.data[whole.data.len() - rest.data.len()..];
    assert!(tail == rest.data && rest.len() == 600 / 7 + 1 - 14, "{}", rest.len());
}
