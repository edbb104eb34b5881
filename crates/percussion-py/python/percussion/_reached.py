"""The state after a step: what a controller sees."""

from __future__ import annotations

import re
from typing import Any, Iterator, Mapping, Sequence

import numpy as np

from . import _core
from ._errors import ModelError
from ._result import Array, ContactRow, Event, State, _unknown

__all__ = ["ContactState", "Layout", "Reached"]

Part = tuple[str, str | None, str | None, int, int, int]


class Layout:
    """Where what stands in a row, found once for all steps."""

    def __init__(self, p: _core.Prepared, columns: Sequence[str]) -> None:
        self.p = p
        self.columns = {c: k for k, c in enumerate(columns)}
        self.q_names, self.u_names = tuple(p.q_names), tuple(p.u_names)
        nq, nu = len(self.q_names), len(self.u_names)
        self.q, self.u = slice(1, 1 + nq), slice(1 + nq, 1 + nq + nu)
        self.values = {**{c: 1 + k for k, c in enumerate(self.q_names)}, **{f"{c}'": 1 + nq + k for k, c in enumerate(self.u_names)}}
        self.parts: list[Part] = p.contact_parts
        self.contacts = {part[0]: k for k, part in enumerate(self.parts)}
        self.groups = groups(list(self.contacts))
        self.names = [*self.contacts, *self.groups]
        self.gaps = np.array([self.columns[f"gN.{n}"] for n in self.contacts], dtype=int)
        self.forces = any(c.startswith("laN.") for c in columns)
        self.joints: dict[str, slice] = {}
        for c, k in self.columns.items():
            if c.startswith("lag."):
                name = c[4:].rpartition(".")[0]
                first = self.joints[name].start if name in self.joints else k
                self.joints[name] = slice(first, k + 1)


def groups(names: Sequence[str]) -> dict[str, list[str]]:
    """Points of contacts of several: ``pair.1``, ``pair.2``, ... by ``pair``."""
    found: dict[str, list[str]] = {}
    for name in names:
        base = re.fullmatch(r"(.+)\.[0-9]+", name)
        if base and base[1] not in names:
            found.setdefault(base[1], []).append(name)
    return found


class ContactState:
    """A contact after a step; one of several points is their sum. Vectors along its tangents are views, not copies."""

    def __init__(self, state: Reached, name: str) -> None:
        layout = state._layout
        self.name = name
        """Its name."""
        self._state = state
        self._names = layout.groups.get(name, [name])
        if self._names == [name] and name not in layout.contacts:
            raise _unknown("contact", name, layout.names)

    @property
    def points(self) -> list[ContactState]:
        """The contact of each point, of a contact of several."""
        return [ContactState(self._state, n) for n in self._names]

    def _number(self, prefix: str) -> Iterator[float]:
        columns, row = self._state._layout.columns, self._state.row
        return (float(row[columns[f"{prefix}.{n}"]]) for n in self._names)

    def _vector(self, name: str, prefix: str) -> Array:
        layout = self._state._layout
        part = layout.parts[layout.contacts[name]]
        first = layout.columns[f"{prefix}N.{name}"] + 1
        return self._state.row[first : first + part[5] - part[4]]

    def _tangents(self, prefix: str) -> Array:
        if len(self._names) > 1:
            raise ModelError(f"the {len(self._names)} points of '{self.name}' have tangents of their own: take force or percussion, or points")
        return self._vector(self.name, prefix)

    @property
    def g_N(self) -> float:
        """Gap (m); of several points the least."""
        return min(self._number("gN"))

    @property
    def closed(self) -> bool:
        """Whether it presses, or did within the last step."""
        return any(x > 0.0 for x in self._number("PN"))

    @property
    def la_N(self) -> float:
        """Normal force (N); under schemes that have percussions alone its mean over the last steps."""
        state = self._state
        if state._layout.forces:
            return sum(self._number("laN"))
        return sum(self._number("PN")) / state.h if state.h > 0.0 else 0.0

    @property
    def la_F(self) -> Array:
        """Friction force along each tangent (N), likewise."""
        state = self._state
        if state._layout.forces:
            return self._tangents("la")
        return self._tangents("P") / state.h if state.h > 0.0 else 0.0 * self._tangents("P")

    @property
    def P_N(self) -> float:
        """Normal percussion since the last state (N s)."""
        return sum(self._number("PN"))

    @property
    def P_F(self) -> Array:
        """Percussion of friction along each tangent since the last state (N s)."""
        return self._tangents("P")

    @property
    def slip(self) -> Array:
        """Sliding velocity of the second body along each tangent (m/s)."""
        if len(self._names) > 1:
            return np.stack([p.slip for p in self.points])
        layout = self._state._layout
        part = layout.parts[layout.contacts[self.name]]
        return self._state._rates()[part[4] : part[5]]

    @property
    def normal_velocity(self) -> float:
        """Velocity of the gap (m/s); of several points the least."""
        layout, rates = self._state._layout, self._state._rates()
        return min(float(rates[layout.parts[layout.contacts[n]][3]]) for n in self._names)

    @property
    def bodies(self) -> tuple[str, str]:
        """Its first and its second body."""
        layout = self._state._layout
        part = layout.parts[layout.contacts[self._names[0]]]
        return part[1] or "world", part[2] or "world"

    @property
    def force(self) -> Array:
        """Force on the second body in inertial axes (N)."""
        state = self._state
        if state._layout.forces:
            return self._sum("la")
        return self._sum("P") / state.h if state.h > 0.0 else np.zeros(3)

    @property
    def percussion(self) -> Array:
        """Percussion on the second body in inertial axes since the last state (N s)."""
        return self._sum("P")

    def _sum(self, prefix: str) -> Array:
        state, total = self._state, np.zeros(3)
        indices = [state._layout.contacts[n] for n in self._names]
        actions = state._layout.p.actions(indices, [state.t], state.q[None, :], state.u[None, :]).reshape(-1, 5, 3)
        for name, action in zip(self._names, actions):
            along = np.append(state.row[state._layout.columns[f"{prefix}N.{name}"]], self._vector(name, prefix))
            total += along @ action[1 : 1 + len(along)]
        return total

    def __repr__(self) -> str:
        return f"<contact '{self.name}': gap {self.g_N:.3e} m, normal force {self.la_N:.6g} N>"


