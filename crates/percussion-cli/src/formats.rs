//! The rows of a run as CSV, as NumPy arrays and for ParaView.

use crate::digits;
use crate::error::CliError;
use crate::log::{Block, Reader};
use crate::output::{field, Folder, Staged};
use percussion::picture::Shape;
use percussion::scene::{Motion, Place, Scene};
use percussion::system::System;
use std::io::{self, Write};
use std::path::Path;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `trajectory.csv`.
    Csv,
    /// `trajectory.npz`.
    Npz,
    /// `scene.pvd` and the folder `scene`.
    Vtk,
}

impl Format {
    /// A list of names.
    pub fn list(text: &str) -> Result<Vec<Format>, CliError> {
        let one = |name: &str| match name.trim() {
            "csv" => Ok(Format::Csv),
            "npz" => Ok(Format::Npz),
            "vtk" => Ok(Format::Vtk),
            "parquet" => Err(CliError::Usage(
                "--format parquet: this build has no Parquet; csv, npz and vtk are there".into(),
            )),
            other => Err(CliError::Usage(format!(
                "--format = {other} is not allowed; allowed: csv, npz, vtk, or several with commas"
            ))),
        };
        let mut list = text.split(',').map(one).collect::<Result<Vec<_>, _>>()?;
        list.dedup();
        Ok(list)
    }
}

/// Which columns are written.
#[derive(Clone, Debug, PartialEq)]
pub enum Columns {
    /// All but those of contacts that never touched.
    Touched,
    /// All.
    All,
    /// These, where `*` at the end stands for anything; time is always there.
    Named(Vec<String>),
}

impl Columns {
    /// What was asked for, where every name is that of a column.
    pub fn read(text: Option<&str>, valid: &[String]) -> Result<Self, CliError> {
        let names: Vec<String> = match text {
            None | Some("touched") => return Ok(Columns::Touched),
            Some("all") => return Ok(Columns::All),
            Some(list) => list.split(',').map(|n| n.trim().to_string()).collect(),
        };
        for name in &names {
            if !valid.iter().any(|c| matches(name, c)) {
                let near = percussion::nearest(name, valid.iter().map(String::as_str));
                let near: Vec<String> = near.into_iter().take(40).collect();
                return Err(CliError::Usage(format!(
                    "--columns: there is no column '{name}'; valid: all, touched, {}",
                    near.join(", ")
                )));
            }
        }
        Ok(Columns::Named(names))
    }

    /// Their places. `used` tells in which columns something other than zero stands.
    pub fn pick(&self, columns: &[String], used: &[bool]) -> Vec<usize> {
        let kept = |k: &usize| match self {
            Columns::All => true,
            Columns::Named(names) => *k == 0 || names.iter().any(|n| matches(n, &columns[*k])),
            Columns::Touched => false,
        };
        match self {
            Columns::Touched => touched(columns, used),
            _ => (0..columns.len()).filter(kept).collect(),
        }
    }
}

fn touched(columns: &[String], used: &[bool]) -> Vec<usize> {
    let pressed: std::collections::HashSet<&str> = (0..columns.len())
        .filter(|&k| used[k] && !columns[k].starts_with("gN."))
        .filter_map(|k| contact(&columns[k]))
        .collect();
    (0..columns.len())
        .filter(|&k| contact(&columns[k]).is_none_or(|c| pressed.contains(c)))
        .collect()
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(head) => name.starts_with(head),
        None => pattern == name,
    }
}

/// The contact that a column belongs to.
fn contact(column: &str) -> Option<&str> {
    for head in ["gN.", "PN.", "laN.", "LaN."] {
        if let Some(name) = column.strip_prefix(head) {
            return Some(name);
        }
    }
    for head in ["PF.", "laF.", "LaF."] {
        if let Some(name) = column.strip_prefix(head) {
            return name.rsplit_once('.').map(|(name, _)| name);
        }
    }
    None
}

