"""Models: what exists, in the terms of model files."""

from __future__ import annotations

import html
import json
import os
import pathlib
from typing import Any, Iterator, Mapping, Sequence

import numpy as np

from . import _core, _toml
from ._errors import ModelError, SimulationStopped
from ._functions import Components, Function, as_function
from ._result import Result, State
from ._steps import Steps
from .schemes import Scheme

__all__ = ["Model", "problem"]

Number = float | str
"""A number, or an expression of a model file such as ``"30 deg"`` or ``"2*l"``."""


class Model:
    """A mechanical system: bodies, joints, forces, contacts.

    Every method takes the keys of the entry of the same name in a model file (``docs/model-files.md``)
    as keyword arguments, in SI units. Names of bodies are what joints and contacts refer to.

    >>> import percussion
    >>> m = percussion.Model("ball", gravity=(0, -9.81))
    >>> m.planar("ball", mass=1.0, J=0.004, position=(0, 1), spin=50.0)
    'ball'
    >>> m.shape("floor", "plane", normal=(0, 1)); m.shape("disc", "sphere", body="ball", radius=0.1)
    'floor'
    'disc'
    >>> m.contact("touch", between=("floor", "disc"), mu=0.2)
    'touch'
    >>> r = m.run(dt=2e-3, until=1.0)
    >>> round(float(r.u["ball.theta"][-1]), 3)
    14.286
    """

    def __init__(
        self,
        name: str = "model",
        *,
        description: str = "",
        gravity: Sequence[Number] | None = None,
        parameters: Mapping[str, Number] | None = None,
    ) -> None:
        self._kind = "file"
        self._text: str | None = None
        self._folder: str | None = None
        self._document: dict[str, Any] = {"name": name}
        self._functions: dict[str, tuple[Any, int]] = {}
        self._sets: dict[str, str] = {}
        self._warnings: list[str] = []
        if description:
            self._document["description"] = description
        if gravity is not None:
            self._document["gravity"] = _plain(list(gravity))
        if parameters:
            self._document["parameters"] = {k: _plain(v) for k, v in parameters.items()}

    # ---- where models come from

    @classmethod
    def from_toml(cls, source: str | os.PathLike[str]) -> Model:
        """A model file: its path, or its text."""
        text, folder, name = _read(source)
        model = cls(name)
        model._document = json.loads(_core.parse_toml(text))
        model._document.setdefault("name", name)
        model._text, model._folder = text, folder
        return model

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Model:
        """The contents of a model file as a dictionary."""
        model = cls()
        model._document = _plain(dict(document))
        model._document.setdefault("name", "model")
        return model

    @classmethod
    def from_urdf(
        cls, source: str | os.PathLike[str], *, self_collision: bool = False, height: float = 0.0
    ) -> Model:
        """A robot description: its path, or its text. What was left out is in ``warnings``."""
        text, _, name = _read(source)
        toml, warnings = _core.urdf(text, self_collision, height)
        model = cls(name)
        model._document = json.loads(_core.parse_toml(toml))
        model._text = toml
        model._warnings = list(warnings)
        return model

    @classmethod
    def from_problem(cls, name: str, **settings: Any) -> Model:
        """A named problem with its settings, see :data:`percussion.problems`."""
        model = cls(name)
        model._kind = "problem"
        model._document = {"name": name}
        return model.set(**settings)

    @property
    def name(self) -> str:
        """Name of the model."""
        return str(self._document.get("name", "model"))

    @property
    def warnings(self) -> list[str]:
        """What an import left out or assumed."""
        return list(self._warnings)

    # ---- parts

    def _add(self, section: str, name: str, keys: Mapping[str, Any]) -> str:
        if self._kind == "problem":
            raise ModelError("a named problem cannot be added to; use Model.from_toml(model.to_toml())")
        entry: dict[str, Any] = {"name": str(name)}
        for key, value in keys.items():
            if value is not None:
                entry[key] = self._convert(value, f"{name}.{key}")
        self._document.setdefault(section, []).append(entry)
        self._text = None
        return str(name)

    def _convert(self, value: Any, where: str) -> Any:
        """A value as it stands in a file; functions become calls of registered ones."""
        f = as_function(value)
        if f is not None:
            return self._call(f, where)
        if isinstance(value, Mapping):
            return {k: self._convert(v, f"{where}.{k}") for k, v in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._convert(v, where) for v in value]
        return _plain(value)

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

    def body(self, name: str, type: str, **keys: Any) -> str:
        """Adds a body of any type; the methods named after the types say which keys they take."""
        return self._add("bodies", name, {"type": type, **keys})

    def point(self, name: str, *, mass: Number, dim: int | None = None, position: Any = None, velocity: Any = None, **keys: Any) -> str:
        """Adds a point mass that moves along ``dim`` axes (3 by default)."""
        return self.body(name, "point", mass=mass, dim=dim, position=position, velocity=velocity, **keys)

    def planar(
        self, name: str, *, mass: Number | None = None, J: Number | None = None, solid: Mapping[str, Any] | None = None,
        position: Any = None, angle: Number | None = None, velocity: Any = None, spin: Number | None = None, **keys: Any,
    ) -> str:
        """Adds a rigid body in the plane with coordinates x, y, theta."""
        return self.body(
            name, "planar", mass=mass, J=J, solid=solid, position=position, angle=angle, velocity=velocity, spin=spin, **keys
        )

    def spatial(
        self, name: str, *, mass: Number | None = None, principal: Any = None, inertia: Any = None,
        solid: Mapping[str, Any] | None = None, position: Any = None, rotation: Any = None, quaternion: Any = None,
        velocity: Any = None, spin: Any = None, **keys: Any,
    ) -> str:
        """Adds a rigid body in space with coordinates x, y, z and a unit quaternion p0 .. p3."""
        return self.body(
            name, "spatial", mass=mass, principal=principal, inertia=inertia, solid=solid, position=position,
            rotation=rotation, quaternion=quaternion, velocity=velocity, spin=spin, **keys,
        )

    def bar(self, name: str, *, length: Number, elements: int, section: Mapping[str, Any], **keys: Any) -> str:
        """Adds an elastic bar that stretches along its axis."""
        return self.body(name, "bar", length=length, elements=elements, section=section, **keys)

    def beam(self, name: str, *, length: Number, elements: int, section: Mapping[str, Any], **keys: Any) -> str:
        """Adds a geometrically exact beam in the plane."""
        return self.body(name, "beam", length=length, elements=elements, section=section, **keys)

    def spline_beam(self, name: str, *, length: Number, elements: int, section: Mapping[str, Any], **keys: Any) -> str:
        """Adds a planar beam without shear whose centreline is a B-spline."""
        return self.body(name, "spline-beam", length=length, elements=elements, section=section, **keys)

    def floating_beam(self, name: str, *, length: Number, section: Mapping[str, Any], modes: int | None = None, **keys: Any) -> str:
        """Adds a planar beam by its bending modes in a moving frame."""
        return self.body(name, "floating-beam", length=length, section=section, modes=modes, **keys)

    def rod(self, name: str, *, length: Number, elements: int, section: Mapping[str, Any], **keys: Any) -> str:
        """Adds a geometrically exact rod in space."""
        return self.body(name, "rod", length=length, elements=elements, section=section, **keys)

    def joint(
        self, name: str, type: str, *, bodies: Sequence[str] | None = None, anchor: Any = None, axis: Any = None,
        a: Mapping[str, Any] | None = None, b: Mapping[str, Any] | None = None, **keys: Any,
    ) -> str:
        """Adds a joint (revolute, spherical, fixed, prismatic, ...) between two bodies.

        Either ``bodies`` with ``anchor`` and ``axis`` in the world at the start, or two frames ``a``, ``b``.
        ``turn`` and ``slide`` prescribe a motion: an expression or a function of t.
        """
        return self._add("joints", name, {"type": type, "bodies": bodies, "anchor": anchor, "axis": axis, "a": a, "b": b, **keys})

    def force(self, name: str, *, at: Mapping[str, Any] | str, force: Any = None, torque: Any = None, **keys: Any) -> str:
        """Adds a force or a torque at a frame (or a body), by numbers, expressions or functions."""
        if (force is None) == (torque is None):
            raise ModelError(f"force '{name}' needs either force or torque")
        at = {"body": at} if isinstance(at, str) else at
        kind = "force" if torque is None else "torque"
        return self._add("forces", name, {"type": kind, "at": at, "force": force, "torque": torque, **keys})

    def spring(
        self, name: str, *, a: Any = None, b: Any = None, k: Number | None = None, c: Number | None = None,
        rest: Number | None = None, **keys: Any,
    ) -> str:
        """Adds a spring with a damper between two frames (or bodies, or the world)."""
        return self._add("forces", name, {"type": "spring", "a": _frame(a), "b": _frame(b), "k": k, "c": c, "rest": rest, **keys})

    def actuator(self, name: str, *, law: Any, a: Any = None, b: Any = None, **keys: Any) -> str:
        """Adds a force along a coordinate between two frames.

        ``law`` is an expression or function of t, the coordinate ``s``, its rate ``v`` and others.
        """
        return self._add("forces", name, {"type": "actuator", "a": _frame(a), "b": _frame(b), "law": law, **keys})

    def distributed(self, name: str, *, body: str, force: Any, **keys: Any) -> str:
        """Adds a force per length along a flexible body."""
        return self._add("forces", name, {"type": "distributed", "body": body, "force": force, **keys})

    def shape(self, name: str, type: str, **keys: Any) -> str:
        """Adds a shape (plane, sphere, box, capsule, points, cylinder, ...) to a body or the world."""
        return self._add("shapes", name, {"type": type, **keys})

    def contact(
        self, name: str, *, between: Sequence[str] | None = None, e_N: Number | None = None, e_F: Number | None = None,
        mu: Number | None = None, **keys: Any,
    ) -> str:
        """Adds a contact between two shapes, or by ``type`` and two frames."""
        return self._add("contacts", name, {"between": between, "e_N": e_N, "e_F": e_F, "mu": mu, **keys})

    def friction(self, name: str, *, limit: Number, along: str = "turn", a: Any = None, b: Any = None, **keys: Any) -> str:
        """Adds dry friction with a given limit (N or N m)."""
        return self._add("friction", name, {"along": along, "a": _frame(a), "b": _frame(b), "limit": limit, **keys})

    def material(self, name: str, *, e_N: Number = 0.0, e_F: Number = 0.0, mu: Number = 0.0) -> str:
        """Adds contact coefficients that shapes refer to."""
        self._text = None
        self._document.setdefault("materials", {})[name] = _plain({"e_N": e_N, "e_F": e_F, "mu": mu})
        return name

    def parameter(self, name: str, value: Number) -> str:
        """Adds a parameter that expressions may contain, and :meth:`set` may change."""
        self._text = None
        self._document.setdefault("parameters", {})[name] = _plain(value)
        return name

    def switches(self, *times: Number) -> None:
        """Times at which a load or motion switches: steps end there."""
        self._text = None
        self._document.setdefault("switches", []).extend(_plain(list(times)))

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
            whole = Components(_Gathered(f, n, rates), count, f"{what} of '{name}'")
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

    def set(self, **settings: Any) -> Model:
        """Changes settings by name: parameters, ``e_N``, ``mu``, and others as ``**{"u0.ball.x": 3}``.

        Returns the model.
        """
        for key, value in settings.items():
            if isinstance(value, bool):
                value = "yes" if value else "no"
            self._sets[key] = repr(float(value)) if isinstance(value, (int, float, np.floating)) else str(value)
        return self

    def copy(self) -> Model:
        """A model that can be changed without changing this one."""
        other = Model.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._document = json.loads(json.dumps(self._document))
        other._functions = dict(self._functions)
        other._sets = dict(self._sets)
        return other

    # ---- what it is

    def to_toml(self) -> str:
        """The model as the text of a model file, as far as it has no Python functions."""
        if self._kind == "problem":
            return _core.export(self.name, list(self._sets.items()))
        if self._functions:
            raise ModelError("a model with Python functions has no file; use expressions instead")
        if self._text is not None and not self._sets:
            return self._text
        document = dict(self._document)
        own = document.get("parameters", {})
        rest = [k for k in self._sets if k not in own]
        if rest:
            raise ModelError(f"a file cannot contain the setting '{rest[0]}'; change the part itself")
        if self._sets:
            document["parameters"] = {**own, **self._sets}
        return _toml.dumps(document)

    def to_dict(self) -> dict[str, Any]:
        """The model as the dictionary of a model file."""
        text = self.to_toml() if self._kind == "problem" else None
        document: dict[str, Any] = json.loads(_core.parse_toml(text) if text else json.dumps(self._document))
        return document

    def _build(self, *, loads: bool = False, check: bool = True) -> _core.Prepared:
        functions = [(name, f, n) for name, (f, n) in self._functions.items()]
        if self._kind == "problem":
            text = self.name
        else:
            text = self._text if self._text is not None else _toml.dumps(self._document)
        folder = self._folder

        def include(path: str) -> str:
            if folder is None:
                raise ModelError("this model has no folder to include files from")
            root = pathlib.Path(folder).resolve()
            full = (root / path).resolve()
            if root not in full.parents:
                raise ModelError("it leads out of the folder of the model file")
            return full.read_text(encoding="utf-8")

        sets = list(self._sets.items())
        return _core.build(self._kind, self.name, text, sets, functions, include, loads, check)

    def __repr__(self) -> str:
        if self._kind == "problem":
            settings = "".join(f", {k}={v}" for k, v in self._sets.items())
            return f"<percussion.Model: problem '{self.name}'{settings}>"
        counts = [f"{len(self._document[s])} {s}" for s in _SECTIONS if self._document.get(s)]
        return f"<percussion.Model '{self.name}': {', '.join(counts) or 'empty'}>"

    def _repr_html_(self) -> str:
        p = self._build(check=False)
        rows = [
            ("bodies", ", ".join(p.body_names)),
            ("coordinates", ", ".join(p.q_names)),
            ("joints", ", ".join(p.joints)),
            ("contacts", ", ".join(f"{n} (e_N {e:g}, mu {mu:g})" for n, e, _, mu in p.contacts)),
            ("scheme", f"{p.scheme}, dt = {p.dt:g} s, until {p.t_end:g} s"),
        ]
        cells = "".join(f"<tr><th>{k}</th><td>{html.escape(_short(v))}</td></tr>" for k, v in rows if v)
        return f"<table><caption>{html.escape(self.name)}: {html.escape(p.description)}</caption>{cells}</table>"

    # ---- what it does

    def run(
        self,
        scheme: str | Scheme | None = None,
        *,
        dt: float | None = None,
        until: float | None = None,
        every: int | None = None,
        tol: float | None = None,
        start: State | None = None,
        progress: bool = False,
        **options: Any,
    ) -> Result:
        """Runs the model.

        ``scheme`` is a name or one of the classes of :mod:`percussion.schemes`; ``options`` are those of
        the scheme. ``start`` goes on from a state of another run. Raises :class:`SimulationStopped`,
        which carries the result so far, where the run cannot reach its end.
        """
        p = self._build()
        return _run(self, p, scheme, dt, until, every, tol, start, progress, options)

    def steps(
        self,
        scheme: str | Scheme | None = None,
        *,
        dt: float | None = None,
        until: float | None = None,
        tol: float | None = None,
        start: State | bytes | None = None,
        **options: Any,
    ) -> Steps:
        """Steps one after another, to interleave with own code.

        >>> import percussion
        >>> steps = percussion.problems["bouncing-ball"]().steps(dt=1e-3, until=0.01)
        >>> for state in steps:
        ...     if state.t > 0.005:
        ...         steps.apply_force("ball", (0.0, 0.0, 0.0))
        """
        p = self._build(loads=True)
        name, values = _scheme(p, scheme, tol, options)
        begin = start if isinstance(start, bytes) else State(*_start(p, start))
        return Steps(p, name, values, p.dt if dt is None else dt, p.t_end if until is None else until, begin)

    def rollout(
        self,
        q0: Any = None,
        u0: Any = None,
        *,
        scheme: str | Scheme | None = None,
        dt: float | None = None,
        until: float | None = None,
        tol: float | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> Rollout:
        """Runs from many initial states at once, one a row of ``q0`` and ``u0``, on all cores.

        The results do not depend on the number of threads.
        """
        p = self._build()
        name, values = _scheme(p, scheme, tol, options)
        q_own, u_own = p.start()
        n = max(len(np.atleast_2d(x)) for x in (q0, u0) if x is not None) if (q0 is not None or u0 is not None) else 1
        q = np.ascontiguousarray(np.broadcast_to(q_own if q0 is None else np.asarray(q0, dtype=float), (n, len(q_own))))
        u = np.ascontiguousarray(np.broadcast_to(u_own if u0 is None else np.asarray(u0, dtype=float), (n, len(u_own))))
        end = p.t_end if until is None else float(until)
        flat, status = _core.rollout(
            p, name, values, p.dt if dt is None else float(dt), end, q, u, threads or os.cpu_count() or 1
        )
        rows = flat.reshape(n, -1)
        nq = len(q_own)
        return Rollout(rows[:, 0], rows[:, 1 : 1 + nq], rows[:, 1 + nq :], list(status))

    def check(self) -> dict[str, Any]:
        """What can be said before it moves: freedoms, redundancy, start, frequencies, a step size."""
        return _core.inspect(self._build(check=False))


class Rollout:
    """The last states of many runs: ``t``, ``q``, ``u`` with a row a run, and ``status``."""

    def __init__(self, t: Any, q: Any, u: Any, status: list[str]) -> None:
        self.t = t
        self.q = q
        self.u = u
        self.status = status

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        done = sum(s == "done" for s in self.status)
        return f"<percussion.Rollout: {len(self)} runs, {done} done>"


class _Gathered:
    """Calls a function of (t, q) or (t, q, u) with separate numbers."""

    def __init__(self, call: Any, n: int, rates: bool) -> None:
        self.call, self.n, self.rates = call, n, rates

    def __call__(self, t: Any, *x: Any) -> Any:
        return self.call(t, list(x[: self.n]), list(x[self.n :])) if self.rates else self.call(t, list(x))


_SECTIONS = ("bodies", "systems", "joints", "forces", "shapes", "contacts", "friction")


def problem(name: str, **settings: Any) -> Model:
    """A named problem with its settings."""
    return Model.from_problem(name, **settings)


def _short(text: str, most: int = 400) -> str:
    return text if len(text) <= most else text[:most] + " ..."


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, pathlib.PurePath):
        return str(value)
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"a model cannot contain {type(value).__name__}: {value!r}")


