//! A row of a run as a file for ParaView: shapes, lines of flexible bodies, forces of contacts.

use percussion::picture::Shape;
use percussion::record::ContactRow;
use percussion::scene::{Motion, Place, Scene};
use percussion::system::System;

/// The last row of a motion as VTK polygons (`.vtp`). Points have the number of their body (-1: the world, contacts), contacts their force.
pub fn frame(scene: &Scene, motion: &Motion) -> String {
    Drawn::new(scene, motion).text()
}

/// Each row of a record as such a file, with its time; `contacts` is what contacts without columns did.
///
/// # Errors
/// Those of `write`.
pub fn rows<E>(
    system: &System,
    columns: &[String],
    data: &[f64],
    mut contacts: &[ContactRow],
    mut write: impl FnMut(f64, String) -> Result<(), E>,
) -> Result<(), E> {
    let mut scene = Scene::of(system);
    for row in data.chunks_exact(columns.len().max(1)) {
        contacts = &contacts[contacts.partition_point(|c| c.t < row[0])..];
        let here = contacts.partition_point(|c| c.t <= row[0]);
        let mut motion = Motion::new(&scene, system, columns);
        motion.push(&scene, system, row);
        motion.push_listed(&mut scene, system, row, &contacts[..here]);
        write(row[0], frame(&scene, &motion))?;
    }
    Ok(())
}

/// The list of such files with their times (`.pvd`).
pub fn collection(files: &[(f64, String)]) -> String {
    let line =
        |(t, file): &(f64, String)| format!("<DataSet timestep=\"{t:e}\" file=\"{file}\"/>\n");
    let list: String = files.iter().map(line).collect();
    format!(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n\
         {list}</Collection>\n</VTKFile>\n"
    )
}

/// Points, lines and polygons of one row.
#[derive(Default)]
struct Drawn {
    points: Vec<[f64; 3]>,
    /// The body of each point, and the one that is drawn now.
    bodies: Vec<i64>,
    body: i64,
    force: Vec<[f64; 3]>,
    verts: Vec<usize>,
    lines: Vec<Vec<usize>>,
    polys: Vec<Vec<usize>>,
}

fn turn(p: [f64; 4], r: [f64; 3]) -> [f64; 3] {
    let [w, x, y, z] = p;
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let v = [x, y, z];
    let t = cross(v, r).map(|c| 2.0 * c);
    let c = cross(v, t);
    std::array::from_fn(|i| r[i] + w * t[i] + c[i])
}

impl Drawn {
    fn new(scene: &Scene, motion: &Motion) -> Self {
        let mut d = Drawn { body: -1, ..Drawn::default() };
        let frame = |k: usize| -> ([f64; 3], [f64; 4]) {
            let c = |i: usize| motion.frames[7 * k + i].last().copied().unwrap_or(0.0);
            ([c(0), c(1), c(2)], [c(3), c(4), c(5), c(6)])
        };
        let at = |place: &Place, r: [f64; 3]| {
            let r = turn(place.p, r);
            let r: [f64; 3] = std::array::from_fn(|i| r[i] + place.r[i]);
            match place.frame {
                None => r,
                Some(k) => {
                    let (o, p) = frame(k);
                    let r = turn(p, r);
                    std::array::from_fn(|i| r[i] + o[i])
                }
            }
        };
        scene.world.iter().for_each(|s| d.shape(&s.shape, &|r| at(&s.at, r)));
        for (k, p) in scene.parts.iter().enumerate() {
            d.body = k as i64;
            p.shapes.iter().for_each(|s| d.shape(&s.shape, &|r| at(&s.at, r)));
            if p.count > 1 {
                let line = (p.first..p.first + p.count).map(|k| d.point(frame(k).0)).collect();
                d.lines.push(line);
            }
        }
        d.body = -1;
        for c in &motion.contacts {
            let k = d.point(c.point.into());
            d.force[k] = if motion.has_forces { c.force } else { c.percussion }.into();
            d.verts.push(k);
        }
        d
    }

    fn point(&mut self, r: [f64; 3]) -> usize {
        self.points.push(r);
        self.bodies.push(self.body);
        self.force.push([0.0; 3]);
        self.points.len() - 1
    }

