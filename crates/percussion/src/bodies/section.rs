use super::{at_least_zero, positive};
use crate::error::ModelError;
use crate::frame::{tilde, M3, V3};
use nalgebra::Matrix6;

/// Stiffness and mass of a cross-section. The x axis is the normal of the section; a planar beam
/// bends about z and uses `GA_y`, `EI_z` and `rho_I_z` only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section {
    /// Axial stiffness (N).
    pub EA: f64,
    /// Shear stiffness along y (N).
    pub GA_y: f64,
    /// Shear stiffness along z (N).
    pub GA_z: f64,
    /// Torsional stiffness (N m²).
    pub GJ: f64,
    /// Bending stiffness about y (N m²).
    pub EI_y: f64,
    /// Bending stiffness about z (N m²).
    pub EI_z: f64,
    /// Mass per length.
    pub rho_A: f64,
    /// Rotary inertia about y per length.
    pub rho_I_y: f64,
    /// Rotary inertia about z per length.
    pub rho_I_z: f64,
}

impl Section {
    /// A section for planar beams by its stiffnesses; the values about y are those about z.
    pub fn planar(EA: f64, GA: f64, EI: f64, rho_A: f64, rho_I: f64) -> Self {
        Section {
            EA,
            GA_y: GA,
            GA_z: GA,
            GJ: EI,
            EI_y: EI,
            EI_z: EI,
            rho_A,
            rho_I_y: rho_I,
            rho_I_z: rho_I,
        }
    }
    /// A section by its material and the properties of its shape: area, second moments of area
    /// about y and z, torsion constant; `shear` is the shear correction factor.
    pub fn shape(E: f64, G: f64, rho: f64, A: f64, I: [f64; 2], J: f64, shear: f64) -> Self {
        Section {
            EA: E * A,
            GA_y: shear * G * A,
            GA_z: shear * G * A,
            GJ: G * J,
            EI_y: E * I[0],
            EI_z: E * I[1],
            rho_A: rho * A,
            rho_I_y: rho * I[0],
            rho_I_z: rho * I[1],
        }
    }
    /// A rectangle of the height `b_y` along y and the width `b_z` along z, with shear correction
    /// 5/6; the torsion constant by Saint-Venant's series.
    pub fn rectangle(E: f64, G: f64, rho: f64, b_y: f64, b_z: f64) -> Self {
        let (a, b) = (b_y.max(b_z), b_y.min(b_z));
        let pi = std::f64::consts::PI;
        let term = |n: f64| (n * pi * a / (2.0 * b)).tanh() / n.powi(5);
        let sum: f64 = (0..20).map(|k| term(2.0 * k as f64 + 1.0)).sum();
        let J = a * b.powi(3) * (1.0 / 3.0 - 64.0 / pi.powi(5) * b / a * sum);
        let I = [b_y * b_z.powi(3) / 12.0, b_z * b_y.powi(3) / 12.0];
        Self::shape(E, G, rho, b_y * b_z, I, J, 5.0 / 6.0)
    }
    /// A full circle of radius `r`, with shear correction 6/7.
    pub fn circle(E: f64, G: f64, rho: f64, r: f64) -> Self {
        let I = 0.25 * std::f64::consts::PI * r.powi(4);
        Self::shape(E, G, rho, std::f64::consts::PI * r * r, [I, I], 2.0 * I, 6.0 / 7.0)
    }
    /// Reject stiffnesses and masses that are not positive. Rotary inertia may be zero in a planar
    /// beam only where no node would be left without inertia; here it must be positive.
    pub(super) fn check(&self, name: &str) -> Result<(), ModelError> {
        positive(name, "EA", self.EA)?;
        positive(name, "GA_y", self.GA_y)?;
        positive(name, "GA_z", self.GA_z)?;
        positive(name, "GJ", self.GJ)?;
        positive(name, "EI_y", self.EI_y)?;
        positive(name, "EI_z", self.EI_z)?;
        positive(name, "rho_A", self.rho_A)?;
        positive(name, "rho_I_y", self.rho_I_y)?;
        positive(name, "rho_I_z", self.rho_I_z)
    }
}

/// The section of a spatial rod in full: stiffness (n, m) = C (γ, κ) and mass per length, in the axes
/// of the section about its centreline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FullSection {
    /// Stiffness: rows and columns for stretch, shear along y and z, twist, bending about y and z.
    pub C: Matrix6<f64>,
    /// Mass per length.
    pub rho_A: f64,
    /// Centre of mass (m).
    pub centre: V3,
    /// Rotary inertia per length about the centreline.
    pub J: M3,
}

