"""Nonsmooth multibody dynamics: rigid and flexible bodies, joints, contacts, impacts, Coulomb friction.

>>> import percussion
>>> result = percussion.problems["rotating-ball"]().run(until=1.0)
>>> [e.kind for e in result.events]
['impact', 'stick']
"""

from __future__ import annotations

from . import analysis, contact, lcp, math, schemes
from ._core import Jet, __version__
from ._errors import ModelError, SimulationStopped, UnknownNameError
from ._functions import Function, WithJacobian, function, with_jacobian
from ._contacts import Contact
from ._model import Model
from ._problems import Problem, Problems, problems
from ._reached import ContactState, Reached
from ._result import Body, Columns, ContactRow, Event, Result, State
from ._rollout import Rollout
from ._steps import Steps
from ._sweep import Sweep, draws, sweep
from .analysis import check, compare, frequencies, order, profile, static, work_precision
from .schemes import *

__all__ = [
    "Body", "Columns", "Contact", "ContactRow", "ContactState", "Event", "Function", "Jet", "Model", "ModelError", "Problem", "Problems",
    "Reached", "Result", "Rollout", "SimulationStopped", "State", "Steps", "Sweep", "UnknownNameError", "WithJacobian", "__version__", "analysis", "check",
    "compare", "contact", "draws", "frequencies", "function", "lcp", "math", "order", "problems", "profile", "schemes", "static",
    "sweep", "with_jacobian", "work_precision",
]
