"""What a controller sees after a step and what it sets before one."""

import pickle

import numpy as np
import pytest

import percussion


def block(**keys):
    """A box of 2 kg on the floor, pushed by an input."""
    m = percussion.Model("block", gravity=(0, 0, -10.0))
    m.spatial("box", mass=2.0, principal=(0.1, 0.1, 0.1), position=(0, 0, 0.1))
    m.shape("floor", "plane", normal=(0, 0, 1))
    m.shape("skin", "box", body="box", size=(0.4, 0.4, 0.2))
    m.contact("pair", between=("floor", "skin"), mu=0.5)
    m.actuator("push", b="box", along="direction", direction=(1, 0, 0), input=0.0)
    return m


def test_forces_gaps_and_slip_of_a_contact_by_name():
    steps = block().steps(dt=1e-3)
    steps.set(push=4.0)
    state = steps.step(10)
    pair = state.contact["pair"]
    # it sticks: the weight 20 N, friction -4 N against the push
    assert pair.la_N == pytest.approx(20.0, abs=1e-6) and pair.closed and abs(pair.g_N) < 1e-9
    assert pair.force == pytest.approx([-4.0, 0.0, 20.0], abs=1e-6)
    assert pair.bodies == ("world", "box") and len(pair.points) > 1
    assert sum(p.la_N for p in pair.points) == pytest.approx(pair.la_N, abs=1e-12)
    assert state.force_on("box", "world") == pytest.approx([-4.0, 0.0, 20.0], abs=1e-6)
    assert state.force_on("world") == pytest.approx([4.0, 0.0, -20.0], abs=1e-6)
    # percussions are those of the ten steps
    assert pair.P_N == pytest.approx(20.0 * 10e-3, abs=1e-8)
    steps.set({"push": 14.0})
    state = steps.step(100)
    # friction at its limit of 10 N: an acceleration of 2 m/s^2; the scheme sees the jump of the force about one step of 1 ms later
    assert state.contact["pair"].force == pytest.approx([-10.0, 0.0, 20.0], abs=1e-6)
    assert state["box.x'"] == pytest.approx(0.2, abs=2.2e-3)
    slip = state.contact["pair"].points[0].slip
    assert np.linalg.norm(slip) == pytest.approx(state["box.x'"], abs=1e-9)
    with pytest.raises(percussion.ModelError, match="force or percussion, or points"):
        state.contact["pair"].la_F


def test_percussion_schemes_give_the_mean_force():
    steps = block().steps("moreau", dt=1e-3)
    state = steps.step(5)
    assert state.contact["pair"].la_N == pytest.approx(20.0, abs=1e-6)
    assert state.contact["pair"].force == pytest.approx([0.0, 0.0, 20.0], abs=1e-6)


def test_arrays_are_views_of_one_row():
    state = percussion.problems["woodpecker"]().steps(dt=1e-3).step()
    assert np.shares_memory(state.q, state.row) and np.shares_memory(state.u, state.row)
    name = next(iter(state.contact))
    assert np.shares_memory(state.contact[name].P_F, state.row)
    assert len(state.gaps) == len(state.contact)
    again = pickle.loads(pickle.dumps(state))
    assert type(again) is percussion.State and np.array_equal(again.q, state.q)


def test_forces_of_joints_and_energy():
    m = percussion.Model("pendulum", gravity=(0, -9.81))
    m.planar("rod", mass=2.0, J=0.1, position=(0, -0.5))
    m.joint("hinge", "revolute", bodies=("world", "rod"), anchor=(0, 0))
    state = m.steps(dt=1e-3).step(3)
    assert state.joint["hinge"] == pytest.approx([0.0, 2 * 9.81], abs=1e-9) or state.joint["hinge"] == pytest.approx([0.0, -2 * 9.81], abs=1e-9)
    assert np.shares_memory(state.joint["hinge"], state.row)
    assert state.energy == pytest.approx(m.run(dt=1e-3, until=3e-3).energy[-1], abs=1e-12)
    with pytest.raises(KeyError, match="did you mean 'hinge'"):
        state.joint["hing"]


def test_events_since_the_last_step_and_until():
    m = percussion.problems["bouncing-ball"]()
    whole = m.run(dt=1e-3, until=3.0)
    impacts = [e for e in whole.events if e.kind == "impact"]
    steps, seen = m.steps(dt=1e-3, until=3.0), []
    for state in steps:
        seen.extend(state.events)
    assert seen == whole.events
    steps = m.steps(dt=1e-3, until=3.0)
    state = steps.until("impact")
    # impacts have their own times inside a step
    assert state.events == [e for e in whole.events if state.t - 1e-3 < e.t <= state.t] and state.events[0] == impacts[0]
    assert 0 <= steps.until("impact", state.events[0].contact).t - impacts[1].t < 1e-3
    high = steps.until(lambda s: s["x'"] < 0)
    assert impacts[1].t < high.t < impacts[2].t
    with pytest.raises(percussion.SimulationStopped, match="no touch-down up to t = 2.9") as e:
        steps.until("touch-down", by=2.9)
    assert e.value.result.t == pytest.approx(2.9)
    with pytest.raises(KeyError, match="unknown contact"):
        steps.until("impact", "ceiling")
    # many steps at once tell the events of all of them
    assert m.steps(dt=1e-3).step(3000).events == whole.events


