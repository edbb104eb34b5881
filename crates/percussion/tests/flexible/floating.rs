//! The floating beam: frequencies at rest and in rotation, against closed forms.

use crate::common::{column, run, Run};

/// Lowest circular frequency from the zero crossings of the first amplitude.
fn frequency(r: Run) -> f64 {
    let r = r.done();
    let (t, e) = (column(&r, "t"), column(&r, "q.eta0"));
    let mut cross = Vec::new();
    for k in 1..t.len() {
        if (e[k - 1] < 0.0) != (e[k] < 0.0) {
            cross.push(t[k - 1] + (t[k] - t[k - 1]) * e[k - 1] / (e[k - 1] - e[k]));
        }
    }
    let n = cross.len();
    std::f64::consts::PI * (n - 1) as f64 / (cross[n - 1] - cross[0])
}

fn beam() -> Run {
    run("rotating-beam").set("eta", "1e-4").option("rho_inf", "1").dt(2e-4)
}

/// 1.875104² sqrt(EI/ϱAL⁴) at rest.
#[test]
fn cantilever_at_rest() {
    let w = frequency(beam().set("omega", "0"));
    let exact = 1.8751040687119611_f64.powi(2) * (10.0_f64 / 0.5).sqrt();
    assert!((w / exact - 1.0).abs() < 1e-3, "{w} {exact}");
}

/// ∫ ½(1 - x²) φ'² and ∫ (1 - x) φ'² over ∫ φ² of the first mode of a cantilever of length one.
fn stiffening() -> [f64; 2] {
    let b = 1.8751040687119611_f64;
    let c = (b.cosh() + b.cos()) / (b.sinh() + b.sin());
    let mut sum = [0.0; 3];
    let n = 20_000;
    for k in 0..n {
        let x = (k as f64 + 0.5) / n as f64;
        let (y, w) = (b * x, 1.0 / n as f64);
        let phi = y.cosh() - y.cos() - c * (y.sinh() - y.sin());
        let d = b * (y.sinh() + y.sin() - c * (y.cosh() - y.cos()));
        sum[0] += w * phi * phi;
        sum[1] += w * 0.5 * (1.0 - x * x) * d * d;
        sum[2] += w * (1.0 - x) * d * d;
    }
    [sum[1] / sum[0], sum[2] / sum[0]]
}

/// In-plane motion of a rotating cantilever. With the first mode alone Ritz's method gives
/// ω² = ω0² + Ω²(1.1933 - 1 + 1.5709 a/L), a bound from above; further modes converge from there.
#[test]
fn rotation_stiffens() {
    let rest = frequency(beam().set("omega", "0"));
    let [still, offset] = stiffening();
    assert!((still - 1.1933364).abs() < 1e-6 && (offset - 1.5708782).abs() < 1e-6);
    let ritz = (rest * rest + 400.0 * (still - 1.0 + offset * 0.1)).sqrt();
    let [one, four, eight] = ["1", "4", "8"].map(|n| frequency(beam().set("modes", n)));
    assert!((one / ritz - 1.0).abs() < 1e-3, "{one} {ritz} {rest}");
    assert!(four < one && (four / eight - 1.0).abs() < 2e-3, "{four} {eight}");
    // without the shortening it softens
    let soft = frequency(beam().set("shortening", "0").set("omega", "10"));
    assert!(soft < rest, "{soft} {rest}");
}

#[test]
fn other_schemes() {
    let w = frequency(beam());
    for scheme in ["alpha-pvv", "moreau"] {
        let r = Run { options: Vec::new(), ..beam().scheme(scheme) };
        assert!((frequency(r) / w - 1.0).abs() < 1e-2, "{scheme}");
    }
}