def _frame(value: Any) -> Any:
    return {"body": value} if isinstance(value, str) else value


def _read(source: str | os.PathLike[str]) -> tuple[str, str | None, str]:
    """Text, folder and stem of a file, or the text itself."""
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith(("<", "["))):
        return source, None, "model"
    path = pathlib.Path(source)
    return path.read_text(encoding="utf-8"), str(path.parent), path.stem


def _scheme(p: _core.Prepared, scheme: str | Scheme | None, tol: float | None, options: Mapping[str, Any]) -> tuple[str, list[tuple[str, str]]]:
    values: dict[str, str] = {}
    if isinstance(scheme, Scheme):
        name = scheme.name
        values.update(scheme.options())
    else:
        name = p.scheme if scheme is None else str(scheme)
    if name == p.scheme and not isinstance(scheme, Scheme):
        values = {**dict(p.scheme_options), **values}
    if tol is not None:
        values["tol"] = repr(float(tol))
    for key, value in options.items():
        values[key] = Scheme.text(value)
    return name, list(values.items())


def _start(p: _core.Prepared, start: State | None) -> tuple[float, list[float], list[float]]:
    if start is None:
        q, u = p.start()
        return 0.0, q.tolist(), u.tolist()
    return float(start.t), np.asarray(start.q, dtype=float).tolist(), np.asarray(start.u, dtype=float).tolist()


