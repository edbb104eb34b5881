//! Collision geometry of a robot: shapes, the floor, and other links.

use super::*;
use crate::shapes::{read_obj, read_stl, Hull};

/// Most vertices of a mesh's hull.
const MOST_VERTICES: usize = 64;

/// A shape about its own pose in the link; cylinders and capsules along z.
#[derive(Clone)]
enum Solid {
    Sphere(f64),
    Box(V3),
    Cylinder { radius: f64, length: f64 },
    Capsule { radius: f64, length: f64 },
    Hull(Vec<V3>),
}

type Hulls = HashMap<String, Result<Vec<V3>, String>>;

/// A shape, or what was skipped.
enum Found {
    Solid(Solid, Pose),
    Skipped(String),
}

fn collisions<'a>(l: &Link<'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    l.node.children().filter(|c| c.has_tag_name("collision"))
}

fn mesh_of<'a>(collision: &Node<'a, 'a>) -> Option<Node<'a, 'a>> {
    child(collision, "geometry").and_then(|g| child(&g, "mesh"))
}

/// The hull of a mesh: its vertices, and what was assumed.
fn hull_of(file: &str, text: &str) -> Result<(Vec<V3>, String), String> {
    let lower = file.to_ascii_lowercase();
    let mesh = if lower.ends_with(".stl") {
        read_stl(text.as_bytes())?
    } else if lower.ends_with(".obj") {
        read_obj(text)?
    } else {
        return Err("only STL and OBJ files are read".into());
    };
    let (hull, off) =
        Hull::rough(&mesh.vertices, 1e-6, MOST_VERTICES).map_err(|e| e.to_string())?;
    let n = hull.vertices.len();
    let mut what = format!(
        "{} triangles are taken as their convex hull of {n} vertices",
        mesh.triangles.len()
    );
    if off > 0.0 {
        what += &format!(", from which points of the mesh stand out by up to {off:.1e}");
    }
    Ok((hull.vertices, what))
}

fn solid(collision: &Node, hulls: &Hulls) -> Result<Found, String> {
    let pose = origin(collision)?;
    let shape = child(collision, "geometry").and_then(|g| g.children().find(Node::is_element));
    let Some(s) = shape else { return Ok(Found::Skipped("nothing".into())) };
    let positive = |key: &str| -> Result<f64, String> {
        match attribute(&s, key, [0.0])? {
            [v] if v > 0.0 => Ok(v),
            _ => Err(format!("line {}: {key} should be greater than zero", line(&s))),
        }
    };
    let solid = match s.tag_name().name() {
        "sphere" => Solid::Sphere(positive("radius")?),
        "box" => {
            let size = V3::from(attribute(&s, "size", [0.0; 3])?);
            if size.min() <= 0.0 {
                return Err(format!("line {}: the edges of a box are greater than zero", line(&s)));
            }
            Solid::Box(size)
        }
        "cylinder" => Solid::Cylinder { radius: positive("radius")?, length: positive("length")? },
        "capsule" => Solid::Capsule { radius: positive("radius")?, length: positive("length")? },
        "mesh" => {
            let file = s.attribute("filename").unwrap_or("without a file");
            let scale = V3::from(attribute(&s, "scale", [1.0; 3])?);
            match hulls.get(file) {
                Some(Ok(list)) if scale.iter().all(|x| *x != 0.0) => {
                    Solid::Hull(list.iter().map(|v| v.component_mul(&scale)).collect())
                }
                Some(Err(why)) => return Ok(Found::Skipped(format!("the mesh '{file}' ({why})"))),
                _ => return Ok(Found::Skipped(format!("the mesh '{file}'"))),
            }
        }
        other => return Ok(Found::Skipped(format!("<{other}>"))),
    };
    Ok(Found::Solid(solid, pose))
}

impl Solid {
    /// How far it reaches down from its centre.
    fn reach(&self, R: &M3) -> f64 {
        let down = R.row(2);
        match self {
            Solid::Sphere(r) => *r,
            Solid::Box(s) => (0..3).map(|k| 0.5 * s[k] * down[k].abs()).sum(),
            Solid::Cylinder { radius, length } => {
                0.5 * length * down[2].abs() + radius * down[0].hypot(down[1])
            }
            Solid::Hull(list) => list.iter().map(|v| -(R * v).z).fold(f64::NEG_INFINITY, f64::max),
            Solid::Capsule { radius, length } => 0.5 * length * down[2].abs() + radius,
        }
    }

    /// Its keys in a model file, at this pose in the body.
    fn keys(&self, p: &Pose) -> String {
        let at = list(p.r.as_slice());
        let axes = matrix(&p.R);
        match self {
            Solid::Hull(points) => {
                let points: Vec<String> = points.iter().map(|p| list(p.as_slice())).collect();
                let points = points.join(", ");
                format!("type = \"hull\"\nat = {at}\naxes = {axes}\npoints = [{points}]")
            }
            Solid::Sphere(r) => format!("type = \"sphere\"\nat = {at}\nradius = {}", number(*r)),
            Solid::Box(s) => {
                format!("type = \"box\"\nat = {at}\naxes = {axes}\nsize = {}", list(s.as_slice()))
            }
            Solid::Cylinder { radius, length } => format!(
                "type = \"cylinder\"\nat = {at}\naxes = {axes}\nradius = {}\nlength = {}",
                number(*radius),
                number(*length)
            ),
            Solid::Capsule { radius, length } => {
                let l = number(0.5 * length);
                format!(
                    "type = \"capsule\"\nat = {at}\naxes = {axes}\nradius = {}\npoints = [[0.0, 0.0, -{l}], [0.0, 0.0, {l}]]",
                    number(*radius)
                )
            }
        }
    }

