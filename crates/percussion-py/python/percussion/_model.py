"""Models: what exists, in the terms of model files."""

from __future__ import annotations

import functools
import html
import itertools
import json
import operator
import os
import pathlib
from typing import TYPE_CHECKING, Any, Mapping, Sequence

import numpy as np

from . import _core, _toml
from ._errors import ModelError, SimulationStopped
from ._parts import Number, Parts, plain
from ._result import Result, State
from ._steps import Steps
from .schemes import Scheme

if TYPE_CHECKING:
    from .analysis import Check, Equilibria, Modes

__all__ = ["Model", "Rollout"]


class Model(Parts):
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
            self._document["gravity"] = plain(list(gravity))
        if parameters:
            self._document["parameters"] = {k: plain(v) for k, v in parameters.items()}

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
        model._document = plain(dict(document))
        model._document.setdefault("name", "model")
        return model

    @classmethod
    def from_urdf(
        cls, source: str | os.PathLike[str], *, self_collision: bool = False, height: float = 0.0,
        packages: str | os.PathLike[str] | None = None,
    ) -> Model:
        """A robot description, URDF or MJCF: its path, or its text. What was left out is in ``warnings``.

        Meshes are read from the folder of the description and from ``packages``, the folder of those that the description names with
        ``package://`` or that are elsewhere. Other folders are not read, also not by links.
        """
        text, folder, name = _read(source)
        toml, warnings = _core.urdf(text, self_collision, height, functools.partial(_mesh, folder, packages))
        model = cls(name)
        model._document = json.loads(_core.parse_toml(toml))
        model._text = toml
        model._warnings = list(warnings)
        return model

    @classmethod
    def from_mjcf(
        cls, source: str | os.PathLike[str], *, self_collision: bool = False, height: float = 0.0,
        packages: str | os.PathLike[str] | None = None,
    ) -> Model:
        """A model of MuJoCo's format: its path, or its text; otherwise as :meth:`from_urdf`."""
        return cls.from_urdf(source, self_collision=self_collision, height=height, packages=packages)

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
        return _toml.dumps(self._with_settings())

    def _with_settings(self) -> dict[str, Any]:
        """The document with what :meth:`set` changed written into it."""
        document: dict[str, Any] = json.loads(json.dumps(self._document))
        own = document.get("parameters", {})
        for key, value in self._sets.items():
            if key in own:
                own[key] = value
            elif key.rpartition(".")[2] in _COEFFICIENTS:
                name, _, coefficient = key.rpartition(".")
                systems = (s.get("contacts", []) for s in document.get("systems", []))
                for contact in itertools.chain(document.get("contacts", []), *systems):
                    if name in ("", contact.get("name")):
                        contact[coefficient] = value
            else:
                raise ModelError(f"a file cannot contain the setting '{key}'; change the part itself")
        return document

    def to_dict(self) -> dict[str, Any]:
        """The model as the dictionary of a model file."""
        if self._kind != "problem" and self._functions:
            raise ModelError("a model with Python functions has no file; use expressions instead")
        document: dict[str, Any] = json.loads(_core.parse_toml(self.to_toml()))
        return document

    def _recipe(self, *, settle: bool = False) -> _core._Recipe:
        """All that the equations are made of."""
        sets = {**self._sets, "settle": "yes"} if settle else self._sets
        functions = [(name, f, n) for name, (f, n) in self._functions.items()]
        if self._kind == "problem":
            text = self.name
        else:
            text = self._text if self._text is not None else _toml.dumps(self._document)
        folder = self._folder

        def include(path: str) -> bytes:
            if folder is None:
                raise ModelError("this model has no folder to include files from")
            root = pathlib.Path(folder).resolve()
            full = (root / path).resolve()
            if root not in full.parents:
                raise ModelError("it leads out of the folder of the model file")
            return _bytes(full)

        return self._kind, self.name, text, list(sets.items()), functions, include

    def _build(self, *, loads: bool = False, check: bool = True, settle: bool = False) -> _core.Prepared:
        return _core.build(self._recipe(settle=settle), loads, check)

    def __repr__(self) -> str:
        if self._kind == "problem":
            settings = "".join(f", {k}={v}" for k, v in self._sets.items())
            return f"<percussion.Model: problem '{self.name}'{settings}>"
        counts = [f"{n} {many if n > 1 else one}" for many, one in _SECTIONS.items() if (n := len(self._document.get(many) or ()))]
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
        title = f"{self.name}: {p.description}" if p.description else self.name
        return f"<table><caption>{html.escape(title)}</caption>{cells}</table>"

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
        published: bool = False,
        **options: Any,
    ) -> Result:
        """Runs the model.

        ``scheme`` is a name or one of the classes of :mod:`percussion.schemes`; ``options`` are those of
        the scheme. ``start`` goes on from a state of another run. ``published`` runs a named problem with the
        settings that its document prints; those of the model and ``options`` come after them. Raises :class:`SimulationStopped`,
        which carries the result so far, where the run cannot reach its end.
        """
        model = self
        if published:
            if self._kind != "problem":
                raise ModelError(f"'{self.name}' is not a named problem: it has no published settings")
            sets, values = _core.published(self.name)
            model = self.copy()
            model._sets = {**dict(sets), **self._sets}
            options = {**dict(values), **options}
        p = model._build()
        if published and scheme is not None and scheme != p.scheme:
            raise ModelError(f"the published settings are those of scheme '{p.scheme}'")
        return _run(model, p, scheme, dt, until, every, tol, start, progress, options, None)

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
        return Steps(self.copy(), p, name, values, p.dt if dt is None else dt, p.t_end if until is None else until, begin)

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
        given = [np.atleast_2d(np.asarray(x, dtype=float)) for x in (q0, u0) if x is not None]
        n = max((len(x) for x in given), default=1)
        q, u = _rows("q0", q0, q_own, n), _rows("u0", u0, u_own, n)
        count = (os.cpu_count() or 1) if threads is None else _whole("threads", threads)
        end = p.t_end if until is None else float(until)
        flat, status = _core.rollout(p, name, values, p.dt if dt is None else float(dt), end, q, u, count)
        nq = len(q_own)
        rows = flat.reshape(n, 1 + nq + len(u_own))
        return Rollout(rows[:, 0], rows[:, 1 : 1 + nq], rows[:, 1 + nq :], list(status))

    def check(self, **how: Any) -> Check:
        """What can be said before it moves, see :func:`percussion.check`."""
        from .analysis import check

        return check(self, **how)

    def static(self, **how: Any) -> Equilibria:
        """Equilibria under a growing load, see :func:`percussion.static`."""
        from .analysis import static

        return static(self, **how)

    def frequencies(self, **how: Any) -> Modes:
        """Eigenvalues, damping and shapes of small motions, see :func:`percussion.frequencies`."""
        from .analysis import frequencies

        return frequencies(self, **how)


