//! The contact problem of one kinematic level, as plain data that can be written and read back.
//!
//! ```text
//! M x = f + Wᵀ m + Jᵀ l,    J x + c = 0,    y = W x + b                        bodies
//! y = G m + b                                                                 local (Delassus)
//! ```
//!
//! with the laws of `law` between m and y for each item. x are velocities, displacements or
//! accelerations; M is the mass matrix of the bodies or M* with stiffness terms; rows of J are joints,
//! which may depend on each other.

use super::law::{length, Item, Mode};
use super::operator::inverse::invert_groups;
use super::policy::{COMPLIANCE, LARGEST_INVERSE, ROUND_OFF, STILL};
use crate::linalg::Rows;
use serde::{Deserialize, Serialize};

/// Where m and y meet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(clippy::large_enum_variant)]
pub enum Form {
    /// G, row by row; for few rows.
    Dense(Vec<f64>),
    /// G, sparse.
    Sparse(Rows),
    /// Bodies, joints and the rows of the contacts.
    Bodies(Bodies),
}

/// The body form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bodies {
    /// Mass matrix, both triangles.
    pub M: Rows,
    /// Where each group of velocities that belong together (a body, a node) starts, and where the last
    /// one ends. Empty: every velocity alone.
    pub blocks: Vec<usize>,
    /// Right side of the equations of motion.
    pub f: Vec<f64>,
    /// Rows of the joints.
    pub J: Rows,
    /// Constant part of the joints.
    pub c: Vec<f64>,
    /// Rows of the contacts.
    pub W: Rows,
}

/// Operator, free part and laws.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    /// Operator.
    pub form: Form,
    /// Free part of y.
    pub b: Vec<f64>,
    /// Contacts and frictions.
    pub items: Vec<Item>,
    /// ε of the compliance by which the split of redundant forces is defined, see [`COMPLIANCE`]. Zero: rigid.
    #[serde(default = "usual")]
    pub compliance: f64,
    /// Sizes of the terms that b is made of, where they are larger than b; may be empty. Their round-off is zero.
    #[serde(default)]
    pub terms: Vec<f64>,
}

fn usual() -> f64 {
    COMPLIANCE
}

/// Warm start and solution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Multipliers of the contact rows.
    pub m: Vec<f64>,
    /// y at m.
    pub y: Vec<f64>,
    /// Motion of the bodies (body form only).
    pub x: Vec<f64>,
    /// Multipliers of the joints (body form only).
    pub l: Vec<f64>,
}

/// How far a point is from a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measure {
    /// Length of the natural map over max(|b|, |y|), with each item scaled so that its block of G has
    /// unit size: a pure number, the same in any units of length, mass and time.
    pub relative: f64,
    /// Largest row of the natural map, in units of y.
    pub error: f64,
    /// Relative error that the round-off of G m alone explains.
    pub floor: f64,
}

/// Why data are no problem.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct BadProblem(pub String);

impl Default for Problem {
    fn default() -> Self {
        Problem::new(Form::Dense(Vec::new()), Vec::new(), Vec::new())
    }
}

impl Point {
    /// All zero, of the right size.
    pub fn zero(p: &Problem) -> Self {
        let (nu, nj) = match &p.form {
            Form::Bodies(b) => (b.f.len(), b.c.len()),
            _ => (0, 0),
        };
        let n = p.rows();
        Point { m: vec![0.0; n], y: vec![0.0; n], x: vec![0.0; nu], l: vec![0.0; nj] }
    }

    /// Give it the size that the problem asks for; what has another size starts from zero.
    pub fn fit(&mut self, p: &Problem) {
        let (nu, nj) = match &p.form {
            Form::Bodies(b) => (b.f.len(), b.c.len()),
            _ => (0, 0),
        };
        let resize = |v: &mut Vec<f64>, n: usize| {
            if v.len() != n {
                v.clear();
                v.resize(n, 0.0);
            }
        };
        resize(&mut self.m, p.rows());
        resize(&mut self.y, p.rows());
        resize(&mut self.x, nu);
        resize(&mut self.l, nj);
        if self.m.iter().any(|v| !v.is_finite()) {
            self.m.fill(0.0);
        }
    }
}

