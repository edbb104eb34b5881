"""Prints python/percussion/schemes.py from the table of schemes: a class each, options typed and documented."""

from __future__ import annotations

import keyword

from percussion import _core

HEAD = '''"""The schemes as classes with typed options. Made by tools/scheme_classes.py from the program's table.

>>> from percussion import schemes
>>> schemes.Alpha(rho_inf=0.9).options()
{'rho_inf': '0.9'}
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "ALL",
    "Scheme",
%s]


class Scheme:
    """A scheme with its options; options that are None keep their defaults."""

    name: str = ""
    """Name as on the command line."""

    def __init__(self, **options: Any) -> None:
        self._given = {k: v for k, v in options.items() if v is not None}

    @staticmethod
    def text(value: Any) -> str:
        """An option as the program reads it."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, (list, tuple)):
            return ", ".join(Scheme.text(v) for v in value)
        if isinstance(value, (int, str)):
            return str(value)
        return repr(float(value))

    def options(self) -> dict[str, str]:
        """The options that were given."""
        return {k: self.text(v) for k, v in self._given.items()}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self._given.items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scheme) and self.name == other.name and self.options() == other.options()

    def __hash__(self) -> int:
        return hash((self.name, tuple(sorted(self.options().items()))))
'''


WORDS = ("order", "index")
"""Options that are numbers or a word."""


def type_of(name: str, default: str) -> str:
    if name == "stops":
        return "float | list[float] | str"
    if default in ("yes", "no"):
        return "bool"
    try:
        float(default or 0)
    except ValueError:
        return "str"
    return "float | str" if name in WORDS else "float"


def main() -> None:
    table = _core.schemes()
    names = {s["name"]: "".join(p.capitalize() for p in s["name"].split("-")) for s in table}
    out = [HEAD % "".join(f'    "{n}",\n' for n in sorted(names.values()))]
    for s in table:
        rows = "".join(f"\n    {o}: {h.rstrip('.')} (default {d or 'none'})." for o, d, h in s["options"])
        listed = f"\n\n    Options:\n{rows}\n    " if rows else ""
        arguments = "".join(
            f"        {o}{'_' if keyword.iskeyword(o) else ''}: {type_of(o, d)} | None = None,\n" for o, d, _ in s["options"]
        )
        given = ", ".join(f"{o}={o}" for o, _, _ in s["options"])
        star = "        *,\n" if arguments else ""
        can = ", ".join(s["supports"]) or "smooth systems"
        out.append(
            f'\n\nclass {names[s["name"]]}(Scheme):\n'
            f'    """{s["summary"][:1].upper() + s["summary"][1:]}.\n\n    Source: {s["source"]}.\n    Supports: {can}.{listed}"""\n\n'
            f'    name = "{s["name"]}"\n\n'
            f"    def __init__(\n        self,\n{star}{arguments}    ) -> None:\n        super().__init__({given})\n"
        )
    listing = "".join(f'    "{n}": {c},\n' for n, c in names.items())
    out.append(f'\n\nALL: dict[str, type[Scheme]] = {{\n{listing}}}\n"""All schemes by name."""\n')
    print("".join(out), end="")


if __name__ == "__main__":
    main()
