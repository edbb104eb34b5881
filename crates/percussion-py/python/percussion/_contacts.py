"""Contacts of a result."""

from __future__ import annotations

from typing import Iterator, Mapping, Sequence

import numpy as np

from ._errors import ModelError
from ._result import Array, Event, Result, _unknown

__all__ = ["Contact", "Contacts"]


class Contact:
    """The columns of one contact: ``g_N``, ``P_N``, ``P_F``, ``la_N``, ``la_F``, ``La_N``, ``La_F``, and ``force`` in inertial axes.

    A contact of several points (``pair.1``, ``pair.2``, ...) is their sum under the name that it was given.
    """

    def __init__(self, result: Result, name: str, names: Sequence[str] = ()) -> None:
        self._result = result
        self._names = list(names) or [name]
        self.name = name
        """Its name."""

    @property
    def points(self) -> list[Contact]:
        """The contact of each point, of a contact of several."""
        return [Contact(self._result, n) for n in self._names]

    def _columns(self, prefix: str) -> list[Array]:
        return [self._result[f"{prefix}.{n}"] for n in self._names]

    def _column(self, prefix: str) -> Array:
        found = self._columns(prefix)
        return found[0] if len(found) == 1 else np.sum(found, axis=0)

    def _vector(self, prefix: str, name: str) -> Array:
        start = f"{prefix}.{name}."
        # that of the contact itself, not of one whose name begins so
        found = [self._result[c] for c in self._result.columns if c.startswith(start) and c[len(start) :].isdigit()]
        return np.stack(found, axis=1) if found else np.zeros((len(self._result), 0))

    def _tangents(self, prefix: str) -> Array:
        if len(self._names) > 1:
            raise ModelError(f"the {len(self._names)} points of '{self.name}' have tangents of their own: take force or percussion, or points")
        return self._vector(prefix, self.name)

    @property
    def g_N(self) -> Array:
        """Gap (m); of several points the least."""
        return self._result[f"gN.{self._names[0]}"] if len(self._names) == 1 else np.min(self._columns("gN"), axis=0)

    @property
    def P_N(self) -> Array:
        """Normal percussion since the row before (N s)."""
        return self._column("PN")

    @property
    def P_F(self) -> Array:
        """Percussion of friction since the row before (N s), a column a tangent."""
        return self._tangents("PF")

    @property
    def la_N(self) -> Array:
        """Normal force (N)."""
        return self._column("laN")

    @property
    def la_F(self) -> Array:
        """Friction force (N), a column a tangent."""
        return self._tangents("laF")

    @property
    def La_N(self) -> Array:
        """Impulsive part of the normal percussion (N s)."""
        return self._column("LaN")

    @property
    def La_F(self) -> Array:
        """Impulsive part of friction's percussion (N s), a column a tangent."""
        return self._tangents("LaF")

    @property
    def has_forces(self) -> bool:
        """Whether the scheme has forces apart from percussions."""
        return f"laN.{self._names[0]}" in self._result._at

    @property
    def force(self) -> Array:
        """Force on the second body in inertial axes (N), a row a time."""
        if not self.has_forces:
            raise ModelError(f"scheme '{self._result.scheme}' has percussions alone, no forces: take percussion")
        return self._sum("la")

    @property
    def percussion(self) -> Array:
        """Percussion on the second body in inertial axes since the row before (N s), a row a time."""
        return self._sum("P")

    def _sum(self, prefix: str) -> Array:
        r = self._result
        p = r._equations()
        places = {part[0]: k for k, part in enumerate(p.contact_parts)}
        q, u = np.ascontiguousarray(r.q.array), np.ascontiguousarray(r.u.array)
        total = np.zeros((len(r), 3))
        for name in self._names:
            actions = p.actions([places[name]], r.t.tolist(), q, u).reshape(len(r), 5, 3)
            along = np.column_stack([r[f"{prefix}N.{name}"], self._vector(f"{prefix}F", name)])
            total += np.einsum("ti,tix->tx", along, actions[:, 1 : 1 + along.shape[1]])
        return total

    @property
    def bodies(self) -> tuple[str, str]:
        """Its first and its second body; ``"world"`` is what stands still."""
        part = next(part for part in self._result._equations().contact_parts if part[0] == self._names[0])
        return part[1] or "world", part[2] or "world"

    @property
    def events(self) -> list[Event]:
        """Its events."""
        return [e for e in self._result.events if e.contact in self._names]

    def __repr__(self) -> str:
        points = f", {len(self._names)} points" if len(self._names) > 1 else ""
        return f"<contact '{self.name}'{points}>"


class Contacts(Mapping[str, Contact]):
    """Contacts by name, also those of several points."""

    def __init__(self, result: Result, names: Sequence[str]) -> None:
        from ._reached import groups

        self._result = result
        self._names = list(names)
        self._groups = groups(self._names)

    def __getitem__(self, name: str) -> Contact:
        if name in self._groups:
            return Contact(self._result, name, self._groups[name])
        if name not in self._names:
            raise _unknown("contact", name, [*self._names, *self._groups])
        return Contact(self._result, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<contacts {', '.join([*self._groups, *self._names])}>"
