//! Newton's method on a dense contact problem, and the proximal point method around it for a singular
//! G: m_{k+1} solves the problem with G m + ε diag G (m - m_k), which is regular and, where it comes to
//! rest, has the same solution. Where rows all but depend on each other, m goes the same way again and
//! again until a multiplier reaches its bound; then it takes strides, four times as long each.

use super::dense::Part;
use crate::contact::law::Local;
use crate::contact::solver::Budget;
use crate::linalg::Dense;

/// Most Newton iterations.
const ITERATIONS: usize = 60;
/// The weight ε, which grows tenfold where Newton's method fails and falls
/// by half where it does not; most iterations, and those of Newton.
const WEIGHT: f64 = 1e-4;
const PROXIMAL: usize = 150;
const PROXIMAL_NEWTON: usize = 20;

impl Part {
    /// Prox parameters of an item: one over the largest diagonal of its normal and tangential rows.
    fn r(&self, item: &crate::contact::law::Item) -> [f64; 2] {
        let inverse = |g: f64| if g > 0.0 { 1.0 / g } else { 1.0 };
        let t = item.tangential.clone().map(|i| self.diagonal(i)).fold(0.0, f64::max);
        [inverse(item.normal.map_or(0.0, |i| self.diagonal(i))), inverse(t)]
    }

    /// The natural map at `m`, in units of y, and (if asked for) an element of its derivative.
    fn natural_map(&self, m: &[f64], y: &mut [f64], F: &mut [f64], J: Option<&mut Dense>) {
        let n = self.n;
        y.iter_mut().enumerate().for_each(|(i, y)| *y = self.y(m, i));
        for item in &self.items {
            let (mi, yi) = (item.gather(m), item.gather(y));
            let local = item.natural_map(&mi, &yi, self.r(item));
            item.rows().zip(slots(item)).for_each(|(i, k)| F[i] = local[k]);
        }
        let Some(J) = J else { return };
        J.reset(n);
        for item in &self.items {
            let (mi, yi, r) = (item.gather(m), item.gather(y), self.r(item));
            let r: Local = [r[0], r[1], r[1], r[1]];
            let mut p = [0.0; 4];
            (0..4).for_each(|k| p[k] = mi[k] - r[k] * yi[k]);
            let D = item.prox_slope(&p);
            // row i: (e_i - Σ D_il (e_l - r_l G_l)) / r_i
            for (i, k) in item.rows().zip(slots(item)) {
                J.a[i * n + i] += 1.0 / r[k];
                for (j, l) in item.rows().zip(slots(item)) {
                    let d = D[k][l] / r[k];
                    if d == 0.0 {
                        continue;
                    }
                    J.a[i * n + j] -= d;
                    let (by, G) = (d * r[l], &self.G[j * n..(j + 1) * n]);
                    J.a[i * n..(i + 1) * n].iter_mut().zip(G).for_each(|(a, g)| *a += by * g);
                }
            }
        }
    }

    /// Semismooth Newton from `m` to a limit of the natural map; the iterations, or none where it did
    /// not converge (then `m` is left as it was).
    pub(super) fn newton(
        &self,
        m: &mut [f64],
        limit: f64,
        budget: &mut Budget<'_>,
    ) -> Option<usize> {
        self.newton_within(m, limit, ITERATIONS, budget)
    }

    fn newton_within(
        &self,
        m: &mut [f64],
        limit: f64,
        most: usize,
        budget: &mut Budget<'_>,
    ) -> Option<usize> {
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
            if !budget.factorise((n * n * n) as f64 / 3.0) {
                return None;
            }
            // rows and columns to entries of order one
            for i in 0..n {
                let gi = self.diagonal(i).max(1e-300);
                for j in 0..n {
                    J.a[i * n + j] /= (gi * self.diagonal(j).max(1e-300)).sqrt();
                }
                F[i] /= -gi.sqrt();
            }
            J.factor();
            J.solve(&mut F, &mut work);
            (0..n).for_each(|j| F[j] /= self.diagonal(j).max(1e-300).sqrt());
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
                budget.spend((n * n) as f64);
                if size(&F) < (1.0 - 0.1 * length) * now || length < 1e-3 {
                    break;
                }
                length *= 0.5;
            }
            std::mem::swap(&mut x, &mut trial);
        }
        None
    }

    /// The proximal point method, to a limit of what a sweep would change. What it gained is kept even
    /// where it does not arrive.
    pub(super) fn proximal(&self, m: &mut [f64], limit: f64, budget: &mut Budget<'_>) -> bool {
        let n = self.n;
        let mut near = self.clone();
        let (mut from, mut last) = (m.to_vec(), vec![0.0; n]);
        let mut after = Vec::with_capacity(n);
        let (mut weight, mut stride) = (WEIGHT, 0.0);
        for _ in 0..PROXIMAL {
            if !budget.go() {
                return false;
            }
            for i in 0..n {
                let g = self.diagonal(i);
                near.G[i * n + i] = g * (1.0 + weight);
                near.b[i] = self.b[i] - weight * g * from[i];
            }
            after.clear();
            after.extend_from_slice(&from);
            if near.newton_within(&mut after, 0.25 * limit, PROXIMAL_NEWTON, budget).is_none() {
                weight = (10.0 * weight).min(1.0);
                stride = 0.0;
                from.copy_from_slice(m);
                continue;
            }
            m.copy_from_slice(&after);
            if self.sweep(&mut after) <= limit {
                return true;
            }
            weight = WEIGHT.max(0.5 * weight);
            let (mut along, mut now, mut before) = (0.0, 0.0, 0.0);
            for i in 0..n {
                let d = m[i] - from[i];
                along += d * last[i];
                now += d * d;
                before += last[i] * last[i];
                last[i] = d;
            }
            let same_way = along > 0.98 * (now * before).sqrt();
            stride = if same_way { 1.0_f64.max(4.0 * stride) } else { 0.0 };
            (0..n).for_each(|i| from[i] = m[i] + stride * last[i]);
        }
        false
    }
}

/// The local places of an item's rows.
fn slots(item: &crate::contact::law::Item) -> std::ops::Range<usize> {
    usize::from(item.normal.is_none())..1 + item.tangential.len().min(3)
}
