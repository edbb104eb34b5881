//! A still picture of a motion as SVG: the parts at some instants, the last one full, and the ways
//! of their centres. Made without a browser, for lists of runs.

use crate::show::Take;
use percussion::frame::{M3, V3};
use percussion::picture::Shape;
use percussion::scene::{Part, Place};
use std::fmt::Write as _;

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 300.0;
const MARGIN: f64 = 18.0;
/// Length of axes where they are drawn.
const AXIS: f64 = 46.0;
const COLORS: [&str; 8] =
    ["#3d8fd1", "#e08a1e", "#2ca58d", "#c8659a", "#7d6bd0", "#b59a1d", "#d1603d", "#5b7f95"];
/// Instants that are shown.
const INSTANTS: usize = 6;
/// More parts than this are shown once only.
const MANY: usize = 40;

/// Round bodies are drawn by points this far apart, in radians.
const STEP: f64 = std::f64::consts::PI / 12.0;

type Point = [f64; 2];

/// From space to the picture.
struct Eye {
    axes: M3,
    scale: f64,
    shift: Point,
    /// Size of what is seen, in metres.
    size: f64,
}

impl Eye {
    fn flat(&self, p: &V3) -> Point {
        let q = self.axes * p;
        [q.x, q.y]
    }
    fn at(&self, p: &V3) -> Point {
        let q = self.flat(p);
        [self.shift[0] + self.scale * q[0], self.shift[1] - self.scale * q[1]]
    }
    fn depth(&self, p: &V3) -> f64 {
        (self.axes * p).z
    }
}

fn rotation(p: &[f64]) -> M3 {
    let (w, v) = (p[0], V3::new(p[1], p[2], p[3]));
    let t = percussion::frame::tilde(&v);
    M3::identity() + 2.0 * w * t + 2.0 * t * t
}

fn frame(take: &Take, f: usize, row: usize) -> (V3, M3) {
    let c = |i: usize| take.motion.frames[7 * f + i][row];
    (V3::new(c(0), c(1), c(2)), rotation(&[c(3), c(4), c(5), c(6)]))
}

fn placed(take: &Take, at: &Place, row: usize) -> (V3, M3) {
    let (r, a) = at.frame.map_or((V3::zeros(), M3::identity()), |f| frame(take, f, row));
    (r + a * V3::from(at.r), a * rotation(&at.p))
}

/// Points whose convex hull is the shape; `size` for those that have none.
fn points(shape: &Shape, size: f64) -> Vec<V3> {
    let ball = |c: V3, r: f64, out: &mut Vec<V3>| {
        for i in 0..24 {
            for j in 0..13 {
                let (a, b) = (f64::from(i) * STEP, f64::from(j) * STEP);
                out.push(c + V3::new(b.sin() * a.cos(), b.sin() * a.sin(), b.cos()) * r);
            }
        }
    };
    let ring = |z: f64, r: f64, out: &mut Vec<V3>| {
        for i in 0..32 {
            let a = f64::from(i) * std::f64::consts::TAU / 32.0;
            out.push(V3::new(r * a.cos(), r * a.sin(), z));
        }
    };
    let mut out = Vec::new();
    match shape {
        Shape::Sphere { radius } => ring_ball(*radius, &mut out, &ball, &ring),
        Shape::Box { half: [x, y, z], round } => {
            for k in 0..8 {
                let s = |bit: i32| if k & bit == 0 { -1.0 } else { 1.0 };
                out.push(V3::new(s(1) * (x + round), s(2) * (y + round), s(4) * (z + round)));
            }
        }
        Shape::Capsule { half_length, radius } => {
            for s in [-1.0, 1.0] {
                ball(V3::z() * (s * half_length), *radius, &mut out);
            }
        }
        Shape::Cylinder { half_length, radius } => {
            let l = half_length.unwrap_or(2.0 * size);
            ring(-l, *radius, &mut out);
            ring(l, *radius, &mut out);
        }
        Shape::Disc { radius } | Shape::HollowCylinder { radius } => ring(0.0, *radius, &mut out),
        Shape::Ellipsoid { half } => {
            ball(V3::zeros(), 1.0, &mut out);
            out.iter_mut().for_each(|p| *p = p.component_mul(&V3::from(*half)));
        }
        Shape::Hull { points } => out.extend(points.iter().map(|p| V3::from(*p))),
        Shape::Mesh { vertices, .. } => out.extend(vertices.iter().map(|p| V3::from(*p))),
        Shape::Polygon { points } => out.extend(points.iter().map(|p| V3::new(p[0], p[1], 0.0))),
        Shape::Symbol => ring_ball(0.02 * size, &mut out, &ball, &ring),
        Shape::Bars { .. } | Shape::Plane => {}
    }
    out
}

