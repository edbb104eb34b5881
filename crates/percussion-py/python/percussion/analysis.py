"""What models are and how schemes do on them: checks, equilibria, vibrations, studies.

All functions are also names of :mod:`percussion`, and return tables: rows by name, ``to_pandas()``, ``plot()``,
and a form for notebooks.

>>> import percussion
>>> study = percussion.order("bouncing-ball", ["moreau"], dt=[0.02, 0.013, 0.007], until=1.0)
>>> study.rows[0]["scheme"]
'moreau'
"""

from __future__ import annotations

import html
import math
from typing import Any, Callable, Iterator, Mapping, Sequence

import numpy as np

from . import _cases, _core
from ._errors import ModelError, SimulationStopped, needed
from ._model import Model
from ._result import Result, State
from ._settings import start_of
from .schemes import Scheme

__all__ = [
    "Check", "Comparison", "Equilibria", "Modes", "Profile", "Study", "Table", "check", "compare", "frequencies", "order",
    "profile", "static", "work_precision",
]

Row = _cases.Row


def _cell(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return "" if value is None else str(value)
    if isinstance(value, complex):
        return f"{value.real:.6g}{value.imag:+.6g}i"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


class Table(Sequence[Row]):
    """Rows by name."""

    def __init__(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self.rows: list[Row] = [dict(r) for r in rows]
        """The rows, each by the names of its columns."""

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return list(dict.fromkeys(name for row in self.rows for name in row))

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, k: Any) -> Any:
        """A row by its number, or a column by its name."""
        return [row.get(k) for row in self.rows] if isinstance(k, str) else self.rows[k]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def to_pandas(self) -> Any:
        """The rows as a pandas.DataFrame."""
        pandas = needed("pandas", "tables")

        return pandas.DataFrame(self.rows, columns=self.columns)

    def __repr__(self) -> str:
        if not self.rows:
            return f"<percussion.{type(self).__name__} without rows>"
        names = self.columns
        cells = [names, *([_cell(row.get(n)) for n in names] for row in self.rows)]
        widths = [max(len(r[k]) for r in cells) for k in range(len(names))]
        return "\n".join("  ".join(c.rjust(w) for c, w in zip(r, widths)) for r in cells)

    def _repr_html_(self) -> str:
        names = self.columns
        head = "".join(f"<th>{html.escape(n)}</th>" for n in names)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(_cell(row.get(n)))}</td>" for n in names) + "</tr>" for row in self.rows
        )
        return f"<table><tr>{head}</tr>{body}</table>"


def _axes(axes: Any) -> Any:
    plt = needed("matplotlib.pyplot", "plot")

    return plt.subplots(layout="constrained")[1] if axes is None else axes


# ---- a model at a state


class Check(dict[str, Any]):
    """What can be said of a model before it moves, by name."""

    def __repr__(self) -> str:
        return "\n".join(f"{k:<22} {v}" for k, v in self.items())

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{html.escape(k)}</th><td>{html.escape(str(v))}</td></tr>" for k, v in self.items())
        return f"<table>{rows}</table>"


def _omega(rotating: Sequence[float] | None) -> list[float] | None:
    if rotating is None:
        return None
    omega = [float(x) for x in rotating]
    if len(omega) != 3:
        raise ModelError(f"rotating has {len(omega)} numbers; allowed: three, the angular velocity (rad/s)")
    return omega


def _look(
    model: Model, start: State | None, settled: bool, rotating: Sequence[float] | None, hold_contacts: bool, shapes: int
) -> tuple[_core.Prepared, dict[str, Any]]:
    omega = _omega(rotating)
    if not 0 <= int(shapes) <= 10_000:
        raise ModelError(f"shapes = {shapes} is not allowed; allowed: a whole number from 0 to 10000")
    if settled and start is not None:
        raise ModelError("either start or settled can be given, not both")
    if settled and omega is not None:
        start = static(model, rotating=omega, until=0.0).state
    p = model._build(check=False, settle=settled and omega is None)
    _, q, u = start_of(p, start)
    return p, _core.inspect(p, q, u, omega or [0.0, 0.0, 0.0], bool(hold_contacts), int(shapes))


