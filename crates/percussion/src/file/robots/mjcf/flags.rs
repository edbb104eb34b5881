//! The flags of `<option>`: what a model switches off is taken out of its text before it is read.

use super::Element;

/// Flags that change how MuJoCo computes, not what the model is.
const OF_THE_SOLVER: [&str; 13] = [
    "warmstart",
    "refsafe",
    "sensor",
    "midphase",
    "eulerdamp",
    "autoreset",
    "nativeccd",
    "island",
    "energy",
    "fwdinv",
    "invdiscrete",
    "multiccd",
    "sleep",
];

/// Takes out of a model what its flags disable; whether there is gravity. Flags that are not supported are named in a warning.
pub(super) fn apply(root: &mut Element, warnings: &mut Vec<String>) -> bool {
    let flags: Vec<Element> = root.all("option").flat_map(|o| o.all("flag")).cloned().collect();
    let (mut gravity, mut unknown) = (true, Vec::new());
    for flag in &flags {
        for (name, value) in &flag.attributes {
            let off = value == "disable";
            match name.as_str() {
                name if OF_THE_SOLVER.contains(&name) => {}
                "gravity" => gravity &= !off,
                "override" | "filterparent" | "frictionloss" | "limit" | "equality" | "contact"
                | "constraint" | "actuation" | "passive" | "spring" | "damper" | "clampctrl"
                    if off == (name == "override") => {}
                "contact" => no_contacts(root),
                "clampctrl" => unclamp(root),
                "frictionloss" => strip(root, &["frictionloss"]),
                "limit" => strip(root, &["range", "limited"]),
                "passive" => strip(root, &["stiffness", "damping"]),
                "spring" => strip(root, &["stiffness"]),
                "damper" => strip(root, &["damping"]),
                "equality" | "actuation" => drop_section(root, name),
                "constraint" => {
                    no_contacts(root);
                    strip(root, &["frictionloss", "range", "limited"]);
                    drop_section(root, "equality");
                }
                _ => unknown.push(format!("{name}=\"{value}\" ({})", flag.place())),
            }
        }
    }
    if !unknown.is_empty() {
        warnings.push(format!("SKIPPED: the flags {}", unknown.join(", ")));
    }
    gravity
}

/// Removes attributes of all joints and tendons, and of their defaults.
fn strip(e: &mut Element, keys: &[&str]) {
    if ["joint", "tendon", "fixed", "spatial"].contains(&e.name.as_str()) {
        e.attributes.retain(|(key, _)| !keys.contains(&key.as_str()));
    }
    e.children.iter_mut().for_each(|c| strip(c, keys));
}

/// Controls of actuators have no range.
fn unclamp(e: &mut Element) {
    e.attributes.retain(|(key, _)| key != "ctrlrange" && key != "ctrllimited");
    e.children.iter_mut().for_each(unclamp);
}

/// Removes a section of the model.
fn drop_section(root: &mut Element, flag: &str) {
    let section = if flag == "actuation" { "actuator" } else { flag };
    root.children.retain(|c| c.name != section);
}

/// No geometry touches: masks are empty, and there are no pairs.
fn no_contacts(root: &mut Element) {
    fn masks(e: &mut Element) {
        if e.name == "geom" {
            e.attributes.retain(|(key, _)| key != "contype" && key != "conaffinity");
            let none = ["contype", "conaffinity"].map(|key| (key.to_string(), "0".to_string()));
            e.attributes.extend(none);
        }
        e.children.iter_mut().for_each(masks);
    }
    masks(root);
    drop_section(root, "contact");
}
