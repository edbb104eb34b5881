//! The rows of a run for ParaView.

use crate::error::CliError;
use crate::formats::rows;
use crate::log::Reader;
use crate::output::{Folder, Staged};
use percussion::picture::Shape;
use percussion::record::ContactRow;
use percussion::scene::{Motion, Place, Scene};
use percussion::system::System;
use std::path::Path;

/// Folder of the files of rows.
pub const FRAMES: &str = "scene";

/// `scene.pvd` with the times, and `scene/NNNNNN.vtp`: for each row the shapes of the bodies, the
/// lines of flexible ones, and the forces of contacts as vectors at their points.
pub fn vtk(folder: &Folder, sys: &System, columns: &[String]) -> Result<[Staged; 2], CliError> {
    let mut scene = Scene::of(sys);
    let mut listed = Listed::open(folder.path());
    let frames = folder.stage_folder(FRAMES)?;
    let mut list = String::new();
    let mut k = 0;
    rows(folder.path(), |row| {
        let mut motion = Motion::new(&scene, sys, columns);
        motion.push(&scene, sys, row);
        motion.push_listed(&mut scene, sys, row, listed.at(row[0]));
        let name = format!("{k:06}.vtp");
        std::fs::write(frames.path().join(&name), Drawn::new(&scene, &motion).text())?;
        list += &format!("<DataSet timestep=\"{:e}\" file=\"{FRAMES}/{name}\"/>\n", row[0]);
        k += 1;
        Ok(())
    })
    .map_err(|e| CliError::file("write", &folder.path().join(FRAMES), &e))?;
    let times = folder.stage("scene.pvd", |out| {
        write!(
            out,
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n\
             {list}</Collection>\n</VTKFile>\n"
        )
    })?;
    Ok([frames, times])
}

/// What contacts without columns did, row by row.
struct Listed {
    reader: Option<Reader>,
    block: std::iter::Peekable<std::vec::IntoIter<ContactRow>>,
    row: Vec<ContactRow>,
}

impl Listed {
    fn open(folder: &Path) -> Self {
        let block = Vec::new().into_iter().peekable();
        Listed { reader: Reader::open(folder).ok(), block, row: Vec::new() }
    }
    fn at(&mut self, t: f64) -> &[ContactRow] {
        self.row.clear();
        loop {
            while let Some(c) = self.block.next_if(|c| c.t <= t) {
                if c.t == t {
                    self.row.push(c);
                }
            }
            if self.block.peek().is_some() {
                break;
            }
            let Some(list) = self.reader.as_mut().and_then(Reader::contacts) else { break };
            let row = |(contact, v): (String, [f64; 11])| {
                let three = |k: usize| [v[k], v[k + 1], v[k + 2]];
                let mut c = ContactRow::default();
                (c.t, c.contact, c.gap) = (v[0], contact, v[1]);
                (c.percussion, c.force, c.impulse) = (three(2), three(5), three(8));
                c
            };
            self.block = list.into_iter().map(row).collect::<Vec<_>>().into_iter().peekable();
        }
        &self.row
    }
}

/// Points, lines and polygons of one row.
#[derive(Default)]
struct Drawn {
    points: Vec<[f64; 3]>,
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
        let mut d = Drawn::default();
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
        let shapes = scene.parts.iter().flat_map(|p| &p.shapes).chain(&scene.world);
        for s in shapes {
            d.shape(&s.shape, &|r| at(&s.at, r));
        }
        for p in scene.parts.iter().filter(|p| p.count > 1) {
            let line = (p.first..p.first + p.count).map(|k| d.point(frame(k).0)).collect();
            d.lines.push(line);
        }
        for c in &motion.contacts {
            let k = d.point(c.point.into());
            d.force[k] = if motion.has_forces { c.force } else { c.percussion }.into();
            d.verts.push(k);
        }
        d
    }

    fn point(&mut self, r: [f64; 3]) -> usize {
        self.points.push(r);
        self.force.push([0.0; 3]);
        self.points.len() - 1
    }

    /// A surface over a grid of two parameters, closed in the second.
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
                    [0, 1, 3, 2],
                    [4, 6, 7, 5],
                    [0, 4, 5, 1],
                    [2, 3, 7, 6],
                    [0, 2, 6, 4],
                    [1, 5, 7, 3],
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
                let l = half_length.unwrap_or(1.0);
                self.grid([1, 24], at, |s, p| {
                    [radius * p.cos(), radius * p.sin(), l * (2.0 * s - 1.0)]
                });
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
        let verts: Vec<Vec<usize>> = self.verts.iter().map(|k| vec![*k]).collect();
        format!(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"0.1\">\n<PolyData>\n\
             <Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"{}\" NumberOfPolys=\"{}\">\n\
             <PointData Vectors=\"force\">\n<DataArray type=\"Float64\" Name=\"force\" \
             NumberOfComponents=\"3\" format=\"ascii\">\n{}</DataArray>\n</PointData>\n\
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
