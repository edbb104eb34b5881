"""Steps one after another."""

from __future__ import annotations

from typing import Any, Iterator, Sequence

from . import _core
from ._errors import SimulationStopped
from ._result import State

__all__ = ["Steps"]


class Steps:
    """A run step by step; see :meth:`percussion.Model.steps`."""

    def __init__(
        self, p: _core.Prepared, scheme: str, options: list[tuple[str, str]], dt: float, until: float, t0: float,
        q: list[float], u: list[float],
    ) -> None:
        self._p = p
        self._until = float(until)
        self._dt = float(dt)
        self._names = (tuple(p.q_names), tuple(p.u_names))
        self._stepper = _core.Simulation(p, scheme, options, self._dt, t0, q, u)

    @property
    def state(self) -> State:
        """The state reached."""
        t, q, u = self._stepper.state()
        return State(t, q, u, *self._names)

    def apply_force(self, body: str, force: Sequence[float], moment: Sequence[float] = (0.0, 0.0, 0.0)) -> None:
        """A force (N) at a body's origin and a moment (N m), in inertial axes, from now on until changed."""
        f, m = [float(x) for x in force], [float(x) for x in moment]
        self._p.apply(body, f + [0.0] * (3 - len(f)), m)

    def step(self, dt: float | None = None) -> State:
        """One step; a step that fails leaves the state as it was."""
        try:
            self._stepper.step(self._dt if dt is None else float(dt))
        except SimulationStopped as e:
            raise SimulationStopped(str(e)) from None
        return self.state

    def __iter__(self) -> Iterator[State]:
        while True:
            left = self._until - self._stepper.time()
            if left <= 1e-9 * self._dt:
                return
            yield self.step(min(self._dt, left) if left > 1.000001 * self._dt else left)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"Steps has no '{name}'")
