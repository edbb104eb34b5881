//! Consistent initial values: reported when they are not, projected on request.

use super::*;
use crate::error::ModelError;
use crate::system::Kkt;

/// What the initial state violates.
#[derive(Clone, Debug, Default)]
pub struct InitialReport {
    /// Largest |g| of bilateral rows at position level (m, rad).
    pub position: f64,
    /// Largest |g'| of bilateral rows (m/s, rad/s).
    pub velocity: f64,
    /// Largest penetration.
    pub penetration: f64,
}

/// Largest violation that counts as round-off, relative to lengths or speeds of at least one.
pub const START_TOLERANCE: f64 = 1e-9;

fn scale(values: &[f64]) -> f64 {
    values.iter().fold(1.0_f64, |a, v| a.max(v.abs()))
}

/// Whether coordinates and velocities are as many as those of a system, and finite.
pub(crate) fn check_size(sys: &System, q: &[f64], u: &[f64]) -> Result<(), ModelError> {
    for (what, v, n) in [("coordinates", q, sys.nq), ("velocities", u, sys.nu)] {
        if v.len() != n {
            return Err(ModelError::Invalid {
                what: format!("number of {what} at the start"),
                value: v.len().to_string(),
                allowed: n.to_string(),
            });
        }
        if let Some(x) = v.iter().find(|x| !x.is_finite()) {
            return Err(ModelError::value(format!("{what} at the start"), *x, "finite numbers"));
        }
    }
    Ok(())
}

/// Check the initial state; the first violation is an error that names the element.
pub fn check_initial(sys: &System, q: &[f64], u: &[f64]) -> Result<InitialReport, ModelError> {
    check_size(sys, q, u)?;
    let mut ev = sys.eval();
    sys.evaluate(0.0, q, u, &mut ev);
    check_motion(sys, q, &ev)?;
    let mut gd = vec![0.0; sys.nr];
    sys.rows_dot(&ev, &ev.u, &mut gd);
    let mut report = InitialReport::default();
    let (tol_q, tol_u) = (START_TOLERANCE * scale(q), START_TOLERANCE * scale(u));
    for r in 0..sys.nr {
        let bad = |quantity, value: f64, allowed| {
            ModelError::Inconsistent {
            quantity,
            element: sys.row_name(r).into(),
            value,
            allowed,
            remedy: "correct it, or have it projected: --set project=yes, or system::project_initial in a program",
        }
        };
        if !ev.g[r].is_finite() || !gd[r].is_finite() {
            return Err(bad("gap or constraint", f64::NAN, "a finite number"));
        }
        match sys.kinds[r] {
            RowKind::Position | RowKind::Velocity => {
                report.position = report.position.max(ev.g[r].abs());
                report.velocity = report.velocity.max(gd[r].abs());
                if ev.g[r].abs() > tol_q {
                    return Err(bad("position constraint", ev.g[r], "zero"));
                }
                if gd[r].abs() > tol_u {
                    return Err(bad("velocity constraint", gd[r], "zero"));
                }
            }
            RowKind::Normal(_) => {
                report.penetration = report.penetration.max(-ev.g[r]);
                if ev.g[r] < -tol_q {
                    return Err(bad("gap", ev.g[r], "zero or greater"));
                }
            }
            RowKind::Friction(_) => {}
        }
    }
    Ok(report)
}

/// Masses and forces are numbers; the error names the body or force where they are not.
fn check_motion(sys: &System, q: &[f64], ev: &Eval) -> Result<(), ModelError> {
    let number = |what: String, v: &[f64]| match v.iter().find(|x| !x.is_finite()) {
        Some(&x) => Err(ModelError::value(what, x, "finite numbers")),
        None => Ok(()),
    };
    let c = sys.context(ev.t, q, &ev.u);
    for f in &sys.forces {
        let mut h = vec![0.0; f.dofs.len()];
        f.force.h(&c, &f.dofs, &mut h);
        number(format!("{}: force at the start", f.name), &h)?;
    }
    for b in &sys.bodies {
        number(format!("{}: mass matrix at the start", b.name), &ev.M[b.m.clone()])?;
        number(format!("{}: forces at the start", b.name), &ev.h[b.u.clone()])?;
        if !b.body.passive() {
            check_mass(sys, b, ev)?;
        }
    }
    Ok(())
}

