//! The proximal point method for contact problems with a singular G: m_{k+1} solves the problem with
//! G m + ε diag G (m - m_k), which is regular and, where it comes to rest, has the same solution.
//!
//! Where rows all but depend on each other, m goes the same way again and again until a multiplier
//! reaches its bound; then it takes strides, four times as long each.

use super::ContactProblem;

/// The weight ε, which grows tenfold where Newton's method fails and falls
/// by half where it does not; most iterations, and those of Newton.
const WEIGHT: f64 = 1e-4;
const PROXIMAL: usize = 150;
const PROXIMAL_NEWTON: usize = 20;

impl ContactProblem {
    /// Solve to a limit of what a sweep would change. What it gained is kept even where it does not arrive.
    pub(super) fn proximal(&mut self, m: &mut [f64], limit: f64) -> bool {
        let n = self.n;
        let mut near = self.near.take().unwrap_or_default();
        near.n = n;
        near.G.clone_from(&self.G);
        near.b.clone_from(&self.b);
        near.items.clone_from(&self.items);
        let (mut from, mut last) = (m.to_vec(), vec![0.0; n]);
        let mut after = Vec::with_capacity(n);
        let (mut weight, mut stride) = (WEIGHT, 0.0);
        let mut done = false;
        for _ in 0..PROXIMAL {
            for i in 0..n {
                let g = self.diagonal(i);
                near.G[i * n + i] = g * (1.0 + weight);
                near.b[i] = self.b[i] - weight * g * from[i];
            }
            after.clear();
            after.extend_from_slice(&from);
            if near.newton_to(&mut after, 0.25 * limit, PROXIMAL_NEWTON).is_none() {
                weight = (10.0 * weight).min(1.0);
                stride = 0.0;
                from.copy_from_slice(m);
                continue;
            }
            m.copy_from_slice(&after);
            done = self.sweep(&mut after) <= limit;
            if done {
                break;
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
        self.near = Some(near);
        done
    }
}