    /// What stands for it between links: a cylinder's largest capsule.
    fn between_links(&self) -> Option<Solid> {
        match *self {
            Solid::Hull(_) => Some(self.clone()),
            Solid::Cylinder { radius, length } if length > 2.0 * radius => {
                Some(Solid::Capsule { radius, length: length - 2.0 * radius })
            }
            Solid::Cylinder { .. } => None,
            _ => Some(self.clone()),
        }
    }
}

impl Writer<'_> {
    /// The hulls of all meshes, each said once.
    pub(super) fn read_meshes(&mut self, meshes: crate::file::Include) {
        for l in &self.links {
            for m in collisions(l).filter_map(|c| mesh_of(&c)) {
                let Some(file) = m.attribute("filename") else { continue };
                if self.hulls.contains_key(file) {
                    continue;
                }
                let found = meshes(file).and_then(|text| hull_of(file, &text));
                let found = found.map(|(list, what)| {
                    self.warnings
                        .push(format!("ASSUMED: the mesh '{file}' (line {}): {what}", line(&m)));
                    list
                });
                self.hulls.insert(file.into(), found);
            }
        }
    }

    /// Height of the lowest collision point of what moves; infinite where there is none.
    pub(super) fn lowest(&self) -> Result<f64, String> {
        let mut low = f64::INFINITY;
        for (k, l) in self.links.iter().enumerate() {
            if self.groups[self.group[k]].inertial.is_none() {
                continue;
            }
            for c in collisions(l) {
                if let Found::Solid(s, p) = solid(&c, &self.hulls)? {
                    let p = l.pose.then(&p);
                    low = low.min(p.r.z - s.reach(&p.R));
                }
            }
        }
        Ok(low)
    }

    /// Shapes, and their contacts with the floor and with one another.
    pub(super) fn shapes(
        &mut self,
        options: ImportOptions,
        apart: &HashSet<String>,
    ) -> Result<(), String> {
        let floor = self.name("floor", "");
        let mut text = String::new();
        // shapes for contacts between links, each with its group
        let mut others: Vec<(String, usize)> = Vec::new();
        for k in 0..self.links.len() {
            let g = self.group[k];
            let (link, pose) = (self.links[k].name.clone(), self.links[k].pose);
            let found: Vec<Node> = collisions(&self.links[k]).collect();
            for (i, c) in found.iter().enumerate() {
                let (s, p) = match solid(c, &self.hulls)? {
                    Found::Solid(s, p) => (s, p),
                    Found::Skipped(what) => {
                        self.warnings.push(format!("SKIPPED: collision geometry {} of link '{link}' (line {}): {what} is not supported; the link passes through the floor there", i + 1, line(c)));
                        continue;
                    }
                };
                let group = &self.groups[g];
                // in the axes of the body, about its centre of mass
                let mut here = group.pose.to(&pose.then(&p));
                let body = group.name.clone();
                match group.inertial {
                    Some(i) => here.r -= i.c,
                    None => here = pose.then(&p),
                }
                let moves = group.inertial.is_some();
                let shape = self.name(&link, &format!("-{}", i + 1));
                let mut write = |name: &str, s: &Solid| {
                    let _ = writeln!(
                        text,
                        "\n[[shapes]]\nname = {}\nbody = {}\nmaterial = \"robot\"\n{}",
                        quoted(name),
                        quoted(&body),
                        s.keys(&here)
                    );
                };
                if moves {
                    write(&shape, &s);
                }
                if options.self_collision {
                    match (s.between_links(), &s) {
                        (Some(x), Solid::Cylinder { .. }) => {
                            let inner = format!("{shape}-inner");
                            write(&inner, &x);
                            others.push((inner, g));
                        }
                        (Some(_), _) => {
                            if !moves {
                                write(&shape, &s);
                            }
                            others.push((shape.clone(), g));
                        }
                        (None, _) => self.warnings.push(format!("collision geometry {} of link '{link}' (line {}) is a flat cylinder: it touches the floor only", i + 1, line(c))),
                    }
                }
                if moves {
                    let contact = quoted(&format!("{shape}.{floor}"));
                    let _ = writeln!(
                        text,
                        "\n[[contacts]]\nname = {contact}\nbetween = [{}, {}]",
                        quoted(&floor),
                        quoted(&shape)
                    );
                }
            }
        }
        let mut joined: HashSet<(usize, usize)> = HashSet::new();
        for j in &self.joints {
            let (a, b) = (self.group[j.parent], self.group[j.child]);
            joined.extend([(a, b), (b, a)]);
        }
        for (k, (one, a)) in others.iter().enumerate() {
            for (two, b) in &others[k + 1..] {
                let still = |g: usize| self.groups[g].inertial.is_none();
                if a == b || joined.contains(&(*a, *b)) || still(*a) && still(*b) {
                    continue;
                }
                let name = format!("{one}.{two}");
                if apart.contains(&name) {
                    self.warnings.push(format!(
                        "LEFT OUT: no contact between '{one}' and '{two}', which overlap at the start"
                    ));
                    continue;
                }
                let _ = writeln!(
                    text,
                    "\n[[contacts]]\nname = {}\nbetween = [{}, {}]",
                    quoted(&name),
                    quoted(one),
                    quoted(two)
                );
            }
        }
        if !text.is_empty() {
            let _ = write!(
                self.out,
                "\n[[shapes]]\nname = {}\ntype = \"plane\"\nat = [0.0, 0.0, {}]\nnormal = [0.0, 0.0, 1.0]\nmaterial = \"robot\"\n{text}",
                quoted(&floor),
                number(self.floor)
            );
        }
        Ok(())
    }
}
