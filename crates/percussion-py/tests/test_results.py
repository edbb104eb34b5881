"""Results: arrays, tables, files."""

import pickle

import numpy as np
import pytest

import percussion


@pytest.fixture(scope="module")
def result():
    return percussion.problems["bouncing-ball"]().run()


def test_arrays_are_views(result):
    assert np.shares_memory(result.q["x"], result.data)
    assert np.shares_memory(result.t, result.data)
    name = next(iter(result.contact))
    assert np.shares_memory(result.contact[name].P_N, result.data)
    assert result.contact[name].events == result.events


def test_tables(result):
    d = result.to_pandas()
    assert list(d.columns) == result.columns[1:] and len(d) == len(result)
    assert len(result.events_to_pandas()) == len(result.events)
    x = result.to_xarray()
    assert np.array_equal(x["q.x"].values, result.q["x"])


def test_save_and_load(result, tmp_path):
    path = tmp_path / "run.npz"
    result.save(path)
    assert [p.name for p in tmp_path.iterdir()] == ["run.npz"]
    r = percussion.Result.load(path)
    assert np.array_equal(r.data, result.data) and r.events == result.events and r.stats == result.stats
    with pytest.raises(percussion.ModelError, match="without its model"):
        r.energy
    assert percussion.Result.load(path, model=True).energy[0] == result.energy[0]


def test_pickle(result):
    r = pickle.loads(pickle.dumps(result))
    assert np.array_equal(r.data, result.data) and np.shares_memory(r.q["x"], r.data)


def test_goes_on_from_a_state():
    m = percussion.problems["bouncing-ball"]()
    first = m.run(until=0.2)
    second = m.run(start=first.state(), until=0.3)
    assert second.t[0] == first.t[-1] and second.t[-1] == pytest.approx(0.3)
    assert first.state()["x"] == first.q["x"][-1]


def test_plot(result):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = result.plot()
    assert len(axes) == 2 and "m/s" in axes[1].get_ylabel()
    assert len(axes[0].lines) > len(result.events)


def test_contacts_that_come_and_go_have_rows(tmp_path):
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
    last = r.contact_rows[-1]
    assert last.t == r.t[-1] and last.force[0] == pytest.approx(20.0, abs=1e-6), last
    r.save(tmp_path / "run.npz")
    assert percussion.Result.load(tmp_path / "run.npz").contact_rows == r.contact_rows
