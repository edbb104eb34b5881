"""Checks, equilibria, vibrations, studies."""

import json
import math
import pathlib
import pickle
import shutil
import subprocess

import numpy as np
import pytest

import percussion


def oscillator(k=8.0, c=0.8):
    m = percussion.Model("oscillator")
    m.point("mass", mass=2.0, dim=1, position=(0.1,))
    m.spring("s", b="mass", k=k, c=c, along="direction", direction=(1, 0, 0))
    return m


def test_frequencies_of_a_damped_oscillator():
    modes = percussion.frequencies(oscillator())
    # x'' + 0.4 x' + 4 x = 0: -0.2 +- i sqrt(3.96)
    assert modes.eigenvalues == pytest.approx([complex(-0.2, math.sqrt(3.96))], abs=1e-12)
    assert modes.damping_ratios == pytest.approx([0.1], abs=1e-12)
    assert modes.shape(0) == {"mass.x": pytest.approx(1.0)}
    assert modes.complete and len(modes) == 1
    table = modes.to_pandas()
    assert table["frequency"][0] == pytest.approx(math.sqrt(3.96)) and "eigenvalue" in table
    assert "<table>" in modes._repr_html_() and "damping_ratio" in repr(modes)


def test_modes_of_two_masses():
    m = percussion.Model("two")
    for k in (1, 2):
        m.point(f"m{k}", mass=1.0, dim=1)
    m.spring("a", b="m1", k=1.0, along="direction", direction=(1, 0, 0))
    m.spring("b", a="m1", b="m2", k=1.0, along="direction", direction=(1, 0, 0))
    modes = m.frequencies()
    # K = [[2, -1], [-1, 1]]: squares of the frequencies (3 -+ sqrt(5)) / 2
    assert modes["frequency"] == pytest.approx([math.sqrt((3 - math.sqrt(5)) / 2), math.sqrt((3 + math.sqrt(5)) / 2)], abs=1e-10)
    golden = (1 + math.sqrt(5)) / 2
    assert np.abs(modes.shapes[0]) == pytest.approx([1 / golden, 1.0], abs=1e-8)


def test_frequencies_of_the_settled_state():
    m = percussion.Model("pendulum", gravity=(0, -9.81))
    m.planar("rod", mass=1.0, J=1.0 / 12, position=(0.5, 0.0))
    m.joint("hinge", "revolute", bodies=("world", "rod"), anchor=(0, 0))
    # seen at rest below: (3 g / (2 l))^(1/2)
    state = percussion.State(0.0, [0.0, -0.5, -math.pi / 2], [0.0, 0.0, 0.0])
    modes = m.frequencies(start=state)
    assert modes["frequency"] == pytest.approx([math.sqrt(1.5 * 9.81)], abs=1e-9) and modes.state == "equilibrium"
    assert m.check()["degrees_of_freedom"] == 1
    assert "degrees_of_freedom" in m.check()._repr_html_()


def test_static():
    m = percussion.Model("hanging", gravity=(0, -10))
    m.point("mass", mass=2.0, dim=2)
    m.spring("s", b="mass", k=100.0, along="direction", direction=(0, 1, 0))
    m.spring("t", b="mass", k=50.0, along="direction", direction=(1, 0, 0))
    path = m.static(steps=4)
    assert len(path) == 4 and path.load[-1] == 1.0
    assert path.state["mass.y"] == pytest.approx(-0.2, abs=1e-12)
    assert path["q.mass.y"] == pytest.approx([-0.05, -0.1, -0.15, -0.2], abs=1e-12)
    assert list(path.to_pandas()["load"]) == pytest.approx([0.25, 0.5, 0.75, 1.0])
    still = m.run(start=path.state, until=0.1, dt=1e-2)
    assert np.abs(still.u.array).max() < 1e-10
    assert pickle.loads(pickle.dumps(path)).state["mass.y"] == path.state["mass.y"]


def test_a_body_that_nothing_holds_has_no_equilibrium():
    m = percussion.Model("free", gravity=(0, -10))
    m.point("mass", mass=2.0, dim=2)
    with pytest.raises(percussion.SimulationStopped, match="no equilibrium") as e:
        m.static()
    assert e.value.result.failed_at is not None
    with pytest.raises(percussion.ModelError, match="steps"):
        m.static(steps=0)
    with pytest.raises(percussion.ModelError, match="rotating"):
        m.static(rotating=(1.0,))