    /// A surface over a grid of two parameters, closed in the second. Seen from outside the first runs down where the second runs to the right.
    fn grid(
        &mut self,
        n: [usize; 2],
        at: &dyn Fn([f64; 3]) -> [f64; 3],
        r: impl Fn(f64, f64) -> [f64; 3],
    ) {
        let first = self.points.len();
        for i in 0..=n[0] {
            for j in 0..n[1] {
                let turn = std::f64::consts::TAU * j as f64 / n[1] as f64;
                self.point(at(r(i as f64 / n[0] as f64, turn)));
            }
        }
        for i in 0..n[0] {
            for j in 0..n[1] {
                let next = (j + 1) % n[1];
                let k = |i: usize, j: usize| first + i * n[1] + j;
                self.polys.push(vec![k(i, j), k(i + 1, j), k(i + 1, next), k(i, next)]);
            }
        }
    }

    fn shape(&mut self, shape: &Shape, at: &dyn Fn([f64; 3]) -> [f64; 3]) {
        let pi = std::f64::consts::PI;
        match shape {
            Shape::Sphere { radius } if *radius > 0.0 => self.ellipsoid([*radius; 3], at),
            Shape::Ellipsoid { half } => self.ellipsoid(*half, at),
            Shape::Box { half, round } => {
                let h: [f64; 3] = std::array::from_fn(|i| half[i] + round);
                let first = self.points.len();
                for k in 0..8_usize {
                    let sign = |b: usize| if k >> b & 1 == 1 { 1.0 } else { -1.0 };
                    self.point(at([sign(0) * h[0], sign(1) * h[1], sign(2) * h[2]]));
                }
                for side in [
                    [2, 3, 1, 0],
                    [5, 7, 6, 4],
                    [1, 5, 4, 0],
                    [6, 7, 3, 2],
                    [4, 6, 2, 0],
                    [3, 7, 5, 1],
                ] {
                    self.polys.push(side.iter().map(|k| first + k).collect());
                }
            }
            Shape::Capsule { half_length, radius } => {
                let (l, r) = (*half_length, *radius);
                self.grid([12, 16], at, |s, p| {
                    let a = pi * s;
                    let z = l * if s < 0.5 { 1.0 } else { -1.0 };
                    [r * a.sin() * p.cos(), r * a.sin() * p.sin(), z + r * a.cos()]
                });
            }
            Shape::Cylinder { half_length, radius } => {
                let (l, first) = (half_length.unwrap_or(1.0), self.points.len());
                self.grid([1, 24], at, |s, p| {
                    [radius * p.cos(), radius * p.sin(), l * (1.0 - 2.0 * s)]
                });
                if half_length.is_some() {
                    self.polys.push((first..first + 24).collect());
                    self.polys.push((first + 24..first + 48).rev().collect());
                }
            }
            Shape::HollowCylinder { radius } => {
                self.grid([1, 24], at, |s, p| [radius * p.cos(), radius * p.sin(), 2.0 * s - 1.0]);
            }
            Shape::Disc { radius } => {
                self.grid([1, 24], at, |s, p| [s * radius * p.cos(), s * radius * p.sin(), 0.0]);
            }
            Shape::Mesh { vertices, triangles } => {
                let first = self.points.len();
                vertices.iter().for_each(|v| {
                    self.point(at(*v));
                });
                let inside = |t: &&[usize; 3]| t.iter().all(|k| *k < vertices.len());
                for t in triangles.iter().filter(inside) {
                    self.polys.push(t.iter().map(|k| first + k).collect());
                }
            }
            Shape::Polygon { points } => {
                let poly = points.iter().map(|p| self.point(at([p[0], p[1], 0.0]))).collect();
                self.polys.push(poly);
            }
            Shape::Bars { points } => {
                let line = points.iter().map(|p| self.point(at(*p))).collect();
                self.lines.push(line);
            }
            Shape::Plane => {
                let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
                let poly = corners.iter().map(|c| self.point(at([c[0], c[1], 0.0]))).collect();
                self.polys.push(poly);
            }
            Shape::Hull { points } => {
                for p in points {
                    let k = self.point(at(*p));
                    self.verts.push(k);
                }
            }
            Shape::Sphere { .. } | Shape::Symbol => {
                let k = self.point(at([0.0; 3]));
                self.verts.push(k);
            }
        }
    }

