"""Steps one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Sequence

import numpy as np

from . import _core
from ._errors import ModelError, SimulationStopped
from ._result import State

if TYPE_CHECKING:
    from ._model import Model

__all__ = ["Steps"]

Wrench = tuple[list[float], list[float]]


class Steps:
    """A run step by step; see :meth:`percussion.Model.steps`."""

    def __init__(
        self, model: Model, p: _core.Prepared, scheme: str, options: list[tuple[str, str]], dt: float, until: float,
        start: State | bytes,
    ) -> None:
        self._model = model
        self._p = p
        self._scheme = (scheme, options)
        self._until = float(until)
        self._dt = float(dt)
        self._names = (tuple(p.q_names), tuple(p.u_names))
        self._applied: dict[str, Wrench] = {}
        if isinstance(start, bytes):
            self._stepper = _core.Simulation.resume(p, scheme, options, start)
        else:
            q, u = np.asarray(start.q, dtype=float).tolist(), np.asarray(start.u, dtype=float).tolist()
            self._stepper = _core.Simulation(p, scheme, options, self._dt, float(start.t), q, u)

    @property
    def state(self) -> State:
        """The state reached."""
        t, q, u = self._stepper.state()
        return State(t, q, u, *self._names)

    def apply_force(self, body: str, force: Sequence[float], moment: Sequence[float] = (0.0, 0.0, 0.0)) -> None:
        """A force (N) at a body's origin and a moment (N m), in inertial axes, from now on until changed."""
        f, m = _three("force", force), _three("moment", moment)
        self._p.apply(body, f, m)
        self._applied[body] = (f, m)

    def step(self, dt: float | None = None) -> State:
        """One step; one that fails raises :class:`SimulationStopped`, whose ``result`` is the state, which stays as it was."""
        try:
            self._stepper.step(self._dt if dt is None else float(dt))
        except SimulationStopped as e:
            e.result = self.state
            raise
        return self.state

    def save(self) -> bytes:
        """Everything that the next step depends on; ``start`` of :meth:`Model.steps` goes on from it, bit for bit."""
        return self._stepper.save()

    def __iter__(self) -> Iterator[State]:
        while True:
            left = self._until - self._stepper.time()
            if left <= 1e-9 * self._dt:
                return
            yield self.step(min(self._dt, left) if left > 1.000001 * self._dt else left)

    def __getstate__(self) -> dict[str, Any]:
        return {
            "model": self._model, "scheme": self._scheme, "dt": self._dt, "until": self._until, "applied": self._applied,
            "saved": self.save(),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        p = state["model"]._build(loads=True)
        self.__init__(state["model"], p, *state["scheme"], state["dt"], state["until"], state["saved"])  # type: ignore[misc]
        for body, (force, moment) in state["applied"].items():
            self.apply_force(body, force, moment)


def _three(what: str, values: Sequence[float]) -> list[float]:
    out = [float(x) for x in values]
    if len(out) > 3:
        raise ModelError(f"the {what} has {len(out)} components; at most 3 are allowed")
    # a moment in the plane is about the third axis
    return out + [0.0] * (3 - len(out)) if what == "force" or len(out) != 1 else [0.0, 0.0, *out]
