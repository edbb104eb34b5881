//! From a model and NAME=VALUE settings to equations with a consistent start.
//!
//! The settings that every model has: initial values by coordinate, coefficients of all contacts or of
//! one, the impact law, and whether to project the start.

use crate::error::ModelError;
use crate::frame::BodyId;
use crate::laws::{ContactLaw, Impact};
use crate::model::Model;
use crate::schemes::integrator_options::is_handed_on;
use crate::schemes::options::parse_number;
use crate::schemes::SchemeInfo;
use crate::statics::settle as settle_start;
use crate::system::{check_initial, project_initial, System};
use std::sync::Arc;

/// A model made ready: the assembled system and its initial state.
pub struct Prepared {
    /// The equations.
    pub system: System,
    /// Initial coordinates (m, rad).
    pub q0: Vec<f64>,
    /// Initial velocities (m/s, rad/s).
    pub u0: Vec<f64>,
}

/// Coefficients of a contact that can be set for all contacts or for one.
const COEFFICIENTS: [&str; 4] = ["e_N", "e_F", "mu", "r"];

/// A coefficient for every contact, or for the one named.
struct Coefficient {
    contact: Option<String>,
    name: &'static str,
    value: f64,
}

/// An initial value by the name of its coordinate.
struct Start {
    velocity: bool,
    name: String,
    value: f64,
}

/// The settings.
#[derive(Default)]
pub(crate) struct Settings {
    coefficients: Vec<Coefficient>,
    starts: Vec<Start>,
    impact: Option<Impact>,
    pub project: bool,
    settle: Option<bool>,
}

/// The scheme options that a problem or model file brings to a run: all of them under its own scheme, under
/// another one those that it has, but for those of an integrator between events. The user's options come after them. Runs, sweeps and studies all use this.
pub fn brought_options<S: AsRef<str>>(
    own: &str,
    brought: &[(S, S)],
    scheme: &SchemeInfo,
) -> Vec<(String, String)> {
    let has = |name: &str| {
        scheme.options.iter().any(|o| o.name == name) && !is_handed_on(scheme.options, name)
    };
    let text = |(name, value): &(S, S)| (name.as_ref().to_string(), value.as_ref().to_string());
    let fits = |(name, _): &&(S, S)| own == scheme.name || has(name.as_ref());
    brought.iter().filter(fits).map(text).collect()
}

/// Make a model ready with the settings that every model has; `own` are further names that would
/// have been valid, for the message on a wrong one.
///
/// # Errors
/// Unknown names (with the nearest valid ones), values that are not allowed, quaternions of length
/// zero, and an initial state that violates a joint or penetrates a contact.
pub fn prepare_model(
    model: Model,
    own: &[&str],
    sets: &[(String, String)],
    project: bool,
) -> Result<Prepared, ModelError> {
    with_settings(model, own, sets, project, true)
}

/// The same without a look at the start.
///
/// # Errors
/// As [`prepare_model`], but for an inconsistent start.
pub fn assemble_model(
    model: Model,
    own: &[&str],
    sets: &[(String, String)],
    project: bool,
) -> Result<Prepared, ModelError> {
    with_settings(model, own, sets, project, false)
}

fn with_settings(
    model: Model,
    own: &[&str],
    sets: &[(String, String)],
    project: bool,
    check: bool,
) -> Result<Prepared, ModelError> {
    let mut settings = Settings { project, ..Settings::default() };
    let mut unknown = None;
    for (name, value) in sets {
        if !settings.read(name, value)? && unknown.is_none() {
            unknown = Some(name);
        }
    }
    ready(settings.apply(model.with_contacts()?, own, unknown)?, settings.project, check)
}

/// Assemble, and look at the start where asked.
pub(crate) fn ready(model: Model, project: bool, check: bool) -> Result<Prepared, ModelError> {
    let settle = model.settled;
    let mut system = model.assemble()?;
    let (mut q0, mut u0) = (system.q0.clone(), system.u0.clone());
    if settle {
        q0 = settle_start(&mut system, &q0)?;
        system.list_anew(0.0, &q0, &u0)?;
    }
    if project && check {
        project_initial(&system, &mut q0, &mut u0)?;
        system.list_anew(0.0, &q0, &u0)?;
    }
    if check {
        check_initial(&system, &q0, &u0)?;
    }
    system.set_start(&q0, &u0);
    Ok(Prepared { system, q0, u0 })
}

