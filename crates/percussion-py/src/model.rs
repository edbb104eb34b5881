//! From what Python says of a model to assembled equations.

use crate::errors;
use crate::functions::{Fault, Function};
use crate::inputs::Input;
use numpy::ndarray::ArrayView2;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray2};
use percussion::expression::{External, MAX_ARGUMENTS};
use percussion::file::robots::{self, ImportOptions};
use percussion::file::{Functions, ModelFile, DEFAULT_DT, DEFAULT_T_END};
use percussion::forces::{Applied, Load};
use percussion::frame::{Anchor, Frame, TimeVector, V3};
use percussion::model::Model;
use percussion::picture::Action;
use percussion::prepare::{assemble_model, brought_options, prepare_model};
use percussion::problems::{self, Prepared as Ready, Problem};
use percussion::system::System;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

/// Of a contact: its name, those of its bodies, its row, the first of its tangents and the one behind the last.
pub type ContactPart = (String, Option<String>, Option<String>, usize, usize, usize);

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
    /// Inputs of the model and the values they begin with.
    #[pyo3(get)]
    pub inputs: Vec<(String, f64)>,
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
    /// Whether the model says when it ends.
    #[pyo3(get)]
    ends: bool,
    #[pyo3(get)]
    every: usize,
}

/// What equations are made of: "problem" (then the text is its name) or "file" (then it is TOML), name, text,
/// settings, functions with their numbers of arguments, inputs with their first values, and what reads included files.
pub type Recipe = (
    String,
    String,
    String,
    Vec<(String, String)>,
    Vec<(String, Py<PyAny>, usize)>,
    Vec<(String, f64)>,
    Option<Py<PyAny>>,
);

/// Equations by their recipe, with loads between steps where asked for; `check` refuses an inconsistent start.
#[pyfunction]
#[pyo3(signature = (recipe, loads = false, check = true))]
pub fn build(recipe: Recipe, loads: bool, check: bool) -> PyResult<Prepared> {
    make(recipe, loads, check)
}

/// See [`build`].
pub fn make(recipe: Recipe, loads: bool, check: bool) -> PyResult<Prepared> {
    Source::new(recipe)?.build(&[], loads, check)
}

/// A recipe whose functions are known, from which equations are built with further settings, on any thread.
pub struct Source {
    problem: bool,
    name: String,
    text: String,
    sets: Vec<(String, String)>,
    functions: Functions,
    fault: Arc<Fault>,
    /// Whether Python functions are part of it.
    pub called: bool,
    inputs: Vec<(String, f64)>,
    include: Option<Py<PyAny>>,
}

impl Source {
    pub fn new((kind, name, text, sets, functions, inputs, include): Recipe) -> PyResult<Self> {
        let (fault, called) = (Arc::new(Fault::default()), !functions.is_empty());
        let mut functions = given(functions, &fault)?;
        for (k, (name, _)) in inputs.iter().enumerate() {
            functions.insert(name.clone(), Arc::new(Input(k)) as Arc<dyn External>);
        }
        let problem = kind == "problem";
        Ok(Source { problem, name, text, sets, functions, fault, called, inputs, include })
    }

    /// The equations with these settings after its own.
    pub fn build(&self, more: &[(String, String)], loads: bool, check: bool) -> PyResult<Prepared> {
        let sets: Vec<_> = self.sets.iter().chain(more).cloned().collect();
        crate::inputs::set(self.inputs.iter().map(|i| i.1));
        let built = match self.problem {
            true => from_problem(&self.text, &sets, loads, check),
            false => self.prepare_file(&sets, loads, check),
        };
        // an exception of a function says more than what followed from it
        match self.fault.take() {
            Some(e) => Err(e),
            None => built.map(|p| Prepared {
                fault: self.fault.clone(),
                sets,
                functions: self.called,
                inputs: self.inputs.clone(),
                ..p
            }),
        }
    }