def check(
    model: Model, *, start: State | None = None, settled: bool = False, rotating: Sequence[float] | None = None,
    hold_contacts: bool = False,
) -> Check:
    """What can be said of a model before it moves: freedoms, redundancy, its start, frequencies, a step size.

    ``start`` is a state to look at instead of the model's own, ``settled`` its equilibrium; ``rotating`` is the angular
    velocity (rad/s) of the frame it is seen from; ``hold_contacts`` takes closed contacts for joints.

    >>> import percussion
    >>> percussion.problems["bouncing-ball"]().check()["degrees_of_freedom"]
    1
    """
    _, found = _look(model, start, settled, rotating, hold_contacts, 0)
    found.pop("shapes")
    return Check(found)


class Modes(Table):
    """Small motions about a state: a row a mode with ``frequency`` (rad/s), ``damping_ratio`` and the eigenvalue."""

    def __init__(self, eigenvalues: Any, ratios: Any, shapes: Any, names: Sequence[str], state: str, whole: bool) -> None:
        super().__init__(
            [
                {"frequency": float(v.imag), "hertz": float(v.imag) / (2 * math.pi), "damping_ratio": float(r), "eigenvalue": complex(v)}
                for v, r in zip(eigenvalues, ratios)
            ]
        )
        self.eigenvalues = eigenvalues
        """Complex eigenvalues (1/s), of a pair the one with a positive imaginary part."""
        self.damping_ratios = ratios
        """Part of the critical damping: 0 undamped, negative where the motion grows."""
        self.shapes = shapes
        """Complex amplitudes, a row a mode, a column a velocity of ``names``; the largest of each is one."""
        self.names = tuple(names)
        """Names of the velocities."""
        self.state = state
        """``equilibrium``, ``steady`` (in steady motion) or ``momentary``."""
        self.complete = whole
        """Whether these are all modes; of large models only those at the ends of the spectrum are found."""

    def shape(self, mode: int) -> dict[str, complex]:
        """Amplitudes of a mode by the names of the velocities."""
        return dict(zip(self.names, self.shapes[mode].tolist()))

    def plot(self, axes: Any = None) -> Any:
        """Draws the eigenvalues in the complex plane."""
        ax = _axes(axes)
        ax.plot(self.eigenvalues.real, self.eigenvalues.imag, "o", markersize=5)
        ax.axvline(0.0, color="0.8", linewidth=0.6, zorder=0)
        ax.set_xlabel("growth (1/s)")
        ax.set_ylabel("frequency (rad/s)")
        return ax


def frequencies(
    model: Model, *, start: State | None = None, settled: bool = False, rotating: Sequence[float] | None = None,
    hold_contacts: bool = False, shapes: int = 20,
) -> Modes:
    """Eigenvalues, damping ratios and shapes of small motions about the start of a model.

    Arguments are those of :func:`check`; the first ``shapes`` modes have their shape. Joints are kept, damping and
    gyroscopic terms are part of it.

    >>> import percussion
    >>> m = percussion.Model("oscillator")
    >>> m.point("mass", mass=2.0, dim=1); m.spring("s", b="mass", k=8.0, c=0.8, along="direction", direction=(1, 0, 0))
    'mass'
    's'
    >>> percussion.frequencies(m).eigenvalues.round(6).tolist()
    [(-0.2+1.989975j)]
    """
    p, found = _look(model, start, settled, rotating, hold_contacts, shapes)
    names = p.u_names
    amplitudes = found["shapes"].reshape(-1, len(names))
    return Modes(
        found["eigenvalues"], found["damping_ratios"], amplitudes, names, found["state"], bool(found["all_frequencies"])
    )


