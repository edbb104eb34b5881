//! A model as a model file.

use super::describe::{body, element, force, start, Entry, Value};
use crate::error::ModelError;
use crate::expression::{Interpolation, Table};
use crate::forces::Variable;
use crate::model::{Model, ModelBody, Naming};
use std::collections::BTreeMap;
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

/// The name of a variable of an expression.
fn variable(v: Variable, bodies: &[ModelBody]) -> String {
    let part = |b: usize, k: usize, velocity: bool| {
        let Some(body) = bodies.get(b) else { return String::new() };
        let (list, rate) = match velocity {
            true => (body.body.u_names(), "'"),
            false => (body.body.q_names(), ""),
        };
        format!("{}.{}{rate}", body.name, list.get(k).map_or("", String::as_str))
    };
    match v {
        Variable::Time => "t".into(),
        Variable::Along => "s".into(),
        Variable::Rate => "v".into(),
        Variable::Coordinate(b, k) => part(b.0, k, false),
        Variable::Velocity(b, k) => part(b.0, k, true),
    }
}

fn value(v: &Value, bodies: &[ModelBody]) -> String {
    match v {
        Value::Number(x) => number(*x),
        Value::Whole(n) => n.to_string(),
        Value::Text(t) => quoted(t),
        Value::Bool(b) => b.to_string(),
        Value::Expression(p, variables) => {
            let of = |code| p.variables().iter().position(|&v| v == code);
            let name = |code| of(code).and_then(|k| variables.get(k)).copied();
            quoted(&p.text(|code| name(code).map_or(String::new(), |v| variable(v, bodies))))
        }
        Value::Body(b) => {
            quoted(b.and_then(|b| bodies.get(b)).map_or("world", |b| b.name.as_str()))
        }
        Value::List(l) => {
            let items: Vec<String> = l.iter().map(|v| value(v, bodies)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Table(e) => {
            let items: Vec<String> =
                e.keys.iter().map(|(k, v)| format!("{k} = {}", value(v, bodies))).collect();
            format!("{{ {} }}", items.join(", "))
        }
    }
}

fn entry(out: &mut String, section: &str, name: &str, e: &Entry, bodies: &[ModelBody]) {
    let _ = writeln!(out, "\n[[{section}]]\nname = {}", quoted(name));
    for (k, v) in &e.keys {
        let _ = writeln!(out, "{k} = {}", value(v, bodies));
    }
}

/// Every table that an expression looks up.
fn find_tables<'a>(v: &'a Value, found: &mut BTreeMap<&'a str, &'a Table>) {
    match v {
        Value::Expression(p, _) => found.extend(p.tables().map(|(n, t)| (n, &**t))),
        Value::List(l) => l.iter().for_each(|v| find_tables(v, found)),
        Value::Table(e) => e.keys.iter().for_each(|(_, v)| find_tables(v, found)),
        _ => {}
    }
}

fn tables(out: &mut String, model: &Model) {
    let forces = model.forces.iter().filter_map(|(_, f)| force(&**f));
    let elements = model.elements.iter().filter_map(|e| Some(element(model, e)?.1));
    let all: Vec<Value> = forces.chain(elements).map(Value::Table).collect();
    let mut found = BTreeMap::new();
    all.iter().for_each(|v| find_tables(v, &mut found));
    for (name, table) in found {
        let (x, y, how) = table.data();
        let list = |v: &[f64]| v.iter().map(|&v| number(v)).collect::<Vec<_>>().join(", ");
        let how = if how == Interpolation::Cubic { "cubic" } else { "linear" };
        let _ = writeln!(out, "\n[tables.{name}]\nx = [{}]\ny = [{}]", list(x), list(y));
        let _ = writeln!(out, "interpolation = {}", quoted(how));
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
    let names = &model.bodies[..];
    let mut out = String::new();
    let g = model.gravity.as_slice();
    let list = Value::List(g.iter().map(|&v| Value::Number(v)).collect());
    let _ = writeln!(out, "gravity = {}", value(&list, names));
    if !model.switches.is_empty() {
        let times = model.switches.iter().map(|&t| Value::Number(t)).collect();
        let _ = writeln!(out, "switches = {}", value(&Value::List(times), names));
    }
    if model.names == Naming::Numbered {
        out += "output.names = \"numbered\"\n";
    }
    tables(&mut out, model);
    for b in &model.bodies {
        let mut e = body(&*b.body).ok_or_else(|| cannot(&b.name, "this body is a function"))?;
        start(&*b.body, &b.q0, &b.u0, &mut e);
        entry(&mut out, "bodies", &b.name, &e, names);
    }
    let mut before: Option<(&String, Entry)> = None;
    for (name, f) in &model.forces {
        let e = force(&**f).ok_or_else(|| cannot(name, "this force is a function"))?;
        if e.incomplete {
            return Err(cannot(name, "a frame of it moves by a function"));
        }
        // a load per length has many parts
        if before.as_ref().is_some_and(|b| *b.0 == *name && b.1 == e) {
            continue;
        }
        entry(&mut out, "forces", name, &e, names);
        before = Some((name, e));
    }
    for e in &model.elements {
        let (section, d) = element(model, e).ok_or_else(|| cannot(&e.name, "it is a function"))?;
        if d.incomplete {
            return Err(cannot(&e.name, "a frame of it moves by a function"));
        }
        entry(&mut out, section, &e.name, &d, names);
    }
    Ok(out)
}

/// Whether a body of the model is given by functions of the program.
pub fn by_functions(model: &Model) -> bool {
    model.bodies.iter().any(|b| body(&*b.body).is_none())
}
