//! Joints with their drives, stops and friction; forces; dry friction.

use super::build::{Builder, Kind};
use super::read::{Number, Vector};
use super::spec::*;
use crate::collision::contacts::Stop;
use crate::expression::Program;
use crate::forces::{Along, Applied, Characteristic, ExpressionForce, Load, Variable};
use crate::frame::{basis, Anchor, BodyId, Drive, TimeVector, V3};
use crate::joints::{Joint, Primitive};
use crate::laws::ContactLaw;

/// Which coordinate between two frames is meant, by the keys of a force or stop.
pub(super) struct CoordinateSpec<'a> {
    pub span: super::diagnostics::Span,
    pub along: AlongWord,
    pub direction: &'a Option<Vector>,
    pub zero: &'a Option<Number>,
    pub reverse: Option<bool>,
}

impl JointSpec {
    /// Keys that belong to an angle or displacement, where they are given.
    fn coordinate_keys(&self) -> Vec<(&'static str, super::diagnostics::Span)> {
        let keys = [
            ("turn", &self.turn),
            ("slide", &self.slide),
            ("min", &self.min),
            ("max", &self.max),
            ("friction", &self.friction),
            ("damping", &self.damping),
        ];
        keys.into_iter().filter_map(|(k, n)| Some((k, n.as_ref()?.span))).collect()
    }
}

const AXES: [&str; 3] = ["x", "y", "z"];

impl Builder {
    /// A joint, repeated or not.
    pub fn joints(&mut self, s: &JointSpec) {
        self.each(&s.repeat, |b| b.one_joint(s));
    }

    fn joint_anchors(&mut self, s: &JointSpec) -> Option<(Anchor, Anchor)> {
        let Some(bodies) = &s.bodies else {
            if let Some(v) = s.anchor.as_ref().or(s.axis.as_ref()) {
                self.d.add(
                    v.span,
                    "a point in the world needs the two bodies",
                    "add bodies = [\"...\", \"...\"]",
                );
            } else if s.a.is_none() && s.b.is_none() {
                self.d.add(
                    s.span,
                    "the joint holds nothing",
                    "add bodies and anchor, or frames a and b",
                );
                return None;
            }
            return Some((self.anchor_or_world(&s.a), self.anchor_or_world(&s.b)));
        };
        if let Some(f) = s.a.as_ref().or(s.b.as_ref()) {
            self.d.add(f.span, "bodies and frames exclude each other", "keep one of them");
        }
        let [first, second] = &bodies[..] else {
            self.d.add(
                s.span,
                format!("a joint has two bodies, not {}", bodies.len()),
                "two names",
            );
            return None;
        };
        let (first, second) = (self.body(first), self.body(second));
        let at = self.vector_or(&s.anchor, V3::zeros());
        let axis = s.axis.as_ref().map_or(V3::z(), |v| self.direction(v));
        let R = basis(&axis);
        let span = s.anchor.as_ref().map_or(s.span, |v| v.span);
        Some((self.held_at(first, at, R, span), self.held_at(second, at, R, span)))
    }

