//! Model files: `check`, `new`, `schema`, `export`, `import`, and reading them for `run`.

use crate::args::{CheckArgs, ExportArgs, ImportArgs, NewArgs};
use crate::error::CliError;
use crate::terminal::{complain, print};
use percussion::file::urdf::{self, ImportOptions};
use percussion::file::{self, ModelFile};
use percussion::inspect::{inspect, Inspection, RowValue};
use percussion::problems::{self, Prepared};
use std::cell::RefCell;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Longest file that is read.
const MAX_BYTES: u64 = 16 << 20;

/// Whether an argument is a file rather than a named problem.
pub fn model_file(name: &str) -> bool {
    name.ends_with(".toml") || is_urdf(name)
}

fn is_urdf(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with(".urdf") || name.ends_with(".xacro")
}

fn read(path: &Path) -> Result<String, String> {
    let file = fs::File::open(path).map_err(|e| e.to_string())?;
    if !file.metadata().is_ok_and(|m| m.is_file()) {
        return Err("it is not a file".into());
    }
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("it is longer than {MAX_BYTES} bytes"));
    }
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".into())
}

fn cannot_read(name: &str, why: &str) -> CliError {
    CliError::Usage(format!("cannot read '{name}': {why}"))
}

/// The texts that a model is made of, by the names they were asked for: the file itself, then what
/// it includes.
pub type Texts = RefCell<Vec<(String, String)>>;

/// A model file, or a robot description turned into one.
pub fn load(name: &str, sets: &[(String, String)]) -> Result<ModelFile, CliError> {
    load_with(name, sets, &Texts::default())
}

/// The same from these texts, or from the disk where there are none, which are then noted.
pub fn load_with(
    name: &str,
    sets: &[(String, String)],
    texts: &Texts,
) -> Result<ModelFile, CliError> {
    let path = PathBuf::from(name);
    let kept = |name: &str| {
        let texts = texts.borrow();
        texts.iter().find(|(n, _)| n == name).map(|(_, text)| text.clone())
    };
    let from_disk = texts.borrow().is_empty();
    let note = |name: &str, text: &str| {
        if from_disk && kept(name).is_none() {
            texts.borrow_mut().push((name.into(), text.into()));
        }
    };
    let text = match kept(name) {
        Some(text) => text,
        None => read(&path).map_err(|e| cannot_read(name, &e))?,
    };
    note(name, &text);
    let text = if is_urdf(name) { convert(name, &text, ImportOptions::default())? } else { text };
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let root =
        fs::canonicalize(if folder.as_os_str().is_empty() { Path::new(".") } else { &folder });
    let include = |inner: &str| {
        if !from_disk {
            return kept(inner).ok_or_else(|| "it was not kept with the run".to_string());
        }
        let root = root.as_ref().map_err(|e| e.to_string())?;
        // links must not lead out of the folder either
        let full = fs::canonicalize(root.join(inner)).map_err(|e| e.to_string())?;
        if !full.starts_with(root) {
            return Err("it leads out of the folder of the model file".into());
        }
        let text = read(&full)?;
        note(inner, &text);
        Ok(text)
    };
    Ok(file::load(name, &text, &include, sets)?)
}

fn convert(name: &str, text: &str, options: ImportOptions) -> Result<String, CliError> {
    let robot = urdf::convert(text, options)
        .map_err(|e| CliError::Usage(format!("cannot import '{name}': {e}")))?;
    for w in &robot.warnings {
        complain(&format!("warning: {name}: {w}"));
    }
    Ok(robot.toml)
}

/// `percussion check`.
pub fn check(args: &CheckArgs) -> Result<(), CliError> {
    // an inconsistent start is reported, not refused: the system is assembled without the check
    let (name, prepared, dt, project) = match model_file(&args.file) {
        true => {
            let f = load(&args.file, &args.set)?;
            let (name, dt, project) = (f.name.clone(), f.dt, f.project);
            (name, f.assemble()?, dt, project)
        }
        false => {
            let p = problems::find(&args.file)?;
            (p.name.to_string(), problems::prepare(p, &args.set)?, Some(p.dt), false)
        }
    };
    let Prepared { system, q0, u0 } = &prepared;
    let i = inspect(system, q0, u0);
    let text = match args.json {
        true => json(&name, &i, dt),
        false => report(&name, &i, dt, project, system),
    };
    print(&text)
}

