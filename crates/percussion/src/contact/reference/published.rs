//! The error by which published solvers are compared, and the projection on the friction cone.

use crate::contact::law::{length, Item, Local, Rubbing};
use crate::contact::problem::{Point, Problem};

impl Item {
    /// The nearest point of the friction cone, or of the disc where the load is given.
    pub fn onto_cone(&self, p: &Local) -> Local {
        let n = 1 + self.friction_rows();
        let t = length(&p[1..n]);
        if self.normal.is_none() || self.rubbing != Rubbing::Disc || n == 1 || !self.active {
            return self.prox(p);
        }
        let mut out = *p;
        if self.slope() * t <= -p[0] {
            return [0.0; 4];
        }
        if t > self.slope() * p[0] {
            out[0] = (p[0] + self.slope() * t) / (1.0 + self.slope() * self.slope());
            (1..n).for_each(|k| out[k] = p[k] * self.slope() * out[0] / t);
        }
        out
    }

    /// The error that the literature of published problems uses: m - P_K(m - y - μ |y_F| e_N).
    pub fn cone_map(&self, m: &Local, y: &Local) -> Local {
        let n = 1 + self.friction_rows();
        let mut p = [0.0; 4];
        (0..n).for_each(|k| p[k] = m[k] - y[k]);
        p[0] -= self.slope() * length(&y[1..n]);
        let near = self.onto_cone(&p);
        let mut F = [0.0; 4];
        (usize::from(self.normal.is_none())..n).for_each(|k| F[k] = m[k] - near[k]);
        F
    }
}

impl Problem {
    /// The error by which published solvers are compared: the length of m - P_K(m - y - μ |y_F| e_N)
    /// over max(|b|, |m|, |y|), unscaled. It depends on the units.
    pub fn published_error(&self, point: &Point) -> f64 {
        let map = |i: &Item| length(&i.cone_map(&i.gather(&point.m), &i.gather(&point.y)));
        let F2: f64 = self.items.iter().filter(|i| i.active).map(|i| map(i).powi(2)).sum();
        let size = length(&self.b).max(length(&point.m)).max(length(&point.y));
        if F2 == 0.0 {
            0.0
        } else {
            F2.sqrt() / size.max(f64::MIN_POSITIVE)
        }
    }
}
