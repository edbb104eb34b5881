//! Central differences of an assembled system along its velocities and along time.

use percussion::error::ModelError;
use percussion::frame::{Anchor, BodyId, Drive, TimeFn, M3, V3};
use percussion::model::Model;
use percussion::system::{Eval, RowKind, System};

/// Step of the differences and largest relative difference that passes.
pub const STEP: f64 = 2e-5;
pub const TOLERANCE: f64 = 1e-6;

/// Deterministic numbers in (-1, 1).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    pub fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    pub fn vector(&mut self) -> V3 {
        V3::new(self.next(), self.next(), self.next())
    }
    pub fn rotation(&mut self) -> M3 {
        let axis = self.vector().normalize();
        percussion::frame::rotation(&axis, 3.0 * self.next())
    }
    /// An anchor with an offset and axes anywhere.
    pub fn anchor(&mut self, body: Option<BodyId>) -> Anchor {
        let at = body.map_or(Anchor::world(V3::zeros()), |b| Anchor::on(b, V3::zeros()));
        at.offset(self.vector()).with_axes(self.rotation())
    }
    /// The same in the plane: no offset along z, turned about z.
    pub fn planar_anchor(&mut self, body: Option<BodyId>) -> Anchor {
        let mut a = self.anchor(body);
        a.rho.z = 0.0;
        a.with_axes(percussion::frame::rotation(&V3::z(), 3.0 * self.next()))
    }
}

/// A slide and a turn about `axis` that are not polynomials.
pub fn drive(axis: V3) -> Drive {
    Drive {
        axis,
        slide: Some(TimeFn::new(|t| {
            let (s, c) = (1.3 * t + 0.2).sin_cos();
            [0.4 * s, 0.52 * c, -0.676 * s]
        })),
        turn: Some(TimeFn::new(|t| {
            let (s, c) = (0.9 * t - 0.4).sin_cos();
            [0.7 * s, 0.63 * c, -0.567 * s]
        })),
    }
}

/// A state to differentiate at.
pub struct At {
    pub t: f64,
    pub q: Vec<f64>,
    pub u: Vec<f64>,
}

impl At {
    /// Near the model's initial state, which keeps bodies apart.
    pub fn random(sys: &System, rng: &mut Random) -> Self {
        let mut q: Vec<f64> = sys.q0.iter().map(|v| v + 0.5 * rng.next()).collect();
        sys.normalize(&mut q);
        let u = sys.u0.iter().map(|v| v + rng.next()).collect();
        At { t: 0.8 * rng.next(), q, u }
    }

    /// Moved by s along velocity k (the last: time), or along the motion itself.
    fn moved(&self, sys: &System, k: Option<usize>, s: f64) -> At {
        let mut dq = vec![0.0; sys.nq];
        let dt = match k {
            Some(k) if k < sys.nu => {
                let mut x = vec![0.0; sys.nu];
                x[k] = s;
                sys.B(self.t, &self.q, &x, &mut dq);
                0.0
            }
            // at rest coordinates may drift
            Some(_) => {
                sys.qdot(self.t, &self.q, &vec![0.0; sys.nu], &mut dq);
                dq.iter_mut().for_each(|d| *d *= s);
                s
            }
            None => {
                sys.qdot(self.t, &self.q, &self.u, &mut dq);
                dq.iter_mut().for_each(|d| *d *= s);
                s
            }
        };
        let mut q: Vec<f64> = self.q.iter().zip(&dq).map(|(q, d)| q + d).collect();
        sys.normalize(&mut q);
        At { t: self.t + dt, q, u: self.u.clone() }
    }
}

pub fn evaluate(sys: &System, at: &At) -> Eval {
    let mut ev = sys.eval();
    sys.evaluate(at.t, &at.q, &at.u, &mut ev);
    ev
}

/// W with global columns, time last: one row after another.
fn dense_W(sys: &System, ev: &Eval) -> Vec<f64> {
    let n = sys.nu + 1;
    let mut w = vec![0.0; sys.nr * n];
    for r in 0..sys.nr {
        let (row, dofs) = sys.row(ev, r);
        row.iter().zip(dofs).for_each(|(v, &d)| w[r * n + d] += v);
    }
    w
}

/// Central difference of a vector function of the state.
pub fn difference(
    sys: &System,
    at: &At,
    k: Option<usize>,
    f: impl Fn(&System, &At) -> Vec<f64>,
) -> Vec<f64> {
    let speed = at.u.iter().fold(1.0f64, |m, u| m.max(u.abs()));
    let s = if k.is_none() { STEP / speed } else { STEP };
    let (a, b) = (f(sys, &at.moved(sys, k, s)), f(sys, &at.moved(sys, k, -s)));
    a.iter().zip(&b).map(|(a, b)| (a - b) / (2.0 * s)).collect()
}

/// Compare relative to the size of the expected values, at least one.
pub fn assert_near(what: &str, got: &[f64], expected: &[f64]) {
    assert_eq!(got.len(), expected.len(), "{what}");
    let size = expected.iter().fold(1.0f64, |m, v| m.max(v.abs()));
    for (k, (a, b)) in got.iter().zip(expected).enumerate() {
        assert!((a - b).abs() < TOLERANCE * size, "{what}, entry {k}: {a}, difference {b}");
    }
}

