use super::Force;
use crate::bodies::BodySlot;
use crate::error::ModelError;
use crate::frame::{Anchor, Frame, TimeVector, V3};
use crate::relation::{frame_stress, Context};
use num_dual::DualSVec64;
use std::sync::Arc;

/// A number with derivatives along position and velocity (x, y, z, x', y', z').
pub type State6 = DualSVec64<6>;

/// A force as a function of time, position and velocity.
pub type StateForce = dyn Fn(f64, [State6; 3], [State6; 3]) -> [State6; 3] + Send + Sync;

/// Load at a point: force and moment.
#[derive(Clone)]
pub enum Load {
    /// Functions of time, in inertial components.
    Time {
        /// Force (N).
        force: TimeVector,
        /// Moment (N m).
        moment: TimeVector,
    },
    /// The same in the axes of the anchor: the load follows them.
    Follower {
        /// Force (N).
        force: TimeVector,
        /// Moment (N m).
        moment: TimeVector,
    },
    /// Force as a function of time, position and velocity of the point, in inertial components.
    State(Arc<StateForce>),
}

/// A load applied at an anchor.
pub struct Applied {
    /// Where it acts.
    pub at: Anchor,
    /// The load.
    pub load: Load,
    /// Of a load per length: the length that this part of it stands for.
    pub length: Option<f64>,
}

impl Applied {
    /// A force that is a function of time.
    pub fn force(at: Anchor, f: impl Fn(f64) -> V3 + Send + Sync + 'static) -> Self {
        let (force, moment) = (TimeVector::new(f), TimeVector::zero());
        Applied { at, load: Load::Time { force, moment }, length: None }
    }
    /// A moment that is a function of time.
    pub fn moment(at: Anchor, m: impl Fn(f64) -> V3 + Send + Sync + 'static) -> Self {
        let (force, moment) = (TimeVector::zero(), TimeVector::new(m));
        Applied { at, load: Load::Time { force, moment }, length: None }
    }
    /// The same load in the axes of the anchor. A function of position and velocity stays as it is.
    pub fn following(mut self) -> Self {
        if let Load::Time { force, moment } = self.load {
            self.load = Load::Follower { force, moment };
        }
        self
    }
    fn evaluate(&self, c: &Context, a: &Frame) -> (V3, V3, [[f64; 6]; 3]) {
        let l = self.length.unwrap_or(1.0);
        match &self.load {
            Load::Time { force, moment } => (force.at(c.t) * l, moment.at(c.t) * l, [[0.0; 6]; 3]),
            Load::Follower { force, moment } => {
                (a.A * force.at(c.t) * l, a.A * moment.at(c.t) * l, [[0.0; 6]; 3])
            }
            Load::State(f) => {
                let var = |v: &V3, k: usize| {
                    std::array::from_fn(|i| State6::from_re(v[i]).derivative(k + i))
                };
                let out = f(c.t, var(&a.r, 0), var(&a.v, 3));
                let mut d = [[0.0; 6]; 3];
                let mut force = V3::zeros();
                for (i, v) in out.into_iter().enumerate() {
                    force[i] = v.re;
                    let e = v.eps.unwrap_generic(nalgebra::Const::<6>, nalgebra::Const::<1>);
                    (0..6).for_each(|k| d[i][k] = e[k]);
                }
                (force, V3::zeros(), d)
            }
        }
    }
}

impl Force for Applied {
    fn breaks(&self, out: &mut Vec<f64>) {
        if let Load::Time { force, moment } | Load::Follower { force, moment } = &self.load {
            force.breaks(out);
            moment.breaks(out);
        }
    }
    fn load(&self, c: &Context) -> Option<(V3, V3)> {
        let mut a = Frame::default();
        c.frame(&self.at, &mut a);
        let (f, _, _) = self.evaluate(c, &a);
        Some((a.r, f))
    }
    fn load_in_time(&self) -> bool {
        !matches!(self.load, Load::State(_))
    }
    fn dofs(&self, bodies: &[BodySlot], nu: usize) -> Vec<usize> {
        let mut d: Vec<usize> = self.at.body.map_or(Vec::new(), |b| {
            let s = &bodies[b];
            s.body.frame_columns(self.at.node).iter().map(|k| s.u.start + k).collect()
        });
        if self.at.drive.is_some() {
            d.push(nu);
        }
        d
    }
    fn anchors(&mut self) -> Vec<&mut Anchor> {
        vec![&mut self.at]
    }
    fn h(&self, c: &Context, _dofs: &[usize], out: &mut [f64]) {
        let mut a = Frame::default();
        c.frame(&self.at, &mut a);
        let (f, m, _) = self.evaluate(c, &a);
        for (k, o) in out.iter_mut().enumerate() {
            *o += f.dot(&a.Jr[k]) + m.dot(&a.Jw[k]);
        }
    }
    fn dh(&self, c: &Context, dofs: &[usize], dq: &mut [f64], du: &mut [f64]) {
        let mut a = Frame::default();
        c.frame(&self.at, &mut a);
        let n = a.n;
        let (f, m, d) = self.evaluate(c, &a);
        dq.fill(0.0);
        du.fill(0.0);
        frame_stress(c, &self.at, &a, &f, &m, dq, n);
        match self.load {
            Load::Time { .. } => return,
            Load::Follower { .. } => {
                // δf = δφ × f, δm = δφ × m
                for j in 0..n {
                    let (df, dm) = (a.Jw[j].cross(&f), a.Jw[j].cross(&m));
                    for i in 0..n {
                        dq[i * n + j] += a.Jr[i].dot(&df) + a.Jw[i].dot(&dm);
                    }
                }
                return;
            }
            Load::State(_) => {}
        }
        // δv = ∂(Jr û)/∂θ δθ: the column j of it is found by contracting with unit forces
        for i in 0..3 {
            let mut e = V3::zeros();
            e[i] = 1.0;
            let mut k = [0.0; crate::frame::MAX_COLUMNS * crate::frame::MAX_COLUMNS];
            frame_stress(c, &self.at, &a, &e, &V3::zeros(), &mut k, n);
            for j in 0..n {
                let dv: f64 = (0..n).map(|l| c.u[dofs[l]] * k[l * n + j]).sum();
                for r in 0..n {
                    for x in 0..3 {
                        dq[r * n + j] += a.Jr[r][x] * d[x][3 + i] * dv;
                    }
                }
            }
        }
        for r in 0..n {
            for j in 0..n {
                for x in 0..3 {
                    for y in 0..3 {
                        dq[r * n + j] += a.Jr[r][x] * d[x][y] * a.Jr[j][y];
                        du[r * n + j] += a.Jr[r][x] * d[x][3 + y] * a.Jr[j][y];
                    }
                }
            }
        }
    }
    fn potential(&self, _c: &Context) -> f64 {
        0.0
    }
    fn check(&self, _name: &str) -> Result<(), ModelError> {
        Ok(())
    }
}
