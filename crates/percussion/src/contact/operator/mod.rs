//! Everything linear of the scaled problem: G m, and Newton steps
//!
//! ```text
//! A dm + P dy = r,    dy = G dm                         A, P by items                         (1)
//! ```
//!
//! Few rows have a dense G, and (A + P G) dm = r is factorised. The same holds by blocks of items for a sparse G
//! (`local.rs`); in the body form blocks of bodies are factorised (`bodies.rs`). Large forms are refined with the exact
//! operators. Pattern and order are kept as long as the contacts stay.

pub(in crate::contact) mod base;
pub(in crate::contact) mod bodies;
mod dense;
pub(in crate::contact) mod inverse;
pub(in crate::contact) mod layout;
mod local;
pub(in crate::contact) mod pattern;
pub(in crate::contact) mod small;
pub(in crate::contact) mod touch;

use super::law::{first, slots, Item};
use super::policy::{DENSE_ROWS, FRONT};
use super::problem::{Form, Problem};
use super::solver::Budget;
use crate::linalg::Blocks;
use base::Base;
use bodies::BodyForm;
use dense::DenseG;
use layout::{Layout, Role};
use local::LocalG;
use small::Small;

/// Which form the problem has.
#[derive(Default)]
pub(in crate::contact) enum Kind {
    #[default]
    None,
    Dense(DenseG),
    Local(LocalG),
    Bodies(Box<BodyForm>),
}

/// The operators of a scaled problem.
#[derive(Default)]
pub(in crate::contact) struct Operator {
    pub kind: Kind,
    pub layout: Layout,
    /// Whether G is kept dense where it has few rows.
    pub few: bool,
    /// The bodies without contacts.
    pub base: Base,
    blocks: Blocks,
    A: Vec<Small>,
    P: Vec<Small>,
    /// Whether the factors are those of A and P.
    fresh: bool,
    x: Vec<f64>,
}

impl Operator {
    /// Whether the bodies and rows of a problem are those of the last one.
    pub fn holds(&self, p: &Problem) -> bool {
        match (&p.form, &self.kind) {
            (Form::Bodies(b), Kind::Bodies(old)) => old.holds(b),
            _ => false,
        }
    }

    /// Take over the matrices of a problem.
    pub fn shape(&mut self, p: &Problem, items: &[Item], role: &[Role], d: &[f64]) {
        self.fresh = false;
        let layout = &mut self.layout;
        let count = items.iter().map(|i| slots(i).len());
        let renew = !count.clone().eq(layout.count.iter().copied());
        layout.count.clear();
        layout.count.extend(count);
        layout.first.clear();
        layout.first.extend(items.iter().map(first));
        // a kind is made anew only where the form changes: it keeps its workspace and its pattern
        let dense = self.few && d.len() <= DENSE_ROWS;
        match (&p.form, &self.kind) {
            (Form::Dense(_), Kind::Dense(_)) if dense => {}
            (Form::Dense(_), _) if dense => self.kind = Kind::Dense(DenseG::default()),
            (Form::Dense(_) | Form::Sparse(_), Kind::Local(_)) if !renew => {}
            (Form::Dense(_) | Form::Sparse(_), _) => self.kind = Kind::Local(LocalG::default()),
            (Form::Bodies(_), Kind::Bodies(_)) => {}
            (Form::Bodies(_), _) => self.kind = Kind::Bodies(Box::default()),
        }
        let (layout, blocks) = (&self.layout, &mut self.blocks);
        match (&p.form, &mut self.kind) {
            (Form::Dense(G), Kind::Dense(k)) => k.shape(G, role, d),
            (Form::Dense(G), Kind::Local(k)) => {
                let n = p.rows();
                let entries = |i: usize| {
                    let row = &G[i * n..(i + 1) * n];
                    row.iter().copied().enumerate().filter(|e| e.1 != 0.0)
                };
                k.shape(layout, entries, role, d, blocks);
            }
            (Form::Sparse(G), Kind::Local(k)) => k.shape(layout, |i| G.row(i), role, d, blocks),
            (Form::Bodies(b), Kind::Bodies(k)) => k.shape(layout, b, role, d, blocks),
            _ => {}
        }
    }

