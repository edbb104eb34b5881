//! `percussion check`.

use crate::args::CheckArgs;
use crate::error::CliError;
use crate::model::{check_packages, load, model_file, problem, Texts};
use crate::output::Folder;
use crate::plot::{self, Curve, Labels};
use crate::run::invalid;
use crate::terminal::{print, table};
use percussion::error::ModelError;
use percussion::frame::V3;
use percussion::inspect::{
    check_turning, look, rigid_rotation, rotating_equilibrium, Amplitude, Campbell, Inspection,
    Look, Mode, RowValue, Steadiness,
};
use percussion::problems::{self, Prepared};
use percussion::schemes::options::{number_with, parse_number};
use percussion::statics::StaticSettings;
use percussion::system::{check_initial, project_initial, System};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Files of a sweep.
const FILES: [&str; 2] = ["campbell.csv", "campbell.svg"];
/// Branches in the printed table and in the plot.
const BRANCHES: usize = 7;

/// What is looked at.
struct Subject {
    name: String,
    prepared: Prepared,
    dt: Option<f64>,
    project: bool,
    /// Pairs of shapes that can touch because both collide.
    collisions: Vec<[String; 2]>,
    /// What shapes were taken for.
    notes: Vec<String>,
}

/// An inconsistent start is reported, not refused: the system is assembled without the check.
fn subject(args: &CheckArgs, sets: &[(String, String)]) -> Result<Subject, CliError> {
    let mut sets = sets.to_vec();
    if args.static_start && args.rotating.is_none() {
        sets.push(("settle".into(), "yes".into()));
    }
    check_packages(&args.file, args.packages.as_deref())?;
    match model_file(&args.file) {
        true => {
            let f = load(&args.file, &sets, &Texts::default(), args.packages.as_deref())?;
            let (name, dt, project) = (f.name.clone(), f.dt, f.project);
            let (mut collisions, notes) = (f.collisions.clone(), f.notes.clone());
            let prepared = f.assemble()?;
            let near = prepared.system.listed_pairs().iter();
            collisions.extend(near.map(|p| prepared.system.shapes_of(*p).map(String::from)));
            Ok(Subject { name, prepared, dt, project, collisions, notes })
        }
        false => {
            let p = problem(&args.file)?;
            let prepared = problems::assemble(p, &sets)?;
            let (name, collisions) = (p.name.into(), Vec::new());
            let notes = Vec::new();
            Ok(Subject { name, prepared, dt: Some(p.dt), project: false, collisions, notes })
        }
    }
}

/// Three numbers, which may contain the names that are set.
pub fn angular_velocity(text: &str, sets: &[(String, String)]) -> Result<V3, CliError> {
    let names: Vec<(&str, f64)> =
        sets.iter().filter_map(|(n, v)| Some((n.as_str(), parse_number(v)?))).collect();
    let parts: Option<Vec<f64>> = text.split(',').map(|t| number_with(t, &names)).collect();
    match parts.as_deref() {
        Some(&[x, y, z]) => Ok(V3::new(x, y, z)),
        _ => Err(invalid("--rotating", text, "three finite numbers: X,Y,Z")),
    }
}

/// The system at the state to look at, and from where.
fn ready(
    args: &CheckArgs,
    sets: &[(String, String)],
    shapes: usize,
) -> Result<(Subject, Look), CliError> {
    let mut s = subject(args, sets)?;
    let rotating = match &args.rotating {
        Some(text) => angular_velocity(text, sets)?,
        None => V3::zeros(),
    };
    check_turning(&s.prepared.system, &rotating)?;
    if args.static_start && args.rotating.is_some() {
        let Prepared { system, q0, u0 } = &mut s.prepared;
        let path = rotating_equilibrium(system, q0, rotating, &StaticSettings::new(0.0))?;
        if let Some(load) = path.failed_at {
            return Err(CliError::Stopped(format!(
                "no steady rotation was found at {load} of the angular velocity"
            )));
        }
        if let Some(last) = path.last() {
            q0.clone_from(&last.q);
        }
        *u0 = rigid_rotation(system, q0, &rotating).0;
    }
    Ok((s, Look { rotating, hold_contacts: args.hold_contacts, shapes }))
}

