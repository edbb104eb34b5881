//! From what Python says of a model to assembled equations.

use crate::errors;
use crate::functions::{Fault, Function};
use numpy::ndarray::ArrayView2;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray2};
use percussion::expression::{External, MAX_ARGUMENTS};
use percussion::file::robots::{self, ImportOptions};
use percussion::file::{Functions, ModelFile, DEFAULT_DT, DEFAULT_T_END};
use percussion::forces::{Applied, Load};
use percussion::frame::{Anchor, Frame, TimeVector, V3};
use percussion::model::Model;
use percussion::prepare::{assemble_model, brought_options, prepare_model};
use percussion::problems::{self, Prepared as Ready, Problem};
use percussion::system::System;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

/// A force and a moment that may change between steps, as bits of numbers.
#[derive(Default)]
pub struct Wrench([AtomicU64; 6]);

impl Wrench {
    pub fn set(&self, values: [f64; 6]) {
        for (slot, v) in self.0.iter().zip(values) {
            slot.store(v.to_bits(), Ordering::Relaxed);
        }
    }
    fn part(&self, first: usize) -> V3 {
        V3::from_fn(|i, _| f64::from_bits(self.0[first + i].load(Ordering::Relaxed)))
    }
}

/// Assembled equations with a start and the settings of a default run.
#[pyclass(frozen, module = "percussion._core")]
pub struct Prepared {
    pub system: Arc<System>,
    pub q0: Vec<f64>,
    pub u0: Vec<f64>,
    pub fault: Arc<Fault>,
    /// Whether Python functions are part of it: then it is evaluated under the interpreter's lock.
    pub functions: bool,
    pub problem: Option<&'static Problem>,
    pub sets: Vec<(String, String)>,
    /// Loads that the caller changes between steps, one a body, where asked for.
    pub loads: Vec<Arc<Wrench>>,
    #[pyo3(get)]
    name: String,
    #[pyo3(get)]
    description: String,
    #[pyo3(get)]
    scheme: String,
    scheme_options: Vec<(String, String)>,
    #[pyo3(get)]
    dt: f64,
    #[pyo3(get)]
    pub t_end: f64,
    #[pyo3(get)]
    every: usize,
}

/// What equations are made of: "problem" (then the text is its name) or "file" (then it is TOML), name, text,
/// settings, functions with their numbers of arguments, and what reads included files.
pub type Recipe = (
    String,
    String,
    String,
    Vec<(String, String)>,
    Vec<(String, Py<PyAny>, usize)>,
    Option<Py<PyAny>>,
);

/// Equations by their recipe, with loads between steps where asked for; `check` refuses an inconsistent start.
#[pyfunction]
#[pyo3(signature = (recipe, loads = false, check = true))]
pub fn build(py: Python<'_>, recipe: Recipe, loads: bool, check: bool) -> PyResult<Prepared> {
    make(py, recipe, loads, check)
}

/// See [`build`].
pub fn make(py: Python<'_>, recipe: Recipe, loads: bool, check: bool) -> PyResult<Prepared> {
    let (kind, name, text, sets, functions, include) = recipe;
    let fault = Arc::new(Fault::default());
    let called = !functions.is_empty();
    let built = match kind.as_str() {
        "problem" => from_problem(&text, &sets, loads, check),
        _ => {
            let functions = given(functions, &fault)?;
            from_file(py, &name, &text, &sets, functions, include.as_ref(), loads, check)
        }
    };
    // an exception of a function says more than what followed from it
    match fault.take() {
        Some(e) => Err(e),
        None => built.map(|p| Prepared { fault, sets, functions: called, ..p }),
    }
}

fn given(list: Vec<(String, Py<PyAny>, usize)>, fault: &Arc<Fault>) -> PyResult<Functions> {
    let mut functions = Functions::new();
    for (name, call, arguments) in list {
        if arguments == 0 || arguments > MAX_ARGUMENTS {
            return Err(errors::value(format!(
                "function '{name}' takes {arguments} arguments; allowed: 1 to {MAX_ARGUMENTS}"
            )));
        }
        let f: Arc<dyn External> = Arc::new(Function::new(call, arguments, fault.clone()));
        functions.insert(name, f);
    }
    Ok(functions)
}

