//! The format of a model file, as types. `percussion schema` is made from them, and
//! docs/model-files.md names every key (a test compares).

use super::read::{spec, words, Named, Number, OneOrMore, Rows, Text, Vector};

spec! {
    /// A model file.
    FileSpec {
        /// Name of the model: of the folder of its results.
        name: Option<Text>,
        /// One line about it.
        description: Option<Text>,
        /// Files to read before this one, relative to it.
        include: Option<Vec<Text>>,
        /// Gravitational acceleration (m/s^2), three numbers.
        gravity: Option<Vector>,
        /// Numbers with names; expressions may use one another. `--set NAME=VALUE` replaces them.
        parameters: Option<Named<Number>>,
        /// Functions given by points.
        tables: Option<Named<TableSpec>>,
        /// Contact coefficients by material.
        materials: Option<Named<MaterialSpec>>,
        /// Coefficients of pairs of materials that the rule does not give.
        pairs: Option<Vec<PairSpec>>,
        /// Bodies.
        bodies: Option<Vec<BodySpec>>,
        /// Systems in minimal coordinates, given by expressions.
        systems: Option<Vec<SystemSpec>>,
        /// Systems that are part of the program, by name.
        functions: Option<Vec<FunctionsSpec>>,
        /// Joints.
        joints: Option<Vec<JointSpec>>,
        /// Forces.
        forces: Option<Vec<ForceSpec>>,
        /// Shapes, for contacts.
        shapes: Option<Vec<ShapeSpec>>,
        /// Contacts.
        contacts: Option<Vec<ContactSpec>>,
        /// Dry friction in joints.
        friction: Option<Vec<FrictionSpec>>,
        /// How it is integrated.
        run: Option<RunSpec>,
        /// What is written.
        output: Option<OutputSpec>,
    }
}

spec! {
    /// A function given by points, constant beyond its ends.
    TableSpec {
        /// Abscissae, increasing.
        x "!": Vector,
        /// Ordinates.
        y "!": Vector,
        /// How the points are joined; `linear` by default.
        interpolation: Option<InterpolationWord>,
    }
}

words! {
    /// How points are joined.
    InterpolationWord {
        /// Straight lines.
        Linear = "linear",
        /// Natural cubic spline.
        Cubic = "cubic",
    }
}

spec! {
    /// A material.
    MaterialSpec {
        /// Restitution in the normal direction, 0 to 1.
        e_N: Option<Number>,
        /// Restitution in the tangential direction, 0 to 1.
        e_F: Option<Number>,
        /// Friction coefficient.
        mu: Option<Number>,
    }
}

spec! {
    /// Coefficients of two materials against each other.
    PairSpec {
        /// The two materials.
        materials "!": Vec<Text>,
        /// Restitution in the normal direction.
        e_N: Option<Number>,
        /// Restitution in the tangential direction.
        e_F: Option<Number>,
        /// Friction coefficient.
        mu: Option<Number>,
    }
}

words! {
    /// Kinds of bodies.
    BodyKind {
        /// A point mass along one, two or three axes.
        Point = "point",
        /// A rigid body in the x-y plane.
        Planar = "planar",
        /// A rigid body in space.
        Spatial = "spatial",
    }
}

spec! {
    /// A body.
    BodySpec {
        /// Name; `{i}` in repeated entries.
        name "!": Text,
        /// Kind.
        r#type "!": BodyKind,
        /// How often: one number, or up to three for the indices i, j, k.
        repeat: Option<OneOrMore>,
        /// Mass (kg).
        mass: Option<Number>,
        /// Moment of inertia of a planar body about its centre of mass (kg m^2).
        J: Option<Number>,
        /// Inertia tensor of a spatial body about its centre of mass, in its own axes: three rows.
        inertia: Option<Rows>,
        /// Principal moments of inertia of a spatial body along its own axes.
        principal: Option<Vector>,
        /// Mass properties by shape.
        solid: Option<SolidSpec>,
        /// Number of axes a point moves along: 1, 2 or 3.
        dim: Option<Number>,
        /// Name of a planar body's angle, `theta` by default.
        angle_name: Option<Text>,
        /// Initial position of the centre of mass (m).
        position: Option<Vector>,
        /// Initial angle of a planar body (rad).
        angle: Option<Number>,
        /// Initial rotation of a spatial body: axis and angle.
        rotation: Option<RotationSpec>,
        /// Initial quaternion of a spatial body, scalar first.
        quaternion: Option<Vector>,
        /// Initial velocity of the centre of mass (m/s).
        velocity: Option<Vector>,
        /// Initial angular velocity (rad/s): a number in the plane, three body components in space.
        spin: Option<OneOrMore>,
        /// Initial coordinates, all of them, instead of position and rotation.
        q0: Option<Vector>,
        /// Initial velocities, all of them, instead of velocity and spin.
        u0: Option<Vector>,
    }
}

