"""Models from Python: the same numbers as from files and problems."""

import copy
import pickle

import numpy as np
import pytest

import percussion


def ball(**keys):
    m = percussion.Model("ball", gravity=(0, -9.81), **keys)
    m.planar("ball", mass=1.0, J=0.004, position=(0, 1), spin=50.0)
    m.shape("floor", "plane", normal=(0, 1))
    m.shape("disc", "sphere", body="ball", radius=0.1)
    m.contact("touch", between=("floor", "disc"), mu=0.2)
    return m


def test_ball_rolls_in_the_end():
    r = ball().run("alpha", dt=2e-3, until=1.0)
    assert [e.kind for e in r.events] == ["impact", "stick"]
    # rolling after slipping: u_x = -10/7 m/s, spin 100/7 rad/s
    assert r.u["ball.x"][-1] == pytest.approx(-10 / 7, abs=1e-9)
    assert r.u["ball.theta"][-1] == pytest.approx(100 / 7, abs=1e-8)
    assert r.stats["penetration"] < 1e-10
    assert r["ball"].position[-1, 1] == pytest.approx(0.1, abs=1e-12)


def test_model_file_dictionary_and_copy_give_the_same_bits():
    m = ball()
    reference = m.run(dt=1e-3, until=0.6).data
    for other in (
        percussion.Model.from_toml(m.to_toml()),
        percussion.Model.from_dict(m.to_dict()),
        copy.deepcopy(m),
        pickle.loads(pickle.dumps(m)),
        m.copy(),
    ):
        assert np.array_equal(other.run(dt=1e-3, until=0.6).data, reference)


def test_problem_with_settings_and_its_file():
    p = percussion.problems["rotating-ball"]
    m = p(omega=10)
    r = m.run()
    assert r.error["q_l1"] < 1e-2
    f = percussion.Model.from_toml(m.to_toml())
    assert np.array_equal(f.run(dt=r.dt, until=float(r.t[-1])).data[:, 0], r.t)
    assert "omega" in p.parameters


def test_function_as_force_equals_expression():
    def model(law):
        m = percussion.Model("cart")
        m.point("cart", mass=2.0, dim=1, position=(0.3,))
        m.actuator("motor", b="cart", along="direction", direction=(1, 0, 0), law=law)
        return m

    law = percussion.function(lambda t, x, v: -8.0 * x - 0.1 * v + percussion.math.sin(3 * t), "t", "cart.x", "cart.x'")
    a = model(law).run(dt=1e-3, until=2.0)
    b = model("-8*cart.x - 0.1*cart.x' + sin(3*t)").run(dt=1e-3, until=2.0)
    assert np.allclose(a.data, b.data, rtol=0, atol=1e-13)


def test_drive_by_a_function_has_exact_derivatives():
    def model(turn):
        m = percussion.Model("crank")
        m.planar("crank", mass=1.0, J=1.0, spin=1.0)
        m.joint("hinge", "revolute", bodies=("world", "crank"), turn=turn)
        return m

    def angle(t):
        return 0.5 * percussion.math.sin(2 * t)

    a = model(angle).run(dt=1e-2, until=1.0)
    assert a.q["crank.theta"] == pytest.approx(0.5 * np.sin(2 * a.t), abs=1e-12)
    assert a.u["crank.theta"] == pytest.approx(np.cos(2 * a.t), abs=1e-11)


def pendulum(system_functions):
    m = percussion.Model("pendulum")
    m.system("p", ["phi"], **system_functions, q0=[1.0], u0=[0.0])
    return m


def test_system_by_functions_equals_expressions():
    sin = percussion.math.sin
    a = pendulum(
        {
            "M": lambda t, q: [[2.0]],
            "h": lambda t, q, u: [-19.62 * sin(q[0])],
            "contacts": [{"name": "stop", "gap": lambda t, q: q[0] + 0.5, "e_N": 0.5}],
        }
    ).run(dt=1e-3, until=3.0)
    b = pendulum(
        {"M": [["2"]], "h": ["-19.62*sin(phi)"], "contacts": [{"name": "stop", "gap": "phi + 0.5", "e_N": 0.5}]}
    ).run(dt=1e-3, until=3.0)
    assert len(a.events) == len(b.events) >= 2
    assert np.allclose(a.q.array, b.q.array, rtol=0, atol=1e-11)


def test_functions_that_do_not_take_jets_are_differentiated_by_differences():
    import math

    a = pendulum({"M": lambda t, q: [[2.0]], "h": lambda t, q, u: [-19.62 * math.sin(q[0])]}).run(dt=1e-3, until=1.0)
    b = pendulum({"M": [["2"]], "h": ["-19.62*sin(phi)"]}).run(dt=1e-3, until=1.0)
    assert np.allclose(a.q.array, b.q.array, rtol=0, atol=1e-9)


