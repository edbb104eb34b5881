//! Joints of a robot as they are written: stops, damping, friction, springs, motors, joints that follow others.

use super::plan::Writer;
use super::*;
use crate::frame::basis;
use std::f64::consts::TAU;

impl Joint {
    /// A joint without anything in it.
    pub(super) fn new(name: &str, kind: Kind, parent: usize, child: usize) -> Joint {
        Joint {
            name: name.into(),
            kind,
            parent,
            child,
            anchor: V3::zeros(),
            axis: V3::z(),
            stops: None,
            damping: 0.0,
            friction: 0.0,
            spring: None,
            mimic: None,
            locked: None,
        }
    }

    /// Whether it has one coordinate.
    pub(super) fn single(&self) -> bool {
        matches!(self.kind, Kind::Revolute | Kind::Prismatic)
    }

    /// Takes limits of the coordinate, or says why not; `here` is where it starts.
    pub(super) fn limit(&mut self, lo: f64, hi: f64, here: f64) -> Option<String> {
        let name = &self.name;
        if lo >= hi {
            return Some(format!("limits of joint '{name}' leave no range and are left out"));
        }
        if self.kind == Kind::Revolute && hi - lo >= TAU {
            return Some(format!("limits of joint '{name}' span a turn or more and are left out"));
        }
        self.stops = Some((lo - here, hi - here));
        (lo > here || hi < here).then(|| {
            let at = if here == 0.0 { "zero".into() } else { number(here) };
            format!(
                "joint '{name}' starts at {at}, outside of its limits {lo} to {hi}: the start is moved"
            )
        })
    }
}

impl Writer<'_> {
    /// All joints between bodies, those that follow another one after that, and what closes loops.
    pub(super) fn joints(&mut self) {
        let plan = self.plan;
        let joints = &plan.d.joints;
        let mut names: Vec<Option<String>> = vec![None; joints.len()];
        let mut left: Vec<usize> = (0..joints.len()).collect();
        while !left.is_empty() {
            let before = left.len();
            left.retain(|&k| {
                let ready = joints[k].mimic.as_ref().is_none_or(|m| names[m.joint].is_some());
                if ready {
                    names[k] = self.joint(k, &names);
                }
                !ready
            });
            if left.len() == before {
                // these follow nothing that moves, or each other
                left.iter().for_each(|&k| names[k] = self.joint(k, &names));
                break;
            }
        }
        for t in &plan.d.ties {
            let [a, b] = [0, 1].map(|k| {
                let world = plan.d.links[t.links[k]].pose.then(&t.poses[k]);
                self.frame(t.links[k], &world)
            });
            let [g, h] = t.links.map(|l| plan.group[l]);
            if g == h || plan.still(t.links[0]) && plan.still(t.links[1]) {
                self.warnings.push(format!("'{}' ties parts of one body: left out", t.name));
                continue;
            }
            let name = quoted(&self.name(&t.name, ".tie"));
            let kind = if t.turns { "spherical" } else { "fixed" };
            self.line(format_args!(
                "\n[[joints]]\nname = {name}\ntype = \"{kind}\"\na = {a}\nb = {b}"
            ));
        }
    }

    /// A frame on the body of a link that is here in the world at the start.
    fn frame(&self, link: usize, world: &Pose) -> String {
        let g = &self.plan.groups[self.plan.group[link]];
        let p = g.sees(world);
        let (at, axes) = (list(p.r.as_slice()), matrix(&p.R));
        match g.still() {
            true => format!("{{ at = {at}, axes = {axes} }}"),
            false => format!("{{ body = {}, at = {at}, axes = {axes} }}", quoted(&g.name)),
        }
    }

    /// One joint; its name where it has a coordinate.
    fn joint(&mut self, k: usize, names: &[Option<String>]) -> Option<String> {
        let plan = self.plan;
        let j = &plan.d.joints[k];
        let kind = match j.kind {
            Kind::Revolute => "revolute",
            Kind::Prismatic => "prismatic",
            Kind::Spherical => "spherical",
            Kind::Plane => "plane",
            Kind::Fixed | Kind::Free => return None,
        };
        let [a, b] = [j.parent, j.child].map(|l| &plan.groups[plan.group[l]]);
        if a.still() && b.still() {
            self.warnings
                .push(format!("joint '{}' is between parts of the world: left out", j.name));
            return None;
        }
        let name = self.name(&j.name, ".joint");
        self.line(format_args!(
            "\n[[joints]]\nname = {}\ntype = \"{kind}\"\nbodies = [{}, {}]\nanchor = {}\naxis = {}",
            quoted(&name),
            quoted(&a.name),
            quoted(&b.name),
            list(j.anchor.as_slice()),
            list(j.axis.as_slice())
        ));
        if let Some((lo, hi)) = j.stops {
            self.line(format_args!("min = {}\nmax = {}", number(lo), number(hi)));
        }
        for (key, v) in [("friction", j.friction), ("damping", j.damping)] {
            if v > 0.0 && !j.single() {
                self.warnings.push(format!("{key} of the {kind} joint '{}' is left out", j.name));
            } else if v > 0.0 {
                self.line(format_args!("{key} = {}", number(v)));
            }
        }
        if let Some(value) = j.locked {
            let key = if j.kind == Kind::Revolute { "turn" } else { "slide" };
            self.line(format_args!("{key} = {}", number(value)));
        }
        if let Some(m) = &j.mimic {
            match &names[m.joint] {
                Some(other) if j.single() => self.line(format_args!(
                    "mimic = {{ joint = {}, ratio = {}, offset = {} }}",
                    quoted(other),
                    number(m.ratio),
                    number(m.offset)
                )),
                _ => self.warnings.push(format!(
                    "joint '{}' mimics '{}', which does not turn or slide: not enforced",
                    j.name, plan.d.joints[m.joint].name
                )),
            }
        }
        j.single().then_some(name)
    }

    /// Springs and motors in joints.
    pub(super) fn forces(&mut self) {
        let plan = self.plan;
        for (k, j) in plan.d.joints.iter().enumerate() {
            if let (Some((stiffness, rest)), true) = (j.spring, j.single()) {
                let keys = format!("k = {}\nrest = {}", number(stiffness), number(rest));
                self.force(&j.name, k, ".spring", "spring", &keys);
            }
        }
        for m in &plan.d.motors {
            self.force(
                &m.name,
                m.joint,
                ".motor",
                "actuator",
                &format!("law = {}", quoted(&m.law)),
            );
        }
    }

    fn force(&mut self, name: &str, joint: usize, suffix: &str, kind: &str, keys: &str) {
        let plan = self.plan;
        let j = &plan.d.joints[joint];
        if plan.still(j.parent) && plan.still(j.child) {
            return;
        }
        let world = Pose { r: j.anchor, R: basis(&j.axis) };
        let (a, b) = (self.frame(j.parent, &world), self.frame(j.child, &world));
        let along = if j.kind == Kind::Revolute { "angle" } else { "slide" };
        let name = quoted(&self.name(name, suffix));
        self.line(format_args!(
            "\n[[forces]]\nname = {name}\ntype = \"{kind}\"\nalong = \"{along}\"\na = {a}\nb = {b}\n{keys}"
        ));
    }
}
