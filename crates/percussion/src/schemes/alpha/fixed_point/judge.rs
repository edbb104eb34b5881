//! How far an iterate of the fixed point is from the laws, and the index sets that belong to it.

use super::{FixedPoint, ACCELERATION, ALONE, HELD, OPENED, VELOCITY};
use crate::contact::law::{Item, Local, Rubbing};
use crate::schemes::alpha::levels::Levels;
use crate::schemes::alpha::step::{worst, Step};
use crate::system::{RowKind, System};

impl FixedPoint {
    /// How far contacts and frictions are from their laws at acceleration, velocity and position level, in the units of
    /// each: what the prox equations would change. Unlike the index sets it is continuous where a contact neither presses nor
    /// opens, or is at the limit of friction and does not slide, as contacts that depend on each other often are.
    /// What the round-off of the sums of forces explains counts as fulfilled.
    pub(super) fn laws(&mut self, sys: &System, l: &Levels, s: &mut Step) -> [f64; 3] {
        let round_off = [&s.P, &s.la].map(|m| {
            self.round_off(sys, s, m);
            let each = |i: &Item| i.rows().map(|k| self.rows[self.reduction.rows[k]]);
            let items = self.levels[VELOCITY].items.iter();
            items.map(|i| each(i).fold(0.0, f64::max)).collect::<Vec<f64>>()
        });
        // a value that is not a number stays
        let part = |fine: bool, v: f64| if fine { 0.0 } else { v };
        let (mut e_a, mut e_v, mut e_p) = (0.0_f64, 0.0_f64, 0.0_f64);
        for (_, k) in sys.contacts.iter().enumerate().filter(|(c, _)| !self.near[*c]) {
            let r = k.row;
            e_p = worst(e_p, part(s.ev.g[r] >= 0.0, s.ev.g[r]));
            e_p = worst(e_p, s.khat[r] / s.r[r]);
            let rubs = k.friction.map_or(0..0, |f| sys.frictions[f].rows.clone());
            e_v = std::iter::once(r).chain(rubs).fold(e_v, |e, r| worst(e, s.P[r] / s.r[r]));
        }
        for (i, (item, later)) in self.items().enumerate() {
            let r = self.local(item, &s.r);
            let r = [if item.normal.is_some() { r[0] } else { 1.0 }, r[1]];
            let law = |item: &Item, m: &[f64], y: &[f64]| {
                let F = item.natural_map(&self.local(item, m), &self.local(item, y), r);
                F.into_iter().fold(0.0, worst)
            };
            if let Some(k) = item.normal {
                let k = self.reduction.rows[k];
                let gap = Item { active: true, rubbing: Rubbing::None, ..Item::default() };
                let gap = Item { normal: Some(0), tangential: 0..0, ..gap };
                let F =
                    gap.natural_map(&[s.khat[k], 0.0, 0.0, 0.0], &[s.ev.g[k], 0.0, 0.0, 0.0], r);
                e_p = worst(e_p, F[0]);
                if item.active && s.smooth_gap(k).is_none() {
                    e_p = worst(e_p, part(s.ev.g[k] <= self.closed(sys, item.contact), s.ev.g[k]));
                }
            }
            // what the position level closes after all
            let closes = |k: usize| s.khat[self.reduction.rows[k]] > 0.0;
            let late =
                !item.active && l.position && s.smooth.is_none() && item.normal.is_some_and(closes);
            let F = match late {
                true => law(&Item { active: true, ..item.clone() }, &s.P, &s.sliding.xihat),
                false => law(item, &s.P, &s.sliding.xihat),
            };
            e_v = worst(e_v, part(F <= round_off[0][i], F));
            if l.contacts {
                let F = law(later, &s.la, &s.gdd);
                e_a = worst(e_a, part(F <= round_off[1][i], F));
            }
        }
        // also of contacts that take part no more
        for r in 0..s.nr {
            if matches!(sys.kinds[r], RowKind::Normal(_) | RowKind::Friction(_)) {
                (s.on_p[r], s.on_v[r], s.on_a[r]) = (false, false, false);
            }
        }
        [e_a, e_v, e_p]
    }

