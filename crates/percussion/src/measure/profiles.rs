//! Performance profiles over a set of problems.
//!
//! Dolan, More, "Benchmarking optimization software with performance profiles", 2002,
//! DOI 10.1007/s101070100263.

/// Costs of several methods on several problems: `cost[method][problem]`, none where a method
/// failed.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    cost: Vec<Vec<Option<f64>>>,
}

impl Profile {
    /// A profile of these costs. Costs that are not finite and positive count as failures.
    pub fn new(cost: Vec<Vec<Option<f64>>>) -> Self {
        let good = |c: Option<f64>| c.filter(|c| c.is_finite() && *c > 0.0);
        Profile { cost: cost.into_iter().map(|m| m.into_iter().map(good).collect()).collect() }
    }

    /// The least cost of any method on a problem.
    pub fn best(&self, problem: usize) -> Option<f64> {
        let costs = self.cost.iter().filter_map(|m| m.get(problem).copied().flatten());
        costs.fold(None, |best, c| Some(best.map_or(c, |b: f64| b.min(c))))
    }

    /// ρ(τ): the share of problems that a method solves within τ times the least cost. Problems that
    /// no method solves count as unsolved.
    pub fn rho(&self, method: usize, tau: f64) -> f64 {
        let Some(costs) = self.cost.get(method) else { return 0.0 };
        if costs.is_empty() {
            return 0.0;
        }
        let within = costs
            .iter()
            .enumerate()
            .filter(|(p, c)| matches!((c, self.best(*p)), (Some(c), Some(b)) if *c <= tau * b))
            .count();
        within as f64 / costs.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_within_a_factor_of_the_best() {
        let p = Profile::new(vec![
            vec![Some(1.0), Some(4.0), None],
            vec![Some(2.0), Some(2.0), Some(f64::NAN)],
        ]);
        assert_eq!(p.best(1), Some(2.0));
        assert_eq!(p.best(2), None);
        assert!((p.rho(0, 1.0) - 1.0 / 3.0).abs() < 1e-15);
        assert!((p.rho(0, 2.0) - 2.0 / 3.0).abs() < 1e-15);
        assert!((p.rho(1, 1.9) - 1.0 / 3.0).abs() < 1e-15);
        assert_eq!(p.rho(7, 1.0), 0.0);
    }
}
