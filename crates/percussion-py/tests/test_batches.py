"""Many runs at once."""

import numpy as np
import pytest

import percussion


def cart():
    m = percussion.Model("cart", gravity=(0, -10.0), parameters={"m": 2.0, "wall": 0.5})
    m.point("cart", mass="m", dim=1)
    m.actuator("motor", b="cart", along="direction", direction=(1, 0, 0), input=0.0)
    m.contact("stop", type="stop", a={}, b={"body": "cart"}, along="direction", direction=(1, 0, 0), max="wall", e_N=0.5)
    return m


COLUMNS = ["q.cart.x", "u.cart.x", "gN.stop", "PN.stop"]


def test_starts_parameters_and_controls_at_once_are_single_runs():
    rng = np.random.default_rng(1)
    n, steps = 12, 200
    q, u = rng.uniform(0.0, 0.3, (n, 1)), rng.uniform(-1, 1, (n, 1))
    mass, push = rng.uniform(1, 3, n), rng.uniform(-5, 20, (n, steps // 20))
    r = cart().rollout(q, u, parameters={"m": mass}, controls={"motor": push}, hold=20, columns=COLUMNS, every=10, dt=1e-2, until=2.0)
    assert r.data.shape == (n, 21, 4) and r.times[-1] == 2.0 and r.status == ["done"] * n and np.isfinite(r.data).all()
    assert r["PN.stop"].max() > 0.0
    for k in range(0, n, 3):
        # the accelerations at the start are those under the first inputs
        m = cart().set(m=mass[k], motor=push[k, 0])
        s = m.steps(dt=1e-2, start=percussion.State(0.0, q[k], u[k]))
        rows = []
        for i in range(20):
            s.set(motor=push[k, i // 2])
            state = s.step(10)
            rows.append([state[c] for c in COLUMNS])
        assert np.array_equal(r.data[k, 1:], rows)
        assert r.q[k, 0] == rows[-1][0] and r.u[k, 0] == rows[-1][1] and r.t[k] == 2.0


def test_the_same_bits_on_any_number_of_threads():
    q = np.linspace(0.0, 0.4, 40)[:, None]
    how = {"controls": {"motor": np.linspace(1, 9, 40)}, "columns": COLUMNS, "dt": 1e-2, "until": 1.0}
    one, four = (cart().rollout(q, threads=k, **how) for k in (1, 4))
    assert np.array_equal(one.data, four.data) and one.data.shape == (40, 101, 4)


def test_a_rollout_in_a_folder_goes_on_where_it_was(tmp_path, monkeypatch):
    q = np.linspace(0.0, 0.4, 150)[:, None]
    how = {"controls": {"motor": np.linspace(1, 9, 150)}, "columns": COLUMNS, "dt": 1e-2, "until": 0.5}
    whole = cart().rollout(q, **how)
    kept = cart().rollout(q, folder=tmp_path / "runs", **how)
    assert np.array_equal(whole.data, kept.data) and len(list((tmp_path / "runs").glob("*.pickle"))) == 3
    (tmp_path / "runs" / "64.pickle").unlink()
    made, real = [], percussion._rollout._part
    monkeypatch.setattr(percussion._rollout, "_part", lambda *a: made.append(a[3]) or real(*a))
    again = cart().rollout(q, folder=tmp_path / "runs", **how)
    assert made == [64] and np.array_equal(again.data, whole.data)
    with pytest.raises(percussion.ModelError, match="other settings"):
        cart().rollout(q, folder=tmp_path / "runs", **{**how, "until": 0.6})
    with pytest.raises(percussion.ModelError, match="run 100"):
        cart().rollout(np.where(np.arange(150)[:, None] == 100, 0.9, q), folder=tmp_path / "bad", **how)


def test_a_cluster_gives_the_same_bits():
    distributed = pytest.importorskip("distributed")
    q = np.linspace(0.0, 0.4, 80)[:, None]
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        r = cart().rollout(q, columns=COLUMNS, dt=1e-2, until=0.2, engine="dask", client=client)
    assert np.array_equal(r.data, cart().rollout(q, columns=COLUMNS, dt=1e-2, until=0.2).data)


def test_parameters_change_the_start_of_each_run():
    m = percussion.Model("ball", parameters={"h": 1.0}, gravity=(0, 0, -10))
    m.point("ball", mass=1.0, position=(0, 0, "h"))
    r = m.rollout(parameters={"h": [1.0, 2.0, 3.0]}, columns=["q.ball.z"], dt=0.1, until=0.1)
    assert r["q.ball.z"][:, 0].tolist() == [1.0, 2.0, 3.0]
    p = percussion.problems["bouncing-ball"]()
    r = p.rollout(parameters={"e_N": [0.2, 0.8]}, dt=1e-3, until=1.0)
    assert r.u[0, 0] == percussion.problems["bouncing-ball"](e_N=0.2).run(dt=1e-3, until=1.0).u["x"][-1]


def test_functions_run_one_at_a_time():
    m = percussion.Model("m")
    m.point("p", mass=1.0, dim=1)
    m.actuator("a", b="p", along="direction", direction=(1, 0, 0), law=percussion.function(lambda t: 2.0, "t"))
    assert m.rollout([[0.0], [1.0]], dt=0.1, until=1.0).q[:, 0] == pytest.approx([1.0, 2.0])


def test_a_run_that_stops_has_its_last_state():
    m = percussion.Model("m")
    m.point("p", mass=1.0, dim=1)
    m.actuator("a", b="p", along="direction", direction=(1, 0, 0), law="if(s > 0.5, 1/(s - s), 0)")
    r = m.rollout([[0.0], [0.4]], [[0.1], [0.1]], columns=["q.p.x"], dt=0.1, until=2.0)
    assert r.status[0] == "done" and r.status[1].startswith("stopped")
    assert np.isnan(r["q.p.x"][1, -1]) and np.isfinite(r.q).all() and r.t[1] < 2.0


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ({"q0": [[0.1, 0.2]]}, "q0"),
        ({"q0": [[0.1], [float("nan")]]}, "q0 of run 1"),
        ({"q0": np.ones((2, 1, 1))}, "q0"),
        ({"q0": [[0.1], [0.9], [0.2], [0.8]]}, "2 of 4 runs cannot start: run 1: .*stop.*; run 3"),
        ({"parameters": {"mm": [1.0, 2.0]}}, "mm"),
        ({"parameters": {"m": [1.0, 2.0]}, "q0": [[0.0]] * 3}, "parameter 'm' has 2 values for 3 runs"),
        ({"parameters": {"m": [1.0, -2.0]}}, "run 1"),
        ({"parameters": {"m": [1.0, float("nan")]}}, "finite"),
        ({"controls": {"motor": [[1.0] * 7] * 2}}, "shape"),
        ({"controls": {"motor": [float("inf")]}}, "finite"),
        ({"controls": {"engine": [1.0]}}, "unknown input 'engine'"),
        ({"columns": ["q.cart.y"]}, "did you mean 'q.cart.x'"),
        ({"columns": COLUMNS, "every": 0}, "every"),
        ({"hold": 0}, "hold"),
        ({"threads": 0}, "threads"),
        ({"until": float("nan")}, "until"),
        ({"dt": -1.0}, "dt"),
        ({"q0": np.zeros((10**6, 1)), "columns": COLUMNS, "dt": 1e-4}, "GB"),
    ],
)
def test_mistakes_are_named(how, text):
    with pytest.raises(ValueError, match=text):
        cart().rollout(**{"dt": 1e-2, "until": 1.0, **how})
