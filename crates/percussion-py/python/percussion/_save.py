"""Results as files."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import os
import pathlib
import pickle
import re
import shutil
import subprocess
import tempfile
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
    if ending == ".pvd":
        return _pvd(result, pathlib.Path(path))
    write = WRITERS.get(ending)
    if write is None:
        other = ELSEWHERE.get(ending, f"'{ending}' is not a kind of file that results are saved as" if ending else "the path has no ending")
        raise ModelError(f"cannot save '{os.fspath(path)}': {other}; allowed: {', '.join([*WRITERS, '.pvd'])}")
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


def _pvd(result: Result, path: pathlib.Path) -> None:
    """The list of times, and beside it a folder with a file for each row."""
    from . import _core

    folder = path.with_suffix("")
    folder.mkdir(exist_ok=True)
    files: list[tuple[float, str]] = []

    def write(t: float, text: str) -> None:
        name = f"{len(files):06}.vtp"
        (folder / name).write_text(text, encoding="utf-8")
        files.append((t, f"{folder.name}/{name}"))

    contacts = [tuple(c) for c in result._meta.get("contact_rows", [])]
    _core.paraview(result._equations(), result.columns, result.data, contacts, write)
    with whole(path) as f:
        f.write(_core.collection(files).encode())


BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")


def _gif(result: Result) -> bytes:
    """The page of the viewer makes the film; a browser without a window opens it."""
    browser = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise ModelError(
            "films are made by a browser: install Chromium or Chrome, or name it in the environment variable CHROMIUM; "
            "or result.show() and 'save' there"
        )
    with tempfile.TemporaryDirectory(prefix="percussion-") as folder:
        page = pathlib.Path(folder) / "run.html"
        page.write_bytes(_html(result))
        flags = ["--headless", "--disable-gpu", "--enable-unsafe-swiftshader", "--no-first-run", f"--user-data-dir={folder}/profile"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            flags.append("--no-sandbox")
        command = [browser, *flags, "--window-size=960,720", "--virtual-time-budget=120000", "--dump-dom", f"{page.as_uri()}#export=gif"]
        try:
            out = subprocess.run(command, capture_output=True, timeout=180, check=False).stdout
        except (OSError, subprocess.TimeoutExpired) as e:
            raise ModelError(f"the browser '{browser}' made no film: {e}") from None
    found = re.search(rb'<pre id="export">([A-Za-z0-9+/=]+)</pre>', out)
    if found is None:
        raise ModelError(f"the browser '{browser}' made no film: result.show() and 'save' there tells why")
    return base64.b64decode(found[1])


def _mp4(result: Result) -> bytes:
    program = shutil.which("ffmpeg")
    if program is None:
        raise ModelError("'.mp4' needs ffmpeg on the path; '.gif' does not")
    with tempfile.TemporaryDirectory(prefix="percussion-") as folder:
        film, out = pathlib.Path(folder) / "run.gif", pathlib.Path(folder) / "run.mp4"
        film.write_bytes(_gif(result))
        even = ["-vf", "scale=trunc(iw/2)*2:trunc(ih/2)*2", "-pix_fmt", "yuv420p"]
        done = subprocess.run([program, "-loglevel", "error", "-y", "-i", str(film), *even, str(out)], capture_output=True, text=True, check=False)
        if done.returncode:
            raise ModelError(f"ffmpeg made no film: {done.stderr.strip()}")
        return out.read_bytes()


WRITERS: dict[str, Callable[[Any], bytes]] = {
    ".npz": _npz, ".csv": _csv, ".parquet": _parquet, ".h5": _h5, ".html": _html, ".gif": _gif, ".mp4": _mp4,
}
PARAVIEW = "ParaView opens '.pvd', which has the shapes of all rows"
ELSEWHERE = {".vtu": PARAVIEW, ".vtk": PARAVIEW, ".vtp": PARAVIEW, ".webm": "films are '.gif' or '.mp4'"}
