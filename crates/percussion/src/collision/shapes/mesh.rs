//! Triangle meshes from STL and OBJ files, and what is wrong with them.

use super::mass::{mass_properties, MassProperties};
use crate::collision::tree::Tree;
use crate::frame::V3;
use std::collections::HashMap;

/// Most triangles of a mesh.
const MAX_TRIANGLES: usize = 2_000_000;

/// Triangles, counterclockwise seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Corners, each once.
    pub vertices: Vec<V3>,
    /// Three of them each.
    pub triangles: Vec<[usize; 3]>,
}

/// What is wrong with a mesh.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MeshFault {
    /// So many edges belong to one triangle only.
    Open(usize),
    /// So many edges belong to three triangles or more, or to two that do not agree which side is outside.
    Tangled(usize),
    /// The triangles point inwards.
    Inverted,
    /// So many triangles have no area.
    Degenerate(usize),
}

impl std::fmt::Display for MeshFault {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            MeshFault::Open(n) => write!(f, "it is open: {n} edges have one triangle only"),
            MeshFault::Tangled(n) => write!(f, "{n} edges have triangles that do not fit together"),
            MeshFault::Inverted => f.write_str("its triangles point inwards"),
            MeshFault::Degenerate(n) => write!(f, "{n} triangles have no area"),
        }
    }
}

impl Mesh {
    /// Of corners that are listed triangle by triangle.
    fn of_corners(corners: &[V3]) -> Self {
        let mut place: HashMap<[u64; 3], usize> = HashMap::new();
        let mut mesh = Mesh::default();
        // zero has two signs
        let key = |p: &V3| [p.x, p.y, p.z].map(|x| (x + 0.0).to_bits());
        let mut index = |p: &V3| {
            *place.entry(key(p)).or_insert_with(|| {
                mesh.vertices.push(*p);
                mesh.vertices.len() - 1
            })
        };
        let triangles = corners.chunks_exact(3).map(|t| [0, 1, 2].map(|k| index(&t[k]))).collect();
        mesh.triangles = triangles;
        mesh
    }

    /// The same, larger along the axes.
    pub fn scaled(mut self, s: &V3) -> Self {
        self.vertices.iter_mut().for_each(|v| *v = v.component_mul(s));
        if s.x * s.y * s.z < 0.0 {
            self.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
        self
    }

    /// What is wrong with it.
    pub fn faults(&self) -> Vec<MeshFault> {
        let mut edges: HashMap<(usize, usize), (usize, usize)> = HashMap::new();
        let mut flat = 0;
        for t in &self.triangles {
            let [a, b, c] = t.map(|k| self.vertices[k]);
            flat += usize::from((b - a).cross(&(c - a)).norm() == 0.0);
            for k in 0..3 {
                let (a, b) = (t[k], t[(k + 1) % 3]);
                let e = edges.entry((a.min(b), a.max(b))).or_default();
                if a < b {
                    e.0 += 1;
                } else {
                    e.1 += 1;
                }
            }
        }
        let open = edges.values().filter(|e| e.0 + e.1 == 1).count();
        let tangled = edges.values().filter(|e| e.0 + e.1 > 1 && **e != (1, 1)).count();
        let mut out = Vec::new();
        if open > 0 {
            out.push(MeshFault::Open(open));
        }
        if tangled > 0 {
            out.push(MeshFault::Tangled(tangled));
        }
        if flat > 0 {
            out.push(MeshFault::Degenerate(flat));
        }
        if out.is_empty() && self.mass_properties().volume < 0.0 {
            out.push(MeshFault::Inverted);
        }
        out
    }

    /// Two triangles without a common corner of which an edge of one passes through the other.
    pub fn crossing(&self) -> Option<(usize, usize)> {
        let corners = |k: usize| self.triangles[k].map(|v| self.vertices[v]);
        let bounds = |k: usize| {
            let [a, b, c] = corners(k);
            (a.inf(&b).inf(&c), a.sup(&b).sup(&c))
        };
        let boxes: Vec<(V3, V3)> = (0..self.triangles.len()).map(bounds).collect();
        let tree = Tree::new(&boxes);
        let through = |p: &V3, q: &V3, [a, b, c]: [V3; 3]| {
            let n = (b - a).cross(&(c - a));
            let (h, g) = (n.dot(&(p - a)), n.dot(&(q - a)));
            // what only touches does not cross
            let slack = 1e-9 * n.norm() * (q - p).norm();
            if h.abs().min(g.abs()) <= slack || h * g >= 0.0 {
                return false;
            }
            let x = p + (q - p) * (h / (h - g));
            let edge = 1e-9 * n.norm_squared();
            [(a, b), (b, c), (c, a)].iter().all(|(a, b)| n.dot(&(b - a).cross(&(x - a))) > edge)
        };
        for (k, t) in self.triangles.iter().enumerate() {
            let mut found = None;
            let own = corners(k);
            tree.query(&boxes[k].0, &boxes[k].1, |o| {
                let shared = self.triangles[o].iter().any(|v| t.contains(v));
                let hit = |j: usize| through(&own[j], &own[(j + 1) % 3], corners(o));
                if found.is_none() && !shared && (0..3).any(hit) {
                    found = Some((k, o));
                }
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Volume, centre and inertia of density one, where it is closed.
    pub fn mass_properties(&self) -> MassProperties {
        mass_properties(&self.vertices, &self.triangles)
    }
}

fn finite(v: V3, place: &str) -> Result<V3, String> {
    match v.iter().all(|x| x.is_finite()) {
        true => Ok(v),
        false => Err(format!("{place}: a coordinate is not a finite number")),
    }
}

/// An STL file, binary or text.
///
/// # Errors
/// What cannot be read, with its place.
pub fn read_stl(bytes: &[u8]) -> Result<Mesh, String> {
    let count = |b: &[u8]| -> Option<usize> {
        let four: [u8; 4] = b.get(80..84)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(four)).ok()
    };
    let binary = count(bytes).filter(|n| Some(bytes.len()) == n.checked_mul(50).map(|n| n + 84));
    let corners = match binary {
        Some(n) if n > MAX_TRIANGLES => {
            return Err(format!("{n} triangles are more than {MAX_TRIANGLES}"))
        }
        Some(_) => binary_corners(&bytes[84..])?,
        None => text_corners(bytes)?,
    };
    if corners.is_empty() {
        return Err("there are no triangles in it".into());
    }
    Ok(Mesh::of_corners(&corners))
}

fn binary_corners(bytes: &[u8]) -> Result<Vec<V3>, String> {
    let mut out = Vec::with_capacity(bytes.len() / 50 * 3);
    for (k, t) in bytes.chunks_exact(50).enumerate() {
        let number = |j: usize| {
            let at = 12 + 4 * j;
            f64::from(f32::from_le_bytes([t[at], t[at + 1], t[at + 2], t[at + 3]]))
        };
        for c in 0..3 {
            let v = V3::new(number(3 * c), number(3 * c + 1), number(3 * c + 2));
            out.push(finite(v, &format!("triangle {}", k + 1))?);
        }
    }
    Ok(out)
}

fn text_corners(bytes: &[u8]) -> Result<Vec<V3>, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| {
        "it is neither a binary STL file (its length does not fit) nor text".to_string()
    })?;
    if !text.trim_start().starts_with("solid") {
        return Err(
            "it is neither a binary STL file (its length does not fit) nor begins with 'solid'"
                .into(),
        );
    }
    let (mut out, mut loop_start) = (Vec::new(), 0);
    for (k, line) in text.lines().enumerate() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("vertex") => out.push(vector(words, k)?),
            Some("endloop") => {
                if out.len() != loop_start + 3 {
                    return Err(format!("line {}: a loop of STL has three vertices", k + 1));
                }
                loop_start = out.len();
            }
            _ => {}
        }
        if out.len() > 3 * MAX_TRIANGLES {
            return Err(format!("more than {MAX_TRIANGLES} triangles"));
        }
    }
    if out.len() != loop_start {
        return Err("the last loop does not end".into());
    }
    Ok(out)
}

