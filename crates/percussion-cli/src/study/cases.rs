//! `percussion order`, `work-precision`, `profile`: schemes on problems, over steps or tolerances.

use super::{cell, folder, list, names, positive, run, shown, Results, Shard};
use crate::args::{ProfileArgs, StudyArgs};
use crate::error::CliError;
use crate::output::field;
use crate::terminal::interrupt;
use percussion::measure::Norm;
use percussion::study::{
    figure, orders, panels, profiles, Axis, Case, Curve, Fine, Outcome, Plan, ProfileCurve, Work,
    TAU_MAX,
};
use serde_json::json;
use std::path::Path;

/// What was typed, as a plan.
pub fn plan(args: &StudyArgs) -> Result<Plan, CliError> {
    let numbers = |name: &str, text: &Option<String>| match text {
        Some(text) => list(name, text),
        None => Ok(Vec::new()),
    };
    Ok(Plan {
        subject: args.problem.clone(),
        sets: args.set.clone(),
        schemes: names(&args.schemes),
        scheme_sets: args.scheme_set.clone(),
        steps: numbers("dt", &args.dt)?,
        tols: numbers("tol", &args.tol)?,
        t_end: args.t_end.as_ref().map(|t| positive("t-end", t)).transpose()?,
        norm: Norm::read(&args.norm)?,
        against: args.against.clone(),
        most: None,
        published: args.published,
    })
}

fn outcomes(
    args: &StudyArgs,
    out: &Path,
    name: &str,
    cases: &[Case],
) -> Result<Vec<Outcome>, CliError> {
    let fine = Fine::default();
    let whole = (cases.len(), Shard { i: 1, n: 1 });
    let task = |k: usize| cases[k].run(interrupt(), &fine);
    let all = run(&args.common, out, (name, &json!(cases)), whole, task)?;
    Ok(all.unwrap_or_default())
}

/// `percussion order`.
pub fn order(args: &StudyArgs) -> Result<(), CliError> {
    let cases = plan(args)?.order()?;
    let out = folder(&args.common, &args.problem, "order");
    let all = outcomes(args, &out, "order", &cases)?;
    let rows = orders(&all);
    let text = |v: Option<f64>, s: Option<f64>| match (v, s) {
        (Some(v), Some(s)) => format!("{v:.2} +- {s:.2}"),
        _ => "-".into(),
    };
    let mut table = vec![["scheme", "order q", "order v", "against"].map(String::from).to_vec()];
    for r in &rows {
        let (q, v) = (text(r.order_q, r.spread_q), text(r.order_v, r.spread_v));
        table.push(vec![r.scheme.clone(), q, v, r.against.clone()]);
    }
    let labelled = |of: fn(&percussion::study::OrderRow) -> Option<f64>,
                    error: fn(&Outcome) -> Option<f64>| {
        let curve = |r: &percussion::study::OrderRow| Curve {
            name: match of(r) {
                Some(p) => format!("{} ({p:.2})", r.scheme),
                None => r.scheme.clone(),
            },
            points: all
                .iter()
                .filter(|o| o.scheme == r.scheme)
                .filter_map(|o| Some((o.dt, error(o)?)))
                .collect(),
            marked: true,
        };
        rows.iter().map(curve).collect::<Vec<_>>()
    };
    let (q, v) = (labelled(|r| r.order_q, |o| o.error_q), labelled(|r| r.order_v, |o| o.error_v));
    let y = [format!("{} error of q", args.norm), format!("{} error of v", args.norm)];
    let x = Axis::log("dt (s)");
    let title = &args.problem;
    let results = Results {
        title: format!("Observed orders: {title}"),
        lead: format!(
            "Errors in the norm {} over the step; the slopes are in the legend. Each run has a prime number of steps, \
             so that no event at a rational part of the run falls on the end of a step.",
            args.norm
        ),
        tables: vec![("Orders".into(), table), ("Runs".into(), case_table(&all, false))],
        csv: case_csv(&all),
        json: serde_json::Value::Object(
            rows.iter().map(|r| (r.scheme.clone(), json!(r))).collect(),
        ),
        figures: vec![
            ("Coordinates".into(), figure(title, x, Axis::log(&y[0]), &q)),
            ("Velocities".into(), figure(title, x, Axis::log(&y[1]), &v)),
        ],
        svg: panels(&[(title, x, Axis::log(&y[0]), &q), (title, x, Axis::log(&y[1]), &v)]),
    };
    results.give(&args.common, &out)
}

