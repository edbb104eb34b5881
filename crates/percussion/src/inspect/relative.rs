//! Steady rotation: equilibrium as seen from a frame that turns with the constant angular velocity ω
//! about an axis through the origin.
//!
//! All bodies move with u(q) and a(q) of a rigid rotation, v = ω × r, Ω = Aᵀω, v' = ω × v, Ω' = 0:
//!
//! ```text
//! F(q) = h(t, q, u(q)) - M a(q) + Wᵀ λ = 0,   g(t, q) = 0
//! ∂F/∂θ = K + D ∂u/∂θ - M ∂a/∂θ
//! ```
//!
//! with K and D of the linearised equations. ω, gravity and time grow together with the load, as in
//! [`statics`](crate::statics). Contacts, friction and rolling do not take part.

use super::linear::{constrained_step, dense_M, Coefficients, Row, Rows};
use crate::bodies::{orientation, Motion};
use crate::error::ModelError;
use crate::frame::{tilde, V3};
use crate::statics::{Equilibrium, StaticPath, StaticSettings};
use crate::system::{RowKind, System};
use nalgebra::{DMatrix, DVector};

/// Most velocities: the matrices are dense.
const MAX_VELOCITIES: usize = 600;
const MAX_HALVINGS: u32 = 10;

/// Velocities and accelerations of a rigid rotation with ω about an axis through the origin.
pub fn rigid_rotation(sys: &System, q: &[f64], omega: &V3) -> (Vec<f64>, Vec<f64>) {
    let (mut u, mut a) = (vec![0.0; sys.nu], vec![0.0; sys.nu]);
    for b in &sys.bodies {
        for m in b.body.motions() {
            match m {
                Motion::Shift { q: p, u: at, axes } => {
                    let mut r = V3::zeros();
                    (0..axes).for_each(|k| r[k] = q[b.q.start + p + k]);
                    let v = omega.cross(&r);
                    let c = omega.cross(&v);
                    for k in 0..axes {
                        (u[b.u.start + at + k], a[b.u.start + at + k]) = (v[k], c[k]);
                    }
                }
                Motion::Turn { q: p, u: at } => {
                    let w = orientation(&q[b.q.start + p..][..4]).tr_mul(omega);
                    (0..3).for_each(|k| u[b.u.start + at + k] = w[k]);
                }
                Motion::Angle { u: at } => u[b.u.start + at] = omega.z,
            }
        }
    }
    (u, a)
}

/// Whether the system can be seen from a frame that turns with ω.
///
/// # Errors
/// What stands in the way.
pub fn check_turning(sys: &System, omega: &V3) -> Result<(), ModelError> {
    let refuse = |allowed: String| {
        let value = format!("{}, {}, {}", omega.x, omega.y, omega.z);
        Err(ModelError::Invalid { what: "angular velocity of the frame".into(), value, allowed })
    };
    if !omega.iter().all(|w| w.is_finite()) {
        return refuse("three finite numbers".into());
    }
    if *omega == V3::zeros() {
        return Ok(());
    }
    for b in &sys.bodies {
        let motions = b.body.motions();
        if motions.is_empty() {
            return refuse(format!(
                "0, 0, 0, as '{}' has no place in space that could turn",
                b.name
            ));
        }
        let flat = |m: &Motion| match m {
            Motion::Shift { axes, .. } => *axes < 3,
            Motion::Turn { .. } => false,
            Motion::Angle { .. } => true,
        };
        let line = |m: &Motion| matches!(m, Motion::Shift { axes: 1, .. });
        if motions.iter().any(line) {
            return refuse(format!("0, 0, 0, as '{}' moves along one axis only", b.name));
        }
        if motions.iter().any(flat) && omega.xy().norm() > 0.0 {
            return refuse(format!("0, 0, W, as '{}' moves in the plane", b.name));
        }
    }
    Ok(())
}

/// Follows the relative equilibrium from the coordinates `q0` to the full angular velocity.
///
/// # Errors
/// A model that is too large, that cannot turn, or whose gravity is not along the axis.
pub fn rotating_equilibrium(
    sys: &mut System,
    q0: &[f64],
    omega: V3,
    settings: &StaticSettings,
) -> Result<StaticPath, ModelError> {
    check_turning(sys, &omega)?;
    let gravity = sys.gravity();
    if gravity.cross(&omega).norm() > 1e-9 * gravity.norm() * omega.norm() {
        return Err(ModelError::Invalid {
            what: "gravity in a turning frame".into(),
            value: format!("{}, {}, {}", gravity.x, gravity.y, gravity.z),
            allowed: "zero, or along the axis of the rotation: else there is no steady motion"
                .into(),
        });
    }
    if sys.nu > MAX_VELOCITIES {
        let n = sys.nu as f64;
        return Err(ModelError::value("number of velocities", n, "at most 600 in a turning frame"));
    }
    let list: Vec<Row> = (0..sys.nr)
        .filter(|&r| sys.kinds[r] == RowKind::Position)
        .map(|r| Row { r, position: true })
        .collect();
    let mut path = StaticPath::default();
    let mut q = q0.to_vec();
    let whole = 1.0 / settings.steps.max(1) as f64;
    let (mut load, mut step, mut halvings) = (0.0, whole, 0);
    while load < 1.0 - 1e-12 {
        let next = if load + step > 1.0 - 1e-9 { 1.0 } else { load + step };
        sys.set_load(gravity, next);
        let mut q1 = q.clone();
        match newton(sys, next * settings.t_end, &mut q1, &(omega * next), &list, settings) {
            Some((iterations, la)) => {
                (q, load) = (q1, next);
                path.states.push(Equilibrium { load, q: q.clone(), la, iterations });
                if halvings > 0 {
                    (step, halvings) = (2.0 * step, halvings - 1);
                }
            }
            None if halvings < MAX_HALVINGS => (step, halvings) = (0.5 * step, halvings + 1),
            None => {
                path.failed_at = Some(next);
                break;
            }
        }
    }
    sys.set_load(gravity, 1.0);
    Ok(path)
}

