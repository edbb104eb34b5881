//! Contact features held within a step.
//!
//! Corners and edges come and go as bodies move: an iterate that turns a box by 1e-9 has other features than
//! the one before, in the same places. Where a step does not settle for that, the contacts of one iterate are held
//! as they are, linear about its displacement x₀:
//!
//! ```text
//! g = g₀ + W₀ (x - x₀),    W = W₀,    ζ = ζ₀
//! ```

use crate::system::{Eval, RowKind, System};

/// The contact rows of an iterate.
#[derive(Default)]
pub(super) struct Frozen {
    rows: Vec<usize>,
    W: Vec<f64>,
    g: Vec<f64>,
    zeta: Vec<f64>,
    x: Vec<f64>,
}

impl Frozen {
    /// Those of an evaluation at the displacement x.
    pub fn new(sys: &System, ev: &Eval, x: &[f64]) -> Self {
        let mut f = Frozen { x: x.to_vec(), ..Frozen::default() };
        for r in (0..sys.nr).filter(|&r| !ev.is_far(r)) {
            if matches!(sys.kinds[r], RowKind::Normal(_) | RowKind::Friction(_)) {
                f.rows.push(r);
                f.W.extend_from_slice(sys.row(ev, r).0);
                f.g.push(ev.g[r]);
                f.zeta.push(ev.zeta[r]);
            }
        }
        f
    }

    /// Put them into an evaluation at the displacement x.
    pub fn apply(&self, sys: &System, ev: &mut Eval, x: &[f64]) {
        let mut at = 0;
        for (k, &r) in self.rows.iter().enumerate() {
            let place = sys.W_ptr[r]..sys.W_ptr[r + 1];
            let W = &self.W[at..at + place.len()];
            at += place.len();
            let moved = W.iter().zip(&sys.W_col[place.clone()]).filter(|(_, &d)| d < sys.nu);
            let moved: f64 = moved.map(|(w, &d)| w * (x[d] - self.x[d])).sum();
            ev.W[place].copy_from_slice(W);
            sys.wake(ev, r);
            let normal = matches!(sys.kinds[r], RowKind::Normal(_));
            ev.g[r] = if normal { self.g[k] + moved } else { self.g[k] };
            ev.zeta[r] = self.zeta[k];
        }
    }
}
