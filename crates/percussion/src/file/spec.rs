//! The format of a model file, as types. `percussion schema` is made from them, and
//! docs/model-files.md names every key (a test compares).

mod bodies;
mod joints;

pub use bodies::*;
pub use joints::*;

use super::read::{spec, words, Named, NodeName, Number, OneOrMore, Rows, Text, Vector};

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
        /// Times at which a drive or load switches: schemes with error control step onto them.
        switches: Option<Vector>,
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
        /// Shapes that touch one another where they meet.
        colliders: Option<Vec<ShapeSpec>>,
        /// The half space below the origin, against gravity, as a collider.
        ground: Option<GroundSpec>,
        /// Pairs of shapes or bodies that pass through each other.
        ignore: Option<Vec<Vec<Text>>>,
        /// Contacts.
        contacts: Option<Vec<ContactSpec>>,
        /// Which shapes collide without an entry in `contacts`.
        collide: Option<CollideSpec>,
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
        /// The inside of a sphere: a bowl; between planar bodies a round hole.
        HollowSphere = "hollow-sphere",
        /// The inside of a cone that opens along its axis from its tip: a funnel, by its radius at a length.
        HollowCone = "hollow-cone",
        /// The outside of a cylinder, without ends unless it has a length.
        Cylinder = "cylinder",
        /// The rim of a thin disc.
        Rim = "rim",
        /// An ellipsoid by its half axes; between planar bodies an ellipse.
        Ellipsoid = "ellipsoid",
        /// The convex hull of points, or of the vertices of a file.
        Hull = "hull",
        /// A convex outline of points in x and y, extruded along z.
        Prism = "prism",
        /// Half of a box: the one below the diagonal that falls from the edge -x to the edge +x.
        Wedge = "wedge",
        /// A cone about its axis, from the middle of its base to its tip: radius and length.
        Cone = "cone",
        /// A ring of round wire about its axis; with a length a link of a chain.
        Torus = "torus",
        /// The triangles of a file, convex or not.
        Mesh = "mesh",
        /// Heights over a rectangle.
        HeightField = "height-field",
        /// A closed curve of lines and arcs, convex or not, or a gear: between planar bodies, with a length along z in space.
        Outline = "outline",
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
        /// Node of a flexible body: its number from 0, `start` or `end`; the start by default.
        node: Option<NodeName>,
        /// Point of the centreline of a flexible body, 0 (start) to 1 (end), instead of a node.
        s: Option<Number>,
        /// Centre, or a point of the plane, in the body's axes.
        at: Option<Vector>,
        /// Outward normal of a plane.
        normal: Option<Vector>,
        /// Axis of a cylinder, hollow cylinder, rim, cone or torus; z by default.
        axis: Option<Vector>,
        /// Axes of the shape in those of the body: a rotation matrix, three rows.
        axes: Option<Rows>,
        /// Radius (m).
        radius: Option<Number>,
        /// Radius of the wire of a torus, whose radius is that of its middle line (m).
        tube: Option<Number>,
        /// Length of a cylinder that has ends, of a prism, cone or outline in space, of the straight parts of a link (m).
        length: Option<Number>,
        /// Edges of a box or wedge, the two of a height field (m).
        size: Option<Vector>,
        /// Half axes of an ellipsoid along the axes of the shape (m).
        radii: Option<Vector>,
        /// Centres of the end spheres of a capsule, the points, those of a hull, the outline of a prism; of an outline
        /// counterclockwise, `[x, y]` where a line follows, `[x, y, bulge]` where an arc does.
        points: Option<Rows>,
        /// Rows of heights along x, from -y to +y, at equal distances (m).
        heights: Option<Rows>,
        /// How often the points of an outline follow each other around the origin.
        around: Option<Number>,
        /// An outline with the teeth of a gear.
        gear: Option<GearSpec>,
        /// Whether an outline is a hole: its solid is outside.
        hollow: Option<bool>,
        /// STL or OBJ file of a hull or mesh, DXF drawing of an outline, relative to this file.
        file: Option<Text>,
        /// Layer of the drawing; all by default.
        layer: Option<Text>,
        /// Metres for a unit of the points or of the file; 1 by default.
        scale: Option<Number>,
        /// Most convex parts that a closed mesh is cut into; else it touches as it is.
        decompose: Option<Number>,
        /// Whether a hull, prism, wedge, mesh, cone or outline counts from its centre of volume; else from the origin of its points.
        centred: Option<bool>,
        /// Whether it touches all other shapes that collide.
        collide: Option<bool>,
        /// Groups it belongs to.
        groups: Option<Vec<Text>>,
        /// Groups whose shapes it touches; all by default.
        touches: Option<Vec<Text>>,
        /// Material.
        material: Option<Text>,
    }
}

spec! {
    /// The ground.
    GroundSpec {
        /// Material.
        material: Option<Text>,
    }
}

spec! {
    /// Teeth of a spur gear, with involute flanks; the first stands along x.
    GearSpec {
        /// Number of teeth.
        teeth "!": Number,
        /// Pitch diameter per tooth (m).
        module "!": Number,
        /// Pressure angle (rad); 20 degrees by default.
        pressure: Option<Number>,
        /// Height above the pitch circle in modules; 1 by default.
        addendum: Option<Number>,
        /// Depth below it in modules; 1.25 by default.
        dedendum: Option<Number>,
        /// How much thinner a tooth is at the pitch circle than half a pitch (m); 0 by default.
        backlash: Option<Number>,
    }
}

spec! {
    /// Which shapes collide without an entry in `contacts`.
    CollideSpec {
        /// Whether all shapes do that do not say `collide = false`.
        all: Option<bool>,
        /// Whether shapes of two bodies do that a joint connects; false by default.
        joined: Option<bool>,
        /// Whether steps are divided in which a body would pass through another; false by default.
        swept: Option<bool>,
        /// Largest number of pairs that all have contacts and columns from the start; with more pairs, contacts are made and removed during the run.
        /// 4000 by default.
        declared: Option<Number>,
        /// Pairs of shapes or bodies that do not.
        exclude: Option<Vec<Vec<Text>>>,
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
        /// A stop of the coordinate `along` between the frames: give `min` or `max`.
        Stop = "stop",
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
        /// Coordinate of a `stop`; `distance` by default.
        along: Option<AlongWord>,
        /// Direction of `along`: in the world for `direction`, in frame a for `slide`.
        direction: Option<Vector>,
        /// The angle or distance from which the coordinate counts; 0 by default.
        zero: Option<Number>,
        /// Whether an angle counts the other way.
        reverse: Option<bool>,
        /// Smallest coordinate of a `stop`.
        min: Option<Number>,
        /// Largest coordinate of a `stop`.
        max: Option<Number>,
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
        /// Points whose position and velocity are written too.
        points: Option<Vec<PointSpec>>,
    }
}

spec! {
    /// A point whose position and velocity are written as r.NAME.x, ..., v.NAME.x, ...
    PointSpec {
        /// Name.
        name "!": Text,
        /// How often.
        repeat: Option<OneOrMore>,
        /// Body; the world by default.
        body: Option<Text>,
        /// Node of a flexible body: its number from 0, `start` or `end`; the start by default.
        node: Option<NodeName>,
        /// Point of the centreline of a flexible body, 0 (start) to 1 (end), instead of a node.
        s: Option<Number>,
        /// Point in the body's axes.
        at: Option<Vector>,
    }
}

/// The JSON Schema of model files.
pub fn schema() -> serde_json::Value {
    serde_json::to_value(schemars::schema_for!(FileSpec)).unwrap_or_default()
}