/// `percussion check`.
pub fn check(args: &CheckArgs) -> Result<(), CliError> {
    let whole = |v: &f64| (0.0..=1e4).contains(v) && v.fract() == 0.0;
    let shapes = parse_number(&args.modes)
        .filter(whole)
        .ok_or_else(|| invalid("--modes", &args.modes, "a whole number from 0 to 10000"))?;
    if let Some((name, range)) = &args.sweep {
        return sweep(args, name, range);
    }
    let (s, how) = ready(args, &args.set, shapes as usize)?;
    let Prepared { system, q0, u0 } = &s.prepared;
    let i = look(system, q0, u0, &how);
    let text = match args.json {
        true => format!("{:#}\n", json(&s, &i)),
        false => report(&s, &i, &how),
    };
    print(&text)
}

fn mode_json(m: &Mode, system: &System) -> serde_json::Value {
    let mut v = serde_json::json!({
        "re": m.re, "im": m.im, "frequency": m.im, "damping_ratio": m.damping_ratio(),
    });
    if !m.shape.is_empty() {
        let part = |(n, c): (&String, &Amplitude)| (n.clone(), serde_json::json!([c.re, c.im]));
        v["shape"] = system.u_names.iter().zip(&m.shape).map(part).collect();
    }
    v
}

fn json(s: &Subject, i: &Inspection) -> serde_json::Value {
    let rows = |l: &[RowValue]| -> Vec<serde_json::Value> {
        l.iter().map(|r| serde_json::json!({ "name": r.name, "value": r.value })).collect()
    };
    let modes: Vec<_> = i.modes.iter().map(|m| mode_json(m, &s.prepared.system)).collect();
    serde_json::json!({
        "name": s.name, "coordinates": i.coordinates, "velocities": i.velocities,
        "constraints": i.constraints, "rank": i.rank, "degrees_of_freedom": i.freedoms(),
        "redundant": i.redundant, "position": rows(&i.position), "velocity": rows(&i.velocity),
        "closed": rows(&i.closed), "penetrating": rows(&i.penetrating), "open": i.open,
        "frequencies": i.frequencies, "all_frequencies": !i.partly, "highest_frequency": i.highest,
        "modes": modes, "state": i.steadiness.word(), "velocities_left_out": i.at_rest,
        "unstable": i.unstable, "suggested_dt": i.dt, "suggested_dt_contacts": i.dt_contacts,
        "dt": s.dt, "collisions": s.collisions, "assumed": s.notes,
    })
}

fn list(rows: &[RowValue]) -> String {
    let mut out: Vec<String> =
        rows.iter().take(8).map(|r| format!("{} ({:.3e})", r.name, r.value)).collect();
    if rows.len() > 8 {
        out.push(format!("and {} more", rows.len() - 8));
    }
    out.join(", ")
}

