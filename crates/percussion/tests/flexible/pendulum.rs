//! `flexible-pendulum`: Brüls, Acary, Cardona 2018, 6.2.

use crate::common::{run, Run};
use crate::energy::{growth, history};
use percussion::record::Record;

/// Impacts are captured, as published.
fn published(scheme: &str) -> Run {
    let r = run("flexible-pendulum").scheme(scheme);
    if scheme == "alpha" {
        r.option("impacts", "captured")
    } else {
        r
    }
}

fn contact_phase(scheme: &str) -> Record {
    published(scheme).until(0.4).every(100).done()
}

/// Measured: first contact in the step to 0.327025, last one to 0.3487 s; 1.05 updates a step;
/// 0.9965 J lost.
#[test]
fn first_contact_phase() {
    for scheme in ["alpha", "alpha-pvv"] {
        let r = contact_phase(scheme);
        let s = &r.statistics;
        let first = r.events.iter().find(|e| e.kind == "impact").unwrap();
        // by an independent program, located between the steps: 0.327023
        assert!(first.t >= 0.327023 && first.t - 5e-6 <= 0.327023 + 1e-9, "{}", first.t);
        let last = r.events.iter().rfind(|e| e.kind == "take-off").unwrap().t;
        assert!((0.344..0.349).contains(&last), "{last}");
        assert!(s.newton_updates as f64 / s.steps as f64 <= 1.1, "{}", s.newton_updates);
        assert_eq!((s.rejected, s.fixed_point_steps), (0, 0));
        assert!(s.penetration <= 1e-12 && s.position <= 1e-11, "{} {}", s.penetration, s.position);
        // the energy lost belongs to the mesh: 0.99 J with four elements
        assert!((s.energy_start - s.energy_end - 0.99).abs() < 0.02, "{}", s.energy_end);
    }
}

/// Before the impacts energy is constant to 1e-12 J a step. After an impact the energy at the ends
/// of the steps grows by 4.126e-5 J in a step, as an independent program of the paper's equations gives it too: E is
/// not what the method lets decay (see `energy.rs`). Between the contacts E + X never grows, and no
/// step adds more to E than the X of its beginning.
#[test]
fn energy() {
    let free = run("flexible-pendulum").until(0.327).every(1000).done().statistics;
    assert!(free.energy_max_increase < 1e-12, "{:e}", free.energy_max_increase);
    for scheme in ["alpha", "alpha-pvv"] {
        let all = history(&published(scheme).until(0.332), 0.8);
        let [grows, _, flight] = growth(&all);
        assert!((grows - 4.126e-5).abs() < 1e-8, "{scheme}: {grows:e}");
        assert!(flight < 1e-9, "{scheme}: {flight:e}");
        for w in all.windows(2) {
            let more = w[1][0] - w[0][0];
            assert!(more <= w[0][1] + 1e-9, "{scheme}: {more:e}, X = {:e}", w[0][1]);
        }
    }
}

/// With the mesh refined the first contact comes at 0.327017.
#[test]
fn mesh_refined() {
    let r =
        run("flexible-pendulum").set("elements", "32").dt(2e-6).until(0.3271).every(1000).done();
    let t = r.events[0].t;
    assert!((t - 0.327017).abs() <= 3e-6, "{t}");
}

#[test]
fn moreau() {
    let r = run("flexible-pendulum").scheme("moreau").until(0.33).every(1000).done();
    assert!((r.events[0].t - 0.327023).abs() < 2e-5, "{}", r.events[0].t);
}
