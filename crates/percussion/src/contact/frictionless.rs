//! Contacts without friction: Newton's method on a convex function.
//!
//! A proximal step from multipliers m_k with a weight w asks for the motion x of the bodies that minimises
//!
//! ```text
//! φ(x) = 1/2 xᵀ M x - fᵀ x + w/2 Σ [m_k - y/w]²₊,     y = W x + b                         (1)
//! ```
//!
//! and m_{k+1} = [m_k - y/w]₊. φ is convex and quadratic between the places at which a contact opens or closes, so
//! that Newton's method with the exact minimum along each direction ends at its minimum after finitely many steps, whatever
//! depends on what, and nothing but the contacts that change has to be found out. Motions are x = M⁻¹ (f + Wᵀ m) for some m, whose derivative along a
//! direction (dm, dy) is
//!
//! ```text
//! φ' = dyᵀ (m - [m_k - y/w]₊)                                                            (2)
//! ```

use super::scaled::Scaled;
use super::small::Small;
use super::solver::{Budget, Goal};

/// First weight; the factor by which it falls after a proximal step that was found, and the smallest; the factor by which it grows after one that was
/// not, and the largest.
const FIRST: f64 = 1e-3;
const FALL: f64 = 0.01;
const LEAST: f64 = 1e-6;
const GROW: f64 = 30.0;
const LARGEST: f64 = 1.0;
/// Most proximal steps, how many of them without a better residual, and most Newton steps in one of them.
const OUTER: usize = 30;
const SAME: usize = 4;
const STEPS: usize = 40;
/// Most looks along a direction.
const LOOKS: usize = 40;

/// Improve `m`; Newton steps, and whether the goal was reached. `m` is the best point found.
pub(super) fn frictionless(
    p: &mut Scaled,
    m: &mut Vec<f64>,
    goal: Goal,
    budget: &mut Budget<'_>,
) -> (usize, bool) {
    let n = p.n;
    let zeros = || vec![0.0; n];
    let (mut y, mut dm, mut dy, mut right) = (zeros(), zeros(), zeros(), zeros());
    let empty: Vec<Small> = vec![[[0.0; 4]; 4]; p.items.len()];
    let (mut A, mut P) = (empty.clone(), empty);
    let mut closed = vec![false; n];
    let mut weight = FIRST;
    // the weight of the factors at hand
    let mut factored = f64::NAN;
    let (mut steps, mut same) = (0, 0);
    p.response(m, &mut y, budget);
    let mut now = p.measure(m, &y);
    let (mut best, mut least) = (m.clone(), now.relative);
    for _ in 0..OUTER {
        if goal.reached(&now) || now.relative.is_nan() || same >= SAME || !budget.go() {
            break;
        }
        let from = m.clone();
        let law = |k: usize, y: f64| (from[k] - y / weight).max(0.0);
        let mut found = false;
        for _ in 0..STEPS {
            let mut fresh = factored == weight;
            for k in 0..n {
                let closes = law(k, y[k]) > 0.0;
                fresh &= closes == std::mem::replace(&mut closed[k], closes);
                A[k][0][0] = if closes { weight } else { 1.0 };
                P[k][0][0] = f64::from(u8::from(closes));
                right[k] = if closes { weight * (from[k] - m[k]) - y[k] } else { -m[k] };
            }
            let go = fresh || p.linear.factor(&A, &P, budget);
            factored = weight;
            if !go || !p.linear.solve(&right, &mut dm, &mut dy, budget) {
                break;
            }
            steps += 1;
            let length = along(m, &y, &dm, &dy, weight, law);
            m.iter_mut().zip(&dm).for_each(|(m, d)| *m += length * d);
            y.iter_mut().zip(&dy).for_each(|(y, d)| *y += length * d);
            budget.spend(20.0 * n as f64);
            found = length == 1.0 && (0..n).all(|k| closed[k] == (law(k, y[k]) > 0.0));
            if found {
                break;
            }
        }
        // multipliers by the law, and the motion that belongs to them
        (0..n).for_each(|k| m[k] = law(k, y[k]));
        p.response(m, &mut y, budget);
        now = p.measure(m, &y);
        same = if now.relative < 0.5 * least { 0 } else { same + 1 };
        if now.relative < least {
            least = now.relative;
            best.copy_from_slice(m);
        }
        if found {
            weight = (FALL * weight).max(LEAST);
        } else {
            weight = (GROW * weight).min(LARGEST);
            m.copy_from_slice(&best);
            p.response(m, &mut y, budget);
            now = p.measure(m, &y);
        }
    }
    let done = goal.reached(&now);
    if !done {
        *m = best;
    }
    (steps, done)
}

/// Where (1) is least along a direction.
fn along(
    m: &[f64],
    y: &[f64],
    dm: &[f64],
    dy: &[f64],
    weight: f64,
    law: impl Fn(usize, f64) -> f64,
) -> f64 {
    let own: f64 = dy.iter().zip(dm).map(|(y, m)| y * m).sum();
    // (2) and its slope
    let slope = |a: f64| {
        let (mut first, mut second) = (0.0, own);
        for k in 0..m.len() {
            let value = law(k, y[k] + a * dy[k]);
            first += dy[k] * (m[k] + a * dm[k] - value);
            second += if value > 0.0 { dy[k] * dy[k] / weight } else { 0.0 };
        }
        (first, second)
    };
    let start = slope(0.0).0.abs();
    let (mut low, mut high, mut a) = (0.0, f64::INFINITY, 1.0);
    for _ in 0..LOOKS {
        let (first, second) = slope(a);
        if first.abs() <= 1e-10 * start || second <= 0.0 {
            break;
        }
        if first > 0.0 {
            high = a;
        } else {
            low = a;
        }
        let next = a - first / second;
        a = match next > low && next < high {
            true => next,
            false if high.is_finite() => 0.5 * (low + high),
            false => 2.0 * a,
        };
        if high - low <= 1e-12 * high {
            break;
        }
    }
    a
}
