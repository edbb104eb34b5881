//! Robot descriptions in URDF, turned into the text of a model file.
//!
//! Links that fixed joints hold together become one spatial body at its centre of mass, placed by
//! the tree of joints with all joint coordinates at zero. The root hangs free; it is the world where
//! it is called `world` or has no mass. Limits become stops, damping and friction act
//! in the joints, collision geometry touches the floor z = 0 and, if asked for, other links. What
//! is left out or assumed is named in the warnings.

mod collision;
mod joint;

use super::export::{number, quoted};
use crate::frame::{rotation, M3, V3};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// Most links of a robot.
const MAX_LINKS: usize = 2000;

/// Mass of a moving link that has none, in parts of the robot's, and its radius (m).
const STAND_IN: f64 = 1e-3;
const STAND_IN_RADIUS: f64 = 0.05;
/// Radius of gyration below which a body has no moments of inertia but those of rounding.
const LEAST_RADIUS: f64 = 1e-6;

/// A robot as a model file.
pub struct Robot {
    /// The text of the model file.
    pub toml: String,
    /// What was left out or assumed.
    pub warnings: Vec<String>,
}

/// What an import does beyond the description.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImportOptions {
    /// Contacts between links that no joint connects.
    pub self_collision: bool,
    /// Height of the robot's lowest point above the floor at the start (m).
    pub height: f64,
}

#[derive(Clone, Copy)]
struct Pose {
    r: V3,
    R: M3,
}

impl Pose {
    fn then(&self, p: &Pose) -> Pose {
        Pose { r: self.r + self.R * p.r, R: self.R * p.R }
    }
    /// `p` seen from here.
    fn to(&self, p: &Pose) -> Pose {
        Pose { r: self.R.tr_mul(&(p.r - self.r)), R: self.R.tr_mul(&p.R) }
    }
}

const HERE: Pose =
    Pose { r: V3::new(0.0, 0.0, 0.0), R: M3::new(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0) };

struct Link<'a> {
    name: String,
    node: Node<'a, 'a>,
    /// Mass, centre of mass and inertia about it, in link axes.
    inertial: Option<Inertial>,
    pose: Pose,
}

#[derive(Clone, Copy)]
struct Inertial {
    m: f64,
    c: V3,
    theta: M3,
}

struct JointNode<'a> {
    name: String,
    kind: String,
    node: Node<'a, 'a>,
    parent: usize,
    child: usize,
}

/// Links that move as one, with the frame of the first.
struct Group {
    name: String,
    pose: Pose,
    /// None: the world.
    inertial: Option<Inertial>,
}

/// The robot as it is written.
struct Writer<'a> {
    links: Vec<Link<'a>>,
    joints: Vec<JointNode<'a>>,
    groups: Vec<Group>,
    /// Group of each link.
    group: Vec<usize>,
    warnings: Vec<String>,
    out: String,
    used: HashSet<String>,
    /// Height of the floor.
    floor: f64,
    /// Vertices of the hulls of meshes by their files, or why there are none.
    hulls: HashMap<String, Result<Vec<V3>, String>>,
}

fn numbers<const N: usize>(text: &str) -> Result<[f64; N], String> {
    let list: Vec<f64> = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|w| !w.is_empty())
        .map(|w| w.parse::<f64>().ok().filter(|v| v.is_finite()))
        .collect::<Option<_>>()
        .ok_or_else(|| format!("'{text}' is not a list of finite numbers"))?;
    list.try_into().map_err(|_| format!("'{text}' should be {N} numbers"))
}

fn line(n: &Node) -> u32 {
    n.document().text_pos_at(n.range().start).row
}

fn attribute<const N: usize>(n: &Node, name: &str, default: [f64; N]) -> Result<[f64; N], String> {
    match n.attribute(name) {
        Some(text) => numbers(text).map_err(|e| format!("line {}: {name}: {e}", line(n))),
        None => Ok(default),
    }
}

