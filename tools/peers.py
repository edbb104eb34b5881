"""The small tests of docs/book/peers.md: python3 tools/peers.py PROGRAM

A ball that falls from 1 m with e = 0.5 on a floor (apexes, penetration) and a block that is pushed with 0.9 of its friction limit (creep), step
1 ms, with this program and, where `pip install mujoco` was done, with MuJoCo's defaults. Prints one line for each.
"""

import csv
import pathlib
import subprocess
import sys
import tempfile

BLOCK = """
gravity = [0, 0, -9.81]
ground = { material = "wood" }
materials.wood = { mu = 0.5 }
run = { dt = 1e-3, t_end = 2.0 }
bodies = [{ name = "block", type = "spatial", mass = 1.0, principal = [0.0067, 0.0067, 0.0067], position = [0, 0, 0.1] }]
colliders = [{ name = "block", body = "block", type = "box", size = [0.2, 0.2, 0.2], material = "wood" }]
forces = [{ name = "push", type = "force", force = ["0.9*0.5*9.81", 0, 0], at = { body = "block", at = [0, 0, -0.1] } }]
"""
BALL_XML = """<mujoco><option timestep="0.001"/><worldbody><geom type="plane" size="5 5 1"/>
<body pos="0 0 1.1"><freejoint/><geom type="sphere" size="0.1" mass="1"/></body></worldbody></mujoco>"""
BLOCK_XML = """<mujoco><option timestep="0.001"/><worldbody><geom type="plane" size="5 5 1" friction="0.5"/>
<body pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="1" friction="0.5"/></body></worldbody></mujoco>"""


def apexes(heights):
    """The first two heights at which the ball turns after its first contact, and the deepest penetration."""
    turns = [b for a, b, c in zip(heights, heights[1:], heights[2:]) if a < b >= c and b > 0.01]
    return turns[:2], max(0.0, -min(heights))


def report(name, heights, creep):
    tops, deep = apexes(heights)
    print(f"{name:32} apexes {', '.join(f'{h:.4f}' for h in tops) or 'none':16} penetration {deep:.1e} m   creep {abs(creep):.1e} m/s")


def percussion(program, *more):
    with tempfile.TemporaryDirectory() as folder:
        def rows(*arguments):
            out = pathlib.Path(folder, "run")
            subprocess.run([program, "run", *arguments, "--out", str(out), "--quiet"], check=True)
            with open(out / "trajectory.csv", encoding="utf-8") as f:
                return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(f)]

        ball = rows("bouncing-ball", "--set", "g=9.81", "--set", "e_N=0.5", "--t-end", "1.3", "--dt", "1e-3", *more)
        model = pathlib.Path(folder, "block.toml")
        model.write_text(BLOCK, encoding="utf-8")
        block = rows(str(model), *more)
        return [r["gN.floor"] for r in ball], next(v for k, v in block[-1].items() if k.startswith("u.") and k.split(".")[-1].startswith("x"))


def mujoco_rows():
    import mujoco
    import numpy as np

    def run(xml, seconds, push):
        model = mujoco.MjModel.from_xml_string(xml)
        data = mujoco.MjData(model)
        heights = []
        for _ in range(int(seconds * 1000)):
            data.qfrc_applied[:] = 0
            mujoco.mj_applyFT(model, data, np.array([push, 0.0, 0.0]), np.zeros(3), data.xpos[1] - [0, 0, 0.1], 1, data.qfrc_applied)
            mujoco.mj_step(model, data)
            heights.append(data.qpos[2] - 0.1)
        return heights, data.qvel[0]

    return mujoco.__version__, run(BALL_XML, 1.3, 0.0)[0], run(BLOCK_XML, 2.0, 0.9 * 0.5 * 9.81)[1]


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "percussion"
    for more in ((), ("--scheme", "hybrid", "--tol", "1e-8")):
        report(" ".join(("percussion", *more)), *percussion(program, *more))
    try:
        version, heights, creep = mujoco_rows()
    except ImportError:
        return print("mujoco is not installed")
    report(f"mujoco {version}, defaults", heights, creep)


if __name__ == "__main__":
    main()
