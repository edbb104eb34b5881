"""Many runs of one model: over a grid or over draws, on threads or on a Dask cluster."""

from __future__ import annotations

import functools
import hashlib
import inspect
import itertools
import json
import os
import pathlib
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any, Callable, Iterator, Mapping, Sequence

import numpy as np

from . import _core
from ._errors import ModelError, SimulationStopped, needed
from ._model import Model, _run
from ._result import Result

__all__ = ["Sweep", "draws", "sweep"]

Point = dict[str, Any]
MOST = 10_000_000


def draws(count: int, seed: int, **distributions: Any) -> list[Point]:
    """Random settings: ``name=(low, high)`` is uniform, ``name=f`` calls ``f(generator)``, a ``numpy.random.Generator`` made of ``seed``.

    Names are those of :meth:`Model.set <percussion.Model.set>`, with a dot as ``**{"floor.mu": (0.1, 0.4)}``. The draws are settings for
    :func:`sweep`; columns of them are ``parameters`` for :meth:`Model.rollout <percussion.Model.rollout>`. The same seed gives the same draws.

    >>> import percussion
    >>> percussion.draws(2, 1, mu=(0.0, 1.0)) == percussion.draws(2, 1, mu=(0.0, 1.0))
    True
    """
    if not 0 <= count <= MOST:
        raise ModelError(f"count = {count} is not allowed; allowed: 0 to {MOST} draws")
    generator = np.random.default_rng(seed)
    out = []
    for _ in range(count):
        point: Point = {}
        for name, d in distributions.items():
            point[name] = float(d(generator)) if callable(d) else float(generator.uniform(float(d[0]), float(d[1])))
        out.append(point)
    return out


def last_state(result: Result) -> dict[str, float]:
    """What is kept by default: the last coordinates and velocities, and what the run cost."""
    end = result.state()
    values = {f"q.{n}": float(v) for n, v in zip(end.q_names, end.q)}
    values.update({f"u.{n}": float(v) for n, v in zip(end.u_names, end.u)})
    values.update(t=end.t, events=float(len(result.events)), penetration=result.stats["penetration"])
    return values


class Sweep(Sequence[Any]):
    """What the runs kept, in the order of ``points``."""

    def __init__(self, points: list[Point], values: list[Any], status: list[str]) -> None:
        self.points = points
        """Settings of each run."""
        self.values = values
        """What was kept of each run; None where it raised."""
        self.status = status
        """``done``, or why not."""

    def __len__(self) -> int:
        return len(self.points)

    def __getitem__(self, k: Any) -> Any:
        return self.values[k]

    def to_pandas(self) -> Any:
        """A row a run: its settings, what was kept, how it ended."""
        pandas = needed("pandas", "tables")
        rows = []
        for point, value, status in zip(self.points, self.values, self.status):
            kept = value if isinstance(value, Mapping) else {"value": value}
            rows.append({**point, **kept, "status": status})
        return pandas.DataFrame(rows)

    def __repr__(self) -> str:
        done = sum(s == "done" for s in self.status)
        return f"<percussion.Sweep: {len(self)} runs, {done} done>"


def _points(over: Mapping[str, Sequence[Any]] | Sequence[Point]) -> list[Point]:
    if isinstance(over, Mapping):
        names = list(over)
        sizes = 1
        for values in over.values():
            sizes *= len(values)
        if sizes > MOST:
            raise ModelError(f"a sweep of {sizes} runs is too large; at most {MOST}")
        return [dict(zip(names, values)) for values in itertools.product(*over.values())]
    points = [dict(p) for p in over]
    if len(points) > MOST:
        raise ModelError(f"a sweep of {len(points)} runs is too large; at most {MOST}")
    return points


Apply = Callable[[Model, Point], Any]


def one(
    model: Model, point: Point, keep: Callable[[Result], Any], run: Mapping[str, Any], apply: Apply | None, stop: _core.Stop | None
) -> tuple[Any, str]:
    """One run of a sweep: what is kept and how it ended."""
    own = model.copy()
    if apply is None:
        own._set(point)
    changed = None if apply is None else apply(own, dict(point))
    if changed is not None and not isinstance(changed, Model):
        raise TypeError(f"apply returned {type(changed).__name__}; it must return a model or None")
    try:
        return keep(_run_with(own if changed is None else changed, stop, **run)), "done"
    except SimulationStopped as e:
        if stop is not None and stop.is_set():
            raise
        kept = None if e.result is None or len(e.result) == 0 else keep(e.result)
        return kept, str(e)


def _run_with(
    model: Model, stop: _core.Stop | None, scheme: Any = None, *, dt: float | None = None, until: float | None = None,
    every: int | None = None, tol: float | None = None, start: Any = None, progress: bool = False, **options: Any,
) -> Result:
    return _run(model, model._build(), scheme, dt, until, every, tol, start, progress, options, stop)


class _Store:
    """Results of a sweep in a folder, a file each, written whole."""

    def __init__(self, folder: str | os.PathLike[str], key: str) -> None:
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        manifest = self.folder / "sweep.json"
        if manifest.exists():
            if json.loads(manifest.read_text())["key"] != key:
                raise ModelError(f"the folder '{folder}' holds a sweep of other settings")
        elif any(self.folder.iterdir()):
            raise ModelError(f"the folder '{folder}' is not empty and holds no sweep")
        else:
            self._write(manifest, json.dumps({"key": key}).encode())

    def _write(self, path: pathlib.Path, content: bytes) -> None:
        temporary = path.with_suffix(f".{os.getpid()}.tmp")
        temporary.write_bytes(content)
        os.replace(temporary, path)

    def get(self, k: int) -> tuple[Any, str] | None:
        try:
            value: tuple[Any, str] = pickle.loads((self.folder / f"{k}.pickle").read_bytes())
            return value
        except (OSError, EOFError, pickle.UnpicklingError):
            return None

    def put(self, k: int, value: tuple[Any, str]) -> None:
        self._write(self.folder / f"{k}.pickle", pickle.dumps(value))


