//! Robot descriptions, URDF and MJCF, turned into the text of a model file.
//!
//! A reader (`urdf`, `mjcf`) makes a `Description`: links placed in the world, joints, geometry that touches. `plan`
//! makes bodies of it: links that fixed joints hold together are one spatial body at its centre of mass. `joints` and `contacts`
//! write them. What is left out or assumed is named in the warnings.

mod contacts;
mod joints;
mod mesh;
mod mjcf;
mod plan;
mod solid;
mod urdf;
mod xml;

use super::export::{number, quoted};
use crate::frame::{M3, V3};
use plan::Plan;
use solid::Solid;
use std::collections::HashSet;
use xml::Element;

/// Most links of a robot.
const MAX_LINKS: usize = 2000;

/// A robot as a model file.
pub struct Robot {
    /// The text of the model file.
    pub toml: String,
    /// What was left out or assumed.
    pub warnings: Vec<String>,
}

/// What an import does beyond the description.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImportOptions<'a> {
    /// Contacts between links of one robot that no joint connects.
    pub self_collision: bool,
    /// Height of the robot's lowest point above the floor at the start (m). At zero a description that has a floor of
    /// its own (MJCF) stays where it is.
    pub height: f64,
    /// Name or number of a keyframe to start from (MJCF).
    pub keyframe: Option<&'a str>,
}

#[derive(Clone, Copy, Debug)]
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

/// Mass, centre of mass and inertia about it, in the axes of a link.
#[derive(Clone, Copy, Debug)]
struct Inertial {
    m: f64,
    c: V3,
    theta: M3,
}

/// What a robot consists of.
#[derive(Default)]
struct Description {
    name: String,
    /// The language it is written in.
    language: &'static str,
    gravity: V3,
    links: Vec<Link>,
    joints: Vec<Joint>,
    ties: Vec<Tie>,
    motors: Vec<Motor>,
    /// Values that can be set in the model file.
    parameters: Vec<(String, f64)>,
    /// Links that do not touch.
    apart: Vec<[usize; 2]>,
    /// Geometry that touches whatever else is said: link and number of both, friction.
    pairs: Vec<([(usize, usize); 2], f64)>,
    warnings: Vec<String>,
}

struct Link {
    name: String,
    place: String,
    inertial: Option<Inertial>,
    /// Where it is at the start.
    pose: Pose,
    geoms: Vec<Geom>,
    /// Part of the world whatever its mass.
    world: bool,
    /// Links of one number are one robot; none: the scene around it.
    tree: Option<usize>,
}

/// Geometry of a link that may touch.
struct Geom {
    name: Option<String>,
    place: String,
    /// The shape at its pose in the link, or what was skipped.
    solid: Result<Solid, String>,
    pose: Pose,
    surface: Surface,
    /// Two of them touch where a bit of one's first mask is in the other's second.
    masks: [u32; 2],
}

/// Of two surfaces that with the higher rank counts; else the rougher, and friction is absent where it is from both.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Surface {
    mu: f64,
    smooth: bool,
    rank: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Fixed,
    Revolute,
    Prismatic,
    Spherical,
    Plane,
    Free,
}

struct Joint {
    name: String,
    kind: Kind,
    parent: usize,
    child: usize,
    /// A point and the axis in the world at the start.
    anchor: V3,
    axis: V3,
    /// Its coordinate counts from the start in all that follows.
    stops: Option<(f64, f64)>,
    damping: f64,
    friction: f64,
    /// Stiffness, and where it is at rest.
    spring: Option<(f64, f64)>,
    mimic: Option<Mimic>,
    /// Whether it keeps this value.
    locked: Option<f64>,
}

/// A joint that follows another one.
struct Mimic {
    joint: usize,
    ratio: f64,
    offset: f64,
}

/// What closes a loop of joints: two poses, each in its link, that coincide, or their origins only.
struct Tie {
    name: String,
    turns: bool,
    links: [usize; 2],
    poses: [Pose; 2],
}

/// A force along the coordinate of a joint: an expression of `s`, `v` and parameters.
struct Motor {
    name: String,
    joint: usize,
    law: String,
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

fn list(v: &[f64]) -> String {
    let items: Vec<String> = v.iter().map(|&x| number(x)).collect();
    format!("[{}]", items.join(", "))
}

fn matrix(m: &M3) -> String {
    let row = |i: usize| list(&[m[(i, 0)], m[(i, 1)], m[(i, 2)]]);
    format!("[{}, {}, {}]", row(0), row(1), row(2))
}

/// Turn a robot description into a model file.
///
/// # Errors
/// What is wrong with it, with its line.
pub fn convert(text: &str, options: ImportOptions) -> Result<Robot, String> {
    convert_with(text, options, &|_| Err("other files are not read here".into()))
}

/// The same with the texts of meshes and included files by the names they have in the file, see [`super::Include`].
///
/// # Errors
/// As [`convert`]; a mesh that cannot be read is skipped with a warning.
pub fn convert_with(
    text: &str,
    options: ImportOptions,
    files: super::Include,
) -> Result<Robot, String> {
    if !(0.0..=1e6).contains(&options.height) {
        return Err(format!("the height {} is not between 0 and 1e6 m", options.height));
    }
    let root = Element::parse(text, "")?;
    let description = match root.name.as_str() {
        "robot" => urdf::read(&root, options, files)?,
        "mujoco" | "mujocoinclude" => mjcf::read(root, options, files)?,
        _ => return Err("the root element is not <robot> or <mujoco>".into()),
    };
    let plan = Plan::new(description, options)?;
    let robot = plan.write(options, &HashSet::new());
    if !options.self_collision {
        return Ok(robot);
    }
    let apart = overlapping(&robot.toml);
    match apart.is_empty() {
        true => Ok(robot),
        false => Ok(plan.write(options, &apart)),
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
