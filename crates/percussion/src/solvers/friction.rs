//! Two more ways to solve a contact problem with friction, beside Gauss-Seidel:
//!
//! - **semismooth Newton on the cone**, for friction in the plane and in space: the natural map
//!
//!   ```text
//!   F_N = m_N - max(0, m_N - r y_N)
//!   F_F = m_F - prox_{C(μ max(0, m_N - r y_N))}(m_F - r y_F)
//!   ```
//!
//!   with an element of its generalised Jacobian and a line search (Alart, Curnier, "A mixed
//!   formulation for frictional contact problems prone to Newton like solution methods", 1991,
//!   DOI 10.1016/0045-7825(91)90022-X);
//! - **planar friction as a linear complementarity problem**, m_F = m₊ - m₋ with a slack s for the
//!   sliding speed:
//!
//!   ```text
//!   0 ≤ y_N ⊥ m_N ≥ 0,  0 ≤ s + y_F ⊥ m₊ ≥ 0,  0 ≤ s - y_F ⊥ m₋ ≥ 0,  0 ≤ μ m_N - m₊ - m₋ ⊥ s ≥ 0
//!   ```

use super::lcp::Lcp;
use super::{ContactProblem, Item, Rubbing};
use crate::linalg::Dense;

/// Most Newton iterations.
pub(super) const ITERATIONS: usize = 60;

impl ContactProblem {
    fn velocity(&self, m: &[f64], i: usize) -> f64 {
        let row = &self.G[i * self.n..(i + 1) * self.n];
        self.b[i] + row.iter().zip(m).map(|(g, m)| g * m).sum::<f64>()
    }

    fn r(&self, rows: impl Iterator<Item = usize>) -> f64 {
        let g = rows.map(|i| self.G[i * self.n + i]).fold(0.0, f64::max);
        if g > 0.0 {
            1.0 / g
        } else {
            1.0
        }
    }

    /// The natural map at `m`, in units of y, and (if asked for) its Jacobian.
    fn natural_map(&self, m: &[f64], y: &mut [f64], F: &mut [f64], mut J: Option<&mut Dense>) {
        let n = self.n;
        y.iter_mut().enumerate().for_each(|(i, y)| *y = self.velocity(m, i));
        if let Some(J) = J.as_deref_mut() {
            J.reset(n);
        }
        // row i of the Jacobian: w e_i + Σ c_k r G_k
        let mut add = |i: usize, k: usize, unit: f64, by_y: f64| {
            if let Some(J) = J.as_deref_mut() {
                J.a[i * n + k] += unit;
                for j in 0..n {
                    J.a[i * n + j] += by_y * self.G[k * n + j];
                }
            }
        };
        for item in &self.items {
            let mut radius = item.mu * item.load.max(0.0);
            // how the radius changes: with m_N and y_N
            let mut pressed = None;
            if let Some(i) = item.normal {
                let r = self.r(std::iter::once(i));
                let p = m[i] - r * y[i];
                if item.active && p > 0.0 {
                    F[i] = y[i];
                    add(i, i, 0.0, 1.0);
                    radius = item.mu * p;
                    pressed = Some((i, r));
                } else {
                    F[i] = m[i] / r;
                    add(i, i, 1.0 / r, 0.0);
                    radius = 0.0;
                }
            }
            self.friction_map(item, [m, y], radius, pressed, F, &mut add);
        }
    }

    fn friction_map(
        &self,
        item: &Item,
        [m, y]: [&[f64]; 2],
        radius: f64,
        pressed: Option<(usize, f64)>,
        F: &mut [f64],
        add: &mut impl FnMut(usize, usize, f64, f64),
    ) {
        let t = item.tangential.clone();
        if t.is_empty() {
            return;
        }
        let r = self.r(t.clone());
        let mut p = [0.0; 3];
        for (k, i) in t.clone().enumerate() {
            p[k] = m[i] - r * y[i];
        }
        let norm = p.iter().map(|v| v * v).sum::<f64>().sqrt();
        let (s, sliding) = match item.rubbing {
            Rubbing::Slides(s) => (s.map(|v| -v), true),
            Rubbing::Disc => (p.map(|v| v / norm.max(1e-300)), norm > radius),
            Rubbing::None => ([0.0; 3], true),
        };
        let active = item.active && item.rubbing != Rubbing::None;
        for (k, i) in t.clone().enumerate() {
            if !active {
                F[i] = m[i] / r;
                add(i, i, 1.0 / r, 0.0);
            } else if !sliding {
                F[i] = y[i];
                add(i, i, 0.0, 1.0);
            } else {
                // m - ρ s with s = p/|p|: in units of y
                F[i] = (m[i] - radius * s[k]) / r;
                add(i, i, 1.0 / r, 0.0);
                if let Some((j, rn)) = pressed {
                    add(i, j, -item.mu * s[k] / r, item.mu * s[k] * rn / r);
                }
                if item.rubbing == Rubbing::Disc && t.len() > 1 {
                    for (l, j) in t.clone().enumerate() {
                        let turn = radius / norm * (f64::from(u8::from(k == l)) - s[k] * s[l]);
                        add(i, j, -turn / r, turn);
                    }
                }
            }
        }
    }

