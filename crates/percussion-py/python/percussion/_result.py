"""What a run leaves behind."""

from __future__ import annotations

import dataclasses
import html
import json
import os
import pathlib
import pickle
import zipfile
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Sequence

import numpy as np

from . import _core
from ._errors import ModelError, UnknownNameError, needed

if TYPE_CHECKING:
    from ._model import Model

Array = Any

__all__ = ["Body", "Columns", "ContactRow", "Event", "Result", "State"]


@dataclasses.dataclass(frozen=True)
class Event:
    """Something that happened at a contact."""

    t: float
    """Time (s)."""
    kind: str
    """impact, touch-down, take-off, stick, slip, accumulation, ..."""
    contact: str
    """Name of the contact."""
    un_pre: float
    """Gap velocity before (m/s)."""
    un_post: float
    """Gap velocity after (m/s)."""
    impulse: float
    """Normal percussion (N s)."""


@dataclasses.dataclass(frozen=True)
class ContactRow:
    """What a contact that exists only while it is near did up to a row: along its normal, then along its tangents."""

    t: float
    """Time of the row (s)."""
    contact: str
    """Name of the contact."""
    gap: float
    """Gap (m)."""
    percussion: tuple[float, float, float]
    """Percussion since the row before (N s)."""
    force: tuple[float, float, float]
    """Force (N), under schemes that have forces."""
    impulse: tuple[float, float, float]
    """Impulsive part of the percussion (N s), likewise."""


@dataclasses.dataclass(frozen=True)
class State:
    """Where a run is or was: time, coordinates, velocities."""

    t: float
    """Time (s)."""
    q: Array
    """Coordinates."""
    u: Array
    """Velocities."""
    q_names: tuple[str, ...] = ()
    """Names of the coordinates."""
    u_names: tuple[str, ...] = ()
    """Names of the velocities."""

    def __getitem__(self, name: str) -> float:
        """A coordinate by name, or with an apostrophe behind it a velocity: ``state["ball.x'"]``."""
        names, values = (self.u_names, self.u) if name.endswith("'") else (self.q_names, self.q)
        key = name.removesuffix("'")
        if key in names:
            return float(values[names.index(key)])
        raise _unknown("coordinate", name, [*self.q_names, *(f"{n}'" for n in self.u_names)])


def _three(v: Sequence[float]) -> tuple[float, float, float]:
    return v[0], v[1], v[2]


def _row(row: Any) -> ContactRow:
    t, contact, gap, percussion, force, impulse = row
    return ContactRow(t, contact, gap, _three(percussion), _three(force), _three(impulse))


def _unknown(kind: str, name: str, valid: Sequence[str]) -> UnknownNameError:
    import difflib

    near = difflib.get_close_matches(name, valid, 1)
    hint = f"; did you mean '{near[0]}'?" if near else f"; valid names: {', '.join(valid[:20])}"
    return UnknownNameError(f"unknown {kind} '{name}'{hint}")


class Columns(Mapping[str, Array]):
    """Columns of a result by name; each is a view, not a copy."""

    def __init__(self, data: Array, names: Sequence[str], first: int, kind: str) -> None:
        self._data = data
        self._index = {n: first + k for k, n in enumerate(names)}
        self._kind = kind
        self._range = slice(first, first + len(names))

    def __getitem__(self, name: str) -> Array:
        k = self._index.get(name)
        if k is None:
            raise _unknown(self._kind, name, list(self._index))
        return self._data[:, k]

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)

    @property
    def array(self) -> Array:
        """All of them, a column each."""
        return self._data[:, self._range]

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return np.asarray(self.array, dtype=dtype)

    def __repr__(self) -> str:
        return f"<{self._kind}s {', '.join(self._index)}>"