/// `percussion work-precision`.
pub fn work_precision(args: &StudyArgs) -> Result<(), CliError> {
    let plan = plan(args)?;
    let cases = plan.work_precision()?;
    let out = folder(&args.common, &args.problem, "work-precision");
    let all = outcomes(args, &out, "work-precision", &cases)?;
    let mut figures = Vec::new();
    let mut drawn = Vec::new();
    let y = format!("{} error of q", args.norm);
    let members: Vec<String> = plan.members()?.iter().map(|m| m.name()).collect();
    for problem in &members {
        for (x, of) in [
            ("evaluations", (|o: &Outcome| o.evaluations as f64) as fn(&Outcome) -> f64),
            ("time (s)", |o: &Outcome| o.wall_s),
        ] {
            let curve = |scheme: &String| Curve {
                name: scheme.clone(),
                points: all
                    .iter()
                    .filter(|o| o.scheme == *scheme && o.problem == *problem)
                    .filter_map(|o| Some((of(o), o.error_q?)))
                    .collect(),
                marked: true,
            };
            drawn.push((problem.as_str(), x, plan.schemes.iter().map(curve).collect::<Vec<_>>()));
        }
    }
    for (name, x, curves) in &drawn {
        let svg = figure(name, Axis::log(x), Axis::log(&y), curves);
        figures.push((format!("{name}: error over {x}"), svg));
    }
    let all_panels: Vec<_> =
        drawn.iter().map(|(n, x, c)| (*n, Axis::log(x), Axis::log(&y), c.as_slice())).collect();
    let results = Results {
        title: format!("Work and precision: {}", args.problem),
        lead: format!(
            "Errors in the norm {} against evaluations of the equations and time.",
            args.norm
        ),
        tables: vec![("Runs".into(), case_table(&all, true))],
        csv: case_csv(&all),
        json: json!(all),
        svg: panels(&all_panels),
        figures,
    };
    results.give(&args.common, &out)
}

/// `percussion profile`.
pub fn profile(args: &ProfileArgs) -> Result<(), CliError> {
    let mut plan = plan(&args.study)?;
    plan.most = args.most.as_ref().map(|m| positive("most", m)).transpose()?.map(|m| m as usize);
    let cases = plan.profile()?;
    let out = folder(&args.study.common, &args.study.problem, "profile");
    let all = outcomes(&args.study, &out, "profile", &cases)?;
    const COSTS: [(&str, Work); 4] = [
        ("evaluations", Work::Evaluations),
        ("factorisations", Work::Factorisations),
        ("solves", Work::Solves),
        ("time", Work::Time),
    ];
    let by = COSTS.map(|(name, work)| (name, profiles(&all, work)));
    let curve = |p: &ProfileCurve| Curve {
        name: format!("{} ({}/{})", p.scheme, p.solved, p.problems),
        points: p.points.clone(),
        marked: false,
    };
    let (x, y) =
        (Axis::log("τ").between(1.0, TAU_MAX), Axis::linear("share solved").between(0.0, 1.0));
    let drawn = by.each_ref().map(|(name, curves)| {
        let title = format!("{}: {name} within τ of the least", args.study.problem);
        (title, curves.iter().map(curve).collect::<Vec<_>>())
    });
    let mut json: serde_json::Map<String, serde_json::Value> =
        by.iter().map(|(name, curves)| (name.to_string(), json!(curves))).collect();
    json.insert("runs".into(), json!(all));
    let results = Results {
        title: format!("Performance profiles: {}", args.study.problem),
        lead: format!(
            "The share of problems that a method solves within a factor τ of the least cost of any; what a \
             curve lacks of one at the right end failed: it stopped, was given up, or violates joints by more \
             than {:e}.",
            percussion::study::VIOLATION
        ),
        tables: vec![
            ("Methods".into(), method_table(&all, &by[0].1)),
            ("Failures".into(), failures(&all)),
        ],
        csv: case_csv(&all),
        json: json.into(),
        figures: drawn.iter().map(|(t, c)| (t.clone(), figure(t, x, y, c))).collect(),
        svg: panels(&drawn.each_ref().map(|(t, c)| (t.as_str(), x, y, c.as_slice()))),
    };
    results.give(&args.study.common, &out)
}

