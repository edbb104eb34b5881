//! Convex parts of a mesh: it is cut by planes of its own faces, each time by the one after which the hulls of the parts have
//! the least volume. Cells between planes are convex, so that the hulls of different cells do not overlap; their volumes add up
//! to that of the mesh where all parts are convex.

use super::hull::Hull;
use super::mesh::Mesh;
use crate::frame::V3;
use std::collections::BTreeMap;

/// Most planes that are tried for a cut.
const TRIED: usize = 60;
/// A point this near to a plane, in parts of the size, is on it.
const ON: f64 = 1e-9;
/// Hulls may fill so much more than the mesh: then it is done.
const FULL: f64 = 1e-6;

/// Faces as polygons: corners by their numbers.
type Faces = Vec<Vec<usize>>;

struct Part {
    faces: Faces,
    hull: Hull,
    volume: f64,
}

struct Cutter {
    v: Vec<V3>,
    on: f64,
    flat: f64,
}

impl Cutter {
    fn normal(&self, f: &[usize]) -> V3 {
        let o = self.v[f[0]];
        (1..f.len() - 1).map(|k| (self.v[f[k]] - o).cross(&(self.v[f[k + 1]] - o))).sum()
    }

    /// The faces on both sides of a plane; of those within it the one on whose side their solid is.
    fn cut(&mut self, faces: &Faces, n: &V3, d: f64) -> [Faces; 2] {
        let mut out = [Faces::new(), Faces::new()];
        let mut made: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for f in faces {
            let side = |k: usize, v: &[V3], on: f64| match n.dot(&v[k]) - d {
                h if h.abs() <= on => 0,
                h if h > 0.0 => 1,
                _ => -1,
            };
            let sides: Vec<i32> = f.iter().map(|k| side(*k, &self.v, self.on)).collect();
            if sides.iter().all(|s| *s == 0) {
                let above = self.normal(f).dot(n) < 0.0;
                out[usize::from(!above)].push(f.clone());
                continue;
            }
            for (which, sign) in [1, -1].into_iter().enumerate() {
                if sides.iter().all(|s| *s != sign) {
                    continue;
                }
                let mut part = Vec::new();
                for k in 0..f.len() {
                    let j = (k + 1) % f.len();
                    if sides[k] * sign >= 0 {
                        part.push(f[k]);
                    }
                    if sides[k] * sides[j] < 0 {
                        let (a, b) = (f[k].min(f[j]), f[k].max(f[j]));
                        let next = self.v.len();
                        let at = *made.entry((a, b)).or_insert(next);
                        if at == next {
                            let [h, g] = [a, b].map(|k| n.dot(&self.v[k]) - d);
                            let x = self.v[a] + (self.v[b] - self.v[a]) * (h / (h - g));
                            self.v.push(x);
                        }
                        part.push(at);
                    }
                }
                if part.len() > 2 {
                    out[which].push(part);
                }
            }
        }
        out
    }

    /// What hangs together, or lies within each other, with its hull. What has no volume is left out.
    fn parts(&self, faces: &Faces) -> Option<Vec<Part>> {
        let mut root: BTreeMap<usize, usize> = BTreeMap::new();
        fn find(root: &mut BTreeMap<usize, usize>, k: usize) -> usize {
            let up = *root.entry(k).or_insert(k);
            if up == k {
                return k;
            }
            let top = find(root, up);
            root.insert(k, top);
            top
        }
        for f in faces {
            let a = find(&mut root, f[0]);
            for k in &f[1..] {
                let b = find(&mut root, *k);
                root.insert(b, a);
            }
        }
        let mut groups: BTreeMap<usize, Faces> = BTreeMap::new();
        for f in faces {
            groups.entry(find(&mut root, f[0])).or_default().push(f.clone());
        }
        let mut out: Vec<Part> = Vec::new();
        for mut faces in groups.into_values() {
            // what is within another, or around it, belongs to it
            while let Some(hull) = self.hull(&faces) {
                let inside = |h: &Hull, list: &Faces| {
                    list.iter().flatten().any(|k| h.distance(&self.v[*k]) < -10.0 * self.on)
                };
                let touched = |p: &Part| inside(&p.hull, &faces) || inside(&hull, &p.faces);
                match out.iter().position(touched) {
                    Some(k) => faces.extend(out.remove(k).faces),
                    None => {
                        let volume = hull.mass_properties().volume;
                        out.push(Part { faces, hull, volume });
                        break;
                    }
                }
            }
        }
        (!out.is_empty()).then_some(out)
    }

    fn hull(&self, faces: &Faces) -> Option<Hull> {
        let mut list: Vec<usize> = faces.iter().flatten().copied().collect();
        list.sort_unstable();
        list.dedup();
        let points: Vec<V3> = list.into_iter().map(|k| self.v[k]).collect();
        Hull::new(&points, self.flat).ok()
    }

    /// Planes of faces at which the part bends inwards: those with a corner of the part in front of them.
    fn planes(&self, part: &Part) -> Vec<(V3, f64)> {
        let mut out: Vec<(V3, f64)> = Vec::new();
        for f in &part.faces {
            let n = self.normal(f);
            let l = n.norm();
            if l == 0.0 {
                continue;
            }
            let n = n / l;
            let d = n.dot(&self.v[f[0]]);
            let front = part.faces.iter().flatten().any(|k| n.dot(&self.v[*k]) > d + self.on);
            let same = |p: &(V3, f64)| {
                p.0.dot(&n).abs() > 1.0 - 1e-12 && (p.1 - d * p.0.dot(&n)).abs() <= self.on
            };
            if front && !out.iter().any(same) {
                out.push((n, d));
            }
        }
        // of very many some from everywhere
        let step = out.len().div_ceil(TRIED).max(1);
        out.into_iter().step_by(step).collect()
    }
}