class _Named(Mapping[str, Any]):
    """Something of a state by name."""

    def __init__(self, kind: str, names: Sequence[str], get: Any) -> None:
        self._kind, self._names, self._get = kind, names, get

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise _unknown(self._kind, name, list(self._names))
        return self._get(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Reached(State):
    """The state after a step, with forces, gaps and events.

    ``state["ball.x"]`` and ``state["ball.x'"]`` are a coordinate and its velocity, ``state["laN.floor"]`` any column of a record. Arrays are
    views of one row of numbers that the next step does not change.
    """

    row: Array
    """All numbers, in the order of the columns of a record."""
    h: float
    """Time since the last state (s)."""
    events: list[Event]
    """What happened since the last state."""
    contact_rows: list[ContactRow]
    """What contacts that exist only while they are near did since the last state."""
    _layout: Layout

    @classmethod
    def _of(cls, layout: Layout, row: Array, h: float, events: list[Event], contacts: list[ContactRow]) -> Reached:
        state = cls.__new__(cls)
        own = state.__dict__
        own["row"] = row
        own["t"] = float(row[0])
        own["q"] = row[layout.q]
        own["u"] = row[layout.u]
        own["h"] = h
        own["events"] = events
        own["contact_rows"] = contacts
        own["q_names"] = layout.q_names
        own["u_names"] = layout.u_names
        own["_layout"] = layout
        return state

    def __getitem__(self, name: str) -> float:
        """A coordinate, a velocity (with an apostrophe) or a column by name."""
        layout = self._layout
        k = layout.values.get(name)
        if k is None:
            k = layout.columns.get(name)
        if k is None:
            raise _unknown("coordinate or column", name, [*layout.values, *layout.columns])
        return float(self.row[k])

    @property
    def contact(self) -> Mapping[str, ContactState]:
        """Contacts by name, also those of several points by the name they were given."""
        return _Named("contact", self._layout.names, lambda n: ContactState(self, n))

    @property
    def joint(self) -> Mapping[str, Array]:
        """Forces of each joint along its rows (N, N m) by name; views."""
        joints = self._layout.joints
        return _Named("joint", list(joints), lambda n: self.row[joints[n]])

    @property
    def gaps(self) -> Array:
        """Gaps of all contacts (m), in the order of ``contact``."""
        return self.row[self._layout.gaps]

    @property
    def energy(self) -> float:
        """Total energy (J)."""
        return float(self._layout.p.energies([self.t], self.q[None, :], self.u[None, :])[0])

    def _rates(self) -> Array:
        """Velocities along all rows."""
        found = self.__dict__.get("_along")
        if found is None:
            found = self.__dict__["_along"] = self._layout.p.rates(self.t, self.q.tolist(), self.u.tolist())
        return found

    def force_on(self, body: str, other: str | None = None) -> Array:
        """Sum of all contact forces on a body, or of those from one other body (``"world"``), in inertial axes (N)."""
        known = {*self._layout.p.body_names, "world"}
        for name in (body, *([other] if other is not None else [])):
            if name not in known:
                raise _unknown("body", name, sorted(known))
        total = np.zeros(3)
        for name in self._layout.contacts:
            contact = ContactState(self, name)
            a, b = contact.bodies
            if body in (a, b) and (other is None or other in (a, b)) and contact.P_N != 0.0:
                total += contact.force if b == body else -contact.force
        return total

    def __repr__(self) -> str:
        return f"<percussion.State at t = {self.t:g} s, {len(self.events)} events>"

    def __reduce__(self) -> Any:
        return State, (self.t, self.q.copy(), self.u.copy(), self.q_names, self.u_names)
