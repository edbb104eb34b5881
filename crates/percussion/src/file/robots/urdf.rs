//! URDF. All joint coordinates are zero at the start. The root hangs free; it is the world where it is called `world` or has no
//! mass.

use super::xml::Element;
use super::*;
use crate::frame::rotation;
use std::collections::HashMap;

const TYPES: &str = "fixed, revolute, continuous, prismatic, floating, planar, spherical";

/// A friction coefficient where none is given.
const ROBOT: Surface = Surface { mu: 0.8, smooth: false, rank: 0 };

fn origin(e: &Element) -> Result<Pose, String> {
    let Some(o) = e.child("origin") else { return Ok(HERE) };
    let r = V3::from(o.numbers("xyz", [0.0; 3])?);
    let [roll, pitch, yaw] = o.numbers("rpy", [0.0; 3])?;
    let R = rotation(&V3::z(), yaw) * rotation(&V3::y(), pitch) * rotation(&V3::x(), roll);
    Ok(Pose { r, R })
}

fn inertial(link: &Element) -> Result<Option<Inertial>, String> {
    let Some(n) = link.child("inertial") else { return Ok(None) };
    // what is not said is zero, and assumed later
    let Some(mass) = n.child("mass") else { return Ok(None) };
    let m = mass.number("value", 0.0)?;
    if m < 0.0 {
        return Err(n.wrong("a negative mass"));
    }
    let i = n.child("inertia");
    let g = |k: &str| i.map_or(Ok(0.0), |i| i.number(k, 0.0));
    let (xy, xz, yz) = (g("ixy")?, g("ixz")?, g("iyz")?);
    let theta = M3::new(g("ixx")?, xy, xz, xy, g("iyy")?, yz, xz, yz, g("izz")?);
    let p = origin(n)?;
    let theta = p.R * theta * p.R.transpose();
    // a mass of zero is none, whatever inertia it has
    Ok((m > 0.0).then_some(Inertial { m, c: p.r, theta }))
}

fn is_macro(e: &Element) -> bool {
    let braces = |(_, v): &(String, String)| v.contains("${") || v.contains("$(");
    e.name.starts_with("xacro:") || e.attributes.iter().any(braces)
}

/// The description in a `<robot>`.
pub(super) fn read(
    robot: &Element,
    _: ImportOptions,
    files: crate::file::Include,
) -> Result<Description, String> {
    let mut found = None;
    robot.walk(&mut |e| found = found.or(is_macro(e).then_some(e)));
    if let Some(e) = found {
        return Err(
            e.wrong("this is a xacro file, not URDF: expand it first (xacro FILE > robot.urdf)")
        );
    }
    let mut r = Reader {
        d: Description {
            name: robot.get("name").unwrap_or("robot").into(),
            language: "URDF",
            gravity: V3::new(0.0, 0.0, -9.81),
            ..Description::default()
        },
        meshes: HashMap::new(),
        files,
    };
    let mut by_name: HashMap<&str, usize> = HashMap::new();
    for e in robot.all("link") {
        let name = e.needs("name")?;
        if by_name.insert(name, r.d.links.len()).is_some() {
            return Err(e.wrong(format!("the link '{name}' exists twice")));
        }
        let geoms = e.all("collision").map(|c| r.geom(c)).collect::<Result<_, _>>()?;
        r.d.links.push(Link {
            name: name.into(),
            place: e.place(),
            inertial: inertial(e)?,
            pose: HERE,
            geoms,
            world: name == "world",
            tree: Some(0),
        });
    }
    r.joints(robot, &by_name)?;
    Ok(r.d)
}

struct Reader<'a> {
    d: Description,
    /// What stands for meshes by their files, or why there is nothing.
    meshes: HashMap<String, Result<mesh::Body, String>>,
    files: crate::file::Include<'a>,
}

