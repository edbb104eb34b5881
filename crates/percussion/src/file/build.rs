//! From the structures of [`super::spec`] to a [`Model`], through the same constructors as the
//! named problems. Mistakes are collected; a value that cannot be found is NaN until the end, when
//! the mistakes refuse the model.

use super::diagnostics::{Diagnostics, Span};
use super::read::{NodeName, NodePlace, Number, OneOrMore, Rows, Text, Vector};
use super::scope::{self, BodyNames, Functions, Scope};
use super::spec::*;
use super::{Known, Systems};
use crate::expression::{ExpressionError, Interpolation, Program, Table};
use crate::forces::Variable;
use crate::frame::{basis, Anchor, BodyId, Drive, Frame, M3, V3};
use crate::laws::{ContactLaw, Material};
use crate::model::Model;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Most entries of a kind, repeats counted.
pub(super) const MAX_ENTRIES: usize = 100_000;

/// The state of building.
pub(super) struct Builder {
    pub d: Diagnostics,
    pub model: Model,
    pub parameters: HashMap<String, f64>,
    pub tables: HashMap<String, Arc<Table>>,
    pub functions: Functions,
    pub systems: Option<&'static dyn Systems>,
    pub bodies: HashMap<String, usize>,
    pub names: Vec<BodyNames>,
    pub coordinates: HashMap<String, crate::joints::Coordinate>,
    pub shapes: HashMap<String, super::shapes::Shape>,
    /// Names of shapes in the order of the file.
    pub listed: Vec<String>,
    /// Pairs of shapes with contacts of their own.
    pub declared: HashSet<[String; 2]>,
    /// Pairs of shapes that collide without an entry in `contacts`.
    pub collisions: Vec<[String; 2]>,
    /// What shapes were taken for.
    pub notes: Vec<String>,
    /// Texts of meshes by their paths, or why there is none.
    pub meshes: HashMap<String, Result<String, String>>,
    pub materials: HashMap<String, Material>,
    pub pairs: Vec<([String; 2], PairSpec)>,
    /// Where each element stands, for mistakes that the core finds.
    pub places: HashMap<String, Span>,
    pub index: Vec<(&'static str, f64)>,
    count: usize,
    /// Coordinates of flexible bodies so far.
    pub coordinates_used: usize,
    /// Centre of mass of bodies with attached masses, from that without them.
    pub centres: HashMap<usize, V3>,
}

/// Which names an expression may contain.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Constant,
    State,
    Along,
    Own(usize),
}

impl Builder {
    pub fn new(d: Diagnostics, known: Known) -> Self {
        Builder {
            d,
            model: Model::new(),
            parameters: HashMap::new(),
            tables: HashMap::new(),
            functions: known.functions,
            systems: known.systems,
            bodies: HashMap::new(),
            names: Vec::new(),
            coordinates: HashMap::new(),
            shapes: HashMap::new(),
            listed: Vec::new(),
            declared: HashSet::new(),
            collisions: Vec::new(),
            notes: Vec::new(),
            meshes: HashMap::new(),
            materials: HashMap::new(),
            pairs: Vec::new(),
            places: HashMap::new(),
            index: Vec::new(),
            count: 0,
            coordinates_used: 0,
            centres: HashMap::new(),
        }
    }

