"""Results as files."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pathlib
import pickle
from typing import IO, TYPE_CHECKING, Any, Callable, Iterator

import numpy as np

from ._errors import ModelError, needed

if TYPE_CHECKING:
    from ._result import Result


@contextlib.contextmanager
def whole(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A file that has its name once it is whole."""
    target = os.fspath(path)
    temporary = f"{target}.{os.getpid()}.tmp"
    try:
        with open(temporary, "wb") as f:
            yield f
        os.replace(temporary, target)
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def save(result: Result, path: str | os.PathLike[str]) -> None:
    """See :meth:`Result.save`."""
    ending = pathlib.PurePath(path).suffix.lower()
    write = WRITERS.get(ending)
    if write is None:
        other = ELSEWHERE.get(ending, f"'{ending}' is not a kind of file that results are saved as" if ending else "the path has no ending")
        raise ModelError(f"cannot save '{os.fspath(path)}': {other}; allowed: {', '.join(WRITERS)}")
    content = write(result)
    with whole(path) as f:
        f.write(content)


def _npz(result: Result) -> bytes:
    model = result._meta.get("model")
    source = b"" if model is None else pickle.dumps(model)
    meta = json.dumps({k: v for k, v in result._meta.items() if k != "model"})
    out = io.BytesIO()
    np.savez_compressed(
        out, data=result.data, columns=np.array(result.columns), meta=np.array(meta), model=np.frombuffer(source, dtype=np.uint8)
    )
    return out.getvalue()


def _csv(result: Result) -> bytes:
    names = (f'"{c}"' if "," in c or '"' in c else c for c in result.columns)
    # the shortest digits that give the same number
    rows = (",".join(map(repr, row)) for row in result.data.tolist())
    return "\n".join([",".join(names), *rows, ""]).encode()


def _parquet(result: Result) -> bytes:
    arrow, parquet = needed("pyarrow", "files"), needed("pyarrow.parquet", "files")
    table = arrow.table({c: np.ascontiguousarray(result.data[:, k]) for k, c in enumerate(result.columns)})
    out = io.BytesIO()
    parquet.write_table(table, out)
    return out.getvalue()


def _h5(result: Result) -> bytes:
    h5py = needed("h5py", "files")
    out = io.BytesIO()
    with h5py.File(out, "w") as f:
        for k, name in enumerate(result.columns):
            f.create_dataset(f"columns/{name.replace('/', '_')}", data=result.data[:, k])
        for key in ("t", "un_pre", "un_post", "impulse"):
            f.create_dataset(f"events/{key}", data=np.array([getattr(e, key) for e in result.events]))
        for key in ("kind", "contact"):
            f.create_dataset(f"events/{key}", data=[getattr(e, key) for e in result.events], dtype=h5py.string_dtype())
        for key in ("name", "scheme", "dt", "status"):
            f.attrs[key] = getattr(result, key)
        for key, value in result.stats.items():
            f.attrs[f"stats.{key}"] = value
    return out.getvalue()


def _html(result: Result) -> bytes:
    from ._show import page

    return page([result]).encode()


WRITERS: dict[str, Callable[[Any], bytes]] = {".npz": _npz, ".csv": _csv, ".parquet": _parquet, ".h5": _h5, ".html": _html}
FILM = "films are made of the page: result.show(), then 'gif' or 'film' there"
PARAVIEW = "files for ParaView are written by the program: percussion run MODEL.toml --formats vtk"
ELSEWHERE = {".vtu": PARAVIEW, ".pvd": PARAVIEW, ".vtk": PARAVIEW, ".vtp": PARAVIEW, ".mp4": FILM, ".gif": FILM, ".webm": FILM}
