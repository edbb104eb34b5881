"""Steps one after another."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Sequence

import numpy as np

from . import _core
from ._errors import ModelError, SimulationStopped
from ._parts import number
from ._reached import Layout, Reached
from ._result import Event, State, _row, _unknown
from ._settings import whole

if TYPE_CHECKING:
    from ._model import Model

__all__ = ["Steps"]

Wrench = tuple[list[float], list[float]]


class Steps:
    """A run step by step; see :meth:`percussion.Model.steps`."""

    def __init__(
        self, model: Model, p: _core.Prepared, scheme: str, options: list[tuple[str, str]], dt: float | None,
        until: float | None, start: State | bytes,
    ) -> None:
        self._model = model
        self._p = p
        self._scheme = (scheme, options)
        self._until = until
        self._applied: dict[str, Wrench] = {}
        self._values = dict(model._inputs)
        if isinstance(start, bytes):
            self._stepper = _core.Simulation.resume(p, scheme, options, start)
            self._dt = self._stepper.dt() if dt is None else float(dt)
        else:
            self._dt = p.dt if dt is None else float(dt)
            q, u = np.asarray(start.q, dtype=float).tolist(), np.asarray(start.u, dtype=float).tolist()
            self._stepper = _core.Simulation(p, scheme, options, self._dt, float(start.t), q, u)
        self._layout = Layout(p, self._stepper.columns)
        self._last: Reached | None = None

    @property
    def state(self) -> Reached:
        """The state reached, with what happened in the last call of :meth:`step`."""
        if self._last is None:
            self._last = Reached._of(self._layout, self._stepper.state(), 0.0, [], [])
        return self._last

    @property
    def inputs(self) -> dict[str, float]:
        """Inputs of the model and their values."""
        return dict(self._values)

    def set(self, values: Mapping[str, float] | None = None, /, **more: float) -> None:
        """Sets inputs of the model by name, from the next step on until changed; see :meth:`Model.input`."""
        given = {**values, **more} if values else more
        for name, value in given.items():
            if name not in self._values:
                raise _unknown("input", name, list(self._values))
            self._values[name] = value if type(value) is float and isfinite(value) else number(f"input {name}", value)
        self._stepper.set_inputs(list(self._values.values()))

    def apply_force(self, body: str, force: Sequence[float], moment: Sequence[float] = (0.0, 0.0, 0.0)) -> None:
        """A force (N) at a body's origin and a moment (N m), in inertial axes, from now on until changed."""
        f, m = _three("force", force), _three("moment", moment)
        self._p.apply(body, f, m)
        self._applied[body] = (f, m)

    def step(self, n: int = 1, *, dt: float | None = None) -> Reached:
        """Makes ``n`` steps, of the length ``dt`` (s) from now on where it is given, and returns the state reached.

        Percussions and events are those of all ``n`` steps. A step that fails raises :class:`SimulationStopped`, whose ``result`` is
        the state before it.
        """
        if n != 1 or n is True:
            n = whole("n", n)
        h = self._dt if dt is None else number("dt", dt)
        if dt is not None:
            self._dt = h
        try:
            row, events, contacts = self._stepper.step(n, h)
        except SimulationStopped as e:
            self._last = None
            e.result = self.state
            raise
        # mostly nothing happened
        happened = [Event(*e) for e in events] if events else []
        self._last = Reached._of(self._layout, row, n * h, happened, [_row(c) for c in contacts] if contacts else [])
        return self._last

    def until(self, event: str | Callable[[Reached], Any], contact: str | None = None, *, by: float | None = None) -> Reached:
        """Steps until something happens, and returns the state at the end of that step.

        ``event`` is the kind of an event (impact, touch-down, take-off, stick, slip, ...), perhaps of one ``contact``, or a function of the
        state that is true when it has happened. ``by`` is the latest time (s), by default the end of the run; where it does not happen by
        then, :class:`SimulationStopped` is raised with the state as its ``result``.

        >>> import percussion
        >>> steps = percussion.problems["bouncing-ball"]().steps(dt=1e-3)
        >>> steps.until("impact").events[0].kind
        'impact'
        >>> round(steps.until(lambda s: s["x'"] < 0).t, 2) > 0.4
        True
        """
        end = self._until if by is None else float(by)
        if end is None:
            raise ModelError("this run has no end; give by= (s)")
        if contact is not None and contact not in self._layout.names:
            raise _unknown("contact", contact, self._layout.names)
        state: Reached = self.state
        while state.t < end - 1e-9 * self._dt:
            state = self.step()
            if event(state) if callable(event) else any(_is(e, event, contact) for e in state.events):
                return state
        what = "what was waited for" if callable(event) else f"no {event}" + (f" of '{contact}'" if contact else "")
        raise SimulationStopped(f"{what} did not happen up to t = {state.t:g} s" if callable(event) else f"{what} up to t = {state.t:g} s", state)

    def save(self) -> bytes:
        """Everything that the next step depends on, but forces and inputs that were set.

        ``start`` of :meth:`Model.steps` goes on from it, bit for bit.
        """
        return self._stepper.save()

    def __iter__(self) -> Iterator[Reached]:
        if self._until is None:
            raise ModelError(f"'{self._model.name}' does not say when it ends; give until= (s), or make steps by step()")
        while True:
            left = self._until - self._stepper.time()
            if left <= 1e-9 * self._dt:
                return
            # the last step may be shorter
            yield self.step() if left > (1.0 - 1e-6) * self._dt else self.step(dt=left)

    def __getstate__(self) -> dict[str, Any]:
        return {
            "model": self._model, "scheme": self._scheme, "dt": self._dt, "until": self._until, "applied": self._applied,
            "inputs": self._values, "saved": self.save(),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        p = state["model"]._build(loads=True)
        self.__init__(state["model"], p, *state["scheme"], state["dt"], state["until"], state["saved"])  # type: ignore[misc]
        for body, (force, moment) in state["applied"].items():
            self.apply_force(body, force, moment)
        if state["inputs"]:
            self.set(state["inputs"])


def _is(e: Event, kind: str, contact: str | None) -> bool:
    return e.kind == kind and (contact is None or e.contact == contact or e.contact.startswith(f"{contact}."))


def _three(what: str, values: Sequence[float]) -> list[float]:
    out = [float(x) for x in values]
    if len(out) > 3:
        raise ModelError(f"the {what} has {len(out)} components; at most 3 are allowed")
    # a moment in the plane is about the third axis
    return out + [0.0] * (3 - len(out)) if what == "force" or len(out) != 1 else [0.0, 0.0, *out]