def test_steps_have_the_bits_of_a_run():
    for name in ("woodpecker", "bouncing-ball"):
        m = percussion.problems[name]()
        whole = m.run(dt=1e-3, until=0.2)
        assert np.array_equal(np.array([s.row for s in m.steps(dt=1e-3, until=0.2)]), whole.data[1:])
        assert np.array_equal(m.steps(dt=1e-3).step(200).q, whole.q.array[-1])


def test_inputs():
    m = block()
    # a model with inputs runs with the values that they have, and is a file with parameters
    still, pushed = m.run(dt=1e-3, until=0.1), m.copy().set(push=14.0).run(dt=1e-3, until=0.1)
    assert abs(still.u["box.x"][-1]) < 1e-9 < pushed.u["box.x"][-1]
    other = percussion.Model.from_toml(m.copy().set(push=14.0).to_toml())
    assert np.array_equal(other.run(dt=1e-3, until=0.1).data, pushed.data)
    assert np.array_equal(pickle.loads(pickle.dumps(m)).set(push=14.0).run(dt=1e-3, until=0.1).data, pushed.data)
    # two simulations do not share theirs
    a, b = m.steps(dt=1e-3), m.steps(dt=1e-3)
    a.set(push=14.0)
    a.step(50), b.step(50), a.step(50), b.step(50)
    # an input that jumps acts up to one step late: one of a hundred here
    assert np.allclose(a.state.u, pushed.u.array[-1], rtol=0, atol=0.011 * pushed.u["box.x"][-1]) and abs(b.state["box.x'"]) < 1e-9
    again = pickle.loads(pickle.dumps(a))
    assert again.inputs == {"push": 14.0} and np.array_equal(again.step(7).row, a.step(7).row)


def test_a_step_of_another_length_and_one_after_a_failure():
    m = percussion.problems["bouncing-ball"]()
    steps = m.steps(dt=1e-3)
    assert steps.step(dt=5e-4).t == pytest.approx(5e-4) and steps.step(2).t == pytest.approx(1.5e-3)
    saved = steps.save()
    assert m.steps(start=saved).step().t == steps.step().t
    failing = {"now": True}
    m = percussion.Model("m")
    m.point("p", mass=1.0, dim=1)
    f = percussion.function(lambda t: float("nan") if t > 0.02 and failing["now"] else 1.0, "t")
    m.actuator("a", b="p", along="direction", direction=(1, 0, 0), law=f)
    steps = m.steps(dt=1e-2)
    with pytest.raises(percussion.SimulationStopped):
        steps.step(10)
    t = steps.state.t
    failing["now"] = False
    assert steps.step().t == pytest.approx(t + 1e-2)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda s: s.set(push=float("nan")), "push"),
        (lambda s: s.set(push="much"), "push"),
        (lambda s: s.set(pusch=1.0), "did you mean 'push'"),
        (lambda s: s.step(0), "whole number"),
        (lambda s: s.step(1.5), "whole number"),
        (lambda s: s.step(dt=0.0), "dt"),
        (lambda s: s.step(dt=float("inf")), "dt"),
        (lambda s: s.state["box.xx"], "did you mean"),
        (lambda s: s.state.contact["par"], "did you mean 'pair'"),
        (lambda s: s.state.force_on("boxx"), "did you mean 'box'"),
        (lambda s: list(s), "until"),
        (lambda s: s.until("impact"), "by="),
        (lambda s: block().input("push"), "used twice"),
        (lambda s: block().input("2 fast"), "letters"),
        (lambda s: block().actuator("a", b="box"), "either law or input"),
    ],
)
def test_mistakes_are_named(call, text):
    with pytest.raises(ValueError, match=text):
        call(block().steps(dt=1e-3))


def test_steps_refuse_a_start_that_violates_joints():
    m = percussion.Model("pendulum", gravity=(0, -10.0, 0))
    m.planar("bar", mass=1.0, J=0.1, position=(0, -1.0))
    m.joint("hinge", "revolute", bodies=("world", "bar"), anchor=(0, 0))
    rest = [0.0, -1.0, 0.0]
    m.steps(dt=1e-3, start=percussion.State(0.0, rest, [1.0, 0.0, 1.0]))
    with pytest.raises(Exception, match="hinge"):
        m.steps(dt=1e-3, start=percussion.State(0.0, rest, [1.0, 0.0, 0.0]))