/// The mass matrix of a body given by functions is symmetric and positive definite.
fn check_mass(sys: &System, b: &BodySlot, ev: &Eval) -> Result<(), ModelError> {
    let n = b.u.len();
    let mut m = nalgebra::DMatrix::<f64>::zeros(n, n);
    for (&(i, j), &x) in sys.M_entries[b.m.clone()].iter().zip(&ev.M[b.m.clone()]) {
        m[(i - b.u.start, j - b.u.start)] += x;
    }
    let off = (&m - m.transpose()).amax();
    if off > START_TOLERANCE * m.amax() {
        let what = format!("{}: difference of the mass matrix and its transpose", b.name);
        return Err(ModelError::value(what, off, "zero: a mass matrix is symmetric"));
    }
    let least = m.symmetric_eigenvalues().min();
    match least > 0.0 {
        true => Ok(()),
        false => {
            let what = format!("{}: least eigenvalue of the mass matrix at the start", b.name);
            Err(ModelError::value(what, least, "greater than zero: every motion has mass"))
        }
    }
}

/// Project coordinates and velocities on the bilateral constraints and out of penetration, in the
/// metric of M.
pub fn project_initial(sys: &System, q: &mut [f64], u: &mut [f64]) -> Result<(), ModelError> {
    check_size(sys, q, u)?;
    let mut ev = sys.eval();
    let mut kkt = Kkt::new(sys);
    let slip = vec![0.0; sys.nr];
    let mut x = vec![0.0; sys.nu];
    let mut m = vec![0.0; sys.nr];
    let mut dq = vec![0.0; sys.nq];
    for _ in 0..50 {
        sys.evaluate(0.0, q, u, &mut ev);
        let on: Vec<bool> = (0..sys.nr)
            .map(|r| match sys.kinds[r] {
                RowKind::Position => true,
                RowKind::Normal(_) => ev.g[r] < 0.0,
                _ => false,
            })
            .collect();
        x.fill(0.0);
        (0..sys.nr).for_each(|r| m[r] = if on[r] { -ev.g[r] } else { 0.0 });
        let worst = m.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
        if worst < 1e-14 * scale(q) {
            break;
        }
        kkt.factor(sys, &ev, None, &[], &on, &slip);
        if !kkt.solve(&mut x, &mut m) {
            break;
        }
        sys.B(0.0, q, &x, &mut dq);
        q.iter_mut().zip(&dq).for_each(|(q, d)| *q += d);
        sys.normalize(q);
    }
    sys.evaluate(0.0, q, u, &mut ev);
    let on: Vec<bool> =
        sys.kinds.iter().map(|k| matches!(k, RowKind::Position | RowKind::Velocity)).collect();
    sys.rows_dot(&ev, &ev.u, &mut m);
    (0..sys.nr).for_each(|r| m[r] = if on[r] { -m[r] } else { 0.0 });
    x.fill(0.0);
    kkt.factor(sys, &ev, None, &[], &on, &slip);
    if kkt.solve(&mut x, &mut m) {
        u.iter_mut().zip(&x).for_each(|(u, d)| *u += d);
    }
    match check_initial(sys, q, u) {
        Err(ModelError::Inconsistent { quantity, element, value, allowed, .. }) => {
            let remedy = "no projection removes it: check axes and lengths, or start elsewhere";
            Err(ModelError::Inconsistent { quantity, element, value, allowed, remedy })
        }
        other => other.map(|_| ()),
    }
}
