//! Model files: TOML in, a [`Model`] or every mistake with its place out.
//!
//! A file is parsed ([`read`]), read into the structures of [`spec`], built through the same
//! constructors as the named problems, and handed on as a [`ModelFile`]. Nothing here opens a
//! file: what is included comes from a function of the caller's. The format is described in
//! docs/model-files.md.

mod bodies;
mod build;
mod collide;
mod contacts;
mod describe;
#[doc(hidden)]
pub mod diagnostics;
#[doc(hidden)]
pub mod export;
mod flexible;
mod hulls;
mod joints;
mod masses;
mod outlines;
#[doc(hidden)]
pub mod read;
mod replace;
#[cfg(feature = "urdf")]
pub mod robots;
mod scope;
mod shapes;
mod solids;
#[doc(hidden)]
pub mod spec;
mod systems;

pub use diagnostics::{Diagnostic, Diagnostics, Span};
pub use scope::Functions;

use crate::error::ModelError;
use crate::model::{Model, Naming};
use crate::prepare::{assemble_model, prepare_model, Prepared};
use crate::schemes::{self, OptionInfo};
use build::Builder;
use read::{Number, Read, Text};
use replace::Replacements;
use spec::{FileSpec, NamesWord};
use std::collections::HashMap;

/// Most files that include one another.
const MAX_FILES: usize = 64;

/// A model file, read and checked.
pub struct ModelFile {
    /// Name of the model.
    pub name: String,
    /// One line about it.
    pub description: String,
    /// The model.
    pub model: Model,
    /// Scheme.
    pub scheme: String,
    /// Options of the scheme.
    pub scheme_options: Vec<(String, String)>,
    /// Step size, where given.
    pub dt: Option<f64>,
    /// End time, where given.
    pub t_end: Option<f64>,
    /// Record every n-th step.
    pub every: usize,
    /// Whether to project the start.
    pub project: bool,
    /// Names of the parameters.
    pub parameters: Vec<String>,
    /// Settings that are no parameters: initial values, coefficients.
    pub sets: Vec<(String, String)>,
    /// Pairs of shapes that can touch because both collide.
    pub collisions: Vec<[String; 2]>,
    /// What shapes were taken for where they are not exact.
    pub notes: Vec<String>,
    places: HashMap<String, Span>,
    d: Diagnostics,
}

/// Step and end where a file gives none.
pub const DEFAULT_DT: f64 = 1e-3;
/// End where a file gives none.
pub const DEFAULT_T_END: f64 = 1.0;

impl ModelFile {
    /// Assemble the equations without checking the start. Settings apply as in
    /// [`ModelFile::prepare`], apart from projection.
    ///
    /// # Errors
    /// As [`ModelFile::prepare`], but not an inconsistent start.
    pub fn assemble(self) -> Result<Prepared, Diagnostics> {
        self.ready(assemble_model)
    }
    /// Assemble the equations and check the start.
    ///
    /// # Errors
    /// What the core refuses, at the place of the part that it names.
    pub fn prepare(self) -> Result<Prepared, Diagnostics> {
        self.ready(prepare_model)
    }
    fn ready(self, how: How) -> Result<Prepared, Diagnostics> {
        let own: Vec<&str> = self.parameters.iter().map(String::as_str).collect();
        let ModelFile { model, sets, project, places, mut d, .. } = self;
        how(model, &own, &sets, project).map_err(|e| {
            let span = place(&e, &places);
            let label = if span.is_some() { "this one" } else { "in this model" };
            d.add(span.unwrap_or_default(), e.to_string(), label);
            d
        })
    }
}

type How = fn(Model, &[&str], &[(String, String)], bool) -> Result<Prepared, ModelError>;

/// Where the part stands that an error names.
fn place(e: &ModelError, places: &HashMap<String, Span>) -> Option<Span> {
    if let ModelError::Inconsistent { element, .. } = e {
        return places.get(element).copied();
    }
    let text = e.to_string();
    let mut found: Vec<(&String, &Span)> =
        places.iter().filter(|(n, _)| text.contains(n.as_str())).collect();
    found.sort_by_key(|(n, s)| (std::cmp::Reverse(n.len()), s.start));
    found.first().map(|(_, s)| **s)
}