spec! {
    /// A rotation by an angle about an axis.
    RotationSpec {
        /// Axis; its length does not matter.
        axis "!": Vector,
        /// Angle (rad).
        angle "!": Number,
    }
}

words! {
    /// Solids.
    SolidKind {
        /// A box: size of two or three edges.
        Box = "box",
        /// A sphere; a disc of a planar body has its own word.
        Sphere = "sphere",
        /// A cylinder about z: radius and length.
        Cylinder = "cylinder",
        /// A disc of a planar body: radius.
        Disc = "disc",
        /// A thin rod along x: length.
        Rod = "rod",
        /// A capsule about x: radius, and length between the centres of its ends.
        Capsule = "capsule",
    }
}

spec! {
    /// A homogeneous solid, for mass properties.
    SolidSpec {
        /// Kind.
        r#type "!": SolidKind,
        /// Edges of a box (m).
        size: Option<Vector>,
        /// Radius (m).
        radius: Option<Number>,
        /// Length (m).
        length: Option<Number>,
        /// Density: kg/m^3 in space, kg/m^2 in the plane, kg/m of a rod. Not where `mass` is given.
        density: Option<Number>,
    }
}

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
    /// Kinds of shapes.
    ShapeKind {
        /// The half-space below a plane.
        Plane = "plane",
        /// A sphere; between planar bodies a disc.
        Sphere = "sphere",
        /// A box; between planar bodies a rectangle.
        Box = "box",
        /// A capsule.
        Capsule = "capsule",
        /// A list of points, or of spheres of one radius.
        Points = "points",
        /// The inside of a cylinder.
        HollowCylinder = "hollow-cylinder",
        /// The outside of a cylinder, without ends unless it has a length.
        Cylinder = "cylinder",
        /// The rim of a thin disc.
        Rim = "rim",
    }
}

spec! {
    /// A shape on a body or in the world.
    ShapeSpec {
        /// Name; `{i}` in repeated entries.
        name "!": Text,
        /// Kind.
        r#type "!": ShapeKind,
        /// How often.
        repeat: Option<OneOrMore>,
        /// Body; the world by default.
        body: Option<Text>,
        /// Centre, or a point of the plane, in the body's axes.
        at: Option<Vector>,
        /// Outward normal of a plane.
        normal: Option<Vector>,
        /// Axis of a cylinder, hollow cylinder or rim; z by default.
        axis: Option<Vector>,
        /// Axes of the shape in those of the body: a rotation matrix, three rows.
        axes: Option<Rows>,
        /// Radius (m).
        radius: Option<Number>,
        /// Length of a cylinder that has ends (m).
        length: Option<Number>,
        /// Edges of a box (m).
        size: Option<Vector>,
        /// Centres of the end spheres of a capsule, or the points.
        points: Option<Rows>,
        /// Material.
        material: Option<Text>,
    }
}

words! {
    /// Contacts between two frames.
    ContactKind {
        /// A sphere about b on the plane e_z of a.
        SpherePlane = "sphere-plane",
        /// Two spheres.
        SphereSphere = "sphere-sphere",
        /// A sphere about b inside a cylinder about e_z of a.
        SphereInCylinder = "sphere-in-cylinder",
        /// A sphere about b on a cylinder about e_z of a.
        SphereOnCylinder = "sphere-on-cylinder",
        /// The rim of a disc about e_z of b on the plane e_z of a.
        RimPlane = "rim-plane",
    }
}

words! {
    /// Impact laws.
    ImpactWord {
        /// Newton's.
        Newton = "newton",
        /// Poisson's.
        Poisson = "poisson",
    }
}

