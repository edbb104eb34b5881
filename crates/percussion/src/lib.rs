//! Nonsmooth multibody dynamics: rigid bodies, joints, unilateral contacts, impacts and Coulomb
//! friction; one model under every integration scheme.
//!
//! Data flow one way: a [`model`] is assembled into a [`system`], a scheme of [`schemes`] advances
//! its state, [`simulate()`](simulate::simulate) is the time loop, a [`record`] is what remains.
//! The benchmarks of the literature are in [`problems`], their exact solutions and the error norms
//! in [`measure`].
//!
//! ```rust
//! use percussion::bodies::PlanarBody;
//! use percussion::contacts::SphereOnPlane;
//! use percussion::frame::{basis, Anchor, V3};
//! use percussion::laws::ContactLaw;
//! use percussion::model::Model;
//! use percussion::schemes::{self, Options};
//! use percussion::simulate::{simulate, Settings};
//! use std::ops::ControlFlow;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     // What exists: a ball of 1 kg and radius 0.1 m, a rough floor, no restitution.
//!     let mut model = Model::new();
//!     model.gravity(V3::new(0.0, -9.81, 0.0));
//!     let body = PlanarBody::new(1.0, 0.4 * 0.1 * 0.1);
//!     let ball = model.body("ball", body, &[0.0, 1.0, 0.0], &[0.0, 0.0, 50.0]);
//!     let floor = Anchor::world(V3::zeros()).with_axes(basis(&V3::y()));
//!     let centre = Anchor::on(ball, V3::zeros());
//!     let law = ContactLaw::coulomb(0.0, 0.2);
//!     model.contact("floor", SphereOnPlane { R: 0.1 }, floor, centre, law);
//!     let system = model.assemble()?;
//!
//!     // How it is integrated: the scheme `alpha` with its default options, 500 steps of 2 ms.
//!     let info = schemes::find("alpha")?;
//!     info.check(&system)?;
//!     let scheme = info.make(&Options::new("option", info.options))?;
//!     let settings = Settings::new(2e-3, 1.0);
//!     let go_on = |_step: usize, _t: f64| ControlFlow::Continue(());
//!     let record = simulate(&system, &scheme, &system.q0, &system.u0, settings, go_on);
//!
//!     // What came out: -10/7 m/s and 100/7 rad/s, up to the step.
//!     for e in &record.events {
//!         println!("{:.3} s: {} at the {}, {:.4} N s", e.t, e.kind, e.contact, e.impulse);
//!     }
//!     let end = record.u(record.len() - 1);
//!     println!("rolls with {:.3} m/s and {:.3} rad/s", end[0], end[2]);
//!     Ok(())
//! }
//! ```
//!
#![doc = include_str!("notation.md")]
#![allow(non_snake_case)]

pub mod bodies;
pub mod contact;
pub mod contacts;
pub mod describe;
pub mod drive;
pub mod error;
pub mod expression;
pub mod file;
pub mod forces;
pub mod frame;
pub mod inspect;
pub mod integrators;
pub mod joints;
pub mod laws;
pub mod linalg;
pub mod measure;
mod memory;
pub mod model;
pub mod picture;
pub mod problems;
pub mod record;
pub mod relation;
pub mod scene;
pub mod schemes;
pub mod simulate;
pub mod solvers;
pub mod statics;
pub mod system;

/// The names nearest to `name`: the one that is close enough, or all of them.
pub fn nearest<'a>(name: &str, valid: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<(usize, &str)> = valid.map(|v| (edits(name, v), v)).collect();
    all.sort();
    match all.first() {
        Some(&(d, best)) if d <= 2.max(name.len() / 3) => vec![best.into()],
        _ => all.into_iter().map(|(_, v)| v.into()).collect(),
    }
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before = vec![0; b.len() + 1];
    let mut last = before.clone();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        (before, last, row) = (last, row, before);
        row[0] = i + 1;
        for j in 0..b.len() {
            let best = (last[j] + usize::from(a[i] != b[j])).min(row[j] + 1).min(last[j + 1] + 1);
            let swap = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
            row[j + 1] = if swap { best.min(before[j - 1] + 1) } else { best };
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{edits, nearest};

    #[test]
    fn the_nearest_name() {
        for (a, b, n) in [("", "abc", 3), ("abc", "abc", 0), ("wrold", "world", 1), ("ab", "ba", 1)]
        {
            assert_eq!((edits(a, b), edits(b, a)), (n, n), "{a} {b}");
        }
        assert_eq!(nearest("wrold", ["rod", "world"].into_iter()), ["world"]);
    }
}