class Rollout:
    """The last states of many runs.

    >>> import percussion
    >>> percussion.problems["bouncing-ball"]().rollout([[0.5], [1.0]], until=0.1)
    <percussion.Rollout: 2 runs, 2 done>
    """

    def __init__(self, t: Any, q: Any, u: Any, status: list[str]) -> None:
        self.t = t
        """Times reached (s), one a run."""
        self.q = q
        """Coordinates, a row a run."""
        self.u = u
        """Velocities, a row a run."""
        self.status = status
        """``done``, or why not."""

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        done = sum(s == "done" for s in self.status)
        return f"<percussion.Rollout: {len(self)} runs, {done} done>"


_COEFFICIENTS = ("e_N", "e_F", "mu")
_SECTIONS = {
    "bodies": "body", "systems": "system", "joints": "joint", "forces": "force", "shapes": "shape", "colliders": "collider",
    "contacts": "contact", "friction": "friction",
}
"""Lists of a model file, and what one entry is called."""


def _short(text: str, most: int = 400) -> str:
    return text if len(text) <= most else text[:most] + " ..."


def _read(source: str | os.PathLike[str]) -> tuple[str, str | None, str]:
    """Text, folder and stem of a file, or the text itself."""
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith(("<", "["))):
        return source, None, "model"
    path = pathlib.Path(source)
    return path.read_text(encoding="utf-8"), str(path.parent), path.stem