def test_order_of_two_schemes():
    # before the impact at t = 0.5 the motion is smooth, and beyond it alpha locates impacts
    study = percussion.order("linear-oscillator", ["moreau", "alpha"], dt=[0.04, 0.02, 0.013, 0.007], until=0.45)
    assert [r["status"] for r in study] == ["done"] * 8
    assert study.rows[0]["against"] == "linear-oscillator-e08"
    orders = {r["scheme"]: r["order_q"] for r in study.orders}
    assert orders["alpha"] == pytest.approx(2.0, abs=0.1) and orders["moreau"] == pytest.approx(2.0, abs=0.1)
    assert set(study.to_pandas()["scheme"]) == {"moreau", "alpha"}
    beyond = percussion.order("linear-oscillator", ["alpha"], dt=[0.04, 0.02, 0.013, 0.007], until=1.0)
    assert beyond.orders.rows[0]["order_q"] == pytest.approx(2.0, abs=0.1)


def test_order_of_an_own_model_is_measured_against_a_fine_run():
    study = percussion.order(oscillator(), ["alpha"], dt=[0.1, 0.05, 0.025], until=2.0, threads=2)
    assert study.rows[0]["against"].startswith("fine run of its own, dt = ")
    assert study.orders.rows[0]["order_q"] == pytest.approx(2.0, abs=0.1)
    # a given result takes its place
    exact = oscillator().run("radau5", tol=1e-10, dt=1e-3, until=2.0)
    other = percussion.order(oscillator(), ["alpha"], dt=[0.1, 0.05, 0.025], until=2.0, reference=exact)
    assert other.rows[0]["against"] == "given result"
    assert other.rows[2]["error_q"] == pytest.approx(study.rows[2]["error_q"], rel=0.1)


def test_work_precision_takes_tolerances_where_schemes_choose_steps():
    study = percussion.work_precision("double-pendulum", ["dopri5", "alpha"], tol=[1e-4, 1e-6], dt=[0.01, 0.005], until=0.3)
    assert study["tol"] == [1e-4, 1e-6, None, None]
    assert all(r["evaluations"] > 0 and r["error_q"] > 0 for r in study)
    assert study.rows[1]["error_q"] < study.rows[0]["error_q"]


def test_profile():
    p = percussion.profile(["double-pendulum", "bouncing-ball"], ["dopri5", "alpha-p"], until=0.2, tau=[1.0, 4.0, 80.0], tol=1e-4)
    # dopri5 runs contacts under event-driven, alpha-p takes none
    assert p.columns == ["tau", "dopri5", "alpha-p"]
    assert p["dopri5"][-1] == 1.0 and p["alpha-p"][-1] == 0.5
    assert [r["scheme"] for r in p.cases if r["status"] != "done"] == ["alpha-p"]
    with pytest.raises(KeyError, match="dopri5"):
        percussion.profile(["double-pendulum"], ["dopri"])
    with pytest.raises(ValueError, match="cost"):
        percussion.profile(["double-pendulum"], ["dopri5"], cost="money")


def test_compare():
    c = percussion.compare("bouncing-ball", ["alpha", percussion.Moreau(), percussion.Alpha(rho_inf=0.5)], until=0.3)
    assert list(c.results) == ["alpha", "moreau", "Alpha(rho_inf=0.5)"]
    assert c["status"] == ["done"] * 3 and all(p < 1e-9 for p in c["penetration"][:1])
    with pytest.raises(ValueError, match="scheme"):
        percussion.compare("bouncing-ball", [])
    with pytest.raises(KeyError, match="did you mean 'alpha'"):
        percussion.compare("bouncing-ball", ["alfa"])


