//! First roots of gaps.

/// The first x ≥ 0 at which g + v x + a x²/2 falls below zero, where g ≥ 0.
pub fn parabola(g: f64, v: f64, a: f64) -> Option<f64> {
    if g == 0.0 {
        return match v {
            v if v < 0.0 => Some(0.0),
            v if v > 0.0 && a < 0.0 => Some(-2.0 * v / a),
            _ => None,
        };
    }
    let d = v * v - 2.0 * a * g;
    match d >= 0.0 {
        true if v < 0.0 => Some(2.0 * g / (d.sqrt() - v)),
        true if a < 0.0 => Some((v + d.sqrt()) / -a),
        _ => None,
    }
}

/// The first root in (0, 1) of the cubic with the values g0 ≥ 0, g1 and the slopes v0, v1 at 0 and 1; where g0 = 0, the first one after it.
pub fn first_root([g0, v0, g1, v1]: [f64; 4]) -> Option<f64> {
    let c2 = 3.0 * (g1 - g0) - 2.0 * v0 - v1;
    let c3 = 2.0 * (g0 - g1) + v0 + v1;
    let value = |x: f64| match g0 > 0.0 {
        true => g0 + x * (v0 + x * (c2 + x * c3)),
        false => v0 + x * (c2 + x * c3),
    };
    // below zero at the end, or at the least value inside
    let mut hi = 1.0;
    if g1 >= 0.0 {
        let d = (c2 * c2 - 3.0 * c3 * v0).max(0.0).sqrt();
        hi = if c2 + d > 0.0 { -v0 / (c2 + d) } else { (d - c2) / (3.0 * c3) };
    }
    if !(hi > 0.0 && hi <= 1.0 && value(hi) < 0.0 && value(0.0) > 0.0) {
        return None;
    }
    let mut lo = 0.0;
    for _ in 0..60 {
        let x = 0.5 * (lo + hi);
        *(if value(x) > 0.0 { &mut lo } else { &mut hi }) = x;
    }
    Some(hi)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_roots_are_found_before_others() {
        // x = 1/2, and 3/2 behind it
        assert!((parabola(0.75, -2.0, 2.0).unwrap() - 0.5).abs() < 1e-15);
        assert_eq!(parabola(1.0, -1.0, 2.0), None);
        assert_eq!(parabola(0.0, 3.0, -2.0), Some(3.0));
        assert_eq!(parabola(0.0, -1.0, 5.0), Some(0.0));
        // (x - 1/4) (x - 1/2): a dip that both ends do not show
        let dip = [0.125, -0.75, 0.375, 1.25];
        assert!((first_root(dip).unwrap() - 0.25).abs() < 1e-12);
        // x (1/2 - x): the root at the beginning does not count
        assert!((first_root([0.0, 0.5, -0.5, -1.5]).unwrap() - 0.5).abs() < 1e-12);
        // x² + 1/10
        assert_eq!(first_root([0.1, 0.0, 1.1, 2.0]), None);
    }
}
