//! What of a robot touches: shapes, their materials, and the pairs that meet.
//!
//! Links of different robots touch, and so do links and the scene or the floor; links of one robot if asked for, and if no
//! joint connects them. A shape that a plane touches is written as it is, for others its stand-in.

use super::plan::Writer;
use super::*;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// Text of a model file.
pub(super) struct Touching {
    pub materials: String,
    pub shapes: String,
}

/// Link and number of a geometry.
type Id = (usize, usize);

impl Surface {
    /// The friction that acts.
    fn friction(&self) -> f64 {
        if self.smooth {
            0.0
        } else {
            self.mu
        }
    }

    fn with(&self, o: &Surface) -> f64 {
        match self.rank.cmp(&o.rank) {
            std::cmp::Ordering::Greater => self.friction(),
            std::cmp::Ordering::Less => o.friction(),
            std::cmp::Ordering::Equal if self.smooth && o.smooth => 0.0,
            std::cmp::Ordering::Equal => self.mu.max(o.mu),
        }
    }

    fn name(&self, language: &str) -> String {
        if *self == FLOOR {
            return "floor".into();
        }
        if language == "URDF" {
            return "robot".into();
        }
        let smooth = if self.smooth { "-smooth" } else { "" };
        match self.rank {
            0 => format!("mu-{}{smooth}", self.mu),
            rank => format!("mu-{}{smooth}-rank{rank}", self.mu),
        }
    }
}

/// A floor on which the friction of the others counts.
const FLOOR: Surface = Surface { mu: 0.0, smooth: true, rank: i32::MIN };

struct Shapes<'a, 'b> {
    w: &'a mut Writer<'b>,
    text: String,
    names: HashMap<(Id, bool), String>,
    surfaces: BTreeMap<String, Surface>,
}

impl Shapes<'_, '_> {
    fn geom(&self, id: Id) -> &Geom {
        &self.w.plan.d.links[id.0].geoms[id.1]
    }

    fn is_plane(&self, id: Id) -> bool {
        matches!(self.geom(id).solid, Ok(Solid::Plane))
    }

    /// The shape that touches a plane, or another shape: its name, written where it was not yet.
    fn shape(&mut self, id: Id, on_plane: bool) -> String {
        let plan = self.w.plan;
        let (link, geom) = (&plan.d.links[id.0], &plan.d.links[id.0].geoms[id.1]);
        let Ok(solid) = &geom.solid else { return String::new() };
        let other = if on_plane { None } else { solid.stand_in() };
        let key = (id, other.is_some());
        if let Some(name) = self.names.get(&key) {
            return name.clone();
        }
        let inner = if other.is_some() { "-inner" } else { "" };
        let name = match &geom.name {
            Some(name) => self.w.name(name, inner),
            None => self.w.name(&link.name, &format!("-{}{inner}", id.1 + 1)),
        };
        if let Some(other) = &other {
            let what = match other {
                Solid::Capsule { .. } => "the largest capsule inside",
                _ => "a polyhedron inside",
            };
            self.w.warnings.push(format!(
                "ASSUMED: '{name}' ({}): for contacts other than with planes {what} the shape stands for it",
                geom.place
            ));
        }
        let group = &plan.groups[plan.group[id.0]];
        let here = group.sees(&link.pose.then(&geom.pose));
        let material = self.material(&geom.surface);
        let _ = writeln!(
            self.text,
            "\n[[shapes]]\nname = {}\nbody = {}\nmaterial = {}\n{}",
            quoted(&name),
            quoted(&group.name),
            quoted(&material),
            other.as_ref().unwrap_or(solid).keys(&here)
        );
        self.names.insert(key, name.clone());
        name
    }

    fn material(&mut self, surface: &Surface) -> String {
        let name = surface.name(self.w.plan.d.language);
        self.surfaces.insert(name.clone(), *surface);
        name
    }

    fn contact(&mut self, name: &str, one: &str, two: &str, mu: Option<f64>) {
        let _ = writeln!(
            self.text,
            "\n[[contacts]]\nname = {}\nbetween = [{}, {}]",
            quoted(name),
            quoted(one),
            quoted(two)
        );
        if let Some(mu) = mu {
            let _ = writeln!(self.text, "mu = {}", number(mu));
        }
    }

    /// Two geometries touch; a plane is the first of the two.
    fn touch(&mut self, a: Id, b: Id, mu: Option<f64>, apart: &HashSet<String>) {
        let (a, b) = if self.is_plane(b) { (b, a) } else { (a, b) };
        let plane = self.is_plane(a);
        let (one, two) = (self.shape(a, plane), self.shape(b, plane));
        if one.is_empty() || two.is_empty() {
            return;
        }
        let name = if plane { format!("{two}.{one}") } else { format!("{one}.{two}") };
        let links = &self.w.plan.d.links;
        let same = links[a.0].tree == links[b.0].tree;
        match apart.contains(&name) && same && mu.is_none() {
            true => self.w.warnings.push(format!(
                "LEFT OUT: no contact between '{one}' and '{two}', which overlap at the start"
            )),
            false => self.contact(&name, &one, &two, mu),
        }
    }

