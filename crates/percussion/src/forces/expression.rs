use super::along::One;
use super::Force;
use crate::bodies::BodySlot;
use crate::error::ModelError;
use crate::expression::{compile, Names, Program, Resolved, Table, MAX_VARIABLES};
use crate::frame::{basis, Anchor, BodyId, Frame, V3};
use crate::joints::Primitive;
use crate::picture::Sketch;
use crate::relation::{Context, Element, FrameElement};
use num_dual::Dual64;
use std::sync::Arc;

/// A variable of a force given as an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// Time.
    Time,
    /// The coordinate along which the force acts.
    Along,
    /// Its rate.
    Rate,
    /// Coordinate of a body: body, local index.
    Coordinate(BodyId, usize),
    /// Velocity of a body: body, local index.
    Velocity(BodyId, usize),
}

/// Most velocities such a force can depend on.
const MAX: usize = 2 * crate::frame::MAX_COLUMNS + 6 * MAX_VARIABLES;

/// A force along a coordinate between two anchors, given as an expression of time, of that
/// coordinate and its rate, and of the coordinates and velocities of any bodies.
///
/// A force in a fixed direction is one along [`Primitive::Coincide`], a moment about an axis one
/// along [`Primitive::Spin`].
pub struct ExpressionForce {
    pub(crate) element: FrameElement<One>,
    pub(crate) program: Program,
    pub(crate) variables: Vec<Variable>,
    /// The axis of the world along or about which it acts, and whether it is a moment, where it was
    /// given so.
    #[cfg_attr(not(feature = "files"), allow(dead_code))]
    pub(crate) component: Option<(usize, bool)>,
}

impl ExpressionForce {
    /// A force along `along` from anchor `a` to anchor `b`. `variables` tells what each variable
    /// of the program is, in its order.
    pub fn new(
        along: Primitive,
        a: Anchor,
        b: Anchor,
        program: Program,
        variables: Vec<Variable>,
    ) -> Self {
        let element = FrameElement::new(One(along), a, b);
        ExpressionForce { element, program, variables, component: None }
    }
    /// One component of a force, or of a moment, in inertial axes.
    pub(crate) fn component(
        at: Anchor,
        k: usize,
        moment: bool,
        program: Program,
        variables: Vec<Variable>,
    ) -> Self {
        let mut e = V3::zeros();
        e[k] = 1.0;
        let origin = Anchor::world(V3::zeros());
        let force = match moment {
            true => {
                let axis = origin.with_axes(basis(&e));
                Self::new(Primitive::Spin, axis, at, program, variables)
            }
            false => Self::new(Primitive::Coincide { e }, origin, at, program, variables),
        };
        ExpressionForce { component: Some((k, moment)), ..force }
    }
    /// A force along e_k (0, 1, 2) that is an expression of time alone.
    ///
    /// # Errors
    /// The expression's first mistake; an axis that is not there.
    pub fn of_time(at: Anchor, k: usize, text: &str) -> Result<Self, ModelError> {
        let (program, variables) = law(text, &["t"])?;
        Ok(Self::component(at, axis(k)?, false, program, variables))
    }
    /// A moment about e_k that is an expression of time alone.
    ///
    /// # Errors
    /// The expression's first mistake.
    pub fn torque(at: Anchor, k: usize, text: &str) -> Result<Self, ModelError> {
        let (program, variables) = law(text, &["t"])?;
        Ok(Self::component(at, axis(k)?, true, program, variables))
    }
    /// A force along a coordinate that is an expression of t, of the coordinate s and its rate v.
    ///
    /// # Errors
    /// The expression's first mistake.
    pub fn law(along: Primitive, a: Anchor, b: Anchor, text: &str) -> Result<Self, ModelError> {
        let (program, variables) = law(text, &["t", "s", "v"])?;
        Ok(Self::new(along, a, b, program, variables))
    }

    /// Coordinate, rate and gradient over the element's columns.
    fn first(&self, c: &Context) -> (f64, f64, [f64; MAX]) {
        let (mut a, mut b) = (Frame::default(), Frame::default());
        c.frame(&self.element.a, &mut a);
        c.frame(&self.element.b, &mut b);
        let (s, p) = self.element.relation.0.evaluate(&a, &b);
        let rate = p.f1.dot(&a.v) + p.m1.dot(&a.w) + p.f2.dot(&b.v) + p.m2.dot(&b.w);
        let mut w = [0.0; MAX];
        for i in 0..a.n {
            w[i] = p.f1.dot(&a.Jr[i]) + p.m1.dot(&a.Jw[i]);
        }
        for i in 0..b.n {
            w[a.n + i] = p.f2.dot(&b.Jr[i]) + p.m2.dot(&b.Jw[i]);
        }
        (s, rate, w)
    }
    fn values(&self, c: &Context, s: f64, rate: f64) -> [Dual64; MAX_VARIABLES] {
        let mut out = [Dual64::from_re(0.0); MAX_VARIABLES];
        for (o, v) in out.iter_mut().zip(&self.variables) {
            o.re = match *v {
                Variable::Time => c.t,
                Variable::Along => s,
                Variable::Rate => rate,
                Variable::Coordinate(b, k) => c.q[c.bodies[b.0].q.start + k],
                Variable::Velocity(b, k) => c.u[c.bodies[b.0].u.start + k],
            };
        }
        out
    }
}

