//! Convex polyhedra: vertices, faces as polygons, edges, and who meets whom.
//!
//! A polyhedron without thickness is of use as well: a point and a segment are the cores of a sphere and of a
//! capsule. They have one pseudo-face, the way around them, and no volume.

use super::mass::{mass_properties, MassProperties};
use super::quickhull::quickhull;
use crate::frame::V3;
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

/// Most points that a hull is made of.
pub const MAX_POINTS: usize = 1_000_000;
/// Most vertices of a hull.
pub const MAX_VERTICES: usize = 512;

/// A face: vertices in order, counterclockwise seen from outside.
#[derive(Clone, Debug, Default)]
pub struct Face {
    /// Outward unit normal.
    pub n: V3,
    /// n·x of its plane.
    pub d: f64,
    /// Vertices.
    pub vertices: Vec<usize>,
    /// The edge that begins at each of them.
    pub edges: Vec<usize>,
    /// A number of that edge which no other edge of the face has, below [`Hull::edge_colours`].
    pub colours: Vec<usize>,
}

/// An edge between two faces.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Its ends, as in the first face.
    pub ends: [usize; 2],
    /// The faces.
    pub faces: [usize; 2],
    /// Unit vector from the first end to the second.
    pub e: V3,
    /// Normal of the second face × normal of the first: the normal of the arc between them.
    pub arc: V3,
    /// Sum of the normals: out of the hull.
    pub out: V3,
}

/// A convex polyhedron.
#[derive(Clone, Debug)]
pub struct Hull {
    /// Vertices.
    pub vertices: Vec<V3>,
    /// Faces; one pseudo-face where it is thin.
    pub faces: Vec<Face>,
    /// Edges.
    pub edges: Vec<Edge>,
    /// The faces about each vertex.
    pub about: Vec<Vec<usize>>,
    /// How far it reaches from the origin.
    pub radius: f64,
    /// Centre and radius of a ball within it.
    pub ball: (V3, f64),
    /// Numbers of edges that differ within each face.
    pub edge_colours: usize,
    /// A number of each vertex that differs from those of all vertices with a common face.
    pub vertex_colours: Vec<usize>,
    /// Whether it is a point or a segment.
    pub thin: bool,
    /// Whether it stands for a polygon of the x-y plane: a prism across it, of which the upper rim counts.
    pub flat: bool,
    /// Different for every hull that is made.
    pub id: u64,
}

/// Why there is no hull.
#[derive(Clone, Debug, PartialEq)]
pub enum HullError {
    /// A coordinate of this point is not a finite number.
    NotFinite(usize),
    /// Fewer than four points, or more than are allowed.
    Count(usize),
    /// All points are the same.
    Point,
    /// All points lie in a line, or in a plane, up to this thickness.
    Flat(f64),
    /// More vertices than are allowed.
    Vertices(usize),
    /// The faces do not close: the points are too near to being flat.
    Broken,
}

impl std::fmt::Display for HullError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            HullError::NotFinite(k) => write!(f, "point {} is not finite", k + 1),
            HullError::Count(n) => {
                write!(f, "{n} points make no hull: it takes 4 to {MAX_POINTS}")
            }
            HullError::Point => f.write_str("all points of the hull are the same"),
            HullError::Flat(t) => {
                write!(f, "all points of the hull lie in one plane or line (thickness {t:.1e})")
            }
            HullError::Vertices(n) => {
                write!(f, "the hull has {n} vertices, more than {MAX_VERTICES}")
            }
            HullError::Broken => f.write_str("the hull does not close: its points are nearly flat"),
        }
    }
}

/// Number of corners from which a hull with few corners is begun.
const FIRST_CORNERS: usize = 16;

/// The points furthest along n directions on a spiral over the sphere, each once.
fn spread(points: &[V3], n: usize) -> Vec<usize> {
    let turn = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let furthest = |k: usize| {
        let z = 1.0 - (2.0 * k as f64 + 1.0) / n as f64;
        let (s, c) = (turn * k as f64).sin_cos();
        let r = (1.0 - z * z).sqrt();
        let way = V3::new(r * c, r * s, z);
        (0..points.len()).max_by(|a, b| way.dot(&points[*a]).total_cmp(&way.dot(&points[*b])))
    };
    let mut out: Vec<usize> = (0..n).filter_map(furthest).collect();
    out.sort_unstable();
    out.dedup();
    out
}

