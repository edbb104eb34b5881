use super::*;
use crate::error::ModelError;
use crate::problems::{find, prepare, PROBLEMS};
use crate::run::{Settings, Simulation};
use crate::schemes::{Scheme, Start};

fn plan(schemes: &[&str]) -> Plan {
    Plan {
        subject: "linear-oscillator".into(),
        schemes: schemes.iter().map(|s| s.to_string()).collect(),
        steps: vec![0.02, 0.013, 0.01, 0.007],
        t_end: Some(2.0),
        ..Plan::default()
    }
}

fn all(cases: &[Case], known: &[Option<Outcome>], threads: usize) -> Vec<Outcome> {
    let go = |_: usize, _: &Outcome| ControlFlow::Continue(());
    let done = run_all(cases, known, threads, &Interrupt::default(), go);
    done.into_iter().map(Option::unwrap).collect()
}

fn timeless(mut outcomes: Vec<Outcome>) -> Vec<Outcome> {
    outcomes.iter_mut().for_each(|o| o.wall_s = 0.0);
    outcomes
}

#[test]
fn threads_and_known_results_change_nothing() {
    // errors depend on where in a step the impact falls: the slope takes many steps
    let steps = (0..16).map(|k| 0.02 * 0.8_f64.powi(k)).collect();
    let cases = Plan { steps, ..plan(&["moreau"]) }.order().unwrap();
    let one = all(&cases, &[], 1);
    let two = all(&cases, &[None, Some(one[1].clone())], 2);
    assert_eq!(timeless(one.clone()), timeless(two));
    let order = orders(&one);
    assert_eq!(order[0].against, "linear-oscillator-e08");
    assert!(order[0].order_q.unwrap() > 0.5, "{order:?}");
}

#[test]
fn a_fine_run_takes_the_place_of_a_missing_reference() {
    let mut plan = plan(&["moreau"]);
    plan.sets = vec![("e_N".into(), "0.7".into())];
    let cases = plan.order().unwrap();
    let outcomes = all(&cases, &[], 2);
    assert!(outcomes.iter().all(|o| o.against.starts_with("fine run of its own, dt")));
    assert!(outcomes.iter().all(|o| o.error_q.unwrap() > 0.0));
    let Against::Fine { dt, .. } = cases[0].against else { panic!() };
    let itself = Case { dt, ..cases[0].clone() };
    let error = itself.run(&Interrupt::default(), &Fine::default()).unwrap().error_q.unwrap();
    assert!(error < 1e-14, "{error}");
}

/// An event-driven run that is exact to 1e-10 shows so, however far apart its rows are.
#[test]
fn row_pairs_at_events_count_on_both_sides() {
    for problem in ["linear-oscillator", "double-pendulum-wall", "bouncing-pendulum"] {
        let plan = Plan {
            subject: problem.into(),
            schemes: vec!["hybrid".into()],
            tols: vec![1e-10],
            t_end: Some(2.0),
            ..Plan::default()
        };
        let outcomes = all(&plan.work_precision().unwrap(), &[], 1);
        let (q, v) = (outcomes[0].error_q.unwrap(), outcomes[0].error_v.unwrap());
        assert!(q < 1e-8 && v < 1e-8, "{problem}: {q:e} {v:e}");
    }
}

#[test]
fn impossible_plans() {
    let good = plan(&["moreau"]);
    good.order().unwrap();
    type Change = fn(&mut Plan);
    let changes: [Change; 10] = [
        |p| p.steps = vec![0.0],
        |p| p.steps = vec![1e-12],
        |p| p.subject = "none".into(),
        |p| p.schemes = vec!["none".into()],
        |p| p.schemes.clear(),
        |p| p.schemes = vec!["hybrid".into()],
        |p| p.schemes = vec!["dopri5".into()],
        |p| p.against = Some("moreau".into()),
        |p| p.t_end = Some(-1.0),
        |p| p.scheme_sets = vec![("tehta".into(), "1".into())],
    ];
    for (k, change) in changes.into_iter().enumerate() {
        let mut bad = good.clone();
        change(&mut bad);
        assert!(bad.order().is_err(), "{k}");
    }
    let bad = Plan { tols: vec![0.0], schemes: vec!["hybrid".into()], ..good.clone() };
    assert!(bad.work_precision().is_err());
    let sets = vec![("e_N".into(), "0.7".into())];
    let bad = Plan { against: Some("reference".into()), sets, ..good };
    let told = bad.order().unwrap_err().to_string();
    assert!(told.contains("e_N=1") && told.contains("the defaults"), "{told}");
}

