"""The parts of models, in the terms of model files."""

from __future__ import annotations

import difflib
import inspect
import math
import pathlib
from typing import TYPE_CHECKING, Any, Mapping, Sequence

import numpy as np

from ._errors import ModelError, UnknownNameError
from ._functions import Components, Function, as_function
from ._keys import SECTIONS, TEXTS

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import _keys as k

Number = float | str
"""A number, or an expression of a model file such as ``"30 deg"`` or ``"2*l"``."""


class Parts:
    """Adds bodies, joints, forces and contacts to the document of a model."""

    _kind: str
    _text: str | None
    _document: dict[str, Any]
    _functions: dict[str, tuple[Any, int]]
    _inputs: dict[str, float]
    _files: set[str]

    def _add(self, section: str, name: str, keys: Mapping[str, Any]) -> str:
        if self._kind == "problem":
            raise ModelError("a named problem cannot be added to; use Model.from_toml(model.to_toml())")
        if not isinstance(name, str):
            raise TypeError(f"a name is text, not {type(name).__name__}: {name!r}")
        known = TEXTS.get("shapes" if section == "colliders" else section)
        entry: dict[str, Any] = {"name": name}
        for key, value in keys.items():
            if known is not None and key not in known:
                near = difflib.get_close_matches(key, known, 1)
                hint = f"did you mean '{near[0]}'?" if near else f"valid keys: {', '.join(sorted(known))}"
                raise UnknownNameError(f"unknown key '{key}' of '{name}'; {hint}")
            if value is not None:
                entry[key] = self._convert(value, f"{name}.{key}")
        self._files.update(files({section: [entry]}))
        self._document.setdefault(section, []).append(entry)
        self._text = None
        return name

    def _convert(self, value: Any, where: str) -> Any:
        """A value as it stands in a file; functions become calls of registered ones."""
        f = as_function(value)
        if f is not None:
            return self._call(f, where)
        if isinstance(value, Mapping):
            return {k: self._convert(v, f"{where}.{k}") for k, v in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._convert(v, where) for v in value]
        return plain(value)

    def _call(self, f: Function, where: str) -> str | list[str]:
        components = {"force": 3, "torque": 3}.get(where.rsplit(".", 1)[-1])
        if components is None:
            return self._register(f.call, f.arguments)
        whole = Components(f.call, components, f"the function of {where}")
        return [self._register(whole.part(k), f.arguments) for k in range(components)]

    def _register(self, call: Any, arguments: Sequence[str]) -> str:
        name = f"f{len(self._functions) + 1}"
        self._functions[name] = (call, len(arguments))
        return f"{name}({', '.join(arguments)})"

    def body(self, name: str, type: str, **keys: Unpack[k.BodyKeys]) -> str:
        """Adds a body of any type; the methods named after the types say which keys they take."""
        return self._add("bodies", name, {"type": type, **keys})

    def point(self, name: str, *, mass: Number, dim: int | None = None, position: Any = None, velocity: Any = None, **keys: Unpack[k.PointKeys]) -> str:
        """Adds a point mass that moves along ``dim`` axes (3 by default)."""
        return self._add("bodies", name, {"type": "point", "mass": mass, "dim": dim, "position": position, "velocity": velocity, **keys})

    def planar(
        self, name: str, *, mass: Number | None = None, J: Number | None = None, solid: Mapping[str, Any] | None = None,
        position: Any = None, angle: Number | None = None, velocity: Any = None, spin: Number | None = None, **keys: Unpack[k.PlanarKeys],
    ) -> str:
        """Adds a rigid body in the plane with coordinates x, y, theta."""
        own = {"mass": mass, "J": J, "solid": solid, "position": position, "angle": angle, "velocity": velocity, "spin": spin}
        return self._add("bodies", name, {"type": "planar", **own, **keys})

    def spatial(
        self, name: str, *, mass: Number | None = None, principal: Any = None, inertia: Any = None,
        solid: Mapping[str, Any] | None = None, position: Any = None, rotation: Any = None, quaternion: Any = None,
        velocity: Any = None, spin: Any = None, **keys: Unpack[k.SpatialKeys],
    ) -> str:
        """Adds a rigid body in space with coordinates x, y, z and a unit quaternion p0 .. p3."""
        own = {
            "mass": mass, "principal": principal, "inertia": inertia, "solid": solid, "position": position, "rotation": rotation,
            "quaternion": quaternion, "velocity": velocity, "spin": spin,
        }
        return self._add("bodies", name, {"type": "spatial", **own, **keys})

    def bar(self, name: str, *, length: Number, elements: int, section: Mapping[str, Any], **keys: Unpack[k.BarKeys]) -> str:
        """Adds an elastic bar that stretches along its axis."""
        return self._add("bodies", name, {"type": "bar", "length": length, "elements": elements, "section": section, **keys})

    def beam(self, name: str, *, length: Number, elements: int, section: Mapping[str, Any], **keys: Unpack[k.BeamKeys]) -> str:
        """Adds a geometrically exact beam in the plane."""
        return self._add("bodies", name, {"type": "beam", "length": length, "elements": elements, "section": section, **keys})

    def spline_beam(self, name: str, *, length: Number, elements: int, section: Mapping[str, Any], **keys: Unpack[k.SplineBeamKeys]) -> str:
        """Adds a planar beam without shear whose centreline is a B-spline."""
        return self._add("bodies", name, {"type": "spline-beam", "length": length, "elements": elements, "section": section, **keys})

    def floating_beam(
        self, name: str, *, length: Number, section: Mapping[str, Any], modes: int | None = None, **keys: Unpack[k.FloatingBeamKeys]
    ) -> str:
        """Adds a planar beam by its bending modes in a moving frame."""
        return self._add("bodies", name, {"type": "floating-beam", "length": length, "section": section, "modes": modes, **keys})

    def rod(self, name: str, *, length: Number, elements: int, section: Mapping[str, Any], **keys: Unpack[k.RodKeys]) -> str:
        """Adds a geometrically exact rod in space."""
        return self._add("bodies", name, {"type": "rod", "length": length, "elements": elements, "section": section, **keys})

    def joint(
        self, name: str, type: str, *, bodies: Sequence[str] | None = None, anchor: Any = None, axis: Any = None,
        a: Mapping[str, Any] | None = None, b: Mapping[str, Any] | None = None, **keys: Unpack[k.JointKeys],
    ) -> str:
        """Adds a joint (revolute, spherical, fixed, prismatic, ...) between two bodies.

        Either ``bodies`` with ``anchor`` and ``axis`` in the world at the start, or two frames ``a``, ``b``.
        ``turn`` and ``slide`` prescribe a motion: an expression or a function of t.
        """
        return self._add("joints", name, {"type": type, "bodies": bodies, "anchor": anchor, "axis": axis, "a": a, "b": b, **keys})

    def force(self, name: str, *, at: Mapping[str, Any] | str, force: Any = None, torque: Any = None, **keys: Unpack[k.ForceKeys]) -> str:
        """Adds a force or a torque at a frame (or a body), by numbers, expressions or functions."""
        if (force is None) == (torque is None):
            raise ModelError(f"force '{name}' needs either force or torque")
        at = {"body": at} if isinstance(at, str) else at
        kind = "force" if torque is None else "torque"
        return self._add("forces", name, {"type": kind, "at": at, "force": force, "torque": torque, **keys})

    def spring(
        self, name: str, *, a: Any = None, b: Any = None, k: Number | None = None, c: Number | None = None,
        rest: Number | None = None, **keys: Unpack[k.SpringKeys],
    ) -> str:
        """Adds a spring with a damper between two frames (or bodies, or the world)."""
        return self._add("forces", name, {"type": "spring", "a": frame(a), "b": frame(b), "k": k, "c": c, "rest": rest, **keys})

    def actuator(
        self, name: str, *, law: Any = None, input: Number | None = None, a: Any = None, b: Any = None, **keys: Unpack[k.ActuatorKeys]
    ) -> str:
        """Adds a force along a coordinate between two frames.

        ``law`` is an expression or function of t, the coordinate ``s``, its rate ``v`` and others. With ``input`` instead the force
        (N or N m) is an input of this name, which begins with that value and is set between steps; see :meth:`input`.
        """
        if (law is None) == (input is None):
            raise ModelError(f"actuator '{name}' needs either law or input")
        law = self.input(name, input) if law is None and input is not None else law
        return self._add("forces", name, {"type": "actuator", "a": frame(a), "b": frame(b), "law": law, **keys})

    def input(self, name: str, value: Number = 0.0) -> str:
        """Adds an input: a number that a controller sets between steps. Returns the expression that stands for it.

        :meth:`Steps.set <percussion.Steps.set>` changes it between steps, ``controls=`` of :meth:`Model.rollout` gives a sequence, and
        :meth:`Model.set` the value of a whole run.

        >>> import percussion
        >>> m = percussion.Model("cart")
        >>> m.point("cart", mass=2.0, dim=1)
        'cart'
        >>> push = m.input("push")
        >>> m.actuator("motor", b="cart", along="direction", direction=(1, 0, 0), law=f"{push} - 0.5*v")
        'motor'
        >>> steps = m.steps(dt=1e-2)
        >>> steps.set(push=3.0)
        >>> steps.step(100)["cart.x'"] > 1.0
        True
        """
        if self._kind == "problem":
            raise ModelError("a named problem cannot be added to; use Model.from_toml(model.to_toml())")
        if not (isinstance(name, str) and name.isidentifier()):
            raise ModelError(f"an input is named by a word of letters, digits and underscores, not {name!r}")
        if name in self._inputs or name in self._document.get("parameters", {}):
            raise ModelError(f"the name '{name}' is used twice")
        self._inputs[name] = number(f"input {name}", value)
        self._text = None
        return f"{name}(t)"

    def distributed(self, name: str, *, body: str, force: Any, **keys: Unpack[k.DistributedKeys]) -> str:
        """Adds a force per length along a flexible body."""
        return self._add("forces", name, {"type": "distributed", "body": body, "force": force, **keys})

    def shape(self, name: str, type: str, **keys: Unpack[k.ShapeKeys]) -> str:
        """Adds a shape (plane, sphere, box, capsule, points, cylinder, ...) that contacts can name, to a body or the world."""
        return self._add("shapes", name, {"type": type, **keys})

    def collider(self, name: str, type: str, *, body: str | None = None, material: str | None = None, **keys: Unpack[k.ColliderKeys]) -> str:
        """Adds a shape that touches all other colliders where they meet, to a body or the world.

        The types and keys are those of :meth:`shape`. Colliders of one body, or of two bodies that a joint connects, do not
        touch each other; see also :meth:`ignore` and :meth:`ground`.
        """
        return self._add("colliders", name, {"type": type, "body": body, "material": material, **keys})

    def ground(self, material: str | None = None) -> None:
        """Adds the half space below the origin, against gravity, as a collider."""
        self._text = None
        self._document["ground"] = {} if material is None else {"material": material}

    def collide(
        self, *, all: bool | None = None, joined: bool | None = None, swept: bool | None = None, declared: Number | None = None,
        exclude: Sequence[Sequence[str]] | None = None,
    ) -> None:
        """Sets which shapes collide without a contact of their own.

        ``all``: whether all shapes do that do not say ``collide=False``. ``joined``: whether shapes of two bodies do that a joint
        connects. ``swept``: whether steps are divided in which a body would pass through another. ``declared``: largest number of pairs
        that all have contacts and columns from the start; with more pairs, contacts are made and removed during the run. ``exclude``: pairs of
        shapes or bodies that do not touch. What is not given stays as it is.
        """
        given = {"all": all, "joined": joined, "swept": swept, "declared": declared, "exclude": exclude}
        self._text = None
        table = self._document.setdefault("collide", {})
        table.update({key: plain(value) for key, value in given.items() if value is not None})

    def ignore(self, a: str, b: str) -> None:
        """Lets two colliders or bodies pass through each other."""
        self._text = None
        self._document.setdefault("ignore", []).append([a, b])

    def contact(
        self, name: str, *, between: Sequence[str] | None = None, e_N: Number | None = None, e_F: Number | None = None,
        mu: Number | None = None, type: str | None = None, **keys: Unpack[k.ContactKeys],
    ) -> str:
        """Adds a contact between two shapes, or by ``type`` and two frames."""
        return self._add("contacts", name, {"between": between, "e_N": e_N, "e_F": e_F, "mu": mu, "type": type, **keys})

    def friction(self, name: str, *, limit: Number, along: str = "turn", a: Any = None, b: Any = None, **keys: Unpack[k.FrictionKeys]) -> str:
        """Adds dry friction with a given limit (N or N m)."""
        return self._add("friction", name, {"along": along, "a": frame(a), "b": frame(b), "limit": limit, **keys})

    def material(self, name: str, *, e_N: Number = 0.0, e_F: Number = 0.0, mu: Number = 0.0) -> str:
        """Adds contact coefficients that shapes refer to."""
        self._text = None
        self._document.setdefault("materials", {})[name] = plain({"e_N": e_N, "e_F": e_F, "mu": mu})
        return name

    def parameter(self, name: str, value: Number) -> str:
        """Adds a parameter that expressions may contain, and :meth:`set` may change."""
        self._text = None
        self._document.setdefault("parameters", {})[name] = plain(value)
        return name

    def switches(self, *times: Number) -> None:
        """Times at which a load or motion switches: steps end there."""
        self._text = None
        self._document.setdefault("switches", []).extend(plain(list(times)))

    def system(
        self, name: str, coordinates: Sequence[str], *, M: Any, h: Any, potential: Any = None, q0: Any = None, u0: Any = None,
        contacts: Sequence[Mapping[str, Any]] = (), constraints: Sequence[Mapping[str, Any]] = (),
    ) -> str:
        """Adds a whole system in minimal coordinates by its functions.

        ``M(t, q)`` returns the mass matrix, ``h(t, q, u)`` the generalized forces, ``potential(t, q)`` an
        energy; a contact is a mapping with ``name``, ``gap`` (g_N(t, q)), perhaps ``slide`` (sliding
        velocities of (t, q, u), affine in u) and ``e_N``, ``e_F``, ``mu``; a constraint has ``name`` and
        ``g`` (of (t, q)). Lists of expressions are taken as well. Functions that compute with
        ``percussion.math`` or numpy have exact derivatives.
        """
        n = len(coordinates)
        q, u = [str(c) for c in coordinates], [f"{c}'" for c in coordinates]

        def part(f: Any, count: int, rates: bool, what: str) -> Any:
            if not callable(f):
                return self._convert(f, f"{name}.{what}")
            arguments = ["t", *q, *(u if rates else [])]
            whole = Components(Gathered(f, n, rates), count, f"{what} of '{name}'")
            return [self._register(whole.part(k), arguments) for k in range(count)]

        def one(f: Any, what: str) -> Any:
            return part(f, 1, False, what)[0] if callable(f) else self._convert(f, f"{name}.{what}")

        mass = part(M, n * n, False, "M")
        if callable(M):
            mass = [mass[k * n : (k + 1) * n] for k in range(n)]
        entry: dict[str, Any] = {"coordinates": q, "M": mass, "h": part(h, n, True, "h")}
        if potential is not None:
            entry["potential"] = one(potential, "potential")
        if q0 is not None:
            entry["q0"] = q0
        if u0 is not None:
            entry["u0"] = u0
        rows: list[dict[str, Any]] = []
        for c, key in [*((c, "gap") for c in contacts), *((c, "g") for c in constraints)]:
            if not isinstance(c, Mapping) or key not in c:
                raise ModelError(f"a {'contact' if key == 'gap' else 'constraint'} of '{name}' has no '{key}': {c!r}")
        for c in contacts:
            row = {k: v for k, v in c.items() if k not in ("gap", "slide")}
            row["gap"] = one(c["gap"], "gap")
            slide = c.get("slide")
            if slide is not None:
                count = int(row.pop("tangents", 1))
                row["slide"] = part(slide, count, True, "slide")
            rows.append(row)
        if rows:
            entry["contacts"] = rows
        held = [{**{k: v for k, v in c.items() if k != "g"}, "g": one(c["g"], "g")} for c in constraints]
        if held:
            entry["constraints"] = held
        return self._add("systems", name, entry)


