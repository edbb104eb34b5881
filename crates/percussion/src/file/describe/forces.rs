//! Forces.

use super::{Entry, Value};
use crate::expression::Program;
use crate::forces::{Along, Applied, Characteristic, ExpressionForce, Force, Load, Variable};
use crate::frame::TimeVector;
use std::any::Any;

/// What a model file says of a force; none where it is given by functions.
pub fn force(force: &dyn Force) -> Option<Entry> {
    let any: &dyn Any = force;
    if let Some(f) = any.downcast_ref::<Along>() {
        along(f)
    } else if let Some(f) = any.downcast_ref::<ExpressionForce>() {
        expression(f)
    } else {
        applied(any.downcast_ref::<Applied>()?)
    }
}

fn along(f: &Along) -> Option<Entry> {
    let Characteristic::SpringDamper { k, c, s0 } = f.law else { return None };
    let mut e = Entry::default();
    e.text("type", "spring").primitive(&f.element.relation.0)?;
    e.anchor("a", &f.element.a).anchor("b", &f.element.b);
    e.numbers("k", k).numbers("c", c).numbers("rest", s0);
    Some(e)
}

fn expression(f: &ExpressionForce) -> Option<Entry> {
    let law = Value::Expression(f.program.clone(), f.variables.clone());
    let mut e = Entry::default();
    match f.component {
        Some((k, moment)) => {
            let kind = if moment { "torque" } else { "force" };
            let mut parts = vec![Value::Number(0.0); 3];
            parts[k] = law;
            e.text("type", kind).anchor("at", &f.element.b).add(kind, Value::List(parts));
        }
        None => {
            e.text("type", "actuator").primitive(&f.element.relation.0)?;
            e.anchor("a", &f.element.a).anchor("b", &f.element.b).add("law", law);
        }
    }
    Some(e)
}

fn applied(f: &Applied) -> Option<Entry> {
    let (force, moment, follows) = match &f.load {
        Load::Time { force, moment } if f.length.is_some() => (force, moment, false),
        Load::Follower { force, moment } => (force, moment, true),
        _ => return None,
    };
    let TimeVector::Expressions(forces) = force else { return None };
    let TimeVector::Expressions(moments) = moment else { return None };
    let zero = |p: &[Program; 3]| p.iter().all(Program::is_zero);
    let mut e = Entry::default();
    let (kind, parts) = match (f.length, zero(forces), zero(moments)) {
        (Some(_), _, true) => ("distributed", forces),
        (None, _, true) => ("force", forces),
        (None, true, false) => ("torque", moments),
        _ => return None,
    };
    e.text("type", kind);
    match f.length {
        Some(_) => e.add("body", Value::Body(f.at.body)),
        None => e.anchor("at", &f.at),
    };
    let part = |p: &Program| {
        let variables = vec![Variable::Time; p.variables().len()];
        Value::Expression(p.clone(), variables)
    };
    let key = if kind == "torque" { kind } else { "force" };
    e.add(key, Value::List(parts.iter().map(part).collect()));
    if follows {
        e.flag("follows", true);
    }
    Some(e)
}
