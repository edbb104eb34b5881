//! Measuring solutions: reference solutions, error norms that tolerate jumps, observed orders.
//!
//! A nonsmooth trajectory jumps in its velocities, and a scheme that does not locate the impacts
//! places each jump up to one step away from its true time. The maximum norm of the velocity error
//! then never tends to zero, whatever the order of the scheme. What can be measured instead:
//!
//! * the error integrated over time, [`l1`] and [`l2`]: a displaced jump costs (jump) x (time
//!   shift) in the first and its square root in the second;
//! * the maximum away from the events, [`max_away_from`];
//! * the [`hausdorff`] distance between the filled-in graphs, in which the jumps are vertical
//!   segments: a displaced jump costs its time shift.
//!
//! [`reference()`] gives the embedded reference solutions, [`observed_order`] fits the order and
//! [`incommensurate_steps`] proposes step sizes whose grids avoid the events.
//!
//! ```
//! use percussion::measure::{l1, reference, Interpolation, Samples};
//!
//! let ball = reference("bouncing-ball").unwrap().unwrap();
//! // The exact positions on a grid, joined by straight lines: an error of second order.
//! let t: Vec<f64> = (0..=300).map(|k| 5.0 * k as f64 / 300.0).collect();
//! let q: Vec<f64> = t.iter().map(|&t| ball.q_at(t).unwrap()[0]).collect();
//! let samples = Samples::new(&t, &q, 1).unwrap();
//! let jumps = ball.breakpoints();
//! let error = l1(&samples, Interpolation::Linear, &jumps, |t, q| ball.q(t, q)).unwrap();
//! assert!(error < 2e-4);
//! ```

mod catalogue;
mod compare;
mod graph;
mod norm;
mod norms;
mod orders;
mod piece;
mod profiles;
mod reference;
mod table;

pub use catalogue::{reference, reference_names};
pub use compare::{compare, compare_in, distance, CompareError, Comparison};
pub use graph::{hausdorff, Graph, GraphError};
pub use norm::{Norm, NORMS};
pub use norms::{grid_norm, l1, l2, lp, max_away_from, Interpolation, NormError, Samples};
pub use orders::{incommensurate_steps, observed_order, Order, OrderError, StepChoice};
pub use piece::{Component, Piece};
pub use profiles::Profile;
pub use reference::{Event, Reference, ReferenceError};

#[cfg(test)]
mod tests {
    use super::*;

    /// Moreau's time-stepping scheme for the bouncing ball: positions at the midpoint decide about
    /// contact, v+ = -v/2 or free fall.
    fn moreau_ball(n: usize) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let h = 5.0 / n as f64;
        let (mut t, mut q, mut v) = (vec![0.0], vec![1.0], vec![0.0]);
        for k in 0..n {
            let (q0, v0): (f64, f64) = (q[k], v[k]);
            let middle = q0 + 0.5 * h * v0;
            let free = v0 - 2.0 * h;
            let v1 = if middle <= 0.0 { free.max(-0.5 * v0) } else { free };
            t.push(h * (k + 1) as f64);
            q.push(middle + 0.5 * h * v1);
            v.push(v1);
        }
        (t, q, v)
    }

    /// The scheme is of first order in the norms that tolerate jumps (of order 1/2 in L2), while
    /// the maximum norm of the velocity does not converge.
    #[test]
    fn time_stepping_converges_in_the_norms_that_tolerate_jumps() {
        let ball = reference("bouncing-ball").unwrap().unwrap();
        let breaks = ball.breakpoints();
        let jumps = ball.jump_times();
        let exact = Graph::from_reference(&ball, Component::V(0), 1, 5.0).unwrap();
        let steps = incommensurate_steps(5.0, 200, 20_000, 25, &jumps[..6]);
        let mut errors: [Vec<f64>; 5] = Default::default();
        for step in &steps {
            let (t, q, v) = moreau_ball(step.n);
            let q = Samples::new(&t, &q, 1).unwrap();
            let v = Samples::new(&t, &v, 1).unwrap();
            let right = Interpolation::ConstantFromRight;
            let graph = Graph::from_samples(&v, 0, Interpolation::Linear).unwrap();
            errors[0].push(l1(&q, Interpolation::Linear, &breaks, |t, x| ball.q(t, x)).unwrap());
            errors[1].push(l1(&v, right, &breaks, |t, x| ball.v(t, x)).unwrap());
            errors[2].push(l2(&v, right, &breaks, |t, x| ball.v(t, x)).unwrap());
            errors[3].push(hausdorff(&exact, &graph, 1.0, 1e-6).unwrap());
            errors[4].push(max_away_from(&v, &[], 0.0, |t, x| ball.v(t, x)).unwrap());
        }
        let h: Vec<f64> = steps.iter().map(|s| s.h).collect();
        let orders = errors.map(|e| observed_order(&h, &e).unwrap().slope);
        for (order, expected) in orders.iter().zip([1.0, 1.0, 0.5, 1.0, 0.0]) {
            assert!((order - expected).abs() < 0.15, "{orders:?}");
        }
    }
}
