"""Keys of the parts of models. Written by tools/part_keys.py from the schema of model files."""

from __future__ import annotations

from typing import Any, TypedDict

TEXTS: dict[str, dict[str, str]] = {
    "bodies": {
        "J": "Moment of inertia of a planar body about its centre of mass (kg m^2).",
        "angle": "Initial angle of a planar body, or of the tangent at the start of a beam (rad).",
        "angle_name": "Name of a planar body's angle, `theta` by default.",
        "attached": "Masses attached rigidly to a rigid body.",
        "axes": "Initial axes of a rod at its start, e_x along it: three rows.",
        "axis": "Direction of a bar.",
        "curvature": "Curvature without strain (1/m): a number in the plane, of a rod three components in the axes of its section, twist first.",
        "degree": "Degree of the elements: 1 to 3, of a spline beam 2 to 5.",
        "dim": "Number of axes a point moves along: 1, 2 or 3.",
        "elements": "Number of finite elements.",
        "gauss": "Gauss points in each element of a spline beam.",
        "inertia": "Inertia tensor of a spatial body about its centre of mass, in its own axes: three rows.",
        "length": "Length of a flexible body without strain (m).",
        "lumped": "Whether the mass of a bar is lumped at its nodes; false by default.",
        "mass": "Mass (kg).",
        "modes": "Number of modes of a floating beam, 1 to 8.",
        "nodes": "Nodes of a rod without strain: position and quaternion of each, seven numbers.",
        "position": "Initial position of the centre of mass, or of the start of a flexible body (m).",
        "principal": "Principal moments of inertia of a spatial body along its own axes.",
        "q0": "Initial coordinates, all of them, instead of position and rotation.",
        "quaternion": "Initial quaternion of a spatial body or of a rod's start, scalar first.",
        "rayleigh": "Damping: factors of mass (1/s) and stiffness (s).",
        "repeat": "How often: one number, or up to three for the indices i, j, k.",
        "rotation": "Initial rotation of a spatial body or of a rod's start: axis and angle, or a list of them, each about axes that have been turned by those before.",
        "section": "Cross-section of a flexible body.",
        "shortening": "Whether a floating beam takes its second-order shortening into account; true by default.",
        "solid": "Mass properties by shape.",
        "spin": "Initial angular velocity (rad/s): a number in the plane, three body components in space.",
        "spin_world": "Initial angular velocity of a spatial body or rod in the axes of the world, instead of `spin`.",
        "type": "Kind.",
        "u0": "Initial velocities, all of them, instead of velocity and spin.",
        "velocity": "Initial velocity of the centre of mass, or of the start of a flexible body (m/s).",
    },
    "joints": {
        "a": "Frame on the first body.",
        "anchor": "Point in the world at the start.",
        "axis": "Axis in the world at the start; z by default.",
        "b": "Frame on the second body.",
        "bodies": "The two bodies, where the joint is given in the world.",
        "damping": "Damping of the angle or displacement (N m s or N s/m).",
        "e_N": "Restitution of the stops.",
        "friction": "Largest dry friction (N or N m).",
        "length": "Distance kept by `distance`; that of the start by default.",
        "max": "Largest joint coordinate.",
        "mimic": "Another joint whose coordinate this one follows.",
        "min": "Smallest joint coordinate: angle or displacement.",
        "normal": "Normal of `knife-edge` in frame b.",
        "radius": "Radius of `rolling`.",
        "repeat": "How often.",
        "rows": "The rows of a joint of type `rows`.",
        "slide": "Prescribed displacement as an expression of t, counted from the start.",
        "turn": "Prescribed angle as an expression of t, counted from the start.",
        "type": "Kind.",
    },
    "forces": {
        "a": "First frame of a spring or actuator.",
        "along": "Coordinate of a spring or actuator; `distance` by default.",
        "at": "Where a force or torque acts.",
        "b": "Second frame.",
        "body": "The flexible body that carries a distributed force.",
        "c": "Damping (N s/m or N m s/rad).",
        "direction": "Direction of `along`: in the world for `direction`, in frame a for `slide` (e_z by default).",
        "follows": "Whether a load of time alone has its components in the axes of `at`, and turns with them.",
        "force": "Components of a force (N), of a distributed one per length (N/m).",
        "k": "Stiffness (N/m or N m/rad).",
        "law": "The force of an actuator: an expression of t, s (the coordinate), v (its rate), coordinates.",
        "repeat": "How often.",
        "rest": "Coordinate at rest; that of the start by default for distances, else zero.",
        "reverse": "Whether an angle counts the other way.",
        "torque": "Components of a torque (N m).",
        "type": "Kind.",
        "zero": "The angle or distance from which the coordinate counts; 0 by default.",
    },
    "shapes": {
        "around": "How often the points of an outline follow each other around the origin.",
        "at": "Centre, or a point of the plane, in the body's axes.",
        "axes": "Axes of the shape in those of the body: a rotation matrix, three rows.",
        "axis": "Axis of a cylinder, hollow cylinder, rim, cone or torus; z by default.",
        "body": "Body; the world by default.",
        "centred": "Whether a hull, prism, wedge, mesh, cone or outline counts from its centre of volume; else from the origin of its points.",
        "collide": "Whether it touches all other shapes that collide.",
        "decompose": "Most convex parts that a closed mesh is cut into; else it touches as it is.",
        "file": "STL or OBJ file of a hull or mesh, DXF drawing of an outline, relative to this file.",
        "gear": "An outline with the teeth of a gear.",
        "groups": "Groups it belongs to.",
        "heights": "Rows of heights along x, from -y to +y, at equal distances (m).",
        "hollow": "Whether an outline is a hole: its solid is outside.",
        "layer": "Layer of the drawing; all by default.",
        "length": "Length of a cylinder that has ends, of a prism, cone or outline in space, of the straight parts of a link (m).",
        "material": "Material.",
        "node": "Node of a flexible body: its number from 0, `start` or `end`; the start by default.",
        "normal": "Outward normal of a plane.",
        "points": "Centres of the end spheres of a capsule, the points, those of a hull, the outline of a prism; of an outline counterclockwise, `[x, y]` where a line follows, `[x, y, bulge]` where an arc does.",
        "radii": "Half axes of an ellipsoid along the axes of the shape (m).",
        "radius": "Radius (m).",
        "repeat": "How often.",
        "s": "Point of the centreline of a flexible body, 0 (start) to 1 (end), instead of a node.",
        "scale": "Metres for a unit of the points or of the file; 1 by default.",
        "size": "Edges of a box or wedge, the two of a height field (m).",
        "touches": "Groups whose shapes it touches; all by default.",
        "tube": "Radius of the wire of a torus, whose radius is that of its middle line (m).",
        "type": "Kind.",
    },
    "contacts": {
        "a": "First frame.",
        "along": "Coordinate of a `stop`; `distance` by default.",
        "b": "Second frame.",
        "between": "Two shapes.",
        "direction": "Direction of `along`: in the world for `direction`, in frame a for `slide`.",
        "drilling": "Radius of the contact area, for drilling friction (Coulomb-Contensou).",
        "e_F": "Restitution in the tangential direction.",
        "e_N": "Restitution in the normal direction, instead of the materials'.",
        "impact": "Impact law; `newton` by default.",
        "max": "Largest coordinate of a `stop`.",
        "min": "Smallest coordinate of a `stop`.",
        "mu": "Friction coefficient.",
        "prox": "Prox parameter; chosen from the system by default.",
        "radius": "Radius of the sphere or rim at b.",
        "radius_a": "Radius of the sphere or cylinder at a.",
        "repeat": "How often.",
        "reverse": "Whether an angle counts the other way.",
        "type": "Kind, where the contact is given by frames.",
        "when": "Leaves out the repetitions for which this expression of the indices is zero.",
        "zero": "The angle or distance from which the coordinate counts; 0 by default.",
    },
    "friction": {
        "a": "First frame.",
        "along": "Which motion has friction.",
        "b": "Second frame.",
        "limit": "Largest friction force (N) or moment (N m).",
        "repeat": "How often.",
    },
    "collide": {
        "all": "Whether all shapes do that do not say `collide = false`.",
        "declared": "Largest number of pairs that all have contacts and columns from the start; with more pairs, contacts are made and removed during the run. 4000 by default.",
        "exclude": "Pairs of shapes or bodies that do not.",
        "joined": "Whether shapes of two bodies do that a joint connects; false by default.",
        "swept": "Whether steps are divided in which a body would pass through another; false by default.",
    },
}
"""What each key of a section means."""

