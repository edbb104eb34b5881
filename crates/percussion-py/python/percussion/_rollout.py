"""Many runs of one model at once."""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Sequence

import numpy as np

from . import _core
from ._errors import ModelError, needed
from ._settings import end, scheme_of, whole

if TYPE_CHECKING:
    from ._model import Model
    from .schemes import Scheme

__all__ = ["Rollout"]

LARGEST = 8 << 30
"""Bytes of the largest result."""
PART = 64
"""Runs that are kept, or sent to a worker, together."""
TOLD = 5
"""So many of the starts that cannot be are told."""


class Rollout:
    """Many runs: their last states, and the columns that were asked for.

    >>> import percussion
    >>> percussion.problems["bouncing-ball"]().rollout([[0.5], [1.0]], until=0.1)
    <percussion.Rollout: 2 runs, 2 done>
    """

    def __init__(self, t: Any, q: Any, u: Any, status: list[str], times: Any, data: Any, columns: Sequence[str]) -> None:
        self.t = t
        """Times reached (s), one a run."""
        self.q = q
        """Coordinates there, a row a run."""
        self.u = u
        """Velocities there, a row a run."""
        self.status = status
        """``done``, or why not."""
        self.times = times
        """Times of the rows of ``data`` (s)."""
        self.data = data
        """The columns asked for: ``data[run, row, column]``; nan behind the end of a run that stopped."""
        self.columns = list(columns)
        """Their names."""

    def __getitem__(self, column: str) -> Any:
        """A column: ``[run, row]``."""
        if column not in self.columns:
            from ._result import _unknown

            raise _unknown("column", column, self.columns)
        return self.data[:, :, self.columns.index(column)]

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        done = sum(s == "done" for s in self.status)
        return f"<percussion.Rollout: {len(self)} runs, {done} done>"