/// W, ζ and H of every row of a system against differences.
pub fn check_rows(what: &str, sys: &System, at: &At, gaps: bool) {
    let n = sys.nu + 1;
    let ev = evaluate(sys, at);
    let w = dense_W(sys, &ev);
    let mut d = sys.derivatives();
    sys.differentiate_W(at.t, &at.q, &ev, &mut d);
    let mut H = vec![0.0; sys.nr * n * n];
    for e in &sys.elements {
        let m = e.dofs.len();
        for (k, r) in e.rows.clone().enumerate() {
            for (i, &gi) in e.dofs.iter().enumerate() {
                for (j, &gj) in e.dofs.iter().enumerate() {
                    H[(r * n + gi) * n + gj] += d.H[e.hess + (k * m + i) * m + j];
                }
            }
        }
    }
    for j in 0..n {
        let dg = difference(sys, at, Some(j), |s, a| evaluate(s, a).g);
        for r in 0..sys.nr {
            if gaps && matches!(sys.kinds[r], RowKind::Position | RowKind::Normal(_)) {
                assert_near(&format!("{what}: W[{r}][{j}]"), &[w[r * n + j]], &[dg[r]]);
            }
        }
        let dW = difference(sys, at, Some(j), |s, a| dense_W(s, &evaluate(s, a)));
        let column: Vec<f64> = (0..sys.nr * n).map(|ri| H[ri * n + j]).collect();
        assert_near(&format!("{what}: H along {j}"), &column, &dW);
    }
    // ζ = W' û along the motion itself
    let dW = difference(sys, at, None, |s, a| dense_W(s, &evaluate(s, a)));
    let zeta: Vec<f64> =
        (0..sys.nr).map(|r| (0..n).map(|i| dW[r * n + i] * ev.u[i]).sum()).collect();
    assert_near(&format!("{what}: zeta"), &ev.zeta, &zeta);
    // ... and g'' - W a where there is a gap
    if gaps {
        let gd = |s: &System, a: &At| {
            let ev = evaluate(s, a);
            let mut gd = vec![0.0; s.nr];
            s.rows_dot(&ev, &ev.u, &mut gd);
            gd
        };
        assert_near(&format!("{what}: g''"), &ev.zeta, &difference(sys, at, None, gd));
    }
}

/// ∂h/∂θ, ∂h/∂u and ∂(M x)/∂θ of a system against differences.
pub fn check_forces(what: &str, sys: &System, at: &At, rng: &mut Random) {
    let n = sys.nu;
    let ev = evaluate(sys, at);
    let mut d = sys.derivatives();
    sys.differentiate_h(at.t, &at.q, &ev, &mut d);
    let x: Vec<f64> = (0..n).map(|_| rng.next()).collect();
    let mut dm = vec![0.0; sys.K_entries.len()];
    sys.dMx(at.t, &at.q, &x, &mut dm);
    let dense = |v: &[f64], j: usize| {
        let mut c = vec![0.0; n];
        for (&(a, b), v) in sys.K_entries.iter().zip(v) {
            if a < n && b == j {
                c[a] += v;
            }
        }
        c
    };
    let h = |s: &System, a: &At| evaluate(s, a).h;
    for j in 0..n {
        let along = difference(sys, at, Some(j), h);
        assert_near(&format!("{what}: dh/dθ{j}"), &dense(&d.dh_q, j), &along);
        let Mx = |s: &System, a: &At| {
            let mut out = vec![0.0; n];
            s.add_M(&evaluate(s, a), &x, &mut out);
            out
        };
        let along = difference(sys, at, Some(j), Mx);
        assert_near(&format!("{what}: dMx/dθ{j}"), &dense(&dm, j), &along);
        let shifted = |s: f64| {
            let mut u = at.u.clone();
            u[j] += s;
            evaluate(sys, &At { t: at.t, q: at.q.clone(), u }).h
        };
        let (a, b) = (shifted(STEP), shifted(-STEP));
        let along: Vec<f64> = a.iter().zip(&b).map(|(a, b)| (a - b) / (2.0 * STEP)).collect();
        assert_near(&format!("{what}: dh/du{j}"), &dense(&d.dh_u, j), &along);
    }
}

/// The forces at rest are minus the gradient of the energy.
pub fn check_potential(what: &str, sys: &System, at: &At) {
    let rest = At { t: at.t, q: at.q.clone(), u: vec![0.0; sys.nu] };
    let h = evaluate(sys, &rest).h;
    for j in 0..sys.nu {
        let dV = difference(sys, &rest, Some(j), |s, a| vec![s.energy(a.t, &a.q, &a.u)]);
        assert_near(&format!("{what}: -dV/dθ{j}"), &[h[j]], &[-dV[0]]);
    }
}

pub fn assemble(what: &str, model: Model) -> System {
    model.assemble().unwrap_or_else(|e: ModelError| panic!("{what}: {e}"))
}
