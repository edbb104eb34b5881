//! Model files: `check`, `new`, `schema`, `export`, `import`, and reading them for `run`.

use crate::args::{ExportArgs, ImportArgs, NewArgs};
use crate::error::CliError;
use crate::terminal::{complain, print};
use percussion::file::robots::{self, ImportOptions};
use percussion::file::{self, ModelFile};
use percussion::problems::{self, Problem};
use std::cell::RefCell;
use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Longest file that is read.
const MAX_BYTES: u64 = 16 << 20;

/// Whether an argument is a file rather than a named problem.
pub fn model_file(name: &str) -> bool {
    let known = name.ends_with(".toml") || is_robot(name);
    known || problems::find(name).is_err() && Path::new(name).is_file()
}

/// A named problem.
pub fn problem(name: &str) -> Result<&'static Problem, CliError> {
    problems::find(name).map_err(|e| match name.contains(['/', '\\', '.']) {
        true => CliError::Usage(format!("there is no file '{name}', and no problem of this name")),
        false => e.into(),
    })
}

/// Whether a file is a robot description: URDF or MJCF.
fn is_robot(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [".urdf", ".xacro", ".xml", ".mjcf"].iter().any(|end| name.ends_with(end))
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = read_bytes(path)?;
    match path.extension().is_some_and(|e| e.eq_ignore_ascii_case("stl")) {
        true => percussion::shapes::mesh_text(bytes),
        false => String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".into()),
    }
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let file = fs::File::open(path).map_err(|e| e.to_string())?;
    if !file.metadata().is_ok_and(|m| m.is_file()) {
        return Err("it is not a file".into());
    }
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("it is longer than {MAX_BYTES} bytes"));
    }
    Ok(bytes)
}

fn cannot_read(name: &str, why: &str) -> CliError {
    CliError::Usage(format!("cannot read '{name}': {why}"))
}

/// The texts that a model is made of, by the names they were asked for: the file itself, then what
/// it includes.
pub type Texts = RefCell<Vec<(String, String)>>;

/// A folder of packages is for robot descriptions, and must be there.
pub fn check_packages(name: &str, packages: Option<&Path>) -> Result<(), CliError> {
    let why = match packages {
        Some(_) if !is_robot(name) => "is for robot descriptions (.urdf, .xml), not for",
        Some(folder) if !folder.is_dir() => "is not a folder, but has to hold the meshes of",
        _ => return Ok(()),
    };
    let folder = packages.unwrap_or(Path::new("")).display();
    Err(CliError::Usage(format!("--packages '{folder}' {why} '{name}'")))
}

/// Loads a model file, or a robot description turned into one: from `texts`, or from the disk where there are none, which
/// are then noted. Meshes of robots may be in the folder of packages.
pub fn load(
    name: &str,
    sets: &[(String, String)],
    texts: &Texts,
    packages: Option<&Path>,
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
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let mesh = |file: &str| {
        if !from_disk {
            return kept(file).ok_or_else(|| "it was not kept with the run".to_string());
        }
        let text = read_mesh(&folder, packages, file)?;
        note(file, &text);
        Ok(text)
    };
    let text = match is_robot(name) {
        true => convert(name, &text, ImportOptions::default(), &mesh)?,
        false => text,
    };
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
    Ok(problems::load(name, &text, &include, sets)?)
}

/// Where the texts of a model file are on the disk, as far as their names tell.
pub fn places(name: &str, texts: &[(String, String)]) -> Vec<PathBuf> {
    let folder = Path::new(name).parent().unwrap_or(Path::new(""));
    let inner = texts.iter().filter(|(n, _)| n != name);
    let inner = inner.map(|(n, _)| folder.join(n.strip_prefix("file://").unwrap_or(n)));
    inner.filter(|path| path.is_file()).collect()
}

/// A mesh that a robot description names: relative to its folder; `package://NAME/PATH` as PATH or NAME/PATH in the folder of
/// packages, or else in that of the description. Other folders are not read, also not by links.
fn read_mesh(folder: &Path, packages: Option<&Path>, file: &str) -> Result<String, String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let places = match file.strip_prefix("package://") {
        None => vec![folder.join(file.strip_prefix("file://").unwrap_or(file))],
        Some(inner) => {
            let path = inner.split_once('/').map_or(inner, |(_, path)| path);
            let base = packages.unwrap_or(folder);
            vec![base.join(inner), base.join(path)]
        }
    };
    let Some(found) = places.iter().find(|p| p.is_file()) else {
        return Err("there is no such file; name the folder of packages with --packages".into());
    };
    let full = fs::canonicalize(found).map_err(|e| e.to_string())?;
    let inside = |root: &Path| fs::canonicalize(root).is_ok_and(|root| full.starts_with(root));
    match inside(folder) || packages.is_some_and(inside) {
        true => read(&full),
        false => {
            Err("it is outside of the folder of the model; name its folder with --packages".into())
        }
    }
}

fn convert(
    name: &str,
    text: &str,
    options: ImportOptions,
    meshes: file::Include,
) -> Result<String, CliError> {
    let robot = robots::convert_with(text, options, meshes)
        .map_err(|e| CliError::Usage(format!("cannot import '{name}': {e}")))?;
    for w in &robot.warnings {
        complain(&format!("warning: {name}: {w}"));
    }
    Ok(robot.toml)
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
    give(&problems::export(problem, &args.set)?, &args.out)
}

/// `percussion import`.
pub fn import(args: &ImportArgs) -> Result<(), CliError> {
    let name = args.file.display().to_string();
    let text = read(&args.file).map_err(|e| cannot_read(&name, &e))?;
    let options = ImportOptions {
        self_collision: args.self_collision,
        height: args.height,
        keyframe: args.keyframe.as_deref(),
    };
    let folder = args.file.parent().map(Path::to_path_buf).unwrap_or_default();
    let packages = args.packages.as_deref();
    check_packages(&name, packages)?;
    let mesh = |file: &str| read_mesh(&folder, packages, file);
    give(&convert(&name, &text, options, &mesh)?, &args.out)
}
