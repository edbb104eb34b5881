//! `rotor`: the amplitude during the run-up against a linear rotor of its own.
//!
//! The shaft is two beams of Bernoulli's cubic shape functions with Timoshenko's shear, their deflection
//! the complex number w = y + iz, their slope φ. Unknown are w and φ in the middle and φ at the bearing:
//!
//! ```text
//! M x'' + (α M_shaft - i Ω G) x' + K x = m e (Ω² - i Ω') exp(iψ)      G: polar inertia of the disc
//! ```

use crate::common::{column, run};

type C = nalgebra::Complex<f64>;
type Matrix = nalgebra::Matrix3<f64>;

struct Rotor {
    K: Matrix,
    shaft: Matrix,
    disc: [f64; 3],
}

const SPEED_UP: f64 = 60.0;

impl Rotor {
    fn new() -> Self {
        let (L, r, E, m, R) = (1.0, 0.01_f64, 2.1e11, 10.0, 0.1);
        let A = std::f64::consts::PI * r * r;
        let EI = E * 0.25 * A * r * r;
        let GA = 6.0 / 7.0 * A * E / 2.6;
        let l: f64 = 0.5 * L;
        let p = 12.0 * EI / (GA * l * l);
        let k = EI / (l.powi(3) * (1.0 + p));
        let (c, d) = (k * (4.0 + p) * l * l, k * (2.0 - p) * l * l);
        let mu = 7800.0 * A * l / 420.0;
        Rotor {
            // (w, φ) in the middle belong to both elements; w, φ = 0 at the drive, w = 0 at the bearing
            K: Matrix::new(24.0 * k, 0.0, 6.0 * k * l, 0.0, 2.0 * c, d, 6.0 * k * l, d, c),
            shaft: Matrix::new(
                312.0,
                0.0,
                -13.0 * l,
                0.0,
                8.0 * l * l,
                -3.0 * l * l,
                -13.0 * l,
                -3.0 * l * l,
                4.0 * l * l,
            ) * mu,
            disc: [m, 0.25 * m * R * R, 0.5 * m * R * R],
        }
    }
    /// det(K - Ω² M) of a synchronous whirl: there the disc turns with the inertia I_d - I_p.
    fn whirl(&self, w: f64) -> f64 {
        let [m, d, p] = self.disc;
        let disc = Matrix::from_diagonal(&nalgebra::Vector3::new(m, d - p, 0.0));
        (self.K - (self.shaft + disc) * (w * w)).determinant()
    }
    fn critical(&self) -> f64 {
        let (mut a, mut b) = (50.0, 200.0);
        for _ in 0..60 {
            let c = 0.5 * (a + b);
            if self.whirl(c) > 0.0 {
                a = c;
            } else {
                b = c;
            }
        }
        a
    }
    /// Speed and size of the largest amplitude, by Newmark's method.
    fn peak(&self) -> (f64, f64) {
        let [m, d, p] = self.disc;
        let disc = Matrix::from_diagonal(&nalgebra::Vector3::new(m, d, 0.0));
        let complex = |m: &Matrix| m.map(|v| C::new(v, 0.0));
        let (K, M, D) =
            (complex(&self.K), complex(&(self.shaft + disc)), complex(&(self.shaft * 10.0)));
        let zero = nalgebra::Vector3::<C>::zeros();
        let (mut x, mut v, mut a, h) = (zero, zero, zero, 2e-4);
        let mut best = (0.0, 0.0);
        for k in 1..=15_000 {
            let t = k as f64 * h;
            let W = SPEED_UP * t;
            let mut D = D;
            D[(1, 1)] -= C::new(0.0, W * p);
            let mut F = zero;
            F[0] =
                C::new(W * W, -SPEED_UP) * C::new(0.0, 0.5 * W * t).exp() * C::new(m * 1e-4, 0.0);
            let (h1, h2) = (C::new(0.5 * h, 0.0), C::new(0.25 * h * h, 0.0));
            let (xp, vp) = (x + v * (h1 + h1) + a * h2, v + a * h1);
            a = (M + D * h1 + K * h2).lu().solve(&(F - D * vp - K * xp)).unwrap();
            (x, v) = (xp + a * h2, vp + a * h1);
            if x[0].norm() > best.1 {
                best = (W, x[0].norm());
            }
        }
        best
    }
}

#[test]
fn runs_up_through_the_critical_speed() {
    let linear = Rotor::new();
    let (speed, size) = linear.peak();
    let critical = linear.critical();
    assert!((critical - 127.67).abs() < 0.05 && (speed - 143.7).abs() < 0.1, "{critical} {speed}");
    let r = run("rotor").every(5).done();
    let (t, y, z) = (column(&r, "t"), column(&r, "q.y4_1"), column(&r, "q.z4_1"));
    let amplitude: Vec<f64> = y.iter().zip(&z).map(|(y, z)| y.hypot(*z)).collect();
    let peak = (0..t.len()).max_by(|a, b| amplitude[*a].total_cmp(&amplitude[*b])).unwrap();
    let got = (SPEED_UP * t[peak], amplitude[peak]);
    assert!((got.0 / speed - 1.0).abs() < 1e-3, "{got:?} {speed}");
    assert!((got.1 / size - 1.0).abs() < 2e-3, "{got:?} {size}");
    // the free vibration that the resonance leaves behind dies slowly
    let end = amplitude[amplitude.len() - 100..].iter().fold(0.0, |m: f64, v| m.max(*v));
    assert!(end < 0.4 * amplitude[peak], "{} {end}", amplitude[peak]);
}

/// The disc may sit between two nodes, too.
#[test]
fn an_odd_number_of_elements() {
    let peak = |elements: &str, degree: &str| {
        let r = run("rotor").set("elements", elements).set("degree", degree).until(2.6).every(5);
        let r = r.done();
        let (y, z) = (column(&r, "q.y2"), column(&r, "q.z2"));
        y.iter().zip(&z).map(|(y, z)| y.hypot(*z)).fold(0.0, f64::max)
    };
    let (even, odd) = (peak("4", "2"), peak("5", "3"));
    assert!((odd / even - 1.0).abs() < 2e-2, "{even} {odd}");
}
