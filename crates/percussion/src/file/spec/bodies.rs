//! Bodies, systems given by expressions, and systems that are part of the program.

use super::super::read::{spec, words, Named, Number, OneOrMore, Rows, Text, Vector};
use super::ImpactWord;

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
