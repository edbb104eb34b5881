"""Runs of studies: the grid of steps and tolerances, what runs are measured against. The rules are those of the command line's
studies (`percussion::study`), so that the same question gets the same bits; models need not be named problems here."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, Mapping, Sequence

import numpy as np

from . import _core
from ._errors import ModelError, SimulationStopped
from ._model import Model
from ._problems import problems
from ._result import Result
from ._settings import end, start_of
from .schemes import Scheme

Row = dict[str, Any]
Schemes = str | Scheme | Sequence[str | Scheme]

ROWS = 400
"""Rows of a run whose scheme chooses its steps."""
VIOLATION = 1e-4
"""Joints that are violated by more than this are not held; their rates may be a hundred times as large."""


def of(subject: Model | str) -> Model:
    """A model, or the named problem."""
    return problems[subject]() if isinstance(subject, str) else subject


def members(subject: str | Sequence[Model | str]) -> list[tuple[str, Model]]:
    """Models with their labels: those given, or those of a named set."""
    if isinstance(subject, str):
        return [(label, Model.from_problem(name, **dict(sets))) for label, name, sets in _core.members(subject)]
    return [(model.name, model) for model in (of(s) for s in subject)]


def named(scheme: str | Scheme) -> str:
    """How a scheme is called in tables."""
    return repr(scheme) if isinstance(scheme, Scheme) and scheme.options() else scheme.name if isinstance(scheme, Scheme) else str(scheme)


def listed(schemes: Schemes) -> list[str | Scheme]:
    """Schemes as a list, at least one."""
    out = [schemes] if isinstance(schemes, (str, Scheme)) else list(schemes)
    if not out:
        raise ModelError("at least one scheme is needed")
    return out


def numbers(name: str, values: Sequence[float] | float) -> list[float]:
    """Numbers greater than zero."""
    out = [float(v) for v in np.atleast_1d(np.asarray(values, dtype=float))]
    if not out or not all(math.isfinite(v) and v > 0 for v in out):
        raise ModelError(f"{name} must be finite numbers greater than zero")
    return out


class Method:
    """A scheme on a model. An integrator of the smooth motion runs models with contacts under ``event-driven``."""

    def __init__(self, p: _core.Prepared, scheme: str | Scheme, options: Mapping[str, Any]) -> None:
        self.label = named(scheme)
        name = scheme.name if isinstance(scheme, Scheme) else str(scheme)
        self.scheme, integrator = _core.method(p, name)
        info = next(s for s in _core.schemes() if s["name"] == self.scheme)
        own = {o[0] for o in info["options"]}
        self.adaptive = "adaptive" in info["supports"]
        self.both = "adaptive" in own
        """Whether it takes constant steps unless its option ``adaptive`` is set."""
        self.brought = {} if isinstance(scheme, Scheme) else dict(p.options_for(self.scheme))
        """What a run of the model under the scheme brings."""
        self.options = dict(scheme.options()) if isinstance(scheme, Scheme) else {}
        self.options.update({k: Scheme.text(v) for k, v in options.items()})
        if integrator is not None:
            self.options["integrator"] = integrator
        _core.accepts(p, self.scheme)

    def values(self, tol: float | None) -> list[tuple[str, str]]:
        """Its options with a tolerance."""
        chosen = {} if tol is None else {"tol": repr(tol), **({"adaptive": "yes"} if self.both else {})}
        return list({**self.brought, **chosen, **self.options}.items())


@dataclasses.dataclass(frozen=True)
class Case:
    """One run."""

    label: str
    model: Model
    method: Method
    dt: float
    tol: float | None
    until: float
    fine: tuple[float, float | None] | None
    """Step and tolerance of what it is measured against; none where there is a reference, or nothing is measured."""

    def run(self, dt: float, tol: float | None, stop: _core.Stop) -> tuple[_core.Outcome, Any]:
        """The run with its rows."""
        # equations of its own: functions of a model tell their exceptions there
        p = self.model._build()
        t0, q, u = start_of(p, None)
        out = _core.run(p, self.method.scheme, self.method.values(tol), dt, self.until, 1, t0, q, u, None, stop)
        if stop.is_set():
            raise SimulationStopped("interrupted", None)
        return out, out.data()

    def row(self, stop: _core.Stop, other: tuple[list[str], Any, str] | None) -> Row:
        """What it gives, measured against ``other`` or the reference of the problem."""
        out, data = self.run(self.dt, self.tol, stop)
        n, done = dict(out.numbers), out.status == "done"
        row: Row = {"model": self.label, "scheme": self.method.label, "dt": self.dt, "tol": self.tol, "error_q": None, "error_v": None}
        row.update(evaluations=int(n["evaluations"]), steps=int(n["inner"] or n["steps"]), rejected=int(n["rejected"]))
        row.update(position=n["violation_position"], velocity=n["violation_velocity"], penetration=n["penetration"])
        row.update(wall_s=n["wall_s"], against="", status=out.status.removeprefix("stopped: "))
        if other is not None:
            columns, rows, row["against"] = other
            if done and rows is not None:
                row["error_q"], row["error_v"] = _core.distance(self.model._build(), out.columns, data, columns, rows)
        elif out.reference is not None:
            error, row["against"] = dict(out.error), out.reference
            if done:
                row["error_q"], row["error_v"] = error["q_l1"], error["v_l1"]
        return row


def end_of(p: _core.Prepared, until: float | None) -> float:
    """The end of a run: as given, or that of the model or of its reference, whichever is first."""
    last = end(p, until)
    if until is None and p.reference_until is not None:
        last = min(last, p.reference_until)
    if not (math.isfinite(last) and last > 0):
        raise ModelError(f"until = {last} is not allowed; allowed: a finite number greater than zero")
    return last


def cases(
    label: str, model: Model, p: _core.Prepared, method: Method, end: float, steps: Sequence[float], tols: Sequence[float] | None,
    rows: float = ROWS, measured: bool = True, single: bool = False,
) -> list[Case]:
    """A method over tolerances where it chooses its steps and some are given, else over steps, each of which makes the run in a prime number
    of steps; a single run takes its step as it is."""
    grid: list[tuple[float, float | None]] = [(h if single else _core.prime_step(end, h), None) for h in steps]
    if tols is not None and method.adaptive:
        grid = [(end / rows, t) for t in tols]
    fine: tuple[float, float | None] | None = None
    if measured and p.reference_until is None:
        tightest = min((t for _, t in grid if t is not None), default=None)
        fine = _core.fine_run(end, min(h for h, _ in grid), tightest)
    return [Case(label, model, method, h, t, end, fine) for h, t in grid]


def execute(all_: Sequence[Case], reference: Result | None, threads: int | None) -> list[Row]:
    """Runs cases on threads. Runs that others are measured against are made once, before them."""
    from ._sweep import on_threads

    fines: dict[Any, tuple[list[str], Any, str]] = {}

    def key(c: Case) -> Any:
        return (id(c.model), c.method.label, c.until, c.fine)

    if reference is None:
        wanted = list({key(c): c for c in all_ if c.fine is not None}.items())

        def make(c: Case) -> Any:
            assert c.fine is not None
            dt, tol = c.fine
            told = f"fine run of its own, dt = {dt:.3e}" if tol is None else f"fine run of its own, tol = {tol:.3e}"

            def job(stop: _core.Stop) -> tuple[list[str], Any, str]:
                out, data = c.run(dt, tol, stop)
                return out.columns, data if out.status == "done" else None, told

            return job

        for k, made in on_threads([make(c) for _, c in wanted], threads):
            fines[wanted[k][0]] = made
    given = None if reference is None else (list(reference.columns), np.ascontiguousarray(reference.data).ravel(), "given result")

    def judged(c: Case) -> Any:
        other = given if given is not None else fines.get(key(c)) if c.fine is not None else None
        return lambda stop: c.row(stop, other)

    rows: dict[int, Row] = dict(on_threads([judged(c) for c in all_], threads))
    return [rows[k] for k in range(len(all_))]