def _run(
    model: Model, p: _core.Prepared, scheme: str | Scheme | None, dt: float | None, until: float | None, every: int | None,
    tol: float | None, start: State | None, progress: bool, options: Mapping[str, Any],
) -> Result:
    name, values = _scheme(p, scheme, tol, options)
    t0, q, u = _start(p, start)
    end = t0 + p.t_end if until is None else float(until)
    told = _Progress(t0, end) if progress else None
    step = p.dt if dt is None else float(dt)
    try:
        out = _core.run(p, name, values, step, end, p.every if every is None else int(every), t0, q, u, told)
    finally:
        if told is not None:
            told.close()
    result = Result._of(p, out, name, dict(values), step, model)
    if result.status != "done":
        raise SimulationStopped(f"'{result.name}' {result.status}", result)
    return result


class _Progress:
    """A line that says how far a run is."""

    def __init__(self, t0: float, end: float) -> None:
        self.t0, self.end = t0, end
        self._written = False

    def __call__(self, t: float) -> None:
        import sys

        part = (t - self.t0) / (self.end - self.t0)
        sys.stderr.write(f"\rt = {t:.4g} of {self.end:.4g} s, {100 * part:.0f} %")
        sys.stderr.flush()
        self._written = True

    def close(self) -> None:
        import sys

        if self._written:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _names() -> Iterator[str]:
    return (str(p["name"]) for p in _core.problems())
