"""Steps one after another, with own code between them."""

import numpy as np
import pytest

import percussion


def test_steps_are_those_of_a_run():
    m = percussion.problems["woodpecker"]()
    whole = m.run(dt=1e-3, until=0.2)
    states = list(m.steps(dt=1e-3, until=0.2))
    assert len(states) == 200
    # a run ends its steps on multiples of dt, these add dt up: round-off apart
    assert np.allclose(np.array([s.q for s in states]), whole.q.array[1:], rtol=0, atol=1e-9)
    assert states[-1].t == pytest.approx(0.2)


def test_a_saved_state_goes_on_with_the_same_bits():
    m = percussion.problems["woodpecker"]()
    s = m.steps(dt=1e-3, until=1.0)
    for _ in range(100):
        s.step()
    saved = s.save()
    expected = [s.step().q for _ in range(100)]
    again = m.steps(dt=1e-3, until=1.0, start=saved)
    assert all(np.array_equal(again.step().q, q) for q in expected)
    with pytest.raises(ValueError):
        m.steps(dt=1e-3, start=saved[:-9])


def test_a_controller_between_steps():
    m = percussion.Model("cart")
    m.planar("cart", mass=2.0, J=1.0, position=(1.0, 0.0))
    m.joint("rail", "prismatic", bodies=("world", "cart"), axis=(1, 0, 0))
    s = m.steps(dt=1e-3, until=6.0)
    for state in s:
        s.apply_force("cart", (-8.0 * state["cart.x"] - 8.0 * state["cart.x'"], 0.0, 0.0))
    # critically damped: (1 + 2 t) exp(-2 t), with the delay of one step
    assert abs(s.state["cart.x"]) < 2e-4
    with pytest.raises(KeyError, match="did you mean 'cart'"):
        s.apply_force("kart", (0, 0, 0))
    with pytest.raises(ValueError, match="finite"):
        s.apply_force("cart", (float("nan"), 0, 0))


def test_a_failed_step_leaves_the_state():
    m = percussion.Model("m")
    m.point("p", mass=1.0, dim=1)
    m.actuator("a", b="p", along="direction", direction=(1, 0, 0), law=percussion.function(lambda t: float("nan") if t > 0.05 else 1.0, "t"))
    s = m.steps(dt=1e-2, until=1.0)
    with pytest.raises(percussion.SimulationStopped) as e:
        for _ in s:
            pass
    assert e.value.result.t == s.state.t
    assert s.state.t == pytest.approx(0.05) and np.isfinite(s.state.q).all()
