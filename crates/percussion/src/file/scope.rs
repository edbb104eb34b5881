//! Names in expressions: parameters, indices of repeated entries, time and coordinates.

use super::diagnostics::{Diagnostics, Span};
use super::read::{Number, Text};
use crate::expression::{compile, constant, ExpressionError, External, Names, Resolved, Table};
use crate::forces::Variable;
use crate::frame::BodyId;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// Longest chain of parameters that use one another.
const MAX_CHAIN: usize = 100;

/// Names that mean something else.
const RESERVED: [&str; 9] = ["t", "s", "v", "pi", "deg", "and", "or", "not", "world"];

/// Whether a text is a letter or underscore, then letters, digits, underscores.
pub fn is_word(text: &str) -> bool {
    let mut c = text.chars();
    c.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && c.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && text.len() <= 64
}

/// Whether a text can be the name of a body, joint, ...: a word with hyphens and dots inside.
pub fn is_name(text: &str) -> bool {
    is_word(&text.replace(['-', '.'], "_")) && !text.ends_with(['-', '.']) && text != "world"
}

/// Functions of the caller's by name.
pub type Functions = HashMap<String, Arc<dyn External>>;

struct Parameters<'a> {
    raw: HashMap<&'a str, &'a Number>,
    tables: &'a HashMap<String, Arc<Table>>,
    functions: &'a Functions,
    known: RefCell<HashMap<String, f64>>,
    active: RefCell<Vec<String>>,
    errors: RefCell<Vec<(Span, ExpressionError)>>,
}

impl Parameters<'_> {
    fn value(&self, name: &str) -> Option<Result<f64, String>> {
        if let Some(v) = self.known.borrow().get(name) {
            return Some(Ok(*v));
        }
        let number = self.raw.get(name)?;
        if self.active.borrow().iter().any(|n| n == name) {
            return Some(Err(format!("'{name}' depends on itself")));
        }
        if self.active.borrow().len() > MAX_CHAIN {
            return Some(Err(format!("more than {MAX_CHAIN} parameters depend on one another")));
        }
        self.active.borrow_mut().push(name.into());
        let result = constant(&number.text, self).and_then(|v| finite(v, &number.text));
        self.active.borrow_mut().pop();
        let value = result.unwrap_or_else(|e| {
            self.errors.borrow_mut().push((number.span, e));
            1.0
        });
        self.known.borrow_mut().insert(name.into(), value);
        Some(Ok(value))
    }
}

/// An error unless the number is finite.
pub fn finite(v: f64, text: &str) -> Result<f64, ExpressionError> {
    match v.is_finite() {
        true => Ok(v),
        false => Err(ExpressionError {
            at: 0..text.len(),
            message: format!("the value is {v}, which is not a finite number"),
            nearest: None,
        }),
    }
}

impl Names for Parameters<'_> {
    fn resolve(&self, name: &str) -> Resolved {
        match self.value(name) {
            Some(Ok(v)) => Resolved::Constant(v),
            Some(Err(e)) => Resolved::Refused(e),
            None => Resolved::Unknown,
        }
    }
    fn valid(&self) -> Vec<String> {
        self.raw.keys().map(|k| k.to_string()).collect()
    }
    fn table(&self, name: &str) -> Option<Arc<Table>> {
        self.tables.get(name).cloned()
    }
    fn function(&self, name: &str) -> Option<Arc<dyn External>> {
        self.functions.get(name).cloned()
    }
}

