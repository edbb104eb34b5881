"""Linear complementarity problems: w = M z + q, 0 <= w, z and w.z = 0.

>>> from percussion import lcp
>>> lcp.solve([[2.0, 1.0], [1.0, 2.0]], [-5.0, -6.0]).z.tolist()
[1.3333333333333333, 2.3333333333333335]
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from . import _core

__all__ = ["Solution", "solve"]


@dataclasses.dataclass(frozen=True)
class Solution:
    """A solution, or the best point found."""

    z: Any
    """The unknowns."""
    w: Any
    """M z + q."""
    solved: bool
    """Whether it is a solution."""
    status: str
    """``solved``, ``no solution`` where it is proved that there is none, or ``not found``."""


def solve(M: Any, q: Any, *, solver: str = "auto") -> Solution:
    """Solves a problem; ``solver`` is auto, lemke, pivoting, murty, gauss-seidel, newton, min-map or enumerate."""
    M = np.ascontiguousarray(np.atleast_2d(np.asarray(M, dtype=float)))
    q = np.ascontiguousarray(np.atleast_1d(np.asarray(q, dtype=float)))
    if q.ndim != 1 or M.ndim != 2:
        raise ValueError(f"M must be a matrix and q a vector, not arrays of {M.ndim} and {q.ndim} dimensions")
    z, solved, status = _core.lcp_solve(M, q, solver)
    return Solution(z, M @ z + q, solved, status)