#[test]
fn profiles_are_steps_to_the_share_that_is_solved() {
    let outcome = |problem: &str, scheme: &str, evaluations: usize, status: &str| Outcome {
        problem: problem.into(),
        scheme: scheme.into(),
        evaluations,
        wall_s: 1.0,
        status: status.into(),
        ..Outcome::default()
    };
    let mut all = vec![
        outcome("a", "x", 100, "done"),
        outcome("a", "y", 300, "done"),
        outcome("b", "x", 100, "given up"),
        outcome("b", "y", 50, "done"),
    ];
    let curves = profiles(&all, Work::Evaluations);
    assert_eq!((curves[0].solved, curves[1].solved), (1, 2));
    assert_eq!(curves[0].points, [(1.0, 0.5), (TAU_MAX, 0.5)]);
    assert_eq!(curves[1].points, [(1.0, 0.5), (3.0, 0.5), (3.0, 1.0), (TAU_MAX, 1.0)]);
    // a joint that is not held is not a solution
    all[3].position = 1e-3;
    assert_eq!(profiles(&all, Work::Time)[1].solved, 1);
}

#[test]
fn an_integrator_runs_contacts_between_events() {
    let plan = Plan {
        subject: "bouncing-ball".into(),
        schemes: vec!["mdop5".into(), "hybrid".into()],
        t_end: Some(1.5),
        ..Plan::default()
    };
    let cases = plan.profile().unwrap();
    assert_eq!((cases[0].method.as_str(), cases[0].scheme.as_str()), ("mdop5", "event-driven"));
    let outcomes = all(&cases, &[], 2);
    assert!(outcomes.iter().all(|o| o.done() && o.impacts == 1), "{outcomes:?}");
    let few = Case { most: 5, ..cases[0].clone() };
    let given_up = few.run(&Interrupt::default(), &Fine::default()).unwrap();
    assert!(given_up.status.starts_with("given up after"), "{given_up:?}");
}

#[test]
fn traces_hold_energy_and_violations() {
    let plan = Plan {
        subject: "bouncing-pendulum".into(),
        schemes: vec!["alpha".into(), "moreau".into()],
        t_end: Some(1.0),
        ..Plan::default()
    };
    let cases = plan.compare().unwrap();
    let trace = cases[1].trace(100, &Interrupt::default(), &Fine::default()).unwrap();
    assert!(trace.outcome.done());
    let n = trace.get("t").unwrap().len();
    assert!((50..=101).contains(&n));
    for name in ["energy", "position", "velocity", "penetration"] {
        assert_eq!(trace.get(name).unwrap().len(), n, "{name}");
    }
    // moreau keeps joints at velocity level, and lets them drift
    assert!(trace.get("velocity").unwrap().iter().all(|v| *v < 1e-9));
    assert!(trace.get("position").unwrap().iter().any(|v| *v > 1e-9));
}

fn traced(case: &Case, rows: usize) -> Trace {
    case.trace(rows, &Interrupt::default(), &Fine::default()).unwrap()
}

/// Percussions and impulses of rows that are not kept were lost: 12.6 of 43.6 N s here.
#[test]
fn percussions_do_not_depend_on_how_many_rows_are_kept() {
    let plan = Plan {
        subject: "bouncing-pendulum".into(),
        schemes: vec!["alpha".into()],
        t_end: Some(2.0),
        ..Plan::default()
    };
    let case = &plan.compare().unwrap()[0];
    let run = crate::problems::prepare(find("bouncing-pendulum").unwrap(), &[]).unwrap();
    let run = std::sync::Arc::new(run.system).run(case.scheme().unwrap()).dt(case.dt);
    let run = run.until(case.t_end).unwrap();
    for name in ["PN.obstacle", "LaN.obstacle", "Pg.hinge.0", "Lag.hinge.0"] {
        let whole = match run.column(name) {
            Some(values) => values.iter().sum::<f64>(),
            // recorded on request
            None => traced(case, 1_000_000).get(name).unwrap().iter().sum(),
        };
        assert!(whole.abs() > 0.1, "{name}: {whole}");
        for rows in [2, 7, 150, 1999, 5000] {
            let kept = traced(case, rows);
            let sum: f64 = kept.get(name).unwrap().iter().sum();
            assert!((sum - whole).abs() < 1e-12 * whole.abs(), "{name}, {rows}: {sum} {whole}");
        }
    }
}

