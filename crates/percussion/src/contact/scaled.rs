//! A problem as the solvers of large ones see it: only what takes part, in units of order one.
//!
//! Items that are not active, rows without friction and given directions of sliding are gone: what is
//! left are contacts and discs. With the size g of an item's block of G, d = 1/√g and one factor s,
//!
//! ```text
//! ỹ = s d y,    m̃ = s m / d,    G̃ = d G d
//! ```
//!
//! so that cones stay cones, the blocks of G̃ have about unit size and its free part about unit mean square; d and s are powers of two.
//! A row of the contact and the direction of its force differ where sliding is given: W and F.
//!
//! The problem may have a compliance, y = G m + b + e (m - m̂): with c the largest normal diagonal of G, e = ε c in all rows of contacts
//! (equal springs, whatever the bodies), and ε times its own diagonal for friction with a given load.

use super::law::{first, length, natural, slots, Item, Rubbing};
use super::operator::layout::Role;
use super::operator::Operator;
use super::policy::NEAR;
use super::problem::{Form, Measure, Point, Problem};
use super::solver::Budget;

/// The scaled problem.
#[derive(Default)]
pub(super) struct Scaled {
    /// Contacts (normal first, then friction in its disc, or none) and discs of given radius.
    pub items: Vec<Item>,
    /// Number of rows.
    pub n: usize,
    /// Free part.
    pub b: Vec<f64>,
    /// e of each row, scaled, and the centre m̂ of the proximal term.
    pub compliance: Vec<f64>,
    pub centre: Vec<f64>,
    /// G and what has to do with it.
    pub operator: Operator,
    role: Vec<Role>,
    before: Vec<Role>,
    /// Rows of the items when the sizes were found.
    shape: Vec<(Option<usize>, std::ops::Range<usize>)>,
    /// d of each row of the scaled problem.
    d: Vec<f64>,
    s: f64,
    sizes: Vec<f64>,
    diagonal: Vec<f64>,
    free: Vec<f64>,
    /// Sizes of the terms that the free part is made of.
    terms: Vec<f64>,
    /// Length of these terms in the scaled problem, and c of the compliance.
    known: Known,
}

#[derive(Default)]
struct Known {
    terms: f64,
    spring: f64,
}

impl Scaled {
    /// Take over a problem; false where its bodies have no finite response.
    pub fn read(&mut self, p: &Problem, budget: &mut Budget<'_>) -> bool {
        // the levels and iterates of a step share their matrices more often than not
        let shape = || p.items.iter().map(|i| (i.normal, i.tangential.clone()));
        let held = self.operator.holds(p) && shape().eq(self.shape.iter().cloned());
        if !held {
            p.diagonal(&mut self.diagonal);
            p.sizes(&self.diagonal, &mut self.sizes);
            self.shape.clear();
            self.shape.extend(shape());
        }
        self.take_part(p);
        self.n = self.d.len();
        let held = held && self.role == self.before;
        if !held {
            self.operator.shape(p, &self.items, &self.role, &self.d);
        }
        let (free, terms) = (&mut self.free, &mut self.terms);
        self.operator.read(p, &self.role, free, terms, budget) && self.scale_free_part(p)
    }

