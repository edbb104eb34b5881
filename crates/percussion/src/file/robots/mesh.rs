//! Meshes of robots: read, and taken as their convex hulls.
//!
//! Of COLLADA files the corners of all geometries are read at the places that the scene gives them: matrices, translations, rotations and
//! scales of its nodes, and the unit of length. The axis that is called up is not looked at, as is usual for robots.

use super::xml::Element;
use super::*;
use crate::collision::shapes::{read_obj, read_stl, Hull, MassProperties, Mesh, MAX_VERTICES};
use crate::frame::rotation;
use nalgebra::{Matrix4, Vector4};
use std::collections::HashMap;

/// Most corners of all instances of geometry in a COLLADA file.
const MOST_CORNERS: usize = 4_000_000;
/// Most nodes of a scene, those that stand in several places counted each time.
const MOST_NODES: usize = 100_000;

/// A mesh as a robot has it.
#[derive(Clone)]
pub(super) struct Body {
    /// Vertices of its hull.
    pub hull: Vec<V3>,
    /// Of density one; of the hull where the mesh does not close.
    pub mass: MassProperties,
    /// What was assumed.
    pub assumed: String,
}

/// The mesh of a file by its name and text.
pub(super) fn read(file: &str, text: &str) -> Result<Mesh, String> {
    let lower = file.to_ascii_lowercase();
    if lower.ends_with(".stl") {
        read_stl(text.as_bytes())
    } else if lower.ends_with(".obj") {
        read_obj(text)
    } else if lower.ends_with(".dae") {
        read_dae(text)
    } else {
        Err("only STL, OBJ and DAE files are read".into())
    }
}

/// What stands for a mesh, one unit of which is so many metres.
pub(super) fn body(mesh: &Mesh, unit: f64) -> Result<Body, String> {
    let (hull, off) = Hull::rough(&mesh.vertices, 1e-6, MAX_VERTICES).map_err(|e| e.to_string())?;
    let n = hull.vertices.len();
    let mut assumed = match mesh.triangles.len() {
        0 => format!("{} points", mesh.vertices.len()),
        t => format!("{t} triangles"),
    };
    assumed += &format!(" are taken as their convex hull of {n} vertices");
    if off > 0.0 {
        let off = off * unit;
        assumed += &format!(", from which points of the mesh stand out by up to {off:.1e} m");
    }
    let closed = !mesh.triangles.is_empty() && mesh.faults().is_empty();
    let mass = if closed { mesh.mass_properties() } else { hull.mass_properties() };
    Ok(Body { hull: hull.vertices, mass, assumed })
}

type Places<'a> = HashMap<&'a str, &'a Element>;

/// The corners of a COLLADA file.
pub(super) fn read_dae(text: &str) -> Result<Mesh, String> {
    let root = Element::parse(text, "")?;
    let (mut by_id, mut unit): (Places, f64) = (HashMap::new(), 1.0);
    let mut scenes = Vec::new();
    let mut bad = None;
    root.walk(&mut |e| {
        if let Some(id) = e.get("id") {
            by_id.insert(id, e);
        }
        match e.name.as_str() {
            "unit" => match e.number("meter", 1.0) {
                Ok(u) if u > 0.0 => unit = u,
                _ => bad = Some(e.wrong("a unit is a number of metres greater than zero")),
            },
            "visual_scene" => scenes.push(e),
            _ => {}
        }
    });
    if let Some(bad) = bad {
        return Err(bad);
    }
    let (mut out, mut nodes) = (Vec::new(), 0);
    for s in scenes {
        for n in s.all("node") {
            node(n, &Matrix4::identity(), &by_id, (0, &mut nodes), &mut out)?;
        }
    }
    out.iter_mut().for_each(|v| *v *= unit);
    match out.is_empty() {
        true => Err("no node of its scene has geometry".into()),
        false => Ok(Mesh { vertices: out, triangles: Vec::new() }),
    }
}

fn target<'a>(e: &Element, key: &str, by_id: &Places<'a>) -> Result<&'a Element, String> {
    let name = e.needs(key)?.trim_start_matches('#');
    by_id.get(name).copied().ok_or_else(|| e.wrong(format!("there is no '{name}'")))
}

fn values(e: &Element) -> Result<Vec<f64>, String> {
    let list = e.text.split_whitespace().map(|w| w.parse().ok().filter(|v: &f64| v.is_finite()));
    list.collect::<Option<_>>().ok_or_else(|| e.wrong("a number is not finite, or none"))
}