fn ring_ball(
    r: f64,
    out: &mut Vec<V3>,
    ball: &impl Fn(V3, f64, &mut Vec<V3>),
    ring: &impl Fn(f64, f64, &mut Vec<V3>),
) {
    ring(0.0, r, out);
    ball(V3::zeros(), r, out);
}

/// Corners of the convex hull in order.
fn hull(mut p: Vec<Point>) -> Vec<Point> {
    p.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    p.dedup();
    let turn = |o: &Point, a: &Point, b: &Point| {
        (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
    };
    let half = |list: &mut dyn Iterator<Item = &Point>| {
        let mut out: Vec<Point> = Vec::new();
        for q in list {
            while out.len() > 1 && turn(&out[out.len() - 2], &out[out.len() - 1], q) <= 0.0 {
                out.pop();
            }
            out.push(*q);
        }
        out.pop();
        out
    };
    let mut all = half(&mut p.iter());
    all.extend(half(&mut p.iter().rev()));
    all
}

fn path(points: &[Point]) -> String {
    points.iter().map(|p| format!("{:.1},{:.1}", p[0], p[1])).collect::<Vec<_>>().join(" ")
}

/// Rows to show: evenly in time, the last one at the end.
fn instants(take: &Take) -> Vec<usize> {
    let (t, n) = (&take.motion.t, take.motion.t.len());
    let (Some(first), Some(last)) = (t.first(), t.last()) else { return Vec::new() };
    if take.scene.parts.len() > MANY {
        return vec![n - 1];
    }
    let at = |k: usize| first + (last - first) * k as f64 / (INSTANTS - 1) as f64;
    let mut rows: Vec<usize> =
        (0..INSTANTS).map(|k| t.partition_point(|x| *x < at(k)).min(n - 1)).collect();
    rows.dedup();
    rows
}

fn eye(take: &Take, rows: &[usize], margin: f64) -> Option<Eye> {
    let up = -V3::from(take.scene.gravity);
    // gravity points down in the picture
    let (from, up) = match (take.scene.planar, up) {
        (true, g) if g.x.abs() > g.y.abs() => (V3::z(), V3::x() * g.x.signum()),
        (true, g) if g.y < 0.0 => (-V3::z(), -V3::y()),
        (true, _) => (V3::z(), V3::y()),
        (_, g) if g.y.abs() > g.z.abs() => (V3::new(0.7, 0.5, 1.0), V3::y()),
        _ => (V3::new(0.75, -1.0, 0.55), V3::z()),
    };
    let z = from.normalize();
    let x = up.cross(&z).normalize();
    let axes = M3::from_rows(&[x.transpose(), z.cross(&x).transpose(), z.transpose()]);
    let mut eye = Eye { axes, scale: 1.0, shift: [0.0; 2], size: 1.0 };
    let (mut lo, mut hi) = ([f64::MAX; 2], [f64::MIN; 2]);
    let mut see = |p: Point| {
        for i in 0..2 {
            if p[i].is_finite() {
                (lo[i], hi[i]) = (lo[i].min(p[i]), hi[i].max(p[i]));
            }
        }
    };
    let stride = (take.motion.t.len() / 200).max(1);
    for part in &take.scene.parts {
        for f in part.first..part.first + part.count {
            (0..take.motion.t.len())
                .step_by(stride)
                .for_each(|k| see(eye.flat(&frame(take, f, k).0)));
        }
        for s in &part.shapes {
            for &row in rows {
                let (r, a) = placed(take, &s.at, row);
                let bars = match &s.shape {
                    Shape::Bars { points } => points.iter().map(|p| V3::from(*p)).collect(),
                    shape => points(shape, 0.0),
                };
                bars.iter().for_each(|p| see(eye.flat(&(r + a * p))));
            }
        }
    }
    let size = (hi[0] - lo[0]).max(hi[1] - lo[1]);
    if !(size.is_finite() && size >= 0.0) {
        return None;
    }
    let room = [hi[0] - lo[0], hi[1] - lo[1]].map(|s| s.max(0.05 * size).max(1e-9));
    eye.size = size.max(1e-9);
    eye.scale = ((WIDTH - 2.0 * margin) / room[0]).min((HEIGHT - 2.0 * margin) / room[1]);
    eye.shift = [
        0.5 * WIDTH - eye.scale * 0.5 * (lo[0] + hi[0]),
        0.5 * HEIGHT + eye.scale * 0.5 * (lo[1] + hi[1]),
    ];
    Some(eye)
}

/// The picture; none where nothing can be seen. Axes of bodies and joints are drawn where they are asked for.
pub fn draw(take: &Take, title: &str, axes: bool) -> Option<String> {
    let rows = instants(take);
    let eye = eye(take, &rows, if axes { MARGIN + AXIS } else { MARGIN })?;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">",
        crate::report::escape(title)
    );
    world(take, &eye, &mut svg);
    if take.scene.parts.len() <= 12 {
        ways(take, &eye, &mut svg);
    }
    for (k, &row) in rows.iter().enumerate() {
        let last = k + 1 == rows.len();
        let opacity = if last { 1.0 } else { 0.14 + 0.3 * k as f64 / rows.len() as f64 };
        let _ = write!(svg, "<g opacity=\"{opacity:.2}\">");
        links(take, &eye, row, &mut svg);
        let mut order: Vec<(usize, &Part)> = take.scene.parts.iter().enumerate().collect();
        order.sort_by(|a, b| {
            let z = |p: &Part| eye.depth(&frame(take, p.first, row).0);
            z(a.1).total_cmp(&z(b.1))
        });
        for (k, part) in order {
            draw_part(take, &eye, part, COLORS[k % COLORS.len()], row, &mut svg);
        }
        if last && axes {
            draw_axes(take, &eye, row, &mut svg);
        }
        svg += "</g>";
    }
    Some(svg + "</svg>")
}

