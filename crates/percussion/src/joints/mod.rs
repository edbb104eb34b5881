//! Joints are data: lists of primitive rows between two frames.
//!
//! Frame 1 sits on the first body, frame 2 on the second; the axis of a joint is e_z of both
//! frames. For planar bodies the rows out of the plane vanish and are left out.
//!
//! The force of a row acts on the second body, its reaction on the first. Rows are written so that a
//! positive force pushes the second body along, or turns it about, the positive axis: x·e_z2 of frame 1
//! is a turn about e_y, -y·e_z2 one about e_x, y·e_x2 one about e_z.

mod coupling;
mod primitive;

pub use coupling::{Coordinate, Coupling};
pub use primitive::Primitive;

use crate::frame::{Frame, V3};
use crate::picture::Shape;
use crate::relation::{Motion, Relation, Wrench};

/// A joint: primitive rows, at position or velocity level.
#[derive(Clone, Debug)]
pub struct Joint {
    /// The rows.
    pub primitives: Vec<Primitive>,
}

/// Turns of frame 2 about the axes of frame 1, by the sine of a small angle.
const ABOUT_X: Primitive =
    Primitive::Perpendicular { n1: V3::new(0.0, -1.0, 0.0), n2: V3::new(0.0, 0.0, 1.0) };
const ABOUT_Y: Primitive =
    Primitive::Perpendicular { n1: V3::new(1.0, 0.0, 0.0), n2: V3::new(0.0, 0.0, 1.0) };
const ABOUT_Z: Primitive =
    Primitive::Perpendicular { n1: V3::new(0.0, 1.0, 0.0), n2: V3::new(1.0, 0.0, 0.0) };

fn axes() -> [V3; 3] {
    [V3::x(), V3::y(), V3::z()]
}

impl Joint {
    /// The two origins coincide.
    pub fn spherical() -> Self {
        Joint { primitives: axes().map(|e| Primitive::Coincide { e }).to_vec() }
    }
    /// Origins coincide and the axes e_z stay parallel.
    pub fn revolute() -> Self {
        let mut j = Self::spherical();
        j.primitives.extend([ABOUT_Y, ABOUT_X]);
        j
    }
    /// No relative motion.
    pub fn fixed() -> Self {
        let mut j = Self::revolute();
        j.primitives.push(ABOUT_Z);
        j
    }
    /// Sliding along e_z, no turning.
    pub fn prismatic() -> Self {
        let mut j = Self::cylindrical();
        j.primitives.push(ABOUT_Z);
        j
    }
    /// Sliding along e_z and turning about it.
    pub fn cylindrical() -> Self {
        Joint {
            primitives: vec![
                Primitive::Along { n1: V3::x() },
                Primitive::Along { n1: V3::y() },
                ABOUT_Y,
                ABOUT_X,
            ],
        }
    }
    /// Origins coincide, e_x of frame 1 stays perpendicular to e_y of frame 2 (the cross).
    pub fn universal() -> Self {
        let mut j = Self::spherical();
        j.primitives.push(Primitive::Perpendicular { n1: -V3::x(), n2: V3::y() });
        j
    }
    /// Motion in the plane across e_z of frame 1.
    pub fn plane() -> Self {
        Joint { primitives: vec![Primitive::Along { n1: V3::z() }, ABOUT_Y, ABOUT_X] }
    }
    /// The distance of the two origins stays `length`.
    pub fn distance(length: f64) -> Self {
        Joint { primitives: vec![Primitive::Distance { length }] }
    }
    /// The angle about e_z is zero: with a driven frame, a prescribed rotation.
    pub fn lock_turn() -> Self {
        Joint { primitives: vec![ABOUT_Z] }
    }
    /// The displacement along e_z is zero: with a driven frame, a prescribed slide.
    pub fn lock_slide() -> Self {
        Joint { primitives: vec![Primitive::Along { n1: V3::z() }] }
    }
    /// A ball of radius `radius` about the origin of frame 2 rolls without slip on the plane
    /// through the origin of frame 1 with normal e_z: two velocity rows.
    pub fn rolling(radius: f64) -> Self {
        Joint {
            primitives: vec![
                Primitive::Roll { radius, t: V3::x() },
                Primitive::Roll { radius, t: V3::y() },
            ],
        }
    }
    /// Rolling in the x-y plane on the line through the origin of frame 1 with normal e_y.
    pub fn rolling_planar(radius: f64) -> Self {
        Joint { primitives: vec![Primitive::RollPlanar { radius }] }
    }
    /// No velocity of the origin of frame 2 along `n2`, fixed in frame 2: a blade or a wheel.
    pub fn knife_edge(n2: V3) -> Self {
        Joint { primitives: vec![Primitive::KnifeEdge { n2 }] }
    }
    /// The name of its type in model files; none for rows of another combination.
    pub fn kind(&self) -> Option<&'static str> {
        let same = |j: Joint| format!("{:?}", j.primitives) == format!("{:?}", self.primitives);
        type Named = (&'static str, fn() -> Joint);
        let plain: [Named; 9] = [
            ("spherical", Self::spherical),
            ("revolute", Self::revolute),
            ("fixed", Self::fixed),
            ("prismatic", Self::prismatic),
            ("cylindrical", Self::cylindrical),
            ("universal", Self::universal),
            ("plane", Self::plane),
            ("lock-turn", Self::lock_turn),
            ("lock-slide", Self::lock_slide),
        ];
        let found = plain.into_iter().find(|(_, make)| same(make()));
        match (found, self.primitives.first()?) {
            (Some((name, _)), _) => Some(name),
            (_, Primitive::Distance { length }) if same(Self::distance(*length)) => {
                Some("distance")
            }
            (_, Primitive::Roll { radius, .. }) if same(Self::rolling(*radius)) => Some("rolling"),
            (_, Primitive::RollPlanar { radius }) if same(Self::rolling_planar(*radius)) => {
                Some("rolling-planar")
            }
            (_, Primitive::KnifeEdge { n2 }) if same(Self::knife_edge(*n2)) => Some("knife-edge"),
            _ => None,
        }
    }
    /// Whether row k is a constraint at velocity level only.
    pub fn velocity_level(&self, k: usize) -> bool {
        self.primitives[k].velocity_level()
    }
}

