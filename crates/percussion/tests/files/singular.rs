//! Singular positions: N four-bar linkages in a row whose bars all lie in line at t = 0.7216 and later, where
//! their joints are dependent and every loop could go on in two ways; joints that have no rank at the start.

use crate::common::{load_text, model, run, Run};

fn four_bars(n: usize) -> String {
    let body = |name: &str, repeat: usize, rest: &str| {
        format!("[[bodies]]\nname = \"{name}\"\nrepeat = {repeat}\ntype = \"planar\"\nmass = 1\nsolid = {{ type = \"rod\", length = 1 }}\n{rest}\n")
    };
    let hinge = |name: &str, repeat: usize, bodies: &str, anchor: &str| {
        format!("[[joints]]\nname = \"{name}\"\nrepeat = {repeat}\ntype = \"revolute\"\nbodies = [{bodies}]\nanchor = [{anchor}]\n")
    };
    [
        "gravity = [0, -9.81, 0]\n".to_string(),
        body(
            "up{i-1}",
            n + 1,
            "position = [\"i - 1\", 0.5]\nangle = \"90 deg\"\nvelocity = [0.5, 0]\nspin = -1",
        ),
        body("co{i}", n, "position = [\"i - 0.5\", 1]\nvelocity = [1, 0]"),
        hinge("foot{i-1}", n + 1, "\"world\", \"up{i-1}\"", "\"i - 1\", 0"),
        hinge("left{i}", n, "\"up{i-1}\", \"co{i}\"", "\"i - 1\", 1"),
        hinge("right{i}", n, "\"co{i}\", \"up{i}\"", "\"i\", 1"),
    ]
    .concat()
}

fn go(n: usize, scheme: &str, tol: Option<&str>, dt: f64, t_end: f64) -> Run {
    let mut file = load_text(&four_bars(n)).unwrap_or_else(|d| panic!("{d}"));
    file.scheme = scheme.into();
    file.scheme_options.extend(tol.map(|t| ("tol".to_string(), t.to_string())));
    (file.dt, file.t_end) = (Some(dt), Some(t_end));
    run(file).done()
}

/// All bars turn alike: one angle from the vertical, (N+1)/3 + N of inertia, ((N+1)/2 + N) g of weight.
fn angle(n: usize, t: f64) -> f64 {
    let n = n as f64;
    let rate = 9.81 * ((n + 1.0) / 2.0 + n) / ((n + 1.0) / 3.0 + n);
    let f = |[a, w]: [f64; 2]| [w, rate * a.sin()];
    let (steps, mut y) = (20_000, [0.0, 1.0]);
    let h = t / steps as f64;
    for _ in 0..steps {
        let along = |k: [f64; 2], s: f64| [y[0] + s * k[0], y[1] + s * k[1]];
        let k1 = f(y);
        let k2 = f(along(k1, 0.5 * h));
        let k3 = f(along(k2, 0.5 * h));
        let k4 = f(along(k3, h));
        for i in 0..2 {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y[0]
}

fn error(r: &Run, n: usize, t: f64) -> f64 {
    (r.last("q.co1.x") - 0.5 - angle(n, t).sin()).abs()
}

#[test]
fn a_tighter_tolerance_is_more_accurate_through_singular_positions() {
    let errors = ["1e-4", "1e-6", "1e-8", "1e-10"]
        .map(|tol| error(&go(4, "hybrid", Some(tol), 0.01, 2.0), 4, 2.0));
    assert!(errors.is_sorted_by(|a, b| a > b), "{errors:?}");
    assert!(errors[3] < 1e-9, "{errors:?}");
}

#[test]
fn many_loops_pass_their_singular_position() {
    for dt in [2e-3, 1e-3] {
        let r = go(40, "alpha", None, dt, 0.74);
        assert!(error(&r, 40, 0.74) < 1e-4, "{dt}: {:e}", error(&r, 40, 0.74));
    }
}

/// `moreau` stopped there: what joints ask of velocities at the end of a step turns faster than the iteration follows.
#[test]
fn moreau_passes_singular_positions() {
    let errors = [2e-3, 1e-3, 5e-4].map(|dt| {
        let r = go(4, "moreau", None, dt, 2.0);
        let statistics = &r.record.statistics;
        println!(
            "{dt}: {:e} m, {:e} m, {:?}",
            error(&r, 4, 2.0),
            statistics.position,
            statistics.ways
        );
        assert!(statistics.position < 50.0 * dt * dt, "{dt}: {:e}", statistics.position);
        error(&r, 4, 2.0)
    });
    assert!(errors.is_sorted_by(|a, b| a > b) && errors[2] < 1e-3, "{errors:?}");
}

/// Bars of a universal joint that are parallel at the start: no scheme begins, and the joint is named.
#[test]
fn a_joint_without_rank_at_the_start_is_named() {
    let text = "[[bodies]]\nname = \"b\"\ntype = \"spatial\"\nmass = 1\nprincipal = [1, 1, 1]\n\
        [[joints]]\nname = \"cardan\"\ntype = \"universal\"\na = { body = \"world\" }\n\
        b = { body = \"b\", axes = [[0, 1, 0], [1, 0, 0], [0, 0, -1]] }\n";
    for project in ["", "[run]\nproject = true\n"] {
        let file = load_text(&format!("{text}{project}")).unwrap_or_else(|d| panic!("{d}"));
        let said = file.prepare().err().map(|d| d.to_string()).unwrap_or_default();
        assert!(said.contains("'cardan'"), "{said}");
        assert_eq!(said.contains("no projection"), !project.is_empty(), "{said}");
    }
}

/// The teeth of an escapement are gaps that jump where a tooth leaves its pallet: 41 beats in 20 s, as `alpha` finds
/// them with any step.
#[test]
fn gaps_that_jump_let_one_tooth_go_at_a_time() {
    for tol in ["1e-6", "1e-8"] {
        let mut file = model("escapement", &[]);
        file.scheme = "hybrid".into();
        file.scheme_options.push(("tol".into(), tol.into()));
        let r = run(file).done();
        // alpha with dt = 1e-4: a = 4.40004
        assert!((r.last("q.clock.a") - 4.400).abs() < 2e-3, "{tol}: {}", r.last("q.clock.a"));
        assert!(r.record.statistics.penetration < 1e-9);
    }
}
