"""Everything can be pickled, copied, and sent to another process."""

import copy
import pickle

import numpy as np
import pytest

import percussion


def law(t, x):
    return -3.0 * x + percussion.math.sin(t)


def with_function():
    m = percussion.Model("cart")
    m.point("cart", mass=1.0, dim=1, position=(0.2,))
    m.actuator("a", b="cart", along="direction", direction=(1, 0, 0), law=percussion.function(law, "t", "cart.x"))
    return m


def again(x):
    return pickle.loads(pickle.dumps(x))


def test_models():
    for m in (with_function(), percussion.problems["woodpecker"](mu=0.2)):
        expected = m.run(dt=1e-3, until=0.05).data
        assert np.array_equal(again(m).run(dt=1e-3, until=0.05).data, expected)
        assert np.array_equal(copy.deepcopy(m).run(dt=1e-3, until=0.05).data, expected)


def test_results_and_their_parts():
    r = percussion.problems["rotating-ball"]().run(until=0.6)
    s = again(r)
    assert np.array_equal(s.energy, r.energy) and s.events == r.events
    assert np.array_equal(again(r.q)["x"], r.q["x"])
    assert again(r.state()).t == r.state().t and again(r.events[0]) == r.events[0]
    name = next(iter(r.contact))
    assert np.array_equal(again(r.contact[name]).P_N, r.contact[name].P_N)
    assert list(again(r.contact)) == list(r.contact)
    body = next(iter(r._meta["bodies"]))
    assert np.array_equal(again(r[body]).position, r[body].position)


def test_steps_go_on_with_the_same_bits():
    a = with_function().steps(dt=1e-2, until=1.0)
    for _ in range(10):
        a.step()
    a.apply_force("cart", (2.0, 0.0, 0.0))
    b = again(a)
    for _ in range(10):
        a.step()
        b.step()
    assert a.state.t == b.state.t and np.array_equal(a.state.q, b.state.q) and np.array_equal(a.state.u, b.state.u)


def test_small_things():
    j = percussion.Jet(1.0, 2.0, 3.0, 4.0)
    assert again(j).same(j) and copy.copy(j).same(j)
    f = percussion.function(law, "t", "x")
    assert again(f).arguments == f.arguments
    assert again(percussion.Alpha(rho_inf=0.5)) == percussion.Alpha(rho_inf=0.5)
    assert again(percussion.problems["woodpecker"]).name == "woodpecker"
    assert len(again(percussion.problems)) == len(percussion.problems)
    assert again(percussion.with_jacobian(law, law)).call is law
    e = percussion.SimulationStopped("stopped", percussion.problems["bouncing-ball"]().run(until=0.1))
    assert str(again(e)) == "stopped" and len(again(e).result) == len(e.result)
    for kind in (percussion.ModelError, percussion.UnknownNameError):
        assert str(again(kind("text"))) == "text"
    m = percussion.problems["bouncing-ball"]()
    assert again(m.rollout([[1.0]], until=0.1)).status == ["done"]
    assert again(percussion.sweep(m, {"e_N": [0.1, 0.2]}, until=0.1)).status == ["done"] * 2
    assert again(percussion.order(m, ["alpha"], dt=[1e-2, 5e-3], until=0.1)).schemes == ["alpha"]
    assert again(m.check())["degrees_of_freedom"] == 1
    assert again(percussion.lcp.solve([[1.0]], [-1.0])).solved
    assert again(percussion.compare(m, ["alpha"], until=0.1)).results["alpha"].status == "done"


@pytest.mark.parametrize("name", ["bouncing-ball", "rotating-ball", "woodpecker", "slider-crank", "four-bar"])
def test_models_to_toml_and_back(name):
    if name not in percussion.problems:
        pytest.skip("no such problem")
    m = percussion.problems[name]()
    try:
        text = m.to_toml()
    except percussion.ModelError as e:
        pytest.skip(f"has no file: {e}")
    f = percussion.Model.from_toml(text)
    n = percussion.Model.from_dict(f.to_dict())
    a, b, c = (x.run(dt=1e-3, until=0.05) for x in (m, f, n))
    assert np.array_equal(b.data, c.data)
    assert np.allclose(a.q.array, b.q.array, rtol=0, atol=1e-9)


def test_settings_are_written_into_the_file():
    m = percussion.Model("ball", gravity=(0, "-g"), parameters={"g": 9.81})
    m.planar("ball", mass=1.0, J=0.004, position=(0, 1), spin=50.0)
    m.shape("floor", "plane", normal=(0, 1))
    m.shape("disc", "sphere", body="ball", radius=0.1)
    m.contact("touch", between=("floor", "disc"), mu=0.2)
    m.set(mu=0.05, e_N=0.5, g=1.62)
    back = percussion.Model.from_toml(m.to_toml())
    assert np.array_equal(back.run(dt=1e-3, until=1.5).data, m.run(dt=1e-3, until=1.5).data)
    with pytest.raises(ValueError, match="q0.ball.x"):
        m.set(**{"q0.ball.x": 1.0}).to_toml()
    with pytest.raises(ValueError, match="functions"):
        with_function().to_toml()