impl From<Section> for FullSection {
    /// The polar inertia of a section is the sum of the two others.
    fn from(s: Section) -> Self {
        let C = [s.EA, s.GA_y, s.GA_z, s.GJ, s.EI_y, s.EI_z];
        let J = V3::new(s.rho_I_y + s.rho_I_z, s.rho_I_y, s.rho_I_z);
        FullSection {
            C: Matrix6::from_diagonal(&C.into()),
            rho_A: s.rho_A,
            centre: V3::zeros(),
            J: M3::from_diagonal(&J),
        }
    }
}

fn diagonal<const N: usize>(m: &nalgebra::SMatrix<f64, N, N>) -> bool {
    (0..N).all(|i| (0..N).all(|j| i == j || m[(i, j)] == 0.0))
}

impl FullSection {
    /// The same with these moments of inertia per length about x, y and z.
    pub fn with_inertia(self, J: V3) -> Self {
        FullSection { J: M3::from_diagonal(&J), ..self }
    }
    /// The mass matrix per length, velocities before angular velocities.
    pub fn mass(&self) -> Matrix6<f64> {
        let mut m = Matrix6::from_diagonal_element(self.rho_A);
        let s = tilde(&(self.centre * self.rho_A));
        m.fixed_view_mut::<3, 3>(0, 3).copy_from(&-s);
        m.fixed_view_mut::<3, 3>(3, 0).copy_from(&s);
        m.fixed_view_mut::<3, 3>(3, 3).copy_from(&self.J);
        m
    }
    /// The same with a mass matrix per length; none where it is not that of a section: one mass in all
    /// directions, and a centre.
    pub fn with_mass(self, m: &Matrix6<f64>) -> Option<Self> {
        let rho_A = m[(0, 0)];
        let at = |i: usize, j: usize| 0.5 * (m[(3 + i, j)] - m[(3 + j, i)]) / rho_A;
        let centre = V3::new(at(2, 1), at(0, 2), at(1, 0));
        let J = m.fixed_view::<3, 3>(3, 3).into_owned();
        let out = FullSection { rho_A, centre, J: 0.5 * (J + J.transpose()), ..self };
        let fine = (out.mass() - m).amax() <= 1e-9 * m.amax();
        (fine && out.mass().cholesky().is_some()).then_some(out)
    }
    /// Whether the stiffness is diagonal.
    pub fn uncoupled(&self) -> bool {
        diagonal(&self.C)
    }
    /// Whether mass and rotary inertia are those of three numbers.
    pub fn centred(&self) -> bool {
        self.centre == V3::zeros() && diagonal(&self.J)
    }
    pub(super) fn check(&self, name: &str) -> Result<(), ModelError> {
        if self.uncoupled() {
            let names = ["EA", "GA_y", "GA_z", "GJ", "EI_y", "EI_z"];
            for (k, n) in names.into_iter().enumerate() {
                positive(name, n, self.C[(k, k)])?;
            }
        }
        positive(name, "rho_A", self.rho_A)?;
        if self.centred() {
            for (k, n) in ["rho_I_x", "rho_I_y", "rho_I_z"].into_iter().enumerate() {
                positive(name, n, self.J[(k, k)])?;
            }
        }
        for (what, m) in [("stiffness", &self.C), ("mass", &self.mass())] {
            let scale = m.amax();
            let symmetric = (m - m.transpose()).amax() <= 1e-9 * scale;
            if !(scale.is_finite() && symmetric && m.cholesky().is_some()) {
                return Err(ModelError::Invalid {
                    what: format!("{name}: {what} of the section"),
                    value: format!("{:?}", m.as_slice()),
                    allowed: "a symmetric positive definite matrix".into(),
                });
            }
        }
        Ok(())
    }
}

/// Rayleigh damping: mass-proportional forces -α M u, and stresses C(ε + β ε').
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rayleigh {
    /// α, 1/s.
    pub mass: f64,
    /// β, s.
    pub stiffness: f64,
}

impl Rayleigh {
    pub(super) fn check(&self, name: &str) -> Result<(), ModelError> {
        at_least_zero(name, "rayleigh mass", self.mass)?;
        at_least_zero(name, "rayleigh stiffness", self.stiffness)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The torsion constant of a square is 0.1405770 a⁴ (Timoshenko, Goodier, Theory of Elasticity).
    #[test]
    fn torsion_of_a_square() {
        let s = Section::rectangle(1.0, 1.0, 1.0, 2.0, 2.0);
        assert!((s.GJ / 16.0 - 0.140577).abs() < 1e-6, "{}", s.GJ / 16.0);
        assert!((s.EI_z - 16.0 / 12.0).abs() < 1e-14);
    }
}