def rollout(
    model: Model, q0: Any, u0: Any, parameters: Mapping[str, Any] | None, controls: Mapping[str, Any] | None, hold: int,
    columns: Sequence[str] | None, every: int, scheme: str | Scheme | None, dt: float | None, until: float | None, tol: float | None,
    threads: int | None, engine: str, client: Any, folder: str | os.PathLike[str] | None, options: Mapping[str, Any],
) -> Rollout:
    """See :meth:`Model.rollout`."""
    p = model._build(check=False)
    name, values = scheme_of(p, scheme, tol, options)
    step, last = p.dt if dt is None else float(dt), end(p, until)
    every, hold = whole("every", every), whole("hold", hold)
    count = (os.cpu_count() or 1) if threads is None else whole("threads", threads)
    steps = int(np.ceil(last / step - 1e-9)) if np.isfinite(last) and 0.0 < step < np.inf and last / step <= 1e9 else 0
    per_run = {k: _numbers(k, v, 1) for k, v in (parameters or {}).items()}
    held = {k: _numbers(k, v, 2) for k, v in (controls or {}).items()}
    starts = [None if x is None else np.atleast_2d(np.asarray(x, dtype=float)) for x in (q0, u0)]
    counts = [len(x) for x in (*starts, *per_run.values()) if x is not None]
    counts += [len(x) for x in held.values() if x.ndim == 2 or (x.ndim == 1 and len(x) != -(-steps // hold))]
    n = max((c for c in counts if c != 1), default=1) if 0 not in counts else 0
    q, u = (_start(what, x, len(names), n) for what, x, names in zip(("q0", "u0"), starts, (p.q_names, p.u_names)))
    table = _parameters(per_run, n)
    inputs = _controls(model, held, n, -(-steps // hold))
    state = ["t", *(f"q.{c}" for c in p.q_names), *(f"u.{c}" for c in p.u_names)]
    asked = [] if columns is None else [columns] if isinstance(columns, str) else [str(c) for c in columns]
    wanted = list(dict.fromkeys([*asked, *state]))
    stride = max(steps, 1) if columns is None else every
    rows = -(-steps // stride) + 1
    if 8 * n * rows * len(wanted) > LARGEST:
        size = 8 * n * rows * len(wanted) / 2**30
        raise ModelError(f"the result would have {size:.0f} GB, 8 are allowed: give every= or fewer columns")
    batch = _Batch(model, (name, values, (step, last, stride, hold), wanted, list(per_run)), (q, u, table, inputs), n, count)
    flat, status, refused = batch.run(engine, client, folder)
    if refused:
        told = "; ".join(f"run {k}: {why}" for k, why in refused[:TOLD])
        more = f"; and {len(refused) - TOLD} more" if len(refused) > TOLD else ""
        raise ModelError(f"{len(refused)} of {n} runs cannot start: {told}{more}")
    data = flat.reshape(n, rows, len(wanted))
    at = [wanted.index(c) for c in state]
    # a run that stopped has its last state in its last row that is a number
    whole_rows = np.isfinite(data[:, :, at[0]]) if n else np.zeros((0, rows), dtype=bool)
    reached = np.where(whole_rows.any(axis=1), rows - 1 - np.argmax(whole_rows[:, ::-1], axis=1), 0)
    ends = data[np.arange(n), reached][:, at] if n else np.zeros((0, len(at)))
    nq = len(p.q_names)
    times = np.append(step * stride * np.arange(rows - 1), last)
    chosen = data[:, :, [wanted.index(c) for c in asked]] if wanted[: len(asked)] != asked or asked != wanted else data
    return Rollout(ends[:, 0], ends[:, 1 : 1 + nq], ends[:, 1 + nq :], list(status), times, chosen, asked)


Done = tuple[Any, list[str], list[tuple[int, str]]]


def _part(model: Model, how: Any, arrays: Any, n: int, threads: int) -> Done:
    """Runs that belong together: their numbers, how they ended, which cannot start."""
    (name, values, steps, wanted, names), (q, u, table, inputs) = how, arrays
    return _core.rollout(model._recipe(), name, values, steps, wanted, n, q, u, names, table, inputs, threads)


class _Batch:
    """Runs in parts, where they are kept in a folder or made on a cluster."""

    def __init__(self, model: Model, how: Any, arrays: Any, n: int, threads: int) -> None:
        self.model, self.how, self.arrays, self.n, self.threads = model, how, arrays, n, threads

    def run(self, engine: str, client: Any, folder: str | os.PathLike[str] | None) -> Done:
        """All runs."""
        if engine not in ("threads", "dask"):
            raise ModelError(f"engine = {engine!r} is not allowed; allowed: threads, dask")
        if engine == "threads" and folder is None:
            return _part(self.model, self.how, self.arrays, self.n, self.threads)
        from ._sweep import _Store

        store = None if folder is None else _Store(folder, self._key())
        firsts = range(0, self.n, PART)
        found: dict[int, Done] = {}
        for k in firsts:
            known = None if store is None else store.get(k)
            if known is not None:
                found[k] = known  # type: ignore[assignment]
        todo = [k for k in firsts if k not in found]
        for k, done in (self._dask(todo, client) if engine == "dask" else ((k, self._one(k, self.threads)) for k in todo)):
            found[k] = done
            if store is not None:
                store.put(k, done)  # type: ignore[arg-type]
        parts = [found[k] for k in firsts]
        refused = [(k + i, why) for k in firsts for i, why in found[k][2]]
        return np.concatenate([p[0] for p in parts]) if parts else np.zeros(0), [s for p in parts for s in p[1]], refused

    def _key(self) -> str:
        functions = [name for name, *_ in self.model._functions.items()]
        what = [self.model._kind, self.model._document, self.model._sets, self.model._inputs, functions, self.how]
        digest = hashlib.sha256(json.dumps(what, sort_keys=True, default=repr).encode())
        for x in self.arrays:
            digest.update(b"none" if x is None else x.tobytes())
        return digest.hexdigest()

    def _slice(self, k: int) -> tuple[Any, int]:
        q, u, table, inputs = self.arrays
        rows = slice(k, min(k + PART, self.n))
        own = inputs if len(inputs) == 1 else np.ascontiguousarray(inputs[rows])
        return (None if q is None else q[rows], None if u is None else u[rows], table[rows], own), rows.stop - k

    def _one(self, k: int, threads: int) -> Done:
        arrays, n = self._slice(k)
        return _part(self.model, self.how, arrays, n, threads)

    def _dask(self, todo: list[int], client: Any) -> Iterator[tuple[int, Done]]:
        distributed = needed("distributed", "dask")
        own: list[Any] = []
        if client is None:
            cluster = distributed.LocalCluster(n_workers=self.threads, threads_per_worker=1, dashboard_address=None)
            own = [distributed.Client(cluster), cluster]
            client = own[0]
        try:
            shared = client.scatter(self.model, broadcast=True, hash=False)
            futures = {client.submit(_part, shared, self.how, *self._slice(k), 1, pure=False, retries=3): k for k in todo}
            for f, done in distributed.as_completed(list(futures), with_results=True):
                yield futures[f], done
        finally:
            for c in own:
                c.close()


def _numbers(name: str, given: Any, most: int) -> Any:
    x = np.asarray(given, dtype=float)
    if x.ndim > most or not np.isfinite(x).all():
        shape = "a number, or one a run" if most == 1 else "numbers of the shape (steps,), (runs,) or (runs, steps)"
        what = f"the shape {x.shape}" if x.ndim > most else "numbers that are not finite"
        raise ModelError(f"'{name}' has {what}; allowed: {shape}")
    return np.atleast_1d(x)


def _start(name: str, given: Any, width: int, n: int) -> Any:
    """Initial values of n runs, a row each."""
    if given is None:
        return None
    if given.ndim != 2 or given.shape[1] != width or len(given) not in (1, n):
        raise ModelError(f"{name} has the shape {given.shape}; allowed: ({n}, {width}) or ({width},)")
    if not np.isfinite(given).all():
        k = int(np.argmin(np.isfinite(given).all(axis=1)))
        raise ModelError(f"{name} of run {k} has numbers that are not finite")
    return np.ascontiguousarray(np.broadcast_to(given, (n, width)))


def _parameters(given: Mapping[str, Any], n: int) -> Any:
    """A row a run, a column a parameter."""
    for name, x in given.items():
        if len(x) not in (1, n):
            raise ModelError(f"parameter '{name}' has {len(x)} values for {n} runs")
    return np.ascontiguousarray(np.stack([np.broadcast_to(x, (n,)) for x in given.values()], axis=1)) if given else np.zeros((n, 0))


def _controls(model: Model, given: Mapping[str, Any], n: int, rows: int) -> Any:
    """Blocks of rows of inputs, one for all runs where they are alike."""
    from ._result import _unknown

    for name in given:
        if name not in model._inputs:
            raise _unknown("input", name, list(model._inputs))
    if not given:
        return np.zeros((1, 0, len(model._inputs)))
    blocks = {}
    for name, x in given.items():
        if x.ndim == 1:
            x = x[None, :] if len(x) == rows and rows != n else x[:, None]
        if x.shape[0] not in (1, n) or x.shape[1] not in (1, rows):
            raise ModelError(f"the control '{name}' has the shape {np.shape(given[name])}; allowed: ({n}, {rows}), ({rows},) or ({n},)")
        blocks[name] = x
    runs = max(len(x) for x in blocks.values())
    own = {name: np.full((1, 1), value) for name, value in model._inputs.items()}
    return np.ascontiguousarray(np.stack([np.broadcast_to(x, (runs, rows)) for x in {**own, **blocks}.values()], axis=2))
