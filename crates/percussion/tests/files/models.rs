//! Every file of models/ runs, and does what it says.

use crate::common::{model, run, Run};

fn go(name: &str, sets: &[(&str, &str)]) -> Run {
    let r = run(model(name, sets)).done();
    assert!(r.record.statistics.penetration < 1e-9, "{}", r.record.statistics.penetration);
    assert!(r.record.statistics.position < 1e-9);
    r
}

#[test]
fn every_file_is_tested_here_or_at_rest() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/");
    let tests = [
        include_str!("models.rs"),
        include_str!("rest.rs"),
        include_str!("hulls.rs"),
        include_str!("machines.rs"),
    ]
    .concat();
    let mut n = 0;
    for e in std::fs::read_dir(folder).unwrap() {
        let name = e.unwrap().file_name().into_string().unwrap();
        let Some(name) = name.strip_suffix(".toml") else { continue };
        assert!(tests.contains(&format!("\"{name}\"")), "{name}");
        let text = std::fs::read_to_string(format!("{folder}{name}.toml")).unwrap();
        assert!(text.starts_with("# "), "{name} has no header");
        n += 1;
    }
    assert!(n >= 12);
}

#[test]
fn a_box_falls_on_another() {
    let r = go("two-boxes", &[]);
    assert!((r.last("q.box2.z") - 0.3).abs() < 1e-9 && r.last("u.box2.z").abs() < 1e-9);
}

#[test]
fn slider_rattles_in_its_guide() {
    let r = go("slider-crank-clearance", &[]);
    let y = r.column("q.slider.y");
    assert!(y.iter().all(|y| y.abs() < 0.001 + 1e-9));
    assert!(r.record.events.iter().filter(|e| e.kind == "impact").count() > 3);
    // impacts and friction only take energy
    assert!(r.record.statistics.energy_end < r.record.statistics.energy_start);
}

#[test]
fn four_bar_closes_after_a_turn() {
    let r = go("four-bar", &[]);
    let last = r.record.len() - 1;
    assert!(
        (r.last("q.crank.theta") - r.at(0, "q.crank.theta") - 2.0 * std::f64::consts::PI).abs()
            < 1e-8
    );
    for c in ["q.rocker.theta", "q.coupler.theta", "q.coupler.x"] {
        assert!((r.at(last, c) - r.at(0, c)).abs() < 1e-8, "{c}");
    }
    // Grashof: the rocker swings to and fro
    let theta = r.column("q.rocker.theta");
    let range = theta.iter().fold(0.0_f64, |a, t| a.max((t - theta[0]).abs()));
    assert!(range > 0.3 && range < 2.0, "{range}");
}

#[test]
fn ratchet_turns_one_way() {
    let r = go("ratchet", &[]);
    let pitch = std::f64::consts::TAU / 12.0;
    let theta = r.column("q.ratchet.theta");
    let mut best = f64::MIN;
    for t in &theta {
        best = best.max(*t);
        // it falls back into the last valley, and never over the peak behind it
        assert!(*t > (best / pitch).floor() * pitch - 0.1 * pitch, "{t} after {best}");
    }
    assert!(r.last("q.ratchet.theta") > 3.9 * pitch);
}

#[test]
fn follower_stays_on_a_slow_cam_and_leaves_a_fast_one() {
    let r = go("cam-follower", &[]);
    assert!(r.column("gN.cam-roller").iter().all(|g| g.abs() < 1e-9));
    for k in 0..r.record.len() {
        let (s, c) = r.at(k, "q.cam.theta").sin_cos();
        let y = 0.01 * s + (0.05_f64.powi(2) - (0.01 * c).powi(2)).sqrt();
        assert!((r.at(k, "q.follower.y") - y).abs() < 1e-9);
    }
    let fast = go("cam-follower", &[("omega", "150")]);
    assert!(fast.column("gN.cam-roller").iter().any(|g| *g > 1e-4));
}

/// Swings of a pendulum: changes of the sign of its angle.
fn swings(phi: &[f64]) -> usize {
    phi.windows(2).filter(|w| w[0] < 0.0 && w[1] >= 0.0 || w[0] >= 0.0 && w[1] < 0.0).count()
}

#[test]
fn escapement_advances_half_a_tooth_a_swing_and_keeps_the_pendulum_going() {
    let r = go("escapement", &[]);
    let phi = r.column("q.clock.phi");
    let teeth = (r.last("q.clock.a") - r.at(0, "q.clock.a")) / (std::f64::consts::TAU / 30.0);
    assert!((teeth - 0.5 * swings(&phi) as f64).abs() < 1.0, "{teeth} {}", swings(&phi));
    let late = |v: &[f64]| v[v.len() * 4 / 5..].iter().fold(0.0_f64, |a, p| a.max(p.abs()));
    assert!(late(&phi) > 6.0_f64.to_radians(), "{}", late(&phi));
    // with a tenth of the driving weight it dies down
    let dead = go("escapement", &[("torque", "0.0004")]);
    assert!(late(&dead.column("q.clock.phi")) < 0.8 * 6.0_f64.to_radians());
}

