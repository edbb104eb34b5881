//! Geometry of an MJCF file: what touches, and the mass it has.

use super::classes::{turn, upright};
use super::*;
use crate::collision::shapes::{MassProperties, Mesh};

/// kg/m³ where nothing is said.
const DENSITY: f64 = 1000.0;

impl Reader<'_> {
    /// The pose of a geometry or site, and half its length where its two ends are given.
    pub(super) fn placed(&self, e: &Element) -> Result<(Pose, Option<f64>), String> {
        if e.get("fromto").is_none() {
            return Ok((self.compiler.pose(e)?, None));
        }
        let v = e.numbers("fromto", [0.0; 6])?;
        let (a, b) = (V3::new(v[0], v[1], v[2]), V3::new(v[3], v[4], v[5]));
        let Some(z) = (a - b).try_normalize(1e-12) else {
            return Err(e.wrong("the two ends in fromto are one point"));
        };
        Ok((Pose { r: 0.5 * (a + b), R: upright(&z) }, Some(0.5 * (a - b).norm())))
    }

    /// Takes a geometry of a link; its mass if that is asked for.
    pub(super) fn geom(
        &mut self,
        e: &Element,
        class: Option<&str>,
        frame: &Pose,
        link: usize,
        weigh: bool,
    ) -> Result<Option<(Inertial, Pose)>, String> {
        let e = self.classes.with_defaults(e, class)?;
        let mask = |key: &str| -> Result<u32, String> {
            let v = e.number(key, 1.0)?;
            match v.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&v) {
                true => Ok(v as u32),
                false => Err(e.wrong(format!("{key} = {v} is not a mask of 32 bits"))),
            }
        };
        let masks = [mask("contype")?, mask("conaffinity")?];
        let group = e.number("group", 0.0)?;
        let [low, high] = self.compiler.groups;
        let mass = e.list("mass")?;
        let weightless = mass.as_ref().is_some_and(|m| m == &[0.0])
            || mass.is_none() && e.number("density", DENSITY)? == 0.0;
        let weigh = weigh && (low..=high).contains(&group) && !weightless;
        let name = e.get("name");
        let touches = masks != [0, 0] || name.is_some_and(|n| self.paired.contains(n));
        if !weigh && !touches {
            return Ok(None);
        }
        let (pose, half) = self.placed(&e)?;
        let mut pose = frame.then(&pose);
        let (solid, properties) = match self.solid(&e, half)? {
            Ok((solid, place, p)) => {
                pose = pose.then(&place);
                (Ok(solid), p)
            }
            Err(why) => (Err(why), None),
        };
        let part = match (&properties, weigh) {
            (Some(p), true) => self.weight(&e, p, &pose)?,
            (None, true) if solid.is_err() => {
                let text =
                    format!("ASSUMED: geometry without mass ({}): it cannot be read", e.place());
                self.warn(text);
                None
            }
            _ => None,
        };
        if touches {
            let mu = e.up_to("friction", [1.0])?[0];
            if mu < 0.0 {
                return Err(e.wrong(format!("friction = {mu} is below zero")));
            }
            let rank = e.number("priority", 0.0)?.clamp(-1e6, 1e6) as i32;
            let smooth = e.number("condim", 3.0)? < 2.0;
            if let Some(name) = name {
                self.geoms.insert(name.into(), (link, self.d.links[link].geoms.len()));
            }
            self.d.links[link].geoms.push(Geom {
                name: name.map(String::from),
                place: e.place(),
                solid,
                pose,
                surface: Surface { mu, smooth, rank },
                masks,
            });
        }
        Ok(part)
    }

    fn weight(
        &self,
        e: &Element,
        p: &MassProperties,
        pose: &Pose,
    ) -> Result<Option<(Inertial, Pose)>, String> {
        let density = match e.get("mass") {
            Some(_) => e.not_negative("mass")? / p.volume,
            None => match e.get("density") {
                Some(_) => e.not_negative("density")?,
                None => DENSITY,
            },
        };
        let m = density * p.volume;
        let fine = m.is_finite() && m > 0.0;
        Ok(fine.then_some((Inertial { m, c: p.centre, theta: density * p.inertia }, *pose)))
    }

    /// The shape of a geometry, its place in the pose, and its mass; or what was skipped.
    #[allow(clippy::type_complexity)]
    fn solid(
        &mut self,
        e: &Element,
        half: Option<f64>,
    ) -> Result<Result<(Solid, Pose, Option<MassProperties>), String>, String> {
        let size = e.list("size")?.unwrap_or_default();
        let need = |n: usize| -> Result<V3, String> {
            let mut s = size.clone();
            if let (Some(half), true) = (half, n > 1) {
                s.truncate(n - 1);
                // a box or ellipsoid by its ends: one number for both edges across
                while s.len() + 1 < n && !s.is_empty() {
                    s.push(s[s.len() - 1]);
                }
                s.push(half);
            }
            match s.len() >= n && s[..n].iter().all(|v| *v > 0.0) {
                true => Ok(V3::from_fn(|k, _| *s.get(k).unwrap_or(&0.0))),
                false => Err(e.wrong(format!("size should be {n} numbers greater than zero"))),
            }
        };
        let kind = e.get("type").unwrap_or(if e.get("mesh").is_some() { "mesh" } else { "sphere" });
        if let (Some(mesh), false) = (e.get("mesh"), kind == "mesh") {
            return Ok(Err(format!("a {kind} fitted to the mesh '{mesh}'")));
        }
        let solid = match kind {
            "plane" => Solid::Plane,
            "sphere" => Solid::Sphere(need(1)?.x),
            "capsule" => need(2).map(|s| Solid::Capsule { radius: s.x, length: 2.0 * s.y })?,
            "cylinder" => need(2).map(|s| Solid::Cylinder { radius: s.x, length: 2.0 * s.y })?,
            "ellipsoid" => Solid::Ellipsoid(need(3)?),
            "box" => Solid::Box(2.0 * need(3)?),
            "mesh" => {
                let name = e.needs("mesh")?.to_string();
                return Ok(match self.mesh(&name, e) {
                    Ok(b) => Ok((Solid::Hull(b.hull), HERE, Some(b.mass))),
                    Err(why) => Err(format!("the mesh '{name}' ({why})")),
                });
            }
            other => return Ok(Err(format!("type = \"{other}\""))),
        };
        let mass = solid.mass_properties();
        Ok(Ok((solid, HERE, mass)))
    }

    /// What stands for a mesh, said once.
    fn mesh(&mut self, name: &str, at: &Element) -> Result<mesh::Body, String> {
        if let Some(known) = self.meshes.get(name) {
            return known.clone();
        }
        let found = self.read_mesh(name);
        if let Ok(b) = &found {
            let text = format!("ASSUMED: the mesh '{name}' ({}): {}", at.place(), b.assumed);
            self.warn(text);
        }
        self.meshes.insert(name.into(), found.clone());
        found
    }

    fn read_mesh(&self, name: &str) -> Result<mesh::Body, String> {
        let Some(asset) = self.assets.get(name) else {
            return Err("there is no such asset".into());
        };
        let mut mesh = match (asset.get("file"), asset.list("vertex")?) {
            (Some(file), _) => {
                let path = self.compiler.path(file);
                mesh::read(file, &(self.files)(&path)?)?
            }
            (None, Some(v)) => Mesh {
                vertices: v.chunks_exact(3).map(|c| V3::new(c[0], c[1], c[2])).collect(),
                triangles: Vec::new(),
            },
            (None, None) => return Err("it has neither a file nor vertices".into()),
        };
        // as it is placed in the asset, then larger along the axes
        let r = V3::from(asset.numbers("refpos", [0.0; 3])?);
        let q = asset.numbers("refquat", [1.0, 0.0, 0.0, 0.0])?;
        let R = turn(q).ok_or("refquat is zero")?;
        mesh.vertices.iter_mut().for_each(|v| *v = R.tr_mul(&(*v - r)));
        let scale = V3::from(asset.numbers("scale", [1.0; 3])?);
        if scale.iter().any(|s| *s == 0.0) {
            return Err("a scale of zero".into());
        }
        mesh::body(&mesh.scaled(&scale), 1.0)
    }
}