/// The rows of a log, a block at a time.
fn rows(log: &Path, mut each: impl FnMut(&[f64]) -> io::Result<()>) -> io::Result<()> {
    let reader = Reader::open(log).map_err(|e| io::Error::other(e.to_string()))?;
    let n = reader.header.columns.len();
    for block in reader {
        if let Block::Rows(data) = block {
            data.chunks_exact(n).try_for_each(&mut each)?;
        }
    }
    Ok(())
}

/// `trajectory.csv`.
pub fn csv(folder: &Folder, columns: &[String], places: &[usize]) -> Result<Staged, CliError> {
    folder.stage("trajectory.csv", |out| {
        let names: Vec<String> = places.iter().map(|&k| field(&columns[k])).collect();
        writeln!(out, "{}", names.join(","))?;
        let mut line = Vec::new();
        rows(folder.path(), |row| {
            line.clear();
            for &k in places {
                digits::push(&mut line, row[k]);
                line.push(b',');
            }
            line.pop();
            line.push(b'\n');
            out.write_all(&line)
        })
    })
}

/// `events.csv`; tells how many there are.
pub fn events(folder: &Folder) -> Result<(Staged, usize), CliError> {
    let mut count = 0;
    let staged = folder.stage("events.csv", |out| {
        writeln!(out, "t,kind,contact,un_pre,un_post,impulse")?;
        let reader = Reader::open(folder.path()).map_err(|e| io::Error::other(e.to_string()))?;
        let mut line = Vec::new();
        for block in reader {
            let Block::Events(list) = block else { continue };
            for e in list {
                count += 1;
                line.clear();
                digits::push(&mut line, e.t);
                write!(line, ",{},{}", field(e.kind), field(&e.contact))?;
                for x in [e.un_pre, e.un_post, e.impulse] {
                    line.push(b',');
                    digits::push(&mut line, x);
                }
                line.push(b'\n');
                out.write_all(&line)?;
            }
        }
        Ok(())
    })?;
    Ok((staged, count))
}

/// `trajectory.npz`: the array `rows`, a row each, and the names `columns`.
pub fn npz(
    folder: &Folder,
    columns: &[String],
    places: &[usize],
    count: usize,
) -> Result<Staged, CliError> {
    folder.stage("trajectory.npz", |out| {
        let wide = places.iter().map(|&k| columns[k].chars().count()).max().unwrap_or(1);
        let mut names = npy(&format!("<U{wide}"), &format!("({},)", places.len()));
        for &k in places {
            let letters = columns[k].chars().map(u32::from).chain(std::iter::repeat(0));
            letters.take(wide).for_each(|c| names.extend_from_slice(&c.to_le_bytes()));
        }
        let mut body = npy("<f8", &format!("({count}, {})", places.len()));
        let size = body.len() as u64 + 8 * (count * places.len()) as u64;
        if size >= u64::from(u32::MAX) - (1 << 20) {
            return Err(io::Error::other("more than 4 GB of rows; choose --columns or --every"));
        }
        // two passes: the checksum stands before the bytes
        let mut sum = Crc::new();
        sum.add(&body);
        rows(folder.path(), |row| {
            places.iter().for_each(|&k| sum.add(&row[k].to_le_bytes()));
            Ok(())
        })?;
        let mut of_names = Crc::new();
        of_names.add(&names);
        let entries = [
            Entry { name: "columns.npy", sum: of_names.value(), size: names.len() as u32 },
            Entry { name: "rows.npy", sum: sum.value(), size: size as u32 },
        ];
        entries[0].begin(out)?;
        out.write_all(&names)?;
        entries[1].begin(out)?;
        out.write_all(&body)?;
        body.clear();
        rows(folder.path(), |row| {
            body.clear();
            places.iter().for_each(|&k| body.extend_from_slice(&row[k].to_le_bytes()));
            out.write_all(&body)
        })?;
        directory(out, &entries)
    })
}