static NEXT: AtomicU64 = AtomicU64::new(0);

impl Hull {
    /// The hull of points. Triangles that lie in one plane up to `flat`, in parts of the size, become one face.
    ///
    /// # Errors
    /// Points that are not finite, too few or too many, all in one plane.
    pub fn new(points: &[V3], flat: f64) -> Result<Self, HullError> {
        if points.len() < 4 || points.len() > MAX_POINTS {
            return Err(HullError::Count(points.len()));
        }
        if let Some(k) = points.iter().position(|p| !p.iter().all(|x| x.is_finite())) {
            return Err(HullError::NotFinite(k));
        }
        let (triangles, size) = quickhull(points)?;
        Self::of_faces(points, &merged(points, &triangles, flat * size), flat.max(1e-9) * size)
    }

    /// A convex polygon of the x-y plane: a prism across it as thick as it is wide, of which the upper rim counts.
    ///
    /// # Errors
    /// As [`Hull::new`].
    pub fn polygon(points: &[[f64; 2]], flat: f64) -> Result<Self, HullError> {
        let far = points.iter().map(|p| p[0].hypot(p[1])).fold(0.0, f64::max);
        let rims = points.iter().flat_map(|p| [-far, far].map(|z| V3::new(p[0], p[1], z)));
        let h = Self::new(&rims.collect::<Vec<_>>(), flat)?;
        Ok(Hull { flat: true, radius: far, ..h })
    }

    /// The hull of points with at most `most` vertices, and how far the points left out are outside of it (m). Where there are
    /// more, each round adds to the hull so far the points that are furthest outside of its faces.
    ///
    /// # Errors
    /// As [`Hull::new`].
    pub fn rough(points: &[V3], flat: f64, most: usize) -> Result<(Self, f64), HullError> {
        match Self::new(points, flat) {
            Ok(h) if h.vertices.len() <= most => return Ok((h, 0.0)),
            Ok(_) | Err(HullError::Vertices(_)) => {}
            Err(e) => return Err(e),
        }
        let mut corners: Vec<usize> = quickhull(points)?.0.into_iter().flatten().collect();
        corners.sort_unstable();
        corners.dedup();
        let points: Vec<V3> = corners.into_iter().map(|k| points[k]).collect();
        let most = most.clamp(4, MAX_VERTICES);
        let mut taken = spread(&points, most.min(FIRST_CORNERS));
        loop {
            let chosen: Vec<V3> = taken.iter().map(|k| points[*k]).collect();
            let h = match Self::new(&chosen, flat) {
                // too few of a thin solid may be in one plane
                Err(HullError::Flat(_) | HullError::Count(_)) if taken.len() < most => {
                    taken = spread(&points, most);
                    Self::new(&taken.iter().map(|k| points[*k]).collect::<Vec<V3>>(), flat)?
                }
                made => made?,
            };
            // the furthest point outside of each face
            let mut outside = vec![(0.0, 0); h.faces.len()];
            for (k, p) in points.iter().enumerate() {
                let above = |f: &Face| f.n.dot(p) - f.d;
                let (f, s) =
                    h.faces.iter().map(above).enumerate().fold((0, f64::NEG_INFINITY), |b, x| {
                        if x.1 > b.1 {
                            x
                        } else {
                            b
                        }
                    });
                if s > outside[f].0 {
                    outside[f] = (s, k);
                }
            }
            outside.retain(|o| o.0 > 0.0 && !taken.contains(&o.1));
            let room = most.saturating_sub(taken.len());
            if room == 0 || outside.is_empty() {
                let off = points.iter().map(|p| h.distance(p)).fold(0.0, f64::max);
                return Ok((h, off));
            }
            outside.sort_by(|a, b| b.0.total_cmp(&a.0));
            taken.extend(outside.iter().take(room.min(1 + taken.len() / 4)).map(|o| o.1));
        }
    }

    /// A box by half its edges, about the origin.
    ///
    /// # Errors
    /// As [`Hull::new`].
    pub fn cuboid(h: &V3) -> Result<Self, HullError> {
        let corner = |k: usize| {
            let s = |bit: usize| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
            V3::new(s(0) * h.x, s(1) * h.y, s(2) * h.z)
        };
        Self::new(&(0..8).map(corner).collect::<Vec<_>>(), 1e-9)
    }