/// Studies dropped the options that a problem brings (rho_inf = 0 of the hopper).
#[test]
fn a_comparison_runs_every_problem_as_a_run_does() {
    let mut brought = 0;
    for problem in PROBLEMS {
        let steps = if problem.dt < 1e-4 { 40.0 } else { 12.0 };
        let plan = Plan {
            subject: problem.name.into(),
            schemes: vec![problem.scheme.into()],
            t_end: Some(steps * problem.dt),
            ..Plan::default()
        };
        let kept = traced(&plan.compare().unwrap()[0], 1_000_000);
        let ready = crate::problems::prepare(problem, &[]).unwrap();
        let mut scheme = Scheme::new(problem.scheme).unwrap();
        for (name, value) in problem.scheme_options {
            scheme = scheme.set(name, value).unwrap();
            brought += 1;
        }
        let run = std::sync::Arc::new(ready.system).run(scheme).dt(problem.dt);
        let run = run.until(steps * problem.dt).unwrap();
        for name in &run.columns {
            let (a, b) = (run.column(name).unwrap(), kept.get(name).unwrap());
            let same =
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits());
            assert!(same, "{}: {name}", problem.name);
        }
    }
    assert!(brought > 15, "{brought}");
}

/// `profile impacts --schemes hem5 --scheme-set safety=0.3` ran without it and said nothing.
#[test]
fn what_would_be_dropped_is_refused_by_name() {
    let set = |n: &str, v: &str| vec![(n.to_string(), v.to_string())];
    let of = |subject: &str, schemes: &[&str]| Plan {
        subject: subject.into(),
        schemes: schemes.iter().map(|s| s.to_string()).collect(),
        ..Plan::default()
    };
    let told = |cases: Result<Vec<Case>, ModelError>| cases.unwrap_err().to_string();
    let plan = Plan { scheme_sets: set("fixed", "yes"), ..of("bouncing-ball", &["radau5"]) };
    let why = told(plan.profile());
    assert!(why.contains("fixed") && why.contains("event-driven"), "{why}");
    let plan = Plan { scheme_sets: set("violation", "1e-6"), ..of("bouncing-ball", &["radau5"]) };
    assert!(told(plan.profile()).contains("violation"));
    let plan = Plan { scheme_sets: set("rho_inf", "1"), ..of("bouncing-ball", &["moreau"]) };
    assert!(told(plan.compare()).contains("rho_inf"));
    let plan = Plan { scheme_sets: set("alpha.theta", "1"), ..of("bouncing-ball", &["alpha"]) };
    assert!(told(plan.compare()).contains("alpha.theta"));
    let plan = Plan { tols: vec![1e-6], ..of("bouncing-ball", &["alpha", "moreau"]) };
    assert!(told(plan.work_precision()).contains("tol"));
    let plan = Plan { steps: vec![1e-3], ..of("bouncing-ball", &["hybrid"]) };
    assert!(told(plan.profile()).contains("dt"));
    let plan = Plan { steps: vec![1e-3, 1e-4], ..of("bouncing-ball", &["moreau"]) };
    assert!(told(plan.compare()).contains("one value"));
    let plan = Plan { scheme_sets: set("tol", "1e-3"), ..of("bouncing-ball", &["hybrid"]) };
    assert!(told(plan.work_precision()).contains("--tol"));
    let plan = Plan { scheme_sets: set("fixed", "no"), ..of("pendulum", &["hem5"]) };
    assert!(told(plan.order()).contains("constant steps"));
}