fn method_table(all: &[Outcome], profiles: &[ProfileCurve]) -> Vec<Vec<String>> {
    let head = [
        "method",
        "solved",
        "of",
        "steps",
        "rejected",
        "evaluations",
        "factorisations",
        "solves",
        "time (s)",
        "max |g|",
        "max |g'|",
        "rho(1.2)",
        "rho(5)",
        "rho(80)",
    ];
    let mut rows = vec![head.map(String::from).to_vec()];
    for p in profiles {
        let own: Vec<&Outcome> = all.iter().filter(|o| o.scheme == p.scheme && o.done()).collect();
        let sum = |of: fn(&Outcome) -> usize| own.iter().map(|o| of(o)).sum::<usize>().to_string();
        let most = |of: fn(&Outcome) -> f64| own.iter().map(|o| of(o)).fold(0.0, f64::max);
        let rho = |tau: f64| {
            let below = p.points.iter().filter(|q| q.0 <= tau * (1.0 + 1e-12));
            format!("{:.2}", below.map(|q| q.1).fold(0.0, f64::max))
        };
        rows.push(vec![
            p.scheme.clone(),
            p.solved.to_string(),
            p.problems.to_string(),
            sum(|o| o.steps),
            sum(|o| o.rejected),
            sum(|o| o.evaluations),
            sum(|o| o.factorisations),
            own.iter()
                .map(|o| o.solves)
                .sum::<Option<usize>>()
                .map_or("-".into(), |n| n.to_string()),
            format!("{:.2}", own.iter().map(|o| o.wall_s).sum::<f64>()),
            format!("{:.1e}", most(|o| o.position)),
            format!("{:.1e}", most(|o| o.velocity)),
            rho(1.2),
            rho(5.0),
            rho(TAU_MAX),
        ]);
    }
    rows
}

fn failures(all: &[Outcome]) -> Vec<Vec<String>> {
    let mut rows = vec![["method", "problem", "why"].map(String::from).to_vec()];
    for o in all {
        let held = o.position <= percussion::study::VIOLATION
            && o.velocity <= 100.0 * percussion::study::VIOLATION;
        let why = match (o.done(), held) {
            (true, true) => continue,
            (true, false) => {
                format!("joints are violated by {:.1e}, {:.1e}", o.position, o.velocity)
            }
            (false, _) => o.status.clone(),
        };
        rows.push(vec![o.scheme.clone(), o.problem.clone(), why]);
    }
    rows
}

/// One row for each run.
pub fn case_table(all: &[Outcome], problems: bool) -> Vec<Vec<String>> {
    let head = [
        "scheme",
        "dt",
        "tol",
        "error q",
        "error v",
        "error t",
        "evaluations",
        "steps",
        "time (s)",
        "against",
    ];
    let many = problems && all.iter().any(|o| o.problem != all[0].problem);
    let early = all.iter().any(|o| !o.done());
    let mut rows = vec![head.map(String::from).to_vec()];
    for o in all {
        rows.push(vec![
            o.scheme.clone(),
            format!("{:.3e}", o.dt),
            shown(o.tol),
            shown(o.error_q),
            shown(o.error_v),
            shown(o.error_t),
            o.evaluations.to_string(),
            o.steps.to_string(),
            format!("{:.3}", o.wall_s),
            o.against.clone(),
        ]);
    }
    for (k, row) in rows.iter_mut().enumerate() {
        if many {
            row.insert(0, if k == 0 { "problem".into() } else { all[k - 1].problem.clone() });
        }
        if early {
            row.push(if k == 0 { "status".into() } else { all[k - 1].status.clone() });
        }
    }
    rows
}

/// One line for each run.
pub fn case_csv(all: &[Outcome]) -> String {
    let mut csv =
        "problem,scheme,dt,tol,error_q,error_v,evaluations,steps,rejected,position,velocity,\
                   penetration,impacts,energy_change,wall_s,against,status,error_t,factorisations,solves\n"
            .to_string();
    for o in all {
        csv += &format!(
            "{},{},{:e},{},{},{},{},{},{},{:e},{:e},{:e},{},{:e},{:.6},{},{},{},{},{}\n",
            o.problem,
            o.scheme,
            o.dt,
            cell(o.tol),
            cell(o.error_q),
            cell(o.error_v),
            o.evaluations,
            o.steps,
            o.rejected,
            o.position,
            o.velocity,
            o.penetration,
            o.impacts,
            o.energy_change,
            o.wall_s,
            field(&o.against),
            field(&o.status),
            cell(o.error_t),
            o.factorisations,
            o.solves.map_or(String::new(), |n| n.to_string())
        );
    }
    csv
}
