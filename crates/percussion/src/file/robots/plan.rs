//! Bodies of a robot: links that fixed joints hold together, each with a mass; where the floor is; the file's head.

use super::*;
use std::collections::HashMap;
use std::fmt::Write;

/// Mass of a moving link that has none, in parts of the robot's, and its radius (m).
const STAND_IN: f64 = 1e-3;
const STAND_IN_RADIUS: f64 = 0.05;
/// Radius of gyration below which a body has no moments of inertia but those of rounding.
const LEAST_RADIUS: f64 = 1e-6;

/// Links that move as one, with the frame of the first.
pub(super) struct Group {
    pub name: String,
    pub pose: Pose,
    /// None: the world.
    pub inertial: Option<Inertial>,
}

impl Group {
    pub fn still(&self) -> bool {
        self.inertial.is_none()
    }
    /// A pose in the world as it is seen from the body, whose origin is its centre of mass.
    pub fn sees(&self, p: &Pose) -> Pose {
        let Some(i) = self.inertial else { return *p };
        let mut here = self.pose.to(p);
        here.r -= i.c;
        here
    }
}

/// A description with its bodies.
pub(super) struct Plan {
    pub d: Description,
    pub groups: Vec<Group>,
    /// Group of each link.
    pub group: Vec<usize>,
    /// Height of the floor that is added; none where the description has its own.
    pub floor: Option<f64>,
    used: HashSet<String>,
}

/// A file as it is written.
pub(super) struct Writer<'a> {
    pub plan: &'a Plan,
    pub out: String,
    pub warnings: Vec<String>,
    used: HashSet<String>,
}

fn unused(used: &mut HashSet<String>, name: &str, suffix: &str) -> String {
    let name = clean(name);
    let mut full = format!("{name}{suffix}");
    let mut k = 2;
    while !used.insert(full.clone()) {
        full = format!("{name}_{k}{suffix}");
        k += 1;
    }
    full
}

impl Writer<'_> {
    /// A name that nothing else has.
    pub fn name(&mut self, name: &str, suffix: &str) -> String {
        unused(&mut self.used, name, suffix)
    }
    pub fn line(&mut self, text: std::fmt::Arguments) {
        let _ = self.out.write_fmt(text);
        self.out.push('\n');
    }
}

/// Raises moments of inertia that are not positive, or lost beside the largest: to a thousandth of it, or
/// to those of a ball where there is none for the mass. The smallest one if that was needed.
fn regular(i: &mut Inertial) -> Option<f64> {
    let e = (0.5 * (i.theta + i.theta.transpose())).symmetric_eigen();
    let (least, most) = (e.eigenvalues.min(), e.eigenvalues.max());
    let some = most > i.m * LEAST_RADIUS * LEAST_RADIUS;
    if some && least > 1e-9 * most {
        return None;
    }
    let floor = match some {
        true => 1e-3 * most,
        false => 0.4 * i.m * STAND_IN_RADIUS * STAND_IN_RADIUS,
    };
    let raised = e.eigenvalues.map(|v| v.max(floor));
    i.theta = e.eigenvectors * M3::from_diagonal(&raised) * e.eigenvectors.transpose();
    Some(least)
}

/// Mass properties of several parts together, each seen at its pose.
pub(super) fn total(parts: &[(Inertial, Pose)]) -> Option<Inertial> {
    if let [(i, p)] = parts {
        let theta = p.R * i.theta * p.R.transpose();
        return Some(Inertial { m: i.m, c: p.r + p.R * i.c, theta });
    }
    let m: f64 = parts.iter().map(|(i, _)| i.m).sum();
    if parts.is_empty() || m <= 0.0 {
        return None;
    }
    let centre = |(i, p): &(Inertial, Pose)| p.r + p.R * i.c;
    let c = parts.iter().map(|x| centre(x) * x.0.m).sum::<V3>() / m;
    let mut theta = M3::zeros();
    for x in parts {
        let d = centre(x) - c;
        theta += x.1.R * x.0.theta * x.1.R.transpose();
        theta += (M3::identity() * d.norm_squared() - d * d.transpose()) * x.0.m;
    }
    Some(Inertial { m, c, theta })
}

