//! The last steps, for the predictor.

use crate::memory::{remember, Memory, Remember};
use crate::system::Renewal;

/// How many steps are remembered.
const KEPT: usize = 4;
/// Change of the accelerations from step to step that is no more than what solving them left.
const REST: f64 = 3e-10;
/// Uncorrected steps after which the order falls by one.
const PATIENCE: usize = 8;

/// The last values of an unknown, the newest first.
struct Past([Vec<f64>; KEPT]);

impl Remember for Past {
    fn remember(&mut self, m: &mut Memory) {
        self.0.remember(m);
    }
}

impl Past {
    fn new(n: usize) -> Self {
        Past(std::array::from_fn(|_| vec![0.0; n]))
    }
    fn extrapolate(&self, c: &[f64; KEPT], out: &mut [f64]) {
        let [a, b, d, e] = &self.0;
        let n = a.len();
        let (b, d, e, out) = (&b[..n], &d[..n], &e[..n], &mut out[..n]);
        for k in 0..n {
            out[k] = c[0] * a[k] + c[1] * b[k] + c[2] * d[k] + c[3] * e[k];
        }
    }
}

pub(super) struct History {
    /// a, U, Q.
    velocities: [Past; 3],
    /// λ, Λ, κ.
    rows: [Past; 3],
    /// Whether U or Q differed from zero.
    jumps: [bool; KEPT],
    on: Vec<(bool, bool)>,
    h: f64,
    /// Steps since the index sets last changed.
    calm: usize,
    /// Most values a polynomial goes through.
    most: usize,
    /// Steps since a prediction last had to be corrected.
    uncorrected: usize,
    /// Whether the accelerations rest.
    rests: bool,
    /// What small accelerations are measured by.
    length: f64,
    /// Whether all values of the last step are taken as they are.
    pub known: bool,
}
remember!(History {
    velocities, rows, jumps, on, h, calm, uncorrected, rests;
    skip most, length, known
});

impl History {
    /// The fast waves of a `stiff` system are no polynomials: there the order stays low.
    pub fn new(nu: usize, nr: usize, stiff: bool, length: f64) -> Self {
        History {
            velocities: [0; 3].map(|_| Past::new(nu)),
            rows: [0; 3].map(|_| Past::new(nr)),
            jumps: [false; KEPT],
            on: vec![(false, false); nr],
            h: 0.0,
            calm: 0,
            most: if stiff { 3 } else { KEPT },
            uncorrected: 0,
            rests: false,
            length,
            known: false,
        }
    }

    /// Weights of the last values that continue a polynomial through those since the index sets
    /// rest; none where there are too few, or the step has changed. A polynomial that continues
    /// itself lets its round-off grow, the faster the higher its order: after some steps that
    /// needed no correction the order falls. What rests is continued as it is.
    pub fn coefficients(&self, h: f64) -> Option<[f64; KEPT]> {
        if self.known {
            return (self.h > 0.0).then_some([1.0, 0.0, 0.0, 0.0]);
        }
        if (h - self.h).abs() > 1e-6 * h {
            return None;
        }
        if self.calm < 2 {
            return None;
        }
        if self.rests {
            return Some([1.0, 0.0, 0.0, 0.0]);
        }
        match self.calm.min(self.most.saturating_sub(self.uncorrected / PATIENCE)) {
            0 | 1 => Some([1.0, 0.0, 0.0, 0.0]),
            2 => Some([2.0, -1.0, 0.0, 0.0]),
            3 => Some([3.0, -3.0, 1.0, 0.0]),
            _ => Some([4.0, -6.0, 4.0, -1.0]),
        }
    }

    /// Whether a remembered U or Q differs from zero.
    pub fn jumps(&self) -> bool {
        self.jumps.contains(&true)
    }

    /// Continue all unknowns; `jumps`: U or Q hold something now.
    pub fn extrapolate(
        &self,
        c: &[f64; KEPT],
        velocities: [&mut Vec<f64>; 3],
        rows: [&mut Vec<f64>; 3],
        jumps: bool,
    ) {
        for (k, (v, r)) in velocities.into_iter().zip(rows).enumerate() {
            if k == 0 || self.jumps() {
                self.velocities[k].extrapolate(c, v);
            } else if jumps {
                v.fill(0.0);
            }
            self.rows[k].extrapolate(c, r);
        }
    }

    /// The same with other contacts.
    pub fn renew(&mut self, by: &Renewal) {
        for rows in self.rows.iter_mut().flat_map(|past| &mut past.0) {
            *rows = by.rows(rows, 0.0);
        }
        self.on = by.rows(&self.on, (false, false));
    }

    /// Begin anew.
    pub fn forget(&mut self) {
        self.calm = 0;
    }

    /// Whether the last step's prediction had to be corrected.
    pub fn note_correction(&mut self, corrected: bool) {
        self.uncorrected = if corrected { 0 } else { self.uncorrected + 1 };
    }

    /// Remember a step of length h.
    pub fn push(&mut self, h: f64, velocities: [&[f64]; 3], rows: [&[f64]; 3], jumps: bool) {
        self.jumps.rotate_right(1);
        let was = std::mem::replace(&mut self.jumps[0], jumps);
        for (k, (v, r)) in velocities.into_iter().zip(rows).enumerate() {
            let (past, past_rows) = (&mut self.velocities[k].0, &mut self.rows[k].0);
            past.rotate_right(1);
            past_rows.rotate_right(1);
            if k == 0 || was || jumps {
                past[0].copy_from_slice(v);
            }
            past_rows[0].copy_from_slice(r);
        }
        let [new, old, ..] = &self.velocities[0].0;
        let size = new.iter().fold(self.length, |m, v| m.max(v.abs()));
        self.rests = new.iter().zip(old).all(|(a, b)| (a - b).abs() <= REST * size);
        self.h = h;
        self.calm += 1;
    }

    /// Compare the index sets at acceleration and velocity level with those of the step before.
    pub fn note_sets(&mut self, on_a: &[bool], on_v: &[bool]) {
        for (on, now) in self.on.iter_mut().zip(on_a.iter().zip(on_v)) {
            if *on != (*now.0, *now.1) {
                *on = (*now.0, *now.1);
                self.calm = 0;
            }
        }
    }
}
