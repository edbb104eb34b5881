"""Nonsmooth multibody dynamics: rigid and flexible bodies, joints, contacts, impacts, Coulomb friction.

>>> import percussion
>>> result = percussion.problems["rotating-ball"]().run(until=1.0)
>>> [e.kind for e in result.events]
['impact', 'stick']
"""

from __future__ import annotations

from . import lcp, math, schemes
from ._core import Jet, __version__
from ._errors import ModelError, SimulationStopped, UnknownNameError
from ._functions import Function, function
from ._model import Model, Rollout
from ._problems import Problem, Problems, problems
from ._result import Body, Contact, Event, Result, State
from ._steps import Steps
from ._sweep import Sweep, draws, sweep
from .schemes import Scheme

__all__ = [
    "Body", "Contact", "Event", "Function", "Jet", "Model", "ModelError", "Problem", "Problems", "Result", "Rollout",
    "Scheme", "SimulationStopped", "State", "Steps", "Sweep", "UnknownNameError", "__version__", "draws", "function", "lcp", "math",
    "problems", "schemes", "sweep",
]


def __getattr__(name: str) -> object:
    from .schemes import ALL

    for cls in ALL.values():
        if cls.__name__ == name:
            return cls
    raise AttributeError(f"module 'percussion' has no attribute {name!r}")