impl Bodies {
    /// w M⁻¹ w of every row, with the blocks of M alone.
    fn diagonal(&self, out: &mut Vec<f64>) {
        let nu = self.f.len();
        let only_diagonal = (0..nu).all(|d| self.M.row(d).all(|(j, v)| j == d || v == 0.0));
        let large = self.blocks.windows(2).any(|s| s[1] - s[0] > LARGEST_INVERSE);
        if only_diagonal || large || self.blocks.is_empty() {
            let mass: Vec<f64> = (0..nu).map(|d| self.M.get(d, d)).collect();
            out.extend((0..self.W.len()).map(|i| {
                let term = |(d, w): (usize, f64)| w * w / mass[d].max(f64::MIN_POSITIVE);
                self.W.row(i).map(term).sum::<f64>()
            }));
            return;
        }
        let inverses = invert_groups(&self.M, &self.blocks);
        let mut group = vec![0; nu];
        for (g, s) in self.blocks.windows(2).enumerate() {
            group[s[0]..s[1]].fill(g);
        }
        for i in 0..self.W.len() {
            let mut sum = 0.0;
            for (a, va) in self.W.row(i) {
                let g = group[a];
                let (start, end) = (self.blocks[g], self.blocks[g + 1]);
                let row = &inverses[g][(a - start) * (end - start)..];
                let same = self.W.row(i).filter(|e| start <= e.0 && e.0 < end);
                sum += va * same.map(|(b, vb)| row[b - start] * vb).sum::<f64>();
            }
            out.push(sum);
        }
    }
}

impl Problem {
    /// With the usual compliance.
    pub fn new(form: Form, b: Vec<f64>, items: Vec<Item>) -> Self {
        Problem { form, b, items, compliance: COMPLIANCE, terms: Vec::new() }
    }

