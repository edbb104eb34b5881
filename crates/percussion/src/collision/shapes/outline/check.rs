//! What is wrong with a list of curves: numbers, lengths, open joints, crossings.

use super::curve::{Curve, P2};
use super::OutlineError;

/// Chords that stand for an involute or an ellipse where crossings are looked for.
const CHORDS: usize = 8;

pub(super) fn curves(list: &[Curve]) -> Result<(), OutlineError> {
    let n = list.len();
    for (k, c) in list.iter().enumerate() {
        let (m, r) = c.around();
        if !(m.norm() + r).is_finite() {
            return Err(OutlineError::NotFinite(k + 1));
        }
    }
    let start = list[0].point(0.0);
    let far = |c: &Curve| c.around().0.minus(&start).norm() + c.around().1;
    let size = list.iter().map(far).fold(0.0, f64::max);
    let tol = 1e-9 * size;
    for (k, c) in list.iter().enumerate() {
        if c.around().1 <= tol {
            return Err(OutlineError::NoLength(k + 1));
        }
        let end = c.point(1.0);
        if end.minus(&list[(k + 1) % n].point(0.0)).norm() > 10.0 * tol {
            return Err(OutlineError::Open(end.0));
        }
    }
    crossings(list, tol)
}

fn crossings(list: &[Curve], tol: f64) -> Result<(), OutlineError> {
    let n = list.len();
    let mut simple: Vec<(usize, Curve, (P2, f64))> = Vec::new();
    for (k, c) in list.iter().enumerate() {
        let mut add = |c: Curve| simple.push((k, c, c.around()));
        match c {
            Curve::Involute { .. } | Curve::Oval { .. } => {
                let p = |j: usize| c.point(j as f64 / CHORDS as f64);
                (0..CHORDS).for_each(|j| add(Curve::line(p(j), p(j + 1))));
            }
            c => add(*c),
        }
    }
    for (at, (i, a, (m, r))) in simple.iter().enumerate() {
        for (j, b, (o, s)) in &simple[at + 1..] {
            if i == j || m.minus(o).norm() > r + s + tol {
                continue;
            }
            let mut shared = Vec::new();
            if i + 1 == *j {
                shared.push(list[*j].point(0.0));
            }
            if *i == 0 && j + 1 == n {
                shared.push(list[0].point(0.0));
            }
            let ends = [a.point(0.0), a.point(1.0), b.point(0.0), b.point(1.0)];
            let apart = |p: &P2| shared.iter().all(|s| s.minus(p).norm() > 1e3 * tol);
            let common = |p: &P2| apart(p) && on(a, p, tol) && on(b, p, tol);
            if common_points(a, b).iter().flatten().chain(&ends).any(common) {
                return Err(OutlineError::Crossing(i + 1, j + 1));
            }
        }
    }
    Ok(())
}

fn on(c: &Curve, p: &P2, tol: f64) -> bool {
    let n = match c {
        Curve::Line { e, p: o, .. } if e.cross(&p.minus(o)).abs() <= tol => e.left().scaled(-1.0),
        Curve::Arc { c, r, sweep, .. } if (p.minus(c).norm() - r).abs() <= tol => {
            p.minus(c).scaled(sweep.signum() / r)
        }
        _ => return false,
    };
    c.inside(&n, p).iter().all(|s| *s >= -tol)
}

/// Where the whole lines or circles meet.
fn common_points(a: &Curve, b: &Curve) -> [Option<P2>; 2] {
    match (a, b) {
        (Curve::Line { p, e, .. }, Curve::Line { p: q, e: f, .. }) => {
            let m = e.cross(f);
            let s = q.minus(p).cross(f) / m;
            [(m.abs() > 1e-12).then(|| p.plus(&e.scaled(s))), None]
        }
        (Curve::Line { p, e, .. }, Curve::Arc { c, r, .. }) => {
            let s = e.dot(&c.minus(p));
            let foot = p.plus(&e.scaled(s));
            let h2 = r * r - c.minus(&foot).dot(&c.minus(&foot));
            let h = h2.max(0.0).sqrt();
            [h, -h].map(|h| (h2 >= -1e-9 * r * r).then(|| foot.plus(&e.scaled(h))))
        }
        (Curve::Arc { c, r, .. }, Curve::Arc { c: o, r: s, .. }) => {
            let d = o.minus(c);
            let l = d.norm();
            if l <= 1e-12 * (r + s) {
                return [None, None];
            }
            let x = (l * l + r * r - s * s) / (2.0 * l);
            let h2 = r * r - x * x;
            let h = h2.max(0.0).sqrt();
            let e = d.scaled(1.0 / l);
            let at = |h: f64| c.plus(&e.scaled(x)).plus(&e.left().scaled(h));
            [h, -h].map(|h| (h2 >= -1e-9 * r * r).then(|| at(h)))
        }
        (Curve::Arc { .. }, Curve::Line { .. }) => common_points(b, a),
        _ => [None, None],
    }
}
