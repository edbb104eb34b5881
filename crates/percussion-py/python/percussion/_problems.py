"""The named problems."""

from __future__ import annotations

from typing import Any, Iterator, Mapping

from . import _core
from ._model import Model
from ._result import _unknown

__all__ = ["Problem", "Problems", "problems"]


class Problem:
    """A named problem; called with settings it gives a model."""

    def __init__(self, info: Mapping[str, Any]) -> None:
        self._info = dict(info)

    @property
    def name(self) -> str:
        """Name."""
        return str(self._info["name"])

    @property
    def summary(self) -> str:
        """One line about it."""
        return str(self._info["summary"])

    @property
    def source(self) -> str:
        """Where it comes from."""
        return str(self._info["source"])

    @property
    def parameters(self) -> dict[str, tuple[str, str]]:
        """All settings: default and meaning by name."""
        return {name: (default, meaning) for name, default, meaning in _core.parameters(self.name)}

    def __call__(self, **settings: Any) -> Model:
        """The model with these settings."""
        return Model.from_problem(self.name, **settings)

    def __repr__(self) -> str:
        return f"<problem '{self.name}': {self.summary}>"


class Problems(Mapping[str, Problem]):
    """All named problems.

    >>> import percussion
    >>> percussion.problems["woodpecker"](mu=0.3)
    <percussion.Model: problem 'woodpecker', mu=0.3>
    """

    def __init__(self) -> None:
        self._all: dict[str, Problem] | None = None

    def _table(self) -> dict[str, Problem]:
        if self._all is None:
            self._all = {p["name"]: Problem(p) for p in _core.problems()}
        return self._all

    def __getitem__(self, name: str) -> Problem:
        found = self._table().get(name)
        if found is None:
            raise _unknown("problem", name, list(self._table()))
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._table())

    def __len__(self) -> int:
        return len(self._table())

    def __repr__(self) -> str:
        return f"<{len(self)} problems: {', '.join(list(self)[:6])}, ...>"


problems = Problems()
"""The named problems by name."""