fn report(subject: &Subject, i: &Inspection, how: &Look) -> String {
    let sys = &subject.prepared.system;
    let mut s = format!("{}\n", subject.name);
    let mut line = |key: &str, text: String| {
        let _ = writeln!(s, "  {key:<20} {text}");
    };
    line("bodies", sys.bodies.len().to_string());
    line("coordinates", format!("{}, velocities {}", i.coordinates, i.velocities));
    match (i.rank, i.freedoms()) {
        (Some(r), Some(f)) => {
            line("constraints", format!("{}, of which {r} are independent", i.constraints));
            line("degrees of freedom", f.to_string());
        }
        _ => line(
            "constraints",
            format!("{} (too many to count the independent ones)", i.constraints),
        ),
    }
    if !i.redundant.is_empty() {
        line("redundant", format!("{}: rows that follow from the joints before; the motion is determined, the forces are of minimum norm", i.redundant.join(", ")));
    }
    let fine = |l: &[RowValue], what: &str| match l.is_empty() {
        true => "fulfilled".to_string(),
        false => format!("{what}: {}", list(l)),
    };
    line("start, positions", fine(&i.position, "not fulfilled"));
    line("start, velocities", fine(&i.velocity, "not fulfilled"));
    if sys.lists() {
        let text = format!("{} shapes; contacts exist while two are near", sys.shapes_listed());
        line("collide", text);
    }
    if let Some(advice) = percussion::schemes::advice(sys) {
        line("advice", advice.into());
    }
    for note in &subject.notes {
        line("assumed", note.clone());
    }
    if !subject.collisions.is_empty() {
        let pairs = &subject.collisions;
        let mut names: Vec<String> = pairs.iter().take(8).map(|p| p.join(" - ")).collect();
        if pairs.len() > 8 {
            names.push(format!("and {} more", pairs.len() - 8));
        }
        let near = sys.listed_pairs().len();
        let what = match sys.lists() {
            true if near == pairs.len() => "pairs of shapes that are near".to_string(),
            true => format!("pairs of shapes, {near} of which are near"),
            false => "pairs of shapes".into(),
        };
        line("can touch", format!("{} {what}: {}", pairs.len(), names.join(", ")));
    }
    let contacts = i.closed.len() + i.penetrating.len() + i.open;
    if contacts > 0 {
        let (closed, deep) = (i.closed.len(), i.penetrating.len());
        let text = format!("{contacts}: {} open, {closed} closed, {deep} penetrating", i.open);
        line("contacts", text);
        if !i.closed.is_empty() {
            let names: Vec<&str> = i.closed.iter().take(12).map(|r| r.name.as_str()).collect();
            line("closed at the start", names.join(", "));
        }
        if !i.penetrating.is_empty() {
            line("penetrating", list(&i.penetrating));
        }
    }
    if !(i.position.is_empty() && i.velocity.is_empty() && i.penetrating.is_empty()) {
        let text = match (subject.project, projected(&subject.prepared)) {
            (true, Ok(())) => "none needed: the run projects the start".into(),
            (false, Ok(())) => "change the start, or project it: --set project=yes".into(),
            (_, Err(e)) => format!("change the start; it cannot be projected: {e}"),
        };
        line("remedy", text);
    }
    modes(i, how, sys, &mut line);
    step(i, subject.dt, &mut line);
    s
}

/// Whether the start can be projected, as a run would do.
fn projected(p: &Prepared) -> Result<(), ModelError> {
    let (mut q, mut u) = (p.q0.clone(), p.u0.clone());
    project_initial(&p.system, &mut q, &mut u)?;
    check_initial(&p.system, &q, &u).map(|_| ())
}

