//! Spur gears with involute flanks.

use super::curve::{Curve, Flat, P2};
use super::{Outline, OutlineError};
use std::f64::consts::{PI, TAU};

/// A gear about the origin with a tooth along x.
///
/// ```text
/// pitch radius r = m z/2,   base radius r_b = r cos α,   flanks: involutes of the base circle
/// ```
///
/// Below the base circle the flanks go on radially, down to the root.
#[derive(Clone, Copy, Debug)]
pub struct Gear {
    /// Number of teeth z.
    pub teeth: usize,
    /// Module m (m): pitch diameter per tooth.
    pub module: f64,
    /// Pressure angle α (rad).
    pub pressure: f64,
    /// Height of the teeth above the pitch circle, in modules.
    pub addendum: f64,
    /// Depth below it, in modules.
    pub dedendum: f64,
    /// By how much the teeth are thinner at the pitch circle than half a pitch (m).
    pub backlash: f64,
    /// Whether the teeth stand inwards, on a ring: its solid is outside of the outline.
    pub ring: bool,
}

impl Gear {
    /// The outline of a gear with teeth of the usual height.
    pub fn new(teeth: usize, module: f64, pressure: f64) -> Self {
        let (addendum, dedendum, backlash) = (1.0, 1.25, 0.0);
        Gear { teeth, module, pressure, addendum, dedendum, backlash, ring: false }
    }

    /// Its outline.
    pub fn outline(&self) -> Result<Outline, OutlineError> {
        let Gear { teeth: z, module: m, pressure, addendum, dedendum, backlash, ring } = *self;
        let wrong = |why| Err(OutlineError::Gear(why));
        if !(4..=500).contains(&z) {
            return wrong("a gear has 4 to 500 teeth");
        }
        if !(m > 0.0 && m.is_finite() && pressure > 0.0 && pressure < 1.0) {
            return wrong(
                "the module of a gear is greater than zero, its pressure angle between 0 and 1 rad",
            );
        }
        if !(addendum > 0.0 && dedendum > 0.0 && backlash.is_finite()) {
            return wrong("heights of teeth are greater than zero");
        }
        let r = 0.5 * m * z as f64;
        let base = r * pressure.cos();
        // of a ring the gaps between its teeth are drawn
        let (above, below) = if ring { (dedendum, addendum) } else { (addendum, dedendum) };
        let (tip, root) = (r + m * above, r - m * below);
        if root <= 0.0 {
            return wrong("the teeth are deeper than the gear");
        }
        let involute = |a: f64| a.tan() - a;
        let thick = 0.5 * PI * m + if ring { backlash } else { -backlash };
        // angle of the flank's start from the middle of its tooth
        let alpha = 0.5 * thick / r + involute(pressure);
        let roll = |radius: f64| ((radius / base).powi(2) - 1.0).max(0.0).sqrt();
        let angle_at = |roll: f64| alpha - (roll - roll.atan());
        let span = [roll(root), roll(tip)];
        let (foot, head) = (angle_at(span[0]), angle_at(span[1]));
        let pitch = TAU / z as f64;
        if head * tip <= 1e-3 * m {
            return wrong("the teeth of the gear are pointed: fewer modules of height or a smaller pressure angle");
        }
        if (0.5 * pitch - foot) * root <= 1e-3 * m {
            return wrong("the teeth of the gear meet at their root");
        }
        let tooth = Tooth { base, alpha, span, radii: [root, tip], angles: [foot, head], pitch };
        let mut curves = Vec::with_capacity(6 * z);
        (0..z).for_each(|k| tooth.add(pitch * k as f64, &mut curves));
        Outline::of(curves, ring)
    }
}

/// A tooth: radius of the base circle, angle of a flank's start from the middle, rolls, radii and angles of root and tip, and the
/// angle from tooth to tooth.
struct Tooth {
    base: f64,
    alpha: f64,
    span: [f64; 2],
    radii: [f64; 2],
    angles: [f64; 2],
    pitch: f64,
}

impl Tooth {
    fn add(&self, mid: f64, curves: &mut Vec<Curve>) {
        let Tooth { base, alpha, span, radii: [root, tip], angles: [foot, head], pitch } = *self;
        let c = Flat([0.0; 2]);
        let flank = |hand: f64, span: [f64; 2]| {
            let alpha = mid - hand * alpha;
            Curve::Involute { c, r: base, alpha, hand, span }
        };
        let radial = |side: f64, from: f64, to: f64| {
            let e = P2::at_angle(mid + side * alpha);
            Curve::line(e.scaled(from), e.scaled(to))
        };
        let deep = root < base * (1.0 - 1e-12);
        curves.extend(deep.then(|| radial(-1.0, root, base)));
        curves.push(flank(1.0, span));
        curves.push(Curve::Arc { c, r: tip, from: mid - head, sweep: 2.0 * head });
        curves.push(flank(-1.0, [span[1], span[0]]));
        curves.extend(deep.then(|| radial(1.0, base, root)));
        curves.push(Curve::Arc { c, r: root, from: mid + foot, sweep: pitch - 2.0 * foot });
    }
}