    fn scope(&self, kind: Kind) -> Scope<'_> {
        Scope {
            parameters: &self.parameters,
            index: &self.index,
            tables: &self.tables,
            functions: &self.functions,
            bodies: (kind != Kind::Constant).then_some((&self.bodies, &self.names[..])),
            along: kind == Kind::Along,
            own: match kind {
                Kind::Own(b) => Some(b),
                _ => None,
            },
            seen: Default::default(),
        }
    }
    fn expression<T>(
        &mut self,
        n: &Number,
        kind: Kind,
        f: impl Fn(&Scope, &str) -> Result<T, ExpressionError>,
    ) -> Option<T> {
        let scope = self.scope(kind);
        let result = match n.text.contains('{') {
            true => scope.template(&n.text).and_then(|t| f(&scope, &t)),
            false => f(&scope, &n.text),
        };
        match result {
            Ok(v) => Some(v),
            Err(e) => {
                // coordinates of a body that has mistakes of its own are no mistake
                let name = n.text.get(e.at.clone()).and_then(|t| t.rsplit_once('.'));
                if name.is_none_or(|(body, _)| !self.d.dropped.iter().any(|d| d == body)) {
                    scope::report(n.span, &e, &mut self.d);
                }
                None
            }
        }
    }

    /// A number; NaN where there is a mistake.
    pub fn number(&mut self, n: &Number) -> f64 {
        match n.value {
            Some(v) => v,
            None => self.expression(n, Kind::Constant, |s, t| s.number(t)).unwrap_or(f64::NAN),
        }
    }
    pub fn or(&mut self, n: &Option<Number>, default: f64) -> f64 {
        n.as_ref().map_or(default, |n| self.number(n))
    }
    /// A number that must be greater than zero.
    pub fn positive(&mut self, n: &Number) -> f64 {
        let v = self.number(n);
        if v <= 0.0 {
            self.d.add(n.span, format!("{v} is not allowed"), "a number greater than zero");
        }
        v
    }
    /// A number that must be there and greater than zero.
    pub fn needed(&mut self, n: &Option<Number>, key: &str, at: Span) -> f64 {
        match n {
            Some(n) => self.positive(n),
            None => {
                self.d.add(at, format!("the key '{key}' is missing"), format!("add {key} = ..."));
                f64::NAN
            }
        }
    }
    /// A whole number within bounds.
    pub fn whole(&mut self, n: &Number, lo: usize, hi: usize) -> usize {
        let v = self.number(n);
        if v.is_nan() {
            return lo;
        }
        if v != v.trunc() || v < lo as f64 || v > hi as f64 {
            let label = format!("a whole number from {lo} to {hi}");
            self.d.add(n.span, format!("{v} is not allowed"), label);
            return lo;
        }
        v as usize
    }
    /// Exactly n numbers.
    pub fn numbers(&mut self, v: &Vector, n: usize) -> Vec<f64> {
        self.exactly(v, n, "")
    }
    fn exactly(&mut self, v: &Vector, n: usize, hint: &str) -> Vec<f64> {
        if v.items.len() != n {
            let wanted = if n == 1 { "1 number".into() } else { format!("{n} numbers") };
            let message = format!("expected {wanted}, found {}", v.items.len());
            self.d.add(v.span, message, wanted + hint);
            return vec![f64::NAN; n];
        }
        v.items.iter().map(|x| self.number(x)).collect()
    }
    /// Three numbers; two in the plane.
    pub fn vector(&mut self, v: &Vector) -> V3 {
        if v.items.len() == 2 {
            let p = self.numbers(v, 2);
            return V3::new(p[0], p[1], 0.0);
        }
        let p = self.exactly(v, 3, ", or 2 in the plane");
        V3::new(p[0], p[1], p[2])
    }
    pub fn vector_or(&mut self, v: &Option<Vector>, default: V3) -> V3 {
        v.as_ref().map_or(default, |v| self.vector(v))
    }
    /// A direction: not zero.
    pub fn direction(&mut self, v: &Vector) -> V3 {
        let n = self.vector(v);
        if n.norm() < 1e-12 {
            self.d.add(v.span, "a direction cannot be zero", "some vector but zero");
            return V3::z();
        }
        n
    }
    /// A direction as a unit vector; one that is a unit vector keeps its bits.
    pub fn unit(&mut self, v: &Vector) -> V3 {
        let n = self.direction(v);
        let unit = (n.norm() - 1.0).abs() < 1e-12;
        if unit {
            n
        } else {
            n.normalize()
        }
    }
    /// Three rows of three.
    pub fn matrix(&mut self, m: &Rows) -> M3 {
        if m.rows.len() != 3 {
            self.d.add(m.span, format!("expected 3 rows, found {}", m.rows.len()), "3 rows of 3");
            return M3::identity();
        }
        let r: Vec<Vec<f64>> = m.rows.iter().map(|r| self.numbers(r, 3)).collect();
        M3::from_fn(|i, j| r[i][j])
    }
    /// A rotation matrix.
    pub fn rotation(&mut self, m: &Rows) -> M3 {
        let r = self.matrix(m);
        if ((r.transpose() * r) - M3::identity()).norm() > 1e-6 || r.determinant() < 0.0 {
            self.d.add(m.span, "the axes are not a rotation", "orthonormal, right-handed");
        }
        r
    }
    /// A program of a state.
    pub fn program(&mut self, n: &Number, kind: Kind) -> Option<(Program, Vec<Variable>)> {
        self.expression(n, kind, |s, t| s.program(t))
    }
    /// A function of time with two derivatives.
    pub fn motion(&mut self, n: &Number) -> Option<crate::frame::TimeFn> {
        let (p, v) = self.program(n, Kind::State)?;
        if v.iter().any(|v| *v != Variable::Time) {
            self.d.add(n.span, "a prescribed motion is an expression of t alone", "no coordinates");
            return None;
        }
        Some(crate::frame::TimeFn::Expression(p))
    }
    /// The text with its indices replaced.
    pub fn text(&mut self, t: &Text) -> String {
        self.filled(t).unwrap_or_else(|| t.text.clone())
    }
    /// The same; none where an index is wrong, which is then told.
    fn filled(&mut self, t: &Text) -> Option<String> {
        if !t.text.contains('{') {
            return Some(t.text.clone());
        }
        let text = self.scope(Kind::Constant).template(&t.text);
        text.map_err(|e| scope::report(t.span, &e, &mut self.d)).ok()
    }
    /// A new name of a body, joint, contact or force.
    pub fn name(&mut self, t: &Text) -> String {
        let Some(name) = self.filled(t) else { return t.text.clone() };
        if !scope::is_name(&name) {
            let label = "letters, digits, '_', '-' and '.', a letter first; not 'world'";
            self.d.add(t.span, format!("'{name}' cannot be a name"), label);
        } else if self.places.contains_key(&name) {
            let label = match self.index.is_empty() {
                true => "another name",
                false => "an index in braces makes the names of repeated entries differ: {i}",
            };
            self.d.add(t.span, format!("the name '{name}' is used twice"), label);
        }
        self.places.insert(name.clone(), t.span);
        name
    }
    /// An existing body, or the world.
    pub fn body(&mut self, t: &Text) -> Option<usize> {
        let name = self.filled(t)?;
        if name == "world" {
            return None;
        }
        match self.bodies.get(&name) {
            Some(&b) => Some(b),
            None => {
                let mut valid: Vec<&str> = self.bodies.keys().map(String::as_str).collect();
                valid.sort_unstable();
                valid.push("world");
                self.d.unknown(t.span, "body", &name, valid.into_iter());
                None
            }
        }
    }
    /// An anchor from its frame.
    pub fn anchor(&mut self, f: &FrameSpec) -> Anchor {
        let body = f.body.as_ref().and_then(|b| self.body(b));
        let at = self.vector_or(&f.at, V3::zeros());
        let mut a = self.point_of(body, at);
        a = self.on_centreline(a, f.body.as_ref(), &f.node, &f.s);
        match (&f.axes, &f.axis) {
            (Some(m), None) => {
                let r = self.rotation(m);
                a = a.with_axes(r);
            }
            (None, Some(n)) => a = a.with_axes(basis(&self.direction(n))),
            (Some(m), Some(_)) => {
                self.d.add(m.span, "'axis' and 'axes' exclude each other", "keep one of them");
            }
            (None, None) => {}
        }
        let slide = f.slide.as_ref().and_then(|n| self.motion(n));
        let turn = f.turn.as_ref().and_then(|n| self.motion(n));
        let axis = f.drive_axis.as_ref().map(|v| (self.unit(v), v.span));
        if slide.is_some() || turn.is_some() {
            a = a.driven(Drive { axis: axis.map_or(V3::z(), |a| a.0), slide, turn });
        } else if let Some((_, span)) = axis {
            self.d.add(span, "'drive_axis' belongs to a motion", "add turn or slide");
        }
        a
    }
    /// A point of a body, or of the world. Attached masses move the centre of mass, not the points.
    pub fn point_of(&self, body: Option<usize>, at: V3) -> Anchor {
        match body {
            Some(b) => {
                Anchor::on(BodyId(b), at - self.centres.get(&b).copied().unwrap_or_default())
            }
            None => Anchor::world(at),
        }
    }
    /// A point that is written out, repeated or not.
    pub fn output_points(&mut self, s: &PointSpec) {
        self.each(&s.repeat, |b| {
            let name = b.name(&s.name);
            let body = s.body.as_ref().and_then(|t| b.body(t));
            let at = b.vector_or(&s.at, V3::zeros());
            let a = b.point_of(body, at);
            let a = b.on_centreline(a, s.body.as_ref(), &s.node, &s.s);
            b.model.point(&name, a);
        });
    }
    /// The anchor of a frame that may be left out: the world.
    pub fn anchor_or_world(&mut self, f: &Option<FrameSpec>) -> Anchor {
        f.as_ref().map_or(Anchor::world(V3::zeros()), |f| self.anchor(f))
    }
    /// The anchor at a node or material point of a flexible body, where one is given.
    pub fn on_centreline(
        &mut self,
        mut a: Anchor,
        body: Option<&Text>,
        node: &Option<NodeName>,
        s: &Option<Number>,
    ) -> Anchor {
        let at = match (node, s) {
            (None, None) => return a,
            (Some(_), Some(n)) => {
                self.d.add(n.span, "'node' and 's' exclude each other", "keep one of them");
                return a;
            }
            (Some(n), None) => n.span,
            (None, Some(n)) => n.span,
        };
        let Some(b) = a.body else {
            // a body with a mistake of its own is not there
            if body.is_none_or(|t| t.text == "world") {
                self.d.add(at, "the world has no nodes", "add body = \"...\"");
            }
            return a;
        };
        let slot = &self.model.bodies[b];
        if slot.body.nodes() == 1 {
            let message = format!("'{}' is not flexible: it has no nodes", slot.name);
            self.d.add(at, message, "remove this; a point of a rigid body is 'at'");
            return a;
        }
        let last = slot.body.nodes() - 1;
        match node.as_ref().map(|n| &n.which) {
            Some(NodePlace::Start) => a.node = 0,
            Some(NodePlace::End) => a.node = last,
            Some(NodePlace::Index(n)) => a.node = self.whole(n, 0, last),
            None => {}
        }
        if let Some(n) = s {
            let v = self.number(n);
            if !(0.0..=1.0).contains(&v) && !v.is_nan() {
                self.d.add(n.span, format!("{v} is not allowed"), "0 (start) to 1 (end)");
            } else {
                a.along = Some(v);
            }
        }
        a
    }
    /// The anchor on a body of a point and axes that are given in the world at the start. On a
    /// flexible body it is the node that is there.
    pub fn held_at(&mut self, body: Option<usize>, at: V3, R: M3, span: Span) -> Anchor {
        let Some(b) = body else { return Anchor::world(at).with_axes(R) };
        let nodes = self.model.bodies[b].body.nodes();
        let mut f = Frame::default();
        for node in 0..nodes {
            let m = &self.model.bodies[b];
            m.body.frame(0.0, &m.q0, &m.u0, node, &mut f);
            let near = (at - f.r).norm() <= 1e-9 * (1.0 + at.norm());
            if near || nodes == 1 {
                let a = Anchor { node, ..Anchor::on(BodyId(b), f.A.transpose() * (at - f.r)) };
                return a.with_axes(f.A.transpose() * R);
            }
        }
        let message = format!("no node of '{}' is at this point", self.model.bodies[b].name);
        self.d.add(
            span,
            message,
            "frames a and b with 'node' or 's' name points of flexible bodies",
        );
        Anchor::on(BodyId(b), V3::zeros())
    }
    /// The world position of an anchor at the start.
    pub fn place(&mut self, a: &Anchor) -> V3 {
        let Some(b) = a.body else { return a.rho };
        let m = &mut self.model.bodies[b];
        let node = a.along.and_then(|s| m.body.material_point(s)).unwrap_or(a.node);
        let mut f = Frame::default();
        m.body.frame(0.0, &m.q0, &m.u0, node, &mut f);
        f.r + f.A * a.rho
    }

    /// Calls `f` for every index of a repeated entry, until a mistake is found in one.
    pub fn each(&mut self, repeat: &Option<OneOrMore>, mut f: impl FnMut(&mut Self)) {
        let Some(OneOrMore(v)) = repeat else { return f(self) };
        if v.items.is_empty() || v.items.len() > 3 {
            self.d.add(v.span, "repeat takes one to three numbers", "indices i, j, k");
            return;
        }
        let n: Vec<usize> = v.items.iter().map(|x| self.whole(x, 0, MAX_ENTRIES)).collect();
        let total = n.iter().fold(1usize, |a, b| a.saturating_mul(*b));
        self.count = self.count.saturating_add(total);
        if self.count > MAX_ENTRIES {
            self.d.add(v.span, "too many entries", format!("at most {MAX_ENTRIES} in all"));
            return;
        }
        let before = self.d.list.len();
        for k in 0..total {
            let mut rest = k;
            let mut index = Vec::new();
            for (level, name) in ["i", "j", "k"].into_iter().enumerate().take(n.len()).rev() {
                index.push((name, (rest % n[level] + 1) as f64));
                rest /= n[level];
            }
            self.index = index;
            f(self);
            if self.d.list.len() > before {
                break;
            }
        }
        self.index.clear();
    }

    /// Adds a body.
    pub fn add_body(
        &mut self,
        name: String,
        body: impl crate::bodies::Body + 'static,
        q0: &[f64],
        u0: &[f64],
    ) -> usize {
        self.names.push(BodyNames { q: body.q_names(), u: body.u_names() });
        let k = self.model.body(&name, body, q0, u0).0;
        self.bodies.insert(name, k);
        k
    }

    /// The tables.
    pub fn table(&mut self, name: &Text, t: &TableSpec) {
        if !scope::is_word(&name.text) {
            self.d.add(
                name.span,
                "this cannot be the name of a table",
                "letters, digits and underscores",
            );
        }
        let (x, y) = (self.list(&t.x), self.list(&t.y));
        let how = match t.interpolation {
            Some(InterpolationWord::Cubic) => Interpolation::Cubic,
            _ => Interpolation::Linear,
        };
        match Table::new(x, y, how) {
            Ok(table) => {
                self.tables.insert(name.text.clone(), Arc::new(table));
            }
            Err(e) => self.d.add(t.x.span, format!("table '{}': {e}", name.text), "here"),
        }
    }
    fn list(&mut self, v: &Vector) -> Vec<f64> {
        v.items.iter().map(|x| self.number(x)).collect()
    }

    /// Coefficients with defaults, checked.
    pub fn law(
        &mut self,
        base: ContactLaw,
        e_N: &Option<Number>,
        e_F: &Option<Number>,
        mu: &Option<Number>,
    ) -> ContactLaw {
        let mut law = base;
        for (value, given, most) in
            [(&mut law.e_N, e_N, 1.0), (&mut law.e_F, e_F, 1.0), (&mut law.mu, mu, f64::INFINITY)]
        {
            let Some(n) = given else { continue };
            *value = self.number(n);
            if *value < 0.0 || *value > most {
                let allowed = if most == 1.0 { "0 to 1" } else { "zero or greater" };
                self.d.add(n.span, format!("{value} is not allowed"), allowed);
            }
        }
        law
    }
}