    /// A segment about the origin along e_z with half its length; a point where that is zero.
    pub fn segment(L: f64) -> Self {
        let long = L > 0.0;
        let vertices = if long { vec![V3::z() * -L, V3::z() * L] } else { vec![V3::zeros()] };
        let n = vertices.len();
        let edge = Edge {
            ends: [0, n - 1],
            faces: [0, 0],
            e: V3::z(),
            arc: V3::zeros(),
            out: V3::zeros(),
        };
        let face = Face {
            n: V3::zeros(),
            d: 0.0,
            vertices: (0..n).collect(),
            edges: vec![0; n],
            colours: (0..n).collect(),
        };
        Hull {
            about: vec![vec![0]; n],
            radius: L.max(0.0),
            ball: (V3::zeros(), 0.0),
            edge_colours: n,
            vertex_colours: (0..n).collect(),
            edges: if long { vec![edge] } else { Vec::new() },
            faces: vec![face],
            thin: true,
            flat: false,
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            vertices,
        }
    }

    fn of_faces(points: &[V3], loops: &[Vec<usize>], slack: f64) -> Result<Self, HullError> {
        // corners of three faces; of others only two or one plane pass through
        let mut count: HashMap<usize, usize> = HashMap::new();
        for v in loops.iter().flatten() {
            *count.entry(*v).or_default() += 1;
        }
        let mut used: Vec<usize> = count.iter().filter(|(_, c)| **c > 2).map(|(v, _)| *v).collect();
        used.sort_unstable();
        if used.len() > MAX_VERTICES {
            return Err(HullError::Vertices(used.len()));
        }
        let place: HashMap<usize, usize> = used.iter().enumerate().map(|(k, v)| (*v, k)).collect();
        let vertices: Vec<V3> = used.iter().map(|v| points[*v]).collect();
        let mut faces = Vec::new();
        let mut about = vec![Vec::new(); vertices.len()];
        for l in loops {
            let list: Vec<usize> = l.iter().filter_map(|v| place.get(v).copied()).collect();
            if list.len() < 3 {
                return Err(HullError::Broken);
            }
            let n = normal(&vertices, &list).ok_or(HullError::Broken)?;
            let d = list.iter().map(|v| n.dot(&vertices[*v])).fold(f64::NEG_INFINITY, f64::max);
            list.iter().for_each(|v| about[*v].push(faces.len()));
            faces.push(Face { n, d, vertices: list, ..Face::default() });
        }
        if faces.iter().any(|f| vertices.iter().any(|v| f.n.dot(v) > f.d + slack)) {
            return Err(HullError::Broken);
        }
        let centre = vertices.iter().sum::<V3>() / vertices.len() as f64;
        let depth = faces.iter().map(|f| f.d - f.n.dot(&centre)).fold(f64::INFINITY, f64::min);
        let mut h = Hull {
            ball: (centre, depth.max(0.0)),
            radius: vertices.iter().map(V3::norm).fold(0.0, f64::max),
            vertices,
            faces,
            about,
            edges: Vec::new(),
            edge_colours: 0,
            vertex_colours: Vec::new(),
            thin: false,
            flat: false,
            id: NEXT.fetch_add(1, Ordering::Relaxed),
        };
        h.find_edges()?;
        h.colour();
        Ok(h)
    }

    fn find_edges(&mut self) -> Result<(), HullError> {
        let mut open: HashMap<(usize, usize), usize> = HashMap::new();
        for f in 0..self.faces.len() {
            let list = self.faces[f].vertices.clone();
            for (k, &a) in list.iter().enumerate() {
                let b = list[(k + 1) % list.len()];
                let number = match open.remove(&(b, a)) {
                    Some(e) => {
                        let other = &self.faces[self.edges[e].faces[0]];
                        let n = &self.faces[f].n;
                        (self.edges[e].arc, self.edges[e].out) = (n.cross(&other.n), n + other.n);
                        self.edges[e].faces[1] = f;
                        e
                    }
                    None => {
                        let (way, zero) = (self.vertices[b] - self.vertices[a], V3::zeros());
                        let e = way.normalize();
                        let edge = Edge { ends: [a, b], faces: [f; 2], e, arc: zero, out: zero };
                        self.edges.push(edge);
                        if open.insert((a, b), self.edges.len() - 1).is_some() {
                            return Err(HullError::Broken);
                        }
                        self.edges.len() - 1
                    }
                };
                self.faces[f].edges.push(number);
            }
        }
        let euler = self.vertices.len() + self.faces.len() == self.edges.len() + 2;
        if open.is_empty() && euler {
            Ok(())
        } else {
            Err(HullError::Broken)
        }
    }

