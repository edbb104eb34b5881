"""Exceptions of the package."""

from __future__ import annotations

import importlib
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


def needed(module: str, extra: str) -> Any:
    """An optional module; where it is missing the error names what to install."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as e:
        if e.name is None or not (module == e.name or module.startswith(f"{e.name}.")):
            raise
        package = module.partition(".")[0]
        raise ModuleNotFoundError(f"this needs {package}: pip install 'percussion[{extra}]', or pip install {package}", name=e.name) from None