class Equilibria(Table):
    """Equilibria along a path of growing load, a row each: ``load``, ``iterations``, coordinates and forces."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        n = len(found["load"])
        self.q = found["q"].reshape(n, len(found["q_names"]))
        """Coordinates, a row an equilibrium."""
        self.la = found["la"].reshape(n, len(found["la_names"]))
        """Forces of joints and contacts, a row an equilibrium."""
        self.load = np.array(found["load"], dtype=float)
        """Part of the full load, 1 at its end."""
        self.failed_at: float | None = found["failed_at"]
        """The load at which no equilibrium was found, if there was one."""
        names = [*(f"q.{x}" for x in found["q_names"]), *(f"la.{x}" for x in found["la_names"])]
        super().__init__(
            [
                {"load": load, "iterations": its, **dict(zip(names, [*q, *la]))}
                for load, its, q, la in zip(found["load"], found["iterations"], self.q.tolist(), self.la.tolist())
            ]
        )
        self._names = (tuple(found["q_names"]), tuple(found["u_names"]))
        self._u = found["u"]

    @property
    def state(self) -> State:
        """The last equilibrium, or the state of steady rotation: a run can start from it."""
        if not len(self):
            raise ModelError("no equilibrium was found")
        return State(0.0, self.q[-1].copy(), self._u.copy(), *self._names)

    def plot(self, *columns: str, axes: Any = None) -> Any:
        """Draws coordinates over the load; without names those that change most."""
        ax = _axes(axes)
        names = list(columns)
        if not names:
            coordinates = [c for c in self.columns if c.startswith("q.")]
            names = sorted(coordinates, key=lambda c: -float(np.ptp(self[c])) if len(self) else 0.0)[:6]
        for name in names:
            if name not in self.columns:
                raise ModelError(f"unknown column '{name}'")
            ax.plot(self[name], self.load, marker=".", label=name)
        ax.set_xlabel("coordinate (m, rad)")
        ax.set_ylabel("load")
        ax.legend(fontsize="small")
        return ax


def static(
    model: Model, *, steps: int = 10, until: float | None = None, arc_length: bool = False, rotating: Sequence[float] | None = None
) -> Equilibria:
    """Equilibria of a model while gravity, and loads that grow with time up to ``until``, are applied in ``steps``.

    ``arc_length`` follows the path where the load has a limit; ``rotating`` seeks the steady rotation with an angular
    velocity (rad/s). Raises :class:`SimulationStopped`, whose ``result`` has the equilibria before, where there is none.

    >>> import percussion
    >>> m = percussion.Model("hanging", gravity=(-10, 0, 0))
    >>> m.point("mass", mass=2.0, dim=1); m.spring("s", b="mass", k=100.0, along="direction", direction=(1, 0, 0))
    'mass'
    's'
    >>> round(percussion.static(m).state["mass.x"], 12)
    -0.2
    """
    end = None if until is None else float(until)
    path = Equilibria(_core.statics(model._recipe(), int(steps), end, bool(arc_length), _omega(rotating)))
    if path.failed_at is not None:
        hint = "" if arc_length or rotating is not None else "; where the load has a limit, arc_length=True follows the path past it"
        raise SimulationStopped(f"no equilibrium was found at the load {path.failed_at:g} (1 is the full load){hint}", path)
    return path


# ---- schemes on models


class Study(Table):
    """Runs of a study, a row each: scheme, step or tolerance, L1 errors of coordinates and velocities, cost."""

    def __init__(self, rows: Sequence[Mapping[str, Any]], x: str) -> None:
        super().__init__(rows)
        self._x = x

    @property
    def schemes(self) -> list[str]:
        """The schemes, in their order."""
        return list(dict.fromkeys(r["scheme"] for r in self.rows))

    @property
    def orders(self) -> Table:
        """Observed orders: slopes of log(error) over log(dt) with their standard errors, a row a scheme."""
        rows = []
        for name in self.schemes:
            row: Row = {"scheme": name}
            for key in ("q", "v"):
                known = [(r["dt"], r[f"error_{key}"]) for r in self.rows if r["scheme"] == name and r.get(f"error_{key}")]
                fit = _core.order_of([h for h, _ in known], [e for _, e in known])
                row[f"order_{key}"], row[f"spread_{key}"] = fit if fit is not None else (None, None)
            rows.append(row)
        return Table(rows)

    def plot(self, x: str | None = None, y: str = "error_q", axes: Any = None) -> Any:
        """Draws errors over steps or over work, both logarithmic, a curve a scheme."""
        ax = _axes(axes)
        x = self._x if x is None else x
        for name in self.schemes:
            own = [(r[x], r[y]) for r in self.rows if r["scheme"] == name and r.get(x) and r.get(y)]
            if own:
                ax.loglog(*zip(*sorted(own)), marker="o", markersize=3, label=name)
        units = {"dt": "dt (s)", "wall_s": "time (s)", "error_q": "L1 error of q", "error_v": "L1 error of u"}
        ax.set_xlabel(units.get(x, x))
        ax.set_ylabel(units.get(y, y))
        ax.legend(fontsize="small")
        return ax


def _over(
    subject: Model | str, schemes: _cases.Schemes, dt: Sequence[float] | None, tol: Sequence[float] | None, until: float | None,
    reference: Result | None, threads: int | None, options: Mapping[str, Any],
) -> list[Row]:
    model = _cases.of(subject)
    p = model._build()
    end = _cases.end_of(p, until)
    steps = [p.dt * 8 / 2**k for k in range(5)] if dt is None else _cases.numbers("dt", dt)
    tols = None if tol is None else _cases.numbers("tol", tol)
    methods = [_cases.Method(p, s, options) for s in _cases.listed(schemes)]
    for m in methods:
        if tol is None and m.adaptive and not m.both:
            raise ModelError(f"scheme = {m.label} is not allowed; allowed: schemes with constant steps; others are compared by work_precision")
    return _cases.execute([c for m in methods for c in _cases.cases(model.name, model, p, m, end, steps, tols)], reference, threads)


def order(
    model: Model | str, schemes: _cases.Schemes, *, dt: Sequence[float] | None = None, until: float | None = None,
    reference: Result | None = None, threads: int | None = None, **options: Any,
) -> Study:
    """Errors of schemes over their steps; ``orders`` of the study has the observed orders.

    ``model`` may be the name of a problem. Errors are measured against the problem's reference solution, or ``reference``, or a
    run of the same scheme with an eighth of the smallest step. Steps are rounded to those of which a
    prime number makes the run; schemes given by name have the options that a run of the model has. The numbers are those of ``percussion order``.
    """
    return Study(_over(model, schemes, dt, None, until, reference, threads, options), "dt")


def work_precision(
    model: Model | str, schemes: _cases.Schemes, *, dt: Sequence[float] | None = None, tol: Sequence[float] = (1e-3, 1e-5, 1e-7),
    until: float | None = None, reference: Result | None = None, threads: int | None = None, **options: Any,
) -> Study:
    """Errors of schemes over their cost: of those that choose their steps over ``tol``, of the others over ``dt``.

    As :func:`order`; fine runs of schemes that choose their steps have a thousandth of the smallest tolerance. The numbers are those
    of ``percussion work-precision``.
    """
    return Study(_over(model, schemes, dt, tol, until, reference, threads, options), "evaluations")


class Profile(Table):
    """A performance profile: a row a factor ``tau``, a column a scheme with the share of problems it solves within it."""

    def __init__(self, rows: Sequence[Mapping[str, Any]], cases: Table) -> None:
        super().__init__(rows)
        self.cases = cases
        """The runs, a row each."""

    def plot(self, axes: Any = None) -> Any:
        """Draws the shares over the factor."""
        ax = _axes(axes)
        for name in self.columns[1:]:
            ax.step(self["tau"], self[name], where="post", label=name)
        ax.set_xscale("log")
        ax.set_xlabel("cost over the least cost")
        ax.set_ylabel("share of problems")
        ax.set_ylim(-0.02, 1.02)
        ax.legend(fontsize="small")
        return ax


def profile(
    models: str | Sequence[Model | str], schemes: _cases.Schemes, *, cost: str = "evaluations", accuracy: float | None = None,
    tau: Sequence[float] | None = None, tol: float = 1e-6, until: float | None = None, threads: int | None = None, **options: Any,
) -> Profile:
    """How often schemes solve problems within a factor of the least cost (E. D. Dolan, J. J. Moré, "Benchmarking optimization
    software with performance profiles", 2002, DOI 10.1007/s101070100263).

    ``models`` is a list, or one of the sets ``"joints"``, ``"impacts"``, ``"flexible"``; ``cost`` is ``"evaluations"``, ``"steps"`` or
    ``"wall_s"``. A run that stops, that the scheme refuses, that violates joints by more than 1e-4, or whose error of the
    coordinates is above ``accuracy`` counts as a failure. Every model runs with its own step, ``tol`` is for
    schemes that choose their steps. The numbers are those of ``percussion profile``.
    """
    if cost not in ("evaluations", "steps", "wall_s"):
        raise ModelError(f"cost = {cost!r} is not allowed; allowed: evaluations, steps, wall_s")
    schemes = _cases.listed(schemes)
    tols = _cases.numbers("tol", tol)
    cases: list[_cases.Case] = []
    refused: list[Row] = []
    members = _cases.members(models)
    for label, model in members:
        p = model._build()
        end = _cases.end_of(p, until)
        for scheme in schemes:
            try:
                method = _cases.Method(p, scheme, options)
            except ModelError as e:
                if isinstance(e, KeyError):
                    raise
                refused.append({"model": label, "scheme": _cases.named(scheme), "status": str(e)})
                continue
            cases += _cases.cases(label, model, p, method, end, [p.dt], tols, rows=100, measured=accuracy is not None, single=True)
    rows = _cases.execute(cases, None, threads) + refused
    value: dict[tuple[str, str], float] = {}
    for r in rows:
        held = r.get("position", 0.0) <= _cases.VIOLATION and r.get("velocity", 0.0) <= 100 * _cases.VIOLATION
        close = accuracy is None or (r.get("error_q") is not None and r["error_q"] <= accuracy)
        if r["status"] == "done" and held and close:
            value[r["model"], r["scheme"]] = float(r[cost])
    names = [_cases.named(s) for s in schemes]
    table = [[value.get((label, s)) for label, _ in members] for s in names]
    factors = list(np.geomspace(1.0, 80.0, 60)) if tau is None else [float(t) for t in tau]
    found = _core.shares(table, factors)
    return Profile([{"tau": t, **{s: found[k][i] for k, s in enumerate(names)}} for i, t in enumerate(factors)], Table(rows))


class Comparison(Table):
    """Runs of one model side by side, a row each; ``results`` has them by name."""

    def __init__(self, results: Mapping[str, Result], rows: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(rows)
        self.results = dict(results)
        """The runs by the name of their scheme."""

    def plot(self, *columns: str, axes: Any = None) -> Any:
        """Draws columns of all runs over each other: a panel a column, a curve a scheme."""
        plt = needed("matplotlib.pyplot", "plot")

        from ._plot import most_changing

        first = next(iter(self.results.values()))
        names = list(columns) or (most_changing(first, "q.") + most_changing(first, "u."))[:4]
        if axes is None:
            _, grid = plt.subplots(len(names), 1, sharex=True, squeeze=False, layout="constrained")
            axes = list(grid[:, 0])
        axes = axes if isinstance(axes, (list, tuple)) else [axes]
        for k, column in enumerate(names):
            ax = axes[min(k, len(axes) - 1)]
            for name, result in self.results.items():
                ax.plot(result.t, result.energy if column == "energy" else result[column], label=name, linewidth=1.0)
            ax.set_ylabel(column)
        axes[0].legend(fontsize="small")
        axes[-1].set_xlabel("t (s)")
        return axes

    def show(self, **how: Any) -> Any:
        """Shows up to four of the runs together in the viewer, see :meth:`Result.show`."""
        results = list(self.results.values())
        return results[0].show(*results[1:4], **how)


def compare(
    model: Model | str, schemes: _cases.Schemes, *, threads: int | None = None, **run: Any
) -> Comparison:
    """One model under several schemes: trajectories, violations, energy, cost side by side.

    ``run`` are arguments of :meth:`Model.run`. A run that stops is kept as far as it came.

    >>> import percussion
    >>> c = percussion.compare("bouncing-ball", ["alpha", "moreau"], until=0.3)
    >>> c["status"]
    ['done', 'done']
    """
    subject = _cases.of(model)
    schemes = _cases.listed(schemes)
    if "scheme" in run:
        raise TypeError("compare() takes schemes, not scheme")
    from ._sweep import one, on_threads

    def job(scheme: str | Scheme) -> Callable[[_core.Stop], tuple[Any, str]]:
        return lambda stop: one(subject, {}, lambda r: r, {**run, "scheme": scheme}, None, stop)

    found = dict(on_threads([job(s) for s in schemes], threads))
    results: dict[str, Result] = {}
    rows: list[Row] = []
    for k, scheme in enumerate(schemes):
        result, status = found[k]
        row: Row = {"scheme": _cases.named(scheme)}
        if result is not None:
            results[_cases.named(scheme)] = result
            row.update(rows=len(result), events=len(result.events), **result.stats)
            row.update({f"error_{name}": value for name, value in result.error.items() if name != "until"})
        rows.append({**row, "status": status})
    return Comparison(results, rows)