    /// Materials, and what two different ones have together.
    fn materials(&self) -> String {
        let mut out = String::new();
        for (name, s) in &self.surfaces {
            let mu = number(s.friction());
            let _ = writeln!(out, "\n[materials.{}]\ne_N = 0.0\nmu = {mu}", quoted(name));
        }
        let list: Vec<(&String, &Surface)> = self.surfaces.iter().collect();
        for (k, (a, x)) in list.iter().enumerate() {
            for (b, y) in &list[k + 1..] {
                let mu = number(x.with(y));
                let pair = format!("[{}, {}]", quoted(a), quoted(b));
                let _ = writeln!(out, "\n[[pairs]]\nmaterials = {pair}\nmu = {mu}");
            }
        }
        out
    }
}

impl Writer<'_> {
    /// Shapes, and their contacts with the floor, the scene and one another.
    pub(super) fn touching(&mut self, options: ImportOptions, apart: &HashSet<String>) -> Touching {
        let plan = self.plan;
        let ids: Vec<Id> = plan
            .d
            .links
            .iter()
            .enumerate()
            .flat_map(|(k, l)| (0..l.geoms.len()).map(move |i| (k, i)))
            .collect();
        let floor = plan.floor.map(|z| (self.name("floor", ""), z));
        let mut s = Shapes {
            w: self,
            text: String::new(),
            names: HashMap::new(),
            surfaces: BTreeMap::new(),
        };
        for &id in &ids {
            let (link, g) = (&plan.d.links[id.0], s.geom(id));
            if let Err(what) = &g.solid {
                let message = format!("SKIPPED: collision geometry {} of link '{}' ({}): {what} is not supported; the link passes through others there", id.1 + 1, link.name, g.place);
                s.w.warnings.push(message);
            } else if let (Some((floor, _)), false, true) =
                (&floor, plan.still(id.0), g.masks != [0, 0])
            {
                let shape = s.shape(id, true);
                s.contact(&format!("{shape}.{floor}"), floor, &shape, None);
            }
        }
        for ([a, b], mu) in &plan.d.pairs {
            s.touch(*a, *b, Some(*mu), apart);
        }
        let listed: HashSet<[Id; 2]> = plan.d.pairs.iter().map(|(p, _)| *p).collect();
        let meets = plan.meets(options.self_collision);
        for (k, &a) in ids.iter().enumerate() {
            for &b in &ids[k + 1..] {
                if meets(a, b) && !listed.contains(&[a, b]) && !listed.contains(&[b, a]) {
                    s.touch(a, b, None, apart);
                }
            }
        }
        let mut shapes = std::mem::take(&mut s.text);
        if let (Some((floor, z)), false) = (&floor, shapes.is_empty()) {
            // on the floor the robot's own friction counts
            let alone = s.surfaces.len() == 1;
            let own = s.surfaces.values().next().copied().filter(|_| alone);
            let material = s.material(&own.unwrap_or(FLOOR));
            shapes = format!(
                "\n[[shapes]]\nname = {}\ntype = \"plane\"\nat = [0.0, 0.0, {}]\nnormal = [0.0, 0.0, 1.0]\nmaterial = {}\n{shapes}",
                quoted(floor),
                number(*z),
                quoted(&material)
            );
        }
        Touching { materials: s.materials(), shapes }
    }
}

impl plan::Plan {
    /// Whether two geometries collide without a declared contact.
    fn meets(&self, with_itself: bool) -> impl Fn(Id, Id) -> bool + '_ {
        let mut joined: HashSet<(usize, usize)> = HashSet::new();
        for j in self.d.joints.iter().filter(|j| j.kind != Kind::Free) {
            let (a, b) = (self.group[j.parent], self.group[j.child]);
            joined.extend([(a, b), (b, a)]);
        }
        let apart: HashSet<(usize, usize)> =
            self.d.apart.iter().flat_map(|&[a, b]| [(a, b), (b, a)]).collect();
        move |a: Id, b: Id| {
            let (l, m) = (&self.d.links[a.0], &self.d.links[b.0]);
            let (x, y) = (&l.geoms[a.1], &m.geoms[b.1]);
            let (g, h) = (self.group[a.0], self.group[b.0]);
            let scene = l.tree.is_none() || m.tree.is_none();
            let agree = x.masks[0] & y.masks[1] != 0 || y.masks[0] & x.masks[1] != 0;
            let wanted = scene || l.tree != m.tree || with_itself && !joined.contains(&(g, h));
            agree
                && wanted
                && g != h
                && !(self.groups[g].still() && self.groups[h].still())
                && !apart.contains(&(a.0, b.0))
        }
    }
}
