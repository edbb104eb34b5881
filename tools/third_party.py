"""Writes THIRD-PARTY.md: the packages that are linked into the program, the Python package and the viewer, with their licences.

python3 tools/third_party.py [--check]   needs cargo's registry (any build fills it) and viewer/node_modules; --check compares names and versions.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OWN = {"percussion", "percussion-cli", "percussion-page", "percussion-py", "percussion-wasm"}
VIEWER = ["three", "uplot"]
BOOK = ["katex", "highlight.js"]
LICENCE = re.compile(r"(licen[cs]e|copying|notice|unlicense)", re.I)
PREAMBLE = """# Third-party software

Packages that are linked into the program `percussion` and the Python package (Rust), bundled into the viewer, or copied beside the pages of the book. Written by
`make notices`; where a package offers several licences, MIT is the one used, if it is among them.

"""


def linked():
    """Packages that the program and the Python package link, without those of build scripts and tests."""
    out = subprocess.run(["cargo", "metadata", "--format-version=1", "--locked"], cwd=ROOT, check=True, capture_output=True, text=True)
    data = json.loads(out.stdout)
    packages = {p["id"]: p for p in data["packages"]}
    nodes = {n["id"]: n for n in data["resolve"]["nodes"]}
    todo = [p["id"] for p in data["packages"] if p["name"] in OWN]
    seen = set(todo)
    while todo:
        for dep in nodes[todo.pop()]["deps"]:
            macro = any("proc-macro" in t["kind"] for t in packages[dep["pkg"]]["targets"])
            normal = any(k["kind"] is None for k in dep["dep_kinds"])
            if normal and not macro and dep["pkg"] not in seen:
                seen.add(dep["pkg"])
                todo.append(dep["pkg"])
    found = [packages[i] for i in seen if packages[i]["name"] not in OWN]
    return [(p["name"], p["version"], p["license"] or "see text", pathlib.Path(p["manifest_path"]).parent, "Rust") for p in sorted(found, key=lambda p: (p["name"], p["version"]))]


def scripts():
    lock = json.loads((ROOT / "viewer" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    rows = []
    for names, use in ((VIEWER, "viewer"), (BOOK, "book")):
        for name in names:
            entry = lock.get(f"node_modules/{name}")
            if entry:
                rows.append((name, entry["version"], entry["license"], ROOT / "viewer" / "node_modules" / name, use))
    return rows


def texts(folder):
    for path in sorted(folder.iterdir()):
        if path.is_file() and LICENCE.match(path.name):
            yield path.name, path.read_text(encoding="utf-8", errors="replace").strip()


def chosen(found):
    """The MIT text where there are several."""
    mit = [t for n, t in found if "mit" in n.lower()]
    return mit or [t for _, t in found if "apache" not in _.lower()] or [t for _, t in found]


def main():
    rows = linked() + scripts()
    table = "| package | version | licence | part |\n|---|---|---|---|\n"
    table += "".join(f"| {name} | {version} | {licence} | {use} |\n" for name, version, licence, _, use in rows)
    target = ROOT / "THIRD-PARTY.md"
    if "--check" in sys.argv:
        if table not in target.read_text(encoding="utf-8"):
            sys.exit("THIRD-PARTY.md is out of date: run 'make notices'")
        return
    by_text = {}
    for name, version, _, folder, _ in rows:
        found = list(texts(folder)) if folder.exists() else []
        for text in chosen(found):
            key = re.sub(r"\s+", " ", text)
            by_text.setdefault(key, (text, []))[1].append(name)
    parts = [f"\n## {', '.join(names)}\n\n```text\n{text.replace('```', '')}\n```\n" for text, names in by_text.values()]
    target.write_text(PREAMBLE + table + "".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
