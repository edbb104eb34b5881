//! The rows of one item on the velocities it touches.

use super::small::Small;

/// The rows of an item on the velocities it touches.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::contact) struct Touch {
    pub dofs: Vec<usize>,
    /// Kinematic rows and directions of the forces, row by row.
    pub W: Vec<f64>,
    pub F: Vec<f64>,
}

impl Touch {
    /// x += Fᵀ m.
    #[inline]
    pub fn add_force(&self, m: &[f64], x: &mut [f64]) {
        let w = self.dofs.len();
        for (row, m) in self.F.chunks_exact(w.max(1)).zip(m) {
            self.dofs.iter().zip(row).for_each(|(&d, f)| x[d] += f * m);
        }
    }

    /// y = W x.
    #[inline]
    pub fn motion(&self, x: &[f64], y: &mut [f64]) {
        let w = self.dofs.len();
        for (row, y) in self.W.chunks_exact(w.max(1)).zip(y) {
            *y = self.dofs.iter().zip(row).map(|(&d, w)| w * x[d]).sum();
        }
    }

    /// Fᵀ C W of n rows added to the values at these addresses.
    pub fn add_stiffness(&self, C: &Small, n: usize, at: &[usize], value: &mut [f64]) {
        match (n, self.dofs.len()) {
            (3, 12) => self.add_of::<3, 12>(C, at, value),
            (3, 6) => self.add_of::<3, 6>(C, at, value),
            (1, 12) => self.add_of::<1, 12>(C, at, value),
            (1, 6) => self.add_of::<1, 6>(C, at, value),
            _ => self.add_of_any(C, n, at, value),
        }
    }

    /// The same for bodies in space, in registers.
    fn add_of<const N: usize, const WIDTH: usize>(
        &self,
        C: &Small,
        at: &[usize],
        value: &mut [f64],
    ) {
        let mut CW = [[0.0; WIDTH]; N];
        for (i, to) in CW.iter_mut().enumerate() {
            for (j, from) in self.W.chunks_exact(WIDTH).enumerate().take(N) {
                let by = C[i][j];
                to.iter_mut().zip(from).for_each(|(x, v)| *x += by * v);
            }
        }
        for (a, at) in at.chunks_exact(WIDTH).enumerate() {
            let mut row = [0.0; WIDTH];
            for (i, CW) in CW.iter().enumerate() {
                let by = self.F[i * WIDTH + a];
                row.iter_mut().zip(CW).for_each(|(x, v)| *x += by * v);
            }
            at.iter().zip(&row).for_each(|(&at, v)| value[at] += v);
        }
    }

    fn add_of_any(&self, C: &Small, n: usize, at: &[usize], value: &mut [f64]) {
        let w = self.dofs.len().max(1);
        for (a, at) in at.chunks_exact(w).enumerate() {
            for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let by = self.F[i * w + a] * C[i][j];
                at.iter().zip(&self.W[j * w..]).for_each(|(&at, v)| value[at] += by * v);
            }
        }
    }
}