fn vector<'a>(words: impl Iterator<Item = &'a str>, line: usize) -> Result<V3, String> {
    let n: Vec<f64> = words.take(3).map_while(|w| w.parse().ok()).collect();
    let [x, y, z] = n[..] else { return Err(format!("line {}: three numbers are due", line + 1)) };
    finite(V3::new(x, y, z), &format!("line {}", line + 1))
}

/// An OBJ file: vertices and faces, all else is skipped. Faces of more than three corners become fans.
///
/// # Errors
/// What cannot be read, with its line.
pub fn read_obj(text: &str) -> Result<Mesh, String> {
    let mut mesh = Mesh::default();
    for (k, line) in text.lines().enumerate() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => mesh.vertices.push(vector(words, k)?),
            Some("f") => {
                let n = mesh.vertices.len();
                let index = |w: &str| -> Option<usize> {
                    let i: i64 = w.split('/').next()?.parse().ok()?;
                    let i = if i < 0 { i + i64::try_from(n).ok()? } else { i - 1 };
                    usize::try_from(i).ok().filter(|i| *i < n)
                };
                let list: Option<Vec<usize>> = words.map(index).collect();
                let Some(list) = list.filter(|l| l.len() > 2) else {
                    return Err(format!(
                        "line {}: a face is three vertices or more of those before it",
                        k + 1
                    ));
                };
                mesh.triangles.extend((1..list.len() - 1).map(|j| [list[0], list[j], list[j + 1]]));
            }
            _ => {}
        }
        if mesh.triangles.len() > MAX_TRIANGLES {
            return Err(format!("more than {MAX_TRIANGLES} triangles"));
        }
    }
    if mesh.triangles.is_empty() {
        return Err("there are no faces in it".into());
    }
    // corners that are written more than once are one
    let corners: Vec<V3> = mesh.triangles.iter().flatten().map(|k| mesh.vertices[*k]).collect();
    Ok(Mesh::of_corners(&corners))
}

/// The text of a mesh file from its bytes: what is text as it is, a binary STL file as text STL with the same numbers.
///
/// # Errors
/// What is neither.
pub fn mesh_text(bytes: Vec<u8>) -> Result<String, String> {
    use std::fmt::Write as _;
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => return Ok(text),
        Ok(text) => text.into_bytes(),
        Err(e) => e.into_bytes(),
    };
    let mesh = read_stl(&bytes)?;
    let mut out = String::from("solid\n");
    for t in &mesh.triangles {
        out.push_str("facet normal 0 0 0\nouter loop\n");
        for v in t.map(|k| mesh.vertices[k]) {
            let _ = writeln!(out, "vertex {} {} {}", v.x, v.y, v.z);
        }
        out.push_str("endloop\nendfacet\n");
    }
    out.push_str("endsolid\n");
    Ok(out)
}
