//! Bodies and joints of an MJCF file, in the reference position and at the start.

use super::classes::{turn, FromGeoms};
use super::*;
use crate::frame::rotation;

/// Part of a body's mass that each link between several joints takes.
const SHARE: f64 = 0.01;

/// A child of a body with the frames around it, and their class.
struct Found<'a> {
    e: &'a Element,
    frame: Pose,
    class: Option<&'a str>,
}

impl Reader<'_> {
    pub(super) fn world(&mut self, root: &Element) -> Result<(), String> {
        self.push_link("world", String::new(), [HERE; 2], None);
        self.d.links[0].world = true;
        self.links.insert("world".into(), 0);
        for w in root.all("worldbody") {
            let class = w.get("childclass");
            for f in self.contents(w, class)? {
                match f.e.name.as_str() {
                    "geom" => {
                        self.geom(f.e, f.class, &f.frame, 0, false)?;
                    }
                    "site" => self.site(f.e, &f.frame, f.class, 0)?,
                    "body" => self.body(f.e, 0, &f.frame, f.class)?,
                    _ => {}
                }
            }
        }
        if let Some(key) = &self.key {
            if key.len() != self.used {
                return Err(format!(
                    "the keyframe has {} coordinates, the joints {}",
                    key.len(),
                    self.used
                ));
            }
        }
        let sum: f64 = self.d.links.iter().filter_map(|l| Some(l.inertial?.m)).sum();
        if self.compiler.total_mass > 0.0 && sum > 0.0 {
            let factor = self.compiler.total_mass / sum;
            for i in self.d.links.iter_mut().filter_map(|l| l.inertial.as_mut()) {
                i.m *= factor;
                i.theta *= factor;
            }
        }
        Ok(())
    }

    /// The children of a body, those inside frames, too.
    fn contents<'b>(
        &mut self,
        body: &'b Element,
        class: Option<&'b str>,
    ) -> Result<Vec<Found<'b>>, String> {
        let mut out = Vec::new();
        self.unfold(body, HERE, class, &mut out)?;
        Ok(out)
    }

    fn unfold<'b>(
        &mut self,
        e: &'b Element,
        frame: Pose,
        class: Option<&'b str>,
        out: &mut Vec<Found<'b>>,
    ) -> Result<(), String> {
        for c in &e.children {
            match c.name.as_str() {
                "frame" => {
                    let inner = frame.then(&self.compiler.pose(c)?);
                    self.unfold(c, inner, c.get("childclass").or(class), out)?;
                }
                "composite" | "flexcomp" | "attach" | "plugin" => {
                    let text = format!("SKIPPED: <{}> ({}) is not supported", c.name, c.place());
                    self.warn(text);
                }
                _ => out.push(Found { e: c, frame, class }),
            }
        }
        Ok(())
    }

    fn site(
        &mut self,
        e: &Element,
        frame: &Pose,
        class: Option<&str>,
        link: usize,
    ) -> Result<(), String> {
        if let Some(name) = e.get("name") {
            let e = self.classes.with_defaults(e, class)?;
            let (pose, _) = self.placed(&e)?;
            self.sites.insert(name.into(), (link, frame.then(&pose)));
        }
        Ok(())
    }

    /// A link that is here in the reference position and at the start.
    fn push_link(
        &mut self,
        name: &str,
        place: String,
        at: [Pose; 2],
        tree: Option<usize>,
    ) -> usize {
        let inertial = None;
        self.d.links.push(Link {
            name: name.into(),
            place,
            inertial,
            pose: at[1],
            geoms: Vec::new(),
            world: false,
            tree,
        });
        self.rest.push(at[0]);
        self.d.links.len() - 1
    }

    fn body(
        &mut self,
        e: &Element,
        parent: usize,
        frame: &Pose,
        class: Option<&str>,
    ) -> Result<(), String> {
        let class = e.get("childclass").or(class);
        let name =
            e.get("name").map_or_else(|| format!("body{}", self.d.links.len()), String::from);
        if self.links.contains_key(&name) {
            return Err(e.wrong(format!("the body '{name}' exists twice")));
        }
        if self.d.links.len() > MAX_LINKS {
            return Err(format!("more than {MAX_LINKS} links"));
        }
        let contents = self.contents(e, class)?;
        let local = frame.then(&self.compiler.pose(e)?);
        let rest = self.rest[parent].then(&local);
        let mut start = self.d.links[parent].pose.then(&local);
        let tree = match self.d.links[parent].tree {
            None => {
                self.trees += 1;
                self.trees
            }
            Some(t) => t,
        };
        // one link for each joint; the last is the body
        let joints: Vec<&Found> = contents
            .iter()
            .filter(|f| matches!(f.e.name.as_str(), "joint" | "freejoint"))
            .collect();
        let mut above = parent;
        let mut between = Vec::new();
        for (k, f) in joints.iter().enumerate() {
            let (mut joint, axis, armature) = self.joint(f, &name, &mut start, above)?;
            let last = k + 1 == joints.len();
            let link = match last {
                true => name.clone(),
                false => format!("{name}-{}", k + 1),
            };
            joint.child = self.push_link(&link, e.place(), [rest, start], Some(tree));
            if !last {
                between.push(joint.child);
            }
            above = joint.child;
            self.d.joints.push(joint);
            if armature > 0.0 {
                // kept until the masses are known
                let theta = axis * axis.transpose() * armature;
                self.d.links[above].inertial = Some(Inertial { m: 0.0, c: V3::zeros(), theta });
            }
        }
        if joints.is_empty() {
            above = self.push_link(&name, e.place(), [rest, start], Some(tree));
            self.d.joints.push(Joint::new(&name, Kind::Fixed, parent, above));
            self.start.push([0.0; 2]);
        }
        self.links.insert(name.clone(), above);
        let own = self.inertial(&contents, above)?;
        self.share(&name, own, &between, above);
        if e.number("gravcomp", 0.0)? != 0.0 {
            self.skip("bodies' compensation of gravity");
        }
        for f in &contents {
            match f.e.name.as_str() {
                "body" => self.body(f.e, above, &f.frame, f.class)?,
                "site" => self.site(f.e, &f.frame, f.class, above)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Mass and inertia of a body; its geometry becomes that of the link.
    fn inertial(&mut self, contents: &[Found], link: usize) -> Result<Option<Inertial>, String> {
        let given = contents.iter().find(|f| f.e.name == "inertial");
        let from_geoms = match self.compiler.from_geoms {
            FromGeoms::Always => true,
            FromGeoms::Never => false,
            FromGeoms::Else => given.is_none(),
        };
        let mut parts = Vec::new();
        for f in contents.iter().filter(|f| f.e.name == "geom") {
            parts.extend(self.geom(f.e, f.class, &f.frame, link, from_geoms)?);
        }
        let mut own = match (given, from_geoms) {
            (Some(f), false) => Some(self.given(f)?),
            (_, true) => plan::total(&parts),
            (None, false) => None,
        };
        if let Some(i) = &mut own {
            i.m = i.m.max(self.compiler.least_mass);
            if self.compiler.least_inertia > 0.0 {
                let e = i.theta.symmetric_eigen();
                let raised = e.eigenvalues.map(|v| v.max(self.compiler.least_inertia));
                i.theta = e.eigenvectors * M3::from_diagonal(&raised) * e.eigenvectors.transpose();
            }
        }
        Ok(own.filter(|i| i.m > 0.0))
    }

    fn given(&self, f: &Found) -> Result<Inertial, String> {
        let e = f.e;
        let p = f.frame.then(&self.compiler.pose(e)?);
        let m = e.not_negative("mass")?;
        let [xx, yy, zz, xy, xz, yz] = match e.get("fullinertia") {
            Some(_) => e.numbers("fullinertia", [0.0; 6])?,
            None => {
                let [x, y, z] = e.numbers("diaginertia", [0.0; 3])?;
                [x, y, z, 0.0, 0.0, 0.0]
            }
        };
        let theta = M3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz);
        Ok(Inertial { m, c: p.r, theta: p.R * theta * p.R.transpose() })
    }

    /// Gives the links between several joints a small part of the body's mass, and every link its armature.
    fn share(&mut self, name: &str, own: Option<Inertial>, between: &[usize], body: usize) {
        if !between.is_empty() {
            let n = between.len() + 1;
            let part = 100.0 * SHARE;
            self.warn(format!("ASSUMED: '{name}' has {n} joints; each link between them takes {part} % of its mass and inertia"));
        }
        let rest = 1.0 - SHARE * between.len() as f64;
        for (&k, part) in between.iter().map(|k| (k, SHARE)).chain([(&body, rest)]) {
            let armature = self.d.links[k].inertial.map_or(M3::zeros(), |i| i.theta);
            self.d.links[k].inertial =
                own.map(|i| Inertial { m: part * i.m, c: i.c, theta: part * i.theta + armature });
        }
    }

    /// The next numbers of the keyframe.
    fn next<const N: usize>(&mut self, e: &Element) -> Result<Option<[f64; N]>, String> {
        let from = self.used;
        self.used += N;
        let Some(key) = &self.key else { return Ok(None) };
        let list = key.get(from..from + N).and_then(|s| s.try_into().ok());
        match list {
            Some(list) => Ok(Some(list)),
            None => Err(e.wrong("the keyframe has too few coordinates")),
        }
    }

    /// A joint, its axis in the body and its armature; `at` becomes where the body is behind it.
    fn joint(
        &mut self,
        f: &Found,
        body: &str,
        at: &mut Pose,
        parent: usize,
    ) -> Result<(Joint, V3, f64), String> {
        let free = f.e.name == "freejoint";
        let e = if free { f.e.clone() } else { self.classes.with_defaults(f.e, f.class)? };
        let kind = if free { "free" } else { e.get("type").unwrap_or("hinge") };
        let name = e.get("name").map_or_else(|| body.to_string(), String::from);
        let ours = match kind {
            "free" => Kind::Free,
            "ball" => Kind::Spherical,
            "slide" => Kind::Prismatic,
            "hinge" => Kind::Revolute,
            other => {
                return Err(e.wrong(format!(
                    "unknown type '{other}' of joint '{name}'; valid: free, ball, slide, hinge"
                )))
            }
        };
        if let (Some(given), true) = (e.get("name"), self.joints.contains_key(&name)) {
            return Err(e.wrong(format!("the joint '{given}' exists twice")));
        }
        self.joints.insert(name.clone(), self.d.joints.len());
        let mut j = Joint::new(&name, ours, parent, 0);
        let lost = || e.wrong("a quaternion of the keyframe is zero");
        if ours == Kind::Free {
            if let Some([x, y, z, a, b, c, d]) = self.next(&e)? {
                *at = Pose { r: V3::new(x, y, z), R: turn([a, b, c, d]).ok_or_else(lost)? };
            }
            self.start.push([0.0; 2]);
            return Ok((j, V3::z(), 0.0));
        }
        let pos = f.frame.r + f.frame.R * V3::from(e.numbers("pos", [0.0; 3])?);
        j.anchor = at.r + at.R * pos;
        if ours == Kind::Spherical {
            if let Some(q) = self.next(&e)? {
                at.R *= turn(q).ok_or_else(lost)?;
                at.r = j.anchor - at.R * pos;
            }
            for key in ["stiffness", "damping", "frictionloss", "range"] {
                if e.list(key)?.is_some_and(|l| l.iter().any(|v| *v != 0.0)) {
                    self.warn(format!("SKIPPED: {key} of the ball joint '{name}' ({})", e.place()));
                }
            }
            let armature = e.not_negative("armature")?;
            self.start.push([0.0; 2]);
            if armature > 0.0 {
                self.skip("armatures of ball joints");
            }
            return Ok((j, V3::z(), 0.0));
        }
        let axis = f.frame.R * V3::from(e.numbers("axis", [0.0, 0.0, 1.0])?);
        let Some(axis) = axis.try_normalize(1e-12) else {
            return Err(e.wrong(format!("the axis of joint '{name}' is zero")));
        };
        j.axis = at.R * axis;
        let unit = if ours == Kind::Revolute { self.compiler.angle } else { 1.0 };
        let reference = unit * e.number("ref", 0.0)?;
        let mut here = self.next(&e)?.map_or(reference, |[q]: [f64; 1]| q);
        let mut limits = None;
        if self.limited(&e, "limited", "range") {
            let [lo, hi] = e.numbers("range", [0.0; 2])?.map(|x| unit * x);
            if lo < hi && !(lo..=hi).contains(&here) {
                self.warn(format!(
                    "ASSUMED: joint '{name}' starts at its limit, as {} is outside of its limits {} to {} ({})",
                    number(here), number(lo), number(hi), e.place()
                ));
                here = here.clamp(lo, hi);
            }
            limits = Some((lo, hi));
        }
        match ours {
            Kind::Revolute => {
                at.R *= rotation(&axis, here - reference);
                at.r = j.anchor - at.R * pos;
            }
            _ => at.r += j.axis * (here - reference),
        }
        self.start.push([here, reference]);
        if let Some((lo, hi)) = limits {
            self.d.warnings.extend(j.limit(lo, hi, here));
        }
        (j.damping, j.friction) = (e.up_to("damping", [0.0])?[0], e.not_negative("frictionloss")?);
        if j.damping < 0.0 {
            return Err(e.wrong("damping is below zero"));
        }
        let [stiffness] = e.up_to("stiffness", [0.0])?;
        if stiffness > 0.0 {
            j.spring = Some((stiffness, unit * e.number("springref", 0.0)? - here));
        }
        let armature = e.not_negative("armature")?;
        if armature > 0.0 {
            self.skip(match ours {
                Kind::Revolute => "armature: ASSUMED to be added to the inertia of the bodies behind the joints, about their axes",
                _ => "armatures of sliding joints",
            });
        }
        Ok((j, axis, if ours == Kind::Revolute { armature } else { 0.0 }))
    }

    /// Whether a range counts.
    pub(super) fn limited(&self, e: &Element, flag: &str, range: &str) -> bool {
        match e.get(flag) {
            Some("true") => true,
            Some("false") => false,
            _ => self.compiler.autolimits && e.get(range).is_some(),
        }
    }
}
