//! What of an MJCF file nothing here reads: named in one warning, so that nothing is dropped without a word.

use super::classes::ACTUATORS;
use super::Element;
use std::collections::BTreeMap;

const PLACE: &[&str] = &["name", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler"];

/// Attributes that are read, by element. Sections and elements that other warnings name stand here without any.
#[rustfmt::skip]
const READ: &[(&str, &[&str])] = &[
    ("mujoco", &["model"]),
    ("mujocoinclude", &[]),
    ("compiler", &["angle", "coordinate", "eulerseq", "autolimits", "inertiafromgeom", "inertiagrouprange", "meshdir", "assetdir", "strippath",
        "boundmass", "boundinertia", "settotalmass"]),
    ("option", &["gravity", "density", "viscosity", "wind"]),
    ("asset", &[]),
    ("mesh", &["name", "class", "file", "vertex", "refpos", "refquat", "scale"]),
    ("default", &["class"]),
    ("worldbody", &["childclass"]),
    ("body", &["childclass", "gravcomp"]),
    ("frame", &["childclass"]),
    ("replicate", &["count", "offset", "sep"]),
    ("inertial", &["mass", "diaginertia", "fullinertia"]),
    ("freejoint", &[]),
    ("joint", &["class", "type", "axis", "ref", "range", "limited", "damping", "frictionloss", "stiffness", "springref", "armature", "joint1",
        "joint2", "polycoef", "active"]),
    ("geom", &["class", "type", "size", "fromto", "mass", "density", "friction", "contype", "conaffinity", "condim", "priority", "group",
        "mesh"]),
    ("site", &["class", "fromto"]),
    ("contact", &[]),
    ("pair", &["class", "geom1", "geom2", "friction", "condim"]),
    ("exclude", &["body1", "body2"]),
    ("equality", &[]),
    ("connect", &["class", "active", "body1", "body2", "site1", "site2", "anchor"]),
    ("weld", &["class", "active", "body1", "body2", "site1", "site2", "relpose"]),
    ("actuator", &[]),
    ("keyframe", &[]),
    ("key", &["qpos", "qvel", "ctrl"]),
];
const ACTUATOR: &[&str] = &[
    "name",
    "class",
    "joint",
    "gear",
    "ctrlrange",
    "ctrllimited",
    "forcerange",
    "forcelimited",
    "gaintype",
    "biastype",
    "gainprm",
    "biasprm",
    "dyntype",
    "kp",
    "kv",
    "dampratio",
    "timeconst",
];
/// What changes no motion: looks, names, settings of the solver and of the memory, and elements that other warnings name.
#[rustfmt::skip]
const NO_MOTION: &[&str] = &[
    "visual", "statistic", "size", "custom", "texture", "material", "skin", "light", "camera", "flag", "sensor", "tendon", "deformable",
    "extension", "composite", "flexcomp", "attach", "plugin", "include", "user",
];
#[rustfmt::skip]
const LOOKS: &[&str] = &[
    "rgba", "material", "user", "timestep", "integrator", "solver", "cone", "jacobian", "iterations", "tolerance", "ls_iterations",
    "ls_tolerance", "noslip_iterations", "noslip_tolerance", "ccd_iterations", "ccd_tolerance", "sdf_iterations", "sdf_initpoints",
    "apirate", "texcoord", "normal", "face", "fitscale", "time", "texturedir", "discardvisual", "convexhull", "balanceinertia", "usethread",
    "fusestatic", "alignfree", "saveinertial", "impratio", "mocap", "sleep",
];

/// Attributes of elements that are not read, with how often they stand in the file.
pub(super) fn list(root: &Element) -> Vec<String> {
    let mut found = BTreeMap::new();
    walk(root, &mut found);
    found.into_iter().map(|(what, n)| if n == 1 { what } else { format!("{what} ({n})") }).collect()
}

fn walk(e: &Element, found: &mut BTreeMap<String, usize>) {
    let name = e.name.as_str();
    if NO_MOTION.contains(&name) {
        return;
    }
    let known = match READ.iter().find(|(of, _)| *of == name) {
        Some((_, known)) => known,
        None if ACTUATORS.contains(&name) => ACTUATOR,
        None => {
            *found.entry(format!("<{name}>")).or_default() += 1;
            return;
        }
    };
    for (key, _) in &e.attributes {
        let key = key.as_str();
        if !(known.contains(&key) || PLACE.contains(&key) || LOOKS.contains(&key)) {
            *found.entry(format!("{name}.{key}")).or_default() += 1;
        }
    }
    e.children.iter().for_each(|c| walk(c, found));
}
