"""Every public name is documented, typed and as its stub says; what the texts show runs."""

import ast
import doctest
import importlib
import inspect
import pathlib
import pkgutil
import re
import subprocess
import sys

import pytest

import percussion

FOLDER = pathlib.Path(__file__).parents[1]
PACKAGE = FOLDER / "python" / "percussion"
ROOT = FOLDER.parents[1]
MODULES = ["percussion"] + [f"percussion.{m.name}" for m in pkgutil.iter_modules(percussion.__path__) if m.name != "_core"]
PUBLIC = [m for m in MODULES if not m.rpartition(".")[2].startswith("_")]


def test_public_names_have_docstrings():
    missing = []
    for module in map(importlib.import_module, PUBLIC):
        if not (module.__doc__ or "").strip():
            missing.append(module.__name__)
        for name in module.__all__:
            value = getattr(module, name)
            if not inspect.isclass(value) and not callable(value):
                continue
            if not (value.__doc__ or "").strip():
                missing.append(f"{module.__name__}.{name}")
            if inspect.isclass(value) and value.__module__.startswith("percussion"):
                for key, member in vars(value).items():
                    own = inspect.isroutine(member) or inspect.isdatadescriptor(member)
                    if not key.startswith("_") and own and not (inspect.getdoc(getattr(value, key, member)) or "").strip():
                        missing.append(f"{name}.{key}")
    assert not missing


def test_public_attributes_have_a_text_behind_them():
    public = {name for module in map(importlib.import_module, PUBLIC) for name in module.__all__}
    missing = []
    for path in PACKAGE.glob("*.py"):
        for cls in [n for n in ast.parse(path.read_text()).body if isinstance(n, ast.ClassDef) and n.name in public]:
            bodies = [cls.body] + [f.body for f in cls.body if isinstance(f, ast.FunctionDef) and f.name == "__init__"]
            for body in bodies:
                for k, node in enumerate(body):
                    for target in [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", []):
                        own = isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self"
                        name = target.attr if own else getattr(target, "id", "_") if body is cls.body else "_"
                        text = body[k + 1] if k + 1 < len(body) else None
                        documented = isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
                        if not name.startswith("_") and not documented and not (name == "name" and path.stem == "schemes"):
                            missing.append(f"{path.name}: {cls.name}.{name}")
    assert not missing


def test_schemes_by_name():
    assert percussion.schemes.ALL["alpha"] is percussion.Alpha
    assert "rho_inf" in inspect.signature(percussion.Alpha).parameters
    assert {c.__name__ for c in percussion.schemes.ALL.values()} <= set(dir(percussion))


@pytest.mark.parametrize("name", MODULES)
def test_doctests(name):
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert failed == 0


def test_no_file_is_long():
    long = {p.name: n for p in PACKAGE.glob("*.py") if p.name not in ("schemes.py", "_keys.py") and (n := len(p.read_text().splitlines())) > 600}
    assert not long


def run(*words):
    out = subprocess.run([sys.executable, "-m", *words], cwd=FOLDER, capture_output=True, text=True)
    assert out.returncode == 0, out.stdout[-4000:] + out.stderr[-2000:]


def test_types_of_package_examples_and_benches():
    run("mypy", "--strict", "-p", "percussion")
    run("mypy", "--strict", "--scripts-are-modules", *map(str, sorted((FOLDER / "examples").glob("*.py"))), str(FOLDER / "benches" / "figures.py"))


def test_stubs_are_as_the_module_is():
    run("mypy.stubtest", "percussion", "--mypy-config-file", "pyproject.toml")


def run_first_block(page):
    code = re.search(r"```python\n(import percussion\n.*?)```", page.read_text(encoding="utf-8"), re.S).group(1)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    scope = {}
    exec(code, scope)
    return scope["result"]


def test_the_lines_of_the_readme_run(capsys):
    result = run_first_block(ROOT / "README.md")
    # two cubes of 0.2 m, one on the other
    assert result.q["upper.z"][-1] == pytest.approx(0.3, abs=1e-9)
    assert "impact" in capsys.readouterr().out


@pytest.mark.parametrize("page", [FOLDER / "README.md", ROOT / "docs" / "python.md"], ids=lambda p: p.name)
def test_the_first_lines_of_the_pages_run(page, capsys):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    result = run_first_block(page)
    # after sliding the ball rolls with two sevenths of its spin: -10/7 m/s
    assert result.u["ball.x"][-1] == pytest.approx(-10 / 7, abs=1e-9)
    out = capsys.readouterr().out
    assert "impact" in out and "stick" in out


def test_the_reference_page_has_every_name():
    script = ROOT / "tools" / "python_api.py"
    out = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, timeout=60)
    assert out.returncode == 0, out.stderr
