//! A problem as the solvers of large ones see it: only what takes part, in units of order one.
//!
//! Items that are not active, rows without friction and given directions of sliding are gone: what is
//! left are contacts and discs. With the size g of an item's block of G, d = 1/√g and one factor s,
//!
//! ```text
//! ỹ = s d y,    m̃ = s m / d,    G̃ = d G d
//! ```
//!
//! so that cones stay cones, the blocks of G̃ have unit size and its free part unit mean square.
//! A row of the contact and the direction of its force differ where sliding is given: W and F.

use super::law::{Item, Local, Rubbing};
use super::linear::Linear;
use super::problem::{Form, Measure, Point, Problem};
use super::solver::Budget;

/// Residual from which on round-off is looked at.
const NEAR: f64 = 1e-9;

/// What a row of the whole problem is in the scaled one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role {
    /// Takes no part.
    Out,
    /// Row of the scaled problem.
    Row(usize),
    /// Force that follows that of a row, with this factor.
    Follows(usize, f64),
    /// A constant force.
    Given(f64),
}

/// The scaled problem.
#[derive(Default)]
pub(super) struct Scaled {
    /// Contacts (normal first, then friction in its disc, or none) and discs of given radius.
    pub items: Vec<Item>,
    /// Number of rows.
    pub n: usize,
    /// Free part.
    pub b: Vec<f64>,
    /// G and what has to do with it.
    pub linear: Linear,
    role: Vec<Role>,
    before: Vec<Role>,
    /// Rows of the items when the sizes were found.
    shape: Vec<(Option<usize>, std::ops::Range<usize>)>,
    /// d of each row of the scaled problem.
    d: Vec<f64>,
    s: f64,
    sizes: Vec<f64>,
    free: Vec<f64>,
}

impl Scaled {
    /// Take over a problem; false where its bodies have no finite response.
    pub fn read(&mut self, p: &Problem, budget: &mut Budget<'_>) -> bool {
        // the levels and iterates of a step share their matrices more often than not
        let shape = || p.items.iter().map(|i| (i.normal, i.tangential.clone()));
        let held = self.linear.holds(p) && shape().eq(self.shape.iter().cloned());
        if !held {
            self.sizes = p.sizes();
            self.shape.clear();
            self.shape.extend(shape());
        }
        self.items.clear();
        self.d.clear();
        std::mem::swap(&mut self.role, &mut self.before);
        self.role.clear();
        self.role.resize(p.rows(), Role::Out);
        for (item, g) in p.items.iter().zip(&self.sizes).filter(|(i, _)| i.active) {
            let at = self.d.len();
            let d = 1.0 / g.sqrt();
            if let Some(i) = item.normal {
                self.role[i] = Role::Row(at);
                self.d.push(d);
            }
            let first = self.d.len();
            match item.rubbing {
                Rubbing::Disc if item.slope() > 0.0 => {
                    for i in item.tangential.clone() {
                        self.role[i] = Role::Row(self.d.len());
                        self.d.push(d);
                    }
                }
                Rubbing::Slides(direction) => {
                    for (i, s) in item.tangential.clone().zip(direction) {
                        self.role[i] = match item.normal {
                            Some(_) => Role::Follows(at, -item.slope() * s),
                            None => Role::Given(-item.slope() * s * item.pressing(0.0)),
                        };
                    }
                }
                _ => {}
            }
            let t = first..self.d.len();
            let mut new =
                Item { tangential: t.clone(), normal: item.normal.map(|_| at), ..item.clone() };
            new.rubbing = if t.is_empty() { Rubbing::None } else { Rubbing::Disc };
            if item.normal.is_some() || !t.is_empty() {
                new.load = item.load / d;
                self.items.push(new);
            }
        }
        self.n = self.d.len();
        self.free.clear();
        let held = held && self.role == self.before;
        if !held {
            self.linear.shape(p, &self.items, &self.role, &self.d);
        }
        if !self.linear.read(p, &self.role, &mut self.free, budget) {
            return false;
        }
        self.b.clear();
        self.b.resize(self.n, 0.0);
        for (r, role) in self.role.iter().enumerate() {
            if let Role::Row(a) = *role {
                self.b[a] = self.d[a] * self.free[r];
            }
        }
        let mean = (self.b.iter().map(|v| v * v).sum::<f64>() / self.n.max(1) as f64).sqrt();
        self.s = if mean > 0.0 && mean.is_finite() { 1.0 / mean } else { 1.0 };
        self.b.iter_mut().for_each(|v| *v *= self.s);
        self.items.iter_mut().for_each(|i| i.load *= self.s);
        self.b.iter().all(|v| v.is_finite())
    }

