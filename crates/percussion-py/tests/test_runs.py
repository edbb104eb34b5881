"""Runs: progress, rollouts, what goes wrong."""

import os
import threading

import numpy as np
import pytest

import percussion


def test_schemes_are_those_of_the_program():
    import io
    import pathlib
    import runpy
    from contextlib import redirect_stdout

    folder = pathlib.Path(__file__).parents[1]
    out = io.StringIO()
    with redirect_stdout(out):
        runpy.run_path(str(folder / "tools" / "scheme_classes.py"), run_name="__main__")
    assert out.getvalue() == (folder / "python" / "percussion" / "schemes.py").read_text()


def test_options_by_class_name_and_keyword_agree():
    m = percussion.problems["bouncing-ball"]()
    a = m.run(percussion.schemes.Alpha(rho_inf=0.7), until=0.5)
    b = m.run("alpha", rho_inf=0.7, until=0.5)
    assert np.array_equal(a.data, b.data) and a.options == {"rho_inf": "0.7"}


def test_published_settings_are_one_word():
    rod = percussion.problems["painleve-rod"]
    assert rod().run(until=0.2, published=True).status == "done"
    with pytest.raises(percussion.ModelError, match="tippe-top"):
        percussion.problems["bouncing-ball"]().run(until=0.1, published=True)
    with pytest.raises(percussion.ModelError, match="alpha"):
        rod().run("moreau", until=0.1, published=True)
    with pytest.raises(percussion.ModelError, match="named problem"):
        percussion.Model("mine").run(until=0.1, published=True)


def test_a_scheme_takes_the_options_that_the_problem_brings():
    # rho_inf = 0 of the hopper, also under the older method
    hopper = percussion.problems["guided-hopper"]()
    one, other = (hopper.run("alpha-pvv", until=0.002, **o) for o in ({}, {"rho_inf": 0}))
    assert np.array_equal(one.u.array, other.u.array)
    assert not np.array_equal(one.u.array, hopper.run("alpha-pvv", until=0.002, rho_inf=0.8).u.array)


def test_a_rollout_of_no_states_is_empty():
    assert len(percussion.problems["bouncing-ball"]().rollout(np.ones((0, 1)))) == 0


def test_options_are_typed_by_what_they_are():
    import inspect

    types = {n: p.annotation for n, p in inspect.signature(percussion.Alpha).parameters.items()}
    assert types["rho_inf"] == "float | None" and types["family"] == "str | None" and types["reinit"] == "bool | None"


def test_counts_are_whole_numbers():
    stats = percussion.problems["bouncing-ball"]().run(until=0.1).stats
    assert isinstance(stats["steps"], int) and stats["steps"] == 100 and isinstance(stats["newton_mean"], float)


def test_rollout_is_the_same_on_any_number_of_threads():
    m = percussion.problems["bouncing-ball"]()
    q = np.linspace(0.5, 2.0, 16).reshape(-1, 1)
    one = m.rollout(q, dt=1e-3, until=1.0, threads=1)
    two = m.rollout(q, dt=1e-3, until=1.0, threads=2)
    assert one.status == ["done"] * 16
    assert np.array_equal(one.q, two.q) and np.array_equal(one.u, two.u)
    m2 = percussion.problems["bouncing-ball"](**{"q0.x": float(q[3, 0])})
    assert m2.run(dt=1e-3, until=1.0).q["x"][-1] == one.q[3, 0]


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ({"dt": float("nan")}, "dt"),
        ({"dt": -1.0}, "dt"),
        ({"dt": 1e-300}, "dt"),
        ({"until": -1.0}, "until"),
        ({"every": 0}, "every"),
        ({"scheme": "alfa"}, "did you mean 'alpha'"),
        ({"rho_ing": 1}, "did you mean 'rho_inf'"),
        ({"rho_inf": 7}, "rho_inf"),
        ({"start": percussion.State(0.0, [1.0, 2.0], [0.0])}, "coordinates"),
        ({"start": percussion.State(0.0, [float("nan")], [0.0])}, "not finite"),
    ],
)
def test_mistakes_are_named(keys, text):
    with pytest.raises(ValueError, match=text):
        percussion.problems["bouncing-ball"]().run(**keys)


def test_unknown_names_are_key_errors_with_the_nearest():
    with pytest.raises(KeyError, match="woodpecker"):
        percussion.problems["woodpeker"]
    r = percussion.problems["bouncing-ball"]().run(until=0.1)
    with pytest.raises(KeyError, match="did you mean"):
        r["q.y"]
    with pytest.raises(KeyError, match="unknown parameter"):
        percussion.problems["bouncing-ball"](nonsense=1).run()


def test_mistakes_of_a_model_are_shown_where_they_are():
    m = percussion.Model("m")
    m.planar("crank", mass=1.0, J=1.0)
    m.joint("hinge", "revolute", bodies=("world", "krank"))
    with pytest.raises(ValueError, match="crank"):
        m.run()
    m = percussion.Model("m")
    m.planar("crank", mass=-1.0, J=1.0)
    with pytest.raises(ValueError, match="mass"):
        m.run()


def test_exceptions_of_functions_arrive_with_their_traceback():
    def law(t, s, v):
        if t > 0.05:
            raise ZeroDivisionError("own mistake")
        return 0.0

    m = percussion.Model("m")
    m.point("p", mass=1.0, dim=1)
    m.actuator("a", b="p", along="direction", direction=(1, 0, 0), law=law)
    with pytest.raises(ZeroDivisionError, match="own mistake") as e:
        m.run(dt=1e-2, until=1.0)
    assert any("law" == f.name for f in e.traceback)


def test_functions_that_return_rubbish():
    for rubbish in ("text", None, [1, 2]):
        m = percussion.Model("m")
        m.point("p", mass=1.0, dim=1)
        m.actuator("a", b="p", along="direction", direction=(1, 0, 0), law=percussion.function(lambda t: rubbish, "t"))
        with pytest.raises(TypeError):
            m.run(dt=1e-2, until=1.0)
    m = percussion.Model("m")
    m.point("p", mass=1.0, dim=1)
    m.actuator("a", b="p", along="direction", direction=(1, 0, 0), law=percussion.function(lambda t: float("nan"), "t"))
    with pytest.raises(ValueError, match="a: force at the start"):
        m.run(dt=1e-2, until=1.0)


def test_a_stopped_run_carries_what_there_is():
    def law(t):
        return float("nan") if t > 0.5 else 1.0

    m = percussion.Model("m")
    m.point("p", mass=1.0, dim=1)
    m.actuator("a", b="p", along="direction", direction=(1, 0, 0), law=law)
    with pytest.raises(percussion.SimulationStopped) as e:
        m.run(dt=1e-2, until=1.0)
    assert 0.4 < e.value.result.t[-1] <= 0.5


def test_threads_run_side_by_side():
    m = percussion.problems["bouncing-ball"]()
    expected = m.run(until=1.0).data
    out = []
    threads = [threading.Thread(target=lambda: out.append(m.run(until=1.0).data)) for _ in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert len(out) == 4 and all(np.array_equal(expected, d) for d in out)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_runs_after_fork():
    m = percussion.problems["bouncing-ball"]()
    m.run(until=0.1)
    pid = os.fork()
    if pid == 0:
        ok = m.run(until=0.1).status == "done"
        os._exit(0 if ok else 1)
    assert os.waitpid(pid, 0)[1] == 0