/// At most `most` convex polyhedra that hold a closed mesh, and how much more they fill than it, in parts of its volume. `flat`
/// is what counts as one plane, in parts of the size.
pub fn decompose(mesh: &Mesh, most: usize, flat: f64) -> Option<(Vec<Hull>, f64)> {
    let volume = mesh.mass_properties().volume;
    let size = mesh.vertices.iter().map(V3::norm).fold(0.0, f64::max);
    let mut cutter = Cutter { v: mesh.vertices.clone(), on: ON.max(flat) * size, flat };
    let faces: Faces = mesh.triangles.iter().map(|t| t.to_vec()).collect();
    let mut parts = cutter.parts(&faces)?;
    let total = |parts: &[Part]| parts.iter().map(|p| p.volume).sum::<f64>();
    let mut whole: Vec<bool> = vec![false; parts.len()];
    while parts.len() < most && total(&parts) > volume * (1.0 + FULL) {
        // of the largest part that can still be cut the best plane, even where it gains nothing yet: a ring is opened first
        let open = (0..parts.len()).filter(|k| !whole[*k]);
        let Some(k) = open.max_by(|a, b| parts[*a].volume.total_cmp(&parts[*b].volume)) else {
            break;
        };
        let mut best: Option<(f64, Vec<Part>)> = None;
        for (n, d) in cutter.planes(&parts[k]) {
            let [above, below] = cutter.cut(&parts[k].faces, &n, d);
            let (Some(a), Some(b)) = (cutter.parts(&above), cutter.parts(&below)) else { continue };
            let both: Vec<Part> = a.into_iter().chain(b).collect();
            let sum = total(&both);
            let room = parts.len() - 1 + both.len() <= most;
            if room
                && sum
                    < best.as_ref().map_or(parts[k].volume * (1.0 + 1e-9), |b| b.0 * (1.0 - 1e-9))
            {
                best = Some((sum, both));
            }
        }
        match best {
            None => whole[k] = true,
            Some((_, both)) => {
                parts.remove(k);
                whole.remove(k);
                whole.extend(both.iter().map(|_| false));
                parts.extend(both);
            }
        }
    }
    let more = total(&parts) / volume - 1.0;
    Some((parts.into_iter().map(|p| p.hull).collect(), more))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mesh of an outline of straight sides with a thickness.
    fn prism(points: &[[f64; 2]]) -> Mesh {
        let list: Vec<[f64; 3]> = points.iter().map(|p| [p[0], p[1], 0.0]).collect();
        let o = crate::collision::shapes::Outline::new(&list, false).unwrap();
        let (_, vertices, triangles) = crate::collision::shapes::Solid::extruded(&o, 0.5).unwrap();
        Mesh { vertices, triangles }
    }

    #[test]
    fn letters_become_boxes() {
        let ell = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
        let u = [[0., 0.], [3., 0.], [3., 3.], [2., 3.], [2., 1.], [1., 1.], [1., 3.], [0., 3.]];
        let plus = [
            [1., 0.],
            [2., 0.],
            [2., 1.],
            [3., 1.],
            [3., 2.],
            [2., 2.],
            [2., 3.],
            [1., 3.],
            [1., 2.],
            [0., 2.],
            [0., 1.],
            [1., 1.],
        ];
        for (points, number) in [(&ell[..], 2), (&u[..], 3), (&plus[..], 3)] {
            let mesh = prism(points);
            let (list, more) = decompose(&mesh, 10, 1e-9).unwrap();
            assert_eq!(list.len(), number);
            assert!(more.abs() < 1e-9, "{more}");
            // fewer are wider
            let (list, more) = decompose(&mesh, 1, 1e-9).unwrap();
            assert!(list.len() == 1 && more > 0.1, "{more}");
        }
    }

    /// A ring of eight sides is cut into as many parts, or fewer that fill more.
    #[test]
    fn a_ring_is_cut() {
        let n = 8;
        let corner = |k: usize, j: usize| {
            let (s, c) = (std::f64::consts::TAU * k as f64 / n as f64).sin_cos();
            let (r, z) = [(0.5, -0.2), (1.0, -0.2), (1.0, 0.2), (0.5, 0.2)][j];
            V3::new(r * c, r * s, z)
        };
        let vertices: Vec<V3> = (0..4 * n).map(|k| corner(k / 4, k % 4)).collect();
        let mut triangles = Vec::new();
        for k in 0..n {
            for j in 0..4 {
                let (a, b) = (4 * k + j, 4 * k + (j + 1) % 4);
                let (c, d) = ((b + 4) % (4 * n), (a + 4) % (4 * n));
                triangles.extend([[a, c, b], [a, d, c]]);
            }
        }
        let mesh = Mesh { vertices, triangles };
        let (list, more) = decompose(&mesh, 30, 1e-9).unwrap();
        assert!(more.abs() < 1e-6 && list.len() >= 8, "{} {more}", list.len());
        let (fewer, wider) = decompose(&mesh, 6, 1e-9).unwrap();
        assert!(fewer.len() <= 6 && wider > more && wider < 0.8, "{} {wider}", fewer.len());
    }
}