    /// Number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.b.len()
    }

    /// The local form with n rows, all zero, in place.
    pub fn reset_dense(&mut self, n: usize) {
        self.b.clear();
        self.b.resize(n, 0.0);
        if let Form::Dense(G) = &mut self.form {
            G.clear();
            G.resize(n * n, 0.0);
        } else {
            self.form = Form::Dense(vec![0.0; n * n]);
        }
    }

    /// Refuse what does not fit together or is not finite.
    ///
    /// # Errors
    /// Names the part and what is wrong with it.
    pub fn check(&self) -> Result<(), BadProblem> {
        let n = self.rows();
        let bad = |text: String| Err(BadProblem(text));
        let finite = |v: &[f64], name: &str| match v.iter().position(|v| !v.is_finite()) {
            Some(i) => Err(BadProblem(format!("{name}[{i}] is not a finite number"))),
            None => Ok(()),
        };
        finite(&self.b, "b")?;
        match &self.form {
            Form::Dense(G) => {
                if G.len() != n * n {
                    return bad(format!("G has {} entries, not {n} x {n}", G.len()));
                }
                finite(G, "G")?;
            }
            Form::Sparse(G) => {
                G.check(n, n).map_err(|e| BadProblem(format!("G: {e}")))?;
            }
            Form::Bodies(b) => {
                let nu = b.f.len();
                for (rows, count, name) in [(&b.M, nu, "M"), (&b.J, b.c.len(), "J"), (&b.W, n, "W")]
                {
                    rows.check(count, nu).map_err(|e| BadProblem(format!("{name}: {e}")))?;
                }
                finite(&b.f, "f")?;
                finite(&b.c, "c")?;
                let ends = b.blocks.is_empty() || b.blocks[0] == 0 && b.blocks.last() == Some(&nu);
                if !ends || b.blocks.windows(2).any(|w| w[0] >= w[1]) {
                    return bad(format!("blocks must grow from 0 to {nu}"));
                }
            }
        }
        let mut used = vec![false; n];
        for (k, item) in self.items.iter().enumerate() {
            let t = &item.tangential;
            if t.start > t.end || t.len() > 3 {
                return bad(format!(
                    "item {k} has {} tangential rows, at most 3 are allowed",
                    t.len()
                ));
            }
            for i in item.rows() {
                if i >= n {
                    return bad(format!("item {k} speaks of row {i}, there are {n}"));
                }
                if std::mem::replace(&mut used[i], true) {
                    return bad(format!("row {i} belongs to two items"));
                }
            }
            if let Some(flaw) = item.flaw() {
                return bad(format!("item {k}: {flaw}"));
            }
        }
        match used.iter().position(|u| !u) {
            Some(i) => bad(format!("row {i} belongs to no item")),
            None => Ok(()),
        }
    }

    /// Diagonal of G without what joints and the coupling of bodies change: exact in the local form.
    pub fn diagonal(&self, out: &mut Vec<f64>) {
        out.clear();
        match &self.form {
            Form::Dense(G) => out.extend((0..self.rows()).map(|i| G[i * self.rows() + i])),
            Form::Sparse(G) => out.extend((0..self.rows()).map(|i| G.get(i, i))),
            Form::Bodies(b) => b.diagonal(out),
        }
    }

    /// The size of each item's block of G: the mean of its diagonal.
    pub(super) fn sizes(&self, diagonal: &[f64], out: &mut Vec<f64>) {
        let mean = |item: &Item| {
            let (sum, n) = item.rows().fold((0.0, 0), |(s, n), i| (s + diagonal[i], n + 1));
            sum / f64::from(n.max(1))
        };
        out.clear();
        out.extend(self.items.iter().map(mean));
        // rows that move nothing are scaled like the others
        let usual = out.iter().copied().filter(|s| *s > 0.0 && s.is_finite()).fold(0.0, f64::max);
        let usual = if usual > 0.0 { usual } else { 1.0 };
        out.iter_mut().for_each(|s| *s = if *s > STILL * usual { *s } else { usual });
    }

    /// The same in one call.
    pub(super) fn item_sizes(&self) -> Vec<f64> {
        let (mut diagonal, mut sizes) = (Vec::new(), Vec::new());
        self.diagonal(&mut diagonal);
        self.sizes(&diagonal, &mut sizes);
        sizes
    }

    /// How far (m, y) is from a solution; `free` is y at m = 0.
    pub(super) fn measure(&self, sizes: &[f64], free: &[f64], m: &[f64], y: &[f64]) -> Measure {
        let (mut F2, mut b2, mut y2, mut m2) = (0.0, 0.0, 0.0, 0.0);
        let mut error = 0.0_f64;
        for (item, g) in self.items.iter().zip(sizes) {
            let (mi, yi, bi) = (item.gather(m), item.gather(y), item.gather(free));
            let F = item.natural_map(&mi, &yi, [1.0 / g; 2]);
            error = F.iter().fold(error, |a, v| a.max(v.abs()));
            F2 += length(&F).powi(2) / g;
            if item.active {
                b2 += length(&bi).powi(2) / g;
                y2 += length(&yi).powi(2) / g;
                m2 += length(&mi).powi(2) * g;
            }
        }
        let scale = b2.max(y2).sqrt();
        let scale = if scale > 0.0 { scale } else { m2.sqrt().max(f64::MIN_POSITIVE) };
        let relative = if F2 == 0.0 { 0.0 } else { F2.sqrt() / scale };
        // what is not a number gets lost in a maximum
        let sound = (F2 + b2 + y2 + m2).is_finite() && sizes.iter().chain(m).all(|v| v.is_finite());
        let (relative, error) = if sound { (relative, error) } else { (f64::NAN, f64::NAN) };
        let floor = ROUND_OFF * f64::EPSILON * m2.sqrt() / scale;
        Measure { relative, error, floor }
    }

    /// What each item does at a point.
    pub fn modes(&self, point: &Point) -> Vec<Mode> {
        let sizes = self.item_sizes();
        let mode = |(item, g): (&Item, &f64)| {
            item.mode(&item.gather(&point.m), &item.gather(&point.y), [1.0 / g; 2])
        };
        self.items.iter().zip(&sizes).map(mode).collect()
    }
}
