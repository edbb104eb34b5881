//! What the audit of a run found.

/// So many times beyond its limit a law makes a result doubtful.
pub const DOUBTFUL: f64 = 30.0;
/// The worst that was found of a law.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The law: one of `motion`, `joints`, `gaps`, `pressing`, `friction`, `balance`, `energy`.
    pub law: &'static str,
    /// What was looked at, with its unit.
    pub what: &'static str,
    /// Residual of the law, in that unit.
    pub residual: f64,
    /// Up to where the scheme, its step and tolerance explain it.
    pub limit: f64,
    /// Joint, contact or body.
    pub element: String,
    /// Time (s).
    pub t: f64,
}

impl Finding {
    /// The residual over its limit: above 1 the law is violated. Infinite where the residual is no number.
    pub fn ratio(&self) -> f64 {
        ratio(self.residual, self.limit)
    }
}

pub(crate) fn ratio(residual: f64, limit: f64) -> f64 {
    match residual {
        r if r <= 0.0 => 0.0,
        r if r.is_finite() && limit > 0.0 => r / limit,
        _ => f64::INFINITY,
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Finding { law, what, residual, limit, element, t } = self;
        write!(
            f,
            "{law}: {what} {residual:.2e} of '{element}' at t = {t}, at most {limit:.2e} expected"
        )
    }
}
