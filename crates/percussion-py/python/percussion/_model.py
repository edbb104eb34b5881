"""Models: what exists, in the terms of model files."""

from __future__ import annotations

import copy
import functools
import html
import itertools
import json
import os
import pathlib
from typing import TYPE_CHECKING, Any, Mapping, Sequence

import numpy as np

from . import _core, _toml
from ._doubts import doubts
from ._errors import ModelError, SimulationStopped, UnknownNameError
from ._parts import Number, Parts, files, number, plain
from ._result import Result, State
from ._rollout import Rollout, rollout
from ._settings import end, scheme_of, start_of, whole
from ._steps import Steps
from .schemes import Scheme

if TYPE_CHECKING:
    from .analysis import Check, Equilibria, Modes

__all__ = ["Model", "Rollout"]


class Model(Parts):
    """A mechanical system: bodies, joints, forces, contacts.

    Every method takes the keys of the entry of the same name in a model file as keyword arguments, in SI units;
    ``help(percussion.Model.planar)`` lists those of a planar body. Names of bodies are what joints and contacts refer to.
    Paths of meshes are relative to ``folder``, the current folder by default, or absolute.

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
        folder: str | os.PathLike[str] | None = None,
    ) -> None:
        self._kind = "file"
        self._text: str | None = None
        self._folder: str | None = os.fspath(folder) if folder is not None else os.getcwd()
        self._files: set[str] = set()
        self._inputs: dict[str, float] = {}
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
    def from_dict(cls, document: Mapping[str, Any], *, folder: str | os.PathLike[str] | None = None) -> Model:
        """The contents of a model file as a dictionary. Its paths are relative to ``folder`` (the current one), or absolute."""
        model = cls(folder=folder)
        model._document = plain(dict(document))
        model._files.update(files(model._document))
        model._document.setdefault("name", "model")
        return model

    @classmethod
    def from_urdf(
        cls, source: str | os.PathLike[str], *, self_collision: bool = False, height: float = 0.0,
        packages: str | os.PathLike[str] | None = None, fixed_base: bool = False, keyframe: str | int | None = None,
    ) -> Model:
        """A robot description, URDF or MJCF: its path, or its text. What was left out is in ``warnings``.

        Meshes are read from the folder of the description and from ``packages``, the folder of those that the description names with
        ``package://`` or that are elsewhere. Other folders are not read, also not by links. ``height`` is that of the lowest point
        above the floor (m). With ``fixed_base`` the link that no joint carries is fixed to the world, where it does not touch the floor.
        ``keyframe`` is the name or number of the keyframe to start from (MJCF).
        """
        text, folder, name = _read(source)
        key = None if keyframe is None else str(keyframe)
        toml, warnings = _core.urdf(text, self_collision, height, key, functools.partial(_mesh, folder, packages))
        model = cls(name)
        model._document = json.loads(_core.parse_toml(toml))
        model._text = toml
        model._warnings = list(warnings)
        if fixed_base:
            _fix_base(model)
        return model

    @classmethod
    def from_mjcf(
        cls, source: str | os.PathLike[str], *, self_collision: bool = False, height: float = 0.0,
        packages: str | os.PathLike[str] | None = None, fixed_base: bool = False, keyframe: str | int | None = None,
    ) -> Model:
        """A model of MuJoCo's format: its path, or its text; otherwise as :meth:`from_urdf`."""
        return cls.from_urdf(
            source, self_collision=self_collision, height=height, packages=packages, fixed_base=fixed_base, keyframe=keyframe,
        )

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
        """What an import left out or assumed, and what is perhaps not meant."""
        return [*self._warnings, *doubts(self._document)]

    def set(self, **settings: Any) -> Model:
        """Changes settings by name, and returns the model.

        Names are parameters and inputs of the model, ``e_N``, ``e_F``, ``mu`` of all contacts, ``impact`` (newton, poisson),
        ``project`` (whether the start is moved onto joints and out of contacts), ``settle`` (whether it is the equilibrium under the weight),
        and with a dot, as ``**{"floor.mu": 0.3}``: a coefficient of one contact, initial values ``q0.ball.x`` and ``u0.ball.x``, numbers
        of the model file (``bodies.arm.mass``). A name or value that cannot be is refused at once and changes nothing; of a model that is
        not complete yet, only when it runs. :meth:`unset` takes settings back.
        """
        before = dict(self._sets), dict(self._inputs)
        self._set(settings)
        try:
            self._build(check=False)
        except ModelError:
            changed = self._sets, self._inputs
            self._sets, self._inputs = before
            if self._complete():
                raise
            self._sets, self._inputs = changed
        return self

    def _set(self, settings: Mapping[str, Any]) -> None:
        """Takes settings that a run looks at."""
        for key, value in settings.items():
            if key in self._inputs:
                self._inputs[key] = number(f"input {key}", value)
                continue
            if isinstance(value, bool):
                value = "yes" if value else "no"
            self._sets[key] = repr(float(value)) if isinstance(value, (int, float, np.floating)) else str(value)

    def _complete(self) -> bool:
        try:
            self._build(check=False)
        except (ModelError, TypeError):
            return False
        return True

    def unset(self, *names: str) -> Model:
        """Takes back settings of :meth:`set`, all of them without a name. Returns the model."""
        for name in names or tuple(self._sets):
            if name not in self._sets:
                raise UnknownNameError(f"unknown setting '{name}'; set are: {', '.join(sorted(self._sets)) or 'none'}")
            del self._sets[name]
        return self

    def copy(self) -> Model:
        """A model that can be changed without changing this one."""
        other = Model.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._document = json.loads(json.dumps(self._document))
        other._functions = dict(self._functions)
        other._sets = dict(self._sets)
        other._inputs = dict(self._inputs)
        other._files = set(self._files)
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
        document = self._with_settings()
        if self._inputs:
            # an input is a parameter of the file
            document = _renamed(document, {f"{name}(t)": name for name in self._inputs})
            document["parameters"] = {**document.get("parameters", {}), **self._inputs}
        return _toml.dumps(document)

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
        given: dict[str, str] = {}
        if self._kind == "problem":
            text = self.name
        elif self._text is not None:
            text = self._text
        else:
            # files that Python names are read wherever they are, under names that a file may contain
            given = {f: f"files/{k}/{pathlib.PurePath(f).name}" for k, f in enumerate(sorted(self._files))}
            text = _toml.dumps(_files_as(self._document, given) if given else self._document)
        paths = {alias: f for f, alias in given.items()}
        folder = self._folder

        def include(path: str) -> bytes:
            if folder is None:
                raise ModelError("this model has no folder to include files from")
            root = pathlib.Path(folder).resolve()
            if path in paths:
                return _bytes(root / paths[path])
            full = (root / path).resolve()
            if root not in full.parents:
                raise ModelError("it leads out of the folder of the model file")
            return _bytes(full)

        return self._kind, self.name, text, list(sets.items()), functions, list(self._inputs.items()), include

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
        the scheme. ``dt`` is the step (s), ``until`` the end (s): by default that of the model file or problem, and an error where there is
        none. ``every`` keeps each so many steps, ``tol`` is the tolerance of the scheme. ``start`` goes on from a :class:`State`, as
        ``other.state()`` and ``other.state(t)`` of another result give it: its time, coordinates and velocities, which have to fulfil joints and contacts
        (``model.set(project=True)`` moves the start of a model onto them). ``published`` runs a named problem with the
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

        ``start`` goes on from a :class:`State`, or from what :meth:`Steps.save <percussion.Steps.save>` gave. Iteration ends at ``until``
        (s), by default the end of the model file or problem; :meth:`Steps.step <percussion.Steps.step>` goes on beyond.

        >>> import percussion
        >>> steps = percussion.problems["bouncing-ball"]().steps(dt=1e-3, until=0.01)
        >>> for state in steps:
        ...     if state.t > 0.005:
        ...         steps.apply_force("ball", (0.0, 0.0, 0.0))
        """
        p = self._build(loads=True)
        name, values = scheme_of(p, scheme, tol, options)
        begin = start if isinstance(start, bytes) else State(*start_of(p, start))
        last = None if until is None and not p.ends else end(p, until)
        return Steps(self.copy(), p, name, values, dt, last, begin)

    def rollout(
        self,
        q0: Any = None,
        u0: Any = None,
        *,
        parameters: Mapping[str, Any] | None = None,
        controls: Mapping[str, Any] | None = None,
        hold: int = 1,
        columns: Sequence[str] | None = None,
        every: int = 1,
        scheme: str | Scheme | None = None,
        dt: float | None = None,
        until: float | None = None,
        tol: float | None = None,
        threads: int | None = None,
        engine: str = "threads",
        client: Any = None,
        folder: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> Rollout:
        """Many runs at once, on all cores: from many initial states, with many parameters, under many sequences of inputs.

        ``q0`` and ``u0`` have a row a run, or are one row for all; without them runs begin as the model does. ``parameters`` gives settings of
        :meth:`set` by name, each a number a run. ``controls`` gives inputs (:meth:`input`) by name: a number a run, or ``[runs, steps]``, or
        ``[steps]`` for all; each value holds for ``hold`` steps. With ``columns``, names as in ``trajectory.csv``, the result is one array
        ``data[run, row, column]`` with a row every ``every`` steps; without, only the last states. Starts that cannot be are refused by
        their index. With a ``folder`` finished parts of 64 runs are kept there, and a rollout that was ended goes on where it was;
        ``engine="dask"`` makes them on a cluster, that of ``client`` or one on this machine. The results depend on none of that.

        >>> import percussion
        >>> r = percussion.problems["bouncing-ball"]().rollout([[0.5], [1.0]], columns=["q.x", "gN.floor"], until=0.1, dt=1e-3, every=10)
        >>> r.data.shape, r["q.x"].shape
        ((2, 11, 2), (2, 11))
        """
        return rollout(self, q0, u0, parameters, controls, hold, columns, every, scheme, dt, until, tol, threads, engine, client, folder, options)

    def check(self, **how: Any) -> Check:
        """Checks the model without running it, see :func:`percussion.check`."""
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


def _fix_base(model: Model) -> None:
    """Fixes the bodies that no joint carries to the world."""
    document = model._document
    joints = document.setdefault("joints", [])
    carried = {j["bodies"][1] for j in joints if "bodies" in j} | {j["b"].get("body") for j in joints if "b" in j}
    roots = [b["name"] for b in document.get("bodies", []) if b["name"] not in carried]
    shapes = document.get("shapes", [])
    still = {s["name"] for s in shapes if s.get("body") is None or s["body"] in roots}
    kept = [c for c in document.get("contacts", []) if not set(c.get("between", ("",))) <= still]
    document["contacts"] = kept
    joints.extend({"name": f"{root}.base", "type": "fixed", "bodies": ["world", root]} for root in roots)
    model._text = None


def _files_as(document: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The document with other names for its files."""
    document = copy.deepcopy(document)
    shapes = [*document.get("shapes", []), *document.get("colliders", [])]
    solids = [b["solid"] for b in document.get("bodies", []) if isinstance(b, dict) and isinstance(b.get("solid"), dict)]
    for entry in (*shapes, *solids):
        if isinstance(entry, dict) and entry.get("file") in names:
            entry["file"] = names[entry["file"]]
    return document


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A document with words of its expressions replaced."""
    if isinstance(value, str):
        return functools.reduce(lambda text, name: text.replace(name, names[name]), names, value)
    if isinstance(value, Mapping):
        return {k: _renamed(v, names) for k, v in value.items()}
    return [_renamed(v, names) for v in value] if isinstance(value, list) else value


def _run(
    model: Model, p: _core.Prepared, scheme: str | Scheme | None, dt: float | None, until: float | None, every: int | None,
    tol: float | None, start: State | None, progress: bool, options: Mapping[str, Any], stop: _core.Stop | None,
) -> Result:
    name, values = scheme_of(p, scheme, tol, options)
    t0, q, u = start_of(p, start)
    last = end(p, until, t0)
    told = _Progress(t0, last) if progress else None
    step = p.dt if dt is None else float(dt)
    try:
        out = _core.run(p, name, values, step, last, p.every if every is None else whole("every", every), t0, q, u, told, stop)
    finally:
        if told is not None:
            told.close()
    result = Result._of(p, out, name, dict(values), step, model.copy())
    if result.status.startswith("doubtful"):
        import warnings

        warnings.warn(f"'{result.name}' is {result.status}", stacklevel=3)
    elif result.status != "done":
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
