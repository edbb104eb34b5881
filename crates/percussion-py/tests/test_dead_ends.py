"""What used to leave a new user without a way on."""

import sys

import numpy as np
import pytest

import percussion

CUBE = "".join(f"v {x} {y} {z}\n" for x in (-0.1, 0.1) for y in (-0.1, 0.1) for z in (-0.1, 0.1)) + (
    "f 1 2 4\nf 1 4 3\nf 5 7 8\nf 5 8 6\nf 1 5 6\nf 1 6 2\nf 3 4 8\nf 3 8 7\nf 1 3 7\nf 1 7 5\nf 2 6 8\nf 2 8 4\n"
)


def cube(file, **keys):
    m = percussion.Model("cube", gravity=(0, 0, -10), **keys)
    m.spatial("cube", mass=1.0, principal=(0.01, 0.01, 0.01), position=(0, 0, 0.1))
    m.shape("floor", "plane", normal=(0, 0, 1))
    m.shape("hull", "hull", body="cube", file=file)
    m.contact("pair", between=("floor", "hull"), mu=0.3)
    return m


def test_meshes_of_python_models_relative_and_absolute(tmp_path, monkeypatch):
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "cube.obj").write_text(CUBE)
    monkeypatch.chdir(tmp_path)
    relative, absolute = cube("meshes/cube.obj"), cube(tmp_path / "meshes" / "cube.obj")
    above = cube("../meshes/cube.obj", folder=tmp_path / "meshes")
    monkeypatch.chdir("/")
    data = [m.run(dt=1e-3, until=0.05).data for m in (relative, absolute, above, relative.copy())]
    assert all(np.array_equal(data[0], d) for d in data) and abs(data[0][-1, 3] - 0.1) < 1e-9
    for document, folder in ((relative.to_dict(), tmp_path), (absolute._document, None)):
        assert np.array_equal(percussion.Model.from_dict(document, folder=folder).run(dt=1e-3, until=0.05).data, data[0])
    with pytest.raises(ValueError, match="it is not a file"):
        cube("meshes/none.obj", folder=tmp_path).run(until=0.1)
    # the text of a model file stays within its folder, also when something is added to it
    m = percussion.Model.from_toml(absolute._document and absolute.to_toml())
    m.parameter("x", 1.0)
    with pytest.raises(ValueError, match="not relative"):
        m.run(until=0.1)


def test_a_contact_of_several_points_is_their_sum(tmp_path):
    (tmp_path / "cube.obj").write_text(CUBE)
    r = cube("cube.obj", folder=tmp_path).run(dt=1e-3, until=0.1)
    pair = r.contact["pair"]
    assert pair.la_N[-1] == pytest.approx(10.0, abs=1e-6) and len(pair.points) > 3
    assert pair.force[-1] == pytest.approx([0, 0, 10.0], abs=1e-6) and pair.bodies == ("world", "cube")
    assert np.allclose(pair.P_N, sum(p.P_N for p in pair.points)) and len(pair.g_N) == len(r)
    assert pair.percussion.sum(axis=0) == pytest.approx([0, 0, 1.0], abs=1e-6)
    with pytest.raises(ValueError, match="force or percussion, or points"):
        pair.la_F
    with pytest.raises(KeyError, match="did you mean 'pair'"):
        r.contact["pairs"]
    wide = r.with_pairs()
    assert r.pairs() == [("world", "cube")]
    assert wide["F.world.cube.z"][-1] == pytest.approx(10.0, abs=1e-6)
    assert wide.columns[: len(r.columns)] == r.columns and len(wide.columns) == len(r.columns) + 6


def test_settings_that_do_not_exist_are_refused_at_once_and_change_nothing():
    rod = percussion.problems["woodpecker"]
    with pytest.raises(KeyError, match="unknown parameter 'muu'; did you mean 'mu'"):
        rod(muu=3)
    m = rod()
    for wrong in ({"nu": 1}, {"mu": -1.0}, {"mu": "much"}, {"q0.nothing": 1.0}):
        with pytest.raises(ValueError):
            m.set(**wrong)
    m.run(until=0.01)
    m = percussion.Model("ball", parameters={"h": 1.0})
    m.point("ball", mass=1.0, dim=1, position=("h",))
    with pytest.raises(ValueError, match="hh"):
        m.set(hh=2.0)
    assert m.set(h=2.0).run(dt=0.1, until=0.1).q["ball.x"][0] == 2.0
    assert m.unset("h").run(dt=0.1, until=0.1).q["ball.x"][0] == 1.0
    with pytest.raises(KeyError, match="set are: none"):
        m.unset("h")
    # before the parts are there nobody knows; the run does
    early = percussion.Model("m").set(**{"q0.p.x": 2.0})
    early.point("p", mass=1.0, dim=1)
    assert early.run(dt=0.1, until=0.1).q["p.x"][0] == 2.0