impl Plan {
    pub fn new(d: Description, options: ImportOptions) -> Result<Plan, String> {
        if d.links.is_empty() || d.links.len() > MAX_LINKS {
            return Err(format!("{} links; 1 to {MAX_LINKS} are allowed", d.links.len()));
        }
        let used = HashSet::from(["world".to_string()]);
        let group = vec![0; d.links.len()];
        let mut plan = Plan { d, groups: Vec::new(), group, floor: None, used };
        plan.gather()?;
        plan.lift(options.height);
        Ok(plan)
    }

    /// Links held together by fixed joints.
    fn gather(&mut self) -> Result<(), String> {
        let d = &mut self.d;
        let n = d.links.len();
        let mut above: Vec<Option<usize>> = vec![None; n];
        let mut held = vec![false; n];
        for j in &d.joints {
            held[j.child] = true;
            if j.kind == Kind::Fixed {
                above[j.child] = Some(j.parent);
            }
        }
        let top: Vec<usize> = (0..n)
            // the tree has no loops
            .map(|k| std::iter::successors(Some(k), |t| above[*t]).last().unwrap_or(k))
            .collect();
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); n];
        for (k, t) in top.iter().enumerate() {
            members[*t].push(k);
        }
        let whole: f64 = d.links.iter().filter_map(|l| Some(l.inertial?.m)).sum();
        let mut number_of = HashMap::new();
        for first in (0..n).filter(|k| top[*k] == *k) {
            let members = &members[first];
            let pose = d.links[first].pose;
            let parts: Vec<(Inertial, Pose)> = members
                .iter()
                .filter_map(|&k| Some((d.links[k].inertial?, pose.to(&d.links[k].pose))))
                .collect();
            let mut sum = total(&parts);
            let world = members.iter().any(|&k| d.links[k].world);
            let (link, at) = (d.links[first].name.clone(), d.links[first].place.clone());
            if sum.is_none() && !world {
                if !held[first] {
                    d.warnings.push(format!(
                        "the root '{link}' has no mass: it is fixed in the world ({at})"
                    ));
                } else {
                    let m = if whole > 0.0 { STAND_IN * whole } else { 1.0 };
                    let theta = M3::identity() * (0.4 * m * STAND_IN_RADIUS * STAND_IN_RADIUS);
                    sum = Some(Inertial { m, c: V3::zeros(), theta });
                    d.warnings.push(format!(
                        "ASSUMED: the link '{link}' ({at}) moves but has no mass; it gets {m} kg, a ball of {STAND_IN_RADIUS} m"
                    ));
                }
            }
            if let (Some(i), false) = (&mut sum, world) {
                if let Some(least) = regular(i) {
                    d.warnings.push(format!(
                        "ASSUMED: the link '{link}' ({at}) has the moment of inertia {least:e}; moments that are too small are raised"
                    ));
                }
            }
            // the first link with a mass gives its name
            let heavy = members.iter().copied().find(|&k| d.links[k].inertial.is_some());
            let link = heavy.map_or(link, |k| d.links[k].name.clone());
            for l in members.iter().filter(|_| heavy.is_some() && !world).map(|&k| &d.links[k]) {
                if l.inertial.is_none() {
                    let l = &l.name;
                    d.warnings.push(format!("link '{l}' has no inertia and is part of '{link}'"));
                }
            }
            let inertial = if world { None } else { sum };
            let name = match inertial {
                None => "world".into(),
                Some(_) => unused(&mut self.used, &link, ""),
            };
            number_of.insert(first, self.groups.len());
            self.groups.push(Group { name, pose, inertial });
        }
        self.group = top.iter().map(|t| number_of[t]).collect();
        match self.groups.iter().any(|g| !g.still()) {
            true => Ok(()),
            false => Err("nothing moves: the root has no mass, and nothing hangs on it".into()),
        }
    }

    pub fn still(&self, link: usize) -> bool {
        self.groups[self.group[link]].still()
    }

    /// Height of the lowest point of what moves and touches; infinite where there is none.
    fn lowest(&self) -> f64 {
        let moving = self.d.links.iter().enumerate().filter(|(k, _)| !self.still(*k));
        let mut low = f64::INFINITY;
        for (l, g) in moving.flat_map(|(_, l)| l.geoms.iter().map(move |g| (l, g))) {
            if let (Ok(s), true) = (&g.solid, g.masks != [0, 0]) {
                let p = l.pose.then(&g.pose);
                low = low.min(p.r.z - s.reach(&p.R));
            }
        }
        low
    }

    /// The lowest collision point of what moves to this height above the floor. A robot that is fixed in the world
    /// stays where it is; there the floor is lowered.
    fn lift(&mut self, height: f64) {
        let scene = self.d.links.iter().filter(|l| l.tree.is_none()).flat_map(|l| &l.geoms);
        let scene: Vec<&Geom> = scene.filter(|g| g.masks != [0, 0] && g.solid.is_ok()).collect();
        let level = |g: &&&Geom| matches!(g.solid, Ok(Solid::Plane)) && g.pose.R[(2, 2)] > 0.999;
        let ground = scene.iter().find(level).map(|g| g.pose.r.z);
        let own = !scene.is_empty();
        if !own {
            self.floor = Some(0.0);
        }
        let low = self.lowest();
        let free = |j: &Joint| j.kind == Kind::Free || self.still(j.child) || !self.still(j.parent);
        if !low.is_finite() {
            self.d.warnings.push(
                "NO CONTACTS: no link has collision geometry that is supported; what is not held falls for ever".into(),
            );
        } else if !self.d.joints.iter().all(free) {
            if low - height < 0.0 && !own {
                let low = low - height;
                self.floor = Some(low);
                self.d.warnings.push(format!(
                    "the floor is at z = {low}, below or at the robot's lowest point"
                ));
            }
        } else if !own || height > 0.0 {
            let up = ground.unwrap_or(0.0) + height - low;
            let moving: Vec<bool> = (0..self.d.links.len()).map(|k| !self.still(k)).collect();
            let links = self.d.links.iter_mut().zip(&moving).filter(|(_, m)| **m);
            links.for_each(|(l, _)| l.pose.r.z += up);
            self.groups.iter_mut().filter(|g| !g.still()).for_each(|g| g.pose.r.z += up);
            let joints = self.d.joints.iter_mut().filter(|j| moving[j.child]);
            joints.for_each(|j| j.anchor.z += up);
        }
    }

    /// The model file.
    pub fn write(&self, options: ImportOptions, apart: &HashSet<String>) -> Robot {
        let mut w = Writer {
            plan: self,
            out: String::new(),
            warnings: self.d.warnings.clone(),
            used: self.used.clone(),
        };
        w.head();
        let touching = w.touching(options, apart);
        w.out += &touching.materials;
        w.bodies();
        w.joints();
        w.forces();
        w.out += &touching.shapes;
        w.out += "\n[run]\ndt = 1e-3\nt_end = 2.0\nproject = true\n";
        Robot { toml: w.out, warnings: w.warnings }
    }
}

