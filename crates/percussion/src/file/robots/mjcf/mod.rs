//! MJCF, the language of MuJoCo's models.
//!
//! What is read: bodies, inertia given or from geometry, joints with their limits, springs, damping and friction, geometry that touches with
//! its masks, pairs and exclusions, copies of parts, equalities between bodies and between joints, actuators of joints, default classes, included
//! files, one keyframe. A body with several joints has a chain of bodies between them, which take a small part of
//! its mass. The rest is skipped and named.

mod bodies;
mod classes;
mod drives;
mod flags;
mod geoms;
mod replicate;
mod unread;

use super::*;
use classes::{Classes, Compiler};
use std::collections::HashMap;

/// Most included files.
const MAX_FILES: usize = 64;

/// What is read, while it is read.
struct Reader<'a> {
    d: Description,
    compiler: Compiler,
    classes: Classes,
    files: crate::file::Include<'a>,
    /// Assets by name.
    assets: HashMap<String, Element>,
    meshes: HashMap<String, Result<mesh::Body, String>>,
    /// Geometry that stands in a pair.
    paired: HashSet<String>,
    geoms: HashMap<String, (usize, usize)>,
    links: HashMap<String, usize>,
    joints: HashMap<String, usize>,
    sites: HashMap<String, (usize, Pose)>,
    /// Where links are in the reference position.
    rest: Vec<Pose>,
    /// Coordinate of each joint at the start, and in the reference position.
    start: Vec<[f64; 2]>,
    /// All coordinates at the start, and how many were used.
    key: Option<Vec<f64>>,
    used: usize,
    controls: Vec<f64>,
    trees: usize,
    /// What was left out, with how often.
    skipped: std::collections::BTreeMap<&'static str, usize>,
}

/// The description in a `<mujoco>`.
pub(super) fn read(
    mut root: Element,
    options: ImportOptions,
    files: crate::file::Include,
) -> Result<Description, String> {
    include(&mut root, files, &mut 0, 0)?;
    let mut warnings = Vec::new();
    let gravity = flags::apply(&mut root, &mut warnings);
    let unread = unread::list(&root);
    if !unread.is_empty() {
        warnings.push(format!("SKIPPED: what is not read: {}", unread.join(", ")));
    }
    let compiler = Compiler::read(&root)?;
    replicate::unfold(&mut root, &compiler, &mut 0)?;
    let mut r = Reader {
        d: Description {
            name: root.get("model").unwrap_or("model").into(),
            language: "MJCF",
            gravity: V3::new(0.0, 0.0, -9.81),
            warnings,
            ..Description::default()
        },
        compiler,
        classes: Classes::read(&root)?,
        files,
        assets: HashMap::new(),
        meshes: HashMap::new(),
        paired: HashSet::new(),
        geoms: HashMap::new(),
        links: HashMap::new(),
        joints: HashMap::new(),
        sites: HashMap::new(),
        rest: Vec::new(),
        start: Vec::new(),
        key: None,
        used: 0,
        controls: Vec::new(),
        trees: 0,
        skipped: Default::default(),
    };
    for o in root.all("option") {
        r.d.gravity = V3::from(o.numbers("gravity", r.d.gravity.into())?);
        for key in ["density", "viscosity", "wind"] {
            if o.list(key)?.is_some_and(|l| l.iter().any(|v| *v != 0.0)) {
                r.d.warnings.push(format!("SKIPPED: the {key} of the air ({})", o.place()));
            }
        }
    }
    if !gravity {
        r.d.gravity = V3::zeros();
    }
    for m in root.all("asset").flat_map(|a| a.all("mesh")) {
        let m = r.classes.with_defaults(m, None)?;
        let file = m.get("file").unwrap_or("");
        let stem = file.rsplit(['/', '\\']).next().unwrap_or("");
        let stem = stem.rsplit_once('.').map_or(stem, |s| s.0);
        let name = m.get("name").unwrap_or(stem).to_string();
        r.assets.insert(name, m);
    }
    for p in root.all("contact").flat_map(|c| c.all("pair")) {
        for key in ["geom1", "geom2"] {
            r.paired.insert(p.needs(key)?.into());
        }
    }
    r.keyframe(&root, options.keyframe)?;
    r.world(&root)?;
    r.contacts(&root)?;
    r.equalities(&root)?;
    r.actuators(&root)?;
    r.leftovers(&root);
    Ok(r.d)
}

