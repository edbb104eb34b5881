//! What an MJCF file says once for many elements: settings of the compiler, default classes, ways to give an orientation.

use super::*;
use crate::frame::rotation;

/// Attributes that stand for all elements of a kind.
type Attributes = Vec<(String, String)>;

/// Default classes with all that they inherit.
pub(super) struct Classes(HashMap<String, HashMap<String, Attributes>>);

/// Elements that are actuators: they share the defaults of `general`.
pub(super) const ACTUATORS: [&str; 9] = [
    "general",
    "motor",
    "position",
    "velocity",
    "intvelocity",
    "damper",
    "cylinder",
    "muscle",
    "adhesion",
];

fn merge(into: &mut Attributes, from: &Attributes) {
    for (k, v) in from {
        into.retain(|(key, _)| key != k);
        into.push((k.clone(), v.clone()));
    }
}

impl Classes {
    pub fn read(root: &Element) -> Result<Classes, String> {
        let mut out = Classes(HashMap::from([("main".to_string(), HashMap::new())]));
        for d in root.all("default") {
            out.class(d, None)?;
        }
        Ok(out)
    }

    fn class(&mut self, d: &Element, above: Option<&str>) -> Result<(), String> {
        let name = match (d.get("class"), above) {
            (Some(name), _) => name,
            (None, None) => "main",
            (None, Some(_)) => return Err(d.wrong("a default class inside another needs a name")),
        };
        let inherited = above.and_then(|a| self.0.get(a)).cloned().unwrap_or_default();
        let mut own = self.0.remove(name).unwrap_or(inherited);
        for c in d.children.iter().filter(|c| c.name != "default") {
            merge(own.entry(c.name.clone()).or_default(), &c.attributes);
        }
        self.0.insert(name.into(), own);
        d.all("default").try_for_each(|c| self.class(c, Some(name)))
    }

    /// An element with what it leaves to its class, or to that of its body.
    pub fn with_defaults(&self, e: &Element, class: Option<&str>) -> Result<Element, String> {
        let class = e.get("class").or(class).unwrap_or("main");
        let Some(all) = self.0.get(class) else {
            let near = crate::nearest(class, self.0.keys().map(String::as_str)).join(", ");
            return Err(e.wrong(format!("unknown default class '{class}'; valid: {near}")));
        };
        let mut attributes = Attributes::new();
        if ACTUATORS.contains(&e.name.as_str()) {
            all.get("general").into_iter().for_each(|a| merge(&mut attributes, a));
        }
        if e.name != "general" {
            all.get(&e.name).into_iter().for_each(|a| merge(&mut attributes, a));
        }
        merge(&mut attributes, &e.attributes);
        Ok(Element { attributes, children: Vec::new(), ..e.clone() })
    }
}

/// Where masses come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FromGeoms {
    Never,
    Always,
    /// Where they are not given.
    Else,
}

/// Settings of the compiler.
pub(super) struct Compiler {
    /// Radians in the unit of angles.
    pub angle: f64,
    pub sequence: String,
    pub autolimits: bool,
    pub from_geoms: FromGeoms,
    pub groups: [f64; 2],
    pub folder: String,
    pub strip: bool,
    pub least_mass: f64,
    pub least_inertia: f64,
    pub total_mass: f64,
}