/// Newton's method at one load: iterations, and forces of all rows.
fn newton(
    sys: &System,
    t: f64,
    q: &mut [f64],
    omega: &V3,
    list: &[Row],
    settings: &StaticSettings,
) -> Option<(usize, Vec<f64>)> {
    let mut ev = sys.eval();
    let scale = q.iter().fold(1.0_f64, |a, v| a.max(v.abs()));
    let mut before = f64::INFINITY;
    let mut dq = vec![0.0; sys.nq];
    for iteration in 1..=settings.max_newton {
        let (u, a) = rigid_rotation(sys, q, omega);
        sys.evaluate(t, q, &u, &mut ev);
        if !ev.h.iter().chain(&ev.W).chain(&ev.M).chain(&ev.g).all(|v| v.is_finite()) {
            return None;
        }
        let rows = Rows::new(sys, &ev, list);
        let M = dense_M(sys, &ev);
        let F = DVector::from_column_slice(&ev.h) - &M * DVector::from_column_slice(&a);
        let lambda = reactions(&rows, &F)?;
        let c = Coefficients::new(sys, q, &ev, list, &a, lambda.as_slice());
        let (U, A) = rates(sys, q, omega);
        let dF = &c.K + &c.D * U - &M * A;
        let g = DVector::from_fn(list.len(), |k, _| ev.g[list[k].r]);
        let x = constrained_step(&rows, &g, &F, &dF)?;
        sys.B(t, q, x.as_slice(), &mut dq);
        q.iter_mut().zip(&dq).for_each(|(q, d)| *q += d);
        sys.normalize(q);
        let change = x.amax();
        if !change.is_finite() || change > 1e4 * scale {
            return None;
        }
        let stalled = change <= 1e-8 * scale && change > 0.25 * before;
        before = change;
        if change <= settings.tol * scale || stalled {
            let mut la = vec![0.0; sys.nr];
            list.iter().zip(lambda.iter()).for_each(|(row, v)| la[row.r] = *v);
            // a direction that nothing holds must carry no force
            let left = &F + rows.W.tr_mul(&lambda);
            let carried = F.amax().max(lambda.amax()).max(1e-12);
            let fine = left.amax() <= 1e-6 * carried + 1e-9 * dF.amax() * scale;
            return fine.then_some((iteration, la));
        }
    }
    None
}

/// ∂u/∂θ and ∂a/∂θ of the rigid rotation.
fn rates(sys: &System, q: &[f64], omega: &V3) -> (DMatrix<f64>, DMatrix<f64>) {
    let n = sys.nu;
    let (mut U, mut A) = (DMatrix::zeros(n, n), DMatrix::zeros(n, n));
    let w = tilde(omega);
    for b in &sys.bodies {
        for m in b.body.motions() {
            match m {
                Motion::Shift { u: at, axes, .. } => {
                    let (at, w2) = (b.u.start + at, w * w);
                    for i in 0..axes {
                        for j in 0..axes {
                            U[(at + i, at + j)] = w[(i, j)];
                            A[(at + i, at + j)] = w2[(i, j)];
                        }
                    }
                }
                Motion::Turn { q: p, u: at } => {
                    // δ(Aᵀω) = (Aᵀω) × δθ
                    let own = tilde(&orientation(&q[b.q.start + p..][..4]).tr_mul(omega));
                    for i in 0..3 {
                        (0..3).for_each(|j| {
                            U[(b.u.start + at + i, b.u.start + at + j)] = own[(i, j)]
                        });
                    }
                }
                Motion::Angle { .. } => {}
            }
        }
    }
    (U, A)
}

/// Forces of the independent rows that come nearest to F + Wᵀλ = 0.
fn reactions(rows: &Rows, F: &DVector<f64>) -> Option<DVector<f64>> {
    let mut out = DVector::zeros(rows.list.len());
    if !rows.independent.is_empty() {
        let W = rows.W.select_rows(&rows.independent);
        let la = (&W * W.transpose()).cholesky()?.solve(&-(&W * F));
        rows.independent.iter().zip(la.iter()).for_each(|(&k, v)| out[k] = *v);
    }
    Some(out)
}