    /// Colours of edges and vertices.
    fn colour(&mut self) {
        let edges: Vec<Vec<usize>> = self.edges.iter().map(|e| e.faces.to_vec()).collect();
        let numbers = colours(&edges, self.faces.len());
        self.edge_colours = numbers.iter().max().map_or(0, |c| c + 1);
        for f in &mut self.faces {
            f.colours = f.edges.iter().map(|e| numbers[*e]).collect();
        }
        self.vertex_colours = colours(&self.about, self.faces.len());
    }

    /// The vertex that reaches furthest along a direction.
    pub fn support(&self, n: &V3) -> usize {
        let mut best = (f64::NEG_INFINITY, 0);
        for (k, v) in self.vertices.iter().enumerate() {
            let x = n.dot(v);
            if x > best.0 {
                best = (x, k);
            }
        }
        best.1
    }

    /// The same hull about another origin: x - c.
    pub fn about_point(&self, c: &V3) -> Self {
        let mut h = self.clone();
        h.vertices.iter_mut().for_each(|v| *v -= c);
        h.faces.iter_mut().for_each(|f| f.d -= f.n.dot(c));
        h.ball.0 -= c;
        h.radius = h.vertices.iter().map(V3::norm).fold(0.0, f64::max);
        h.id = NEXT.fetch_add(1, Ordering::Relaxed);
        h
    }

    /// Its faces as triangles.
    pub fn triangles(&self) -> Vec<[usize; 3]> {
        let fan = |f: &Face| {
            let v = f.vertices.clone();
            (1..v.len().saturating_sub(1)).map(move |k| [v[0], v[k], v[k + 1]])
        };
        self.faces.iter().flat_map(fan).collect()
    }

    /// Volume, centre and inertia of density one; nothing where it is thin.
    pub fn mass_properties(&self) -> MassProperties {
        mass_properties(&self.vertices, &self.triangles())
    }

    /// The distance of a point, below zero inside: there it is that from the nearest face.
    pub fn distance(&self, x: &V3) -> f64 {
        let mut inside = f64::NEG_INFINITY;
        let mut outside = f64::INFINITY;
        for f in self.faces.iter().filter(|_| !self.thin) {
            let h = f.n.dot(x) - f.d;
            inside = inside.max(h);
            let foot = x - f.n * h;
            let over = |&e: &usize| {
                let (e, own) = (&self.edges[e], f.n);
                let other = self.faces[e.faces[0]].n + self.faces[e.faces[1]].n - own;
                let side = other - own * own.dot(&other);
                side.dot(&(foot - self.vertices[e.ends[0]])) <= 0.0
            };
            if h > 0.0 && f.edges.iter().all(over) {
                outside = outside.min(h);
            }
        }
        if inside <= 0.0 && !self.thin {
            return inside;
        }
        for e in &self.edges {
            let [a, b] = e.ends.map(|v| self.vertices[v]);
            let s = e.e.dot(&(x - a)).clamp(0.0, (b - a).norm());
            outside = outside.min((x - a - e.e * s).norm());
        }
        self.vertices.iter().fold(outside, |d, v| d.min((x - v).norm()))
    }
}

/// Newell's normal of a polygon.
fn normal(points: &[V3], list: &[usize]) -> Option<V3> {
    let o = points[list[0]];
    let mut n = V3::zeros();
    for k in 1..list.len() - 1 {
        n += (points[list[k]] - o).cross(&(points[list[k + 1]] - o));
    }
    let l = n.norm();
    (l > 0.0).then(|| n / l)
}