    /// The round-off of W M⁻¹ Wᵀ m for the rows that take part, into `rows`.
    pub(super) fn round_off(&mut self, sys: &System, s: &Step, m: &[f64]) {
        self.sum.fill(0.0);
        for &r in &self.reduction.rows {
            let (w, columns) = sys.row(&s.ev, r);
            w.iter().zip(columns).for_each(|(w, &d)| self.sum[d] += (w * m[r]).abs());
        }
        self.sum.iter_mut().zip(&s.ev.M_inv).for_each(|(x, inverse)| *x *= inverse);
        self.sum[s.nu] = 0.0;
        for &r in &self.reduction.rows {
            let (w, columns) = sys.row(&s.ev, r);
            let size: f64 = w.iter().zip(columns).map(|(w, &d)| w.abs() * self.sum[d]).sum();
            self.rows[r] = 2.0 * f64::EPSILON * size;
        }
    }

    /// In what units laws at acceleration, velocity and position level are judged. Where many contacts share their loads, rows
    /// contradict each other by the round-off of the accelerations and velocities there are; those without contacts count,
    /// as loads at rest balance each other.
    pub(super) fn scales(&self, s: &Step) -> [f64; 3] {
        let most = |v: &[f64]| v[..s.nu].iter().fold(s.length, |a, v| a.max(v.abs())) / s.length;
        match self.reduction.rows.len() > ALONE {
            true => {
                let free = s.ev.h.iter().zip(&s.ev.M_inv).map(|(h, m)| (h * m).abs());
                let a = free.fold(most(&s.a), |a, v| a.max(v / s.length));
                [10.0 * a, 100.0 * most(&s.u), 10.0]
            }
            false => [1.0; 3],
        }
    }

    /// The gap up to which a contact counts as closed.
    pub(super) fn closed(&self, sys: &System, contact: usize) -> f64 {
        match self.opened[contact] < OPENED {
            true => sys.band(contact),
            false => HELD * sys.contact_size(contact),
        }
    }

    /// The index sets that belong to the solution.
    pub(super) fn sets(&self, sys: &System, l: &Levels, s: &mut Step) {
        for (i, (item, later)) in self.items().enumerate() {
            if let Some(k) = item.normal {
                let r = self.reduction.rows[k];
                s.on_p[r] = item.active;
                s.on_v[r] = item.active && s.P[r] - s.r[r] * s.xi[r] > 0.0;
                s.on_a[r] = l.contacts && later.active && s.la[r] - s.r[r] * s.gdd[r] > 0.0;
            }
            let Some(f) = self.reduction.frictions[i] else { continue };
            for r in sys.frictions[f].rows.clone() {
                s.on_v[r] = item.active && s.P[r] != 0.0 && later.rubbing == Rubbing::Disc;
                s.on_a[r] = l.contacts && s.on_v[r] && later.active;
            }
        }
    }

    /// The contacts that are furthest from their laws at velocity level, at most eight.
    pub(super) fn note_unsettled(&mut self, s: &Step) {
        let mut all: Vec<(f64, usize)> = Vec::new();
        for (item, _) in self.items() {
            let r = self.local(item, &s.r);
            let r = [if item.normal.is_some() { r[0] } else { 1.0 }, r[1]];
            let F =
                item.natural_map(&self.local(item, &s.P), &self.local(item, &s.sliding.xihat), r);
            all.push((F.into_iter().fold(0.0, worst), item.contact));
        }
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let most = all.first().map_or(0.0, |a| a.0);
        all.retain(|a| a.0 > 0.0 && a.0 >= 1e-3 * most);
        self.unsettled.clear();
        self.unsettled.extend(all.iter().take(8).map(|a| a.1));
    }

    /// Values of an item in a vector over all rows of the system.
    pub(super) fn local(&self, item: &Item, v: &[f64]) -> Local {
        let mut out = [0.0; 4];
        if let Some(i) = item.normal {
            out[0] = v[self.reduction.rows[i]];
        }
        for (out, i) in out[1..].iter_mut().zip(item.tangential.clone()) {
            *out = v[self.reduction.rows[i]];
        }
        out
    }

    /// The items of velocity and acceleration level with their rows in the system.
    pub(super) fn items(&self) -> impl Iterator<Item = (&Item, &Item)> {
        self.levels[VELOCITY].items.iter().zip(&self.levels[ACCELERATION].items)
    }
}