/// Reads the text of an included file, or of a mesh, by its path relative to the folder of the main file. Of a
/// binary STL file it is what [`crate::collision::shapes::mesh_text`] makes of it.
pub type Include<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// Systems that are part of a program, which a file can name (`[[functions]]`).
pub trait Systems: Sync {
    /// Their names.
    fn names(&self) -> Vec<&'static str>;
    /// The parameters of one; none where there is no such system.
    fn parameters(&self, name: &str) -> Option<&'static [OptionInfo]>;
    /// One with some of its parameters set.
    ///
    /// # Errors
    /// Unknown names and values that are not allowed.
    fn model(&self, name: &str, sets: &[(String, String)]) -> Result<Model, ModelError>;
}

/// What a file may name that does not stand in it.
#[derive(Default)]
pub struct Known {
    /// Functions that its expressions may call.
    pub functions: Functions,
    /// Systems of the program.
    pub systems: Option<&'static dyn Systems>,
}

/// Load a model file; [`crate::problems::load`] knows the named problems as well.
///
/// `include` gives the text of an included file; `sets` are settings of the command line, which
/// replace parameters or, by the way to them, numbers of the file (`bodies.arm.mass`), or go to [`ModelFile::sets`].
///
/// # Errors
/// All mistakes, each with its place.
pub fn load(
    name: &str,
    text: &str,
    include: Include,
    sets: &[(String, String)],
    known: Known,
) -> Result<ModelFile, Diagnostics> {
    let mut d = Diagnostics::default();
    let (mut files, mut meshes) = (Vec::new(), HashMap::new());
    let mut sets = Replacements::new(sets);
    let main = parse(name, text, &mut sets, &mut d);
    if let Some(spec) = main {
        let mut open = vec![file_name(name)];
        collect(spec, "", include, &mut sets, &mut open, &mut files, &mut d);
    }
    let sets = &sets.rest(&mut d);
    for path in files.iter().flat_map(hulls::paths) {
        meshes.entry(path.clone()).or_insert_with(|| include(&path));
    }
    build(&files, sets, d, known, meshes)
}

fn file_name(path: &str) -> String {
    path.rsplit(['/', '\\']).next().unwrap_or(path).into()
}

fn parse(name: &str, text: &str, sets: &mut Replacements, d: &mut Diagnostics) -> Option<FileSpec> {
    let mut node = read::parse(name, text, d);
    sets.apply(&mut node, d);
    FileSpec::read(&node, d)
}

/// A file with those it includes, included ones first.
fn collect(
    mut spec: FileSpec,
    folder: &str,
    include: Include,
    sets: &mut Replacements,
    open: &mut Vec<String>,
    files: &mut Vec<FileSpec>,
    d: &mut Diagnostics,
) {
    for t in spec.include.iter().flatten() {
        let path = match join(folder, &t.text) {
            Ok(p) => p,
            Err(why) => {
                d.add(
                    t.span,
                    format!("cannot include '{}': {why}", t.text),
                    "a path below this file's folder",
                );
                continue;
            }
        };
        if open.contains(&path) {
            d.add(t.span, format!("'{path}' includes itself"), "remove this");
            continue;
        }
        if d.sources.len() >= MAX_FILES {
            d.add(t.span, "too many files", format!("at most {MAX_FILES}"));
            return;
        }
        match include(&path) {
            Ok(text) => {
                let Some(inner) = parse(&path, &text, sets, d) else { continue };
                let below = path.rsplit_once('/').map_or("", |(f, _)| f).to_string();
                open.push(path);
                collect(inner, &below, include, sets, open, files, d);
                open.pop();
            }
            Err(why) => d.add(t.span, format!("cannot include '{}': {why}", t.text), "here"),
        }
    }
    // a collider is a shape that collides
    for mut s in spec.colliders.take().into_iter().flatten() {
        s.collide.get_or_insert(true);
        spec.shapes.get_or_insert_default().push(s);
    }
    hulls::resolve(&mut spec, folder, d);
    files.push(spec);
}

/// A path relative to the main file's folder, which it may not leave.
fn join(folder: &str, path: &str) -> Result<String, &'static str> {
    if path.starts_with(['/', '\\']) || path.contains([':', '\\', '\0']) {
        return Err("the path is not relative, or has a character that paths here do not have");
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|p| !p.is_empty()).collect();
    for p in path.split('/') {
        match p {
            "" | "." => {}
            ".." => {
                parts.pop().ok_or("it leaves the folder of the model file")?;
            }
            p => parts.push(p),
        }
    }
    match path.split('/').all(|p| p.is_empty() || p == ".") {
        true => Err("it names no file"),
        false => Ok(parts.join("/")),
    }
}