fn node(
    n: &Element,
    above: &Matrix4<f64>,
    by_id: &Places,
    (depth, nodes): (usize, &mut usize),
    out: &mut Vec<V3>,
) -> Result<(), String> {
    *nodes += 1;
    if depth > 50 || *nodes > MOST_NODES {
        return Err(n.wrong("nodes are too deep or too many, or contain themselves"));
    }
    let mut here = *above;
    for c in &n.children {
        match c.name.as_str() {
            "matrix" | "translate" | "rotate" | "scale" => here *= transform(c)?,
            "node" => node(c, &here, by_id, (depth + 1, nodes), out)?,
            "instance_node" => {
                node(target(c, "url", by_id)?, &here, by_id, (depth + 1, nodes), out)?;
            }
            "instance_geometry" => {
                for v in corners(target(c, "url", by_id)?, by_id)? {
                    let x = here * Vector4::new(v.x, v.y, v.z, 1.0);
                    out.push(V3::new(x.x, x.y, x.z));
                }
                if out.len() > MOST_CORNERS {
                    return Err(c.wrong(format!("more than {MOST_CORNERS} corners")));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn transform(e: &Element) -> Result<Matrix4<f64>, String> {
    let v = values(e)?;
    let short = || e.wrong(format!("<{}> has {} numbers", e.name, v.len()));
    match (e.name.as_str(), &v[..]) {
        ("matrix", m) if m.len() == 16 => Ok(Matrix4::from_row_slice(m)),
        ("translate", &[x, y, z]) => Ok(Matrix4::new_translation(&V3::new(x, y, z))),
        ("scale", &[x, y, z]) => Ok(Matrix4::new_nonuniform_scaling(&V3::new(x, y, z))),
        ("rotate", &[x, y, z, angle]) => {
            let axis = V3::new(x, y, z);
            let axis = axis.try_normalize(1e-12).ok_or_else(|| e.wrong("the axis is zero"))?;
            Ok(rotation(&axis, angle.to_radians()).to_homogeneous())
        }
        _ => Err(short()),
    }
}

/// Corners of a geometry: the positions of its vertices.
fn corners(geometry: &Element, by_id: &Places) -> Result<Vec<V3>, String> {
    let Some(mesh) = geometry.child("mesh") else { return Ok(Vec::new()) };
    let inputs = mesh.child("vertices").into_iter().flat_map(|v| v.all("input"));
    let Some(input) = inputs.into_iter().find(|i| i.get("semantic") == Some("POSITION")) else {
        return Ok(Vec::new());
    };
    let source = target(input, "source", by_id)?;
    let Some(array) = source.child("float_array") else {
        return Err(source.wrong("a source without <float_array>"));
    };
    let stride = source
        .child("technique_common")
        .and_then(|t| t.child("accessor"))
        .and_then(|a| a.get("stride")?.parse::<usize>().ok())
        .filter(|s| (3..=16).contains(s))
        .unwrap_or(3);
    Ok(values(array)?.chunks_exact(stride).map(|c| V3::new(c[0], c[1], c[2])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = r##"<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema"><asset><unit meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="12">0 0 0 1 0 0 0 1 0 0 0 1</float_array></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><translate>100 0 0</translate><node><rotate>0 0 1 90</rotate><scale>2 2 2</scale><instance_geometry url="#g"/></node></node></visual_scene></library_visual_scenes></COLLADA>"##;

    #[test]
    fn corners_of_a_scene_are_where_its_nodes_put_them() {
        let mesh = read_dae(SCENE).unwrap();
        let due = [[1.0, 0.0, 0.0], [1.0, 0.02, 0.0], [0.98, 0.0, 0.0], [1.0, 0.0, 0.02]];
        assert_eq!(mesh.vertices.len(), 4);
        for (v, d) in mesh.vertices.iter().zip(due) {
            assert!((v - V3::from(d)).norm() < 1e-12, "{v} {d:?}");
        }
        assert_eq!(body(&mesh, 1.0).unwrap().hull.len(), 4);
    }

    #[test]
    fn a_scene_that_cannot_be_says_why() {
        for (from, to, why) in [
            ("url=\"#g\"", "url=\"#h\"", "there is no 'h'"),
            ("0 0 1 90", "0 0 0 90", "axis is zero"),
            ("2 2 2", "2 2", "has 2 numbers"),
            ("meter=\"0.01\"", "meter=\"0\"", "unit"),
            ("0 0 0 1 0 0", "0 nan 0 1 0 0", "not finite"),
            ("<instance_geometry url=\"#g\"/>", "", "no node"),
        ] {
            let e = read_dae(&SCENE.replace(from, to)).err();
            assert!(e.as_ref().is_some_and(|e| e.contains(why)), "{why}: {e:?}");
        }
        let round = SCENE
            .replacen("<node>", "<node id=\"n\">", 1)
            .replace("<translate>", "<instance_node url=\"#n\"/><translate>");
        assert!(read_dae(&round).err().unwrap().contains("too deep"));
        // two of the next in each: 2^40 nodes
        let nest = |k| {
            format!("<node id=\"n{k}\"><instance_node url=\"#n{}\"/><instance_node url=\"#n{}\"/></node>", k + 1, k + 1)
        };
        let many: String = (0..40).map(nest).collect();
        let many = SCENE.replacen("<node>", &format!("{many}<node id=\"n40\"/><node>"), 1);
        assert!(read_dae(&many).err().unwrap().contains("too many"));
    }
}