/// Modes, and what they are the modes of.
fn modes(i: &Inspection, how: &Look, sys: &System, line: &mut impl FnMut(&str, String)) {
    let moving = subject_moves(sys) || how.rotating != V3::zeros();
    if moving && !i.modes.is_empty() {
        let text = match i.steadiness {
            Steadiness::Momentary => "not steady: the modes below are those of the moment",
            _ => "steady motion",
        };
        line("state", text.into());
    }
    if i.at_rest && i.highest.is_some() {
        line("state", "large: frequencies are those at rest, without damping".into());
    }
    if i.unstable > 0 {
        line("unstable directions", i.unstable.to_string());
    }
    if !i.frequencies.is_empty() {
        let f: Vec<String> = i.frequencies.iter().take(10).map(|w| format!("{w:.6}")).collect();
        let more = match i.highest {
            Some(w) if i.partly || i.frequencies.len() > 10 => format!(", ..., {w:.6}"),
            _ => String::new(),
        };
        line("frequencies (rad/s)", f.join(", ") + &more);
        let vibrating: Vec<&Mode> = i.modes.iter().filter(|m| m.im > 0.0).collect();
        if vibrating.iter().any(|m| m.re != 0.0) {
            let mut sorted = vibrating;
            sorted.sort_by(|a, b| a.im.total_cmp(&b.im));
            let z: Vec<String> =
                sorted.iter().take(10).map(|m| format!("{:.4}", m.damping_ratio())).collect();
            line("damping ratios", z.join(", ") + if sorted.len() > 10 { ", ..." } else { "" });
        }
    } else if let (true, Some(w)) = (i.partly, i.highest) {
        line("highest frequency", format!("{w:.6} rad/s"));
    }
    let real: Vec<String> =
        i.modes.iter().filter(|m| m.im == 0.0).take(10).map(|m| format!("{:.6}", m.re)).collect();
    if !real.is_empty() {
        line("growth, decay (1/s)", real.join(", "));
    }
    for m in i.modes.iter().filter(|m| !m.shape.is_empty()) {
        let mut parts: Vec<(f64, f64, &String)> =
            m.shape.iter().zip(&sys.u_names).map(|(c, n)| (c.norm(), c.arg(), n)).collect();
        parts.retain(|p| p.0 >= 0.01);
        parts.sort_by(|a, b| b.0.total_cmp(&a.0));
        let text: Vec<String> = parts
            .iter()
            .take(8)
            .map(|(size, phase, name)| match phase.to_degrees().round() as i64 {
                0 => format!("{name} {size:.3}"),
                180 | -180 => format!("{name} -{size:.3}"),
                angle => format!("{name} {size:.3} at {angle} deg"),
            })
            .collect();
        let more = if parts.len() > 8 { ", ..." } else { "" };
        line(&format!("mode {:.6}", if m.im > 0.0 { m.im } else { m.re }), text.join(", ") + more);
    }
}

fn subject_moves(sys: &System) -> bool {
    sys.u0.iter().any(|v| *v != 0.0)
}

fn step(i: &Inspection, own: Option<f64>, line: &mut impl FnMut(&str, String)) {
    let why = match (i.dt, i.dt_contacts) {
        (Some(d), Some(c)) if c <= d => " for the contacts",
        _ => "",
    };
    match (i.dt, own) {
        (Some(d), Some(own)) if own > d && why.is_empty() => {
            let below = std::f64::consts::TAU / own / 20.0;
            let text =
                format!("{d} resolves all; that of the model, {own}, those below {below:.4} rad/s");
            line("suggested dt", text)
        }
        (Some(d), Some(own)) if own > d => {
            line("suggested dt", format!("{d}{why}; that of the model is {own}"))
        }
        (Some(d), _) => line("suggested dt", format!("{d}{why}")),
        (None, _) => line("suggested dt", "no vibration to resolve".into()),
    }
}

