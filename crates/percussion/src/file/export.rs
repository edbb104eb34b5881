//! A model as a model file: every part describes itself.

use crate::describe::{Entry, Value};
use crate::error::ModelError;
use crate::laws::Impact;
use crate::model::{Model, Naming, Role};
use crate::problems::Problem;
use crate::schemes::Options;
use std::fmt::Write;

/// A number that is read back to the same bits.
pub fn number(v: f64) -> String {
    format!("{v:?}")
}

/// A text in quotes.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out + "\""
}

fn value(v: &Value, names: &[&str]) -> String {
    match v {
        Value::Number(x) => number(*x),
        Value::Text(t) => quoted(t),
        Value::Body(b) => quoted(b.and_then(|b| names.get(b).copied()).unwrap_or("world")),
        Value::List(l) => {
            let items: Vec<String> = l.iter().map(|v| value(v, names)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Table(e) => {
            let items: Vec<String> =
                e.keys.iter().map(|(k, v)| format!("{k} = {}", value(v, names))).collect();
            format!("{{ {} }}", items.join(", "))
        }
    }
}

fn entry(out: &mut String, section: &str, name: &str, e: &Entry, names: &[&str]) {
    let _ = writeln!(out, "\n[[{section}]]\nname = {}", quoted(name));
    for (k, v) in &e.keys {
        let _ = writeln!(out, "{k} = {}", value(v, names));
    }
}

fn cannot(name: &str, why: &str) -> ModelError {
    ModelError::Invalid {
        what: "export".into(),
        value: name.into(),
        allowed: format!("parts that a model file can describe ({why})"),
    }
}

/// The parts of a model as the sections of a model file.
///
/// # Errors
/// Names the part that cannot be written: one given by functions of the program.
pub fn parts(model: &Model) -> Result<String, ModelError> {
    let names: Vec<&str> = model.bodies.iter().map(|b| b.name.as_str()).collect();
    let mut out = String::new();
    let g = model.gravity.as_slice();
    let list = Value::List(g.iter().map(|&v| Value::Number(v)).collect());
    let _ = writeln!(out, "gravity = {}", value(&list, &names));
    if model.names == Naming::Numbered {
        out += "output.names = \"numbered\"\n";
    }
    for b in &model.bodies {
        let e = b.body.describe().ok_or_else(|| cannot(&b.name, "this body is a function"))?;
        let mut e = e;
        e.list("q0", &b.q0).list("u0", &b.u0);
        entry(&mut out, "bodies", &b.name, &e, &names);
    }
    for (name, f) in &model.forces {
        let e = f.describe().ok_or_else(|| cannot(name, "this force is a function"))?;
        if e.incomplete {
            return Err(cannot(name, "a frame of it moves by a function"));
        }
        entry(&mut out, "forces", name, &e, &names);
    }
    let mut last = 0;
    for e in &model.elements {
        let mut d = e.entry.clone().ok_or_else(|| cannot(&e.name, "it is a function"))?;
        if d.incomplete {
            return Err(cannot(&e.name, "a frame of it moves by a function"));
        }
        let (section, order) = match &e.role {
            Role::Bilateral(_) => ("joints", 0),
            Role::Contact(law) => {
                d.numbers("e_N", law.e_N).numbers("e_F", law.e_F).numbers("mu", law.mu);
                if law.impact == Impact::Poisson {
                    d.text("impact", "poisson");
                }
                if let Some(r) = law.r {
                    d.numbers("prox", r);
                }
                ("contacts", 1)
            }
            Role::Friction { .. } => ("friction", 2),
        };
        if order < last {
            return Err(cannot(&e.name, "joints, then contacts, then dry friction"));
        }
        last = order;
        entry(&mut out, section, &e.name, &d, &names);
    }
    Ok(out)
}

/// A named problem with some of its parameters set, as a model file. Running the file gives the
/// same trajectory to the last bit.
///
/// # Errors
/// Unknown parameters and values that are not allowed; a part that cannot be written.
pub fn export(problem: &Problem, sets: &[(String, String)]) -> Result<String, ModelError> {
    let mut options = Options::new("parameter", problem.parameters);
    for (name, value) in sets {
        options.set(name, value)?;
    }
    let model = (problem.build)(&options)?;
    let mut out = format!("# {}: {}\n# {}\n", problem.name, problem.summary, problem.source);
    let given: Vec<String> = sets.iter().map(|(n, v)| format!("{n} = {v}")).collect();
    if !given.is_empty() {
        let _ = writeln!(out, "# with {}", given.join(", "));
    }
    let _ = writeln!(out, "\nname = {}", quoted(problem.name));
    let by_functions = model.bodies.iter().any(|b| b.body.describe().is_none());
    let body = match by_functions {
        false => parts(&model)?,
        true => {
            let mut s = String::from("output.names = \"numbered\"\n");
            let _ = writeln!(s, "\n[[functions]]\nsystem = {}", quoted(problem.name));
            s += "\n[functions.parameters]\n";
            for o in problem.parameters {
                let _ = writeln!(s, "{} = {}", quoted(o.name), quoted(options.text(o.name)));
            }
            s
        }
    };
    out += &body;
    let _ = writeln!(
        out,
        "\n[run]\nscheme = {}\ndt = {}\nt_end = {}",
        quoted(problem.scheme),
        number(problem.dt),
        number(problem.t_end)
    );
    if !problem.scheme_options.is_empty() {
        out += "\n[run.options]\n";
        for (k, v) in problem.scheme_options {
            let _ = writeln!(out, "{k} = {}", quoted(v));
        }
    }
    Ok(out)
}