impl Force for ExpressionForce {
    fn bodies(&self) -> Vec<BodyId> {
        let of = |v: &Variable| match *v {
            Variable::Coordinate(b, _) | Variable::Velocity(b, _) => Some(b),
            _ => None,
        };
        self.variables.iter().filter_map(of).collect()
    }
    fn anchors(&mut self) -> Vec<&mut Anchor> {
        self.element.anchors()
    }
    fn sketch(&self) -> Option<Sketch> {
        self.element.sketch().map(Sketch::driven)
    }
    fn dofs(&self, bodies: &[BodySlot], nu: usize) -> Vec<usize> {
        let mut d = self.element.dofs(bodies, nu);
        for v in &self.variables {
            let (slot, columns) = match *v {
                Variable::Coordinate(b, k) => (&bodies[b.0], bodies[b.0].body.q_columns(k)),
                Variable::Velocity(b, k) => (&bodies[b.0], vec![k]),
                _ => continue,
            };
            for k in columns {
                let dof = slot.u.start + k;
                if !d.contains(&dof) {
                    d.push(dof);
                }
            }
        }
        d
    }
    fn load_in_time(&self) -> bool {
        self.variables.iter().all(|v| *v == Variable::Time)
    }
    fn h(&self, c: &Context, _dofs: &[usize], out: &mut [f64]) {
        let (s, rate, w) = self.first(c);
        let mut plain = [0.0; MAX_VARIABLES];
        for (p, v) in plain.iter_mut().zip(self.values(c, s, rate)) {
            *p = v.re;
        }
        let f = self.program.evaluate(&plain);
        let n = self.element.columns_of(c);
        out[..n].iter_mut().zip(&w).for_each(|(o, w)| *o += f * w);
    }
    fn dh(&self, c: &Context, dofs: &[usize], dq: &mut [f64], du: &mut [f64]) {
        let n = dofs.len();
        let m = self.element.columns_of(c);
        dq.fill(0.0);
        du.fill(0.0);
        let (s, rate, w) = self.first(c);
        let values = self.values(c, s, rate);
        let f = self.program.evaluate(&values).re;
        let mut H = [0.0; 4 * crate::frame::MAX_COLUMNS * crate::frame::MAX_COLUMNS];
        self.element.second(c, &mut H[..m * m]);
        for i in 0..m {
            for j in 0..m {
                dq[i * n + j] = f * H[i * m + j];
            }
        }
        for j in 0..n {
            // the rate of s changes with θ by ûᵀ H
            let uH: f64 =
                if j < m { (0..m).map(|i| c.u[dofs[i]] * H[i * m + j]).sum() } else { 0.0 };
            // a body that both anchors hold has its columns twice: its coordinates count once
            let first = !dofs[..j].contains(&dofs[j]);
            let w_j = if j < m { w[j] } else { 0.0 };
            let (along_q, along_u) = self.gradient(c, &values, dofs[j], w_j, uH, first);
            for i in 0..m {
                dq[i * n + j] += w[i] * along_q;
                du[i * n + j] += w[i] * along_u;
            }
        }
    }
    fn potential(&self, _c: &Context) -> f64 {
        0.0
    }
    fn breaks(&self, out: &mut Vec<f64>) {
        let time = self.variables.iter().position(|v| *v == Variable::Time);
        time.into_iter().for_each(|k| self.program.breaks(k, out));
    }
    fn check(&self, _name: &str) -> Result<(), ModelError> {
        Ok(())
    }
}

/// One of the three axes.
fn axis(k: usize) -> Result<usize, ModelError> {
    match k {
        0..=2 => Ok(k),
        _ => Err(ModelError::value("axis of a force", k as f64, "0, 1 or 2")),
    }
}

/// A program of some of the variables t, s and v.
fn law(text: &str, names: &[&str]) -> Result<(Program, Vec<Variable>), ModelError> {
    struct Few<'a>(&'a [&'a str]);
    impl Names for Few<'_> {
        fn resolve(&self, name: &str) -> Resolved {
            self.0.iter().position(|n| *n == name).map_or(Resolved::Unknown, Resolved::Variable)
        }
        fn valid(&self) -> Vec<String> {
            self.0.iter().map(|n| n.to_string()).collect()
        }
        fn table(&self, _name: &str) -> Option<Arc<Table>> {
            None
        }
    }
    let program = compile(text, &Few(names)).map_err(|e| ModelError::Invalid {
        what: "force".into(),
        value: text.into(),
        allowed: e.message,
    })?;
    const ALL: [Variable; 3] = [Variable::Time, Variable::Along, Variable::Rate];
    let variables = program.variables().iter().map(|&k| ALL[k]).collect();
    Ok((program, variables))
}

impl ExpressionForce {
    /// Change of the value along the global velocity `dof`: of θ, and of u itself.
    fn gradient(
        &self,
        c: &Context,
        values: &[Dual64; MAX_VARIABLES],
        dof: usize,
        w: f64,
        uH: f64,
        first: bool,
    ) -> (f64, f64) {
        let (mut dq, mut du) = (*values, *values);
        let along = |b: usize, i: usize| {
            let b = &c.bodies[b];
            let inside = first && b.u.contains(&dof);
            inside.then(|| b.body.B_entry(c.t, &c.q[b.q.clone()], i, dof - b.u.start))
        };
        for (k, v) in self.variables.iter().enumerate() {
            match *v {
                Variable::Time => {}
                Variable::Along => dq[k].eps = w,
                Variable::Rate => {
                    dq[k].eps = uH;
                    du[k].eps = w;
                }
                Variable::Coordinate(b, i) => dq[k].eps = along(b.0, i).unwrap_or(0.0),
                Variable::Velocity(b, i) if first && c.bodies[b.0].u.start + i == dof => {
                    du[k].eps = 1.0
                }
                _ => {}
            }
        }
        (self.program.evaluate(&dq).eps, self.program.evaluate(&du).eps)
    }
}
