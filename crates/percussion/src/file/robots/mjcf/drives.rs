//! Equalities and actuators of an MJCF file.

use super::classes::{turn, ACTUATORS};
use super::*;

impl Reader<'_> {
    pub(super) fn equalities(&mut self, root: &Element) -> Result<(), String> {
        for (k, e) in root.all("equality").flat_map(|s| &s.children).enumerate() {
            let name = e.get("name").map_or_else(|| format!("{}{}", e.name, k + 1), String::from);
            let e = self.classes.with_defaults(e, None)?;
            if e.get("active") == Some("false") {
                self.skip("equalities that are not active");
                continue;
            }
            match e.name.as_str() {
                "connect" | "weld" => self.tie(&e, name)?,
                "joint" => self.follow(&e)?,
                _ => {
                    let text = format!(
                        "SKIPPED: the equality '{name}' of type {} ({})",
                        e.name,
                        e.place()
                    );
                    self.warn(text);
                }
            }
        }
        Ok(())
    }

    /// Two bodies that share a point, or move as one.
    fn tie(&mut self, e: &Element, name: String) -> Result<(), String> {
        let turns = e.name == "connect";
        if let (Some(a), Some(b)) = (e.get("site1"), e.get("site2")) {
            let Some([x, y]) = self.both([a, b].map(|s| self.sites.get(s).copied())) else {
                return Err(e.wrong(format!("there is no site '{a}' or '{b}'")));
            };
            self.d.ties.push(Tie { name, turns, links: [x.0, y.0], poses: [x.1, y.1] });
            return Ok(());
        }
        let one = self.link(e, "body1")?;
        let two = if e.get("body2").is_some() { self.link(e, "body2")? } else { 0 };
        let (first, second) = (self.rest[one], self.rest[two]);
        let mut poses = [HERE; 2];
        match turns {
            true => {
                poses[0].r = V3::from(e.numbers("anchor", [0.0; 3])?);
                poses[1] = second.to(&first.then(&poses[0]));
            }
            // the second body as the first one sees it, by default as it is in the reference position
            false => {
                let v = e.up_to("relpose", [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0])?;
                poses[0] = match turn([v[3], v[4], v[5], v[6]]) {
                    Some(R) => Pose { r: V3::new(v[0], v[1], v[2]), R },
                    None => first.to(&second),
                };
            }
        }
        self.d.ties.push(Tie { name, turns, links: [one, two], poses });
        Ok(())
    }

    fn joint_named(&self, e: &Element, key: &str) -> Result<usize, String> {
        let name = e.needs(key)?;
        self.joints.get(name).copied().ok_or_else(|| {
            let near = crate::nearest(name, self.joints.keys().map(String::as_str)).join(", ");
            e.wrong(format!("unknown joint '{name}'; valid: {near}"))
        })
    }

    /// A joint that follows another one, or keeps its value.
    fn follow(&mut self, e: &Element) -> Result<(), String> {
        let k = self.joint_named(e, "joint1")?;
        let c = e.up_to("polycoef", [0.0, 1.0, 0.0, 0.0, 0.0])?;
        // of both coordinates the difference from the reference counts
        let start = self.start.clone();
        let moved = |k: usize| start[k][0] - start[k][1];
        if e.get("joint2").is_none() {
            self.d.joints[k].locked = Some(c[0] - moved(k));
            return Ok(());
        }
        let other = self.joint_named(e, "joint2")?;
        if c[2..].iter().any(|v| *v != 0.0) {
            let text = format!(
                "ASSUMED: joint '{}' follows '{}' in proportion ({}): the higher terms of polycoef are left out",
                self.d.joints[k].name, self.d.joints[other].name, e.place()
            );
            self.warn(text);
        }
        let offset = c[0] + c[1] * moved(other) - moved(k);
        self.d.joints[k].mimic = Some(Mimic { joint: other, ratio: c[1], offset });
        Ok(())
    }

    pub(super) fn actuators(&mut self, root: &Element) -> Result<(), String> {
        for (k, e) in root.all("actuator").flat_map(|s| &s.children).enumerate() {
            let e = match ACTUATORS.contains(&e.name.as_str()) {
                true => self.classes.with_defaults(e, None)?,
                false => e.clone(),
            };
            let name = e
                .get("name")
                .or(e.get("joint"))
                .map_or_else(|| format!("actuator{}", k + 1), String::from);
            if let Err(why) = self.actuator(&e, &name, k)? {
                let text = format!("SKIPPED: the actuator '{name}' ({}): {why}", e.place());
                self.warn(text);
            }
        }
        Ok(())
    }

    /// An actuator becomes a force gear·(gain·control + b0 + b1·length + b2·rate) along the coordinate of its joint.
    fn actuator(
        &mut self,
        e: &Element,
        name: &str,
        k: usize,
    ) -> Result<Result<(), String>, String> {
        let key = if e.get("joint").is_some() { "joint" } else { "jointinparent" };
        if e.get(key).is_none() {
            return Ok(Err("it does not act on a joint".into()));
        }
        let joint = self.joint_named(e, key)?;
        if !self.d.joints[joint].single() {
            return Ok(Err("its joint has several coordinates".into()));
        }
        let kp = e.number("kp", 1.0)?;
        let kv = e.number("kv", if e.name == "velocity" { 1.0 } else { 0.0 })?;
        let (gain, bias) = match e.name.as_str() {
            "motor" => (1.0, [0.0; 3]),
            "position" => (kp, [0.0, -kp, -kv]),
            "velocity" => (kv, [0.0, 0.0, -kv]),
            "general" => {
                let fixed = matches!(e.get("gaintype"), None | Some("fixed"));
                let known = matches!(e.get("biastype"), None | Some("none" | "affine"));
                if !fixed || !known {
                    return Ok(Err("its gain or bias is not linear".into()));
                }
                let bias = match e.get("biastype") {
                    Some("affine") => e.up_to("biasprm", [0.0; 3])?,
                    _ => [0.0; 3],
                };
                (e.up_to("gainprm", [1.0])?[0], bias)
            }
            other => return Ok(Err(format!("its type '{other}' is not supported"))),
        };
        match e.get("dyntype") {
            None | Some("none") => {}
            Some(d @ ("filter" | "filterexact")) if e.name == "general" => {
                let text =
                    format!("ASSUMED: the actuator '{name}' ({}) acts without its {d}", e.place());
                self.warn(text);
            }
            Some(other) if e.name == "general" => {
                return Ok(Err(format!("its dynamics '{other}' are not supported")))
            }
            Some(_) => {}
        }
        if e.number("dampratio", 0.0)? != 0.0 {
            self.skip("damping ratios of actuators");
        }
        if e.number("timeconst", 0.0)? != 0.0 {
            self.skip("time constants of actuators");
        }
        let parameter = self.control(e, name, k)?;
        let gear = e.up_to("gear", [1.0])?[0];
        let here = self.start[joint][0];
        let mut law = format!("{}*{parameter}", number(gain));
        for (factor, what) in [
            (bias[0], String::new()),
            (bias[1] * gear, format!("*(s + {})", number(here))),
            (bias[2] * gear, "*v".to_string()),
        ] {
            if factor != 0.0 {
                law += &format!(" + {}{what}", number(factor));
            }
        }
        if self.limited(e, "forcelimited", "forcerange") {
            let [lo, hi] = e.numbers("forcerange", [0.0; 2])?;
            if lo < hi {
                law = format!("min(max({law}, {}), {})", number(lo), number(hi));
            }
        }
        let law = format!("{}*({law})", number(gear));
        self.d.motors.push(Motor { name: name.into(), joint, law });
        Ok(Ok(()))
    }

    /// The parameter of the model file that controls an actuator, within its range.
    fn control(&mut self, e: &Element, name: &str, k: usize) -> Result<String, String> {
        let base = format!("ctrl_{}", clean(name).replace('-', "_"));
        let mut parameter = base.clone();
        let mut n = 2;
        while self.d.parameters.iter().any(|(p, _)| *p == parameter) {
            parameter = format!("{base}_{n}");
            n += 1;
        }
        let value = self.controls.get(k).copied().unwrap_or(0.0);
        self.d.parameters.push((parameter.clone(), value));
        if self.limited(e, "ctrllimited", "ctrlrange") {
            let [lo, hi] = e.numbers("ctrlrange", [0.0; 2])?;
            if lo < hi {
                return Ok(format!("min(max({parameter}, {}), {})", number(lo), number(hi)));
            }
        }
        Ok(parameter)
    }
}