SECTIONS = {
    "body": "bodies",
    "point": "bodies",
    "planar": "bodies",
    "spatial": "bodies",
    "bar": "bodies",
    "beam": "bodies",
    "spline_beam": "bodies",
    "floating_beam": "bodies",
    "rod": "bodies",
    "joint": "joints",
    "force": "forces",
    "spring": "forces",
    "actuator": "forces",
    "distributed": "forces",
    "shape": "shapes",
    "collider": "shapes",
    "contact": "contacts",
    "friction": "friction",
}
"""Where the entries of each method stand."""


class BodyKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.body`."""

    J: Any
    angle: Any
    angle_name: str
    attached: Any
    axes: Any
    axis: Any
    curvature: Any
    degree: Any
    dim: Any
    elements: Any
    gauss: Any
    inertia: Any
    length: Any
    lumped: bool
    mass: Any
    modes: Any
    nodes: Any
    position: Any
    principal: Any
    q0: Any
    quaternion: Any
    rayleigh: Any
    repeat: Any
    rotation: Any
    section: Any
    shortening: bool
    solid: Any
    spin: Any
    spin_world: Any
    u0: Any
    velocity: Any

class PointKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.point`."""

    J: Any
    angle: Any
    angle_name: str
    attached: Any
    axes: Any
    axis: Any
    curvature: Any
    degree: Any
    elements: Any
    gauss: Any
    inertia: Any
    length: Any
    lumped: bool
    modes: Any
    nodes: Any
    principal: Any
    q0: Any
    quaternion: Any
    rayleigh: Any
    repeat: Any
    rotation: Any
    section: Any
    shortening: bool
    solid: Any
    spin: Any
    spin_world: Any
    u0: Any

class PlanarKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.planar`."""

    angle_name: str
    attached: Any
    axes: Any
    axis: Any
    curvature: Any
    degree: Any
    dim: Any
    elements: Any
    gauss: Any
    inertia: Any
    length: Any
    lumped: bool
    modes: Any
    nodes: Any
    principal: Any
    q0: Any
    quaternion: Any
    rayleigh: Any
    repeat: Any
    rotation: Any
    section: Any
    shortening: bool
    spin_world: Any
    u0: Any

class SpatialKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.spatial`."""

    J: Any
    angle: Any
    angle_name: str
    attached: Any
    axes: Any
    axis: Any
    curvature: Any
    degree: Any
    dim: Any
    elements: Any
    gauss: Any
    length: Any
    lumped: bool
    modes: Any
    nodes: Any
    q0: Any
    rayleigh: Any
    repeat: Any
    section: Any
    shortening: bool
    spin_world: Any
    u0: Any

class BarKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.bar`."""

    J: Any
    angle: Any
    angle_name: str
    attached: Any
    axes: Any
    axis: Any
    curvature: Any
    degree: Any
    dim: Any
    gauss: Any
    inertia: Any
    lumped: bool
    mass: Any
    modes: Any
    nodes: Any
    position: Any
    principal: Any
    q0: Any
    quaternion: Any
    rayleigh: Any
    repeat: Any
    rotation: Any
    shortening: bool
    solid: Any
    spin: Any
    spin_world: Any
    u0: Any
    velocity: Any

class BeamKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.beam`."""

    J: Any
    angle: Any
    angle_name: str
    attached: Any
    axes: Any
    axis: Any
    curvature: Any
    degree: Any
    dim: Any
    gauss: Any
    inertia: Any
    lumped: bool
    mass: Any
    modes: Any
    nodes: Any
    position: Any
    principal: Any
    q0: Any
    quaternion: Any
    rayleigh: Any
    repeat: Any
    rotation: Any
    shortening: bool
    solid: Any
    spin: Any
    spin_world: Any
    u0: Any
    velocity: Any

class SplineBeamKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.spline_beam`."""

    J: Any
    angle: Any
    angle_name: str
    attached: Any
    axes: Any
    axis: Any
    curvature: Any
    degree: Any
    dim: Any
    gauss: Any
    inertia: Any
    lumped: bool
    mass: Any
    modes: Any
    nodes: Any
    position: Any
    principal: Any
    q0: Any
    quaternion: Any
    rayleigh: Any
    repeat: Any
    rotation: Any
    shortening: bool
    solid: Any
    spin: Any
    spin_world: Any
    u0: Any
    velocity: Any

class FloatingBeamKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.floating_beam`."""

    J: Any
    angle: Any
    angle_name: str
    attached: Any
    axes: Any
    axis: Any
    curvature: Any
    degree: Any
    dim: Any
    elements: Any
    gauss: Any
    inertia: Any
    lumped: bool
    mass: Any
    nodes: Any
    position: Any
    principal: Any
    q0: Any
    quaternion: Any
    rayleigh: Any
    repeat: Any
    rotation: Any
    shortening: bool
    solid: Any
    spin: Any
    spin_world: Any
    u0: Any
    velocity: Any

class RodKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.rod`."""

    J: Any
    angle: Any
    angle_name: str
    attached: Any
    axes: Any
    axis: Any
    curvature: Any
    degree: Any
    dim: Any
    gauss: Any
    inertia: Any
    lumped: bool
    mass: Any
    modes: Any
    nodes: Any
    position: Any
    principal: Any
    q0: Any
    quaternion: Any
    rayleigh: Any
    repeat: Any
    rotation: Any
    shortening: bool
    solid: Any
    spin: Any
    spin_world: Any
    u0: Any
    velocity: Any

class JointKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.joint`."""

    damping: Any
    e_N: Any
    friction: Any
    length: Any
    max: Any
    mimic: Any
    min: Any
    normal: Any
    radius: Any
    repeat: Any
    rows: Any
    slide: Any
    turn: Any

class ForceKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.force`."""

    a: Any
    along: Any
    b: Any
    body: str
    c: Any
    direction: Any
    follows: bool
    k: Any
    law: Any
    repeat: Any
    rest: Any
    reverse: bool
    zero: Any

class SpringKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.spring`."""

    along: Any
    at: Any
    body: str
    direction: Any
    follows: bool
    force: Any
    law: Any
    repeat: Any
    reverse: bool
    torque: Any
    zero: Any

class ActuatorKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.actuator`."""

    along: Any
    at: Any
    body: str
    c: Any
    direction: Any
    follows: bool
    force: Any
    k: Any
    repeat: Any
    rest: Any
    reverse: bool
    torque: Any
    zero: Any

class DistributedKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.distributed`."""

    a: Any
    along: Any
    at: Any
    b: Any
    c: Any
    direction: Any
    follows: bool
    k: Any
    law: Any
    repeat: Any
    rest: Any
    reverse: bool
    torque: Any
    zero: Any

class ShapeKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.shape`."""

    around: Any
    at: Any
    axes: Any
    axis: Any
    body: str
    centred: bool
    collide: bool
    decompose: Any
    file: str
    gear: Any
    groups: Any
    heights: Any
    hollow: bool
    layer: str
    length: Any
    material: str
    node: Any
    normal: Any
    points: Any
    radii: Any
    radius: Any
    repeat: Any
    s: Any
    scale: Any
    size: Any
    touches: Any
    tube: Any

class ColliderKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.collider`."""

    around: Any
    at: Any
    axes: Any
    axis: Any
    centred: bool
    collide: bool
    decompose: Any
    file: str
    gear: Any
    groups: Any
    heights: Any
    hollow: bool
    layer: str
    length: Any
    node: Any
    normal: Any
    points: Any
    radii: Any
    radius: Any
    repeat: Any
    s: Any
    scale: Any
    size: Any
    touches: Any
    tube: Any

class ContactKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.contact`."""

    a: Any
    along: Any
    b: Any
    direction: Any
    drilling: Any
    impact: Any
    max: Any
    min: Any
    prox: Any
    radius: Any
    radius_a: Any
    repeat: Any
    reverse: bool
    when: Any
    zero: Any

class FrictionKeys(TypedDict, total=False):
    """Further keys of :meth:`Model.friction`."""

    repeat: Any