impl Settings {
    /// The model with the settings; `unknown` is a name that none of them has.
    pub fn apply(
        &self,
        mut model: Model,
        own: &[&str],
        unknown: Option<&String>,
    ) -> Result<Model, ModelError> {
        model.settled = self.settle.unwrap_or(model.settled);
        let wrong = match unknown {
            Some(name) => Err(name.clone()),
            None => self.apply_laws(&mut model).and_then(|()| self.apply_starts(&mut model)),
        };
        match wrong {
            Ok(()) => Ok(model),
            Err(name) => Err(unknown_parameter(own, model, &name)),
        }
    }

    /// Set initial values by the names of their coordinates.
    fn apply_starts(&self, model: &mut Model) -> Result<(), String> {
        if self.starts.is_empty() {
            return Ok(());
        }
        let names = model.names();
        for s in &self.starts {
            let found = names[usize::from(s.velocity)].iter().find(|n| n.0 == s.name);
            let Some(&(_, body, k)) = found else {
                return Err(format!("{}.{}", if s.velocity { "u0" } else { "q0" }, s.name));
            };
            let start = model.initial_mut(BodyId(body));
            let list = start.map(|(q0, u0)| if s.velocity { u0 } else { q0 });
            if let Some(v) = list.and_then(|l| l.get_mut(k)) {
                *v = s.value;
            }
        }
        Ok(())
    }

    /// Take a setting that every problem has; false where the name has another form.
    pub fn read(&mut self, name: &str, value: &str) -> Result<bool, ModelError> {
        match name {
            "impact" => {
                self.impact = Some(match value {
                    "newton" => Impact::Newton,
                    "poisson" => Impact::Poisson,
                    _ => return Err(invalid(name, value, "newton, poisson")),
                });
                return Ok(true);
            }
            "project" | "settle" => {
                let yes = match value {
                    "1" | "true" | "yes" | "on" => true,
                    "0" | "false" | "no" | "off" => false,
                    _ => return Err(invalid(name, value, "yes or no")),
                };
                match name {
                    "project" => self.project = yes,
                    _ => self.settle = Some(yes),
                }
                return Ok(true);
            }
            _ => {}
        }
        let number = || parse_number(value).ok_or_else(|| invalid(name, value, "a finite number"));
        for (prefix, velocity) in [("q0.", false), ("u0.", true)] {
            if let Some(n) = name.strip_prefix(prefix) {
                self.starts.push(Start { velocity, name: n.into(), value: number()? });
                return Ok(true);
            }
        }
        let (contact, last) = match name.rsplit_once('.') {
            Some((contact, last)) => (Some(contact.to_string()), last),
            None => (None, name),
        };
        let Some(coefficient) = COEFFICIENTS.into_iter().find(|c| *c == last) else {
            return Ok(false);
        };
        let value = number()?;
        let mut law = ContactLaw::default();
        set(&mut law, coefficient, value);
        law.check(contact.as_deref().unwrap_or("all contacts"))?;
        self.coefficients.push(Coefficient { contact, name: coefficient, value });
        Ok(true)
    }

    /// Set the laws of a model's contacts, those of single contacts last. A contact that does not
    /// exist is given back by the name of its setting.
    fn apply_laws(&self, model: &mut Model) -> Result<(), String> {
        for single in [false, true] {
            for c in self.coefficients.iter().filter(|c| c.contact.is_some() == single) {
                let mut found = !single;
                if let Some(near) = &mut model.colliding {
                    found |= c.contact.as_deref().is_some_and(|n| near.shapes.knows(n));
                    let (contact, coefficient, value) = (c.contact.clone(), c.name, c.value);
                    near.changes.push(Arc::new(move |name: &str, law: &mut ContactLaw| {
                        if contact.as_deref().is_none_or(|n| n == name) {
                            set(law, coefficient, value);
                        }
                    }));
                }
                for (name, law) in model.laws_mut() {
                    if c.contact.as_deref().is_none_or(|n| n == name) {
                        set(law, c.name, c.value);
                        found = true;
                    }
                }
                if let (false, Some(contact)) = (found, &c.contact) {
                    return Err(format!("{contact}.{}", c.name));
                }
            }
        }
        if let Some(impact) = self.impact {
            if let Some(near) = &mut model.colliding {
                near.changes
                    .push(Arc::new(move |_: &str, law: &mut ContactLaw| law.impact = impact));
            }
            model.laws_mut().for_each(|(_, law)| law.impact = impact);
        }
        Ok(())
    }
}