fn from_problem(
    name: &str,
    sets: &[(String, String)],
    loads: bool,
    check: bool,
) -> PyResult<Prepared> {
    let problem = problems::find(name).map_err(|e| errors::model(&e))?;
    let (mut model, project) =
        problems::configured(problem, sets).map_err(|e| errors::model(&e))?;
    let wrenches = if loads { add_loads(&mut model) } else { Vec::new() };
    let ready = match check {
        true => prepare_model(model, &[], &[], project),
        false => assemble_model(model, &[], &[], project),
    };
    let ready = ready.map_err(|e| errors::model(&e))?;
    let text = |(n, v): &(&str, &str)| (n.to_string(), v.to_string());
    Ok(Prepared {
        problem: Some(problem),
        description: problem.summary.into(),
        scheme: problem.scheme.into(),
        scheme_options: problem.scheme_options.iter().map(text).collect(),
        dt: problem.dt,
        t_end: problem.t_end,
        ..Prepared::new(problem.name.into(), ready, wrenches)
    })
}

#[allow(clippy::too_many_arguments)]
fn from_file(
    py: Python<'_>,
    name: &str,
    text: &str,
    sets: &[(String, String)],
    functions: Functions,
    include: Option<&Py<PyAny>>,
    loads: bool,
    check: bool,
) -> PyResult<Prepared> {
    let read = |path: &str| text_of(py, include, path);
    let mut file = problems::load_with(name, text, &read, sets, functions)
        .map_err(|d| errors::diagnostics(&d))?;
    let wrenches = if loads { add_loads(&mut file.model) } else { Vec::new() };
    let ModelFile { name, description, scheme, scheme_options, dt, t_end, every, .. } = &file;
    let (name, description, scheme) = (name.clone(), description.clone(), scheme.clone());
    let (scheme_options, every) = (scheme_options.clone(), *every);
    let (dt, t_end) = (dt.unwrap_or(DEFAULT_DT), t_end.unwrap_or(DEFAULT_T_END));
    let ready = if check { file.prepare() } else { file.assemble() };
    let ready = ready.map_err(|d| errors::diagnostics(&d))?;
    let new = Prepared::new(name, ready, wrenches);
    Ok(Prepared { description, scheme, scheme_options, dt, t_end, every, ..new })
}

/// A load on every body, zero until it is set.
fn add_loads(model: &mut Model) -> Vec<Arc<Wrench>> {
    let bodies: Vec<_> = model.bodies().map(|b| b.0).collect();
    bodies
        .into_iter()
        .map(|b| {
            let wrench = Arc::new(Wrench::default());
            let (f, m) = (wrench.clone(), wrench.clone());
            let load = Load::Time {
                force: TimeVector::new(move |_| f.part(0)),
                moment: TimeVector::new(move |_| m.part(3)),
            };
            let at = Anchor::on(b, V3::zeros());
            model.force(&format!("applied.{}", b.index()), Applied { at, load, length: None });
            wrench
        })
        .collect()
}

impl Prepared {
    fn new(name: String, ready: Ready, loads: Vec<Arc<Wrench>>) -> Self {
        let Ready { system, q0, u0 } = ready;
        Prepared {
            system: Arc::new(system),
            q0,
            u0,
            fault: Arc::default(),
            functions: false,
            problem: None,
            sets: Vec::new(),
            loads,
            name,
            description: String::new(),
            scheme: String::new(),
            scheme_options: Vec::new(),
            dt: DEFAULT_DT,
            t_end: DEFAULT_T_END,
            every: 1,
        }
    }
    /// The index of a body.
    pub fn body(&self, name: &str) -> PyResult<usize> {
        let names = self.body_names();
        names.iter().position(|n| n == name).ok_or_else(|| {
            let near = percussion::nearest(name, names.iter().map(String::as_str));
            let hint = match near.as_slice() {
                [one] => format!("; did you mean '{one}'?"),
                many => format!("; valid names: {}", many.join(", ")),
            };
            errors::exception("UnknownNameError", format!("unknown body '{name}'{hint}"))
        })
    }
}