/// Puts the contents of included files in their places.
fn include(
    e: &mut Element,
    files: crate::file::Include,
    count: &mut usize,
    depth: usize,
) -> Result<(), String> {
    let mut k = 0;
    while k < e.children.len() {
        if e.children[k].name != "include" {
            include(&mut e.children[k], files, count, depth)?;
            k += 1;
            continue;
        }
        let at = e.children.remove(k);
        let name = at.needs("file")?;
        *count += 1;
        if *count > MAX_FILES || depth >= 16 {
            return Err(
                at.wrong(format!("more than {MAX_FILES} included files, or one includes itself"))
            );
        }
        // relative to the main file, or to the one it stands in
        let beside = match at.file.rsplit_once('/') {
            Some((folder, _)) => format!("{folder}/{name}"),
            None => name.to_string(),
        };
        let found = files(name).map(|text| (name, text));
        let found = found.or_else(|why| files(&beside).map(|t| (&beside[..], t)).map_err(|_| why));
        let (file, text) =
            found.map_err(|why| at.wrong(format!("cannot include '{name}': {why}")))?;
        let mut inner = Element::parse(&text, file).map_err(|why| format!("{file}: {why}"))?;
        include(&mut inner, files, count, depth + 1)?;
        let n = inner.children.len();
        e.children.splice(k..k, inner.children);
        k += n;
    }
    Ok(())
}

impl Reader<'_> {
    fn warn(&mut self, text: String) {
        self.d.warnings.push(text);
    }

    fn skip(&mut self, what: &'static str) {
        *self.skipped.entry(what).or_default() += 1;
    }

    /// The coordinates to start from.
    fn keyframe(&mut self, root: &Element, wanted: Option<&str>) -> Result<(), String> {
        let keys: Vec<&Element> = root.all("keyframe").flat_map(|k| k.all("key")).collect();
        let name = |(k, e): (usize, &&Element)| e.get("name").map_or(k.to_string(), String::from);
        let names: Vec<String> = keys.iter().enumerate().map(name).collect();
        let Some(wanted) = wanted else {
            if !keys.is_empty() {
                let names = names.join(", ");
                self.warn(format!(
                    "the robot starts in its reference position; there are keyframes to start from: {names}"
                ));
            }
            return Ok(());
        };
        let by_number = || wanted.parse::<usize>().ok().filter(|k| *k < keys.len());
        let Some(k) = names.iter().position(|n| n == wanted).or_else(by_number) else {
            let valid = if names.is_empty() { "none".into() } else { names.join(", ") };
            return Err(format!("there is no keyframe '{wanted}'; valid: {valid}"));
        };
        self.key = keys[k].list("qpos")?;
        self.controls = keys[k].list("ctrl")?.unwrap_or_default();
        if keys[k].list("qvel")?.is_some_and(|v| v.iter().any(|x| *x != 0.0)) {
            self.warn(format!(
                "SKIPPED: the velocities of the keyframe '{wanted}': it starts at rest"
            ));
        }
        Ok(())
    }

    /// Pairs that touch, and bodies that do not.
    fn contacts(&mut self, root: &Element) -> Result<(), String> {
        for c in root.all("contact").flat_map(|c| &c.children) {
            match c.name.as_str() {
                "pair" => {
                    let c = self.classes.with_defaults(c, None)?;
                    let ids = [c.needs("geom1")?, c.needs("geom2")?];
                    let Some([a, b]) = self.both(ids.map(|n| self.geoms.get(n).copied())) else {
                        let [a, b] = ids;
                        self.warn(format!("SKIPPED: the contact pair of '{a}' and '{b}' ({}): one of them is not there", c.place()));
                        continue;
                    };
                    let [x, y] = [a, b].map(|(l, g)| self.d.links[l].geoms[g].surface);
                    let mu = match c.get("friction") {
                        Some(_) => c.up_to("friction", [1.0])?[0],
                        None => x.mu.max(y.mu),
                    };
                    let smooth = c.number("condim", 3.0)? < 2.0;
                    self.d.pairs.push(([a, b], if smooth { 0.0 } else { mu.max(0.0) }));
                }
                "exclude" => {
                    let ids = [self.link(c, "body1")?, self.link(c, "body2")?];
                    self.d.apart.push(ids);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn both<T>(&self, found: [Option<T>; 2]) -> Option<[T; 2]> {
        let [a, b] = found;
        Some([a?, b?])
    }

    /// The link that an attribute names.
    fn link(&self, e: &Element, key: &str) -> Result<usize, String> {
        let name = e.needs(key)?;
        self.links.get(name).copied().ok_or_else(|| {
            let near = crate::nearest(name, self.links.keys().map(String::as_str)).join(", ");
            e.wrong(format!("unknown body '{name}'; valid: {near}"))
        })
    }

    /// What nothing here reads, in one line a kind.
    fn leftovers(&mut self, root: &Element) {
        for (section, what) in [
            ("tendon", "tendons"),
            ("sensor", "sensors (they move nothing)"),
            ("deformable", "deformable bodies"),
            ("extension", "plugins"),
        ] {
            let n: usize = root.all(section).map(|s| s.children.len()).sum();
            if n > 0 {
                *self.skipped.entry(what).or_default() += n;
            }
        }
        let list: Vec<String> =
            self.skipped.iter().map(|(what, n)| format!("SKIPPED: {n} {what}")).collect();
        self.d.warnings.extend(list);
    }
}
