//! `rotor`: the amplitude has its peak soon after the critical speed.

use crate::common::{column, run};

#[test]
fn runs_up_through_the_critical_speed() {
    let r = run("rotor").every(5).done();
    let (t, y, z) = (column(&r, "t"), column(&r, "q.y4_1"), column(&r, "q.z4_1"));
    let amplitude: Vec<f64> = y.iter().zip(&z).map(|(y, z)| y.hypot(*z)).collect();
    let peak = (0..t.len()).max_by(|a, b| amplitude[*a].total_cmp(&amplitude[*b])).unwrap();
    // 768 EI/(7 L³) in the middle, m and part of the shaft's mass (17/35 as for a beam on supports)
    let EI = 2.1e11 * 0.25 * std::f64::consts::PI * 1e-8;
    let mass = 10.0 + 17.0 / 35.0 * 7800.0 * std::f64::consts::PI * 1e-4;
    let critical = (768.0 * EI / 7.0 / mass).sqrt();
    let speed = 60.0 * t[peak];
    // a run-up passes the resonance late; the linear elements are stiff by a few percent
    assert!(speed > 0.9 * critical && speed < 1.25 * critical, "{speed} {critical}");
    let end = amplitude[amplitude.len() - 100..].iter().fold(0.0, |m: f64, v| m.max(*v));
    assert!(amplitude[peak] > 5e-4 && end < 0.7 * amplitude[peak], "{} {end}", amplitude[peak]);
}
