//! Robot descriptions in URDF, turned into the text of a model file.
//!
//! Links become spatial bodies at their centres of mass, placed by the tree of joints with all joint
//! coordinates at zero. A link without inertia is merged into its parent where a fixed joint holds
//! it, and is otherwise refused. The root hangs free unless it is called `world`. Limits become
//! stops. Spheres, boxes (corners) and cylinders (points on both rims) touch the floor z = 0; meshes
//! are skipped and named in the warnings.

use super::export::{number, quoted};
use crate::frame::{rotation, M3, V3};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::HashMap;
use std::fmt::Write;

/// Most links of a robot.
const MAX_LINKS: usize = 2000;

/// A robot as a model file.
pub struct Robot {
    /// The text of the model file.
    pub toml: String,
    /// What was left out or assumed.
    pub warnings: Vec<String>,
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
}

struct Link<'a> {
    name: String,
    node: Node<'a, 'a>,
    /// Mass, centre of mass and inertia about it, in link axes.
    inertial: Option<(f64, V3, M3)>,
    pose: Option<Pose>,
}

fn numbers<const N: usize>(text: &str) -> Result<[f64; N], String> {
    let list: Vec<f64> = text
        .split_whitespace()
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

fn origin(n: &Node) -> Result<Pose, String> {
    let Some(o) = n.children().find(|c| c.has_tag_name("origin")) else {
        return Ok(Pose { r: V3::zeros(), R: M3::identity() });
    };
    let r = V3::from(attribute(&o, "xyz", [0.0; 3])?);
    let [roll, pitch, yaw] = attribute(&o, "rpy", [0.0; 3])?;
    let R = rotation(&V3::z(), yaw) * rotation(&V3::y(), pitch) * rotation(&V3::x(), roll);
    Ok(Pose { r, R })
}

fn inertial(link: &Node) -> Result<Option<(f64, V3, M3)>, String> {
    let Some(n) = link.children().find(|c| c.has_tag_name("inertial")) else { return Ok(None) };
    let need = |name: &str| {
        n.children()
            .find(|c| c.has_tag_name(name))
            .ok_or_else(|| format!("line {}: <inertial> without <{name}>", line(&n)))
    };
    let [m] = attribute(&need("mass")?, "value", [0.0])?;
    let i = need("inertia")?;
    let g = |k: &str| attribute(&i, k, [0.0]).map(|[v]| v);
    let (xy, xz, yz) = (g("ixy")?, g("ixz")?, g("iyz")?);
    let theta = M3::new(g("ixx")?, xy, xz, xy, g("iyy")?, yz, xz, yz, g("izz")?);
    let p = origin(&n)?;
    if m == 0.0 && theta == M3::zeros() {
        return Ok(None);
    }
    Ok(Some((m, p.r, p.R * theta * p.R.transpose())))
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
pub fn convert(text: &str) -> Result<Robot, String> {
    let options = ParsingOptions { nodes_limit: 200_000, ..ParsingOptions::default() };
    let doc = Document::parse_with_options(text, options).map_err(|e| e.to_string())?;
    let robot = doc.root_element();
    if !robot.has_tag_name("robot") {
        return Err("the root element is not <robot>".into());
    }
    let mut links: Vec<Link> = Vec::new();
    let mut by_name: HashMap<String, usize> = HashMap::new();
    let required = |n: &Node, key: &str| {
        n.attribute(key)
            .map(String::from)
            .ok_or_else(|| format!("line {}: <{}> without {key}", line(n), n.tag_name().name()))
    };
    for n in robot.children().filter(|c| c.has_tag_name("link")) {
        let name = required(&n, "name")?;
        if by_name.insert(name.clone(), links.len()).is_some() {
            return Err(format!("line {}: the link '{name}' exists twice", line(&n)));
        }
        links.push(Link { name, node: n, inertial: inertial(&n)?, pose: None });
    }
    if links.is_empty() || links.len() > MAX_LINKS {
        return Err(format!("{} links; 1 to {MAX_LINKS} are allowed", links.len()));
    }
    let mut joints = Vec::new();
    let mut parent_of: HashMap<usize, usize> = HashMap::new();
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
        if parent_of.insert(c, p).is_some() || p == c {
            return Err(format!(
                "line {}: '{}' has two parents or is its own",
                line(&n),
                links[c].name
            ));
        }
        joints.push((required(&n, "name")?, required(&n, "type")?, n, p, c));
    }
    place(&mut links, &joints)?;
    write(&robot, links, &joints, &parent_of)
}

type JointNode<'a> = (String, String, Node<'a, 'a>, usize, usize);

/// Where every link is with all joint coordinates at zero.
fn place(links: &mut [Link], joints: &[JointNode]) -> Result<(), String> {
    let children: Vec<usize> = joints.iter().map(|j| j.4).collect();
    for (k, l) in links.iter_mut().enumerate() {
        if !children.contains(&k) {
            l.pose = Some(Pose { r: V3::zeros(), R: M3::identity() });
        }
    }
    for _ in 0..links.len() {
        let mut changed = false;
        for (_, _, n, p, c) in joints {
            if let (Some(pose), None) = (links[*p].pose, links[*c].pose) {
                links[*c].pose = Some(pose.then(&origin(n)?));
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    match links.iter().find(|l| l.pose.is_none()) {
        Some(l) => Err(format!("the link '{}' is in a loop of joints", l.name)),
        None => Ok(()),
    }
}

fn write(
    robot: &Node,
    mut links: Vec<Link>,
    joints: &[JointNode],
    parent_of: &HashMap<usize, usize>,
) -> Result<Robot, String> {
    let mut warnings = Vec::new();
    // links without inertia belong to the link that holds them fast
    let mut owner: Vec<usize> = (0..links.len()).collect();
    for (k, l) in links.iter().enumerate() {
        let world = l.name == "world";
        if l.inertial.is_some() || world {
            continue;
        }
        let fixed = joints.iter().find(|j| j.4 == k && j.1 == "fixed");
        match (fixed, parent_of.get(&k)) {
            (Some(_), Some(&p)) => owner[k] = p,
            (None, None) => {
                // a root without mass: the first link that it holds fast carries it
                match joints.iter().find(|j| j.3 == k && j.1 == "fixed") {
                    Some(j) => owner[k] = j.4,
                    None => {
                        return Err(format!(
                            "line {}: the link '{}' has no inertia",
                            line(&l.node),
                            l.name
                        ))
                    }
                }
            }
            _ => {
                return Err(format!(
                    "line {}: the link '{}' moves but has no inertia",
                    line(&l.node),
                    l.name
                ))
            }
        }
        warnings.push(format!(
            "link '{}' has no inertia and is part of '{}'",
            l.name, links[owner[k]].name
        ));
    }
    let root = |mut k: usize| {
        for _ in 0..owner.len() {
            k = owner[k];
        }
        k
    };
    let lift = lowest(&links)?;
    for l in &mut links {
        if let Some(p) = &mut l.pose {
            p.r.z -= lift;
        }
    }
    let mut out = format!(
        "# {} from URDF, its lowest collision point on the floor z = 0\n\nname = {}\ngravity = [0.0, 0.0, -9.81]\n\n[materials.robot]\ne_N = 0.0\nmu = 0.8\n",
        robot.attribute("name").unwrap_or("robot").replace(['\n', '\r'], " "),
        quoted(&clean(robot.attribute("name").unwrap_or("robot")))
    );
    let name = |k: usize| match links[k].name == "world" {
        true => "world".to_string(),
        false => clean(&links[k].name),
    };
    for (k, l) in links.iter().enumerate() {
        let (Some((m, c, theta)), Some(pose)) = (&l.inertial, &l.pose) else { continue };
        if owner[k] != k || l.name == "world" {
            continue;
        }
        let q = nalgebra::UnitQuaternion::from_matrix(&pose.R);
        let _ = writeln!(
            out,
            "\n[[bodies]]\nname = {}\ntype = \"spatial\"\nmass = {}\ninertia = {}\nposition = {}\nquaternion = {}",
            quoted(&name(k)),
            number(*m),
            matrix(theta),
            list((pose.r + pose.R * c).as_slice()),
            list(&[q.w, q.i, q.j, q.k])
        );
    }
    let body = |k: usize| name(root(k));
    for (jname, kind, n, p, c) in joints {
        if root(*p) == root(*c) {
            continue;
        }
        joint(&mut out, &mut warnings, &links, (jname, kind, n, *p, *c), &body)?;
    }
    shapes(&mut out, &mut warnings, &links, &root, &name)?;
    out += "\n[run]\ndt = 1e-3\nt_end = 2.0\nproject = true\n";
    Ok(Robot { toml: out, warnings })
}

fn joint(
    out: &mut String,
    warnings: &mut Vec<String>,
    links: &[Link],
    (jname, kind, n, p, c): (&str, &str, &Node, usize, usize),
    body: &dyn Fn(usize) -> String,
) -> Result<(), String> {
    let Some(pose) = links[c].pose else { return Ok(()) };
    let axis = match n.children().find(|x| x.has_tag_name("axis")) {
        Some(a) => V3::from(attribute(&a, "xyz", [1.0, 0.0, 0.0])?),
        None => V3::x(),
    };
    if axis.norm() < 1e-9 {
        return Err(format!("line {}: the axis of joint '{jname}' is zero", line(n)));
    }
    let ours = match kind {
        "revolute" | "continuous" => "revolute",
        "prismatic" => "prismatic",
        "fixed" => "fixed",
        "planar" => "plane",
        "floating" => return Ok(()),
        other => {
            return Err(format!(
                "line {}: unknown type '{other}' of joint '{jname}'; valid: fixed, revolute, continuous, prismatic, floating, planar",
                line(n)
            ))
        }
    };
    let _ = writeln!(
        out,
        "\n[[joints]]\nname = {}\ntype = \"{ours}\"\nbodies = [{}, {}]\nanchor = {}\naxis = {}",
        quoted(&format!("{}.joint", clean(jname))),
        quoted(&body(p)),
        quoted(&body(c)),
        list(pose.r.as_slice()),
        list((pose.R * axis.normalize()).as_slice())
    );
    if let (Some(l), "revolute" | "prismatic") = (child_limit(n), kind) {
        let ([lo], [hi]) = (attribute(&l, "lower", [0.0])?, attribute(&l, "upper", [0.0])?);
        if lo < hi && (kind == "prismatic" || hi - lo < std::f64::consts::TAU) {
            let _ = writeln!(out, "min = {}\nmax = {}", number(lo), number(hi));
        } else if lo < hi {
            warnings
                .push(format!("limits of joint '{jname}' span a turn or more and are left out"));
        } else {
            warnings.push(format!("limits of joint '{jname}' leave no range and are left out"));
        }
    }
    if let Some(d) = n.children().find(|x| x.has_tag_name("dynamics")) {
        let [friction] = attribute(&d, "friction", [0.0])?;
        let [damping] = attribute(&d, "damping", [0.0])?;
        if friction > 0.0 && ours != "fixed" && ours != "plane" {
            let _ = writeln!(out, "friction = {}", number(friction));
        }
        if damping > 0.0 {
            warnings.push(format!("damping of joint '{jname}' is left out; add a [[forces]] spring with c = {damping}"));
        }
    }
    if let Some(m) = n.children().find(|x| x.has_tag_name("mimic")) {
        let other = m.attribute("joint").unwrap_or("");
        let ([ratio], [offset]) =
            (attribute(&m, "multiplier", [1.0])?, attribute(&m, "offset", [0.0])?);
        let known = format!("name = {}\n", quoted(&format!("{}.joint", clean(other))));
        if matches!(ours, "revolute" | "prismatic") && out.contains(&known) {
            let _ = writeln!(
                out,
                "mimic = {{ joint = {}, ratio = {}, offset = {} }}",
                quoted(&format!("{}.joint", clean(other))),
                number(ratio),
                number(offset)
            );
        } else {
            warnings.push(format!(
                "joint '{jname}' mimics '{other}', which does not come before it: not enforced"
            ));
        }
    }
    Ok(())
}

fn child_limit<'a>(n: &Node<'a, 'a>) -> Option<Node<'a, 'a>> {
    child(n, "limit")
}

/// Points of a collision geometry in link axes, with a radius; none for what is skipped.
fn points(collision: &Node) -> Result<Option<(Vec<V3>, f64)>, String> {
    let pose = origin(collision)?;
    let Some(g) = collision.children().find(|c| c.has_tag_name("geometry")) else {
        return Ok(None);
    };
    let Some(s) = g.children().find(|c| c.is_element()) else { return Ok(None) };
    let mut list = Vec::new();
    let mut radius = 0.0;
    match s.tag_name().name() {
        "sphere" => {
            [radius] = attribute(&s, "radius", [0.0])?;
            list.push(V3::zeros());
        }
        "box" => {
            let h = V3::from(attribute(&s, "size", [0.0; 3])?) * 0.5;
            for k in 0..8 {
                let sign = |b: usize| if k >> b & 1 == 1 { 1.0 } else { -1.0 };
                list.push(V3::new(sign(0) * h.x, sign(1) * h.y, sign(2) * h.z));
            }
        }
        "cylinder" => {
            let ([r], [l]) = (attribute(&s, "radius", [0.0])?, attribute(&s, "length", [0.0])?);
            for k in 0..16 {
                let (sin, cos) = (std::f64::consts::FRAC_PI_4 * (k % 8) as f64).sin_cos();
                list.push(V3::new(r * cos, r * sin, if k < 8 { 0.5 * l } else { -0.5 * l }));
            }
        }
        _ => return Ok(None),
    }
    if radius < 0.0 {
        return Err(format!("line {}: a negative radius", line(&s)));
    }
    Ok(Some((list.into_iter().map(|p| pose.r + pose.R * p).collect(), radius)))
}

fn collisions<'a>(l: &Link<'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    l.node.children().filter(|c| c.has_tag_name("collision"))
}

/// Height of the lowest collision point; zero where there is none.
fn lowest(links: &[Link]) -> Result<f64, String> {
    let mut low = f64::INFINITY;
    for l in links.iter().filter(|l| l.name != "world") {
        for c in collisions(l) {
            if let (Some((list, r)), Some(pose)) = (points(&c)?, l.pose) {
                low = list.iter().fold(low, |a, p| a.min((pose.r + pose.R * p).z - r));
            }
        }
    }
    Ok(if low.is_finite() && links.iter().all(|l| l.name != "world") { low } else { 0.0 })
}

fn shapes(
    out: &mut String,
    warnings: &mut Vec<String>,
    links: &[Link],
    root: &dyn Fn(usize) -> usize,
    name: &dyn Fn(usize) -> String,
) -> Result<(), String> {
    let mut feet = String::new();
    for (k, l) in links.iter().enumerate() {
        let b = root(k);
        for (i, c) in collisions(l).enumerate() {
            let Some((list, radius)) = points(&c)? else {
                warnings.push(format!("SKIPPED: collision geometry {} of link '{}' (line {}): meshes and other shapes are not supported; the link passes through the floor there", i + 1, l.name, line(&c)));
                continue;
            };
            let (Some(here), Some(there)) = (l.pose, links[b].pose) else { continue };
            let Some((_, centre, _)) = links[b].inertial else { continue };
            if links[b].name == "world" {
                continue;
            }
            let place = |p: &V3| there.R.transpose() * (here.r + here.R * p - there.r) - centre;
            let rows: Vec<String> = list.iter().map(|p| self::list(place(p).as_slice())).collect();
            let shape = format!("{}-{}", clean(&l.name), i + 1);
            let _ = writeln!(
                feet,
                "\n[[shapes]]\nname = {0}\ntype = \"points\"\nbody = {1}\nradius = {2}\nmaterial = \"robot\"\npoints = [{3}]\n\n[[contacts]]\nname = {4}\nbetween = [\"floor\", {0}]",
                quoted(&shape),
                quoted(&name(b)),
                number(radius),
                rows.join(", "),
                quoted(&format!("{shape}.floor"))
            );
        }
    }
    if !feet.is_empty() {
        *out += "\n[[shapes]]\nname = \"floor\"\ntype = \"plane\"\nnormal = [0.0, 0.0, 1.0]\nmaterial = \"robot\"\n";
        *out += &feet;
    }
    Ok(())
}