/// Axes x, y, z of the first frame of every part, and of the frames of joints on their first bodies.
fn draw_axes(take: &Take, eye: &Eye, row: usize, svg: &mut String) {
    const AXES: [(&str, &str); 3] = [("x", "#d55e00"), ("y", "#009e73"), ("z", "#0072b2")];
    let bodies = take.scene.parts.iter().map(|p| frame(take, p.first, row));
    let joints = take.scene.joints.iter().map(|j| placed(take, &j.a, row));
    let length = AXIS / eye.scale;
    for (r, a) in bodies.chain(joints) {
        let start = eye.at(&r);
        for (k, (name, color)) in AXES.iter().enumerate() {
            let end = eye.at(&(r + a.column(k) * length));
            let (dx, dy) = (end[0] - start[0], end[1] - start[1]);
            // an axis that points at the viewer is not seen
            if dx.hypot(dy) < 4.0 {
                continue;
            }
            let _ = write!(
                svg,
                "<polyline points=\"{}\" stroke=\"{color}\" stroke-width=\"2\" fill=\"none\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\" font-size=\"13\" font-family=\"sans-serif\" text-anchor=\"middle\">{name}</text>",
                path(&[start, end]),
                end[0] + 0.2 * dx,
                end[1] + 0.2 * dy + 4.0
            );
        }
    }
}

fn ways(take: &Take, eye: &Eye, svg: &mut String) {
    for (k, part) in take.scene.parts.iter().enumerate() {
        let n = take.motion.t.len();
        let stride = n.div_ceil(300).max(1);
        let f = part.first + part.count - 1;
        let way: Vec<Point> =
            (0..n).step_by(stride).map(|row| eye.at(&frame(take, f, row).0)).collect();
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\".35\"/>",
            path(&way),
            COLORS[k % COLORS.len()]
        );
    }
}