fn child<'a>(n: &Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    n.children().find(|c| c.has_tag_name(name))
}

fn required(n: &Node, key: &str) -> Result<String, String> {
    let missing = || format!("line {}: <{}> without {key}", line(n), n.tag_name().name());
    n.attribute(key).map(String::from).ok_or_else(missing)
}

fn origin(n: &Node) -> Result<Pose, String> {
    let Some(o) = n.children().find(|c| c.has_tag_name("origin")) else { return Ok(HERE) };
    let r = V3::from(attribute(&o, "xyz", [0.0; 3])?);
    let [roll, pitch, yaw] = attribute(&o, "rpy", [0.0; 3])?;
    let R = rotation(&V3::z(), yaw) * rotation(&V3::y(), pitch) * rotation(&V3::x(), roll);
    Ok(Pose { r, R })
}

fn inertial<'a>(link: &Node<'a, 'a>) -> Result<Option<Inertial>, String> {
    let Some(n) = link.children().find(|c| c.has_tag_name("inertial")) else { return Ok(None) };
    // what is not said is zero, and assumed below
    let Some(mass) = child(&n, "mass") else { return Ok(None) };
    let [m] = attribute(&mass, "value", [0.0])?;
    if m < 0.0 {
        return Err(format!("line {}: a negative mass", line(&n)));
    }
    let i = child(&n, "inertia");
    let g = |k: &str| i.map_or(Ok(0.0), |i| attribute(&i, k, [0.0]).map(|[v]| v));
    let (xy, xz, yz) = (g("ixy")?, g("ixz")?, g("iyz")?);
    let theta = M3::new(g("ixx")?, xy, xz, xy, g("iyy")?, yz, xz, yz, g("izz")?);
    let p = origin(&n)?;
    let theta = p.R * theta * p.R.transpose();
    // a mass of zero is none, whatever inertia it has
    Ok((m > 0.0).then_some(Inertial { m, c: p.r, theta }))
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

fn list(v: &[f64]) -> String {
    let items: Vec<String> = v.iter().map(|&x| number(x)).collect();
    format!("[{}]", items.join(", "))
}

fn matrix(m: &M3) -> String {
    let row = |i: usize| list(&[m[(i, 0)], m[(i, 1)], m[(i, 2)]]);
    format!("[{}, {}, {}]", row(0), row(1), row(2))
}

/// Names here are letters, digits, `_` and `-`.
fn clean(name: &str) -> String {
    let fine = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '-' { c } else { '_' };
    let s: String = name.chars().map(fine).collect::<String>().trim_end_matches('-').into();
    match s.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        true => s,
        false => format!("_{s}"),
    }
}

/// Turn a URDF text into a model file.
///
/// # Errors
/// What is wrong with it, with its line.
pub fn convert(text: &str, options: ImportOptions) -> Result<Robot, String> {
    convert_with(text, options, &|_| Err("meshes are not read here".into()))
}

/// The same with the texts of meshes by the names they have in the file, see [`super::Include`].
///
/// # Errors
/// As [`convert`]; a mesh that cannot be read is skipped with a warning.
pub fn convert_with(
    text: &str,
    options: ImportOptions,
    meshes: super::Include,
) -> Result<Robot, String> {
    let robot = convert_without(text, options, meshes, &HashSet::new())?;
    if !options.self_collision {
        return Ok(robot);
    }
    let apart = overlapping(&robot.toml);
    match apart.is_empty() {
        true => Ok(robot),
        false => convert_without(text, options, meshes, &apart),
    }
}

