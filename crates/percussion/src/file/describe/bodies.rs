//! Bodies and their starts.

use super::Entry;
use crate::bodies::{
    Bar, Body, FloatingBeam, PlanarBeam, PlanarBody, PointMass, Rayleigh, RigidBody, Rod,
    SplineBeam,
};
use crate::frame::V3;
use std::any::Any;

/// What a model file says of a body; none where it is given by functions.
pub fn body(body: &dyn Body) -> Option<Entry> {
    let any: &dyn Any = body;
    let mut e = Entry::default();
    let mut section = Entry::default();
    if let Some(b) = any.downcast_ref::<PointMass>() {
        e.text("type", "point").numbers("mass", b.m).numbers("dim", b.dim as f64);
    } else if let Some(b) = any.downcast_ref::<PlanarBody>() {
        e.text("type", "planar").numbers("mass", b.m).numbers("J", b.J);
        e.text("angle_name", &b.angle);
    } else if let Some(b) = any.downcast_ref::<RigidBody>() {
        e.text("type", "spatial").numbers("mass", b.m).matrix("inertia", &b.theta);
    } else if let Some(b) = any.downcast_ref::<Bar>() {
        section.numbers("EA", b.EA).numbers("rhoA", b.rho_A);
        e.text("type", "bar").numbers("length", b.length).whole("elements", b.elements);
        e.table("section", section).vector("position", &b.origin).vector("axis", &b.axis);
        if b.lumped {
            e.flag("lumped", true);
        }
        let [mass, stiffness] = b.rayleigh;
        e.rayleigh(Rayleigh { mass, stiffness });
    } else if let Some(b) = any.downcast_ref::<FloatingBeam>() {
        section.numbers("EI", b.EI).numbers("rhoA", b.rho_A);
        e.text("type", "floating-beam").numbers("length", b.length).whole("modes", b.modes);
        e.table("section", section).flag("shortening", b.shortening);
        e.rayleigh(Rayleigh { mass: 0.0, stiffness: b.damping });
    } else if let Some(b) = any.downcast_ref::<PlanarBeam>() {
        let s = &b.section;
        section.numbers("EA", s.EA).numbers("GA", s.GA_y).numbers("EI", s.EI_z);
        section.numbers("rhoA", s.rho_A).numbers("rhoI", s.rho_I_z);
        e.text("type", "beam").numbers("length", b.length).whole("elements", b.elements);
        e.whole("degree", b.degree).table("section", section).rayleigh(b.rayleigh);
        if b.curvature != 0.0 {
            e.numbers("curvature", b.curvature);
        }
    } else if let Some(b) = any.downcast_ref::<SplineBeam>() {
        section.numbers("EA", b.EA).numbers("EI", b.EI).numbers("rhoA", b.rho_A);
        e.text("type", "spline-beam").numbers("length", b.length);
        e.whole("elements", b.elements).whole("degree", b.degree).whole("gauss", b.gauss);
        e.table("section", section);
    } else {
        rod(any.downcast_ref::<Rod>()?, &mut e);
    }
    Some(e)
}

fn rod(b: &Rod, e: &mut Entry) {
    e.text("type", "rod").numbers("length", b.length).whole("elements", b.elements);
    e.whole("degree", b.degree).section(&b.section).rayleigh(b.rayleigh);
    match &b.curve {
        Some((r, A, kappa)) => {
            e.vector("position", r).matrix("axes", A);
            if *kappa != V3::zeros() {
                e.vector("curvature", kappa);
            }
        }
        None => {
            e.rows("nodes", &b.reference, 7);
        }
    }
}

/// Adds what a model file says of the start of a body.
pub fn start(body: &dyn Body, q0: &[f64], u0: &[f64], e: &mut Entry) {
    let any: &dyn Any = body;
    if let Some(b) = any.downcast_ref::<Bar>() {
        if q0.iter().any(|q| *q != 0.0) {
            e.list("q0", q0);
        }
        let v = b.axis * u0.first().copied().unwrap_or(0.0);
        match u0.iter().all(|u| *u == v.dot(&b.axis)) {
            true => e.vector("velocity", &v),
            false => e.list("u0", u0),
        };
    } else if let Some(b) = any.downcast_ref::<PlanarBeam>() {
        match *q0 {
            [x, y, angle, ..] if b.shape(x, y, angle) == q0 => {
                e.list("position", &[x, y]).numbers("angle", angle)
            }
            _ => e.list("q0", q0),
        };
        if u0.iter().any(|u| *u != 0.0) {
            e.list("u0", u0);
        }
    } else if let Some(b) = any.downcast_ref::<Rod>() {
        if q0 != b.reference {
            e.list("q0", q0);
        }
        let [first, turning] = [0..3, 3..6].map(|r| u0.get(r).unwrap_or(&[]));
        let moves = turning.iter().all(|w| *w == 0.0);
        match moves && u0.chunks_exact(6).all(|u| &u[..3] == first && &u[3..] == turning) {
            true => e.list("velocity", first),
            false => e.list("u0", u0),
        };
    } else {
        e.list("q0", q0).list("u0", u0);
    }
}
