"""Writes dictionaries as TOML, in the form of model files."""

from __future__ import annotations

import json
import math
from typing import Any, Mapping, Sequence

from ._errors import ModelError

_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def _key(name: str) -> str:
    return name if name and all(c in _BARE for c in name) else json.dumps(name)


def _value(v: Any, where: str) -> str:
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, str):
        return json.dumps(str(v), ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(v, int):
        return str(v)
    if isinstance(v, float):
        if not math.isfinite(v):
            raise ModelError(f"{where} = {v} is not allowed; allowed: a finite number")
        return repr(v)
    if isinstance(v, Mapping):
        inner = ", ".join(f"{_key(k)} = {_value(x, f'{where}.{k}')}" for k, x in v.items())
        return "{ " + inner + " }" if inner else "{}"
    if isinstance(v, Sequence):
        return "[" + ", ".join(_value(x, where) for x in v) + "]"
    if hasattr(v, "tolist"):
        return _value(v.tolist(), where)
    raise TypeError(f"{where}: a model cannot contain {type(v).__name__}")


def _table(out: list[str], path: str, table: Mapping[str, Any]) -> None:
    later: list[tuple[str, Any]] = []
    for key, v in table.items():
        rows = isinstance(v, Sequence) and not isinstance(v, str) and v and all(isinstance(x, Mapping) for x in v)
        if rows and not path.count("."):
            later.append((key, v))
        elif isinstance(v, Mapping) and not path:
            later.append((key, v))
        else:
            out.append(f"{_key(key)} = {_value(v, f'{path}.{key}' if path else key)}")
    for key, v in later:
        inner = f"{path}.{_key(key)}" if path else _key(key)
        if isinstance(v, Mapping):
            out.append(f"\n[{inner}]")
            _table(out, inner, v)
        else:
            for row in v:
                out.append(f"\n[[{inner}]]")
                _table(out, inner, row)


def dumps(document: Mapping[str, Any]) -> str:
    """A document as TOML text."""
    out: list[str] = []
    _table(out, "", document)
    return "\n".join(out) + "\n"