#[pymethods]
impl Prepared {
    /// The scheme options that it brings to a run under a scheme.
    fn options_for(&self, scheme: &str) -> PyResult<Vec<(String, String)>> {
        let info = percussion::schemes::find(scheme).map_err(|e| errors::model(&e))?;
        Ok(brought_options(&self.scheme, &self.scheme_options, info))
    }
    #[getter]
    fn q_names(&self) -> Vec<String> {
        self.system.q_names.clone()
    }
    #[getter]
    fn u_names(&self) -> Vec<String> {
        self.system.u_names.clone()
    }
    #[getter]
    fn body_names(&self) -> Vec<String> {
        self.system.bodies.iter().map(|b| b.name.clone()).collect()
    }
    /// Name, e_N, e_F, mu of every contact.
    #[getter]
    fn contacts(&self) -> Vec<(String, f64, f64, f64)> {
        let law = |c: &percussion::system::Contact| (c.law.e_N, c.law.e_F, c.law.mu);
        let row = |c| {
            let (e_n, e_f, mu) = law(c);
            (c.name.clone(), e_n, e_f, mu)
        };
        self.system.contacts.iter().map(row).collect()
    }
    /// Names of the joints.
    #[getter]
    fn joints(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for r in 0..self.system.nr {
            use percussion::system::RowKind::{Position, Velocity};
            let name = self.system.row_name(r);
            if matches!(self.system.kinds[r], Position | Velocity)
                && names.last().is_none_or(|n| n != name)
            {
                names.push(name.into());
            }
        }
        names
    }
    fn start<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>) {
        (self.q0.clone().into_pyarray(py), self.u0.clone().into_pyarray(py))
    }
    /// Until when the problem's reference solution is known, where there is one.
    #[getter]
    fn reference_until(&self) -> Option<f64> {
        let problem = self.problem?;
        problems::reference_for(problem, &self.sets).map(|r| r.until)
    }
    /// Energies of rows of states.
    fn energies<'py>(
        &self,
        py: Python<'py>,
        t: Vec<f64>,
        q: PyReadonlyArray2<'py, f64>,
        u: PyReadonlyArray2<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (q, u) = (q.as_array(), u.as_array());
        self.rows_fit(t.len(), &q, &u)?;
        let energies = self.call(py, || {
            let energy = |(k, t): (usize, &f64)| {
                let mut extended = u.row(k).to_vec();
                extended.push(1.0);
                self.system.energy(*t, &q.row(k).to_vec(), &extended)
            };
            t.iter().enumerate().map(energy).collect::<Vec<f64>>()
        })?;
        Ok(energies.into_pyarray(py))
    }
    /// Position (3), rotation matrix (9), velocity (3) and angular velocity (3) of a body's origin
    /// for rows of states: one flat array of 18 numbers a row.
    fn frames<'py>(
        &self,
        py: Python<'py>,
        body: &str,
        node: usize,
        t: Vec<f64>,
        q: PyReadonlyArray2<'py, f64>,
        u: PyReadonlyArray2<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let slot = &self.system.bodies[self.body(body)?];
        let nodes = slot.body.nodes();
        if node >= nodes {
            let most = nodes.saturating_sub(1);
            return Err(errors::value(format!(
                "node = {node} is not allowed; allowed: 0 to {most}, the nodes of '{body}'"
            )));
        }
        if slot.body.frame_columns(node).is_empty() {
            return Err(errors::value(format!(
                "'{body}' has coordinates but no position: it is given by functions"
            )));
        }
        let (q, u) = (q.as_array(), u.as_array());
        self.rows_fit(t.len(), &q, &u)?;
        let mut out = Vec::with_capacity(18 * t.len());
        let mut f = Frame::default();
        for (k, &t) in t.iter().enumerate() {
            let (q, u) = (q.row(k).to_vec(), u.row(k).to_vec());
            f.reset();
            slot.body.frame(t, &q[slot.q.clone()], &u[slot.u.clone()], node, &mut f);
            out.extend(f.r.iter());
            out.extend(f.A.transpose().iter());
            out.extend(f.v.iter());
            out.extend(f.w.iter());
        }
        Ok(out.into_pyarray(py))
    }
    /// A force and a moment at a body's origin, from the next step on.
    fn apply(&self, body: &str, force: [f64; 3], moment: [f64; 3]) -> PyResult<()> {
        let ([x, y, z], [a, b, c]) = (force, moment);
        let values = [x, y, z, a, b, c];
        if !values.iter().all(|v| v.is_finite()) {
            return Err(errors::value(format!("the force on '{body}' is not finite")));
        }
        match self.loads.get(self.body(body)?) {
            Some(load) => load.set(values),
            None => return Err(errors::value("forces can be applied between steps only")),
        }
        Ok(())
    }
    fn __repr__(&self) -> String {
        let s = &self.system;
        format!("<equations of '{}': {} coordinates, {} rows>", self.name, s.nq, s.nr)
    }
}