@pytest.mark.parametrize(
    ("module", "extra", "call"),
    [
        ("pandas", "tables", lambda r: r.to_pandas()),
        ("xarray", "tables", lambda r: r.to_xarray()),
        ("matplotlib", "plot", lambda r: r.plot()),
        ("pyarrow", "files", lambda r: r.save("never.parquet")),
        ("h5py", "files", lambda r: r.save("never.h5")),
    ],
)
def test_a_missing_package_names_the_extra(module, extra, call, monkeypatch):
    r = percussion.problems["bouncing-ball"]().run(until=0.01)
    for name in (module, f"{module}.pyplot", f"{module}.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=rf"pip install 'percussion\[{extra}\]'"):
        call(r)


ARM = """<robot name="arm"><link name="base"><inertial><mass value="3"/><inertia ixx="0.05" iyy="0.05" izz="0.08" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><geometry><box size="0.1 0.1 0.04"/></geometry></collision></link>
<link name="l1"><inertial><origin xyz="0.4 0 0"/><mass value="1"/><inertia ixx="0.05" iyy="0.05" izz="0.08" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="revolute"><parent link="base"/><child link="l1"/><origin xyz="0 0 0.2"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>
"""


def test_a_robot_with_a_fixed_base():
    free, fixed = (percussion.Model.from_urdf(ARM, fixed_base=f).run(until=0.5) for f in (False, True))
    assert np.ptp(fixed["base"].rotation, axis=0).max() < 1e-9 < 1e-3 < np.ptp(free["base"].rotation, axis=0).max()
    assert "base-1.floor" in " ".join(free.contact) and "base-1.floor" not in " ".join(fixed.contact)


def test_keys_are_in_help_and_wrong_ones_are_refused_where_they_stand():
    for method, word in (("planar", "spin: Initial angular velocity"), ("shape", "radius: Radius"), ("contact", "drilling: "), ("joint", "turn: ")):
        assert word in getattr(percussion.Model, method).__doc__
    with pytest.raises(KeyError, match="unknown key 'mas' of 'a'; did you mean 'mass'"):
        percussion.Model("m").planar("a", mas=1.0)
    with pytest.raises(KeyError, match="did you mean 'radius'"):
        percussion.Model("m").collider("a", "sphere", raduis=1.0)


def test_the_keys_are_those_of_the_schema():
    import io
    import pathlib
    import runpy
    from contextlib import redirect_stdout

    folder, out = pathlib.Path(__file__).parents[1], io.StringIO()
    with redirect_stdout(out):
        runpy.run_path(str(folder / "tools" / "part_keys.py"), run_name="__main__")
    assert out.getvalue() == (folder / "python" / "percussion" / "_keys.py").read_text()


def test_words_of_other_programs_for_the_arguments_of_a_run():
    m = percussion.problems["bouncing-ball"]()
    for word, meant in (("t_end", "until"), ("duration", "until"), ("step", "dt"), ("tolerance", "tol"), ("method", "scheme"), ("rho_ing", "rho_inf")):
        for call in (m.run, m.steps, m.rollout):
            with pytest.raises(ValueError, match=f"unknown option '{word}' of scheme 'alpha'; did you mean '{meant}'"):
                call(**{word: 1})
    with pytest.raises(ValueError) as e:
        m.run(zzzz=1)
    names = str(e.value).partition("valid names: ")[2].split(", ")
    assert names == sorted(names) and "until" in names


def test_a_model_without_an_end_does_not_guess_one():
    m = percussion.Model("m")
    m.point("p", mass=1.0, dim=1)
    for call in (m.run, m.rollout):
        with pytest.raises(percussion.ModelError, match="until="):
            call(dt=0.1)
    assert percussion.Model.from_toml(m.to_toml() + "\n[run]\nt_end = 0.3\n").run(dt=0.1).t[-1] == pytest.approx(0.3)


def test_collide():
    m = percussion.Model("two", gravity=(0, 0, -10))
    for name, z in (("low", 0.1), ("high", 0.3)):
        m.point(name, mass=1.0, position=(0, 0, z))
        m.shape(name, "sphere", body=name, radius=0.1)
    m.shape("floor", "plane", normal=(0, 0, 1))
    m.collide(all=True)
    m.collide(exclude=[("low", "high")])
    r = m.run(dt=1e-3, until=0.5)
    assert r.q["high.z"][-1] == pytest.approx(0.1, abs=1e-9)


def test_doubts_about_a_model_are_told():
    m = percussion.Model("m", gravity=(0, -10))
    m.planar("flat", mass=1.0, J=1.0)
    m.spatial("solid", mass=1.0, principal=(1, 1, 1), quaternion=(0, 0, 0, 1))
    m.spatial("long", mass=1.0, principal=(1, 1, 1), quaternion=(2, 0, 0, 0))
    m.joint("link", "spherical", bodies=("flat", "solid"), anchor=(0, 0, 0))
    told = m.run(dt=1e-3, until=1e-2).warnings
    assert [w for w in told if "joint 'link'" in w] and [w for w in told if "scalar part" in w and "solid" in w]
    assert [w for w in told if "'long' has the length 2" in w] and len(told) == 3


def test_save_by_the_ending(tmp_path):
    import csv

    r = percussion.problems["bouncing-ball"]().run(until=0.5)
    for ending in (".npz", ".csv", ".parquet", ".h5", ".html"):
        r.save(tmp_path / f"run{ending}")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["run.csv", "run.h5", "run.html", "run.npz", "run.parquet"]
    with open(tmp_path / "run.csv", newline="") as f:
        rows = list(csv.reader(f))
    assert rows[0] == r.columns and np.array_equal(np.array(rows[1:], dtype=float), r.data)
    pandas = pytest.importorskip("pandas")
    table = pandas.read_parquet(tmp_path / "run.parquet")
    assert list(table.columns) == r.columns and np.array_equal(table.to_numpy(), r.data)
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "run.h5") as f:
        assert np.array_equal(f["columns/q.x"], r.q["x"]) and f.attrs["scheme"] == r.scheme
        assert [k.decode() for k in f["events/kind"]] == [e.kind for e in r.events]
    assert "</html>" in (tmp_path / "run.html").read_text()
    for name, text in (("run.vtu", "'.pvd'"), ("run.webm", "'.gif'"), ("run.xls", "'.xls' is not"), ("run", "no ending")):
        with pytest.raises(percussion.ModelError, match=f"{text}.*allowed: .npz, .csv, .parquet, .h5, .html, .gif, .mp4, .pvd"):
            r.save(tmp_path / name)
    assert not (tmp_path / "run.vtu").exists()