/// Small numbers such that no two items of a group share one; `groups[k]` are the groups of item k. The item whose
/// groups have most numbers already comes next (Brélaz: New methods to color the vertices of a graph, 1979,
/// doi:10.1145/359094.359101).
fn colours(groups: &[Vec<usize>], n: usize) -> Vec<usize> {
    let mut taken: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); n];
    let mut out = vec![usize::MAX; groups.len()];
    let around = |taken: &[BTreeSet<usize>], k: usize| -> BTreeSet<usize> {
        groups[k].iter().flat_map(|g| taken[*g].iter().copied()).collect()
    };
    let mut crowd = vec![0; groups.len()];
    for _ in 0..groups.len() {
        let open = (0..groups.len()).filter(|k| out[*k] == usize::MAX);
        let Some(next) = open.max_by_key(|k| (crowd[*k], std::cmp::Reverse(*k))) else { break };
        let near = around(&taken, next);
        let c = (0..).find(|c| !near.contains(c)).unwrap_or(0);
        out[next] = c;
        groups[next].iter().for_each(|g| _ = taken[*g].insert(c));
        for k in 0..groups.len() {
            if out[k] == usize::MAX && groups[k].iter().any(|g| groups[next].contains(g)) {
                crowd[k] = around(&taken, k).len();
            }
        }
    }
    out
}

/// Which plane each triangle lies in, up to `slack`, and a triangle of each plane: the largest.
pub(super) fn planes(
    points: &[V3],
    triangles: &[[usize; 3]],
    slack: f64,
) -> (Vec<usize>, Vec<usize>) {
    let across = directed(triangles);
    let area = |t: &[usize; 3]| {
        let [a, b, c] = t.map(|v| points[v]);
        (b - a).cross(&(c - a))
    };
    let mut order: Vec<usize> = (0..triangles.len()).collect();
    order.sort_by(|a, b| {
        let size = |k: &usize| area(&triangles[*k]).norm_squared();
        size(b).total_cmp(&size(a)).then(a.cmp(b))
    });
    let mut group = vec![usize::MAX; triangles.len()];
    let mut seeds = Vec::new();
    for seed in order {
        if group[seed] != usize::MAX {
            continue;
        }
        let id = seeds.len();
        let n = area(&triangles[seed]).normalize();
        let d = n.dot(&points[triangles[seed][0]]);
        let mut todo = vec![seed];
        group[seed] = id;
        while let Some(k) = todo.pop() {
            let t = triangles[k];
            for j in 0..3 {
                let Some(&o) = across.get(&(t[(j + 1) % 3], t[j])) else { continue };
                let flat = |v: &usize| (n.dot(&points[*v]) - d).abs() <= slack;
                let along = n.dot(&area(&triangles[o])) > 0.0;
                if group[o] == usize::MAX && along && triangles[o].iter().all(flat) {
                    group[o] = id;
                    todo.push(o);
                }
            }
        }
        seeds.push(seed);
    }
    (group, seeds)
}

/// The triangle to the left of each directed edge.
fn directed(triangles: &[[usize; 3]]) -> HashMap<(usize, usize), usize> {
    let mut across = HashMap::new();
    for (k, t) in triangles.iter().enumerate() {
        for j in 0..3 {
            across.insert((t[j], t[(j + 1) % 3]), k);
        }
    }
    across
}

/// Triangles in one plane joined to polygons: the border of each group, in order.
fn merged(points: &[V3], triangles: &[[usize; 3]], slack: f64) -> Vec<Vec<usize>> {
    let across = directed(triangles);
    let (group, seeds) = planes(points, triangles, slack);
    let mut borders: Vec<HashMap<usize, usize>> = vec![HashMap::new(); seeds.len()];
    for (k, t) in triangles.iter().enumerate() {
        for j in 0..3 {
            let (a, b) = (t[j], t[(j + 1) % 3]);
            if across.get(&(b, a)).is_none_or(|o| group[*o] != group[k]) {
                borders[group[k]].insert(a, b);
            }
        }
    }
    let in_order = |mut next: HashMap<usize, usize>| {
        let mut at = next.keys().copied().min().unwrap_or(0);
        let mut list = Vec::new();
        while let Some(to) = next.remove(&at) {
            list.push(at);
            at = to;
        }
        list
    };
    borders.into_iter().map(in_order).collect()
}