impl Joint {
    /// Its type for drawing: also where rows out of the plane were left out.
    fn looks(&self) -> &'static str {
        if let Some(kind) = self.kind() {
            return kind;
        }
        let count = |f: fn(&Primitive) -> bool| self.primitives.iter().filter(|p| f(p)).count();
        let together = count(|p| matches!(p, Primitive::Coincide { .. }));
        let along = count(|p| matches!(p, Primitive::Along { .. }));
        let square = count(|p| matches!(p, Primitive::Perpendicular { .. }));
        match (together, along, square, self.primitives.first()) {
            (2, 0, 0, _) => "revolute",
            (2, 0, 1, _) => "fixed",
            (0, 1, 1, _) => "prismatic",
            (0, 1, 0, _) => "guide",
            (_, _, _, Some(Primitive::Distance { .. })) => "distance",
            (_, _, _, Some(Primitive::Spin | Primitive::Angle { .. })) => "revolute",
            (_, _, _, Some(Primitive::Slide)) => "prismatic",
            _ => "rows",
        }
    }
}

impl Relation for Joint {
    fn rows(&self) -> usize {
        self.primitives.len()
    }
    fn sketch(&self) -> (&'static str, Option<Shape>, Option<Shape>) {
        let ball = |radius: f64| (Some(Shape::Plane), Some(Shape::Sphere { radius }));
        let (a, b) = match self.primitives.first() {
            Some(Primitive::Roll { radius, .. }) => ball(*radius),
            Some(Primitive::RollPlanar { radius }) => ball(*radius),
            _ => (None, None),
        };
        (self.looks(), a, b)
    }
    fn evaluate(&self, a: &Frame, b: &Frame, g: &mut [f64], w: &mut [Wrench]) {
        for (k, p) in self.primitives.iter().enumerate() {
            (g[k], w[k]) = p.evaluate(a, b);
        }
    }
    fn derive(&self, a: &Frame, b: &Frame, z: &Motion, dw: &mut [Wrench]) {
        for (k, p) in self.primitives.iter().enumerate() {
            dw[k] = p.derive(a, b, z);
        }
    }
}
