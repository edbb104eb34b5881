"""Writes docs/book/python-api.md from the docstrings of the Python package: python3 tools/python_api.py [--check]

The package is read, not imported, so that nothing needs to be built. --check fails where a public name is missing in the page.
"""

import ast
import inspect
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "crates" / "percussion-py" / "python" / "percussion"
PAGE = ROOT / "docs" / "book" / "python-api.md"
MODULES = ["analysis", "contact", "lcp", "math"]
HEAD = """# Python reference

All public names of the package with their docstrings, written by `make tables`. [From Python](../python.md) is the introduction; a model's
keyword arguments are the keys of [model files](../model-files.md), symbols are in the [glossary](../../crates/percussion/src/notation.md).
"""


def definitions():
    """Classes and functions of the package by module and name."""
    found = {}
    for file in sorted(PACKAGE.glob("*.py*")):
        if file.suffix in (".py", ".pyi"):
            body = ast.parse(file.read_text(encoding="utf-8")).body
            for node in body:
                if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                    found.setdefault(file.stem, {}).setdefault(node.name, node)
    return found


def text(node):
    """A docstring as Markdown: examples become code, references to names become code."""
    out, example = [], False
    for line in inspect.cleandoc(ast.get_docstring(node) or "").split("\n"):
        starts = line.lstrip().startswith((">>>", "..."))
        if starts and not example:
            out += ["", "```python"]
            example = True
        elif example and not line.strip():
            out.append("```")
            example = False
        if not example:
            for role in ("meth", "class", "func", "attr", "mod"):
                line = line.replace(f":{role}:`", "`")
            line = line.replace("``", "`").replace("`~", "`")
        out.append(line)
    return "\n".join(out + ["```"] * example).strip()


def signature(node):
    arguments = ast.unparse(node.args)
    parts = [p for p in arguments.split(", ") if p not in ("self", "cls", "/")]
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({', '.join(parts)}){returns}"


def entry(node, level, owner=""):
    mark = "#" * level
    if isinstance(node, ast.FunctionDef):
        named = any("property" in ast.unparse(d) for d in node.decorator_list)
        shown = f"{owner}{node.name}" if named else f"{owner}{signature(node)}"
        return f"\n{mark} `{owner}{node.name}`\n\n```python\n{shown}\n```\n\n{text(node)}\n"
    lines = [f"\n{mark} `{node.name}`\n\n{text(node)}\n"]
    for child in node.body:
        if isinstance(child, ast.FunctionDef) and not child.name.startswith("_") and ast.get_docstring(child):
            lines.append(entry(child, level + 1, f"{node.name}."))
    return "".join(lines)


def bases(node, found):
    """Methods that a class takes from private base classes of the package."""
    for base in node.bases:
        for module in found.values():
            other = module.get(ast.unparse(base))
            if other is not None and other.name.startswith("_"):
                yield from other.body
                yield from bases(other, found)


def page():
    found = definitions()
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    public = next(n.value for n in tree.body if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "__all__")
    names = [n for n in ast.literal_eval(public) if not n.startswith("__")]
    parts, missing = [HEAD, "\n## percussion\n"], []
    for name in names:
        if (PACKAGE / f"{name}.py").exists():
            continue
        node = next((module[name] for module in found.values() if name in module), None)
        if node is None:
            missing.append(name)
            continue
        if isinstance(node, ast.ClassDef):
            node.body = node.body + list(bases(node, found))
        parts.append(entry(node, 3))
    for module in MODULES:
        source = ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8"))
        parts.append(f"\n## percussion.{module}\n\n{text(source)}\n")
        parts += [entry(node, 3) for name, node in found[module].items() if not name.startswith("_") and name not in names and ast.get_docstring(node)]
    parts.append("\n## percussion.schemes\n\nOne class per scheme; keyword arguments are its options, described in [schemes](../schemes.md).\n\n| class | what it is |\n|---|---|\n")
    for name, node in found["schemes"].items():
        if not name.startswith("_"):
            first = text(node).split("\n\n")[0].replace("\n", " ").replace("|", "\\|")
            parts.append(f"| `{name}` | {first} |\n")
    others = [n for n in missing if n != "problems"]
    assert not others, f"no definition of {others}"
    parts.append("\n## percussion.problems\n\n`percussion.problems[\"woodpecker\"]` is a `Problem`; calling it with its parameters makes a model.\n")
    return "".join(parts), names


def main():
    made, names = page()
    if "--check" in sys.argv:
        kept = PAGE.read_text(encoding="utf-8")
        missing = [n for n in names if f"`{n}`" not in kept and f"percussion.{n}" not in kept]
        if missing:
            sys.exit(f"docs/book/python-api.md lacks {', '.join(missing)}: run 'make tables'")
        return
    PAGE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
