//! Quantities that are recorded on request, beside those of every record.
//!
//! | name | what |
//! |---|---|
//! | `g.JOINT.0`, `gd.JOINT.0`, `gdd.JOINT.0`.. | g, g' and g'' of the rows of a joint |
//! | `gNd.CONTACT`, `gNdd.CONTACT` | gap velocity and acceleration |
//! | `Lag.JOINT.0`.. | impulsive part of the percussion of a joint since the last row |
//! | `energy` | kinetic and potential energy |
//! | `energy.FORCE`, `power.FORCE` | potential energy of a force, and the power it brings in |
//! | `steps.newton`, `steps.fixed_point`, `steps.rejected` | what the steps have taken since the start |
//! | `steps.way` | the way in which the last step was solved: its place among the ways of the run, from 1 on |

use super::{Eval, RowKind, System};
use crate::error::ModelError;

/// Such a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Observed {
    /// g, g' or g'' of a row.
    Row(usize, u8),
    /// Λ of a row.
    Impulse(usize),
    /// Energy of all.
    Energy,
    /// Potential of a force.
    Potential(usize),
    /// Power of a force.
    Power(usize),
    /// One of the [`COUNTS`].
    Count(usize),
}

/// Counts of the steps, in the order in which [`System::observed`] is given them.
const COUNTS: [&str; 4] = ["newton", "fixed_point", "rejected", "way"];

/// What a system is asked to record, by name.
#[derive(Clone, Debug, Default)]
pub struct Observe {
    list: Vec<(String, Observed)>,
}

impl System {
    /// All that can be asked for.
    fn observable(&self) -> Vec<(String, Observed)> {
        let mut all = Vec::new();
        let bilateral = |r: usize| matches!(self.kinds[r], RowKind::Position | RowKind::Velocity);
        for e in &self.elements {
            for (i, r) in e.rows.clone().filter(|&r| bilateral(r)).enumerate() {
                for (level, head) in ["g", "gd", "gdd"].into_iter().enumerate() {
                    all.push((format!("{head}.{}.{i}", e.name), Observed::Row(r, level as u8)));
                }
                all.push((format!("Lag.{}.{i}", e.name), Observed::Impulse(r)));
            }
        }
        for c in &self.contacts[..self.lasting_contacts()] {
            for (level, head) in [(1, "gNd"), (2, "gNdd")] {
                all.push((format!("{head}.{}", c.name), Observed::Row(c.row, level)));
            }
        }
        all.push(("energy".into(), Observed::Energy));
        for (k, f) in self.forces.iter().enumerate() {
            all.push((format!("energy.{}", f.name), Observed::Potential(k)));
            all.push((format!("power.{}", f.name), Observed::Power(k)));
        }
        let counts = COUNTS.iter().enumerate();
        all.extend(counts.map(|(k, name)| (format!("steps.{name}"), Observed::Count(k))));
        all
    }

    /// Names of all that can be asked for with [`System::observe`].
    pub fn observable_names(&self) -> Vec<String> {
        self.observable().into_iter().map(|(name, _)| name).collect()
    }

    /// Record these too; `*` at the end of a name stands for anything.
    ///
    /// # Errors
    /// A name that nothing has.
    pub fn observe(&mut self, names: &[String]) -> Result<(), ModelError> {
        let all = self.observable();
        for name in names {
            let fits = |n: &str| match name.strip_suffix('*') {
                Some(head) => n.starts_with(head),
                None => n == name,
            };
            let before = self.observe.list.len();
            for o in all.iter().filter(|o| fits(&o.0)) {
                if !self.observe.list.contains(o) {
                    self.observe.list.push(o.clone());
                }
            }
            if before == self.observe.list.len() && !all.iter().any(|o| fits(&o.0)) {
                let nearest = crate::nearest(name, all.iter().map(|o| o.0.as_str()));
                return Err(ModelError::Unknown { kind: "column", name: name.clone(), nearest });
            }
        }
        Ok(())
    }

    /// Names of what is recorded on request.
    pub fn observed_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.observe.list.iter().map(|(name, _)| name.as_str())
    }

    /// Values of what is recorded on request, appended to `out`, at (t, q, u) with the accelerations `a`, the
    /// impulses `La` since the last row and the counts of the steps.
    pub fn observed(
        &self,
        (t, q, u): (f64, &[f64], &[f64]),
        a: &[f64],
        La: &[f64],
        counts: [f64; COUNTS.len()],
        out: &mut Vec<f64>,
    ) {
        let counted = |o: &Observed| match *o {
            Observed::Count(k) => Some(counts[k]),
            _ => None,
        };
        // counts need no look at the equations
        if self.observe.list.iter().all(|o| counted(&o.1).is_some()) {
            out.extend(self.observe.list.iter().filter_map(|o| counted(&o.1)));
            return;
        }
        let mut ev: Eval = self.eval();
        self.evaluate(t, q, u, &mut ev);
        let mut acceleration = vec![0.0; self.nu + 1];
        acceleration[..self.nu].copy_from_slice(&a[..self.nu]);
        for (_, what) in &self.observe.list {
            out.push(match *what {
                Observed::Row(r, 0) => ev.g[r],
                Observed::Row(r, 1) => self.row_dot(&ev, r, &ev.u),
                Observed::Row(r, _) => self.row_dot(&ev, r, &acceleration) + ev.zeta[r],
                Observed::Impulse(r) => La[r],
                Observed::Energy => self.energy(t, q, &ev.u),
                Observed::Potential(k) => {
                    self.forces[k].force.potential(&self.context(t, q, &ev.u))
                }
                Observed::Power(k) => {
                    let f = &self.forces[k];
                    let mut h = vec![0.0; f.dofs.len()];
                    f.force.h(&self.context(t, q, &ev.u), &f.dofs, &mut h);
                    let own = h.iter().zip(&f.dofs).filter(|(_, &d)| d < self.nu);
                    own.map(|(h, &d)| h * ev.u[d]).sum()
                }
                Observed::Count(k) => counts[k],
            });
        }
    }
}
