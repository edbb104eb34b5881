//! Every problem with a flexible body runs under the schemes for contacts and keeps its joints.

use crate::common::run;
use percussion::problems::PROBLEMS;

#[test]
fn problems_run_under_all_three_schemes() {
    let mut count = 0;
    for p in PROBLEMS {
        if !run(p.name).prepare().system.flexible() {
            continue;
        }
        count += 1;
        for scheme in ["alpha", "alpha-pvv", "moreau"] {
            // the first tenth, and not more than 400 steps
            let until = (0.1 * p.t_end).min(400.0 * p.dt);
            let r = run(p.name).scheme(scheme).until(until).done();
            let s = &r.statistics;
            assert!(r.data.iter().all(|v| v.is_finite()), "{} {scheme}", p.name);
            let bound = if scheme == "moreau" { 1e-2 } else { 1e-10 };
            assert!(s.position <= bound, "{} {scheme}: {:e}", p.name, s.position);
            assert!(s.penetration <= bound, "{} {scheme}: {:e}", p.name, s.penetration);
        }
    }
    assert!(count >= 10, "{count}");
}