    /// Take over the rest; `free` receives y at m = 0 of all rows, `terms` the sizes of the terms it is made of. False where
    /// the bodies have no finite response.
    pub fn read(
        &mut self,
        p: &Problem,
        role: &[Role],
        free: &mut Vec<f64>,
        terms: &mut Vec<f64>,
        budget: &mut Budget<'_>,
    ) -> bool {
        let given = |j: usize| match role[j] {
            Role::Given(force) => force,
            _ => 0.0,
        };
        free.clear();
        terms.clear();
        terms.extend(p.b.iter().map(|b| b.abs()));
        match &p.form {
            Form::Dense(G) => {
                let n = p.rows().max(1);
                let row = |i: usize| G[i * n..(i + 1) * n].iter().enumerate();
                let sum = |i: usize| row(i).map(|(j, v)| v * given(j)).sum::<f64>();
                free.extend(p.b.iter().enumerate().map(|(i, b)| b + sum(i)));
            }
            Form::Sparse(G) => {
                let sum = |i: usize| G.row(i).map(|(j, v)| v * given(j)).sum::<f64>();
                free.extend(p.b.iter().enumerate().map(|(i, b)| b + sum(i)));
            }
            Form::Bodies(b) => {
                if !self.base.factor(b, budget) {
                    return false;
                }
                // y without the unknown forces
                self.x.clear();
                self.x.extend_from_slice(&b.f);
                self.x.extend(b.c.iter().map(|c| -c));
                for (i, r) in role.iter().enumerate() {
                    if let Role::Given(force) = *r {
                        b.W.add(i, force, &mut self.x);
                    }
                }
                let mass = |d: usize| b.M.get(d, d).abs().max(f64::MIN_POSITIVE);
                let push = |(d, w): (usize, f64)| (w * self.x[d]).abs() / mass(d);
                let pushed = |i: usize| b.W.row(i).map(push).sum::<f64>();
                terms.iter_mut().enumerate().for_each(|(i, t)| *t += pushed(i));
                let finite = self.base.solve(b, &mut self.x, budget);
                free.extend((0..p.rows()).map(|i| p.b[i] + b.W.dot(i, &self.x)));
                return finite;
            }
        }
        true
    }

    /// y = G m.
    pub fn multiply(&mut self, m: &[f64], y: &mut [f64], budget: &mut Budget<'_>) {
        match &self.kind {
            Kind::None => {}
            Kind::Dense(k) => {
                budget.spend(k.G.len() as f64);
                k.multiply(m, y);
            }
            Kind::Local(k) => {
                budget.spend(k.G.value.len() as f64);
                y.iter_mut().enumerate().for_each(|(i, y)| *y = k.G.dot(i, m));
            }
            Kind::Bodies(k) => {
                self.x.clear();
                self.x.resize(k.bodies.f.len() + k.bodies.c.len(), 0.0);
                for (t, &f) in k.touches.iter().zip(&self.layout.first) {
                    t.add_force(&m[f..], &mut self.x);
                }
                self.base.solve(&k.bodies, &mut self.x, budget);
                for (t, (f, c)) in k.touches.iter().zip(self.layout.items()) {
                    t.motion(&self.x, &mut y[f..f + c]);
                }
            }
        }
    }

    /// The length of |G| |m|, the sums of the absolute values of the terms of G m.
    pub fn terms(&self, m: &[f64]) -> f64 {
        let sum = match &self.kind {
            Kind::None => 0.0,
            Kind::Dense(k) => k.terms(m),
            Kind::Local(k) => k.terms(m),
            Kind::Bodies(k) => k.terms(&self.layout, m),
        };
        sum.sqrt()
    }

    /// Factorise (1) for these blocks, anew only where they have changed; false where there is no work left.
    pub fn factor(&mut self, A: &[Small], P: &[Small], budget: &mut Budget<'_>) -> bool {
        if std::mem::replace(&mut self.fresh, true) && self.A == A && self.P == P {
            return budget.go();
        }
        self.A.clear();
        self.A.extend_from_slice(A);
        self.P.clear();
        self.P.extend_from_slice(P);
        let layout = &self.layout;
        if let Kind::Dense(k) = &mut self.kind {
            let work = k.factor(layout, A, P);
            return budget.factorise(work);
        }
        self.blocks.clear();
        let value = &mut self.blocks.value;
        let work = match &mut self.kind {
            Kind::None | Kind::Dense(_) => return false,
            Kind::Local(k) => k.enter(layout, A, P, value),
            Kind::Bodies(k) => k.enter(layout, A, P, value),
        };
        let go = budget.factorise(work + FRONT * self.blocks.cost());
        self.blocks.factor(0.0);
        go
    }

    /// Sign of the determinant of the matrix factorised; not known of a dense one.
    pub fn sign(&self) -> f64 {
        self.blocks.sign
    }

    /// Solve (1) with the factors; whether the result is finite.
    pub fn solve(
        &mut self,
        r: &[f64],
        dm: &mut [f64],
        dy: &mut [f64],
        budget: &mut Budget<'_>,
    ) -> bool {
        let (layout, blocks) = (&self.layout, &mut self.blocks);
        match &mut self.kind {
            Kind::None => return false,
            Kind::Dense(k) => {
                budget.solve(2.0 * (k.n * k.n) as f64);
                k.solve(layout, &self.P, r, dm, dy);
            }
            Kind::Local(k) => k.solve(layout, blocks, (&self.A, &self.P), r, (dm, dy), budget),
            Kind::Bodies(k) => k.solve(layout, blocks, &self.P, r, (dm, dy), budget),
        }
        dm.iter().chain(dy.iter()).all(|v| v.is_finite())
    }
}
