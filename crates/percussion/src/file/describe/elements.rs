//! Joints, contacts, stops and dry friction.

use super::{Entry, Value};
use crate::collision::contacts::{
    ContactRows, Geometry, RimOnPlane, SphereInCylinder, SphereOnCylinder, SphereOnPlane,
    SphereOnSphere, Stop, Tangents,
};
use crate::frame::Anchor;
use crate::joints::{Joint, Primitive};
use crate::laws::{ContactLaw, Impact};
use crate::model::{Model, ModelElement, Role};
use crate::relation::FrameElement;
use std::any::Any;

/// The section of a model file that an element belongs to, and what stands there; none where it is
/// given by functions.
pub fn element(model: &Model, e: &ModelElement) -> Option<(&'static str, Entry)> {
    let any: &dyn Any = &*e.element;
    match &e.role {
        Role::Bilateral(_) => {
            if let Some(j) = any.downcast_ref::<FrameElement<Joint>>() {
                return Some((
                    "joints",
                    joint(e.whole.as_ref().unwrap_or(&j.relation), &j.a, &j.b),
                ));
            }
            let disc = any.downcast_ref::<FrameElement<ContactRows>>()?;
            let rim: &dyn Any = &*disc.relation.geometry;
            let mut e = Entry::default();
            let radius = rim.downcast_ref::<RimOnPlane>()?.R;
            e.text("type", "rolling-disc").numbers("radius", radius);
            e.anchor("a", &disc.a).anchor("b", &disc.b);
            Some(("joints", e))
        }
        Role::Contact(law) => {
            let mut e = match any.downcast_ref::<FrameElement<Stop>>() {
                Some(s) => stop(s)?,
                None => contact(model, any)?,
            };
            coefficients(law, &mut e);
            Some(("contacts", e))
        }
        Role::Friction { limit } => {
            let f = any.downcast_ref::<FrameElement<Joint>>()?;
            let along = match f.relation.primitives.first()? {
                Primitive::Spin => "turn",
                Primitive::Slide => "slide",
                _ => return None,
            };
            let mut e = Entry::default();
            e.text("along", along).anchor("a", &f.a).anchor("b", &f.b).numbers("limit", *limit);
            Some(("friction", e))
        }
    }
}

fn coefficients(law: &ContactLaw, e: &mut Entry) {
    e.numbers("e_N", law.e_N).numbers("e_F", law.e_F).numbers("mu", law.mu);
    if law.impact == Impact::Poisson {
        e.text("impact", "poisson");
    }
    if let Some(r) = law.r {
        e.numbers("prox", r);
    }
}

fn stop(s: &FrameElement<Stop>) -> Option<Entry> {
    let mut e = Entry::default();
    e.text("type", "stop").primitive(&s.relation.primitive)?;
    e.anchor("a", &s.a).anchor("b", &s.b);
    e.numbers(if s.relation.upper { "max" } else { "min" }, s.relation.limit);
    Some(e)
}

fn contact(model: &Model, any: &dyn Any) -> Option<Entry> {
    let f = any.downcast_ref::<FrameElement<ContactRows>>()?;
    let (mut e, a, b) = (geometry(&*f.relation.geometry)?, &f.a, &f.b);
    let planar = model.planar(a) && model.planar(b);
    match f.relation.tangents {
        Tangents::Contensou(radius) => e.numbers("drilling", radius),
        Tangents::None => &mut e,
        t if (t == Tangents::Planar) == planar => &mut e,
        _ => return None,
    };
    e.anchor("a", a).anchor("b", b);
    Some(e)
}

fn geometry(g: &dyn Geometry) -> Option<Entry> {
    let any: &dyn Any = g;
    let mut e = Entry::default();
    if let Some(g) = any.downcast_ref::<SphereOnPlane>() {
        e.text("type", "sphere-plane").numbers("radius", g.R);
    } else if let Some(g) = any.downcast_ref::<SphereOnSphere>() {
        e.text("type", "sphere-sphere").numbers("radius_a", g.R1).numbers("radius", g.R2);
    } else if let Some(g) = any.downcast_ref::<SphereInCylinder>() {
        e.text("type", "sphere-in-cylinder").numbers("radius_a", g.Rc).numbers("radius", g.R);
    } else if let Some(g) = any.downcast_ref::<SphereOnCylinder>() {
        e.text("type", "sphere-on-cylinder").numbers("radius_a", g.Rc).numbers("radius", g.R);
    } else {
        let g = any.downcast_ref::<RimOnPlane>()?;
        e.text("type", "rim-plane").numbers("radius", g.R);
    }
    Some(e)
}

fn joint(joint: &Joint, a: &Anchor, b: &Anchor) -> Entry {
    let mut e = Entry::default();
    e.text("type", joint.kind().unwrap_or("rows")).anchor("a", a).anchor("b", b);
    match (joint.kind(), joint.primitives.first()) {
        (None, _) => {
            let rows = joint.primitives.iter().map(|p| Value::Table(row(p)));
            e.add("rows", Value::List(rows.collect()));
        }
        (_, Some(Primitive::Distance { length })) => {
            e.numbers("length", *length);
        }
        (_, Some(Primitive::Roll { radius, .. } | Primitive::RollPlanar { radius })) => {
            e.numbers("radius", *radius);
        }
        (_, Some(Primitive::KnifeEdge { n2 })) => {
            e.vector("normal", n2);
        }
        _ => {}
    }
    e
}

/// One row of a joint.
fn row(p: &Primitive) -> Entry {
    let mut e = Entry::default();
    match p {
        Primitive::Coincide { e: n } => e.text("type", "coincide").vector("direction", n),
        Primitive::Along { n1 } => e.text("type", "along").vector("direction", n1),
        Primitive::Perpendicular { n1, n2 } => {
            e.text("type", "perpendicular").vector("direction", n1).vector("second", n2)
        }
        Primitive::Distance { length } => e.text("type", "distance").numbers("length", *length),
        Primitive::Angle { zero, sign } => e.text("type", "angle").zero(*zero).reverse(*sign),
        Primitive::Roll { radius, t } => {
            e.text("type", "roll").vector("direction", t).numbers("radius", *radius)
        }
        Primitive::RollPlanar { radius } => {
            e.text("type", "roll-planar").numbers("radius", *radius)
        }
        Primitive::KnifeEdge { n2 } => e.text("type", "knife-edge").vector("second", n2),
        Primitive::Spin => e.text("type", "spin"),
        Primitive::Slide => e.text("type", "slide"),
    };
    e
}
