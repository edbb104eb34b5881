//! Frames, joints, forces and dry friction.

use super::super::read::{spec, words, Number, OneOrMore, Rows, Text, Vector};

spec! {
    /// A point and axes fixed in a body or in the world.
    FrameSpec {
        /// Body; the world by default.
        body: Option<Text>,
        /// Point in the body's axes.
        at: Option<Vector>,
        /// Direction of e_z.
        axis: Option<Vector>,
        /// The axes: three rows of the matrix whose columns they are.
        axes: Option<Rows>,
        /// Angle about e_z as an expression of t (rad).
        turn: Option<Number>,
        /// Displacement along e_z as an expression of t (m).
        slide: Option<Number>,
    }
}

words! {
    /// Kinds of joints.
    JointKind {
        /// Turning about the axis.
        Revolute = "revolute",
        /// Origins coincide.
        Spherical = "spherical",
        /// No relative motion.
        Fixed = "fixed",
        /// Sliding along the axis.
        Prismatic = "prismatic",
        /// Sliding and turning.
        Cylindrical = "cylindrical",
        /// Origins coincide, two axes perpendicular.
        Universal = "universal",
        /// Constant distance.
        Distance = "distance",
        /// No turning about the axis.
        LockTurn = "lock-turn",
        /// No sliding along the axis.
        LockSlide = "lock-slide",
        /// Motion in the plane across the axis.
        Plane = "plane",
        /// A ball rolls on a plane.
        Rolling = "rolling",
        /// A disc rolls on a line, in the plane.
        RollingPlanar = "rolling-planar",
        /// A blade: no velocity along its normal.
        KnifeEdge = "knife-edge",
    }
}

spec! {
    /// A joint: `bodies` with `anchor` and `axis` in the world, or frames `a` and `b`.
    JointSpec {
        /// Name; `{i}` in repeated entries.
        name "!": Text,
        /// Kind.
        r#type "!": JointKind,
        /// How often.
        repeat: Option<OneOrMore>,
        /// The two bodies, where the joint is given in the world.
        bodies: Option<Vec<Text>>,
        /// Point in the world at the start.
        anchor: Option<Vector>,
        /// Axis in the world at the start; z by default.
        axis: Option<Vector>,
        /// Frame on the first body.
        a: Option<FrameSpec>,
        /// Frame on the second body.
        b: Option<FrameSpec>,
        /// Distance kept by `distance`; that of the start by default.
        length: Option<Number>,
        /// Radius of `rolling`.
        radius: Option<Number>,
        /// Normal of `knife-edge` in frame b.
        normal: Option<Vector>,
        /// Prescribed angle as an expression of t, counted from the start.
        turn: Option<Number>,
        /// Prescribed displacement as an expression of t, counted from the start.
        slide: Option<Number>,
        /// Smallest joint coordinate: angle or displacement.
        min: Option<Number>,
        /// Largest joint coordinate.
        max: Option<Number>,
        /// Restitution of the stops.
        e_N: Option<Number>,
        /// Largest dry friction (N or N m).
        friction: Option<Number>,
        /// Damping of the angle or displacement (N m s or N s/m).
        damping: Option<Number>,
        /// Another joint whose coordinate this one follows.
        mimic: Option<MimicSpec>,
    }
}

spec! {
    /// A joint coordinate that follows another: ratio times it plus offset.
    MimicSpec {
        /// The joint followed; it comes earlier in the file.
        joint "!": Text,
        /// Ratio; 1 by default.
        ratio: Option<Number>,
        /// Offset; 0 by default.
        offset: Option<Number>,
    }
}

words! {
    /// Kinds of forces.
    ForceKind {
        /// A load at a point, in the axes of the world.
        Force = "force",
        /// A moment on a body, in the axes of the world.
        Torque = "torque",
        /// A spring and damper along a coordinate.
        Spring = "spring",
        /// An expression along a coordinate: motors, actuators, nonlinear springs.
        Actuator = "actuator",
    }
}

words! {
    /// Coordinates between two frames.
    AlongWord {
        /// Distance of the origins.
        Distance = "distance",
        /// Angle about e_z of frame a.
        Angle = "angle",
        /// Displacement along e_z of frame a.
        Slide = "slide",
        /// Displacement along a direction of the world.
        Direction = "direction",
    }
}

spec! {
    /// A force.
    ForceSpec {
        /// Name; `{i}` in repeated entries.
        name "!": Text,
        /// Kind.
        r#type "!": ForceKind,
        /// How often.
        repeat: Option<OneOrMore>,
        /// Where a force or torque acts.
        at: Option<FrameSpec>,
        /// Components of a force (N).
        force: Option<Vector>,
        /// Components of a torque (N m).
        torque: Option<Vector>,
        /// Coordinate of a spring or actuator; `distance` by default.
        along: Option<AlongWord>,
        /// Direction in the world, for `along = "direction"`.
        direction: Option<Vector>,
        /// First frame of a spring or actuator.
        a: Option<FrameSpec>,
        /// Second frame.
        b: Option<FrameSpec>,
        /// Stiffness (N/m or N m/rad).
        k: Option<Number>,
        /// Damping (N s/m or N m s/rad).
        c: Option<Number>,
        /// Coordinate at rest; that of the start by default for distances, else zero.
        rest: Option<Number>,
        /// The force of an actuator: an expression of t, s (the coordinate), v (its rate), coordinates.
        law: Option<Number>,
    }
}

words! {
    /// Directions of dry friction.
    FrictionWord {
        /// Turning about e_z of frame a.
        Turn = "turn",
        /// Sliding along e_z of frame a.
        Slide = "slide",
    }
}

spec! {
    /// Dry friction with a given limit.
    FrictionSpec {
        /// Name; `{i}` in repeated entries.
        name "!": Text,
        /// How often.
        repeat: Option<OneOrMore>,
        /// Which motion rubs.
        along "!": FrictionWord,
        /// First frame.
        a: Option<FrameSpec>,
        /// Second frame.
        b: Option<FrameSpec>,
        /// Largest friction force (N) or moment (N m).
        limit "!": Number,
    }
}