/// The values of all parameters.
pub fn parameters(
    list: &[(&Text, &Number)],
    tables: &HashMap<String, Arc<Table>>,
    functions: &Functions,
    d: &mut Diagnostics,
) -> HashMap<String, f64> {
    let mut raw = HashMap::new();
    for (name, number) in list {
        if !is_word(&name.text) {
            d.add(
                name.span,
                format!("'{}' cannot be the name of a parameter", name.text),
                "letters, digits and underscores",
            );
        } else if RESERVED.contains(&name.text.as_str()) {
            let label = match name.text.as_str() {
                "s" | "v" => {
                    "in the law of an actuator s is its coordinate and v the rate: another name"
                }
                "t" => "t is time: another name",
                _ => "it has a meaning of its own in expressions: another name",
            };
            d.add(name.span, format!("the name '{}' is taken", name.text), label);
        } else {
            raw.insert(name.text.as_str(), *number);
        }
    }
    let p = Parameters {
        raw,
        tables,
        functions,
        known: RefCell::default(),
        active: RefCell::default(),
        errors: RefCell::default(),
    };
    for name in p.raw.keys() {
        p.value(name);
    }
    for (span, e) in p.errors.into_inner() {
        report(span, &e, d);
    }
    p.known.into_inner()
}

/// Adds a mistake in an expression that stands at `span`.
pub fn report(span: Span, e: &ExpressionError, d: &mut Diagnostics) {
    let label = match &e.nearest {
        Some(n) => format!("did you mean '{n}'?"),
        None => "here".into(),
    };
    d.add(span.part(e.at.clone()), format!("expression: {}", e.message), label);
}

/// What the coordinates of a body are called.
#[derive(Clone, Debug)]
pub struct BodyNames {
    /// Coordinates.
    pub q: Vec<String>,
    /// Velocities.
    pub u: Vec<String>,
}

/// Everything an expression may name at some place of the file.
pub struct Scope<'a> {
    /// Parameters.
    pub parameters: &'a HashMap<String, f64>,
    /// Indices of the repeated entry.
    pub index: &'a [(&'static str, f64)],
    /// Tables.
    pub tables: &'a HashMap<String, Arc<Table>>,
    /// Functions of the caller's.
    pub functions: &'a Functions,
    /// Bodies by name, and their coordinates; empty where only constants are allowed.
    pub bodies: Option<(&'a HashMap<String, usize>, &'a [BodyNames])>,
    /// Whether s and v are the coordinate of an actuator and its rate.
    pub along: bool,
    /// The body whose coordinates have no prefix.
    pub own: Option<usize>,
    /// Variables met so far.
    pub seen: RefCell<Vec<Variable>>,
}

impl Scope<'_> {
    /// A variable by its number, for the compiler.
    fn number_of(&self, v: Variable) -> Resolved {
        let mut seen = self.seen.borrow_mut();
        let k = seen.iter().position(|s| *s == v).unwrap_or_else(|| {
            seen.push(v);
            seen.len() - 1
        });
        Resolved::Variable(k)
    }
    fn coordinate(&self, body: usize, name: &str) -> Resolved {
        let Some((_, all)) = self.bodies else { return Resolved::Unknown };
        let Some(n) = all.get(body) else { return Resolved::Unknown };
        let position = |list: &[String], name: &str| list.iter().position(|x| x == name);
        let found = match name.strip_suffix('\'') {
            Some(plain) => match (position(&n.q, plain), position(&n.u, plain)) {
                (_, Some(k)) => Some(Variable::Velocity(BodyId(body), k)),
                (Some(_), None) => {
                    return Resolved::Refused(format!("the rate of '{plain}' is no velocity"))
                }
                _ => None,
            },
            None => position(&n.q, name)
                .map(|k| Variable::Coordinate(BodyId(body), k))
                .or_else(|| position(&n.u, name).map(|k| Variable::Velocity(BodyId(body), k))),
        };
        found.map_or(Resolved::Unknown, |v| self.number_of(v))
    }
    /// A program and its variables.
    pub fn program(
        &self,
        text: &str,
    ) -> Result<(crate::expression::Program, Vec<Variable>), ExpressionError> {
        let p = compile(text, self)?;
        let seen = self.seen.borrow();
        let variables = p.variables().iter().map(|&k| seen[k]).collect();
        Ok((p, variables))
    }
    /// A finite number.
    pub fn number(&self, text: &str) -> Result<f64, ExpressionError> {
        constant(text, self).and_then(|v| finite(v, text))
    }
    /// A text with `{expression}` replaced by whole numbers.
    pub fn template(&self, text: &str) -> Result<String, ExpressionError> {
        let mut out = String::new();
        let mut rest = text;
        let mut at = 0;
        let bad = |at, message: String| ExpressionError { at, message, nearest: None };
        while let Some(open) = rest.find('{') {
            let Some(close) = rest[open..].find('}').map(|k| k + open) else {
                return Err(bad(at + open..text.len(), "'{' without '}'".into()));
            };
            let inner = &rest[open + 1..close];
            let value = self.number(inner).map_err(|mut e| {
                e.at = e.at.start + at + open + 1..e.at.end + at + open + 1;
                e
            })?;
            if value != value.trunc() || value.abs() > 1e15 {
                let place = at + open..at + close + 1;
                return Err(bad(place, format!("{value} is not a whole number")));
            }
            out.push_str(&rest[..open]);
            out.push_str(&format!("{value}"));
            at += close + 1;
            rest = &rest[close + 1..];
        }
        out.push_str(rest);
        Ok(out)
    }
}