/// An integrator that runs contacts under `event-driven` takes its own options there, and no others.
#[test]
fn options_of_integrators_reach_event_driven() {
    let set = |n: &str, v: &str| (n.to_string(), v.to_string());
    let plan = |sets: &[(String, String)]| Plan {
        subject: "bouncing-pendulum".into(),
        schemes: vec!["hem5".into(), "radau5".into()],
        scheme_sets: sets.to_vec(),
        t_end: Some(0.5),
        ..Plan::default()
    };
    let sets = [set("safety", "0.3"), set("violation", "1e-6")];
    let (plain, given) = (plan(&[]).profile().unwrap(), plan(&sets).profile().unwrap());
    let has = |case: &Case, name: &str| case.options.iter().any(|(n, _)| n == name);
    // studies limit evaluations, so that explicit integrators go on in stiff motion
    for (case, of) in given.iter().zip([[true; 3], [true, false, false]]) {
        assert_eq!(
            ["safety", "violation", "stiff"].map(|n| has(case, n)),
            of,
            "{:?}",
            case.options
        );
    }
    let (plain, given) = (all(&plain, &[], 1), all(&given, &[], 1));
    for (a, b) in plain.iter().zip(&given) {
        assert!(a.done() && b.done() && b.steps > 3 * a.steps / 2, "{} {}", a.steps, b.steps);
    }
    let made = |options: &[(&str, &str)]| Scheme::new("event-driven").unwrap().set_all(options);
    let why = made(&[("integrator", "radau5"), ("metric", "I")]).err().unwrap().to_string();
    assert!(why.contains("metric") && why.contains("radau5"), "{why}");
    assert!(made(&[("index", "1"), ("rtol", "1e-6"), ("integrator", "radau5")]).is_ok());
}

/// An explicit integrator stops where stability asks for many short steps, unless it is told to go on.
#[test]
fn explicit_integrators_go_on_in_stiff_motion_where_asked() {
    let problem = find("rotating-beam").unwrap();
    let sets = [("EI", "1e3"), ("modes", "8"), ("eta", "2e-3"), ("damping", "1e-5")];
    let ready = prepare(problem, &sets.map(|(n, v)| (n.to_string(), v.to_string()))).unwrap();
    let run = |option: &str, value: &str| {
        let scheme = Scheme::new("mdop5").unwrap().set("tol", "1e-4").unwrap();
        let scheme = scheme.set(option, value).unwrap();
        let start = Start { t: 0.0, q: &ready.q0, u: &ready.u0, dt: 0.01 };
        let mut sim = Simulation::begin(
            scheme.start(&ready.system, &start).unwrap(),
            Settings::new(0.01, 5.0),
        );
        (0..30).take_while(|_| matches!(sim.step(), Ok(true))).count()
    };
    assert!(run("stiff", "stop") < 30);
    assert_eq!(run("stiff", "go-on"), 30);
    assert!(run("max_steps", "1e4") < 30);
    assert_eq!(run("max_steps", "1e6"), 30);
}

/// Integrators with error control have constant steps, too: the half-explicit method is of order 5.
#[test]
fn orders_of_integrators() {
    let plan = Plan {
        subject: "pendulum".into(),
        schemes: vec!["hem5".into(), "alpha-pv-adaptive".into()],
        steps: vec![0.02, 0.0141, 0.01, 0.0071, 0.005],
        t_end: Some(2.0),
        ..Plan::default()
    };
    let outcomes = all(&plan.order().unwrap(), &[], 2);
    assert!(outcomes.iter().all(Outcome::done), "{outcomes:?}");
    let rows = orders(&outcomes);
    let order = |k: usize| rows[k].order_q.unwrap();
    assert!((order(0) - 5.0).abs() < 0.5 && (order(1) - 2.0).abs() < 0.3, "{rows:?}");
}