    fn ellipsoid(&mut self, h: [f64; 3], at: &dyn Fn([f64; 3]) -> [f64; 3]) {
        let pi = std::f64::consts::PI;
        self.grid([12, 16], at, |s, p| {
            let a = pi * s;
            [h[0] * a.sin() * p.cos(), h[1] * a.sin() * p.sin(), h[2] * a.cos()]
        });
    }

    fn text(&self) -> String {
        let vectors = |list: &[[f64; 3]]| -> String {
            list.iter().map(|v| format!("{:e} {:e} {:e}\n", v[0], v[1], v[2])).collect()
        };
        let cells = |name: &str, list: &[Vec<usize>]| {
            let (mut index, mut offsets, mut n) = (String::new(), String::new(), 0);
            for cell in list {
                cell.iter().for_each(|k| index += &format!("{k} "));
                n += cell.len();
                offsets += &format!("{n} ");
            }
            format!(
                "<{name}>\n<DataArray type=\"Int64\" Name=\"connectivity\" format=\"ascii\">\n{index}\n\
                 </DataArray>\n<DataArray type=\"Int64\" Name=\"offsets\" format=\"ascii\">\n{offsets}\n\
                 </DataArray>\n</{name}>\n"
            )
        };
        let bodies: String = self.bodies.iter().map(|b| format!("{b}\n")).collect();
        let verts: Vec<Vec<usize>> = self.verts.iter().map(|k| vec![*k]).collect();
        format!(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"0.1\">\n<PolyData>\n\
             <Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"{}\" NumberOfPolys=\"{}\">\n\
             <PointData Vectors=\"force\">\n<DataArray type=\"Float64\" Name=\"force\" \
             NumberOfComponents=\"3\" format=\"ascii\">\n{}</DataArray>\n<DataArray type=\"Int64\" \
             Name=\"body\" format=\"ascii\">\n{bodies}</DataArray>\n</PointData>\n\
             <Points>\n<DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"ascii\">\n{}\
             </DataArray>\n</Points>\n{}{}{}</Piece>\n</PolyData>\n</VTKFile>\n",
            self.points.len(),
            verts.len(),
            self.lines.len(),
            self.polys.len(),
            vectors(&self.force),
            vectors(&self.points),
            cells("Verts", &verts),
            cells("Lines", &self.lines),
            cells("Polys", &self.polys),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The volume that polygons enclose, by the divergence theorem: positive where all wind outwards.
    fn volume(d: &Drawn) -> f64 {
        let mut volume = 0.0;
        for poly in &d.polys {
            for k in 1..poly.len() - 1 {
                let [a, b, c] = [poly[0], poly[k], poly[k + 1]].map(|i| d.points[i]);
                volume += (a[0] * (b[1] * c[2] - b[2] * c[1])
                    + a[1] * (b[2] * c[0] - b[0] * c[2])
                    + a[2] * (b[0] * c[1] - b[1] * c[0]))
                    / 6.0;
            }
        }
        volume
    }

    #[test]
    fn surfaces_wind_outwards() {
        let tau = std::f64::consts::TAU;
        for (shape, exact, within) in [
            (Shape::Box { half: [0.5, 1.0, 1.5], round: 0.0 }, 6.0, 1e-12),
            (Shape::Sphere { radius: 1.0 }, 2.0 / 3.0 * tau, 0.2),
            (Shape::Cylinder { half_length: Some(0.5), radius: 1.0 }, 0.5 * tau, 0.1),
            (Shape::Capsule { half_length: 0.5, radius: 1.0 }, (0.5 + 2.0 / 3.0) * tau, 0.4),
        ] {
            let mut d = Drawn { body: 7, ..Drawn::default() };
            d.shape(&shape, &|r| r.map(|x| x + 3.0));
            let found = volume(&d);
            assert!((found - exact).abs() < within, "{shape:?}: {found} for {exact}");
            assert!(d.bodies.iter().all(|b| *b == 7) && d.bodies.len() == d.points.len());
        }
    }
}