impl Names for Scope<'_> {
    fn resolve(&self, name: &str) -> Resolved {
        if let Some((_, v)) = self.index.iter().find(|(n, _)| *n == name) {
            return Resolved::Constant(*v);
        }
        if self.along && (name == "s" || name == "v") {
            return self.number_of(if name == "s" { Variable::Along } else { Variable::Rate });
        }
        if let Some(own) = self.own {
            match self.coordinate(own, name) {
                Resolved::Unknown => {}
                found => return found,
            }
        }
        if let Some(v) = self.parameters.get(name) {
            return Resolved::Constant(*v);
        }
        match (name, self.bodies) {
            ("t", Some(_)) => self.number_of(Variable::Time),
            ("t", None) => Resolved::Refused(
                "this value is needed once, before the simulation: it cannot contain t".into(),
            ),
            ("i", _) => Resolved::Refused("the index i exists in entries with repeat = n".into()),
            ("j" | "k", _) => Resolved::Refused(format!(
                "the index {name} exists in entries with repeat = {}",
                if name == "j" { "[n, m]" } else { "[n, m, l]" }
            )),
            (_, Some((bodies, _))) => {
                // {i} cannot stand in an expression: coordinates of repeated bodies are written out
                match name.rsplit_once('.') {
                    Some((body, last)) => match bodies.get(body) {
                        Some(&b) => self.coordinate(b, last),
                        None => Resolved::Unknown,
                    },
                    None => Resolved::Unknown,
                }
            }
            _ => Resolved::Unknown,
        }
    }
    fn valid(&self) -> Vec<String> {
        let mut out: Vec<String> = self.index.iter().map(|(n, _)| n.to_string()).collect();
        let mut names: Vec<&String> = self.parameters.keys().collect();
        names.sort();
        out.extend(names.into_iter().cloned());
        if self.along {
            out.extend(["s".into(), "v".into()]);
        }
        if let Some((bodies, all)) = self.bodies {
            out.push("t".into());
            if let Some(n) = self.own.and_then(|b| all.get(b)) {
                out.extend(n.q.iter().cloned());
                out.extend(n.u.iter().map(|u| format!("{u}'")));
            }
            for (name, &b) in bodies.iter().take(500) {
                if let Some(n) = all.get(b) {
                    out.extend(n.q.iter().take(500).map(|q| format!("{name}.{q}")));
                    out.extend(n.u.iter().take(500).map(|u| format!("{name}.{u}'")));
                }
            }
        }
        out
    }
    fn table(&self, name: &str) -> Option<Arc<Table>> {
        self.tables.get(name).cloned()
    }
    fn function(&self, name: &str) -> Option<Arc<dyn External>> {
        self.functions.get(name).cloned()
    }
}