def test_motion_for_paraview(tmp_path):
    import xml.etree.ElementTree as tree

    r = percussion.problems["bouncing-ball"]().run(dt=0.1, until=1.0)
    r.save(tmp_path / "ball.pvd")
    files = [(float(e.attrib["timestep"]), e.attrib["file"]) for e in tree.parse(tmp_path / "ball.pvd").iter("DataSet")]
    assert [t for t, _ in files] == r.t.tolist()
    root = tree.parse(tmp_path / files[-1][1]).getroot()
    bodies = next(e for e in root.iter("DataArray") if e.get("Name") == "body").text.split()
    points = next(e for e in root.iter("Points")).find("DataArray").text.split()
    assert len(points) == 3 * len(bodies) and "0" in bodies


def test_films(tmp_path, monkeypatch):
    import shutil

    r = percussion.problems["bouncing-ball"]().run(dt=1e-2, until=1.0)
    if shutil.which("chromium"):
        r.save(tmp_path / "ball.gif")
        assert (tmp_path / "ball.gif").read_bytes().startswith(b"GIF89a")
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CHROMIUM", raising=False)
    for ending, needs in ((".gif", "Chromium"), (".mp4", "ffmpeg")):
        with pytest.raises(percussion.ModelError, match=needs):
            r.save(tmp_path / f"none{ending}")
    monkeypatch.setenv("CHROMIUM", "/does/not/exist")
    with pytest.raises(percussion.ModelError, match="made no film"):
        r.save(tmp_path / "none.gif")
    assert not list(tmp_path.glob("none*"))
