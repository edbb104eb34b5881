//! Ellipses in the plane: their common normals with what is round, with involutes and with one another.
//!
//! Two curves with outward normals n and -n are apart by s(n) = n·(x₂(-n) - x₁(n)). With ψ the angle of n, t its derivative, and
//! ρ the radii of curvature there (negative in a hole),
//!
//! ```text
//! s' = t·(x₂ - x₁),      s'' = -s - ρ₁ - ρ₂
//! ```
//!
//! Two convex curves touch where s is largest, a curve in a hole where s is least.

use super::curve::{roll, Flat, Gap, Kind, Pose, P2};
use crate::number::Num;

/// The point of a curve with the outward normal n, from the origin of its frame, and its radius of curvature there; nothing of
/// a line, or where an involute is hollow.
fn outward<D: Num>(k: &Kind, at: &Pose<D>, n: &Flat<D>) -> Option<(Flat<D>, D)> {
    Some(match *k {
        Kind::Round { c, rho } => (at.out(&c).plus(&n.scaled(rho)), D::from(rho)),
        Kind::Oval { c, x, a: [a, b], .. } => {
            let (x, y) = (at.out(&x), at.out(&x.left()));
            let (nx, ny) = (n.dot(&x), n.dot(&y));
            let h = (nx * nx * (a * a) + ny * ny * (b * b)).sqrt();
            let q = h.recip();
            let p = x.times(nx * q * (a * a)).plus(&y.times(ny * q * (b * b)));
            (at.out(&c).plus(&p), q * q * q * (a * a * b * b))
        }
        Kind::Involute { c, r, alpha, hand, sign, mid } if sign > 0.0 => {
            let t = n.left().scaled(hand);
            let phi = roll(&t, at, alpha, hand, mid);
            let x = at.out(&c).plus(&t.scaled(r)).plus(&n.times(phi * r));
            (x, phi * r)
        }
        _ => return None,
    })
}

/// The point of an ellipse furthest along a direction, from the origin of its frame.
pub(super) fn furthest<D: Num>(k: &Kind, at: &Pose<D>, n: &Flat<D>) -> Option<Flat<D>> {
    outward(k, at, n).map(|(x, _)| x)
}

/// The gap of an ellipse and another curve that is no line.
pub(super) fn gap_of<D: Num>(one: &Kind, two: &Kind, a: &Pose<D>, b: &Pose<D>) -> Option<Gap<D>> {
    let Kind::Oval { x, mid, .. } = *one else { return None };
    let d = b.r.minus(&a.r);
    let (ra, rb, rd) = (real(a), real(b), Flat(d.0.map(|v| v.re())));
    let hole = matches!(two, Kind::Round { rho, .. } if *rho < 0.0);
    // from the middle of the piece
    let middle = ra.out(&x.scaled(mid.0[0]).plus(&x.left().scaled(mid.0[1])));
    let at = |psi: f64| {
        let n = P2::at_angle(psi);
        let (x1, r1) = outward(one, &ra, &n)?;
        let (x2, r2) = outward(two, &rb, &n.scaled(-1.0))?;
        let X = rd.plus(&x2).minus(&x1);
        let s = n.dot(&X);
        Some((s, n.left().dot(&X), -s - r1 - r2))
    };
    let (psi, second) = climb(at, middle.angle(), if hole { -1.0 } else { 1.0 })?;
    // one more step, which brings the change of the normal
    let across = |n: &Flat<D>| {
        let (x1, _) = outward(one, a, n)?;
        let (x2, _) = outward(two, b, &n.scaled(-1.0))?;
        Some((x1, x2, d.plus(&x2).minus(&x1)))
    };
    let n0 = P2::at_angle(psi);
    let n: Flat<D> = Flat(n0.0.map(D::from));
    let (_, _, X) = across(&n)?;
    let turn = n.left().dot(&X) * (-1.0 / second);
    let n = n.plus(&n.left().times(turn));
    let n = n.times(n.dot(&n).sqrt().recip());
    let (c1, c2, X) = across(&n)?;
    Some(Gap { g: n.dot(&X), n, c1, c2 })
}

fn real<D: Num>(p: &Pose<D>) -> Pose<f64> {
    let v = |v: &Flat<D>| Flat(v.0.map(|x| x.re()));
    Pose { r: v(&p.r), e: [v(&p.e[0]), v(&p.e[1])] }
}

/// The highest place of `side` s uphill from an angle, and s'' there; none where it is flat.
fn climb(
    at: impl Fn(f64) -> Option<(f64, f64, f64)>,
    mut psi: f64,
    side: f64,
) -> Option<(f64, f64)> {
    let mut now = at(psi)?;
    let mut done = false;
    for _ in 0..60 {
        let size = now.0.abs() + now.2.abs();
        let mut turn = match side * now.2 < 0.0 {
            true => (-now.1 / now.2).clamp(-0.5, 0.5),
            false => 0.3 * (side * now.1).signum(),
        };
        let mut next = at(psi + turn)?;
        for _ in 0..12 {
            if side * (next.0 - now.0) >= -1e-15 * size || turn.abs() < 1e-6 {
                break;
            }
            turn *= 0.5;
            next = at(psi + turn)?;
        }
        (psi, now) = (psi + turn, next);
        if done {
            return (side * now.2 < -1e-9 * size).then_some((psi, now.2));
        }
        done = turn.abs() < 1e-8;
    }
    None
}
