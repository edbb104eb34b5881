"""Prints python/percussion/_keys.py: the keys that the methods of models take, from the schema of model files."""

from __future__ import annotations

import ast
import json
import pathlib
import textwrap
from typing import Any

from percussion import _core

PARTS = pathlib.Path(__file__).parents[1] / "python" / "percussion" / "_parts.py"
SECTIONS = {
    "bodies": "BodySpec", "joints": "JointSpec", "forces": "ForceSpec", "shapes": "ShapeSpec", "contacts": "ContactSpec",
    "friction": "FrictionSpec", "collide": "CollideSpec",
}
METHODS = {
    "body": "bodies", "point": "bodies", "planar": "bodies", "spatial": "bodies", "bar": "bodies", "beam": "bodies",
    "spline_beam": "bodies", "floating_beam": "bodies", "rod": "bodies", "joint": "joints", "force": "forces", "spring": "forces",
    "actuator": "forces", "distributed": "forces", "shape": "shapes", "collider": "shapes", "contact": "contacts", "friction": "friction",
}


def kind(entry: dict[str, Any]) -> str:
    """The Python type of a key."""
    words = json.dumps(entry)
    return "str" if "#/$defs/Text" in words and "array" not in words else "bool" if '"boolean"' in words else "Any"


def main() -> None:
    """Prints the module."""
    defs = json.loads(_core.schema())["$defs"]
    keys = {
        section: {k: (" ".join(v.get("description", "").split()), kind(v)) for k, v in defs[spec]["properties"].items() if k != "name"}
        for section, spec in SECTIONS.items()
    }
    own: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse(PARTS.read_text())):
        if isinstance(node, ast.FunctionDef) and node.name in METHODS:
            own[node.name] = {a.arg for a in node.args.args + node.args.kwonlyargs}
    print('"""Keys of the parts of models. Written by tools/part_keys.py from the schema of model files."""\n')
    print("from __future__ import annotations\n\nfrom typing import Any, TypedDict\n")
    print("TEXTS: dict[str, dict[str, str]] = {")
    for section, of in keys.items():
        print(f'    "{section}": {{')
        for name, (text, _) in of.items():
            print(textwrap.fill(f"{json.dumps(name)}: {json.dumps(text, ensure_ascii=False)},", 10_000, initial_indent=" " * 8))
        print("    },")
    print('}\n"""What each key of a section means."""\n')
    print("SECTIONS = {")
    for method, section in METHODS.items():
        print(f'    "{method}": "{section}",')
    print('}\n"""Where the entries of each method stand."""\n')
    for method, section in METHODS.items():
        fixed = own[method] | {"type"}
        print(f"\nclass {method.title().replace('_', '')}Keys(TypedDict, total=False):")
        print(f'    """Further keys of :meth:`Model.{method}`."""\n')
        for name, (_, type_) in keys[section].items():
            if name not in fixed:
                print(f"    {name}: {type_}")


if __name__ == "__main__":
    main()
