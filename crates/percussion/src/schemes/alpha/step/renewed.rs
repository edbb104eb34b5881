//! A step goes on with other contacts: what it begins with is carried over.

use super::{Levels, Step};
use crate::system::{Renewal, System};

impl Step {
    /// The same beginning in a system with another list of contacts. Contacts that come are open and have pressed nowhere.
    pub fn renewed(self, sys: &System, l: &Levels, by: &Renewal) -> Step {
        let mut new = Step::new(sys, l);
        (new.evaluations, new.h, new.t0) = (self.evaluations, self.h, self.t0);
        (new.absolute, new.stiffness0) = (self.absolute, self.stiffness0);
        new.la0 = by.rows(&self.la0, 0.0);
        new.la_bar0 = by.rows(&self.la_bar0, 0.0);
        new.on_v0 = by.rows(&self.on_v0, false);
        new.gd0 = by.rows(&self.gd0, 0.0);
        new.sliding.renew(&self.sliding, by);
        (new.q0, new.u0) = (self.q0, self.u0);
        (new.a0, new.a_bar0) = (self.a0, self.a_bar0);
        new.history = self.history;
        new.history.renew(by);
        let (la0, la_bar0) = (&new.la0, &new.la_bar0);
        sys.hold_near(&mut new.ev, |r| la0[r] != 0.0 || la_bar0[r] != 0.0);
        new
    }
}