    /// Whether all that takes part are contacts without friction.
    pub fn frictionless(&self) -> bool {
        let follows = |r: &Role| matches!(r, Role::Follows(..));
        let alone = |i: &Item| i.normal.is_some() && i.tangential.is_empty();
        self.items.iter().all(alone) && !self.role.iter().any(follows)
    }

    /// Scaled multipliers of a point.
    pub fn start(&self, point: &Point) -> Vec<f64> {
        let mut m = vec![0.0; self.n];
        for (r, role) in self.role.iter().enumerate() {
            if let Role::Row(a) = *role {
                m[a] = self.s * point.m[r] / self.d[a];
            }
        }
        m
    }

    /// Hand a solution back, with y, x and l, and say how good it is.
    pub fn finish(
        &mut self,
        p: &Problem,
        m: &[f64],
        point: &mut Point,
        budget: &mut Budget<'_>,
    ) -> Measure {
        let value = |role: &Role| match *role {
            Role::Out => 0.0,
            Role::Row(a) => m[a] * self.d[a] / self.s,
            Role::Follows(a, by) => by * m[a] * self.d[a] / self.s,
            Role::Given(v) => v,
        };
        self.role.iter().zip(&mut point.m).for_each(|(role, m)| *m = value(role));
        match &p.form {
            Form::Dense(G) => {
                let n = p.rows();
                for i in 0..n {
                    let row = &G[i * n..(i + 1) * n];
                    point.y[i] = p.b[i] + row.iter().zip(&point.m).map(|(g, m)| g * m).sum::<f64>();
                }
            }
            Form::Sparse(G) => (0..p.rows()).for_each(|i| point.y[i] = p.b[i] + G.dot(i, &point.m)),
            Form::Bodies(b) => {
                let mut x = b.f.clone();
                x.extend(b.c.iter().map(|c| -c));
                (0..p.rows()).for_each(|i| b.W.add(i, point.m[i], &mut x));
                self.linear.base.solve(b, &mut x, budget);
                (0..p.rows()).for_each(|i| point.y[i] = p.b[i] + b.W.dot(i, &x));
                point.x.copy_from_slice(&x[..b.f.len()]);
                point.l.copy_from_slice(&x[b.f.len()..]);
            }
        }
        let mut at = p.measure(&self.sizes, &self.free, &point.m, &point.y);
        if at.relative < NEAR {
            let mut y = vec![0.0; self.n];
            for (r, role) in self.role.iter().enumerate() {
                if let Role::Row(a) = *role {
                    y[a] = self.s * self.d[a] * point.y[r];
                }
            }
            at.floor = at.floor.max(self.measure(m, &y).floor);
        }
        at
    }

    /// y = b + G m.
    pub fn response(&mut self, m: &[f64], y: &mut [f64], budget: &mut Budget<'_>) {
        self.linear.multiply(m, y, budget);
        y.iter_mut().zip(&self.b).for_each(|(y, b)| *y += b);
    }

    /// How far (m, y) is from a solution, as [`Problem::measure`] sees it.
    pub fn measure(&self, m: &[f64], y: &[f64]) -> Measure {
        let sum = |v: &[f64]| v.iter().map(|v| v * v).sum::<f64>();
        let (mut F2, mut error) = (0.0, 0.0_f64);
        for item in &self.items {
            let F = natural(item, m, y);
            F2 += square(&F);
            let largest = F.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
            error = error.max(largest / (self.s * self.d[first(item)]));
        }
        let scale = sum(&self.b).max(sum(y)).sqrt().max(f64::MIN_POSITIVE);
        let relative = F2.sqrt() / scale;
        let error = if relative.is_finite() { error } else { f64::NAN };
        // sums are known to the round-off of their terms, which can be far larger than they are
        let terms = if relative < NEAR { self.linear.terms(m) } else { sum(m).sqrt() };
        Measure {
            relative,
            error,
            floor: 2.0 * f64::EPSILON * terms.max(2.0 * sum(m).sqrt()) / scale,
        }
    }
}

/// The natural map of an item with unit prox parameters.
#[inline]
pub(super) fn natural(item: &Item, m: &[f64], y: &[f64]) -> Local {
    item.natural_map(&item.gather(m), &item.gather(y), [1.0; 2])
}

#[inline]
pub(super) fn square(v: &Local) -> f64 {
    v.iter().map(|v| v * v).sum()
}

/// The local places of an item's rows, which are contiguous in the scaled problem.
#[inline]
pub(super) fn slots(item: &Item) -> std::ops::Range<usize> {
    usize::from(item.normal.is_none())..1 + item.tangential.len().min(3)
}

/// First row of an item.
#[inline]
pub(super) fn first(item: &Item) -> usize {
    item.normal.unwrap_or(item.tangential.start)
}
