"""Results in the viewer: in a notebook, or in a browser."""

from __future__ import annotations

import html
import json
import os
import pathlib
import tempfile
import webbrowser
from typing import TYPE_CHECKING, Sequence

from . import _core
from ._errors import ModelError

if TYPE_CHECKING:
    from ._result import Result

MOST_RUNS = 4
HEIGHT = 560


def scene(result: Result) -> str:
    """A result as ``scene.json``."""
    model = result._meta.get("model")
    known = model is not None or result._prepared is not None
    text = None
    if model is not None:
        try:
            text = model.to_toml()
        except ModelError:
            # a model with functions has no file
            pass
    summary = {"status": result.status, "scheme": result.scheme, "dt": result.dt, **result.stats, "error": result.error, "notes": result.notes}
    events = [tuple(e) for e in result._meta["events"]]
    contacts = [tuple(c) for c in result._meta.get("contact_rows", [])]
    title = f"{result.name} with {result.scheme}"
    equations = result._equations() if known else None
    return _core.scene(equations, result.columns, result.data, events, contacts, title, text, json.dumps(summary))


def page(results: Sequence[Result]) -> str:
    """Results in one page that needs nothing else."""
    if len(results) > MOST_RUNS:
        raise ModelError(f"a page shows up to {MOST_RUNS} runs, not {len(results)}")
    title = ", ".join(dict.fromkeys(r.name for r in results))
    return _core.page(f"{title} · Percussion", [scene(r) for r in results])


def frame(results: Sequence[Result], height: int = HEIGHT) -> str:
    """The page within another one. It cannot reach what is around it."""
    inner = html.escape(page(results), quote=True)
    return (
        f'<iframe srcdoc="{inner}" sandbox="allow-scripts allow-downloads" width="100%" height="{int(height)}" '
        'style="border: 0" title="Percussion"></iframe>'
    )


def in_notebook() -> bool:
    """Whether a notebook shows what is displayed."""
    try:
        from IPython import get_ipython  # type: ignore[attr-defined, unused-ignore]
    except ImportError:
        return False
    shell = get_ipython()  # type: ignore[no-untyped-call, unused-ignore]
    return shell is not None and hasattr(shell, "kernel")


def write(path: str | os.PathLike[str], text: str) -> pathlib.Path:
    """Writes a page under its name once it is whole."""
    target = pathlib.Path(path)
    temporary = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    try:
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
    return target


def show(results: Sequence[Result], path: str | os.PathLike[str] | None, browser: bool | None, height: int) -> pathlib.Path | None:
    """See :meth:`Result.show`."""
    if path is None and browser is None and in_notebook():
        from IPython.display import HTML, display

        display(HTML(frame(results, height)))  # type: ignore[no-untyped-call, unused-ignore]
        return None
    if path is None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="percussion-"))
        path = folder / "run.html"
    written = write(path, page(results))
    if browser or browser is None:
        webbrowser.open(written.resolve().as_uri())
    return written
