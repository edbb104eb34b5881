"""The five tasks of a new user, as docs/python.md shows them: each at most fifteen lines."""

import pathlib
import re

import pytest

PAGE = (pathlib.Path(__file__).parents[3] / "docs" / "first-tasks.md").read_text(encoding="utf-8")
TASKS = re.findall(r"^## (.*?)\n.*?```python\n(.*?)```", PAGE, re.S | re.M)


def test_there_are_five():
    assert len(TASKS) == 5


@pytest.mark.parametrize(("title", "code"), TASKS, ids=[t for t, _ in TASKS])
def test_a_task_runs(title, code, tmp_path, monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    assert len([line for line in code.splitlines() if line.strip()]) <= 15
    monkeypatch.chdir(tmp_path)
    from test_dead_ends import ARM

    (tmp_path / "robot.urdf").write_text(ARM)
    scope = {}
    exec(code, scope)
    for name, check in CHECKS.items():
        if name in title:
            check(scope, tmp_path)
            return
    raise AssertionError(title)


CHECKS = {
    "collide": lambda s, _: any(e.kind == "impact" for e in s["result"].events) or pytest.fail("no impact"),
    "mu": lambda s, _: abs(s["fitted"] - 0.3) < 1e-3 or pytest.fail(str(s["fitted"])),
    "force": lambda s, _: abs(s["state"].contact["touch"].la_N - 10.0) < 0.2 or pytest.fail(str(s["state"].contact["touch"])),
    "thousand": lambda s, path: len(s["table"]) == 1000 and (path / "spread.png").exists() or pytest.fail("no table"),
    "robot": lambda s, path: "</html>" in (path / "drop.html").read_text() or pytest.fail("no page"),
}