fn world(take: &Take, eye: &Eye, svg: &mut String) {
    for w in &take.scene.world {
        let (r, a) = placed(take, &w.at, 0);
        match &w.shape {
            Shape::Plane if take.scene.planar => {
                let n: V3 = a.column(2).into();
                let along = n.cross(&V3::z());
                let l = 4.0 * eye.size;
                let line = [eye.at(&(r - along * l)), eye.at(&(r + along * l))];
                let deep = n * (0.03 * eye.size);
                let area = [
                    line[0],
                    line[1],
                    eye.at(&(r + along * l - deep)),
                    eye.at(&(r - along * l - deep)),
                ];
                let _ = write!(
                    svg,
                    "<polygon points=\"{}\" fill=\"#8a94a3\" fill-opacity=\".22\"/><polyline points=\"{}\" stroke=\"#8a94a3\" fill=\"none\"/>",
                    path(&area),
                    path(&line)
                );
            }
            Shape::Plane => {
                let l = 0.75 * eye.size;
                let corner = |x: f64, y: f64| eye.at(&(r + a * V3::new(x * l, y * l, 0.0)));
                let area =
                    [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
                let _ = write!(
                    svg,
                    "<polygon points=\"{}\" fill=\"#8a94a3\" fill-opacity=\".16\" stroke=\"#8a94a3\" stroke-opacity=\".4\"/>",
                    path(&area)
                );
            }
            shape => {
                let hollow = matches!(shape, Shape::HollowCylinder { .. });
                let all = points(shape, eye.size).iter().map(|p| eye.at(&(r + a * p))).collect();
                let fill = if hollow { "none" } else { "#9aa5b1" };
                let _ = write!(
                    svg,
                    "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#7c8794\"/>",
                    path(&hull(all))
                );
            }
        }
    }
}

fn links(take: &Take, eye: &Eye, row: usize, svg: &mut String) {
    for (link, dash) in take
        .scene
        .springs
        .iter()
        .map(|l| (l, " stroke-dasharray=\"3 2\""))
        .chain(take.scene.joints.iter().filter(|j| j.kind == "distance").map(|l| (l, "")))
    {
        let ends = [&link.a, &link.b].map(|p| eye.at(&placed(take, p, row).0));
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#6f7b8a\" stroke-width=\"1.6\"{dash}/>",
            path(&ends)
        );
    }
    for joint in take.scene.joints.iter().filter(|j| j.kind != "distance") {
        let [x, y] = eye.at(&placed(take, &joint.a, row).0);
        let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.6\" fill=\"#5d6774\"/>");
    }
}

fn draw_part(take: &Take, eye: &Eye, part: &Part, color: &str, row: usize, svg: &mut String) {
    if part.kind == "line" {
        let line: Vec<Point> =
            (part.first..part.first + part.count).map(|f| eye.at(&frame(take, f, row).0)).collect();
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"4\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
            path(&line)
        );
    }
    for s in &part.shapes {
        let (r, a) = placed(take, &s.at, row);
        let all = |list: Vec<V3>| list.iter().map(|p| eye.at(&(r + a * p))).collect::<Vec<_>>();
        if let Shape::Bars { points } = &s.shape {
            let line = all(points.iter().map(|p| V3::from(*p)).collect());
            let _ = write!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"5\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                path(&line)
            );
            continue;
        }
        let flat = all(points(&s.shape, eye.size));
        let outline = if matches!(s.shape, Shape::Polygon { .. }) { flat } else { hull(flat) };
        let _ = write!(
            svg,
            "<polygon points=\"{}\" fill=\"{color}\" stroke=\"#1b2027\" stroke-opacity=\".55\" stroke-width=\".8\"/>",
            path(&outline)
        );
        // a radius, so that one sees a round body turn
        if let (Shape::Sphere { radius }, true) = (&s.shape, take.scene.planar) {
            let ends = [eye.at(&r), eye.at(&(r + a * V3::x() * *radius))];
            let _ = write!(
                svg,
                "<polyline points=\"{}\" stroke=\"#1b2027\" stroke-opacity=\".6\"/>",
                path(&ends)
            );
        }
    }
}
