"""Environments of Gymnasium."""

import numpy as np
import pytest

import percussion

gym = pytest.importorskip("percussion.gym")


def cart():
    m = percussion.Model("cart")
    m.point("cart", mass=1.0, dim=1, position=(1.0,))
    m.actuator("push", b="cart", along="direction", direction=(1, 0, 0), input=0.0)
    m.contact("stop", type="stop", a={}, b={"body": "cart"}, along="direction", direction=(1, 0, 0), min=0.0, e_N=0.0)
    return m


TASK = {
    "act": {"push": (-5.0, 5.0)}, "observe": ["cart.x", "cart.x'", "PN.stop"], "reward": lambda s: -abs(s["cart.x"]),
    "over": lambda s: s.contact["stop"].closed, "reset": lambda g: {"q0.cart.x": g.uniform(0.5, 1.0)}, "dt": 1e-2, "repeat": 5, "until": 1.0,
}


def test_it_is_an_environment():
    from gymnasium.utils.env_checker import check_env

    env = gym.Env(cart(), **TASK)
    check_env(env, skip_render_check=True)
    env.reset(seed=3)
    for _ in range(20):
        seen, reward, over, cut, info = env.step([-5.0])
        if over:
            break
    # it falls against the stop and does not go through it
    assert over and seen[0] == pytest.approx(0.0, abs=1e-9) and seen[2] > 0.0 and reward == pytest.approx(0.0, abs=1e-9)
    assert env.state.events[0].kind == "impact"


def test_many_are_single_ones_on_any_number_of_threads():
    actions = np.random.default_rng(0).uniform(-5, 5, (30, 6, 1))
    runs = []
    for threads in (1, 3):
        many = gym.VectorEnv(6, cart(), threads=threads, **TASK)
        many.reset(seed=7)
        runs.append([many.step(a)[0] for a in actions])
        many.close()
    assert np.array_equal(*runs)
    env = gym.Env(cart(), **{**TASK, "over": None})
    env.reset(seed=7)
    env.reset(seed=7)
    assert np.array_equal(env.step(actions[0, 0])[0], runs[0][0][0])


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ({"act": {}}, "inputs"), ({"act": {"pusch": (0, 1)}}, "did you mean 'push'"), ({"act": {"push": (1, 0)}}, "bounds"),
        ({"observe": ["cart.y"]}, "unknown coordinate"), ({"repeat": 0}, "repeat"),
    ],
)
def test_mistakes_are_named(how, text):
    with pytest.raises(ValueError, match=text):
        gym.Env(cart(), **{**TASK, **how})


def test_actions_that_cannot_be():
    env = gym.Env(cart(), **TASK)
    with pytest.raises(ValueError, match="reset"):
        env.step([0.0])
    env.reset(seed=1)
    for action in ([float("nan")], [1.0, 2.0], []):
        with pytest.raises(ValueError, match="1 finite"):
            env.step(action)