impl Reader<'_> {
    fn geom(&mut self, collision: &Element) -> Result<Geom, String> {
        let shape = collision.child("geometry").and_then(|g| g.children.first());
        Ok(Geom {
            name: None,
            place: collision.place(),
            solid: shape.map_or(Ok(Err("nothing".into())), |s| self.solid(s))?,
            pose: origin(collision)?,
            surface: ROBOT,
            masks: [1, 1],
        })
    }

    fn solid(&mut self, s: &Element) -> Result<Result<Solid, String>, String> {
        let positive = |key: &str| -> Result<f64, String> {
            match s.number(key, 0.0)? {
                v if v > 0.0 => Ok(v),
                _ => Err(s.wrong(format!("{key} should be greater than zero"))),
            }
        };
        Ok(Ok(match s.name.as_str() {
            "sphere" => Solid::Sphere(positive("radius")?),
            "box" => {
                let size = V3::from(s.numbers("size", [0.0; 3])?);
                if size.min() <= 0.0 {
                    return Err(s.wrong("the edges of a box are greater than zero"));
                }
                Solid::Box(size)
            }
            "cylinder" => {
                Solid::Cylinder { radius: positive("radius")?, length: positive("length")? }
            }
            "capsule" => {
                Solid::Capsule { radius: positive("radius")?, length: positive("length")? }
            }
            "mesh" => {
                let file = s.get("filename").unwrap_or("without a file");
                let scale = V3::from(s.numbers("scale", [1.0; 3])?);
                match self.mesh(file, s, scale.amax()) {
                    Ok(b) if scale.iter().all(|x| *x != 0.0) => {
                        Solid::Hull(b.hull.iter().map(|v| v.component_mul(&scale)).collect())
                    }
                    Ok(_) => return Ok(Err(format!("the mesh '{file}' (a scale of zero)"))),
                    Err(why) => return Ok(Err(format!("the mesh '{file}' ({why})"))),
                }
            }
            other => return Ok(Err(format!("<{other}>"))),
        }))
    }

    /// What stands for a mesh, said once.
    fn mesh(&mut self, file: &str, at: &Element, unit: f64) -> Result<mesh::Body, String> {
        if let Some(known) = self.meshes.get(file) {
            return known.clone();
        }
        let text = (self.files)(file);
        let found = text.and_then(|t| mesh::read(file, &t)).and_then(|m| mesh::body(&m, unit));
        if let Ok(b) = &found {
            let what = &b.assumed;
            self.d.warnings.push(format!("ASSUMED: the mesh '{file}' ({}): {what}", at.place()));
        }
        self.meshes.insert(file.into(), found.clone());
        found
    }

    fn joints(&mut self, robot: &Element, by_name: &HashMap<&str, usize>) -> Result<(), String> {
        let mut held = HashSet::new();
        let mut joints: Vec<(&Element, usize, usize)> = Vec::new();
        let mut names: HashMap<&str, usize> = HashMap::new();
        for e in robot.all("joint") {
            let find = |tag: &str| -> Result<usize, String> {
                let c = e.child(tag).ok_or_else(|| e.wrong(format!("<joint> without <{tag}>")))?;
                let link = c.needs("link")?;
                by_name.get(link).copied().ok_or_else(|| {
                    let near = crate::nearest(link, by_name.keys().copied()).join(", ");
                    c.wrong(format!("unknown link '{link}'; valid: {near}"))
                })
            };
            let (p, c) = (find("parent")?, find("child")?);
            if !held.insert(c) || p == c {
                let name = &self.d.links[c].name;
                return Err(e.wrong(format!("'{name}' has two parents or is its own")));
            }
            let name = e.needs("name")?;
            if names.insert(name, joints.len()).is_some() {
                return Err(e.wrong(format!("the joint '{name}' exists twice")));
            }
            joints.push((e, p, c));
        }
        place(&mut self.d.links, &joints, &held)?;
        for (e, p, c) in joints {
            let j = self.joint(e, p, c, &names)?;
            self.d.joints.push(j);
        }
        Ok(())
    }

    fn joint(
        &mut self,
        e: &Element,
        parent: usize,
        child: usize,
        names: &HashMap<&str, usize>,
    ) -> Result<Joint, String> {
        let (name, kind) = (e.needs("name")?, e.needs("type")?);
        let ours = match kind {
            "revolute" | "continuous" => Kind::Revolute,
            "prismatic" => Kind::Prismatic,
            "planar" => Kind::Plane,
            // no part of the language, but Bullet's robots have it
            "spherical" => Kind::Spherical,
            "fixed" => Kind::Fixed,
            "floating" => Kind::Free,
            _ => {
                let what = format!("unknown type '{kind}' of joint '{name}'; valid: {TYPES}");
                return Err(e.wrong(what));
            }
        };
        let mut j = Joint::new(name, ours, parent, child);
        if matches!(ours, Kind::Fixed | Kind::Free) {
            return Ok(j);
        }
        let axis = match e.child("axis") {
            Some(a) => V3::from(a.numbers("xyz", [1.0, 0.0, 0.0])?),
            None => V3::x(),
        };
        if axis.norm() < 1e-9 {
            return Err(e.wrong(format!("the axis of joint '{name}' is zero")));
        }
        let pose = self.d.links[child].pose;
        (j.anchor, j.axis) = (pose.r, pose.R * axis.normalize());
        if matches!(kind, "revolute" | "prismatic") {
            let said = match e.child("limit") {
                Some(l) => j.limit(l.number("lower", 0.0)?, l.number("upper", 0.0)?, 0.0),
                None => Some(format!("joint '{name}' of type '{kind}' has no <limit>: no stops")),
            };
            self.d.warnings.extend(said);
        }
        if let Some(d) = e.child("dynamics") {
            (j.friction, j.damping) = (d.not_negative("friction")?, d.not_negative("damping")?);
        }
        if let Some(m) = e.child("mimic") {
            let other = m.get("joint").unwrap_or("");
            let (ratio, offset) = (m.number("multiplier", 1.0)?, m.number("offset", 0.0)?);
            match names.get(other) {
                Some(&joint) => j.mimic = Some(Mimic { joint, ratio, offset }),
                None => self.d.warnings.push(format!(
                    "joint '{name}' mimics '{other}', which does not turn or slide: not enforced"
                )),
            }
        }
        Ok(j)
    }
}

/// Where every link is with all joint coordinates at zero.
fn place(
    links: &mut [Link],
    joints: &[(&Element, usize, usize)],
    held: &HashSet<usize>,
) -> Result<(), String> {
    let mut of: Vec<Vec<usize>> = vec![Vec::new(); links.len()];
    for (k, j) in joints.iter().enumerate() {
        of[j.1].push(k);
    }
    let mut open: Vec<usize> = (0..links.len()).filter(|k| !held.contains(k)).collect();
    let mut seen = open.len();
    while let Some(p) = open.pop() {
        for &k in &of[p] {
            let (e, _, child) = joints[k];
            links[child].pose = links[p].pose.then(&origin(e)?);
            open.push(child);
            seen += 1;
        }
    }
    match seen == links.len() {
        true => Ok(()),
        false => Err("some links are in a loop of joints".into()),
    }
}