class Body:
    """The motion of one body; of a flexible body that of a node."""

    def __init__(self, result: Result, name: str, node: int = 0) -> None:
        self._result = result
        self.name = name
        """Its name."""
        self.index = node
        """Number of the node, 0 for a rigid body."""
        self._frames: Array | None = None

    def node(self, node: int) -> Body:
        """The motion of another node of a flexible body."""
        return Body(self._result, self.name, node)

    def _frame(self) -> Array:
        if self._frames is None:
            r = self._result
            q, u = np.ascontiguousarray(r.q.array), np.ascontiguousarray(r.u.array)
            self._frames = r._equations().frames(self.name, self.index, r.t.tolist(), q, u).reshape(len(r), 18)
        return self._frames

    @property
    def position(self) -> Array:
        """Positions of the origin (m), a row a time."""
        return self._frame()[:, 0:3]

    @property
    def rotation(self) -> Array:
        """Rotation matrices from body to inertial axes."""
        return self._frame()[:, 3:12].reshape(-1, 3, 3)

    @property
    def velocity(self) -> Array:
        """Velocities of the origin (m/s)."""
        return self._frame()[:, 12:15]

    @property
    def angular_velocity(self) -> Array:
        """Angular velocities in inertial axes (rad/s)."""
        return self._frame()[:, 15:18]

    def __repr__(self) -> str:
        return f"<body '{self.name}'>"


_COUNTS = ("steps", "rejected", "inner", "newton_updates", "newton_max", "fixed_point_steps", "evaluations")
"""Statistics that are whole numbers."""


