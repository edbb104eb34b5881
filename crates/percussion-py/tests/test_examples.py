"""All examples run."""

import ast
import json
import pathlib
import runpy

import pytest

EXAMPLES = sorted((pathlib.Path(__file__).parents[1] / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_example(path, capsys):
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out.strip()


def test_there_are_twelve():
    assert len(EXAMPLES) >= 12


NOTEBOOKS = sorted((pathlib.Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_notebook(path):
    # the cells run in this interpreter, without a kernel, and what they end with is shown: quick, and the same code
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    scope: dict[str, object] = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert not cell["outputs"], "notebooks are kept without outputs"
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, str(path), "exec"), scope)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), str(path), "eval"), scope)
            if hasattr(value, "_repr_html_"):
                assert value._repr_html_()
    assert scope["percussion"]
    matplotlib.pyplot.close("all")


def test_there_are_four_notebooks():
    assert len(NOTEBOOKS) >= 4
