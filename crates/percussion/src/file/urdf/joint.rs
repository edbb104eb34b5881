//! Joints of a robot: limits, damping, friction, and joints that follow others.

use super::*;
use std::f64::consts::TAU;

const TYPES: &str = "fixed, revolute, continuous, prismatic, floating, planar";

impl Writer<'_> {
    /// All joints between bodies; those that follow another one after that.
    pub(super) fn joints(&mut self) -> Result<(), String> {
        let mut names: HashMap<String, String> = HashMap::new();
        let mut left: Vec<usize> = (0..self.joints.len()).collect();
        loop {
            let before = left.len();
            let mut later = Vec::new();
            for k in left {
                let ready = match child(&self.joints[k].node, "mimic") {
                    Some(m) => names.contains_key(m.attribute("joint").unwrap_or("")),
                    None => true,
                };
                match ready {
                    true => self.joint(k, &mut names)?,
                    false => later.push(k),
                }
            }
            left = later;
            if left.is_empty() || left.len() == before {
                break;
            }
        }
        // these follow nothing that there is
        for k in left {
            self.joint(k, &mut names)?;
        }
        Ok(())
    }

    fn joint(&mut self, k: usize, names: &mut HashMap<String, String>) -> Result<(), String> {
        let JointNode { name: jname, kind, node, parent, child: c } = &self.joints[k];
        let (jname, kind, n, parent, c) = (jname.clone(), kind.clone(), *node, *parent, *c);
        let axis = match child(&n, "axis") {
            Some(a) => V3::from(attribute(&a, "xyz", [1.0, 0.0, 0.0])?),
            None => V3::x(),
        };
        let ours = match kind.as_str() {
            "revolute" | "continuous" => "revolute",
            "prismatic" => "prismatic",
            "planar" => "plane",
            "fixed" | "floating" => return Ok(()),
            other => {
                return Err(format!(
                    "line {}: unknown type '{other}' of joint '{jname}'; valid: {TYPES}",
                    line(&n)
                ))
            }
        };
        if axis.norm() < 1e-9 {
            return Err(format!("line {}: the axis of joint '{jname}' is zero", line(&n)));
        }
        let (a, b) = (&self.groups[self.group[parent]], &self.groups[self.group[c]]);
        if a.inertial.is_none() && b.inertial.is_none() {
            self.warnings.push(format!("joint '{jname}' is between parts of the world: left out"));
            return Ok(());
        }
        let pose = self.links[c].pose;
        let bodies = [quoted(&a.name), quoted(&b.name)].join(", ");
        let name = self.name(&jname, ".joint");
        let _ = writeln!(
            self.out,
            "\n[[joints]]\nname = {}\ntype = \"{ours}\"\nbodies = [{bodies}]\nanchor = {}\naxis = {}",
            quoted(&name),
            list(pose.r.as_slice()),
            list((pose.R * axis.normalize()).as_slice())
        );
        if matches!(kind.as_str(), "revolute" | "prismatic") {
            self.limits(&jname, &kind, &n)?;
        }
        self.dynamics(&jname, ours, &n)?;
        if let Some(m) = child(&n, "mimic") {
            self.mimic(&jname, ours, &m, names)?;
        }
        if ours != "plane" {
            names.insert(jname, name);
        }
        Ok(())
    }

    fn limits(&mut self, jname: &str, kind: &str, n: &Node) -> Result<(), String> {
        let Some(l) = n.children().find(|x| x.has_tag_name("limit")) else {
            self.warnings
                .push(format!("joint '{jname}' of type '{kind}' has no <limit>: no stops"));
            return Ok(());
        };
        let ([lo], [hi]) = (attribute(&l, "lower", [0.0])?, attribute(&l, "upper", [0.0])?);
        if lo >= hi {
            self.warnings
                .push(format!("limits of joint '{jname}' leave no range and are left out"));
        } else if kind == "revolute" && hi - lo >= TAU {
            self.warnings
                .push(format!("limits of joint '{jname}' span a turn or more and are left out"));
        } else {
            let _ = writeln!(self.out, "min = {}\nmax = {}", number(lo), number(hi));
            if lo > 0.0 || hi < 0.0 {
                self.warnings.push(format!(
                    "joint '{jname}' starts at zero, outside of its limits {lo} to {hi}: the start is moved"
                ));
            }
        }
        Ok(())
    }

    fn dynamics(&mut self, jname: &str, ours: &str, n: &Node) -> Result<(), String> {
        let Some(d) = n.children().find(|x| x.has_tag_name("dynamics")) else { return Ok(()) };
        for key in ["friction", "damping"] {
            let [v] = attribute(&d, key, [0.0])?;
            if v < 0.0 {
                return Err(format!("line {}: {key} = {v} is below zero", line(&d)));
            }
            if v > 0.0 && ours == "plane" {
                self.warnings.push(format!("{key} of the planar joint '{jname}' is left out"));
            } else if v > 0.0 {
                let _ = writeln!(self.out, "{key} = {}", number(v));
            }
        }
        Ok(())
    }

    fn mimic(
        &mut self,
        jname: &str,
        ours: &str,
        m: &Node,
        names: &HashMap<String, String>,
    ) -> Result<(), String> {
        let other = m.attribute("joint").unwrap_or("");
        let ([ratio], [offset]) =
            (attribute(m, "multiplier", [1.0])?, attribute(m, "offset", [0.0])?);
        match names.get(other) {
            Some(name) if ours != "plane" => {
                let _ = writeln!(
                    self.out,
                    "mimic = {{ joint = {}, ratio = {}, offset = {} }}",
                    quoted(name),
                    number(ratio),
                    number(offset)
                );
            }
            _ => self.warnings.push(format!(
                "joint '{jname}' mimics '{other}', which does not turn or slide: not enforced"
            )),
        }
        Ok(())
    }
}