class Result:
    """A run: times, coordinates, velocities, contacts, events, statistics.

    >>> import percussion
    >>> r = percussion.problems["bouncing-ball"]().run(until=1.0)
    >>> r.events[0].kind
    'impact'
    >>> r.t.shape == r.q["x"].shape
    True
    """

    def __init__(self, data: Array, columns: Sequence[str], meta: dict[str, Any]) -> None:
        self.data = data
        """All numbers: a row a time, a column a name of ``columns``."""
        self.columns = list(columns)
        """Names of the columns as in ``trajectory.csv``."""
        self._meta = meta
        self._at = {n: k for k, n in enumerate(self.columns)}
        self._prepared: _core.Prepared | None = None
        q, u = meta["q_names"], meta["u_names"]
        self.q = Columns(data, q, 1, "coordinate")
        """Coordinates by name."""
        self.u = Columns(data, u, 1 + len(q), "velocity")
        """Velocities by name."""
        self.events = [Event(*e) for e in meta["events"]]
        """What happened, in the order of time."""
        rows = meta.get("contact_rows", [])
        self.contact_rows = [_row(row) for row in rows]
        """What contacts that come and go did: one for each that pressed since the row before."""
        self.contact = Contacts(self, meta["contacts"])
        """Contacts by name; one of several points is their sum."""
        self.stats: dict[str, float] = {k: int(v) if k in _COUNTS else v for k, v in meta["stats"].items()}
        """Steps, iterations, violations, penetration, wall time."""
        self.error: dict[str, float] = dict(meta["error"])
        """Distance from the reference solution, where the problem has one."""

    @classmethod
    def _of(
        cls, p: _core.Prepared, out: _core.Outcome, scheme: str, options: Mapping[str, str], dt: float, model: Model
    ) -> Result:
        flat = out.data()
        columns = out.columns
        data = np.zeros((0, len(columns))) if flat is None else flat.reshape(-1, len(columns))
        result = cls(
            data,
            columns,
            {
                "name": p.name,
                "scheme": scheme,
                "options": dict(options),
                "dt": dt,
                "status": out.status,
                "notes": list(out.notes),
                "laws": [[law, what, element, *numbers] for law, what, element, numbers in out.laws],
                "warnings": model.warnings,
                "q_names": p.q_names,
                "u_names": p.u_names,
                "bodies": p.body_names,
                "contacts": [c[0] for c in p.contacts],
                "events": [list(e) for e in out.events],
                "contact_rows": [list(c) for c in out.contact_rows],
                "stats": dict(out.numbers),
                "error": dict(out.error),
                "reference": out.reference,
                "model": model,
            },
        )
        result._prepared = p
        return result

    def _equations(self) -> _core.Prepared:
        if self._prepared is None:
            model = self._meta.get("model")
            if model is None:
                raise ModelError("this result was loaded without its model; Result.load(path, model=True) restores it")
            self._prepared = model._build(check=False)
        return self._prepared

    @property
    def name(self) -> str:
        """Name of the model."""
        return str(self._meta["name"])

    @property
    def scheme(self) -> str:
        """Name of the scheme."""
        return str(self._meta["scheme"])

    @property
    def options(self) -> dict[str, str]:
        """Options of the scheme that were given."""
        return dict(self._meta["options"])

    @property
    def dt(self) -> float:
        """Step, or output interval of schemes that choose their steps."""
        return float(self._meta["dt"])

    @property
    def status(self) -> str:
        """``done``, ``doubtful`` with the laws of mechanics that are violated, or why it did not reach its end."""
        return str(self._meta["status"])

    @property
    def laws(self) -> dict[str, dict[str, Any]]:
        """What the audit found of each law of mechanics: ``residual``, ``limit``, ``of_limit`` (above 1 the law is violated), ``what``, ``element``, ``t``."""
        keys = ("what", "element", "residual", "limit", "of_limit", "t")
        return {law[0]: dict(zip(keys, law[1:])) for law in self._meta.get("laws", [])}

    @property
    def notes(self) -> list[str]:
        """Notes and warnings of the run."""
        return list(self._meta["notes"])

    @property
    def warnings(self) -> list[str]:
        """What an import left out, and what in the model is perhaps not meant."""
        return list(self._meta.get("warnings", []))

    @property
    def t(self) -> Array:
        """Times (s)."""
        return self.data[:, 0]

    @property
    def energy(self) -> Array:
        """Total energy (J) at every row."""
        q, u = np.ascontiguousarray(self.q.array), np.ascontiguousarray(self.u.array)
        return self._equations().energies(self.t.tolist(), q, u)

    def state(self, t: float | None = None) -> State:
        """The last state, or that of the row nearest to ``t``; a run can start from it."""
        if not len(self):
            raise ModelError("this result has no rows")
        k = len(self) - 1 if t is None else int(np.argmin(np.abs(self.t - float(t))))
        start, end = float(self.t[0]), float(self.t[-1])
        if t is not None and not start - self.dt <= float(t) <= end + self.dt:
            raise ModelError(f"t = {t} is not allowed; allowed: {start:g} to {end:g} s, the times of this result")
        return State(
            float(self.t[k]), self.q.array[k].copy(), self.u.array[k].copy(), tuple(self.q), tuple(self.u)
        )

    def __len__(self) -> int:
        return int(self.data.shape[0])

    def __getitem__(self, name: str) -> Any:
        """A column as in ``trajectory.csv`` (``"q.ball.x"``, ``"PN.floor"``), or a body."""
        if name in self._at:
            return self.data[:, self._at[name]]
        if name in self._meta["bodies"]:
            return Body(self, name)
        raise _unknown("column or body", name, [*self._meta["bodies"], *self.columns])

    def to_pandas(self) -> Any:
        """All columns as a pandas.DataFrame over time."""
        pandas = needed("pandas", "tables")
        return pandas.DataFrame(self.data[:, 1:], index=pandas.Index(self.t, name="t"), columns=self.columns[1:])

    def events_to_pandas(self) -> Any:
        """The events as a pandas.DataFrame."""
        pandas = needed("pandas", "tables")
        names = [f.name for f in dataclasses.fields(Event)]
        return pandas.DataFrame([dataclasses.astuple(e) for e in self.events], columns=names)

    def to_xarray(self) -> Any:
        """All columns as an xarray.Dataset over time."""
        xarray = needed("xarray", "tables")
        variables = {c: ("t", self.data[:, k]) for c, k in self._at.items() if c != "t"}
        return xarray.Dataset(variables, coords={"t": self.t}, attrs={"name": self.name, "scheme": self.scheme})

    def pairs(self) -> list[tuple[str, str]]:
        """Pairs of bodies that have contacts with each other; ``"world"`` is what stands still."""
        parts = self._equations().contact_parts
        return list(dict.fromkeys((a or "world", b or "world") for _, a, b, *_ in parts))

    def with_pairs(self) -> Result:
        """The same with sums over all contacts of each pair of bodies as further columns, in inertial axes.

        ``F.A.B.x`` .. ``F.A.B.z`` is the force of A on B (N), ``P.A.B.x`` .. the percussion since the row before (N s).
        """
        names: list[str] = []
        columns: list[Array] = []
        of: dict[tuple[str, str], list[str]] = {}
        for name, a, b, *_ in self._equations().contact_parts:
            of.setdefault((a or "world", b or "world"), []).append(name)
        for (a, b), contacts in of.items():
            both = Contact(self, f"{a} and {b}", contacts)
            for word, values in [*([("F", both.force)] if both.has_forces else []), ("P", both.percussion)]:
                names.extend(f"{word}.{a}.{b}.{axis}" for axis in "xyz")
                columns.append(values)
        wider = Result(np.hstack([self.data, *columns]), [*self.columns, *names], self._meta)
        wider._prepared = self._prepared
        return wider

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the result to a file of the kind that its ending names; it appears only when it is whole.

        | ending | what |
        |---|---|
        | .npz | everything, for :meth:`load` |
        | .csv | all columns over time, as ``trajectory.csv`` |
        | .parquet | all columns over time (pyarrow) |
        | .h5 | all columns, events and what is known of the run (h5py) |
        | .html | the page of :meth:`show`, which needs nothing else |
        | .pvd | the motion for ParaView, with a folder of the same name beside it |
        | .gif, .mp4 | a film of it (Chromium or Chrome; for .mp4 ffmpeg, too) |
        """
        from ._save import save

        save(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, model: bool = False) -> Result:
        """Reads what :meth:`save` wrote as ``.npz``.

        With ``model`` the model is restored too, which runs code from the file: only for files you trust.
        """
        try:
            with np.load(path) as f:
                meta = json.loads(str(f["meta"]))
                source, data, columns = f["model"], f["data"], [str(c) for c in f["columns"]]
        except (zipfile.BadZipFile, KeyError, ValueError, EOFError) as e:
            raise ModelError(f"'{os.fspath(path)}' is not a result that was saved: {e}") from e
        if model and source.size:
            meta["model"] = pickle.loads(source.tobytes())
        return cls(data, columns, meta)

    def plot(self, *columns: str, axes: Any = None) -> Any:
        """Draws columns over time with matplotlib, events marked; without names coordinates and velocities."""
        from ._plot import plot

        return plot(self, columns, axes)

    def show(
        self, *others: Result, path: str | os.PathLike[str] | None = None, browser: bool | None = None, height: int = 560
    ) -> pathlib.Path | None:
        """Shows it in the viewer, with up to three other results beside it.

        In a notebook it appears there, elsewhere in a browser. With ``path`` the page is written there; it needs nothing else
        and can be sent to others. ``browser`` says whether a browser is opened. Returns where the page is.
        """
        from ._show import show

        return show([self, *others], path, browser, height)

    def __repr__(self) -> str:
        span = f"{self.t[0]:g} to {self.t[-1]:g} s, " if len(self) else ""
        return (
            f"<percussion.Result of '{self.name}' with {self.scheme}: {span}{len(self)} rows, "
            f"{len(self.events)} events, {self.status}>"
        )

    def _repr_html_(self) -> str:
        from ._show import frame

        about = f"<p>{html.escape(repr(self))}</p>"
        try:
            return about + frame([self])
        except ModelError:
            # too large for a page
            return about

    def __getstate__(self) -> dict[str, Any]:
        return {"data": self.data, "columns": self.columns, "meta": self._meta}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["data"], state["columns"], state["meta"])  # type: ignore[misc]


# they need what is above
from ._contacts import Contact, Contacts  # noqa: E402