impl Compiler {
    pub fn read(root: &Element) -> Result<Compiler, String> {
        let mut c = Compiler {
            angle: 1f64.to_radians(),
            sequence: "xyz".into(),
            autolimits: true,
            from_geoms: FromGeoms::Else,
            groups: [0.0, 5.0],
            folder: String::new(),
            strip: false,
            least_mass: 0.0,
            least_inertia: 0.0,
            total_mass: -1.0,
        };
        for e in root.all("compiler") {
            match e.get("angle") {
                Some("radian") => c.angle = 1.0,
                Some("degree") => c.angle = 1f64.to_radians(),
                Some(other) => return Err(e.wrong(format!("angle = '{other}': degree or radian"))),
                None => {}
            }
            if e.get("coordinate") == Some("global") {
                return Err(
                    e.wrong("coordinates of the world (coordinate=\"global\") are not read")
                );
            }
            if let Some(s) = e.get("eulerseq") {
                let fine = s.len() == 3 && s.chars().all(|c| "xyzXYZ".contains(c));
                c.sequence = match fine {
                    true => s.into(),
                    false => {
                        return Err(e.wrong(format!("eulerseq = '{s}': three of x, y, z, X, Y, Z")))
                    }
                };
            }
            let flag = |key: &str, default: bool| e.get(key).map_or(default, |v| v == "true");
            c.autolimits = flag("autolimits", c.autolimits);
            c.strip = flag("strippath", c.strip);
            c.from_geoms = match e.get("inertiafromgeom") {
                Some("true") => FromGeoms::Always,
                Some("false") => FromGeoms::Never,
                Some(_) => FromGeoms::Else,
                None => c.from_geoms,
            };
            c.groups = e.numbers("inertiagrouprange", c.groups)?;
            for key in ["assetdir", "meshdir"] {
                c.folder = e.get(key).map_or(c.folder, String::from);
            }
            c.least_mass = e.number("boundmass", c.least_mass)?;
            c.least_inertia = e.number("boundinertia", c.least_inertia)?;
            c.total_mass = e.number("settotalmass", c.total_mass)?;
        }
        Ok(c)
    }

    /// Where a mesh file is.
    pub fn path(&self, file: &str) -> String {
        let file = match self.strip {
            true => file.rsplit(['/', '\\']).next().unwrap_or(file),
            false => file,
        };
        match self.folder.trim_end_matches('/') {
            "" => file.into(),
            folder => format!("{folder}/{file}"),
        }
    }

    /// Position and orientation of an element.
    pub fn pose(&self, e: &Element) -> Result<Pose, String> {
        Ok(Pose { r: V3::from(e.numbers("pos", [0.0; 3])?), R: self.orientation(e)? })
    }

    fn orientation(&self, e: &Element) -> Result<M3, String> {
        let axis = |v: V3, key: &str| {
            v.try_normalize(1e-14).ok_or_else(|| e.wrong(format!("{key} has no direction")))
        };
        if e.get("quat").is_some() {
            let q = e.numbers("quat", [1.0, 0.0, 0.0, 0.0])?;
            return turn(q).ok_or_else(|| e.wrong("quat is zero"));
        }
        if e.get("axisangle").is_some() {
            let [x, y, z, angle] = e.numbers("axisangle", [0.0, 0.0, 1.0, 0.0])?;
            return Ok(rotation(&axis(V3::new(x, y, z), "axisangle")?, angle * self.angle));
        }
        if e.get("xyaxes").is_some() {
            let v = e.numbers("xyaxes", [0.0; 6])?;
            let x = axis(V3::new(v[0], v[1], v[2]), "xyaxes")?;
            let y = V3::new(v[3], v[4], v[5]);
            let y = axis(y - x * x.dot(&y), "xyaxes")?;
            return Ok(M3::from_columns(&[x, y, x.cross(&y)]));
        }
        if e.get("zaxis").is_some() {
            return Ok(upright(&axis(V3::from(e.numbers("zaxis", [0.0; 3])?), "zaxis")?));
        }
        let mut R = M3::identity();
        if e.get("euler").is_some() {
            let angles = e.numbers("euler", [0.0; 3])?;
            for (c, angle) in self.sequence.chars().zip(angles) {
                let about = match c.to_ascii_lowercase() {
                    'x' => V3::x(),
                    'y' => V3::y(),
                    _ => V3::z(),
                };
                let one = rotation(&about, angle * self.angle);
                // small letters turn about the new axes, capitals about the old ones
                R = if c.is_ascii_lowercase() { R * one } else { one * R };
            }
        }
        Ok(R)
    }
}

/// The rotation of a quaternion, scalar first.
pub(super) fn turn(q: [f64; 4]) -> Option<M3> {
    let q = nalgebra::Quaternion::new(q[0], q[1], q[2], q[3]);
    let unit = nalgebra::UnitQuaternion::try_new(q, 1e-14)?;
    Some(*unit.to_rotation_matrix().matrix())
}

/// The least rotation that brings e_z to this unit vector.
pub(super) fn upright(z: &V3) -> M3 {
    let v = V3::z().cross(z);
    match v.try_normalize(1e-12) {
        Some(axis) => rotation(&axis, v.norm().atan2(z.z)),
        None if z.z > 0.0 => M3::identity(),
        None => rotation(&V3::x(), std::f64::consts::PI),
    }
}
