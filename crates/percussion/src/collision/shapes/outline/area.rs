//! Area, centre and second moments of what curves enclose, by Green's theorem:
//!
//! ```text
//! A = ½∮ x×dx,    ∫x dA = ⅓∮ x (x×dx),    ∫x xᵀ dA = ¼∮ x xᵀ (x×dx)
//! ```

use super::curve::{Curve, Flat, P2};

/// Nodes and weights of the Gauss rule with eight points on [-1, 1]: exact to rounding for arcs up to half a radian.
const GAUSS: [(f64, f64); 4] = [
    (0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.525_532_409_916_329, 0.313_706_645_877_887_29),
    (0.796_666_477_413_626_7, 0.222_381_034_453_374_47),
    (0.960_289_856_497_536_2, 0.101_228_536_290_376_26),
];

/// A, ∫x dA, and ∫x² dA, ∫x y dA, ∫y² dA about `o`.
fn moments(curves: &[Curve], o: &P2) -> (f64, P2, [f64; 3]) {
    let (mut area, mut first, mut second) = (0.0, Flat([0.0; 2]), [0.0; 3]);
    for c in curves {
        let parts = match *c {
            Curve::Line { .. } => 1,
            Curve::Arc { sweep, .. } | Curve::Oval { sweep, .. } => {
                (2.0 * sweep.abs()).ceil() as usize
            }
            Curve::Involute { span: [a, b], .. } => (4.0 * (b - a).abs()).ceil() as usize,
        };
        let h = 0.5 / parts as f64;
        for k in 0..parts {
            for (x, w) in GAUSS.iter().flat_map(|&(x, w)| [(x, w), (-x, w)]) {
                let s = h * ((2 * k + 1) as f64 + x);
                let p = c.point(s).minus(o);
                let twice = p.cross(&c.rate(s)) * w * h;
                area += 0.5 * twice;
                first = first.plus(&p.scaled(twice / 3.0));
                let [x, y] = p.0;
                for (sum, v) in second.iter_mut().zip([x * x, x * y, y * y]) {
                    *sum += v * twice / 4.0;
                }
            }
        }
    }
    (area, first, second)
}

/// The area, negative where the curves run clockwise.
pub(super) fn area(curves: &[Curve]) -> f64 {
    moments(curves, &curves[0].point(0.0)).0
}

/// Area, centre, second moments about it.
pub(super) fn properties(curves: &[Curve]) -> (f64, P2, [f64; 3]) {
    let Some(start) = curves.first().map(|c| c.point(0.0)) else {
        return (0.0, Flat([0.0; 2]), [0.0; 3]);
    };
    let (area, first, _) = moments(curves, &start);
    let centre = start.plus(&first.scaled(1.0 / area));
    (area, centre, moments(curves, &centre).2)
}
