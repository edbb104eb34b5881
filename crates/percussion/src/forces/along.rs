use super::Force;
use crate::bodies::BodySlot;
use crate::error::ModelError;
use crate::frame::{Anchor, Frame};
use crate::joints::Primitive;
use crate::picture::{Shape, Sketch};
use crate::relation::{Context, Element, FrameElement, Motion, Relation, Wrench};
use num_dual::DualSVec64;
use std::sync::Arc;

/// A number with derivatives along (t, s, s').
pub type State3 = DualSVec64<3>;

/// Force along a coordinate s as a function of s and its rate.
#[derive(Clone)]
pub enum Characteristic {
    /// -k (s - s0) - c s'.
    SpringDamper {
        /// Stiffness (N/m, or N m along an angle).
        k: f64,
        /// Damping (N s/m, or N m s).
        c: f64,
        /// Coordinate at rest (m or rad).
        s0: f64,
    },
    /// Any function of (t, s, s'); motors and nonlinear springs.
    Function(Arc<dyn Fn(State3, State3, State3) -> State3 + Send + Sync>),
}

impl Characteristic {
    /// Force, ∂/∂s, ∂/∂s'.
    fn evaluate(&self, t: f64, s: f64, sd: f64) -> [f64; 3] {
        match self {
            Characteristic::SpringDamper { k, c, s0 } => [-k * (s - s0) - c * sd, -k, -c],
            Characteristic::Function(f) => {
                let v = f(
                    State3::from_re(t).derivative(0),
                    State3::from_re(s).derivative(1),
                    State3::from_re(sd).derivative(2),
                );
                let e = v.eps.unwrap_generic(nalgebra::Const::<3>, nalgebra::Const::<1>);
                [v.re, e[1], e[2]]
            }
        }
    }
}

/// One primitive as a relation.
pub(crate) struct One(pub Primitive);

impl Relation for One {
    fn rows(&self) -> usize {
        1
    }
    fn sketch(&self) -> (&'static str, Option<Shape>, Option<Shape>) {
        let kind = match self.0 {
            Primitive::Angle { .. } | Primitive::Spin => "turn",
            Primitive::Coincide { .. } => "force",
            _ => "spring",
        };
        (kind, None, None)
    }
    fn evaluate(&self, a: &Frame, b: &Frame, g: &mut [f64], w: &mut [Wrench]) {
        (g[0], w[0]) = self.0.evaluate(a, b);
    }
    fn derive(&self, a: &Frame, b: &Frame, z: &Motion, dw: &mut [Wrench]) {
        dw[0] = self.0.derive(a, b, z);
    }
}

/// A force along a coordinate between two frames: distance (spring-damper, actuator), angle
/// (rotational spring, motor) or displacement along an axis.
pub struct Along {
    pub(crate) element: FrameElement<One>,
    pub(crate) law: Characteristic,
}

const MAX: usize = 2 * crate::frame::MAX_COLUMNS;

impl Along {
    /// A force along `coordinate` from anchor `a` to anchor `b`.
    pub fn new(coordinate: Primitive, a: Anchor, b: Anchor, law: Characteristic) -> Self {
        Along { element: FrameElement::new(One(coordinate), a, b), law }
    }
    /// Coordinate, rate and gradient.
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
}

impl Force for Along {
    fn dofs(&self, bodies: &[BodySlot], nu: usize) -> Vec<usize> {
        self.element.dofs(bodies, nu)
    }
    fn anchors(&mut self) -> Vec<&mut Anchor> {
        self.element.anchors()
    }
    fn sketch(&self) -> Option<Sketch> {
        let sketch = self.element.sketch();
        match self.law {
            Characteristic::Function(_) => sketch.map(Sketch::driven),
            Characteristic::SpringDamper { .. } => sketch,
        }
    }
    fn h(&self, c: &Context, _dofs: &[usize], out: &mut [f64]) {
        let (s, sd, w) = self.first(c);
        let f = self.law.evaluate(c.t, s, sd)[0];
        out.iter_mut().zip(&w).for_each(|(o, w)| *o += f * w);
    }
    fn dh(&self, c: &Context, dofs: &[usize], dq: &mut [f64], du: &mut [f64]) {
        let n = dofs.len();
        let (s, sd, w) = self.first(c);
        let [f, fs, fd] = self.law.evaluate(c.t, s, sd);
        self.element.second(c, dq);
        // rate of s changes with θ by ûᵀ H
        let mut u = [0.0; MAX];
        for (u, &d) in u.iter_mut().zip(dofs) {
            *u = c.u[d];
        }
        let mut uH = [0.0; MAX];
        for j in 0..n {
            uH[j] = (0..n).map(|i| u[i] * dq[i * n + j]).sum();
        }
        for i in 0..n {
            for j in 0..n {
                dq[i * n + j] = f * dq[i * n + j] + w[i] * (fs * w[j] + fd * uH[j]);
                du[i * n + j] = w[i] * fd * w[j];
            }
        }
    }
    fn passive(&self) -> bool {
        match self.law {
            Characteristic::SpringDamper { c, .. } => c >= 0.0,
            Characteristic::Function(_) => false,
        }
    }
    fn potential(&self, c: &Context) -> f64 {
        match self.law {
            Characteristic::SpringDamper { k, s0, .. } => {
                let (s, _, _) = self.first(c);
                0.5 * k * (s - s0) * (s - s0)
            }
            Characteristic::Function(_) => 0.0,
        }
    }
    fn check(&self, name: &str) -> Result<(), ModelError> {
        if let Characteristic::SpringDamper { k, c, s0 } = self.law {
            for (q, v) in [("k", k), ("c", c)] {
                if !(v.is_finite() && v >= 0.0) {
                    return Err(ModelError::value(
                        format!("{name}.{q}"),
                        v,
                        "a finite number, zero or greater",
                    ));
                }
            }
            if !s0.is_finite() {
                return Err(ModelError::value(format!("{name}.s0"), s0, "a finite number"));
            }
        }
        Ok(())
    }
}