_LONGEST = 16 << 20
"""Bytes of the longest file that is read, as on the command line."""


def _bytes(path: pathlib.Path) -> bytes:
    if not path.is_file():
        raise ModelError("it is not a file")
    with path.open("rb") as f:
        found = f.read(_LONGEST + 1)
    if len(found) > _LONGEST:
        raise ModelError(f"it is longer than {_LONGEST} bytes")
    return found


def _mesh(folder: str | None, packages: str | os.PathLike[str] | None, file: str) -> bytes:
    """A mesh that a robot description names: in its folder or in that of packages, as on the command line."""
    roots = [pathlib.Path(f).resolve() for f in (folder, packages) if f is not None]
    if not roots:
        raise ModelError("this description has no folder")
    inner = file.removeprefix("package://")
    # those of packages are the last; a relative path is that of the description's own folder
    base = roots[0] if inner == file else roots[-1]
    names = [file.removeprefix("file://")] if inner == file else [inner, inner.partition("/")[2] or inner]
    found = next((place.resolve() for name in names if (place := base / name).is_file()), None)
    if found is None:
        raise ModelError("there is no such file; name the folder of packages with packages=")
    if not any(found.is_relative_to(root) for root in roots):
        raise ModelError("it is outside of the folder of the model; name its folder with packages=")
    return _bytes(found)


def _scheme(p: _core.Prepared, scheme: str | Scheme | None, tol: float | None, options: Mapping[str, Any]) -> tuple[str, list[tuple[str, str]]]:
    values: dict[str, str] = {}
    if isinstance(scheme, Scheme):
        name = scheme.name
        values.update(scheme.options())
    else:
        name = p.scheme if scheme is None else str(scheme)
    if not isinstance(scheme, Scheme):
        values = {**dict(p.options_for(name)), **values}
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


def _whole(name: str, value: Any) -> int:
    """A whole number that counts something."""
    try:
        whole = operator.index(value)
    except TypeError:
        whole = 0
    if not 1 <= whole < 2**63:
        raise ModelError(f"{name} = {value} is not allowed; allowed: a whole number, 1 or greater")
    return whole


def _rows(name: str, given: Any, own: Any, n: int) -> Any:
    """Initial values of n runs, a row each."""
    rows = np.atleast_2d(own if given is None else np.asarray(given, dtype=float))
    if rows.ndim != 2 or rows.shape[1] != len(own) or len(rows) not in (1, n):
        raise ModelError(f"{name} has the shape {np.shape(given)}; allowed: ({n}, {len(own)}) or ({len(own)},)")
    return np.ascontiguousarray(np.broadcast_to(rows, (n, len(own))))


def _run(
    model: Model, p: _core.Prepared, scheme: str | Scheme | None, dt: float | None, until: float | None, every: int | None,
    tol: float | None, start: State | None, progress: bool, options: Mapping[str, Any], stop: _core.Stop | None,
) -> Result:
    name, values = _scheme(p, scheme, tol, options)
    t0, q, u = _start(p, start)
    end = t0 + p.t_end if until is None else float(until)
    told = _Progress(t0, end) if progress else None
    step = p.dt if dt is None else float(dt)
    try:
        out = _core.run(p, name, values, step, end, p.every if every is None else _whole("every", every), t0, q, u, told, stop)
    finally:
        if told is not None:
            told.close()
    result = Result._of(p, out, name, dict(values), step, model.copy())
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
