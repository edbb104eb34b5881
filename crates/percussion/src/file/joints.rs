//! Joints with their drives, stops and friction; forces; dry friction.

use super::build::{Builder, Kind};
use super::read::{Number, Vector};
use super::spec::*;
use crate::contacts::Stop;
use crate::forces::{Along, Characteristic, ExpressionForce, Variable};
use crate::frame::{basis, Anchor, Drive, V3};
use crate::joints::{Joint, Primitive};
use crate::laws::ContactLaw;

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
        Some((self.held_at(first, at, R), self.held_at(second, at, R)))
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
        let joint = match s.r#type {
            JointKind::Revolute => Joint::revolute(),
            JointKind::Spherical => Joint::spherical(),
            JointKind::Fixed => Joint::fixed(),
            JointKind::Prismatic => Joint::prismatic(),
            JointKind::Cylindrical => Joint::cylindrical(),
            JointKind::Universal => Joint::universal(),
            JointKind::LockTurn => Joint::lock_turn(),
            JointKind::LockSlide => Joint::lock_slide(),
            JointKind::Plane => Joint {
                primitives: vec![
                    Primitive::Along { n1: V3::z() },
                    Primitive::Perpendicular { n1: V3::x(), n2: V3::z() },
                    Primitive::Perpendicular { n1: V3::y(), n2: V3::z() },
                ],
            },
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
                let turn = self.motion(n);
                let name = self.sub(s, name, "turn");
                let a = a.clone().driven(Drive { axis: V3::z(), slide: None, turn });
                self.model.joint(&name, Joint::lock_turn(), a, b.clone());
            }
        }
        if let Some(n) = &s.slide {
            if self.freedom(s, "slide", n, false) {
                let slide = self.motion(n);
                let name = self.sub(s, name, "slide");
                let a = a.clone().driven(Drive { axis: V3::z(), slide, turn: None });
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
        let parts = self.components(v);
        let several = parts.len() > 1;
        for (k, n) in parts {
            let Some((program, variables)) = self.program(n, Kind::State) else { continue };
            let name = if several { format!("{name}.{}", AXES[k]) } else { name.to_string() };
            if force {
                let text = self.text_of(n);
                let f = ExpressionForce::component(at.clone(), k, &text, program, variables);
                self.model.force(&name, f);
            } else {
                let mut axis = V3::zeros();
                axis[k] = 1.0;
                let world = Anchor::world(V3::zeros()).with_axes(basis(&axis));
                let f =
                    ExpressionForce::new(Primitive::Spin, world, at.clone(), program, variables);
                self.model.force(&name, f);
            }
        }
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
    fn text_of(&mut self, n: &Number) -> String {
        self.text(&super::read::Text { span: n.span, text: n.text.clone() })
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
        let primitive = match along {
            AlongWord::Distance => {
                if distance == 0.0 {
                    self.d.add(
                        s.span,
                        "the two points coincide: the direction is not determined",
                        "two different points, or along = \"direction\"",
                    );
                }
                Primitive::Distance { length: 0.0 }
            }
            AlongWord::Angle => Primitive::Angle { zero: 0.0, sign: 1.0 },
            AlongWord::Slide => Primitive::Along { n1: V3::z() },
            AlongWord::Direction => match &s.direction {
                Some(v) => {
                    let e = self.direction(v);
                    let unit = (e.norm() - 1.0).abs() < 1e-12;
                    Primitive::Coincide { e: if unit { e } else { e.normalize() } }
                }
                None => {
                    self.d.add(
                        s.span,
                        "the key 'direction' is missing",
                        "add direction = [x, y, z]",
                    );
                    return;
                }
            },
        };
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
            let default = if along == AlongWord::Distance { distance } else { 0.0 };
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
