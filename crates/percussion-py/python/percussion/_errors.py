"""Exceptions of the package."""

from __future__ import annotations

from typing import Any


class ModelError(ValueError):
    """A model, a start or a setting that cannot be; the text says what would be allowed."""


class UnknownNameError(ModelError, KeyError):
    """A name that does not exist; the text offers the nearest one."""

    def __str__(self) -> str:
        return ValueError.__str__(self)


class SimulationStopped(RuntimeError):
    """A run that could not reach its end.

    ``result`` holds everything up to where it stopped.
    """

    def __init__(self, message: str, result: Any = None) -> None:
        super().__init__(message)
        self.result: Any = result
        """What there is up to where it stopped: a :class:`Result`; of :func:`static` the equilibria, of steps the :class:`State`."""

    def __reduce__(self) -> tuple[type, tuple[str, Any]]:
        return (type(self), (str(self), self.result))