spec! {
    /// A contact: `between` two shapes, or a `type` with the frames `a` and `b`.
    ContactSpec {
        /// Name; `{i}` in repeated entries. Several points make NAME.1, NAME.2, ...
        name "!": Text,
        /// How often.
        repeat: Option<OneOrMore>,
        /// Leaves out the repetitions for which this expression of the indices is zero.
        when: Option<Number>,
        /// Two shapes.
        between: Option<Vec<Text>>,
        /// Kind, where the contact is given by frames.
        r#type: Option<ContactKind>,
        /// First frame.
        a: Option<FrameSpec>,
        /// Second frame.
        b: Option<FrameSpec>,
        /// Radius of the sphere or rim at b.
        radius: Option<Number>,
        /// Radius of the sphere or cylinder at a.
        radius_a: Option<Number>,
        /// Restitution in the normal direction, instead of the materials'.
        e_N: Option<Number>,
        /// Restitution in the tangential direction.
        e_F: Option<Number>,
        /// Friction coefficient.
        mu: Option<Number>,
        /// Impact law; `newton` by default.
        impact: Option<ImpactWord>,
        /// Prox parameter; chosen from the system by default.
        prox: Option<Number>,
        /// Radius of the contact area, for drilling friction (Coulomb-Contensou).
        drilling: Option<Number>,
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

spec! {
    /// A system in minimal coordinates with q' = u, at most 16. In its expressions its own
    /// coordinates have no prefix, and x' is the rate of x.
    SystemSpec {
        /// Name.
        name "!": Text,
        /// Names of the coordinates.
        coordinates "!": Vec<Text>,
        /// Mass matrix, row by row.
        M "!": Rows,
        /// Generalized forces.
        h "!": Vector,
        /// Potential energy that belongs to h, for the energy in the summary.
        potential: Option<Number>,
        /// Initial coordinates; zero by default.
        q0: Option<Vector>,
        /// Initial velocities; zero by default.
        u0: Option<Vector>,
        /// Contacts.
        contacts: Option<Vec<GapSpec>>,
        /// Bilateral constraints.
        constraints: Option<Vec<ConstraintSpec>>,
    }
}

spec! {
    /// A contact of a system given by expressions.
    GapSpec {
        /// Name.
        name "!": Text,
        /// Gap: an expression of t and the coordinates.
        gap "!": Number,
        /// Sliding velocities, affine in the rates: none, one or two.
        slide: Option<Vector>,
        /// Restitution in the normal direction.
        e_N: Option<Number>,
        /// Restitution in the tangential direction.
        e_F: Option<Number>,
        /// Friction coefficient.
        mu: Option<Number>,
        /// Impact law; `newton` by default.
        impact: Option<ImpactWord>,
    }
}

spec! {
    /// A constraint g(t, q) = 0 of a system given by expressions.
    ConstraintSpec {
        /// Name.
        name "!": Text,
        /// An expression of t and the coordinates.
        g "!": Number,
    }
}

spec! {
    /// A system that is part of the program. At most one, before all bodies.
    FunctionsSpec {
        /// The named problem that it belongs to.
        system "!": Text,
        /// Its parameters.
        parameters: Option<Named<Number>>,
    }
}

spec! {
    /// How the model is integrated. Options of the command line replace these.
    RunSpec {
        /// Scheme; `alpha` by default.
        scheme: Option<Text>,
        /// Step size (s).
        dt: Option<Number>,
        /// End time (s).
        t_end: Option<Number>,
        /// Record every n-th step.
        every: Option<Number>,
        /// Options of the scheme.
        options: Option<Named<Number>>,
        /// Whether to move the start onto joints and out of contacts.
        project: Option<bool>,
    }
}

words! {
    /// How coordinates are called.
    NamesWord {
        /// `crank.theta`.
        Bodies = "bodies",
        /// `theta1`, `theta2`, ...
        Numbered = "numbered",
    }
}

spec! {
    /// What is written.
    OutputSpec {
        /// How coordinates are called; `bodies` by default.
        names: Option<NamesWord>,
    }
}

/// The JSON Schema of model files.
pub fn schema() -> serde_json::Value {
    serde_json::to_value(schemars::schema_for!(FileSpec)).unwrap_or_default()
}
