"""How a run is asked for: scheme, options, start, end."""

from __future__ import annotations

import difflib
import operator
from typing import Any, Mapping

import numpy as np

from . import _core
from ._errors import ModelError, UnknownNameError
from ._result import State
from .schemes import Scheme

WORDS = ("scheme", "dt", "until", "every", "tol", "start", "progress", "published")
"""What a run takes besides the options of its scheme."""
MEANT = {
    "t_end": "until", "end": "until", "t_final": "until", "tf": "until", "tend": "until", "duration": "until", "T": "until",
    "step": "dt", "h": "dt", "time_step": "dt", "timestep": "dt", "tolerance": "tol", "rtol": "tol", "method": "scheme",
    "integrator": "scheme", "solver": "scheme", "initial": "start", "state": "start", "stride": "every",
}
"""Words of other programs for them."""


_known: dict[str, tuple[str, ...]] = {}


def _options() -> dict[str, tuple[str, ...]]:
    """Names of the options of each scheme."""
    if not _known:
        _known.update({s["name"]: tuple(o[0] for o in s["options"]) for s in _core.schemes()})
    return _known


def _look(scheme: str, options: Mapping[str, Any]) -> None:
    """Refuses names that neither the scheme nor a run has."""
    known = _options().get(scheme)
    for name in options if known is not None else ():
        if name in (known or ()):
            continue
        valid = sorted({*(known or ()), *WORDS})
        near = [MEANT[name]] if name in MEANT else difflib.get_close_matches(name, valid, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"valid names: {', '.join(valid)}"
        raise UnknownNameError(f"unknown option '{name}' of scheme '{scheme}'; {hint}")


def scheme_of(
    p: _core.Prepared, scheme: str | Scheme | None, tol: float | None, options: Mapping[str, Any]
) -> tuple[str, list[tuple[str, str]]]:
    """Name and options of a scheme, those that the model brings first."""
    values: dict[str, str] = {}
    if isinstance(scheme, Scheme):
        name = scheme.name
        values.update(scheme.options())
    else:
        name = p.scheme if scheme is None else str(scheme)
        values.update(p.options_for(name))
    _look(name, options)
    if tol is not None:
        values["tol"] = repr(float(tol))
    for key, value in options.items():
        values[key] = Scheme.text(value)
    return name, list(values.items())


def start_of(p: _core.Prepared, start: State | None) -> tuple[float, list[float], list[float]]:
    """Where a run begins."""
    if start is None:
        q, u = p.start()
        return 0.0, q.tolist(), u.tolist()
    return float(start.t), np.asarray(start.q, dtype=float).tolist(), np.asarray(start.u, dtype=float).tolist()


def end(p: _core.Prepared, until: float | None, t0: float = 0.0) -> float:
    """Where a run ends."""
    if until is not None:
        return float(until)
    if not p.ends:
        raise ModelError(f"'{p.name}' does not say when it ends; give until= (s)")
    return t0 + p.t_end


def whole(name: str, value: Any) -> int:
    """A whole number that counts something."""
    try:
        n = operator.index(value)
    except TypeError:
        n = 0
    if not 1 <= n < 2**63:
        raise ModelError(f"{name} = {value} is not allowed; allowed: a whole number, 1 or greater")
    return n
