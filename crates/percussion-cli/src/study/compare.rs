//! `percussion compare`: one problem under several schemes, their trajectories over each other.

use super::cases::{case_csv, case_table, plan};
use super::{folder, run, Results, Shard};
use crate::args::CompareArgs;
use crate::error::CliError;
use crate::terminal::interrupt;
use percussion::study::{figure, panels, Axis, Curve, Fine, Outcome, Trace};
use serde_json::json;

/// Coordinates, velocities and forces that are drawn unless columns are named.
const FEW: usize = 3;

/// `percussion compare`.
pub fn compare(args: &CompareArgs) -> Result<(), CliError> {
    let study = &args.study;
    let cases = plan(study)?.compare()?;
    let out = folder(&study.common, &study.problem, "compare");
    let fine = Fine::default();
    let whole = (cases.len(), Shard { i: 1, n: 1 });
    let settings = json!({ "cases": cases, "rows": args.rows });
    let task = |k: usize| cases[k].trace(args.rows as usize, interrupt(), &fine);
    let traces: Vec<Trace> =
        run(&study.common, &out, ("compare", &settings), whole, task)?.unwrap_or_default();
    let columns = columns(args, &traces)?;
    let mut drawn: Vec<(String, Axis, Vec<Curve>)> = Vec::new();
    for name in &columns {
        let log = ["position", "velocity", "penetration"].contains(&name.as_str());
        let y = match name.as_str() {
            "position" => Axis::log("violation of joints, position"),
            "velocity" => Axis::log("violation of joints, velocity"),
            "penetration" => Axis::log("penetration (m)"),
            "energy" => Axis::linear("energy (J)"),
            name => Axis::linear(name),
        };
        let curve = |t: &Trace| Curve {
            name: t.outcome.scheme.clone(),
            // round-off has no place on a logarithmic axis
            points: t.points(name).into_iter().filter(|p| !log || p.1 > 1e-17).collect(),
            marked: false,
        };
        let curves: Vec<Curve> = traces.iter().map(curve).collect();
        if curves.iter().any(|c| !c.points.is_empty()) {
            drawn.push((name.clone(), y, curves));
        }
    }
    let x = Axis::linear("t (s)");
    let outcomes: Vec<Outcome> = traces.iter().map(|t| t.outcome.clone()).collect();
    let panel = |d: &(String, Axis, Vec<Curve>)| figure(&study.problem, x, Axis { ..d.1 }, &d.2);
    let stacked: Vec<_> =
        drawn.iter().map(|(_, y, c)| (study.problem.as_str(), x, *y, c.as_slice())).collect();
    let results = Results {
        title: format!("Schemes compared: {}", study.problem),
        lead: "The same problem under several schemes.".into(),
        tables: vec![
            ("Runs".into(), case_table(&outcomes, false)),
            ("Conservation".into(), conservation(&outcomes)),
        ],
        csv: series_csv(&traces),
        json: json!({ "runs": outcomes, "columns": columns }),
        figures: drawn.iter().map(|d| (d.0.clone(), panel(d))).collect(),
        svg: panels(&stacked),
    };
    crate::output::Folder::open(&out, &[])?.write("runs.csv", &case_csv(&outcomes))?;
    results.give(&study.common, &out)
}

/// The columns to draw: those named, or the first coordinates, velocities and forces, then violations and
/// energy.
fn columns(args: &CompareArgs, traces: &[Trace]) -> Result<Vec<String>, CliError> {
    let mut valid: Vec<&str> = Vec::new();
    for name in traces.iter().flat_map(|t| &t.series).map(|s| s.name.as_str()) {
        if name != "t" && !valid.contains(&name) {
            valid.push(name);
        }
    }
    if let Some(list) = &args.columns {
        let named = super::names(list);
        if let Some(bad) = named.iter().find(|n| !valid.contains(&n.as_str())) {
            let near = percussion::nearest(bad, valid.iter().copied());
            return Err(CliError::Usage(format!(
                "--columns: there is no column '{bad}'; valid: {}",
                near.into_iter().take(40).collect::<Vec<_>>().join(", ")
            )));
        }
        return Ok(named);
    }
    let mut chosen: Vec<String> = Vec::new();
    for heads in [&["q."][..], &["u."], &["laN.", "lag.", "laF."], &["PN.", "PF."], &["gN."]] {
        let of = valid.iter().filter(|n| heads.iter().any(|h| n.starts_with(h)));
        chosen.extend(of.take(FEW).map(|n| n.to_string()));
    }
    chosen.extend(["position", "velocity", "penetration", "energy"].map(String::from));
    Ok(chosen)
}

fn conservation(all: &[Outcome]) -> Vec<Vec<String>> {
    let head =
        ["scheme", "impacts", "energy change (J)", "max |g|", "max |g'|", "penetration", "status"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for o in all {
        rows.push(vec![
            o.scheme.clone(),
            o.impacts.to_string(),
            format!("{:.6e}", o.energy_change),
            format!("{:.2e}", o.position),
            format!("{:.2e}", o.velocity),
            format!("{:.2e}", o.penetration),
            o.status.clone(),
        ]);
    }
    rows
}

/// All series of all runs in long form; columns that a scheme does not have are empty.
fn series_csv(traces: &[Trace]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for s in traces.iter().flat_map(|t| &t.series) {
        if !names.contains(&s.name.as_str()) {
            names.push(&s.name);
        }
    }
    let mut csv = format!("scheme,{}\n", names.join(","));
    for t in traces {
        let columns: Vec<Option<&[f64]>> = names.iter().map(|n| t.get(n)).collect();
        let rows = t.series.first().map_or(0, |s| s.values.len());
        for k in 0..rows {
            csv += &t.outcome.scheme;
            for c in &columns {
                csv.push(',');
                csv += &c.and_then(|c| c.get(k)).map_or(String::new(), |v| v.to_string());
            }
            csv.push('\n');
        }
    }
    csv
}