def _code(f: Any) -> Any:
    """What tells one function from another, as far as it can be seen."""
    while not hasattr(f, "__code__") and (hasattr(f, "whole") or hasattr(f, "call")):
        f = getattr(f, "whole", None) or f.call
    code = f if inspect.iscode(f) else getattr(f, "__code__", None)
    if code is None:
        return repr(type(f))
    return [code.co_code.hex(), code.co_names, [_code(c) if inspect.iscode(c) else repr(c) for c in code.co_consts]]


def _key(model: Model, points: list[Point], keep: Any, apply: Any, run: Mapping[str, Any]) -> str:
    functions = [(name, _code(f)) for name, (f, _) in sorted(model._functions.items())]
    what = [model._kind, model._document, model._sets, model._inputs, functions, points, _code(keep), _code(apply), {k: repr(v) for k, v in run.items()}]
    return hashlib.sha256(json.dumps(what, sort_keys=True, default=repr).encode()).hexdigest()


def sweep(
    model: Model,
    over: Mapping[str, Sequence[Any]] | Sequence[Point],
    *,
    keep: Callable[[Result], Any] = last_state,
    apply: Apply | None = None,
    engine: str = "threads",
    workers: int | None = None,
    client: Any = None,
    folder: str | os.PathLike[str] | None = None,
    each: Callable[[Point, Any], None] | None = None,
    progress: bool = False,
    **run: Any,
) -> Sweep:
    """Runs a model with many settings.

    ``over`` is a mapping of names to values (all combinations) or a list of settings such as
    :func:`draws` makes. ``keep`` takes each result and returns what stays of it. ``apply`` is called with a copy of
    the model and a setting, and changes the copy or returns another model, where :meth:`Model.set` is not enough. ``engine`` is
    ``"threads"``, or ``"dask"`` with a ``client`` of dask.distributed, the address of a scheduler, or neither:
    then a cluster is started on this machine. With a ``folder`` finished runs are kept there, and a sweep
    that was ended goes on where it was. ``each`` is called with the setting and what was kept of a run as it finishes. Other arguments are those of :meth:`Model.run`. The results do not
    depend on engine or number of workers.
    """
    points = _points(over)
    if engine not in ("threads", "dask"):
        raise ModelError(f"engine = {engine!r} is not allowed; allowed: threads, dask")
    if points and apply is None:
        model.copy().set(**points[0])._build()
    store = None if folder is None else _Store(folder, _key(model, points, keep, apply, run))
    found: dict[int, tuple[Any, str]] = {}
    if store is not None:
        for k in range(len(points)):
            value = store.get(k)
            if value is not None:
                found[k] = value
    todo = [k for k in range(len(points)) if k not in found]
    execute = _threads if engine == "threads" else _dask
    for k, value in execute(model, points, todo, keep, run, apply, workers, client):
        found[k] = value
        if store is not None:
            store.put(k, value)
        if each is not None:
            each(points[k], value[0])
        if progress:
            sys.stderr.write(f"\r{len(found)} of {len(points)} runs")
            sys.stderr.flush()
    if progress:
        sys.stderr.write("\r\x1b[K")
    ordered = [found[k] for k in range(len(points))]
    return Sweep(points, [v for v, _ in ordered], [s for _, s in ordered])


Executed = Iterator[tuple[int, tuple[Any, str]]]


def _threads(
    model: Model, points: list[Point], todo: list[int], keep: Any, run: Any, apply: Apply | None, workers: int | None, _client: Any
) -> Executed:
    jobs = [functools.partial(one, model, points[k], keep, run, apply) for k in todo]
    for k, value in on_threads(jobs, workers):
        yield todo[k], value


def on_threads(jobs: Sequence[Callable[[_core.Stop], Any]], workers: int | None) -> Iterator[tuple[int, Any]]:
    """Calls jobs on threads: what they return, as they end, with their numbers.

    A job receives a wish to stop, which is raised where one fails or the caller ends (Ctrl-C).
    """
    stop = _core.Stop()
    pool = ThreadPoolExecutor(workers or os.cpu_count() or 1)
    try:
        futures = {pool.submit(job, stop): k for k, job in enumerate(jobs)}
        failed: BaseException | None = None
        for f in as_completed(futures):
            if f.cancelled():
                continue
            if f.exception() is None:
                yield futures[f], f.result()
            elif failed is None:
                # what is finished is kept before the exception is raised
                failed = f.exception()
                stop.set()
                for other in futures:
                    other.cancel()
        if failed is not None:
            raise failed
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _dask(
    model: Model, points: list[Point], todo: list[int], keep: Any, run: Any, apply: Apply | None, workers: int | None, client: Any
) -> Executed:
    distributed = needed("distributed", "dask")

    own: list[Any] = []
    if client is None:
        cluster = distributed.LocalCluster(n_workers=workers or os.cpu_count() or 1, threads_per_worker=1, dashboard_address=None)
        own = [distributed.Client(cluster), cluster]
        client = own[0]
    elif isinstance(client, str):
        client = distributed.Client(client)
        own = [client]
    try:
        shared = client.scatter(model, broadcast=True, hash=False)
        futures = {client.submit(one, shared, points[k], keep, run, apply, None, pure=False, retries=3): k for k in todo}
        done = False
        try:
            for f, value in distributed.as_completed(list(futures), with_results=True):
                yield futures[f], value
            done = True
        finally:
            if not done:
                client.cancel(list(futures), force=True)
    finally:
        for c in own:
            c.close()