fn json(name: &str, i: &Inspection, dt: Option<f64>) -> String {
    let rows = |l: &[RowValue]| -> Vec<serde_json::Value> {
        l.iter().map(|r| serde_json::json!({ "name": r.name, "value": r.value })).collect()
    };
    let v = serde_json::json!({
        "name": name, "coordinates": i.coordinates, "velocities": i.velocities,
        "constraints": i.constraints, "rank": i.rank, "degrees_of_freedom": i.freedoms(),
        "redundant": i.redundant, "position": rows(&i.position), "velocity": rows(&i.velocity),
        "closed": rows(&i.closed), "penetrating": rows(&i.penetrating), "open": i.open,
        "frequencies": i.frequencies, "all_frequencies": !i.partly, "highest_frequency": i.highest,
        "unstable": i.unstable, "suggested_dt": i.dt, "dt": dt,
    });
    format!("{v:#}\n")
}

fn list(rows: &[RowValue]) -> String {
    let mut out: Vec<String> =
        rows.iter().take(8).map(|r| format!("{} ({:.3e})", r.name, r.value)).collect();
    if rows.len() > 8 {
        out.push(format!("and {} more", rows.len() - 8));
    }
    out.join(", ")
}

fn report(
    name: &str,
    i: &Inspection,
    dt: Option<f64>,
    project: bool,
    sys: &percussion::system::System,
) -> String {
    let mut s = format!("{name}\n");
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
    let contacts = i.closed.len() + i.penetrating.len() + i.open;
    if contacts > 0 {
        line(
            "contacts",
            format!(
                "{contacts}: {} open, {} closed, {} penetrating",
                i.open,
                i.closed.len(),
                i.penetrating.len()
            ),
        );
        if !i.closed.is_empty() {
            let names: Vec<&str> = i.closed.iter().take(12).map(|r| r.name.as_str()).collect();
            line("closed at the start", names.join(", "));
        }
        if !i.penetrating.is_empty() {
            line("penetrating", list(&i.penetrating));
        }
    }
    if !(i.position.is_empty() && i.velocity.is_empty() && i.penetrating.is_empty()) {
        line(
            "remedy",
            match project {
                true => "none needed: the run projects the start".into(),
                false => "change the start, or project it: [run] project = true".into(),
            },
        );
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
    } else if let (true, Some(w)) = (i.partly, i.highest) {
        line("highest frequency", format!("{w:.6} rad/s"));
    }
    match (i.dt, dt) {
        (Some(d), Some(own)) if own > d => {
            let below = std::f64::consts::TAU / own / 20.0;
            line(
                "suggested dt",
                format!("{d} resolves all; that of the model, {own}, those below {below:.4} rad/s"),
            )
        }
        (Some(d), _) => line("suggested dt", d.to_string()),
        (None, _) => line("suggested dt", "no vibration to resolve".into()),
    }
    s
}

/// `percussion schema`.
pub fn schema() -> Result<(), CliError> {
    print(&format!("{:#}\n", file::spec::schema()))
}

/// Writes a new file; one that exists is left alone.
fn write_new(path: &Path, text: &str) -> Result<(), CliError> {
    let made = OpenOptions::new().write(true).create_new(true).open(path);
    made.and_then(|mut f| f.write_all(text.as_bytes()))
        .map_err(|e| CliError::file("write", path, &e))
}

/// `percussion new`.
pub fn new(args: &NewArgs) -> Result<(), CliError> {
    let stem = args.name.trim_end_matches(".toml");
    let name = Path::new(stem).file_name().and_then(|n| n.to_str()).unwrap_or("");
    let fine = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(fine) {
        return Err(CliError::Usage(format!(
            "'{}' cannot be the name of a model: letters, digits, '-' and '_', a letter first",
            args.name
        )));
    }
    let path = PathBuf::from(format!("{stem}.toml"));
    write_new(&path, &include_str!("starter.toml").replace("NAME", name))?;
    let p = path.display();
    print(&format!("written: {p}\n  percussion check {p}\n  percussion run {p} --plot\n"))
}

fn give(text: &str, out: &Option<PathBuf>) -> Result<(), CliError> {
    match out {
        Some(path) => write_new(path, text),
        None => print(text),
    }
}

/// `percussion export`.
pub fn export(args: &ExportArgs) -> Result<(), CliError> {
    let problem = problems::find(&args.problem)?;
    give(&file::export::export(problem, &args.set)?, &args.out)
}

/// `percussion import`.
pub fn import(args: &ImportArgs) -> Result<(), CliError> {
    let name = args.file.display().to_string();
    let text = read(&args.file).map_err(|e| cannot_read(&name, &e))?;
    let options = ImportOptions { self_collision: args.self_collision, height: args.height };
    give(&convert(&name, &text, options)?, &args.out)
}