    /// Semismooth Newton from `m`; returns the iterations, or none where it did not converge to
    /// `tol` relative to the free part (then `m` is left as it was).
    pub fn newton(&self, m: &mut [f64], tol: f64) -> Option<usize> {
        let scale = self.b.iter().fold(1e-300_f64, |a, v| a.max(v.abs()));
        self.newton_to(m, tol * scale, ITERATIONS)
    }

    /// The same to a limit of the natural map, in so many iterations.
    pub(super) fn newton_to(&self, m: &mut [f64], limit: f64, most: usize) -> Option<usize> {
        let n = self.n;
        let size = |F: &[f64]| F.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
        let (mut F, mut y) = (vec![0.0; n], vec![0.0; n]);
        let (mut J, mut work) = (Dense::with_capacity(n), Vec::new());
        let mut x = m.to_vec();
        let mut trial = x.clone();
        for it in 0..most {
            self.natural_map(&x, &mut y, &mut F, Some(&mut J));
            let now = size(&F);
            if now <= limit {
                m.copy_from_slice(&x);
                return Some(it);
            }
            // rows and columns to entries of order one
            for i in 0..n {
                let gi = self.G[i * n + i].max(1e-300);
                for j in 0..n {
                    J.a[i * n + j] /= (gi * self.G[j * n + j].max(1e-300)).sqrt();
                }
                F[i] /= -gi.sqrt();
            }
            J.factor();
            J.solve(&mut F, &mut work);
            (0..n).for_each(|j| F[j] /= self.G[j * n + j].max(1e-300).sqrt());
            if F.iter().any(|v| !v.is_finite()) {
                return None;
            }
            let step = F.clone();
            let mut length = 1.0;
            loop {
                for i in 0..n {
                    trial[i] = x[i] + length * step[i];
                }
                self.natural_map(&trial, &mut y, &mut F, None);
                if size(&F) < (1.0 - 0.1 * length) * now || length < 1e-3 {
                    break;
                }
                length *= 0.5;
            }
            std::mem::swap(&mut x, &mut trial);
        }
        None
    }

    /// The problem as a linear complementarity problem: none where an active friction has more than
    /// one direction or a given sliding direction. Unknowns are m_N, m₊, m₋, s of each item in turn.
    pub fn as_lcp(&self) -> Option<Lcp> {
        // (row, sign) of each multiplier-like unknown; the slack of a friction has none
        let mut unknowns: Vec<(Option<usize>, f64)> = Vec::new();
        let mut slacks = Vec::new();
        for (k, item) in self.items.iter().enumerate().filter(|(_, i)| i.active) {
            if let Some(i) = item.normal {
                unknowns.push((Some(i), 1.0));
            }
            match (&item.rubbing, item.tangential.len()) {
                (_, 0) | (Rubbing::None, _) => {}
                (Rubbing::Disc, 1) => {
                    let at = unknowns.len();
                    let i = item.tangential.start;
                    unknowns.extend([(Some(i), 1.0), (Some(i), -1.0), (None, 0.0)]);
                    slacks.push([k, at]);
                }
                _ => return None,
            }
        }
        let N = unknowns.len();
        let (mut M, mut q) = (vec![0.0; N * N], vec![0.0; N]);
        for (a, &(row, sign)) in unknowns.iter().enumerate() {
            let Some(i) = row else { continue };
            q[a] = sign * self.b[i];
            for (b, &(col, s)) in unknowns.iter().enumerate() {
                if let Some(j) = col {
                    M[a * N + b] = sign * s * self.G[i * self.n + j];
                }
            }
        }
        for &[k, at] in &slacks {
            let (plus, minus, s) = (at, at + 1, at + 2);
            M[plus * N + s] = 1.0;
            M[minus * N + s] = 1.0;
            M[s * N + plus] = -1.0;
            M[s * N + minus] = -1.0;
            match self.items[k].normal {
                // the normal stands right before
                Some(_) => M[s * N + at - 1] = self.items[k].mu,
                None => q[s] = self.items[k].mu * self.items[k].load,
            }
        }
        Some(Lcp::new(N, M, q))
    }

