//! A small reader of DXF drawings: LINE, ARC, CIRCLE and LWPOLYLINE of one layer or of all, which make one closed outline.

use super::curve::{Curve, Flat, P2};
use super::MAX_PIECES;

/// Ends this near to each other, in parts of the drawing's size, are joined.
const NEAR: f64 = 1e-5;

/// One entity: its type, its layer, and its pairs of code and value.
struct Entity<'a> {
    kind: &'a str,
    pairs: Vec<(i32, &'a str)>,
}

impl Entity<'_> {
    fn text(&self, code: i32) -> Option<&str> {
        self.pairs.iter().find(|p| p.0 == code).map(|p| p.1)
    }
    fn number(&self, code: i32) -> Result<f64, String> {
        let text = self.text(code).ok_or_else(|| format!("{} without code {code}", self.kind))?;
        number(text)
    }
}

fn number(text: &str) -> Result<f64, String> {
    let bad = || format!("'{}' is not a number", text.chars().take(20).collect::<String>());
    text.parse::<f64>().ok().filter(|x| x.is_finite()).ok_or_else(bad)
}

fn entities(text: &str) -> Result<Vec<Entity<'_>>, String> {
    let mut out: Vec<Entity> = Vec::new();
    let mut inside = false;
    let mut last = "";
    let mut lines = text.lines().map(str::trim);
    while let Some(code) = lines.next() {
        if code.is_empty() && lines.clone().next().is_none() {
            break;
        }
        let code: i32 = code.parse().map_err(|_| {
            format!("'{}' is not a group code", code.chars().take(20).collect::<String>())
        })?;
        let value = lines.next().ok_or("the file ends within a pair")?;
        match (code, value) {
            (2, name) if last == "SECTION" => inside = name == "ENTITIES",
            (0, "ENDSEC") => inside = false,
            (0, kind) if inside => out.push(Entity { kind, pairs: Vec::new() }),
            (code, value) if inside => {
                if let Some(e) = out.last_mut() {
                    e.pairs.push((code, value));
                }
            }
            _ => {}
        }
        last = if code == 0 { value } else { "" };
        if out.len() > MAX_PIECES {
            return Err(format!("more than {MAX_PIECES} entities"));
        }
    }
    Ok(out)
}

/// Curves of an entity; nothing of kinds that draw no line.
fn curves_of(e: &Entity, out: &mut Vec<Curve>) -> Result<(), String> {
    let centre = || Ok::<P2, String>(Flat([e.number(10)?, e.number(20)?]));
    match e.kind {
        "LINE" => {
            let (p, q) = (centre()?, Flat([e.number(11)?, e.number(21)?]));
            if p == q {
                return Err("a LINE without length".into());
            }
            out.push(Curve::line(p, q));
        }
        "ARC" => {
            let (from, to) = (e.number(50)?.to_radians(), e.number(51)?.to_radians());
            let sweep = (to - from).rem_euclid(std::f64::consts::TAU);
            out.push(Curve::Arc { c: centre()?, r: e.number(40)?, from, sweep });
        }
        "CIRCLE" => {
            let sweep = std::f64::consts::TAU;
            out.push(Curve::Arc { c: centre()?, r: e.number(40)?, from: 0.0, sweep });
        }
        "LWPOLYLINE" => {
            let mut points: Vec<(P2, f64)> = Vec::new();
            for (code, value) in &e.pairs {
                match (code, points.last_mut()) {
                    (10, _) => points.push((Flat([number(value)?, 0.0]), 0.0)),
                    (20, Some(p)) => p.0 .0[1] = number(value)?,
                    (42, Some(p)) => p.1 = number(value)?,
                    _ => {}
                }
            }
            let closed = e.text(70).is_some_and(|f| f.parse::<i32>().is_ok_and(|f| f & 1 == 1));
            for k in 0..points.len() {
                let ((p, bulge), (q, _)) = (points[k], points[(k + 1) % points.len()]);
                let last = k + 1 == points.len();
                if p == q || last && !closed {
                    continue;
                }
                out.push(if bulge == 0.0 { Curve::line(p, q) } else { Curve::bulge(p, q, bulge) });
            }
        }
        "POLYLINE" | "SPLINE" | "ELLIPSE" | "INSERT" => {
            return Err(format!(
                "{} is not read: lines, arcs, circles and light polylines are",
                e.kind
            ))
        }
        _ => {}
    }
    Ok(())
}

/// The curves of a drawing, joined to one closed outline that runs counterclockwise, `scale` metres for a unit.
pub fn read_dxf(text: &str, layer: Option<&str>, scale: f64) -> Result<Vec<Curve>, String> {
    let mut left = Vec::new();
    for e in entities(text)? {
        if layer.is_none_or(|l| e.text(8) == Some(l)) {
            curves_of(&e, &mut left)?;
        }
    }
    if left.is_empty() {
        return Err("no line, arc, circle or polyline".into());
    }
    let size = left.iter().fold(0.0_f64, |s, c| s.max(c.around().0.norm() + c.around().1));
    if !size.is_finite() || left.iter().any(|c| c.around().1 <= 1e-12 * size) {
        return Err("a curve without length, or too large".into());
    }
    let near = NEAR * size;
    let mut out = vec![left.swap_remove(0)];
    while !left.is_empty() {
        let end = out[out.len() - 1].point(1.0);
        let meets = |p: P2| p.minus(&end).norm() <= near;
        let found = left.iter().position(|c| meets(c.point(0.0)) || meets(c.point(1.0)));
        let Some(k) = found else {
            let [x, y] = end.0;
            return Err(match meets(out[0].point(0.0)) {
                true => "more than one closed outline: choose one by its layer".into(),
                false => format!("the outline is open at ({x}, {y})"),
            });
        };
        let c = left.swap_remove(k);
        out.push(if meets(c.point(0.0)) { c } else { c.reversed() });
    }
    let end = out[out.len() - 1].point(1.0);
    if end.minus(&out[0].point(0.0)).norm() > near {
        return Err(format!("the outline is open at ({}, {})", end.0[0], end.0[1]));
    }
    heal(&mut out);
    if super::area::area(&out) < 0.0 {
        out.reverse();
        out.iter_mut().for_each(|c| *c = c.reversed());
    }
    Ok(out.iter().map(|c| c.scaled(scale)).collect())
}

/// Ends that drawings leave some digits apart are put together: lines and arcs between the points in the middle.
fn heal(curves: &mut [Curve]) {
    let n = curves.len();
    if n < 2 {
        return;
    }
    let joints: Vec<P2> = (0..n)
        .map(|k| curves[(k + n - 1) % n].point(1.0).plus(&curves[k].point(0.0)).scaled(0.5))
        .collect();
    for (k, c) in curves.iter_mut().enumerate() {
        let (p, q) = (joints[k], joints[(k + 1) % n]);
        *c = match *c {
            Curve::Arc { sweep, .. } if p != q => Curve::bulge(p, q, (0.25 * sweep).tan()),
            Curve::Line { .. } if p != q => Curve::line(p, q),
            other => other,
        };
    }
}
