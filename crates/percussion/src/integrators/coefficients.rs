//! Coefficients of the generalized-alpha methods.

/// α_m, α_f, β, γ, and what follows from them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coefficients {
    pub alpha_m: f64,
    pub alpha_f: f64,
    pub beta: f64,
    pub gamma: f64,
    /// Weight of the old auxiliary values in positions, 1/2 - β.
    pub beta0: f64,
    /// Weight of the old auxiliary values in velocities, 1 - γ.
    pub gamma0: f64,
    /// Part of h W_γF Λ_γF in (80).
    pub share: f64,
    /// Whether h sees the rate of the displacement in place of u1.
    pub backward: bool,
}

impl Coefficients {
    /// Chung and Hulbert by the spectral radius at infinity (72).
    pub fn chung_hulbert(rho: f64) -> Self {
        let alpha_m = (2.0 * rho - 1.0) / (rho + 1.0);
        let alpha_f = rho / (rho + 1.0);
        Self::from_alphas(alpha_m, alpha_f)
    }

    pub fn from_alphas(alpha_m: f64, alpha_f: f64) -> Self {
        let gamma = 0.5 + alpha_f - alpha_m;
        Self::new(alpha_m, alpha_f, 0.25 * (gamma + 0.5) * (gamma + 0.5), gamma)
    }

    pub fn new(alpha_m: f64, alpha_f: f64, beta: f64, gamma: f64) -> Self {
        let (beta0, gamma0) = (0.5 - beta, 1.0 - gamma);
        Coefficients { alpha_m, alpha_f, beta, gamma, beta0, gamma0, share: 0.5, backward: false }
    }

    /// A step without history of the schemes.
    pub const BACKWARD: Self = Coefficients {
        alpha_m: 0.0,
        alpha_f: 0.0,
        beta: 1.0,
        gamma: 1.0,
        beta0: 0.0,
        gamma0: 0.0,
        share: 1.0,
        backward: true,
    };

    /// (71) solved for the new auxiliary value.
    #[inline]
    pub fn bar(&self, old_bar: f64, old: f64, new: f64) -> f64 {
        (self.alpha_f * old + (1.0 - self.alpha_f) * new - self.alpha_m * old_bar)
            / (1.0 - self.alpha_m)
    }

    /// (1-γ) ā0 + γ ā1: the mean that velocities and percussions see.
    #[inline]
    pub fn once(&self, old_bar: f64, new_bar: f64) -> f64 {
        self.gamma0 * old_bar + self.gamma * new_bar
    }

    /// (1/2-β) ā0 + β ā1: the same of positions.
    #[inline]
    pub fn twice(&self, old_bar: f64, new_bar: f64) -> f64 {
        self.beta0 * old_bar + self.beta * new_bar
    }

    /// Change of the auxiliary value with the new value.
    #[inline]
    pub fn ratio(&self) -> f64 {
        (1.0 - self.alpha_f) / (1.0 - self.alpha_m)
    }
}