/// A Campbell table of the modes along a parameter.
fn sweep(args: &CheckArgs, name: &str, range: &str) -> Result<(), CliError> {
    let wrong = || invalid("--sweep", range, "A:B:N with A < B and N from 2 to 10000");
    let parts: Vec<f64> =
        range.split(':').map(parse_number).collect::<Option<_>>().ok_or_else(wrong)?;
    let [a, b, n] = parts[..] else { return Err(wrong()) };
    if !(a < b && n.fract() == 0.0 && (2.0..=1e4).contains(&n)) {
        return Err(wrong());
    }
    let values: Vec<f64> = (0..n as usize).map(|k| a + (b - a) * k as f64 / (n - 1.0)).collect();
    let mut title = String::new();
    let campbell = Campbell::new(&values, |v| {
        let mut sets = args.set.clone();
        sets.push((name.into(), format!("{v:?}")));
        let (s, how) = ready(args, &sets, 0)?;
        title.clone_from(&s.name);
        let Prepared { system, q0, u0 } = &s.prepared;
        Ok::<_, CliError>(look(system, q0, u0, &how).modes)
    })?;
    let default = || PathBuf::from(format!("runs/{title}-campbell"));
    let folder = Folder::open(&args.out.clone().unwrap_or_else(default), &FILES)?;
    folder.write(FILES[0], &csv(name, &campbell))?;
    let title_of_plot = format!("{title}: frequencies over {name}");
    let labels = Labels { title: &title_of_plot, x: name, unit: "rad/s", ..Labels::default() };
    let picture = plot::draw(&labels, &branches(name, &campbell));
    if let Ok(svg) = &picture {
        folder.write(FILES[1], &plot::standalone(svg))?;
    }
    if args.json {
        let rows: Vec<_> = campbell.values.iter().zip(&campbell.modes).map(|(v, m)| {
            let one = |m: &Mode| serde_json::json!({ "re": m.re, "im": m.im, "damping_ratio": m.damping_ratio() });
            serde_json::json!({ "value": v, "modes": m.iter().map(one).collect::<Vec<_>>() })
        }).collect();
        let v = serde_json::json!({
            "name": title, "parameter": name, "sweep": rows, "critical": campbell.critical,
        });
        return print(&format!("{v:#}\n"));
    }
    let mut rows = vec![vec![String::new(), name.to_string(), "frequencies (rad/s)".into()]];
    for (v, m) in campbell.values.iter().zip(&campbell.modes) {
        let w: Vec<String> =
            vibrations(m).iter().take(BRANCHES).map(|m| format!("{:.4}", m.im)).collect();
        rows.push(vec![String::new(), v.to_string(), w.join("  ")]);
    }
    let critical: Vec<String> = campbell.critical.iter().map(|v| format!("{v:.6}")).collect();
    let critical =
        if critical.is_empty() { "none in this range".into() } else { critical.join(", ") };
    print(&format!(
        "{title}\n{}  critical: {name} equals a frequency at {critical}\n  written to {}: {}\n",
        table(&rows, &[false, true, false]),
        folder.path().display(),
        FILES.join(", ")
    ))
}

/// Modes that vibrate, by increasing frequency.
fn vibrations(modes: &[Mode]) -> Vec<&Mode> {
    let mut v: Vec<&Mode> = modes.iter().filter(|m| m.im > 0.0).collect();
    v.sort_by(|a, b| a.im.total_cmp(&b.im));
    v
}

fn csv(name: &str, c: &Campbell) -> String {
    let most = c.modes.iter().map(|m| vibrations(m).len()).max().unwrap_or(0);
    let mut text = name.to_string();
    (1..=most).for_each(|k| text += &format!(",frequency.{k},damping_ratio.{k}"));
    text.push('\n');
    for (v, modes) in c.values.iter().zip(&c.modes) {
        let _ = write!(text, "{v}");
        let found = vibrations(modes);
        for k in 0..most {
            match found.get(k) {
                Some(m) => text += &format!(",{:.16e},{:.16e}", m.im, m.damping_ratio()),
                None => text += ",,",
            }
        }
        text.push('\n');
    }
    text
}

fn branches(name: &str, c: &Campbell) -> Vec<Curve> {
    let last = c.values.last().copied().unwrap_or(1.0);
    let all: Vec<Vec<&Mode>> = c.modes.iter().map(|m| vibrations(m)).collect();
    let most = all.iter().map(Vec::len).max().unwrap_or(0).min(BRANCHES);
    let mut curves: Vec<Curve> = (0..most)
        .map(|k| {
            let point = |(v, m): (&f64, &Vec<&Mode>)| Some((*v, m.get(k)?.im));
            let points = c.values.iter().zip(&all).filter_map(point).collect();
            Curve { label: format!("{}", k + 1), points, reference: None }
        })
        .collect();
    let first = c.values.first().copied().unwrap_or(0.0);
    let points = vec![(first, first.abs()), (last, last.abs())];
    curves.push(Curve { label: format!("= {name}"), points, reference: None });
    curves
}