fn last<'a, T>(files: &'a [FileSpec], f: impl Fn(&'a FileSpec) -> Option<T>) -> Option<T> {
    files.iter().rev().find_map(f)
}

fn build(
    files: &[FileSpec],
    sets: &[(String, String)],
    d: Diagnostics,
    known: Known,
    meshes: HashMap<String, Result<String, String>>,
) -> Result<ModelFile, Diagnostics> {
    let mut b = Builder::new(d, known);
    b.meshes = meshes;
    let rest = parameters(&mut b, files, sets);
    for (name, t) in files.iter().flat_map(|f| &f.tables).flat_map(|t| &t.0) {
        b.table(name, t);
    }
    // systems of the program come first: a model starts with them
    for (k, f) in files.iter().flat_map(|f| f.functions.iter().flatten()).enumerate() {
        if k > 0 {
            b.d.add(f.span, "only one system of the program can be in a model", "remove this");
            break;
        }
        b.functions(f);
    }
    let all = || files.iter();
    if let Some(g) = last(files, |f| f.gravity.as_ref()) {
        let g = b.vector(g);
        b.model.gravity(g);
    }
    all().flat_map(|f| &f.materials).flat_map(|m| &m.0).for_each(|(n, m)| b.material(&n.text, m));
    all().flat_map(|f| f.pairs.iter().flatten()).for_each(|p| b.pair(p));
    all().flat_map(|f| f.bodies.iter().flatten()).for_each(|s| b.bodies(s));
    all().flat_map(|f| f.systems.iter().flatten()).for_each(|s| b.system(s));
    all().flat_map(|f| f.forces.iter().flatten()).for_each(|s| b.forces(s));
    last(files, |f| f.ground.as_ref()).into_iter().for_each(|g| b.ground(g));
    all().flat_map(|f| f.shapes.iter().flatten()).for_each(|s| b.shapes(s));
    for f in files {
        elements(f).into_iter().for_each(|e| e.build(&mut b));
    }
    let ignored: Vec<_> = all().flat_map(|f| f.ignore.iter().flatten()).collect();
    b.collide(&all().filter_map(|f| f.collide.as_ref()).collect::<Vec<_>>(), &ignored);
    if let Some(v) = last(files, |f| f.switches.as_ref()) {
        for n in &v.items {
            let t = b.number(n);
            b.model.switch_at(t);
        }
    }
    for p in all().filter_map(|f| f.output.as_ref()).flat_map(|o| o.points.iter().flatten()) {
        b.output_points(p);
    }
    let names = last(files, |f| f.output.as_ref()?.names);
    b.model.naming(match names {
        Some(NamesWord::Numbered) => Naming::Numbered,
        _ => Naming::Bodies,
    });
    for (span, name) in std::mem::take(&mut b.d.mentions) {
        b.body(&Text { span, text: name });
    }
    if b.model.bodies.is_empty() && b.d.is_empty() {
        b.d.add(Span::default(), "the file describes no body", "add [[bodies]]");
    }
    finish(b, files, rest)
}

