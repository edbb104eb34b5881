//! Nonsmooth multibody dynamics: rigid bodies, joints, unilateral contacts, impacts and Coulomb
//! friction; one model under every integration scheme.
//!
//! Data flow one way: a [`model`] is assembled into a [`system`], a scheme of [`schemes`] advances
//! its state, [`run`] is the time loop, a [`record`] is what remains.
//! The benchmarks of the literature are in [`problems`], their exact solutions and the error norms
//! in [`measure`]. Model files are read in `file` (feature `files`, on by default).
//!
//! The equations of a system of bodies with joints, contacts and friction are an equality of measures,
//!
//! $$ M(t, q)\\,\mathrm{d}u = h(t, q, u)\\,\mathrm{d}t + W(t, q)\\,\mathrm{d}P, \qquad
//!    \dot q = B(t, q)\\,u + \beta(t, q), $$
//!
//! with Signorini's law with restitution for every contact and Coulomb's law for its friction,
//!
//! $$ 0 \le g_N \perp P_N \ge 0, \qquad \xi_N = \dot g_N^+ + e_N\\,\dot g_N^-, \qquad
//!    \gamma_F \in \mathcal N_{\mu P_N}(-P_F). $$
//!
//! What is documented here is the interface. Modules that the programs of this project share beyond that are
//! reachable and hidden; they may change with every version.
//!
//! ```rust
//! use percussion::prelude::*;
//!
//! fn main() -> Result<(), Stopped> {
//!     let mut model = Model::new();
//!     model.gravity(V3::new(0.0, -9.81, 0.0));
//!     let ball = model.add("ball", RigidBody::planar(1.0, 0.004).at(0.0, 1.0).spin(50.0));
//!     let (floor, law) = (Anchor::plane(V3::zeros(), V3::y()), ContactLaw::coulomb(0.0, 0.2));
//!     let floor = model.contact("floor", SphereOnPlane { R: 0.1 }, floor, ball, law);
//!     let record = model.run(Alpha::default().rho_inf(0.9)).dt(2e-3).until(1.0)?;
//!     record.events.iter().for_each(|e| println!("{e}"));
//!     println!("{} m/s, {:?} N", record.body(ball).velocity().x, record.contact(floor).force());
//!     Ok(())
//! }
//! ```
//!
//! A second body, a contact between the two, and the forces in it step by step:
//!
//! ```rust
//! use percussion::prelude::*;
//!
//! fn main() -> Result<(), StepError> {
//!     let mut model = Model::new();
//!     model.gravity(V3::new(0.0, 0.0, -9.81));
//!     let low = model.add("low", PointMass::at(1.0, V3::new(0.0, 0.0, 0.1)));
//!     let high = model.add("high", PointMass::at(1.0, V3::new(0.0, 0.0, 0.4)));
//!     let law = ContactLaw::restitution(0.0);
//!     let floor = Anchor::plane(V3::zeros(), V3::z());
//!     let floor = model.contact("floor", SphereOnPlane { R: 0.1 }, floor, low, law);
//!     let between = SphereOnSphere { R1: 0.1, R2: 0.1 };
//!     let between = model.contact("between", between, low, high, law);
//!
//!     let mut sim = model.run(Alpha::default()).dt(1e-3).simulation(0.5)?;
//!     while sim.step()? {}
//!     // the upper ball lies on the lower one, and both on the floor
//!     let [floor, between] = [floor, between].map(|c| sim.contact(c).unwrap().force[0]);
//!     assert!((floor - 2.0 * 9.81).abs() < 1e-6 && (between - 9.81).abs() < 1e-6);
//!     assert!((sim.coordinates(high)[2] - 0.3).abs() < 1e-9);
//!     Ok(())
//! }
//! ```
//!
#![doc = include_str!("notation.md")]
#![allow(non_snake_case)]

pub mod bodies;
pub mod collision;
#[doc(hidden)]
pub mod contact;
#[doc(hidden)]
pub mod drive;
pub mod error;
#[doc(hidden)]
pub mod expression;
#[cfg(feature = "files")]
pub mod file;
pub mod forces;
pub mod frame;
pub mod inspect;
#[doc(hidden)]
pub mod integrators;
pub mod joints;
pub mod laws;
#[doc(hidden)]
pub mod linalg;
pub mod measure;
mod memory;
pub mod model;
mod number;
pub mod picture;
pub mod prepare;
pub mod problems;
pub mod record;
#[doc(hidden)]
pub mod relation;
pub mod run;
#[doc(hidden)]
pub mod scene;
pub mod schemes;
pub mod statics;
#[doc(hidden)]
pub mod study;
pub mod system;

pub use collision::contacts;
#[doc(hidden)]
pub use collision::{broad as detect, shapes};
#[doc(hidden)]
pub use run as simulate;

/// What most programs need: `use percussion::prelude::*;`.
pub mod prelude {
    pub use crate::bodies::{Placed, PlanarBody, PointMass, RigidBody};
    pub use crate::collision::contacts::{SphereOnPlane, SphereOnSphere};
    pub use crate::collision::{Collider, ColliderId, Shape};
    pub use crate::error::{ModelError, StepError};
    pub use crate::frame::{basis, Anchor, BodyId, V3};
    pub use crate::joints::Joint;
    pub use crate::laws::{ContactLaw, Material};
    pub use crate::model::{ContactId, ForceId, JointId, Model, Naming};
    pub use crate::record::{Event, Record, Status};
    pub use crate::run::{ContactState, Run, Settings, Simulation, Stopped};
    pub use crate::schemes::typed::*;
    pub use crate::schemes::{Scheme, Start, State, Stepper};
    pub use crate::system::System;
}

/// The names nearest to `name`: the one that is close enough, or all of them.
pub fn nearest<'a>(name: &str, valid: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<(usize, &str)> = valid.map(|v| (edits(name, v), v)).collect();
    all.sort();
    match all.first() {
        // something of the name must be left
        Some(&(d, best)) if d <= 2.max(name.len() / 3) && d < name.chars().count() => {
            vec![best.into()]
        }
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
