//! Frames, joints, forces and dry friction.

use super::super::read::{spec, words, NodeName, Number, OneOrMore, Rows, Text, Vector};

spec! {
    /// A point and axes fixed in a body or in the world.
    FrameSpec {
        /// Body; the world by default.
        body: Option<Text>,
        /// Node of a flexible body: its number from 0, `start` or `end`; the start by default.
        node: Option<NodeName>,
        /// Point of the centreline of a flexible body, 0 (start) to 1 (end), instead of a node.
        s: Option<Number>,
        /// Point in the body's axes; of a flexible body in those of the section there.
        at: Option<Vector>,
        /// Direction of e_z.
        axis: Option<Vector>,
        /// The axes: three rows of the matrix whose columns they are.
        axes: Option<Rows>,
        /// Angle about e_z as an expression of t (rad).
        turn: Option<Number>,
        /// Displacement along e_z as an expression of t (m).
        slide: Option<Number>,
        /// Axis of `turn` and `slide` in the frame's own axes; e_z by default.
        drive_axis: Option<Vector>,
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
        /// The rim of a thin disc rolls on a plane, in space.
        RollingDisc = "rolling-disc",
        /// A blade: no velocity along its normal.
        KnifeEdge = "knife-edge",
        /// Single rows, given by `rows`.
        Rows = "rows",
    }
}

words! {
    /// Single rows of a joint; d is the vector from the origin of frame a to that of b.
    RowKind {
        /// d has no component along a `direction` of the world.
        Coincide = "coincide",
        /// d has no component along a `direction` of frame a.
        Along = "along",
        /// A `direction` of frame a is perpendicular to the direction `second` of frame b.
        Perpendicular = "perpendicular",
        /// The distance of the origins is `length`.
        Distance = "distance",
        /// The angle about e_z of frame a is `zero`.
        Angle = "angle",
        /// A ball of the `radius` about b rolls on the plane e_z of a along a `direction` of a.
        Roll = "roll",
        /// A disc of the `radius` about b rolls along e_x of a, in the plane.
        RollPlanar = "roll-planar",
        /// No velocity along the direction `second` of frame b.
        KnifeEdge = "knife-edge",
        /// No relative angular velocity about e_z of frame a.
        Spin = "spin",
        /// No relative velocity along e_z of frame a.
        Slide = "slide",
    }
}

spec! {
    /// A single row of a joint.
    RowSpec {
        /// Kind.
        r#type "!": RowKind,
        /// A direction in the world or in frame a.
        direction: Option<Vector>,
        /// A direction in frame b.
        second: Option<Vector>,
        /// Distance (m).
        length: Option<Number>,
        /// Radius (m).
        radius: Option<Number>,
        /// Angle that counts as zero (rad).
        zero: Option<Number>,
        /// Whether the angle counts the other way.
        reverse: Option<bool>,
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
        /// The rows of a joint of type `rows`.
        rows: Option<Vec<RowSpec>>,
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
        /// A force per length along a flexible body.
        Distributed = "distributed",
    }
}

words! {
    /// Coordinates between two frames.
    AlongWord {
        /// Distance of the origins.
        Distance = "distance",
        /// Angle about e_z of frame a.
        Angle = "angle",
        /// Displacement along `direction` of frame a, e_z by default.
        Slide = "slide",
        /// Displacement along `direction` of the world.
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
        /// Components of a force (N), of a distributed one per length (N/m).
        force: Option<Vector>,
        /// Components of a torque (N m).
        torque: Option<Vector>,
        /// Whether a load of time alone has its components in the axes of `at`, and turns with them.
        follows: Option<bool>,
        /// The flexible body that carries a distributed force.
        body: Option<Text>,
        /// Coordinate of a spring or actuator; `distance` by default.
        along: Option<AlongWord>,
        /// Direction of `along`: in the world for `direction`, in frame a for `slide` (e_z by default).
        direction: Option<Vector>,
        /// The angle or distance from which the coordinate counts; 0 by default.
        zero: Option<Number>,
        /// Whether an angle counts the other way.
        reverse: Option<bool>,
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
        /// Which motion has friction.
        along "!": FrictionWord,
        /// First frame.
        a: Option<FrameSpec>,
        /// Second frame.
        b: Option<FrameSpec>,
        /// Largest friction force (N) or moment (N m).
        limit "!": Number,
    }
}
