"""Frictional contact problems: find r and u = G r + q that fulfil Signorini's and Coulomb's laws.

A contact has ``dim`` rows, the normal one first: ``0 <= u_N`` and ``r_N >= 0`` with ``u_N r_N = 0``, and friction with
``|r_T| <= mu r_N`` against sliding.

>>> from percussion import contact
>>> s = contact.solve([[1.0, 0.0], [0.0, 1.0]], [-1.0, 1.0], 0.5, dim=2)
>>> s.r.round(9).tolist(), s.modes
([1.0, -0.5], ['slip'])
"""

from __future__ import annotations

import dataclasses
import os
import pathlib
from typing import Any, Mapping

import numpy as np

from . import _core
from ._errors import ModelError

__all__ = ["Solution", "read", "solve"]

WORK = 3e11
"""Multiplications after which a solver gives up: some minutes."""


@dataclasses.dataclass(frozen=True)
class Solution:
    """A solution, or the best point found."""

    r: Any
    """Reactions, contact by contact."""
    u: Any
    """Relative velocities, G r + q."""
    status: str
    """``solved``, or how the solver ended."""
    solver: str
    """The solver that gave it."""
    residual: float
    """Residual of the natural map, scaled: a pure number."""
    published_error: float
    """Natural map over max(\\|q\\|, \\|r\\|, \\|u\\|), as it is published; it depends on the units."""
    iterations: int
    """Iterations of that solver."""
    factorisations: int
    """Factorisations of all that was tried."""
    modes: list[str]
    """What each contact does: ``open``, ``stick`` or ``slip``."""
    unique: bool | None
    """Whether it is the only solution; None where that is not known."""
    why: str
    """Why it is unique, or not."""

    @property
    def solved(self) -> bool:
        """Whether it is a solution."""
        return self.status == "solved"


def _solution(found: Mapping[str, Any]) -> Solution:
    return Solution(**found)


def _rows(M: Any) -> tuple[list[int], list[int], list[float], tuple[int, int]]:
    """A matrix, or a sparse one of SciPy, row by row."""
    if hasattr(M, "tocsr"):
        csr = M.tocsr().copy()
        csr.sum_duplicates()
        return csr.indptr.tolist(), csr.indices.tolist(), csr.data.astype(float).tolist(), csr.shape
    dense = np.asarray(M, dtype=float)
    if dense.ndim != 2:
        raise ModelError(f"M must be a matrix, not an array of {dense.ndim} dimensions")
    row, column = np.nonzero(dense)
    starts = np.searchsorted(row, np.arange(len(dense) + 1))
    return starts.tolist(), column.tolist(), dense[row, column].tolist(), (dense.shape[0], dense.shape[1])


def solve(
    M: Any, q: Any, mu: Any, *, dim: int = 3, start: Any = None, solver: str = "auto", tol: float = 1e-10, work: float = WORK
) -> Solution:
    """Solves u = M r + q with the laws of contact and friction.

    ``M`` is the Delassus matrix W M^-1 W^T, an array or a sparse matrix of SciPy; ``mu`` a coefficient or one a contact;
    ``dim`` the rows of a contact: 3 in space, 2 in the plane, 1 without friction. ``start`` are reactions to start from. ``solver`` is auto,
    dense, lcp, nsgs, newton, interior-point, path or admm. After ``work`` multiplications it gives up.
    """
    if dim not in (1, 2, 3):
        raise ModelError(f"dim = {dim} is not allowed; allowed: 1, 2, 3")
    q = np.atleast_1d(np.asarray(q, dtype=float))
    starts, columns, values, shape = _rows(M)
    if q.ndim != 1 or shape != (len(q), len(q)):
        raise ModelError(f"M is {shape[0]} x {shape[1]} and q has the shape {q.shape}: M must be square, with a row an entry of q")
    if len(q) % dim:
        raise ModelError(f"q has {len(q)} entries, which are no contacts of {dim} rows each")
    count = len(q) // dim
    friction = np.asarray(mu, dtype=float)
    if friction.ndim > 1 or friction.ndim == 1 and len(friction) != count:
        raise ModelError(f"mu has the shape {friction.shape}; allowed: a number, or {count} of them")
    coefficients = np.broadcast_to(friction, (count,)).tolist()
    begin = None if start is None else np.asarray(start, dtype=float).ravel().tolist()
    return _solution(
        _core.contact_solve((starts, columns, values), q.tolist(), coefficients, dim, begin, solver, float(tol), float(work))
    )


def read(path: str | os.PathLike[str], *, solver: str = "auto", tol: float = 1e-10, work: float = WORK) -> Solution:
    """Solves a problem from a file: local or global form (``.dat``), by bodies (``.fcb``), or JSON as the program writes it."""
    text = pathlib.Path(path).read_text(encoding="utf-8", errors="replace")
    return _solution(_core.contact_file(text, solver, float(tol), float(work)))
