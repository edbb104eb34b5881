"""Results in the viewer."""

import html
import json
import pickle
import re
import sys
import types

import pytest

import percussion


@pytest.fixture(scope="module")
def result():
    return percussion.problems["rotating-ball"]().run(until=0.6)


def runs_of(page):
    return [json.loads(text) for text in re.findall(r'<script type="application/json" data-run>(.*?)</script>', page, re.S)]


def test_page_is_whole(result, tmp_path):
    path = result.show(path=tmp_path / "run.html", browser=False)
    assert [p.name for p in tmp_path.iterdir()] == ["run.html"]
    page = path.read_text(encoding="utf-8")
    (run,) = runs_of(page)
    assert run["format"] == "percussion-scene" and run["rows"] == len(result)
    assert [p["name"] for p in run["scene"]["parts"]] and len(run["events"]) == len(result.events)
    assert run["summary"]["status"] == "done" and "rotating-ball" in run["name"]
    # nothing is fetched from elsewhere
    assert "default-src 'none'" in page and not re.search(r'(src|href)="http', page)


def test_runs_side_by_side(result, tmp_path):
    other = percussion.problems["rotating-ball"]().run("moreau", until=0.6)
    page = result.show(other, path=tmp_path / "two.html", browser=False).read_text(encoding="utf-8")
    assert len(runs_of(page)) == 2
    with pytest.raises(ValueError, match="up to 4"):
        result.show(*[other] * 4, path=tmp_path / "five.html", browser=False)


def test_without_its_model_the_columns_are_shown(result, tmp_path):
    result.save(tmp_path / "run.npz")
    loaded = percussion.Result.load(tmp_path / "run.npz")
    (run,) = runs_of(loaded.show(path=tmp_path / "run.html", browser=False).read_text(encoding="utf-8"))
    assert run["scene"] is None and run["rows"] == len(result)


def test_browser_opens_the_page(result, monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    path = result.show()
    assert opened == [path.resolve().as_uri()] and path.exists()


def test_notebook_shows_a_frame_that_cannot_reach_out(result, monkeypatch):
    shown = []
    fake = types.ModuleType("IPython")
    fake.get_ipython = lambda: types.SimpleNamespace(kernel=1)
    display = types.ModuleType("IPython.display")
    display.HTML, display.display = lambda text: text, shown.append
    monkeypatch.setitem(sys.modules, "IPython", fake)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    assert result.show(height=300) is None
    (text,) = shown
    assert 'sandbox="allow-scripts' in text and "allow-same-origin" not in text and 'height="300"' in text
    inner = re.search(r'srcdoc="([^"]*)"', text).group(1)
    assert len(runs_of(html.unescape(inner))) == 1
    assert "<iframe" in result._repr_html_()


def test_hostile_names_stay_text(result, tmp_path):
    # models refuse such names, files of others need not
    evil = '</script><script>alert(1)</script>"'
    r = pickle.loads(pickle.dumps(result))
    r._meta.update(name=evil, model=None, scheme=evil)
    r.columns[1] = f"q.{evil}"
    page = r.show(path=tmp_path / "x.html", browser=False).read_text(encoding="utf-8")
    assert "<script>alert" not in page and len(runs_of(page)) == 1
    assert "<script>alert" not in r._repr_html_()


def test_a_model_with_functions_is_shown(tmp_path):
    m = percussion.Model("driven")
    m.point("p", mass=1.0, dim=1)
    m.actuator("a", b="p", along="direction", direction=(1, 0, 0), law=lambda t: percussion.math.sin(t))
    (run,) = runs_of(m.run(until=0.1).show(path=tmp_path / "x.html", browser=False).read_text(encoding="utf-8"))
    assert run["model"] is None and run["scene"] is not None


def test_contacts_that_come_and_go_are_shown(tmp_path):
    text = """
gravity = [0, 0, -10]
[collide]
all = true
declared = 0
[[shapes]]
name = "floor"
type = "plane"
normal = [0, 0, 1]
[[bodies]]
name = "ball"
type = "point"
mass = 2
position = [0, 0, 0.1]
[[shapes]]
name = "skin"
type = "sphere"
body = "ball"
radius = 0.1
"""
    r = percussion.Model.from_toml(text).run(dt=1e-3, until=0.01)
    (run,) = runs_of(r.show(path=tmp_path / "run.html", browser=False).read_text(encoding="utf-8"))
    assert [c["name"] for c in run["scene"]["contacts"]] == [r.contact_rows[0].contact]
