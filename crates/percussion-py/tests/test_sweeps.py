"""Sweeps: threads and Dask give the same bits; what was done is not lost."""

import os
import signal

import pytest

import percussion


def end(result):
    return float(result.q["x"][-1])


def test_threads_and_order():
    m = percussion.problems["bouncing-ball"]()
    s = percussion.sweep(m, {"e_N": [0.1, 0.5, 0.9], "q0.x": [1.0, 2.0]}, keep=end, until=1.0, workers=2)
    assert s.points[1] == {"e_N": 0.1, "q0.x": 2.0} and s.status == ["done"] * 6
    for point, value in zip(s.points, s.values):
        assert end(percussion.problems["bouncing-ball"](**point).run(until=1.0)) == value
    assert list(s.to_pandas()["value"]) == s.values


def test_a_sweep_goes_on_where_it_was(tmp_path):
    m = percussion.problems["bouncing-ball"]()
    calls = []

    def keep(result):
        calls.append(1)
        if len(calls) == 4 and not os.environ.get("GO_ON"):
            raise RuntimeError("killed")
        return end(result)

    over = {"e_N": [0.1 * k for k in range(8)]}
    with pytest.raises(RuntimeError):
        percussion.sweep(m, over, keep=keep, until=0.5, folder=tmp_path / "s", workers=1)
    os.environ["GO_ON"] = "1"
    try:
        s = percussion.sweep(m, over, keep=keep, until=0.5, folder=tmp_path / "s", workers=1)
    finally:
        del os.environ["GO_ON"]
    assert len(calls) <= 4 + 8 - 3
    assert s.values == percussion.sweep(m, over, keep=end, until=0.5).values
    with pytest.raises(ValueError, match="other settings"):
        percussion.sweep(m, over, keep=keep, until=0.6, folder=tmp_path / "s")


def test_bad_sweeps():
    m = percussion.problems["bouncing-ball"]()
    with pytest.raises(ValueError, match="too large"):
        percussion.sweep(m, {"e_N": range(100000), "mu": range(100000)})
    with pytest.raises(KeyError, match="unknown parameter"):
        percussion.sweep(m, {"nonsense": [1]})
    with pytest.raises(ValueError, match="engine"):
        percussion.sweep(m, {"e_N": [0.5]}, engine="cluster")


def slow_end(result):
    import time

    time.sleep(0.05)
    return float(result.q["x"][-1]), os.getpid()


def test_dask_survives_the_loss_of_a_worker():
    distributed = pytest.importorskip("distributed")
    m = percussion.problems["bouncing-ball"]()
    points = percussion.draws(60, 7, e_N=(0.2, 0.9))
    expected = percussion.sweep(m, points, keep=end, until=0.5).values
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:
        victims = []

        def killer(k, value):
            if len(victims) == 0 and k == 10:
                victims.append(value[0][1])
                os.kill(value[0][1], signal.SIGKILL)

        import percussion._sweep as module

        found = {}
        for k, value in module._dask(m, points, list(range(60)), slow_end, {"until": 0.5}, None, None, client):
            found[k] = value
            killer(len(found), value)
    assert victims and [found[k][0][0] for k in range(60)] == expected


def heavier(model, point):
    m = percussion.Model.from_dict(model.to_dict())
    m._document["bodies"][0]["mass"] = point["mass"]
    return m


def pushed():
    m = percussion.Model("cart")
    m.point("cart", mass=1.0, dim=1)
    m.actuator("a", b="cart", along="direction", direction=(1, 0, 0), law="1.0")
    return m


def test_apply_changes_what_settings_cannot(tmp_path):
    points = [{"mass": 1.0}, {"mass": 2.0}, {"mass": 4.0}]
    s = percussion.sweep(pushed(), points, apply=heavier, keep=lambda r: float(r.q["cart.x"][-1]), dt=1e-2, until=1.0)
    # x = t^2 / (2 m)
    assert s.values == pytest.approx([0.5, 0.25, 0.125])

    def in_place(model, point):
        model.set(**{"u0.cart.x": point["v"]})

    s = percussion.sweep(pushed(), {"v": [1.0, 2.0]}, apply=in_place, keep=lambda r: float(r.q["cart.x"][-1]), dt=1e-2, until=1.0)
    assert s.values == pytest.approx([1.5, 2.5])
    with pytest.raises(TypeError, match="apply returned"):
        percussion.sweep(pushed(), {"v": [1.0]}, apply=lambda m, p: 3)


def test_a_folder_of_another_apply_or_keep_is_refused(tmp_path):
    keep = {"keep": lambda r: 1.0}
    percussion.sweep(pushed(), {"v": [1.0]}, apply=lambda m, p: None, folder=tmp_path / "a", dt=1e-2, until=0.1, **keep)
    with pytest.raises(ValueError, match="other settings"):
        percussion.sweep(pushed(), {"v": [1.0]}, apply=lambda m, p: m.set(mu=0.1), folder=tmp_path / "a", dt=1e-2, until=0.1, **keep)
    with pytest.raises(ValueError, match="other settings"):
        percussion.sweep(pushed(), {"v": [1.0]}, apply=lambda m, p: None, folder=tmp_path / "a", dt=1e-2, until=0.1, keep=lambda r: 2.0)


def test_dask_carries_apply():
    distributed = pytest.importorskip("distributed")
    points = [{"mass": 1.0}, {"mass": 2.0}]
    expected = percussion.sweep(pushed(), points, apply=heavier, dt=1e-2, until=1.0).values
    with distributed.Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
        found = percussion.sweep(pushed(), points, apply=heavier, dt=1e-2, until=1.0, engine="dask", client=client)
    assert found.values == expected


def test_results_arrive_as_they_finish():
    seen = {}
    s = percussion.sweep(pushed(), {"u0.cart.x": [1.0, 2.0, 3.0]}, keep=lambda r: float(r.q["cart.x"][-1]), dt=1e-2, until=0.1,
                         each=lambda point, kept: seen.update({point["u0.cart.x"]: kept}))
    assert seen == dict(zip([1.0, 2.0, 3.0], s.values))

    def broken(point, kept):
        raise ArithmeticError("own mistake")

    with pytest.raises(ArithmeticError, match="own mistake"):
        percussion.sweep(pushed(), {"u0.cart.x": [1.0, 2.0]}, dt=1e-2, until=0.1, each=broken)