def test_plots():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    assert oscillator().frequencies().plot().get_ylabel() == "frequency (rad/s)"
    study = percussion.order(oscillator(), ["alpha"], dt=[0.1, 0.05], until=0.5)
    ax = study.plot()
    assert ax.get_xscale() == "log" and len(ax.lines) == 1
    assert len(percussion.compare(oscillator(), ["alpha", "moreau"], until=0.2).plot("q.mass.x", "energy")) == 2
    m = percussion.Model("hanging", gravity=(0, -10))
    m.point("mass", mass=2.0, dim=2)
    m.spring("s", b="mass", k=100.0, along="direction", direction=(0, 1, 0))
    m.spring("t", b="mass", k=50.0, along="direction", direction=(1, 0, 0))
    assert m.static().plot().get_ylabel() == "load"
    percussion.profile([oscillator()], ["alpha"], until=0.2).plot()


PROGRAM = next(
    (p for p in (pathlib.Path(__file__).parents[3] / f"target/{kind}/percussion" for kind in ("debug", "release")) if p.exists()), None
)


@pytest.mark.skipif(PROGRAM is None, reason="the command line is not built")
def test_studies_are_those_of_the_command_line(tmp_path):
    def asked(study, *words):
        command = [str(PROGRAM), study, *words, "--json", "--quiet", "--out", str(tmp_path / study)]
        return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    same = ("dt", "tol", "error_q", "error_v", "evaluations", "steps", "rejected", "position", "velocity", "penetration", "against", "status")
    # against a fine run of its own
    for problem in ("double-pendulum", "rotating-ball"):
        # rounded to 53 and 127 steps; the second problem brings options of its scheme
        steps = [0.01, 0.004]
        theirs = asked("order", problem, "--schemes", "alpha,moreau", "--dt", ",".join(map(repr, steps)), "--t-end", "0.5")
        ours = percussion.order(problem, ["alpha", "moreau"], dt=steps, until=0.5)
        for row in ours.orders:
            assert {k: theirs[row["scheme"]][k] for k in row if k != "scheme"} == {k: row[k] for k in row if k != "scheme"}
        shutil.rmtree(tmp_path / "order")
    # tolerances, an integrator under event-driven, steps
    words = ("--schemes", "hybrid,hem5,moreau", "--tol", "1e-3,1e-5", "--dt", "0.01", "--t-end", "1.1")
    theirs = asked("work-precision", "double-pendulum-wall", *words)
    ours = percussion.work_precision("double-pendulum-wall", ["hybrid", "hem5", "moreau"], tol=[1e-3, 1e-5], dt=[0.01], until=1.1)
    assert [{k: r[k] for k in same} for r in theirs] == [{k: r[k] for k in same} for r in ours]
    theirs = asked("profile", "slider-crank", "--schemes", "hem5,alpha", "--t-end", "0.02")
    ours = percussion.profile(["slider-crank"], ["hem5", "alpha"], until=0.02)
    assert [r["evaluations"] for r in theirs["runs"]] == ours.cases["evaluations"]
    assert [c["points"][-1][1] for c in theirs["evaluations"]] == [ours["hem5"][-1], ours["alpha"][-1]]
    # values of a grid
    theirs = asked("sweep", "bouncing-ball", "--set", "e_N=0.2:0.8:4", "--t-end", "2", "--measure", "q.x,impacts")
    ours = percussion.sweep(
        percussion.problems["bouncing-ball"](), {"e_N": [r["values"][0] for r in theirs["runs"]]}, until=2.0,
        keep=lambda r: [float(r["q.x"][-1]), sum(e.kind == "impact" for e in r.events)],
    )
    assert ours.values == [r["results"] for r in theirs["runs"]]


def test_sets_of_problems():
    found = [name for name, _ in percussion.analysis._cases.members("impacts")]
    assert len(found) > 30 and len(set(found)) == len(found)
    with pytest.raises(KeyError, match="impacts"):
        percussion.profile("impact", ["mdop5"])


def test_bad_studies():
    with pytest.raises(ValueError, match="constant steps"):
        percussion.order("bouncing-ball", ["hybrid"])
    with pytest.raises(ValueError, match="dt"):
        percussion.order("bouncing-ball", ["alpha"], dt=[0.0])
    with pytest.raises(ValueError, match="until"):
        percussion.order("bouncing-ball", ["alpha"], until=float("nan"))
    with pytest.raises(ValueError, match="three"):
        oscillator().frequencies(rotating=(1, 2))
    with pytest.raises(ValueError, match="shapes"):
        oscillator().frequencies(shapes=-1)