    /// Multipliers that belong to a solution z of [`ContactProblem::as_lcp`].
    pub fn from_lcp(&self, z: &[f64], m: &mut [f64]) {
        m.fill(0.0);
        let mut at = 0;
        for item in self.items.iter().filter(|i| i.active) {
            if let Some(i) = item.normal {
                m[i] = z[at];
                at += 1;
            }
            if item.rubbing == Rubbing::Disc && item.tangential.len() == 1 {
                m[item.tangential.start] = z[at] - z[at + 1];
                at += 3;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solvers::lcp::Solver;

    /// Random symmetric positive definite problems with `contacts` contacts of `d` tangents.
    fn random(seed: u64, contacts: usize, d: usize) -> ContactProblem {
        let mut s = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = || {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            (s >> 11) as f64 / (1u64 << 53) as f64 - 0.5
        };
        let n = contacts * (1 + d);
        let A: Vec<f64> = (0..n * n).map(|_| next()).collect();
        let items = (0..contacts)
            .map(|c| Item {
                normal: Some(c * (1 + d)),
                load: 0.0,
                tangential: c * (1 + d) + 1..(c + 1) * (1 + d),
                mu: 0.3,
                rubbing: if d == 0 { Rubbing::None } else { Rubbing::Disc },
                active: true,
            })
            .collect();
        let mut p = ContactProblem::with_items(items);
        p.resize(n);
        for i in 0..n {
            for j in 0..n {
                p.G[i * n + j] = (0..n).map(|k| A[i * n + k] * A[j * n + k]).sum::<f64>()
                    + if i == j { 1.0 } else { 0.0 };
            }
            p.b[i] = 4.0 * next();
        }
        p
    }

    #[test]
    fn planar_friction_as_lcp_agrees_with_gauss_seidel_and_newton() {
        for seed in 1..200 {
            let mut p = random(seed, 3, 1);
            let mut gs = vec![0.0; p.n];
            assert!(p.solve(&mut gs, 1e-13, 20_000).residual < 1e-10);
            let l = p.as_lcp().unwrap();
            let z = l.solve(Solver::Auto);
            assert!(l.residual(&z.z) < 1e-10, "seed {seed}");
            let mut m = vec![0.0; p.n];
            p.from_lcp(&z.z, &mut m);
            let mut newton = vec![0.0; p.n];
            let converged = p.newton(&mut newton, 1e-12).is_some();
            for i in 0..p.n {
                assert!((m[i] - gs[i]).abs() < 1e-8, "seed {seed}: {m:?} {gs:?}");
                if converged {
                    assert!((newton[i] - gs[i]).abs() < 1e-8, "seed {seed}: {newton:?} {gs:?}");
                }
            }
        }
    }

    #[test]
    fn newton_on_the_cone_agrees_with_gauss_seidel_in_space() {
        let mut converged = 0;
        for seed in 1..200 {
            let mut p = random(seed, 3, 2);
            let mut gs = vec![0.0; p.n];
            p.solve(&mut gs, 1e-13, 20_000);
            let mut m = vec![0.0; p.n];
            if p.newton(&mut m, 1e-12).is_some() {
                converged += 1;
                for i in 0..p.n {
                    assert!((m[i] - gs[i]).abs() < 1e-7, "seed {seed}: {m:?} {gs:?}");
                }
            }
        }
        assert!(converged > 180, "{converged} of 199");
    }

    #[test]
    fn friction_with_a_given_load() {
        let mut p = ContactProblem::with_items(vec![Item {
            normal: None,
            load: 2.0,
            tangential: 0..1,
            mu: 0.5,
            rubbing: Rubbing::Disc,
            active: true,
        }]);
        p.resize(1);
        p.G = vec![1.0];
        for (b, exact) in [(0.25, -0.25), (3.0, -1.0)] {
            p.b = vec![b];
            let l = p.as_lcp().unwrap();
            let mut m = vec![0.0];
            p.from_lcp(&l.solve(Solver::Auto).z, &mut m);
            assert!((m[0] - exact).abs() < 1e-12, "{m:?}");
            let mut m = vec![0.0];
            assert!(p.newton(&mut m, 1e-13).is_some());
            assert!((m[0] - exact).abs() < 1e-12, "{m:?}");
        }
    }
}