/// Contacts between shapes that overlap at the start, by name.
fn overlapping(toml: &str) -> HashSet<String> {
    let none = |_: &str| Err(String::new());
    let prepared =
        super::load("robot", toml, &none, &[], super::Known::default()).and_then(|f| f.assemble());
    let Ok(p) = prepared else { return HashSet::new() };
    let mut ev = p.system.eval();
    p.system.evaluate(0.0, &p.q0, &p.u0, &mut ev);
    let deep = p.system.contacts.iter().filter(|c| ev.g[c.row] < -1e-9);
    let pair = |name: &str| match name.rsplit_once('.') {
        // one of several points
        Some((pair, k)) if k.bytes().all(|b| b.is_ascii_digit()) => pair.to_string(),
        _ => name.to_string(),
    };
    deep.map(|c| pair(&c.name)).collect()
}

fn convert_without(
    text: &str,
    options: ImportOptions,
    meshes: super::Include,
    apart: &HashSet<String>,
) -> Result<Robot, String> {
    // some files end with a zero byte, or begin with a mark or with blank lines
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{feff}');
    let parsing = ParsingOptions { nodes_limit: 200_000, ..ParsingOptions::default() };
    let doc = Document::parse_with_options(text, parsing).map_err(|e| e.to_string())?;
    let robot = doc.root_element();
    if let Some(n) = robot.descendants().find(is_macro) {
        return Err(format!(
            "line {}: this is a xacro file, not URDF: expand it first (xacro FILE > robot.urdf)",
            line(&n)
        ));
    }
    if !robot.has_tag_name("robot") {
        return Err("the root element is not <robot>".into());
    }
    let mut links: Vec<Link> = Vec::new();
    let mut by_name: HashMap<String, usize> = HashMap::new();
    for n in robot.children().filter(|c| c.has_tag_name("link")) {
        let name = required(&n, "name")?;
        if by_name.insert(name.clone(), links.len()).is_some() {
            return Err(format!("line {}: the link '{name}' exists twice", line(&n)));
        }
        links.push(Link { name, node: n, inertial: inertial(&n)?, pose: HERE });
    }
    if links.is_empty() || links.len() > MAX_LINKS {
        return Err(format!("{} links; 1 to {MAX_LINKS} are allowed", links.len()));
    }
    let mut joints: Vec<JointNode> = Vec::new();
    let mut held = HashSet::new();
    for n in robot.children().filter(|c| c.has_tag_name("joint")) {
        let find = |tag: &str| -> Result<usize, String> {
            let c = child(&n, tag)
                .ok_or_else(|| format!("line {}: <joint> without <{tag}>", line(&n)))?;
            let link = required(&c, "link")?;
            by_name.get(&link).copied().ok_or_else(|| {
                let near = crate::nearest(&link, by_name.keys().map(String::as_str));
                format!("line {}: unknown link '{link}'; valid: {}", line(&c), near.join(", "))
            })
        };
        let (p, c) = (find("parent")?, find("child")?);
        if !held.insert(c) || p == c {
            let name = &links[c].name;
            return Err(format!("line {}: '{name}' has two parents or is its own", line(&n)));
        }
        let (name, kind) = (required(&n, "name")?, required(&n, "type")?);
        if joints.iter().any(|j| j.name == name) {
            return Err(format!("line {}: the joint '{name}' exists twice", line(&n)));
        }
        joints.push(JointNode { name, kind, node: n, parent: p, child: c });
    }
    place(&mut links, &joints, &held)?;
    let mut w = Writer {
        group: vec![0; links.len()],
        links,
        joints,
        groups: Vec::new(),
        warnings: Vec::new(),
        out: String::new(),
        used: HashSet::new(),
        floor: 0.0,
        hulls: HashMap::new(),
    };
    w.read_meshes(meshes);
    w.gather()?;
    w.lift(options.height)?;
    w.head(robot.attribute("name").unwrap_or("robot"));
    w.bodies();
    w.joints()?;
    w.shapes(options, apart)?;
    w.out += "\n[run]\ndt = 1e-3\nt_end = 2.0\nproject = true\n";
    Ok(Robot { toml: w.out, warnings: w.warnings })
}

fn is_macro(n: &Node) -> bool {
    n.is_element()
        && (n.tag_name().namespace().is_some_and(|s| s.contains("xacro"))
            || n.attributes().any(|a| a.value().contains("${") || a.value().contains("$(")))
}