    fn one_joint(&mut self, s: &JointSpec) {
        let name = self.name(&s.name);
        let before = self.d.list.len();
        let Some((a, b)) = self.joint_anchors(s) else { return };
        let fine = self.d.list.len() == before && self.d.dropped.is_empty();
        if a.body == b.body && fine {
            self.d.add(s.span, "both frames are on the same body", "two different bodies");
            return;
        }
        if s.r#type == JointKind::Prismatic && fine && self.model.out_of_plane(&a, &b) {
            let at = s.axis.as_ref().map_or(s.span, |v| v.span);
            self.d.add(
                at,
                "the bodies move in the plane of x and y, and the axis, z where none is given, is normal to it",
                "an axis in the plane, such as [1, 0, 0]",
            );
            return;
        }
        if s.r#type == JointKind::RollingDisc {
            let R = self.needed(&s.radius, "radius", s.span);
            self.model.rolling_disc(&name, R, a, b);
            for (key, at) in s.coordinate_keys() {
                let label = "revolute, prismatic or cylindrical joints";
                self.d.add(at, format!("'{key}' has no meaning for this type of joint"), label);
            }
            return;
        }
        let joint = match s.r#type {
            JointKind::Revolute => Joint::revolute(),
            JointKind::Spherical => Joint::spherical(),
            JointKind::Fixed => Joint::fixed(),
            JointKind::Prismatic => Joint::prismatic(),
            JointKind::Cylindrical => Joint::cylindrical(),
            JointKind::Universal => Joint::universal(),
            JointKind::LockTurn => Joint::lock_turn(),
            JointKind::LockSlide => Joint::lock_slide(),
            JointKind::Plane => Joint::plane(),
            JointKind::Distance => {
                let length = match &s.length {
                    Some(n) => self.positive(n),
                    None => (self.place(&b) - self.place(&a)).norm(),
                };
                if length == 0.0 {
                    self.d.add(
                        s.span,
                        "the distance at the start is zero",
                        "add length, or use type = \"spherical\"",
                    );
                }
                Joint::distance(length)
            }
            JointKind::Rolling => Joint::rolling(self.needed(&s.radius, "radius", s.span)),
            JointKind::RollingPlanar => {
                Joint::rolling_planar(self.needed(&s.radius, "radius", s.span))
            }
            JointKind::KnifeEdge => {
                let n = s.normal.as_ref().map_or(V3::y(), |v| self.direction(v));
                Joint::knife_edge(n)
            }
            JointKind::Rows | JointKind::RollingDisc => self.rows(s),
        };
        self.model.joint(&name, joint, a.clone(), b.clone());
        let own = match s.r#type {
            JointKind::Revolute => Some(Primitive::Angle { zero: 0.0, sign: 1.0 }),
            JointKind::Prismatic => Some(Primitive::Along { n1: V3::z() }),
            _ => None,
        };
        if let Some(p) = own {
            self.mimic(s, &name, (p, a.clone(), b.clone()));
        } else if let Some(m) = &s.mimic {
            self.d.add(
                m.span,
                "'mimic' has no meaning for this type of joint",
                "revolute or prismatic",
            );
        }
        self.drives(s, &name, &a, &b);
        self.stops(s, &name, &a, &b);
    }

    /// The rows of a joint given one by one.
    fn rows(&mut self, s: &JointSpec) -> Joint {
        let rows = s.rows.iter().flatten();
        let primitives: Vec<Primitive> = rows.filter_map(|r| self.row(r)).collect();
        if primitives.is_empty() || primitives.len() > crate::relation::MAX_ROWS {
            let label = "rows = [{ type = \"along\", direction = [1, 0, 0] }, ...]";
            self.d.add(s.span, "a joint of type 'rows' has one to six rows", label);
            return Joint::lock_slide();
        }
        Joint { primitives }
    }
    fn row(&mut self, r: &RowSpec) -> Option<Primitive> {
        let direction = r.direction.as_ref().map(|v| self.unit(v));
        let second = r.second.as_ref().map(|v| self.unit(v));
        let missing = |b: &mut Self, key: &str| {
            b.d.add(r.span, format!("the key '{key}' is missing"), format!("add {key} = [x, y, z]"))
        };
        use RowKind::*;
        let directed = matches!(r.r#type, Coincide | Along | Perpendicular | Roll);
        if directed && direction.is_none() {
            missing(self, "direction");
        }
        if matches!(r.r#type, Perpendicular | KnifeEdge) && second.is_none() {
            missing(self, "second");
        }
        let (n1, n2) = (direction.unwrap_or(V3::x()), second.unwrap_or(V3::y()));
        let sign = if r.reverse == Some(true) { -1.0 } else { 1.0 };
        Some(match r.r#type {
            Coincide => Primitive::Coincide { e: n1 },
            Along => Primitive::Along { n1 },
            Perpendicular => Primitive::Perpendicular { n1, n2 },
            Distance => Primitive::Distance { length: self.needed(&r.length, "length", r.span) },
            Angle => Primitive::Angle { zero: self.or(&r.zero, 0.0), sign },
            Roll => Primitive::Roll { radius: self.needed(&r.radius, "radius", r.span), t: n1 },
            RollPlanar => {
                Primitive::RollPlanar { radius: self.needed(&r.radius, "radius", r.span) }
            }
            KnifeEdge => Primitive::KnifeEdge { n2 },
            Spin => Primitive::Spin,
            Slide => Primitive::Slide,
        })
    }

    fn mimic(&mut self, s: &JointSpec, name: &str, own: crate::joints::Coordinate) {
        if let Some(m) = &s.mimic {
            let other = self.text(&m.joint);
            let (ratio, offset) = (self.or(&m.ratio, 1.0), self.or(&m.offset, 0.0));
            match self.coordinates.get(&other).cloned() {
                Some(c) => {
                    let full = self.sub(s, name, "mimic");
                    self.model.coupling(&full, own.clone(), c, ratio, offset);
                }
                None => {
                    let mut valid: Vec<&str> =
                        self.coordinates.keys().map(String::as_str).collect();
                    valid.sort_unstable();
                    self.d.unknown(
                        m.joint.span,
                        "joint before this one",
                        &other,
                        valid.into_iter(),
                    );
                }
            }
        }
        self.coordinates.insert(name.into(), own);
    }

    fn sub(&mut self, s: &JointSpec, name: &str, what: &str) -> String {
        let full = format!("{name}.{what}");
        if self.places.insert(full.clone(), s.name.span).is_some() {
            self.d.add(s.name.span, format!("the name '{full}' is used twice"), "another name");
        }
        full
    }

    /// Whether the joint turns or slides about its axis; a mistake where it does neither.
    fn freedom(&mut self, s: &JointSpec, key: &str, n: &Number, turn: bool) -> bool {
        use JointKind::*;
        let can = match turn {
            true => matches!(s.r#type, Revolute | Cylindrical),
            false => matches!(s.r#type, Prismatic | Cylindrical),
        };
        if !can {
            let label = match turn {
                true => "revolute or cylindrical joints turn about their axis",
                false => "prismatic or cylindrical joints slide along their axis",
            };
            self.d.add(n.span, format!("'{key}' has no meaning for this type of joint"), label);
        }
        can
    }

    fn drives(&mut self, s: &JointSpec, name: &str, a: &Anchor, b: &Anchor) {
        if let Some(n) = &s.turn {
            if self.freedom(s, "turn", n, true) {
                let Some(turn) = self.motion(n) else { return };
                let name = self.sub(s, name, "turn");
                let a = a.clone().driven(Drive::turn(turn));
                self.model.joint(&name, Joint::lock_turn(), a, b.clone());
            }
        }
        if let Some(n) = &s.slide {
            if self.freedom(s, "slide", n, false) {
                let Some(slide) = self.motion(n) else { return };
                let name = self.sub(s, name, "slide");
                let a = a.clone().driven(Drive::slide(slide));
                self.model.joint(&name, Joint::lock_slide(), a, b.clone());
            }
        }
    }

    fn stops(&mut self, s: &JointSpec, name: &str, a: &Anchor, b: &Anchor) {
        let turn = s.r#type == JointKind::Revolute;
        for (n, key) in
            [(&s.min, "min"), (&s.max, "max"), (&s.friction, "friction"), (&s.damping, "damping")]
        {
            if let Some(n) = n {
                if !self.freedom(s, key, n, turn) {
                    return;
                }
            }
        }
        if let Some(n) = &s.friction {
            let limit = self.number(n);
            if limit < 0.0 {
                self.d.add(n.span, format!("{limit} is not allowed"), "zero or greater");
            }
            let name = self.sub(s, name, "friction");
            let rate = if turn { Primitive::Spin } else { Primitive::Slide };
            self.model.joint_friction(&name, rate, a.clone(), b.clone(), limit);
        }
        if let Some(n) = &s.damping {
            let c = self.number(n);
            if c < 0.0 {
                self.d.add(n.span, format!("{c} is not allowed"), "zero or greater");
            }
            let name = self.sub(s, name, "damping");
            let along = match turn {
                true => Primitive::Angle { zero: 0.0, sign: 1.0 },
                false => Primitive::Along { n1: V3::z() },
            };
            let law = Characteristic::SpringDamper { k: 0.0, c, s0: 0.0 };
            self.model.force(&name, Along::new(along, a.clone(), b.clone(), law));
        }
        let law = self.law(ContactLaw::default(), &s.e_N, &None, &None);
        let min = s.min.as_ref().map(|n| (self.number(n), n.span));
        let max = s.max.as_ref().map(|n| (self.number(n), n.span));
        if let (Some((lo, _)), Some((hi, at))) = (min, max) {
            if lo >= hi {
                self.d.add(
                    at,
                    format!("max = {hi} is not greater than min = {lo}"),
                    "a greater number",
                );
            }
        }
        // angles are measured within half a turn of the middle of their range
        let zero = match (min, max, turn) {
            (Some((lo, _)), Some((hi, _)), true) => 0.5 * (lo + hi),
            _ => 0.0,
        };
        let primitive = match turn {
            true => Primitive::Angle { zero, sign: 1.0 },
            false => Primitive::Along { n1: V3::z() },
        };
        for (limit, upper, what) in [(min, false, "min"), (max, true, "max")] {
            if let Some((limit, _)) = limit {
                let name = self.sub(s, name, what);
                let stop = Stop { primitive: primitive.clone(), limit: limit - zero, upper };
                self.model.stop(&name, stop, a.clone(), b.clone(), law);
            }
        }
    }

    /// A force, repeated or not.
    pub fn forces(&mut self, s: &ForceSpec) {
        self.each(&s.repeat, |b| b.one_force(s));
    }

    fn one_force(&mut self, s: &ForceSpec) {
        let name = self.name(&s.name);
        match s.r#type {
            ForceKind::Force | ForceKind::Torque => self.load(s, &name),
            ForceKind::Distributed => self.distributed(s, &name),
            ForceKind::Spring | ForceKind::Actuator => self.along(s, &name),
        }
    }

    fn load(&mut self, s: &ForceSpec, name: &str) {
        let force = s.r#type == ForceKind::Force;
        let (given, key) = if force { (&s.force, "force") } else { (&s.torque, "torque") };
        let Some(frame) = &s.at else {
            self.d.add(s.span, "the key 'at' is missing", "add at = { body = \"...\" }");
            return;
        };
        let at = self.anchor(frame);
        let Some(v) = given else {
            self.d.add(s.span, format!("the key '{key}' is missing"), format!("add {key} = [...]"));
            return;
        };
        if s.follows == Some(true) {
            let Some(f) = self.time_vector(v) else { return };
            let zero = TimeVector::zero();
            let (force, moment) = if force { (f, zero) } else { (zero, f) };
            let load = Load::Follower { force, moment };
            self.model.force(name, Applied { at, load, length: None });
            return;
        }
        let parts = self.components(v);
        let several = parts.len() > 1;
        for (k, n) in parts {
            let Some((program, variables)) = self.program(n, Kind::State) else { continue };
            let name = if several { format!("{name}.{}", AXES[k]) } else { name.to_string() };
            let f = ExpressionForce::component(at.clone(), k, !force, program, variables);
            self.model.force(&name, f);
        }
    }

    /// A force per length.
    fn distributed(&mut self, s: &ForceSpec, name: &str) {
        let missing = |b: &mut Self, key: &str, label: &str| {
            b.d.add(s.span, format!("the key '{key}' is missing"), label);
        };
        let Some(t) = &s.body else { return missing(self, "body", "add body = \"...\"") };
        let Some(v) = &s.force else { return missing(self, "force", "add force = [...]") };
        let body = self.body(t);
        let f = self.time_vector(v);
        let (Some(b), Some(f)) = (body, f) else { return };
        if self.model.bodies[b].body.nodes() == 1 {
            let message = format!("'{}' is not flexible", t.text);
            self.d.add(t.span, message, "a bar, beam, spline-beam, floating-beam or rod");
            return;
        }
        let zero = TimeVector::zero();
        self.model.distributed_load(name, BodyId(b), s.follows == Some(true), f, zero);
    }

    /// Three expressions of t alone.
    fn time_vector(&mut self, v: &Vector) -> Option<TimeVector> {
        if !(2..=3).contains(&v.items.len()) {
            let message = format!("expected 3 components, found {}", v.items.len());
            self.d.add(v.span, message, "three, or two in the plane");
            return None;
        }
        let mut out = [0, 1, 2].map(|_| Program::constant(0.0));
        for (o, n) in out.iter_mut().zip(&v.items) {
            let (p, variables) = self.program(n, Kind::State)?;
            if variables.iter().any(|v| *v != Variable::Time) {
                let label = "no coordinates in a load that follows or is distributed";
                self.d.add(n.span, "this load is an expression of t alone", label);
                return None;
            }
            *o = p;
        }
        Some(TimeVector::Expressions(Box::new(out)))
    }

    /// The components that are not simply zero.
    fn components<'v>(&mut self, v: &'v Vector) -> Vec<(usize, &'v Number)> {
        if !(2..=3).contains(&v.items.len()) {
            let message = format!("expected 3 components, found {}", v.items.len());
            self.d.add(v.span, message, "three, or two in the plane");
        }
        let all = v.items.iter().enumerate().take(3);
        all.filter(|(_, n)| n.value != Some(0.0)).collect()
    }

    /// A coordinate between two frames by its words.
    pub fn coordinate(&mut self, s: &CoordinateSpec) -> Option<Primitive> {
        let zero = self.or(s.zero, 0.0);
        let direction = s.direction.as_ref().map(|v| self.unit(v));
        let sign = if s.reverse == Some(true) { -1.0 } else { 1.0 };
        let needs = |b: &mut Self, key: &str, at: Option<super::diagnostics::Span>, word: &str| {
            if let Some(at) = at {
                b.d.add(at, format!("'{key}' has no meaning here"), format!("along = {word}"));
            }
        };
        let slides = matches!(s.along, AlongWord::Slide | AlongWord::Direction);
        if !slides {
            let at = s.direction.as_ref().map(|v| v.span);
            needs(self, "direction", at, "\"slide\" or \"direction\"");
        } else {
            needs(self, "zero", s.zero.as_ref().map(|n| n.span), "\"angle\" or \"distance\"");
        }
        if s.along != AlongWord::Angle && s.reverse.is_some() {
            needs(self, "reverse", Some(s.span), "\"angle\"");
        }
        Some(match s.along {
            AlongWord::Distance => Primitive::Distance { length: zero },
            AlongWord::Angle => Primitive::Angle { zero, sign },
            AlongWord::Slide => Primitive::Along { n1: direction.unwrap_or(V3::z()) },
            AlongWord::Direction => match direction {
                Some(e) => Primitive::Coincide { e },
                None => {
                    let label = "add direction = [x, y, z]";
                    self.d.add(s.span, "the key 'direction' is missing", label);
                    return None;
                }
            },
        })
    }

    fn along(&mut self, s: &ForceSpec, name: &str) {
        let before = self.d.list.len();
        let (a, b) = (self.anchor_or_world(&s.a), self.anchor_or_world(&s.b));
        let fine = self.d.list.len() == before && self.d.dropped.is_empty();
        if a.body.is_none() && b.body.is_none() && fine {
            self.d.add(s.span, "the force holds no body", "add frames a and b");
            return;
        }
        let along = s.along.unwrap_or(AlongWord::Distance);
        let distance = (self.place(&b) - self.place(&a)).norm();
        let fine = self.d.list.len() == before;
        if along == AlongWord::Distance && distance == 0.0 && fine {
            self.d.add(
                s.span,
                "the two points coincide: the direction is not determined",
                "two different points, or along = \"direction\"",
            );
        }
        let coordinate = CoordinateSpec {
            span: s.span,
            along,
            direction: &s.direction,
            zero: &s.zero,
            reverse: s.reverse,
        };
        let Some(primitive) = self.coordinate(&coordinate) else { return };
        if s.r#type == ForceKind::Spring {
            if let Some(n) = &s.law {
                self.d.add(n.span, "a spring has no law", "k, c and rest; or type = \"actuator\"");
            }
            let (k, c) = (self.or(&s.k, 0.0), self.or(&s.c, 0.0));
            for (n, v) in [(&s.k, k), (&s.c, c)] {
                if let (Some(n), true) = (n, v < 0.0) {
                    self.d.add(n.span, format!("{v} is not allowed"), "zero or greater");
                }
            }
            let zero = self.or(&s.zero, 0.0);
            let default = if along == AlongWord::Distance { distance - zero } else { 0.0 };
            let s0 = self.or(&s.rest, default);
            let law = Characteristic::SpringDamper { k, c, s0 };
            self.model.force(name, Along::new(primitive, a, b, law));
            return;
        }
        let Some(n) = &s.law else {
            self.d.add(s.span, "the key 'law' is missing", "add law = \"expression of t, s, v\"");
            return;
        };
        // an angle enters the expression as s, a torque acts along it
        if let Some((program, variables)) = self.program(n, Kind::Along) {
            let variables: Vec<Variable> = variables;
            self.model.force(name, ExpressionForce::new(primitive, a, b, program, variables));
        }
    }

    /// Dry friction, repeated or not.
    pub fn frictions(&mut self, s: &FrictionSpec) {
        self.each(&s.repeat, |b| {
            let name = b.name(&s.name);
            let (a, c) = (b.anchor_or_world(&s.a), b.anchor_or_world(&s.b));
            let limit = b.number(&s.limit);
            if limit < 0.0 {
                b.d.add(s.limit.span, format!("{limit} is not allowed"), "zero or greater");
            }
            let rate = match s.along {
                FrictionWord::Turn => Primitive::Spin,
                FrictionWord::Slide => Primitive::Slide,
            };
            b.model.joint_friction(&name, rate, a, c, limit);
        });
    }
}