def test_representations():
    m = ball()
    assert "1 body," in repr(m) and "ball: <" not in m._repr_html_() and "touch" in m._repr_html_()
    m = ball(description="<script>x</script>")
    assert "<script>" not in m._repr_html_()


def test_urdf():
    text = """<robot name="drop"><link name="box"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"
      ixy="0" ixz="0" iyz="0"/></inertial><collision><geometry><box size="1 1 1"/></geometry></collision></link></robot>"""
    m = percussion.Model.from_urdf(text, height=0.01)
    r = m.run(dt=1e-3, until=0.5)
    assert abs(r["box"].position[-1, 2] - 0.5) < 1e-9


def test_mjcf(tmp_path):
    text = """<mujoco model="drop"><worldbody><geom type="plane" size="1 1 1"/><body name="ball" pos="0 0 0.3"><freejoint/>
      <geom type="sphere" size="0.1" mass="1"/></body></worldbody></mujoco>"""
    path = tmp_path / "drop.xml"
    path.write_text(text)
    for source in (text, path):
        r = percussion.Model.from_mjcf(source).run(dt=1e-3, until=1.0)
        assert abs(r["ball"].position[-1, 2] - 0.1) < 1e-9
    with pytest.raises(ValueError):
        percussion.Model.from_mjcf("<mujoco")


# exact in the single precision of the format
CUBE = [(x, y, z) for x in (-0.125, 0.125) for y in (-0.125, 0.125) for z in (-0.125, 0.125)]
FACES = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]
MESHED = """<robot name="crate"><link name="crate"><inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><geometry><mesh filename="package://crates/meshes/cube.stl"/></geometry></collision></link></robot>
"""


def test_meshes_of_robots_are_read_from_the_folders_that_are_named(tmp_path):
    import struct

    triangle = lambda f: struct.pack("<12fH", 0, 0, 0, *(x for k in f for x in CUBE[k]), 0)
    binary = b"\0" * 80 + struct.pack("<I", len(FACES)) + b"".join(map(triangle, FACES))
    (tmp_path / "crates" / "meshes").mkdir(parents=True)
    (tmp_path / "crates" / "meshes" / "cube.stl").write_bytes(binary)
    (tmp_path / "crates" / "urdf").mkdir()
    description = tmp_path / "crates" / "urdf" / "crate.urdf"
    description.write_text(MESHED)
    # a mesh counts with its hull: a box of 0.25 m on the floor
    for m in (percussion.Model.from_urdf(description, packages=tmp_path), percussion.Model.from_urdf(MESHED, packages=tmp_path)):
        assert not [w for w in m.warnings if "SKIPPED" in w], m.warnings
        r = m.run(dt=1e-3, until=0.1)
        assert abs(r["crate"].position[-1][2] - 0.125) < 1e-9
        assert pickle.loads(pickle.dumps(m)).to_toml() == m.to_toml()
    assert any("no folder" in w for w in percussion.Model.from_urdf(MESHED).warnings)
    # folders above are not searched, and neither paths nor links lead out
    urdf = tmp_path / "crates" / "urdf"
    (urdf / "link.stl").symlink_to(tmp_path / "crates" / "meshes" / "cube.stl")
    name = "package://crates/meshes/cube.stl"
    for mesh, packages in ((name, None), (name, urdf), ("../meshes/cube.stl", None), ("link.stl", None)):
        description.write_text(MESHED.replace(name, mesh))
        assert any("packages=" in w for w in percussion.Model.from_urdf(description, packages=packages).warnings), mesh
    description.write_text(MESHED.replace(name, "../meshes/cube.stl"))
    assert not any("SKIPPED" in w for w in percussion.Model.from_urdf(description, packages=tmp_path).warnings)


def test_two_boxes_collide_in_ten_lines():
    m = percussion.Model("two-boxes", gravity=(0, 0, -9.81))
    m.material("wood", mu=0.5)
    m.ground("wood")
    for name, z in (("lower", 0.1), ("upper", 0.4)):
        m.spatial(name, mass=8.0, principal=(0.053, 0.053, 0.053), position=(0, 0, z))
        m.collider(name, "box", body=name, size=(0.2, 0.2, 0.2), material="wood")
    r = m.run(dt=1e-3, until=0.4)
    assert abs(r.q["upper.z"][-1] - 0.3) < 1e-9
    m.ignore("lower", "upper")
    r = m.run(dt=1e-3, until=0.4)
    assert abs(r.q["upper.z"][-1] - 0.1) < 1e-9