/// Where every link is with all joint coordinates at zero.
fn place(links: &mut [Link], joints: &[JointNode], held: &HashSet<usize>) -> Result<(), String> {
    let mut of: Vec<Vec<usize>> = vec![Vec::new(); links.len()];
    for (k, j) in joints.iter().enumerate() {
        of[j.parent].push(k);
    }
    let mut open: Vec<usize> = (0..links.len()).filter(|k| !held.contains(k)).collect();
    let mut seen = open.len();
    while let Some(p) = open.pop() {
        for &k in &of[p] {
            let j = &joints[k];
            links[j.child].pose = links[p].pose.then(&origin(&j.node)?);
            open.push(j.child);
            seen += 1;
        }
    }
    match seen == links.len() {
        true => Ok(()),
        false => Err("some links are in a loop of joints".into()),
    }
}

impl Writer<'_> {
    /// A name that nothing else has.
    fn name(&mut self, name: &str, suffix: &str) -> String {
        let name = clean(name);
        let mut full = format!("{name}{suffix}");
        let mut k = 2;
        while !self.used.insert(full.clone()) {
            full = format!("{name}_{k}{suffix}");
            k += 1;
        }
        full
    }

    /// Links held together by fixed joints.
    fn gather(&mut self) -> Result<(), String> {
        let n = self.links.len();
        let mut top: Vec<usize> = (0..n).collect();
        let mut fixed: Vec<Option<usize>> = vec![None; n];
        for j in self.joints.iter().filter(|j| j.kind == "fixed") {
            fixed[j.child] = Some(j.parent);
        }
        for k in 0..n {
            // the tree has no loops
            while let Some(p) = fixed[top[k]] {
                top[k] = p;
            }
        }
        let roots: HashSet<usize> = {
            let held: HashSet<usize> = self.joints.iter().map(|j| j.child).collect();
            (0..n).filter(|k| !held.contains(k)).collect()
        };
        let whole: f64 = self.links.iter().filter_map(|l| Some(l.inertial?.m)).sum();
        self.used.insert("world".into());
        let mut number_of = HashMap::new();
        for first in 0..n {
            if top[first] != first {
                continue;
            }
            let members: Vec<usize> = (0..n).filter(|&k| top[k] == first).collect();
            let pose = self.links[first].pose;
            let mut total = self.total(&members, &pose);
            let world = members.iter().any(|&k| self.links[k].name == "world");
            let Link { name, node, .. } = &self.links[first];
            let (link, at) = (name.clone(), line(node));
            if total.is_none() && !world {
                if roots.contains(&first) {
                    self.warnings.push(format!(
                        "the root '{link}' has no mass: it is fixed in the world (line {at})"
                    ));
                } else {
                    let m = if whole > 0.0 { STAND_IN * whole } else { 1.0 };
                    let theta = M3::identity() * (0.4 * m * STAND_IN_RADIUS * STAND_IN_RADIUS);
                    total = Some(Inertial { m, c: V3::zeros(), theta });
                    self.warnings.push(format!(
                        "ASSUMED: the link '{link}' (line {at}) moves but has no mass; it gets {m} kg, a ball of {STAND_IN_RADIUS} m"
                    ));
                }
            }
            if let (Some(i), false) = (&mut total, world) {
                if let Some(least) = regular(i) {
                    self.warnings.push(format!(
                        "ASSUMED: the link '{link}' (line {at}) has the moment of inertia {least:e}; moments that are too small are raised"
                    ));
                }
            }
            // the first link with a mass gives its name
            let heavy = members.iter().copied().find(|&k| self.links[k].inertial.is_some());
            let link = heavy.map_or(link, |k| self.links[k].name.clone());
            for &k in members.iter().filter(|_| heavy.is_some()) {
                if self.links[k].inertial.is_none() && self.links[k].name != "world" {
                    let l = &self.links[k].name;
                    self.warnings
                        .push(format!("link '{l}' has no inertia and is part of '{link}'"));
                }
            }
            let inertial = if world { None } else { total };
            let name = if inertial.is_none() { "world".into() } else { self.name(&link, "") };
            number_of.insert(first, self.groups.len());
            self.groups.push(Group { name, pose, inertial });
        }
        self.group = top.iter().map(|t| number_of[t]).collect();
        match self.groups.iter().any(|g| g.inertial.is_some()) {
            true => Ok(()),
            false => Err("nothing moves: the root has no mass, and nothing hangs on it".into()),
        }
    }

    /// Mass properties of several links, seen from a pose.
    fn total(&self, members: &[usize], pose: &Pose) -> Option<Inertial> {
        let parts: Vec<(Inertial, Pose)> = members
            .iter()
            .filter_map(|&k| Some((self.links[k].inertial?, pose.to(&self.links[k].pose))))
            .collect();
        if let [(i, p)] = &parts[..] {
            return Some(Inertial {
                m: i.m,
                c: p.r + p.R * i.c,
                theta: p.R * i.theta * p.R.transpose(),
            });
        }
        let m: f64 = parts.iter().map(|(i, _)| i.m).sum();
        if parts.is_empty() || m <= 0.0 {
            return None;
        }
        let centre = |(i, p): &(Inertial, Pose)| p.r + p.R * i.c;
        let c = parts.iter().map(|x| centre(x) * x.0.m).sum::<V3>() / m;
        let mut theta = M3::zeros();
        for x in &parts {
            let d = centre(x) - c;
            theta += x.1.R * x.0.theta * x.1.R.transpose();
            theta += (M3::identity() * d.norm_squared() - d * d.transpose()) * x.0.m;
        }
        Some(Inertial { m, c, theta })
    }

    /// The lowest collision point of what moves to this height above the floor. A robot that is fixed in the world
    /// stays where it is; there the floor gives way.
    fn lift(&mut self, height: f64) -> Result<(), String> {
        if !(0.0..=1e6).contains(&height) {
            return Err(format!("the height {height} is not between 0 and 1e6 m"));
        }
        let low = self.lowest()? - height;
        if !low.is_finite() {
            self.warnings.push(
                "NO CONTACTS: no link has collision geometry that is supported; what is not held falls for ever".into(),
            );
        } else if self.groups.iter().all(|g| g.inertial.is_some()) {
            self.links.iter_mut().for_each(|l| l.pose.r.z -= low);
            self.groups.iter_mut().for_each(|g| g.pose.r.z -= low);
        } else if low < 0.0 {
            self.floor = low;
            self.warnings
                .push(format!("the floor is at z = {low}, below or at the robot's lowest point"));
        }
        Ok(())
    }

    fn head(&mut self, name: &str) {
        let _ = write!(
            self.out,
            "# {} from URDF\n\nname = {}\ngravity = [0.0, 0.0, -9.81]\n\n[materials.robot]\ne_N = 0.0\nmu = 0.8\n",
            name.replace(|c: char| c.is_control(), " "),
            quoted(&clean(name))
        );
    }

    fn bodies(&mut self) {
        for g in &self.groups {
            let Some(Inertial { m, c, theta }) = &g.inertial else { continue };
            let q = nalgebra::UnitQuaternion::from_matrix_eps(
                &g.pose.R,
                f64::EPSILON,
                1000,
                nalgebra::UnitQuaternion::identity(),
            );
            let _ = writeln!(
                self.out,
                "\n[[bodies]]\nname = {}\ntype = \"spatial\"\nmass = {}\ninertia = {}\nposition = {}\nquaternion = {}",
                quoted(&g.name),
                number(*m),
                matrix(theta),
                list((g.pose.r + g.pose.R * c).as_slice()),
                list(&[q.w, q.i, q.j, q.k])
            );
        }
    }
}
