use crate::frame::{Frame, V3};
use crate::relation::{Motion, Wrench};

/// One scalar row between two frames. d is the vector from origin 1 to origin 2; n1 and n2 are
/// directions fixed in frame 1 and frame 2, given in their axes.
#[derive(Clone, Debug)]
pub enum Primitive {
    /// e · d with e fixed in space.
    Coincide {
        /// Direction in space.
        e: V3,
    },
    /// n1 · d.
    Along {
        /// Direction in frame 1.
        n1: V3,
    },
    /// n1 · n2.
    Perpendicular {
        /// Direction in frame 1.
        n1: V3,
        /// Direction in frame 2.
        n2: V3,
    },
    /// |d| - length.
    Distance {
        /// The distance kept (m).
        length: f64,
    },
    /// Angle of frame 2 about e_z of frame 1, minus `zero`, within half a turn of it.
    Angle {
        /// The angle that counts as zero.
        zero: f64,
        /// +1, or -1 to count the other way.
        sign: f64,
    },
    /// Velocity row: a ball about origin 2 rolls on the plane e_z of frame 1, tangent t.
    Roll {
        /// Radius of the ball (m).
        radius: f64,
        /// Tangent in frame 1.
        t: V3,
    },
    /// Velocity row: a disc about origin 2 rolls along e_x of frame 1 in the x-y plane.
    RollPlanar {
        /// Radius of the disc (m).
        radius: f64,
    },
    /// Velocity row: no velocity of origin 2 relative to frame 1 along n2.
    KnifeEdge {
        /// Direction in frame 2.
        n2: V3,
    },
    /// Velocity row: relative angular velocity about e_z of frame 1.
    Spin,
    /// Velocity row: relative velocity of the origins along e_z of frame 1.
    Slide,
}

impl Primitive {
    /// Whether the row exists at velocity level only.
    pub fn velocity_level(&self) -> bool {
        use Primitive::*;
        matches!(self, Roll { .. } | RollPlanar { .. } | KnifeEdge { .. } | Spin | Slide)
    }

    /// Value and wrench.
    pub fn evaluate(&self, a: &Frame, b: &Frame) -> (f64, Wrench) {
        let d = b.r - a.r;
        let z = V3::zeros();
        match self {
            Primitive::Coincide { e } => (e.dot(&d), Wrench::pair(*e, z, z)),
            Primitive::Along { n1 } => {
                let n = a.direction(n1);
                (n.dot(&d), Wrench::pair(n, d, z))
            }
            Primitive::Perpendicular { n1, n2 } => {
                let (n1, n2) = (a.direction(n1), b.direction(n2));
                (n1.dot(&n2), Wrench::couple(n2.cross(&n1)))
            }
            Primitive::Distance { length } => {
                let l = d.norm();
                (l - length, Wrench::pair(d / l, z, z))
            }
            Primitive::Angle { zero, sign } => {
                let axis = a.A.column(2).into_owned() * *sign;
                let x2: V3 = b.A.column(0).into();
                let angle = a.A.column(1).dot(&x2).atan2(a.A.column(0).dot(&x2));
                let tau = std::f64::consts::TAU;
                let wrapped = angle - zero - tau * ((angle - zero) / tau).round();
                (sign * wrapped, Wrench::couple(axis))
            }
            Primitive::Roll { radius, t } => {
                let (t, n) = (a.direction(t), a.direction(&V3::z()));
                let c2 = -n * *radius;
                (0.0, Wrench::pair(t, d + c2, c2))
            }
            Primitive::RollPlanar { radius } => {
                let (t, n) = (a.direction(&V3::x()), a.direction(&V3::y()));
                let c2 = -n * *radius;
                (0.0, Wrench::pair(t, d + c2, c2))
            }
            Primitive::KnifeEdge { n2 } => (0.0, Wrench::pair(b.direction(n2), d, z)),
            Primitive::Spin => (0.0, Wrench::couple(a.direction(&V3::z()))),
            Primitive::Slide => (0.0, Wrench::pair(a.direction(&V3::z()), d, z)),
        }
    }

    /// Change of the wrench along a motion: δn1 = ω1 × n1, δn2 = ω2 × n2, δd = v2 - v1.
    pub fn derive(&self, a: &Frame, b: &Frame, m: &Motion) -> Wrench {
        let d = b.r - a.r;
        let dd = m.v2 - m.v1;
        let z = V3::zeros();
        match self {
            Primitive::Coincide { .. } => Wrench::default(),
            Primitive::Along { n1 } => {
                let n = a.direction(n1);
                sum(Wrench::pair(m.w1.cross(&n), d, z), moment1(&dd, &n))
            }
            Primitive::Perpendicular { n1, n2 } => {
                let (n1, n2) = (a.direction(n1), b.direction(n2));
                let (dn1, dn2) = (m.w1.cross(&n1), m.w2.cross(&n2));
                Wrench::couple(dn2.cross(&n1) + n2.cross(&dn1))
            }
            Primitive::Distance { .. } => {
                let l = d.norm();
                let n = d / l;
                Wrench::pair((dd - n * n.dot(&dd)) / l, z, z)
            }
            Primitive::Angle { sign, .. } => {
                Wrench::couple(m.w1.cross(&a.A.column(2).into_owned()) * *sign)
            }
            Primitive::Roll { radius, t } => {
                let (t, n) = (a.direction(t), a.direction(&V3::z()));
                roll(&t, &n, *radius, &d, &dd, m)
            }
            Primitive::RollPlanar { radius } => {
                let (t, n) = (a.direction(&V3::x()), a.direction(&V3::y()));
                roll(&t, &n, *radius, &d, &dd, m)
            }
            Primitive::KnifeEdge { n2 } => {
                let n = b.direction(n2);
                sum(Wrench::pair(m.w2.cross(&n), d, z), moment1(&dd, &n))
            }
            Primitive::Spin => Wrench::couple(m.w1.cross(&a.direction(&V3::z()))),
            Primitive::Slide => {
                let n = a.direction(&V3::z());
                sum(Wrench::pair(m.w1.cross(&n), d, z), moment1(&dd, &n))
            }
        }
    }
}

fn roll(t: &V3, n: &V3, radius: f64, d: &V3, dd: &V3, m: &Motion) -> Wrench {
    let (dt, dn) = (m.w1.cross(t), m.w1.cross(n));
    let (c2, dc2) = (-n * radius, -dn * radius);
    let w = Wrench::pair(dt, d + c2, c2);
    let dw = Wrench { m1: -(dd + dc2).cross(t), m2: dc2.cross(t), ..Wrench::default() };
    sum(w, dw)
}

fn moment1(dd: &V3, n: &V3) -> Wrench {
    Wrench { m1: -dd.cross(n), ..Wrench::default() }
}

fn sum(a: Wrench, b: Wrench) -> Wrench {
    Wrench { f1: a.f1 + b.f1, m1: a.m1 + b.m1, f2: a.f2 + b.f2, m2: a.m2 + b.m2 }
}