/// An entry that becomes rows of the system.
enum Rows<'a> {
    Joint(&'a spec::JointSpec),
    Contact(&'a spec::ContactSpec),
    System(&'a spec::SystemSpec),
    Friction(&'a spec::FrictionSpec),
}

impl Rows<'_> {
    fn place(&self) -> usize {
        match self {
            Rows::Joint(s) => s.span.start,
            Rows::Contact(s) => s.span.start,
            Rows::System(s) => s.span.start,
            Rows::Friction(s) => s.span.start,
        }
    }
    fn build(self, b: &mut Builder) {
        match self {
            Rows::Joint(s) => b.joints(s),
            Rows::Contact(s) => b.contacts(s),
            Rows::System(s) => b.system_elements(s),
            Rows::Friction(s) => b.frictions(s),
        }
    }
}

/// Joints, contacts and dry friction of a file in the order in which they stand there.
fn elements(f: &FileSpec) -> Vec<Rows<'_>> {
    let mut list: Vec<Rows> = f.joints.iter().flatten().map(Rows::Joint).collect();
    list.extend(f.contacts.iter().flatten().map(Rows::Contact));
    list.extend(f.systems.iter().flatten().map(Rows::System));
    list.extend(f.friction.iter().flatten().map(Rows::Friction));
    list.sort_by_key(Rows::place);
    list
}

/// Evaluate the parameters; what is left of the settings is given back.
fn parameters(
    b: &mut Builder,
    files: &[FileSpec],
    sets: &[(String, String)],
) -> Vec<(String, String)> {
    let mut list: Vec<(&Text, &Number)> = Vec::new();
    for (name, value) in files.iter().flat_map(|f| &f.parameters).flat_map(|p| &p.0) {
        list.retain(|(n, _)| n.text != name.text);
        list.push((name, value));
    }
    let (own, rest): (Vec<_>, Vec<_>) =
        sets.iter().cloned().partition(|(n, _)| list.iter().any(|(t, _)| t.text == *n));
    let mut given: Vec<(Text, Number)> = Vec::new();
    if !own.is_empty() {
        // settings get a place of their own, so that mistakes in them can be shown
        let file = b.d.sources.len();
        let mut text = String::new();
        for (name, value) in own {
            let start = text.len() + name.len() + 1;
            let span = Span { file, start, end: start + value.len() };
            text += &format!("{name}={value}\n");
            given.push((Text { span, text: name }, Number { span, text: value, value: None }));
        }
        b.d.sources.push(diagnostics::Source { name: "--set".into(), text });
    }
    for (name, value) in &given {
        list.retain(|(n, _)| n.text != name.text);
        list.push((name, value));
    }
    b.parameters = scope::parameters(&list, &b.tables, &b.functions, &mut b.d);
    rest
}

fn finish(
    mut b: Builder,
    files: &[FileSpec],
    sets: Vec<(String, String)>,
) -> Result<ModelFile, Diagnostics> {
    let run = |f: fn(&spec::RunSpec) -> Option<&Number>| last(files, |s| f(s.run.as_ref()?));
    let dt = run(|r| r.dt.as_ref()).map(|n| b.positive(n));
    let t_end = run(|r| r.t_end.as_ref()).map(|n| b.positive(n));
    let every = run(|r| r.every.as_ref()).map_or(1, |n| b.whole(n, 1, 1_000_000_000));
    let scheme = last(files, |f| f.run.as_ref()?.scheme.as_ref());
    let info = match scheme {
        Some(t) => {
            if schemes::find(&t.text).is_err() {
                let valid = schemes::SCHEMES.iter().map(|s| s.name);
                b.d.unknown(t.span, "scheme", &t.text, valid);
            }
            schemes::find(&t.text).ok()
        }
        None => schemes::find("alpha").ok(),
    };
    let mut scheme_options = Vec::new();
    for (name, value) in
        files.iter().flat_map(|f| f.run.iter().flat_map(|r| &r.options)).flat_map(|o| &o.0)
    {
        if let Some(info) = info {
            if !info.options.iter().any(|o| o.name == name.text) {
                let valid = info.options.iter().map(|o| o.name);
                b.d.unknown(name.span, "scheme option", &name.text, valid);
            }
        }
        scheme_options.push((name.text.clone(), value.text.clone()));
    }
    let stem = || {
        let name = b.d.sources.first().map_or("", |s| s.name.as_str());
        file_name(name).trim_end_matches(".toml").trim_end_matches(".urdf").to_string()
    };
    let name = last(files, |f| f.name.as_ref()).map_or_else(stem, |t| t.text.clone());
    if let Some(t) = last(files, |f| f.name.as_ref()) {
        if !scope::is_name(&t.text) {
            b.d.add(t.span, "this cannot be the name of a model", "letters, digits, '-' and '_'");
        }
    }
    if !b.d.is_empty() {
        b.d.sort();
        return Err(b.d);
    }
    let mut parameters: Vec<String> = b.parameters.into_keys().collect();
    parameters.sort();
    Ok(ModelFile {
        name,
        description: last(files, |f| f.description.as_ref())
            .map_or(String::new(), |t| t.text.clone()),
        model: b.model,
        scheme: info.map_or("alpha", |i| i.name).into(),
        scheme_options,
        dt,
        t_end,
        every,
        project: last(files, |f| f.run.as_ref()?.project).unwrap_or(false),
        parameters,
        sets,
        collisions: b.collisions,
        notes: b.notes,
        places: b.places,
        d: b.d,
    })
}