#[test]
fn clock_beats_seconds() {
    let r = go("pendulum-clock", &[]);
    let n = swings(&r.column("q.clock.phi"));
    // large swings are slower, the recoil makes them faster
    assert!((57..=63).contains(&n), "{n}");
}

#[test]
fn walking_toy_keeps_its_pace() {
    let r = go("walking-toy", &[]);
    let (t, x) = (r.column("t"), r.column("q.walker.x"));
    let pace = |from: f64, to: f64| {
        let at = |s: f64| t.iter().position(|v| *v >= s).unwrap_or(t.len() - 1);
        (x[at(to)] - x[at(from)]) / (to - from)
    };
    let (early, late) = (pace(5.0, 7.0), pace(8.0, 10.0));
    assert!(early > 0.5 && (early - late).abs() < 0.1 * early, "{early} {late}");
    // steps, no slip: the angle goes with the way
    assert!((x[x.len() - 1] + r.last("q.walker.theta")).abs() < 0.5);
}

#[test]
fn all_dominoes_fall() {
    let r = go("dominoes", &[]);
    for k in 1..=8 {
        assert!(r.last(&format!("q.domino{k}.theta")) < -1.0);
    }
    // the last one lies flat, the others lean on the next
    assert!((r.last("q.domino8.theta") + std::f64::consts::FRAC_PI_2).abs() < 1e-6);
    assert!(r.record.statistics.energy_end < r.record.statistics.energy_start);
}

#[test]
fn billiard_break_keeps_momentum() {
    let r = go("billiard-break", &[]);
    let last = r.record.len() - 1;
    for c in ["x", "y"] {
        let sum = |row: usize| (1..=11).map(|k| r.at(row, &format!("u.ball{k}.{c}"))).sum::<f64>();
        assert!((sum(last) - sum(0)).abs() < 1e-12, "{c}");
    }
    let moving = (1..=10).filter(|k| r.last(&format!("u.ball{k}.x")).abs() > 1e-3).count();
    assert!(moving >= 8, "{moving}");
    let s = &r.record.statistics;
    assert!(s.energy_end < s.energy_start && s.energy_end > 0.5 * s.energy_start);
}

#[test]
fn excavator_rests_on_its_stops() {
    let r = go("excavator", &[]);
    let deg = |d: f64| d.to_radians();
    assert!((r.last("q.boom.theta") - deg(-20.0)).abs() < 1e-9);
    assert!((r.last("q.stick.theta") - deg(-80.0)).abs() < 1e-9);
    assert!((r.last("q.bucket.theta") - deg(-85.0)).abs() < 1e-9);
    assert!(r.speed() < 1e-10, "{}", r.speed());
}

#[test]
fn chain_swings_down_without_loss() {
    let r = go("chain", &[]);
    let s = &r.record.statistics;
    // of the 10 * 0.1 kg * 9.81 * 0.5 m that it can fall
    assert!((s.energy_end - s.energy_start).abs() < 0.01 * 4.905, "{}", s.energy_end);
    assert!(r.column("q.link10.y").iter().any(|y| *y < -0.8));
}

/// A rubber beam meets the peg with points that are no nodes, loses energy, and its hinge holds.
#[test]
fn flexible_pendulum_meets_the_peg() {
    let r = go("flexible-pendulum", &[]);
    let hits: Vec<&str> = r.record.events.iter().map(|e| e.contact.as_str()).collect();
    assert!(hits.contains(&"touch3") && !hits.contains(&"touch8"), "{hits:?}");
    let (t, g) = (r.column("t"), r.column("gN.touch3"));
    let first = g.iter().position(|g| *g < 1e-9).unwrap();
    // a rigid rod of this length needs 0.487 s from the horizontal to the vertical
    assert!((t[first] - 0.487).abs() < 0.02, "{}", t[first]);
    for c in ["q.beam.x0", "q.beam.y0"] {
        assert!(r.column(c).iter().all(|v| v.abs() < 1e-12));
    }
    assert!(r.record.statistics.energy_max_increase < 1e-9);
}

/// It lies on the floor in the end: no velocity, forces that balance its weight.
#[test]
fn dropped_rod_comes_to_rest() {
    let r = go("dropped-rod", &[]);
    let weight = 1100.0 * std::f64::consts::PI * 0.02_f64.powi(2) * 9.81;
    let force: f64 = (1..=7).map(|k| r.last(&format!("laN.floor{k}"))).sum();
    assert!((force - weight).abs() < 1e-6 * weight, "{force} {weight}");
    for k in 0..=6 {
        assert!((r.last(&format!("q.rod.z{k}")) - 0.02).abs() < 1e-4, "{k}");
        assert!(r.last(&format!("u.rod.x{k}")).abs() < 1e-9, "{k}");
    }
    assert!(r.last("q.rod.x0") > 0.1);
}