def files(document: Mapping[str, Any]) -> list[str]:
    """Paths of meshes and drawings that a document names."""
    shapes = [e for section in ("shapes", "colliders") for e in _tables(document.get(section))]
    solids = [e["solid"] for e in _tables(document.get("bodies")) if isinstance(e.get("solid"), Mapping)]
    return [e["file"] for e in (*shapes, *solids) if isinstance(e.get("file"), str)]


def _tables(entries: Any) -> list[Mapping[str, Any]]:
    return [e for e in entries if isinstance(e, Mapping)] if isinstance(entries, list) else []


def number(what: str, value: Any) -> float:
    """A finite number."""
    try:
        x = float(value)
    except (TypeError, ValueError):
        x = math.nan
    if not math.isfinite(x):
        raise ModelError(f"{what} = {value} is not allowed; allowed: a finite number")
    return x


class Gathered:
    """Calls a function of (t, q) or (t, q, u) with separate numbers."""

    def __init__(self, call: Any, n: int, rates: bool) -> None:
        self.call, self.n, self.rates = call, n, rates

    def __call__(self, t: Any, *x: Any) -> Any:
        return self.call(t, list(x[: self.n]), list(x[self.n :])) if self.rates else self.call(t, list(x))


def plain(value: Any) -> Any:
    """A value as it can stand in a file."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, pathlib.PurePath):
        return str(value)
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"a model cannot contain {type(value).__name__}: {value!r}")


def frame(value: Any) -> Any:
    """A frame, where a string names the body."""
    return {"body": value} if isinstance(value, str) else value


def _document_keys() -> None:
    """Adds the keys of each method to its text."""
    for method, section in SECTIONS.items():
        f = getattr(Parts, method)
        own = inspect.signature(f).parameters
        lines = [f"{name}: {text}" for name, text in TEXTS[section].items()]
        meant = [line for line in lines if line.partition(":")[0] in own and line.partition(":")[0] != "type"]
        further = [line for line in lines if line.partition(":")[0] not in own]
        text = inspect.cleandoc(f.__doc__ or "")
        if meant:
            text += "\n\nArguments, as keys of model files:\n    " + "\n    ".join(meant)
        f.__doc__ = text + "\n\nFurther keys:\n    " + "\n    ".join(further)


_document_keys()