impl Prepared {
    /// Evaluates `f`, without the interpreter's lock where no functions are called; an exception of a
    /// function is what comes back.
    pub fn call<T: Send>(&self, py: Python<'_>, f: impl FnOnce() -> T + Send) -> PyResult<T> {
        let out = if self.functions { f() } else { py.detach(f) };
        match self.fault.take() {
            Some(e) => Err(e),
            None => Ok(out),
        }
    }
    fn rows_fit(&self, n: usize, q: &ArrayView2<f64>, u: &ArrayView2<f64>) -> PyResult<()> {
        if q.nrows() != n || u.nrows() != n {
            return Err(errors::value("t, q and u must have the same number of rows"));
        }
        if q.ncols() != self.system.nq || u.ncols() != self.system.nu {
            return Err(errors::value("q and u must have a column for every coordinate"));
        }
        Ok(())
    }
    /// Refuse states of another length or that are not finite.
    pub fn fits(&self, q: &[f64], u: &[f64]) -> PyResult<()> {
        let (nq, nu) = (self.system.nq, self.system.nu);
        if q.len() != nq || u.len() != nu {
            return Err(errors::value(format!(
                "the state has {} coordinates and {} velocities; the model has {nq} and {nu}",
                q.len(),
                u.len()
            )));
        }
        match q.iter().chain(u).all(|v| v.is_finite()) {
            true => Ok(()),
            false => Err(errors::value("the state has numbers that are not finite")),
        }
    }
}

/// Settings of a named problem and options of its scheme that its document prints.
#[pyfunction]
pub fn published(name: &str) -> PyResult<problems::Published> {
    let problem = problems::find(name).map_err(|e| errors::model(&e))?;
    problems::published(problem).map_err(|e| errors::model(&e))
}

/// A named problem as the text of a model file.
#[pyfunction]
pub fn export(name: &str, sets: Vec<(String, String)>) -> PyResult<String> {
    let problem = problems::find(name).map_err(|e| errors::model(&e))?;
    problems::export(problem, &sets).map_err(|e| errors::model(&e))
}

/// The text of another file, which `read` gives as bytes; a binary mesh becomes text.
fn text_of(py: Python<'_>, read: Option<&Py<PyAny>>, path: &str) -> Result<String, String> {
    let Some(f) = read else { return Err("this model has no folder".into()) };
    let found = f.bind(py).call1((path,)).and_then(|bytes| bytes.extract::<Vec<u8>>());
    let bytes = found.map_err(|e| e.value(py).to_string())?;
    match path.to_ascii_lowercase().ends_with(".stl") {
        true => percussion::shapes::mesh_text(bytes),
        false => String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".into()),
    }
}

/// A robot description as the text of a model file, and warnings; `read` gives the bytes of its meshes.
#[pyfunction]
pub fn urdf(
    py: Python<'_>,
    text: &str,
    self_collision: bool,
    height: f64,
    read: Py<PyAny>,
) -> PyResult<(String, Vec<String>)> {
    let options = ImportOptions { self_collision, height, ..ImportOptions::default() };
    let meshes = |path: &str| text_of(py, Some(&read), path);
    let robot = robots::convert_with(text, options, &meshes).map_err(errors::value)?;
    Ok((robot.toml, robot.warnings))
}
