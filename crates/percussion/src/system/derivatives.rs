use super::*;
use crate::memory::remember;

/// Derivatives at (t, q, u): ∂h/∂θ, ∂h/∂u in the order of [`System::K_entries`], H of each row.
#[derive(Clone, Debug, Default)]
pub struct Derivatives {
    /// ∂h/∂θ.
    pub dh_q: Vec<f64>,
    /// ∂h/∂u.
    pub dh_u: Vec<f64>,
    /// Blocks ∂W_r/∂θ.
    pub H: Vec<f64>,
}
remember!(cache Derivatives { dh_q, dh_u, H });

impl System {
    /// A workspace of the right size.
    pub fn derivatives(&self) -> Derivatives {
        Derivatives {
            dh_q: vec![0.0; self.K_entries.len()],
            dh_u: vec![0.0; self.K_entries.len()],
            H: vec![0.0; self.h_len],
        }
    }

    /// ∂h/∂θ and ∂h/∂u.
    pub fn differentiate_h(&self, t: f64, q: &[f64], ev: &Eval, d: &mut Derivatives) {
        for b in &self.bodies {
            if b.k.is_empty() {
                continue;
            }
            let (q, u) = (&q[b.q.clone()], &ev.u[b.u.clone()]);
            let (dq, du) = (&mut d.dh_q[b.k.clone()], &mut d.dh_u[b.k.clone()]);
            b.body.dh(t, q, u, &self.gravity, dq, du);
        }
        let c = Context { t, q, u: &ev.u, bodies: &self.bodies };
        for f in &self.forces {
            let (dq, du) = (&mut d.dh_q[f.k.clone()], &mut d.dh_u[f.k.clone()]);
            f.force.dh(&c, &f.dofs, dq, du);
            if self.load != 1.0 && f.force.load_in_time() {
                let [mut dq0, mut du0] = [vec![0.0; dq.len()], vec![0.0; du.len()]];
                f.force.dh(&Context { t: 0.0, ..c }, &f.dofs, &mut dq0, &mut du0);
                dq.iter_mut().zip(&dq0).for_each(|(d, d0)| *d -= (1.0 - self.load) * d0);
            }
        }
    }

    /// H of every row.
    pub fn differentiate_W(&self, t: f64, q: &[f64], ev: &Eval, d: &mut Derivatives) {
        let c = Context { t, q, u: &ev.u, bodies: &self.bodies };
        for (k, e) in self.elements.iter().enumerate() {
            let empty = ev.empty.get(k).is_some_and(|empty| *empty);
            if ev.is_far(e.rows.start) && !empty {
                continue;
            }
            let n = e.dofs.len();
            let block = &mut d.H[e.hess..e.hess + e.rows.len() * n * n];
            block.fill(0.0);
            if !empty {
                e.element.second(&c, block);
            }
        }
    }

    /// ∂(M x)/∂θ in the order of [`System::K_entries`], zero for forces.
    pub fn dMx(&self, t: f64, q: &[f64], x: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        if self.constant_M {
            return;
        }
        for b in self.bodies.iter().filter(|b| !b.body.constant_M()) {
            b.body.dMx(t, &q[b.q.clone()], &x[b.u.clone()], &mut out[b.k.clone()]);
        }
    }

    /// Whether M never changes.
    pub fn constant_M(&self) -> bool {
        self.constant_M
    }

    /// Names of the forces.
    pub fn force_names(&self) -> impl Iterator<Item = &str> {
        self.forces.iter().map(|f| f.name.as_str())
    }
}
