//! Energy under the generalized-α method. For M a = -K q and the coefficients of Chung and Hulbert
//!
//! ```text
//! E + X never grows,   X = ½ h²(β - γ/2) āᵀ M ā + (½ - α_f)/(2γ - 1) yᵀ K y
//! (1 - α_m) y1 + α_m y0 = (γ - ½)(q1 - q0),   y = 0 where ā = a
//! ```
//!
//! E(n+1) + X(n+1) - E(n) - X(n) = -(½-α_f)(½-α_m)/(γ-½) Δyᵀ K Δy - h²(β-γ/2)(γ-½) Δāᵀ M Δā, by the
//! identities q1 - q0 = h(u0 + u1)/2 + h²(β - γ/2)(ā1 - ā0) and M(ā - a) = K y. X is of order h². The energy E at the ends of
//! the steps may hence grow by X at most: between E and E + X it goes to and fro with each wave.

use crate::common::Run;
use percussion::schemes::Start;

/// E, X and the percussions of all contacts at the ends of the steps.
pub fn history(r: &Run, rho: f64) -> Vec<[f64; 3]> {
    let (p, h) = (r.prepare(), r.settings.dt);
    let sys = &p.system;
    let (alpha_m, alpha_f) = ((2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0));
    let gamma = 0.5 + alpha_f - alpha_m;
    let beta = 0.25 * (gamma + 0.5) * (gamma + 0.5);
    let start = Start { t: 0.0, q: &p.q0, u: &p.u0, dt: h };
    let mut scheme = r.make().start(sys, &start).unwrap();
    let (mut ev, mut d) = (sys.eval(), sys.derivatives());
    let mut a = scheme.state().a.clone();
    let (mut bar, mut q, mut y) = (a.clone(), p.q0.clone(), vec![0.0; sys.nu]);
    let mut all = Vec::new();
    for _ in 0..r.settings.steps() {
        scheme.step(h).unwrap();
        let s = scheme.state();
        for i in 0..sys.nu {
            bar[i] =
                (alpha_f * a[i] + (1.0 - alpha_f) * s.a[i] - alpha_m * bar[i]) / (1.0 - alpha_m);
            y[i] = ((gamma - 0.5) * (s.q[i] - q[i]) - alpha_m * y[i]) / (1.0 - alpha_m);
        }
        a.copy_from_slice(&s.a);
        q.copy_from_slice(&s.q);
        sys.evaluate(s.t, &s.q, &s.u, &mut ev);
        sys.differentiate_h(s.t, &s.q, &ev, &mut d);
        let entries = sys.M_entries.iter().zip(&ev.M);
        let inertia: f64 = entries.map(|(&(i, j), m)| m * bar[i] * bar[j]).sum();
        let entries = sys.K_entries.iter().zip(&d.dh_q);
        let strain: f64 = entries.map(|(&(i, j), k)| -k * y[i] * y[j]).sum();
        let X = 0.5 * h * h * (beta - 0.5 * gamma) * inertia
            + (0.5 - alpha_f) / (2.0 * gamma - 1.0) * strain;
        let P = sys.contacts.iter().map(|c| s.P[c.row]).sum();
        all.push([sys.energy(s.t, &s.q, &ev.u), X, P]);
    }
    all
}

/// Largest growth in a step of E, of E + X, and of E + X in steps without contact.
pub fn growth(all: &[[f64; 3]]) -> [f64; 3] {
    let mut most = [f64::NEG_INFINITY; 3];
    for w in all.windows(2) {
        let (E, X) = (w[1][0] - w[0][0], w[1][1] - w[0][1]);
        most[0] = most[0].max(E);
        most[1] = most[1].max(E + X);
        if w[0][2] == 0.0 && w[1][2] == 0.0 {
            most[2] = most[2].max(E + X);
        }
    }
    most
}