fn set(law: &mut ContactLaw, coefficient: &str, value: f64) {
    match coefficient {
        "e_N" => law.e_N = value,
        "e_F" => law.e_F = value,
        "mu" => law.mu = value,
        _ => law.r = Some(value),
    }
}

fn invalid(what: &str, value: &str, allowed: &str) -> ModelError {
    ModelError::Invalid { what: what.into(), value: value.into(), allowed: allowed.into() }
}

fn unknown_parameter(own: &[&str], model: Model, name: &str) -> ModelError {
    match model.assemble() {
        Ok(system) => unknown_in(own, &system, name),
        Err(e) => e,
    }
}

/// An unknown name, answered with the nearest of all valid names, or with the problem's own
/// parameters and the form of the others.
fn unknown_in(own: &[&str], system: &System, name: &str) -> ModelError {
    let own: Vec<String> = own.iter().map(|n| n.to_string()).collect();
    let mut all = own.clone();
    all.extend(system.q_names.iter().map(|n| format!("q0.{n}")));
    all.extend(system.u_names.iter().map(|n| format!("u0.{n}")));
    all.extend(["impact", "project", "settle"].map(String::from));
    all.extend(COEFFICIENTS.map(String::from));
    for c in &system.contacts {
        all.extend(COEFFICIENTS.map(|k| format!("{}.{k}", c.name)));
    }
    let mut nearest = crate::nearest(name, all.iter().map(String::as_str));
    if nearest.len() != 1 {
        nearest = own;
        nearest.extend(generic(system).into_iter().map(|(name, _, _)| name));
        let mut seen = std::collections::HashSet::new();
        nearest.retain(|n| seen.insert(n.clone()));
    }
    ModelError::Unknown { kind: "parameter", name: name.into(), nearest }
}

/// The settings every problem has: name, default, meaning.
pub(crate) fn generic(system: &System) -> Vec<(String, String, String)> {
    let list = |names: &[String]| match names.len() {
        0..=14 => names.join(" "),
        n => format!("{} .. {}", names[..7].join(" "), names[n - 1]),
    };
    let row = |name: &str, default: &str, help: &str| (name.into(), default.into(), help.into());
    let mut rows = vec![
        row("q0.NAME", "", &format!("initial coordinate: {}", list(&system.q_names))),
        row("u0.NAME", "", &format!("initial velocity: {}", list(&system.u_names))),
    ];
    let laws = |f: fn(&ContactLaw) -> String| {
        let mut v: Vec<String> = system.contacts.iter().map(|c| f(&c.law)).collect();
        v.dedup();
        v.join(", ")
    };
    rows.push(row("e_N", &laws(|l| l.e_N.to_string()), "normal restitution of all contacts"));
    rows.push(row("e_F", &laws(|l| l.e_F.to_string()), "tangential restitution of all contacts"));
    rows.push(row("mu", &laws(|l| l.mu.to_string()), "friction coefficient of all contacts"));
    rows.push(row("r", "", "prox parameter of all contacts; chosen from the system if not given"));
    if !system.contacts.is_empty() {
        let names: Vec<String> = system.contacts.iter().map(|c| c.name.clone()).collect();
        let help = format!("one contact: {}", list(&names));
        for k in COEFFICIENTS {
            rows.push(row(&format!("CONTACT.{k}"), "", &help));
        }
    }
    rows.push(row("impact", "newton", "impact law: newton or poisson"));
    rows.push(row("project", "no", "project the start on joints and out of contacts: yes or no"));
    rows.push(row("settle", "no", "start from the static equilibrium under the weight: yes or no"));
    rows
}