    fn prepare_file(
        &self,
        sets: &[(String, String)],
        loads: bool,
        check: bool,
    ) -> PyResult<Prepared> {
        let read = |path: &str| Python::attach(|py| text_of(py, self.include.as_ref(), path));
        let mut file =
            problems::load_with(&self.name, &self.text, &read, sets, self.functions.clone())
                .map_err(|d| errors::diagnostics(&d))?;
        let wrenches = if loads { add_loads(&mut file.model) } else { Vec::new() };
        let ModelFile { name, description, scheme, scheme_options, dt, t_end, every, .. } = &file;
        let (name, description, scheme) = (name.clone(), description.clone(), scheme.clone());
        let (scheme_options, every, ends) = (scheme_options.clone(), *every, t_end.is_some());
        let (dt, t_end) = (dt.unwrap_or(DEFAULT_DT), t_end.unwrap_or(DEFAULT_T_END));
        let ready = if check { file.prepare() } else { file.assemble() };
        let ready = ready.map_err(|d| errors::diagnostics(&d))?;
        let new = Prepared::new(name, ready, wrenches);
        Ok(Prepared { description, scheme, scheme_options, dt, t_end, ends, every, ..new })
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
        ends: true,
        ..Prepared::new(problem.name.into(), ready, wrenches)
    })
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
            inputs: Vec::new(),
            name,
            description: String::new(),
            scheme: String::new(),
            scheme_options: Vec::new(),
            dt: DEFAULT_DT,
            t_end: DEFAULT_T_END,
            ends: false,
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
    /// Of every contact the names of its bodies (none is the world) and the velocity rows of its gap and its tangents, as
    /// [`Prepared::rates`] gives them.
    #[getter]
    fn contact_parts(&self) -> Vec<ContactPart> {
        let s = &self.system;
        let part = |c: &percussion::system::Contact| {
            let sketch = s.elements[s.row_element[c.row]].element.sketch();
            let name = |a: &Anchor| Some(s.bodies.get(a.body()?.index())?.name.clone());
            let (a, b) = sketch.map_or((None, None), |k| (name(&k.a), name(&k.b)));
            let friction = c.friction.map_or(0..0, |f| s.frictions[f].rows.clone());
            (c.name.clone(), a, b, c.row, friction.start, friction.end)
        };
        s.contacts[..s.lasting_contacts()].iter().map(part).collect()
    }
    /// Velocities along the rows: of gaps, of tangents, of joints.
    fn rates<'py>(
        &self,
        py: Python<'py>,
        t: f64,
        q: Vec<f64>,
        u: Vec<f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        self.fits(&q, &u)?;
        let rates = self.call(py, || {
            let (mut ev, mut out) = (self.system.eval(), vec![0.0; self.system.nr]);
            self.system.evaluate(t, &q, &u, &mut ev);
            let extended = std::mem::take(&mut ev.u);
            self.system.rows_dot(&ev, &extended, &mut out);
            out
        })?;
        Ok(rates.into_pyarray(py))
    }
    /// Where some contacts act and along what, for rows of states: of each row and contact the point (3) and the
    /// directions of its normal and three tangents (12) on the second body, zero where there are fewer or the place is not known.
    fn actions<'py>(
        &self,
        py: Python<'py>,
        contacts: Vec<usize>,
        t: Vec<f64>,
        q: PyReadonlyArray2<'py, f64>,
        u: PyReadonlyArray2<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (s, q, u) = (&self.system, q.as_array(), u.as_array());
        self.rows_fit(t.len(), &q, &u)?;
        if contacts.iter().any(|&c| c >= s.contacts.len()) {
            return Err(errors::value("there is no such contact"));
        }
        let element = |c: usize| &s.elements[s.row_element[s.contacts[c].row]].element;
        let out = self.call(py, || {
            let mut out = vec![0.0; 15 * t.len() * contacts.len()];
            let mut action = Action::default();
            for (k, &t) in t.iter().enumerate() {
                let (q, mut u) = (q.row(k).to_vec(), u.row(k).to_vec());
                u.push(1.0);
                let context = s.context(t, &q, &u);
                let rows = &mut out[15 * contacts.len() * k..15 * contacts.len() * (k + 1)];
                for (&c, slot) in contacts.iter().zip(rows.chunks_exact_mut(15)) {
                    if element(c).action(&context, &mut action) {
                        let all = std::iter::once(&action.point).chain(&action.forces);
                        let numbers = all.flat_map(|v| [v.x, v.y, v.z]);
                        slot.iter_mut().zip(numbers).for_each(|(o, v)| *o = v);
                    }
                }
            }
            out
        })?;
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
        self.first_inputs();
        let out = if self.functions { f() } else { py.detach(f) };
        match self.fault.take() {
            Some(e) => Err(e),
            None => Ok(out),
        }
    }
    /// Inputs have the values they begin with, on this thread.
    pub fn first_inputs(&self) {
        if !self.inputs.is_empty() {
            crate::inputs::set(self.inputs.iter().map(|i| i.1));
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
    keyframe: Option<&str>,
    read: Py<PyAny>,
) -> PyResult<(String, Vec<String>)> {
    let options = ImportOptions { self_collision, height, keyframe };
    let meshes = |path: &str| text_of(py, Some(&read), path);
    let robot = robots::convert_with(text, options, &meshes).map_err(errors::value)?;
    Ok((robot.toml, robot.warnings))
}
