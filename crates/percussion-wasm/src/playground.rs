//! Requests of the page and their answers, a run in parts among them.

use percussion::file::robots::{self, ImportOptions};
use percussion::file::{Diagnostics, DEFAULT_DT, DEFAULT_T_END};
use percussion::prepare::{brought_options, Prepared};
use percussion::problems::{self, PROBLEMS};
use percussion::record::Record;
use percussion::run::{Settings, Simulation};
use percussion::schemes::{self, OptionInfo, Scheme, Start, SCHEMES};
use percussion::system::System;
use percussion_page::page::page_with;
use percussion_page::scene_file::{self, About};
use serde::Deserialize;
use serde_json::{json, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// Longest model.
const MODEL_BYTES: usize = 1 << 20;
/// Most bytes of files that are kept.
const FILE_BYTES: usize = 16 << 20;
/// Most steps of a run.
const STEPS: f64 = 2e6;
/// Most numbers that a record keeps (64 MB).
const NUMBERS: usize = 8_000_000;
/// Initial values that are named.
const STARTS: usize = 24;

type Pairs = Vec<(String, String)>;

/// What a page asks for.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    /// Schemes with their options, problems with their parameters.
    About,
    /// A named problem as the text of a model file.
    Export { problem: String, sets: Pairs },
    /// A robot description as the text of a model file.
    Import { text: String },
    /// A model with its settings, ready to run.
    Open(Open),
    /// Runs this number of steps.
    Step { steps: usize },
    /// The end of the run: what is said about it.
    Close { seconds: f64 },
    /// Runs as a page that needs nothing else, with the viewer's script (deflated, base64) and style.
    Report { title: String, script: String, style: String, runs: Vec<String> },
    /// The run as the viewer reads it.
    Scene { name: String, command: String, model: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Open {
    name: String,
    text: String,
    sets: Pairs,
    scheme: Option<String>,
    options: Pairs,
    dt: Option<f64>,
    t_end: Option<f64>,
}

/// A run, under way or ended.
struct Running {
    system: Arc<System>,
    sim: Option<Simulation<'static>>,
    record: Option<Record>,
    settings: Settings,
    scheme: &'static str,
    notes: Vec<String>,
    done: usize,
    summary: Value,
}

/// Files that were given, and a run.
#[derive(Default)]
pub struct Playground {
    files: HashMap<String, String>,
    run: Option<Running>,
}

/// What went wrong: text, and mistakes in a model with their places.
struct Fault(Value);

impl<T: std::fmt::Display> From<T> for Fault {
    fn from(e: T) -> Self {
        Fault(json!({ "error": e.to_string() }))
    }
}

fn mistakes(d: &Diagnostics) -> Fault {
    let list = d.list.iter().map(|m| {
        let (line, column) = d.place(m);
        let file = d.sources.get(m.span.file).map_or("", |s| s.name.as_str());
        json!({ "file": file, "line": line, "column": column, "message": m.message, "label": m.label })
    });
    Fault(json!({ "error": d.to_string(), "mistakes": list.collect::<Vec<_>>() }))
}

impl Playground {
    /// The answer to a request; one that went wrong has the key `error`.
    pub fn answer(&mut self, request: &[u8]) -> String {
        let made = serde_json::from_slice(request).map_err(Fault::from).and_then(|r| self.reply(r));
        made.unwrap_or_else(|Fault(fault)| fault.to_string())
    }

    /// Numbers of the record, row by row.
    pub fn rows(&self) -> &[f64] {
        let record = self.run.as_ref().and_then(|r| r.record.as_ref());
        record.map_or(&[], |r| &r.data)
    }

    /// Keep a file that models may name; false where it is no text, or there are too many bytes.
    pub fn keep(&mut self, name: Vec<u8>, content: Vec<u8>) -> bool {
        let Ok(name) = String::from_utf8(name) else { return false };
        let held: usize = self.files.values().map(String::len).sum();
        if held + content.len() > FILE_BYTES {
            return false;
        }
        let text = match name.to_ascii_lowercase().ends_with(".stl") {
            true => percussion::shapes::mesh_text(content).ok(),
            false => String::from_utf8(content).ok(),
        };
        text.map(|text| self.files.insert(name, text)).is_some()
    }

    fn reply(&mut self, request: Request) -> Result<String, Fault> {
        let value = match request {
            Request::About => about(),
            Request::Export { problem, sets } => {
                json!({ "text": problems::export(problems::find(&problem)?, &sets)? })
            }
            Request::Import { text } => {
                let meshes = |path: &str| self.file(path);
                let robot = robots::convert_with(&text, ImportOptions::default(), &meshes)?;
                json!({ "text": robot.toml, "warnings": robot.warnings })
            }
            Request::Open(open) => {
                self.run = None;
                let (run, value) = self.open(&open)?;
                self.run = Some(run);
                value
            }
            Request::Step { steps } => self.running()?.step(steps),
            Request::Close { seconds } => self.running()?.close(seconds),
            Request::Report { title, script, style, runs } => {
                json!({ "text": page_with(&script, &style, &title, &runs) })
            }
            Request::Scene { name, command, model } => {
                let about = About { name, command, model: Some(model), ..About::default() };
                return self.running()?.scene(about);
            }
        };
        Ok(value.to_string())
    }

    fn running(&mut self) -> Result<&mut Running, Fault> {
        self.run.as_mut().ok_or_else(|| "there is no run".into())
    }

    /// A file by its name, or by the last part of its path.
    fn file(&self, path: &str) -> Result<String, String> {
        let last = path.rsplit('/').next().unwrap_or(path);
        let found = self.files.get(path).or_else(|| self.files.get(last));
        found.cloned().ok_or_else(|| format!("add the file '{last}' to the page first"))
    }

    fn open(&self, open: &Open) -> Result<(Running, Value), Fault> {
        if open.text.len() > MODEL_BYTES {
            return Err(format!("the model is longer than {MODEL_BYTES} bytes").into());
        }
        let include = |path: &str| self.file(path);
        let file = problems::load(&open.name, &open.text, &include, &open.sets);
        let file = file.map_err(|d| mistakes(&d))?;
        let info = schemes::find(open.scheme.as_deref().unwrap_or(&file.scheme))?;
        let mut options = brought_options(&file.scheme, &file.scheme_options, info);
        options.extend(open.options.iter().cloned());
        let scheme = Scheme::new(info.name)?.set_all(&options)?;
        let dt = open.dt.or(file.dt).unwrap_or(DEFAULT_DT);
        let t_end = open.t_end.or(file.t_end).unwrap_or(DEFAULT_T_END);
        let mut settings = Settings { every: file.every, ..Settings::new(dt, t_end) };
        settings.check()?;
        if t_end / dt > STEPS {
            let steps = t_end / dt;
            return Err(format!("{steps:.0} steps are too many for this page, which makes {STEPS:.0} at most: choose a larger step or an earlier end").into());
        }
        let (name, description, mut notes) =
            (file.name.clone(), file.description.clone(), file.notes.clone());
        let names = file.parameters.clone();
        let Prepared { system, q0, u0 } = file.prepare().map_err(|d| mistakes(&d))?;
        info.check(&system)?;
        let columns = Record::new(&system, scheme.has_forces()).columns;
        let most = (NUMBERS / columns.len()).max(2);
        let every = settings.steps().div_ceil(most);
        if every > settings.every {
            settings.every = every;
            notes.push(format!(
                "every {every}th step is kept, as all of them are too many for this page"
            ));
        }
        let system = Arc::new(system);
        let at = Start { t: 0.0, q: &q0, u: &u0, dt };
        let sim = Simulation::begin(scheme.start_shared(system.clone(), &at)?, settings);
        let value = json!({
            "name": name,
            "description": description,
            "scheme": info.name,
            "dt": dt,
            "t_end": t_end,
            "steps": settings.steps(),
            "columns": columns,
            "sliders": sliders(&open.text, &open.sets, &names, &system, &q0, &u0),
        });
        let (record, summary) = (None, Value::Null);
        let scheme = info.name;
        Ok((
            Running { system, sim: Some(sim), record, settings, scheme, notes, done: 0, summary },
            value,
        ))
    }
}

impl Running {
    fn step(&mut self, steps: usize) -> Value {
        let Some(sim) = &mut self.sim else { return json!({ "more": false }) };
        let mut more = true;
        for _ in 0..steps {
            more = matches!(sim.step(), Ok(true));
            self.done += usize::from(more);
            if !more {
                break;
            }
        }
        json!({ "t": sim.state().t, "done": self.done, "of": self.settings.steps(), "more": more && self.done < self.settings.steps() })
    }

    /// Ends the run where it is.
    fn close(&mut self, seconds: f64) -> Value {
        if let Some(mut sim) = self.sim.take() {
            sim.interrupt();
            let mut record = sim.finish();
            record.notes.splice(0..0, self.notes.drain(..));
            let s = &record.statistics;
            self.summary = json!({
                "scheme": self.scheme,
                "dt": self.settings.dt,
                "t_end": self.settings.t_end,
                "status": record.status.to_string(),
                "steps": s.steps,
                "rows": record.len(),
                "events": record.events.len(),
                "newton updates": s.newton_updates,
                "penetration": s.penetration,
                "violation": { "position": s.position, "velocity": s.velocity },
                "energy": { "start": s.energy_start, "end": s.energy_end, "largest increase in a step": s.energy_max_increase },
                "wall_s": seconds,
                "notes": record.notes,
                "version": env!("CARGO_PKG_VERSION"),
            });
            self.record = Some(record);
        }
        let record = self.record.as_ref();
        let last = |r: &Record| -> Value {
            let row = r.row(r.len().saturating_sub(1));
            r.columns.iter().cloned().zip(row.iter().map(|v| json!(v))).collect()
        };
        json!({ "summary": self.summary, "last": record.map(last), "columns": record.map(|r| &r.columns) })
    }

    fn scene(&mut self, about: About) -> Result<String, Fault> {
        let Some(record) = &self.record else { return Err("the run has not ended".into()) };
        let summary = Some(self.summary.clone());
        Ok(scene_file::of_record(&self.system, record, &About { summary, ..about }))
    }
}

fn about() -> Value {
    let option = |o: &OptionInfo| json!({ "name": o.name, "default": o.default, "help": o.help });
    let options = |list: &[OptionInfo]| list.iter().map(option).collect::<Vec<_>>();
    let schemes: Vec<Value> = SCHEMES
        .iter()
        .map(|s| json!({ "name": s.name, "summary": s.summary, "options": options(s.options) }))
        .collect();
    let problems: Vec<Value> = PROBLEMS
        .iter()
        .map(|p| json!({ "name": p.name, "summary": p.summary, "parameters": options(p.parameters) }))
        .collect();
    json!({ "version": env!("CARGO_PKG_VERSION"), "schemes": schemes, "problems": problems })
}

/// What can be changed by a number: parameters of the model, coefficients of all contacts, initial values.
fn sliders(
    text: &str,
    sets: &[(String, String)],
    names: &[String],
    system: &System,
    q0: &[f64],
    u0: &[f64],
) -> Vec<Value> {
    let given = |name: &str| sets.iter().rev().find(|s| s.0 == name).and_then(|s| s.1.parse().ok());
    let slider = |name: &str, kind: &str, value: f64| json!({ "name": name, "kind": kind, "value": given(name).unwrap_or(value) });
    let table = text.parse::<toml::Table>().unwrap_or_default();
    let number = |v: &toml::Value| v.as_float().or_else(|| v.as_integer().map(|n| n as f64));
    let parameters = table.get("parameters").and_then(toml::Value::as_table);
    let value = |name: &String| parameters?.get(name).and_then(number);
    let mut list: Vec<Value> =
        names.iter().filter_map(|n| Some(slider(n, "parameter", value(n)?))).collect();
    if let Some(c) = system.contacts.first() {
        list.push(slider("e_N", "contact", c.law.e_N));
        list.push(slider("mu", "contact", c.law.mu));
    }
    for (kind, names, values) in [("q0", &system.q_names, q0), ("u0", &system.u_names, u0)] {
        let named = names.iter().zip(values).take(STARTS);
        list.extend(named.map(|(n, v)| slider(&format!("{kind}.{n}"), "start", *v)));
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(p: &mut Playground, request: Value) -> Value {
        serde_json::from_str(&p.answer(request.to_string().as_bytes())).unwrap()
    }

    fn open(text: &str, sets: Value) -> Value {
        json!({ "do": "open", "name": "model.toml", "text": text, "sets": sets, "scheme": null, "options": [], "dt": null, "t_end": null })
    }

    fn ball(p: &mut Playground) -> String {
        let made = ask(p, json!({ "do": "export", "problem": "bouncing-ball", "sets": [] }));
        made["text"].as_str().unwrap().to_string()
    }

    #[test]
    fn a_run_in_parts_is_that_of_the_library() {
        let mut p = Playground::default();
        let text = ball(&mut p);
        let opened = ask(&mut p, open(&text, json!([["e_N", "0.8"]])));
        assert_eq!(opened["steps"], 5000, "{opened}");
        let slider = |name: &str| {
            let list = opened["sliders"].as_array().unwrap();
            list.iter().find(|s| s["name"] == name).map(|s| s["value"].clone())
        };
        assert_eq!(slider("e_N"), Some(json!(0.8)));
        while ask(&mut p, json!({ "do": "step", "steps": 999 }))["more"] == true {}
        let closed = ask(&mut p, json!({ "do": "close", "seconds": 0.5 }));
        assert_eq!(closed["summary"]["status"], "done");
        let sets = vec![("e_N".to_string(), "0.8".to_string())];
        let ready = problems::prepare(problems::find("bouncing-ball").unwrap(), &sets).unwrap();
        let record = Arc::new(ready.system).run("alpha").dt(1e-3).until(5.0).unwrap();
        assert_eq!(closed["last"]["q.x"].as_f64(), record.last("q.x"));
        assert_eq!(p.rows(), record.data);
        let scene =
            ask(&mut p, json!({ "do": "scene", "name": "ball", "command": "", "model": text }));
        assert_eq!(scene["format"], "percussion-scene");
        assert_eq!(scene["summary"]["wall_s"], 0.5);
    }

    #[test]
    fn mistakes_have_their_lines() {
        let mut p = Playground::default();
        let text = ball(&mut p).replace("e_N = 0.5", "e_M = 0.5");
        let line = text.lines().position(|l| l.starts_with("e_M")).unwrap() + 1;
        let answer = ask(&mut p, open(&text, json!([])));
        assert_eq!(answer["mistakes"][0]["line"], line, "{answer}");
        assert!(
            answer["mistakes"][0]["label"].as_str().unwrap().contains("did you mean"),
            "{answer}"
        );
        assert!(answer["error"].as_str().unwrap().contains("model.toml"));
    }

    #[test]
    fn what_is_too_large_or_no_request_is_refused() {
        let mut p = Playground::default();
        let text = ball(&mut p);
        let mut many = open(&text, json!([]));
        many["dt"] = json!(1e-7);
        for (request, says) in [
            (many, "too many for this page"),
            (open(&" ".repeat(MODEL_BYTES + 1), json!([])), "longer than"),
            (open(&text, json!([["e_N", "none"]])), "e_N"),
            (json!({ "do": "step", "steps": 1 }), "no run"),
            (json!({ "do": "export", "problem": "bouncing-bal", "sets": [] }), "bouncing-ball"),
            (json!({ "do": "open" }), "missing field"),
            (json!({ "do": "nothing" }), "unknown variant"),
        ] {
            let answer = ask(&mut p, request);
            assert!(answer["error"].as_str().is_some_and(|e| e.contains(says)), "{answer}");
        }
        assert!(p.answer(b"\xff{").contains("error"));
        assert!(!p.keep(b"a.obj".to_vec(), vec![0xff]), "no text");
        assert!(!p.keep(b"a.obj".to_vec(), vec![b' '; FILE_BYTES + 1]), "too long");
    }

    #[test]
    fn meshes_are_files_of_the_page() {
        let mut p = Playground::default();
        let model = include_str!("../../../models/elements/shape-mesh.toml");
        let answer = ask(&mut p, open(model, json!([])));
        assert!(answer["error"].as_str().is_some_and(|e| e.contains("add the file")), "{answer}");
        assert!(p.keep(
            b"corner.obj".to_vec(),
            include_bytes!("../../../models/elements/corner.obj").to_vec()
        ));
        assert!(ask(&mut p, open(model, json!([])))["steps"].is_number());
    }
}