    /// The items that take part, and what becomes of each row.
    fn take_part(&mut self, p: &Problem) {
        self.items.clear();
        self.d.clear();
        std::mem::swap(&mut self.role, &mut self.before);
        self.role.clear();
        self.role.resize(p.rows(), Role::Out);
        for (item, g) in p.items.iter().zip(&self.sizes).filter(|(i, _)| i.active) {
            let at = self.d.len();
            let d = power_of_two(1.0 / g.sqrt());
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
    }

    /// b with unit mean square, and the springs; whether all is finite.
    fn scale_free_part(&mut self, p: &Problem) -> bool {
        self.b.clear();
        self.b.resize(self.n, 0.0);
        for (r, role) in self.role.iter().enumerate() {
            if let Role::Row(a) = *role {
                self.b[a] = self.d[a] * self.free[r];
            }
        }
        let mean = (self.b.iter().map(|v| v * v).sum::<f64>() / self.n.max(1) as f64).sqrt();
        self.s = if mean > 0.0 && mean.is_finite() { power_of_two(1.0 / mean) } else { 1.0 };
        self.b.iter_mut().for_each(|v| *v *= self.s);
        self.items.iter_mut().for_each(|i| i.load *= self.s);
        let mut sum = 0.0;
        for (r, role) in self.role.iter().enumerate() {
            if let Role::Row(a) = *role {
                let term = self.terms[r].max(p.terms.get(r).copied().unwrap_or(0.0));
                sum += (self.d[a] * term).powi(2);
            }
        }
        self.known.terms = self.s * sum.sqrt();
        let contacts = p.items.iter().filter(|i| i.active).filter_map(|i| i.normal);
        self.known.spring = contacts.map(|r| self.diagonal[r]).fold(0.0, f64::max);
        self.soften(0.0);
        self.b.iter().all(|v| v.is_finite())
    }

    /// Give all rows the compliance ε c; the centre is zero.
    pub fn soften(&mut self, epsilon: f64) {
        self.centre.clear();
        self.centre.resize(self.n, 0.0);
        self.compliance.clear();
        self.compliance.resize(self.n, 0.0);
        for item in &self.items {
            for a in item.rows() {
                let spring = self.known.spring * self.d[a] * self.d[a];
                let own = item.normal.is_none() || !spring.is_normal();
                self.compliance[a] = epsilon * if own { 1.0 } else { spring };
            }
        }
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

    /// Put multipliers that are outside of their laws by the tolerance of an iteration onto their bounds.
    pub fn admit(&self, m: &mut [f64]) {
        for item in &self.items {
            let local = item.prox(&item.gather(m));
            let f = first(item);
            slots(item).enumerate().for_each(|(i, k)| m[f + i] = local[k]);
        }
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
                self.operator.base.solve(b, &mut x, budget);
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
        self.operator.multiply(m, y, budget);
        y.iter_mut().zip(&self.b).for_each(|(y, b)| *y += b);
    }

    /// y = b + G m + e (m - m̂).
    pub fn regular_response(&mut self, m: &[f64], y: &mut [f64], budget: &mut Budget<'_>) {
        self.response(m, y, budget);
        self.add_compliance(m, y, 1.0);
    }

    /// y += by e (m - m̂).
    pub fn add_compliance(&self, m: &[f64], y: &mut [f64], by: f64) {
        let soft = self.compliance.iter().zip(m).zip(&self.centre);
        y.iter_mut().zip(soft).for_each(|(y, ((e, m), c))| *y += by * e * (m - c));
    }

    /// How far (m, y) is from a solution, as [`Problem::measure`] sees it.
    pub fn measure(&self, m: &[f64], y: &[f64]) -> Measure {
        let (mut F2, mut error) = (0.0, 0.0_f64);
        for item in &self.items {
            let F = natural(item, m, y);
            F2 += length(&F).powi(2);
            let largest = F.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
            error = error.max(largest / (self.s * self.d[first(item)]));
        }
        let scale = self.scale(y);
        let relative = F2.sqrt() / scale;
        let error = if relative.is_finite() { error } else { f64::NAN };
        // sums are known to the round-off of their terms, which can be far larger than they are
        let floor = self.round_off_of(m, relative < NEAR) / scale;
        Measure { relative, error, floor }
    }

    /// What the length of the natural map is measured by.
    pub fn scale(&self, y: &[f64]) -> f64 {
        length(&self.b).max(length(y)).max(f64::MIN_POSITIVE)
    }

    /// Length of the natural map that the round-off of G m + b explains.
    pub fn round_off(&self, m: &[f64]) -> f64 {
        self.round_off_of(m, true)
    }

    /// Length of the natural map that round-off explains; the terms of G m are summed only if `near`.
    fn round_off_of(&self, m: &[f64], near: bool) -> f64 {
        let terms = if near { self.operator.terms(m) } else { 0.0 };
        2.0 * f64::EPSILON * (terms.max(2.0 * length(m)) + self.known.terms)
    }
}

/// The power of two next to a number: scaling by it has no round-off, so that what is at rest stays so exactly.
fn power_of_two(x: f64) -> f64 {
    x.log2().round().exp2()
}