impl Writer<'_> {
    fn head(&mut self) {
        let d = &self.plan.d;
        let title = d.name.replace(|c: char| c.is_control(), " ");
        let (name, gravity) = (quoted(&clean(&d.name)), list(d.gravity.as_slice()));
        self.line(format_args!(
            "# {title} from {}\n\nname = {name}\ngravity = {gravity}",
            d.language
        ));
        if !d.parameters.is_empty() {
            self.line(format_args!("\n[parameters]"));
            for (name, value) in &d.parameters {
                self.line(format_args!("{name} = {}", number(*value)));
            }
        }
    }

    fn bodies(&mut self) {
        for g in &self.plan.groups {
            let Some(Inertial { m, c, theta }) = &g.inertial else { continue };
            // in closed form: iterations lose half a turn
            let R = nalgebra::Rotation3::from_matrix_unchecked(g.pose.R);
            let q = nalgebra::UnitQuaternion::from_rotation_matrix(&R);
            self.line(format_args!(
                "\n[[bodies]]\nname = {}\ntype = \"spatial\"\nmass = {}\ninertia = {}\nposition = {}\nquaternion = {}",
                quoted(&g.name),
                number(*m),
                matrix(theta),
                list((g.pose.r + g.pose.R * c).as_slice()),
                list(&[q.w, q.i, q.j, q.k])
            ));
        }
    }
}