/// One scheme with several options or steps in one study.
#[test]
fn schemes_with_options_of_their_own() {
    let mut plan = plan(&["moreau:theta=1", "moreau"]);
    plan.scheme_sets = vec![("moreau.gamma".into(), "0".into())];
    let cases = plan.order().unwrap();
    let options = |k: usize| cases[k].options.clone();
    let set = |n: &str, v: &str| (n.to_string(), v.to_string());
    assert_eq!((cases[0].method.as_str(), cases[0].scheme.as_str()), ("moreau:theta=1", "moreau"));
    assert_eq!(options(0), [set("gamma", "0"), set("theta", "1")]);
    assert_eq!(options(4), [set("gamma", "0")]);
    let steps = Plan { steps: vec![0.01], ..plan.clone() };
    let two = ["alpha:dt=1e-3", "alpha"].map(String::from).to_vec();
    let cases = Plan { schemes: two, scheme_sets: Vec::new(), ..steps }.compare().unwrap();
    assert_eq!((cases[0].dt, cases[1].dt), (1e-3, 0.01));
    for bad in ["moreau:thta=1", "moreau:theta", "moreau:dt=1e-3", "moreau:theta=x"] {
        let bad = Plan { schemes: vec![bad.into()], ..plan.clone() };
        assert!(bad.order().is_err());
    }
}

/// Impacts of the bouncing ball are after 1, 2, 2.5, .. s of 4: steps of 4/n s with n prime never end there.
#[test]
fn steps_do_not_divide_the_times_of_events() {
    let steps = vec![0.1, 0.05, 0.01, 4e-3, 1e-4];
    let plan = Plan {
        subject: "bouncing-ball".into(),
        schemes: vec!["moreau".into()],
        steps: steps.clone(),
        t_end: Some(4.0),
        ..Plan::default()
    };
    for (case, dt) in plan.order().unwrap().iter().zip(steps) {
        assert!((case.dt / dt - 1.0).abs() < 0.06, "{} {dt}", case.dt);
        let n = 4.0 / case.dt;
        assert!((n - n.round()).abs() < 1e-6, "{n}");
        for impact in [1.0, 2.0, 2.5, 2.75, 2.875] {
            let part = (impact / case.dt).fract();
            assert!(part.min(1.0 - part) > 0.03, "{} {impact}", case.dt);
        }
    }
}

#[test]
fn values_of_a_sweep_belong_to_the_run() {
    let sweep = Sweep {
        grid: vec![
            Grid::read("e", "0:1:3").unwrap().unwrap(),
            Grid::read("mu", "1e-2:1:3:log").unwrap().unwrap(),
        ],
        draws: vec![
            Draw::read("m", "uniform(1, 2)").unwrap(),
            Draw::read("k", "normal(5,0)").unwrap(),
        ],
        runs: 4,
        seed: 7,
    };
    assert_eq!(sweep.count().unwrap(), 36);
    assert_eq!(sweep.names().collect::<Vec<_>>(), ["e", "mu", "m", "k"]);
    let v = sweep.values(35);
    assert_eq!((v[0], v[1], v[3]), (1.0, 1.0, 5.0));
    assert!((sweep.values(4)[1] - 0.1).abs() < 1e-15);
    assert!((0..36).all(|k| (1.0..2.0).contains(&sweep.values(k)[2])));
    let other = Sweep { seed: 8, ..sweep.clone() };
    assert_ne!(sweep.values(3)[2], other.values(3)[2]);
    // mean and deviation of many draws
    let normal = Law::Normal(1.0, 2.0);
    let many = Sweep {
        grid: Vec::new(),
        draws: vec![Draw { name: "x".into(), law: normal }],
        runs: 10_000,
        seed: 1,
    };
    let x: Vec<f64> = (0..10_000).map(|k| many.values(k)[0]).collect();
    let mean = x.iter().sum::<f64>() / 1e4;
    let deviation = (x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 1e4).sqrt();
    assert!((mean - 1.0).abs() < 0.08 && (deviation - 2.0).abs() < 0.06, "{mean} {deviation}");
    for bad in ["0:1", "0:1:0", "0:1:1000000000", "a,b", "0:1:3:log", "1:2:3:4"] {
        assert!(Grid::read("e", bad).is_err(), "{bad}");
    }
    for bad in ["uniform(2,1)", "uniform", "loguniform(0,1)", "normal(0,-1)", "cauchy(0,1)"] {
        assert!(Draw::read("e", bad).is_err(), "{bad}");
    }
    let huge = Sweep { runs: 1_000_000_000, ..many };
    assert!(huge.count().unwrap_err().to_string().contains("1000000"));
}
