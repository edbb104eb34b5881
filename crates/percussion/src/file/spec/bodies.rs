//! Bodies, systems given by expressions, and systems that are part of the program.

use super::super::read::{spec, words, Named, Number, OneOrMore, Rows, Several, Text, Vector};
use super::{GearSpec, ImpactWord};

words! {
    /// Kinds of bodies.
    BodyKind {
        /// A point mass along one, two or three axes.
        Point = "point",
        /// A rigid body in the x-y plane.
        Planar = "planar",
        /// A rigid body in space.
        Spatial = "spatial",
        /// An elastic bar that stretches along its axis.
        Bar = "bar",
        /// A planar beam that stretches, shears and bends, of any size of motion.
        Beam = "beam",
        /// A planar beam without shear whose centreline is a B-spline.
        SplineBeam = "spline-beam",
        /// A planar beam by its bending modes in a frame that moves with its root.
        FloatingBeam = "floating-beam",
        /// A rod in space that stretches, shears, bends and twists.
        Rod = "rod",
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
        /// Length of a flexible body without strain (m).
        length: Option<Number>,
        /// Cross-section of a flexible body.
        section: Option<SectionSpec>,
        /// Number of finite elements.
        elements: Option<Number>,
        /// Degree of the elements: 1 to 3, of a spline beam 2 to 5.
        degree: Option<Number>,
        /// Gauss points in each element of a spline beam.
        gauss: Option<Number>,
        /// Number of modes of a floating beam, 1 to 8.
        modes: Option<Number>,
        /// Whether a floating beam takes its second-order shortening into account; true by default.
        shortening: Option<bool>,
        /// Whether the mass of a bar is lumped at its nodes; false by default.
        lumped: Option<bool>,
        /// Damping: factors of mass (1/s) and stiffness (s).
        rayleigh: Option<Vector>,
        /// Curvature without strain (1/m): a number in the plane, of a rod three components in the
        /// axes of its section, twist first.
        curvature: Option<OneOrMore>,
        /// Nodes of a rod without strain: position and quaternion of each, seven numbers.
        nodes: Option<Rows>,
        /// Direction of a bar.
        axis: Option<Vector>,
        /// Initial axes of a rod at its start, e_x along it: three rows.
        axes: Option<Rows>,
        /// Initial position of the centre of mass, or of the start of a flexible body (m).
        position: Option<Vector>,
        /// Initial angle of a planar body, or of the tangent at the start of a beam (rad).
        angle: Option<Number>,
        /// Initial rotation of a spatial body or of a rod's start: axis and angle, or a list of them, each
        /// about axes that have been turned by those before.
        rotation: Option<Several<RotationSpec>>,
        /// Initial quaternion of a spatial body or of a rod's start, scalar first.
        quaternion: Option<Vector>,
        /// Initial velocity of the centre of mass, or of the start of a flexible body (m/s).
        velocity: Option<Vector>,
        /// Initial angular velocity (rad/s): a number in the plane, three body components in space.
        spin: Option<OneOrMore>,
        /// Initial angular velocity of a spatial body or rod in the axes of the world, instead of `spin`.
        spin_world: Option<Vector>,
        /// Masses attached rigidly to a rigid body.
        attached: Option<Vec<AttachedSpec>>,
        /// Initial coordinates, all of them, instead of position and rotation.
        q0: Option<Vector>,
        /// Initial velocities, all of them, instead of velocity and spin.
        u0: Option<Vector>,
    }
}

spec! {
    /// A mass attached rigidly to a body: a point mass, or a solid.
    AttachedSpec {
        /// Mass (kg); by default that of the solid.
        mass: Option<Number>,
        /// Its centre in the body's axes, from the centre of mass of the body without it.
        at: Option<Vector>,
        /// A solid.
        solid: Option<SolidSpec>,
        /// Axes of the solid in those of the body: axis and angle.
        rotation: Option<Several<RotationSpec>>,
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

spec! {
    /// A cross-section: by material and shape, by stiffnesses and masses per length, or by a shape
    /// of which some of these are replaced. x is normal to it; planar beams bend about z.
    SectionSpec {
        /// Young's modulus (N/m^2).
        E: Option<Number>,
        /// Shear modulus (N/m^2).
        G: Option<Number>,
        /// Poisson's number, instead of `G`.
        nu: Option<Number>,
        /// Density (kg/m^3).
        rho: Option<Number>,
        /// Radius of a full circle (m).
        radius: Option<Number>,
        /// Edges of a rectangle along y and z (m).
        size: Option<Vector>,
        /// Area (m^2).
        A: Option<Number>,
        /// Second moment of area, or two about y and z (m^4).
        I: Option<OneOrMore>,
        /// Torsion constant (m^4); the sum of the two `I` by default.
        J: Option<Number>,
        /// Shear correction; 6/7 of a circle, 5/6 of a rectangle, else 1.
        shear: Option<Number>,
        /// Axial stiffness (N).
        EA: Option<Number>,
        /// Shear stiffness, or two along y and z (N).
        GA: Option<OneOrMore>,
        /// Torsional stiffness (N m^2).
        GJ: Option<Number>,
        /// Bending stiffness, or two about y and z (N m^2).
        EI: Option<OneOrMore>,
        /// Mass per length (kg/m).
        rhoA: Option<Number>,
        /// Rotary inertia per length (kg m): one number about y and z, or two, with their sum about x; or
        /// three about x, y and z.
        rhoI: Option<OneOrMore>,
        /// Of a rod: the whole stiffness matrix, six rows for stretch, shear along y and z, twist and
        /// bending about y and z, instead of EA, GA, GJ, EI.
        stiffness: Option<Rows>,
        /// Of a rod: the whole mass matrix per length, six rows, velocities before angular velocities,
        /// instead of rhoA and rhoI.
        mass: Option<Rows>,
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
        /// An ellipsoid: radii, its half axes.
        Ellipsoid = "ellipsoid",
        /// The convex hull of points or of a file, about its centre of volume.
        Hull = "hull",
        /// A convex outline of points in x and y with a length along z, about its centre of volume.
        Prism = "prism",
        /// Half of a box of this size, as the shape of this name, about its centre of volume.
        Wedge = "wedge",
        /// A cone about z, its tip above: radius and length; about its centre of volume.
        Cone = "cone",
        /// A ring of round wire about z: radius of its middle line, tube; with a length, along x, a link of a chain.
        Torus = "torus",
        /// What the triangles of a file enclose, about its centre of volume.
        Mesh = "mesh",
        /// An outline, about its centre; of a body in space with a length along z.
        Outline = "outline",
    }
}

spec! {
    /// A homogeneous solid, for mass properties.
    SolidSpec {
        /// Kind.
        r#type "!": SolidKind,
        /// Edges of a box or wedge (m).
        size: Option<Vector>,
        /// Points of a hull, outline of a prism, an outline as for shapes.
        points: Option<Rows>,
        /// How often the points of an outline follow each other around the origin.
        around: Option<Number>,
        /// An outline with the teeth of a gear.
        gear: Option<GearSpec>,
        /// STL or OBJ file of a hull, DXF drawing of an outline, relative to this file.
        file: Option<Text>,
        /// Layer of the drawing.
        layer: Option<Text>,
        /// Metres for a unit of the points or of the file; 1 by default.
        scale: Option<Number>,
        /// Radius (m).
        radius: Option<Number>,
        /// Radius of the wire of a torus (m).
        tube: Option<Number>,
        /// Half axes of an ellipsoid (m): two in the plane.
        radii: Option<Vector>,
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