/// The head of a NumPy array.
fn npy(kind: &str, shape: &str) -> Vec<u8> {
    let mut dict = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    while (10 + dict.len() + 1) % 64 != 0 {
        dict.push(' ');
    }
    dict.push('\n');
    let mut head = b"\x93NUMPY\x01\x00".to_vec();
    head.extend_from_slice(&(dict.len() as u16).to_le_bytes());
    head.extend_from_slice(dict.as_bytes());
    head
}

/// A file of a zip archive, stored as it is.
struct Entry {
    name: &'static str,
    sum: u32,
    size: u32,
}

impl Entry {
    fn common(&self) -> Vec<u8> {
        let mut b = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        for x in [self.sum, self.size, self.size] {
            b.extend_from_slice(&x.to_le_bytes());
        }
        b.extend_from_slice(&(self.name.len() as u16).to_le_bytes());
        b.extend_from_slice(&[0, 0]);
        b
    }
    fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"PK\x03\x04")?;
        out.write_all(&self.common())?;
        out.write_all(self.name.as_bytes())
    }
}

fn directory(out: &mut dyn Write, entries: &[Entry]) -> io::Result<()> {
    let (mut at, mut length) = (0_u32, 0_u32);
    for e in entries {
        out.write_all(b"PK\x01\x02\x14\x00")?;
        out.write_all(&e.common())?;
        out.write_all(&[0; 10])?;
        out.write_all(&at.to_le_bytes())?;
        out.write_all(e.name.as_bytes())?;
        at += 30 + e.name.len() as u32 + e.size;
        length += 46 + e.name.len() as u32;
    }
    let n = (entries.len() as u16).to_le_bytes();
    out.write_all(b"PK\x05\x06\x00\x00\x00\x00")?;
    out.write_all(&[n, n].concat())?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&at.to_le_bytes())?;
    out.write_all(&[0, 0])
}

/// The checksum of zip archives.
struct Crc {
    table: [u32; 256],
    value: u32,
}

impl Crc {
    fn new() -> Self {
        let table = std::array::from_fn(|k| {
            (0..8).fold(k as u32, |c, _| if c & 1 == 1 { c >> 1 ^ 0xedb8_8320 } else { c >> 1 })
        });
        Crc { table, value: u32::MAX }
    }
    fn add(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.value =
                self.table[((self.value ^ u32::from(*b)) & 255) as usize] ^ self.value >> 8;
        }
    }
    fn value(&self) -> u32 {
        !self.value
    }
}

/// `scene.pvd` with the times, and `scene/NNNNNN.vtp`: for each row the shapes of the bodies, the
/// lines of flexible ones, and the forces of contacts as vectors at their points.
pub fn vtk(folder: &Folder, sys: &System, columns: &[String]) -> Result<Staged, CliError> {
    let scene = Scene::of(sys);
    let inner = folder.path().join("scene");
    let fail = |e: &io::Error| CliError::file("write", &inner, e);
    if inner.exists() {
        std::fs::remove_dir_all(&inner).map_err(|e| fail(&e))?;
    }
    std::fs::create_dir_all(&inner).map_err(|e| fail(&e))?;
    let frames = Folder::open(&inner, &[])?;
    let mut list = String::new();
    let mut k = 0;
    rows(folder.path(), |row| {
        let mut motion = Motion::new(&scene, sys, columns);
        motion.push(&scene, sys, row);
        let name = format!("{k:06}.vtp");
        let text = Drawn::new(&scene, &motion).text();
        frames.write(&name, &text).map_err(|e| io::Error::other(e.to_string()))?;
        list += &format!("<DataSet timestep=\"{:e}\" file=\"scene/{name}\"/>\n", row[0]);
        k += 1;
        Ok(())
    })
    .map_err(|e| fail(&e))?;
    folder.stage("scene.pvd", |out| {
        write!(
            out,
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n\
             {list}</Collection>\n</VTKFile>\n"
        )
    })
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
