"""The scenes of models/scenes in MuJoCo and here, in one run: `make scenes-compare`.

Reads the table that the example `scenes` prints (as it is made, from standard input), builds each scene from the same
model file as MJCF (Newton's method, elliptic cones, solref 0.004, the same step), and prints both times per step.
Needs Python 3.11 and `pip install mujoco`.
"""

import itertools
import math
import re
import sys
import time
import tomllib
from pathlib import Path

import mujoco
import numpy as np

MODELS = Path(__file__).resolve().parent.parent / "models" / "scenes"
NAMES = {n: getattr(math, n) for n in ("sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "floor", "pi", "exp")}
NAMES |= {"abs": abs, "min": min, "max": max, "choose": lambda c, a, b: a if c else b}


def value(x, scope):
    """A number, or an expression of the model file."""
    if not isinstance(x, str):
        return x
    text = re.sub(r"\bif\s*\(", "choose(", x.replace("^", "**"))
    return eval(text, {"__builtins__": {}}, NAMES | scope)  # our own model files


def parameters(model, sets):
    scope = {}
    for name, x in model.get("parameters", {}).items():
        scope[name] = value(sets.get(name, x), scope)
    return scope


def repeated(entries, scope):
    """Each entry for each of its repetitions, with the indices i, j in the scope and in its names."""
    for e in entries:
        counts = e.get("repeat", 1)
        counts = counts if isinstance(counts, list) else [counts]
        ranges = [range(1, int(round(value(c, scope))) + 1) for c in counts]
        for index in itertools.product(*ranges):
            own = scope | dict(zip("ijk", index))
            fill = lambda text: re.sub(r"\{([^}]*)\}", lambda m: str(int(value(m[1], own))), text)
            yield e, own, fill


def numbers(v):
    return " ".join(repr(float(x)) for x in v)


def build(name, sets):
    """The scene as MJCF; none where it has shapes that MuJoCo does not have."""
    model = tomllib.loads((MODELS / f"{name}.toml").read_text())
    scope = parameters(model, sets)
    if any(s["type"] not in ("plane", "box", "sphere") for s in model["shapes"]):
        return None
    mu = {m: value(v.get("mu", 0), scope) for m, v in model["materials"].items()}
    geoms = {}
    for s, own, fill in repeated(model["shapes"], scope):
        v = lambda k, default=None: [value(x, own) for x in s.get(k, default)]
        friction = f'friction="{mu[s["material"]]} 0 0"'
        if s["type"] == "plane":
            text = f'<geom type="plane" size="10 10 1" pos="{numbers(v("at", [0, 0, 0]))}" zaxis="{numbers(v("normal"))}" {friction}/>'
        elif s["type"] == "box":
            text = f'<geom type="box" size="{numbers(0.5 * x for x in v("size"))}" mass="0" {friction}/>'
        else:
            text = f'<geom type="sphere" size="{value(s["radius"], own)}" mass="0" {friction}/>'
        geoms.setdefault(fill(s["body"]) if "body" in s else None, []).append(text)
    bodies, start = [], []
    for b, own, fill in repeated(model["bodies"], scope):
        v = lambda k: [value(x, own) for x in b.get(k, [0, 0, 0])]
        m = value(b["mass"], own)
        if b["solid"]["type"] == "box":
            x, y, z = (value(s, own) for s in b["solid"]["size"])
            inertia = [m / 12 * (y * y + z * z), m / 12 * (x * x + z * z), m / 12 * (x * x + y * y)]
        else:
            inertia = [0.4 * m * value(b["solid"]["radius"], own) ** 2] * 3
        turn = ""
        if "rotation" in b:
            axis = [value(x, own) for x in b["rotation"]["axis"]]
            turn = f'axisangle="{numbers(axis + [value(b["rotation"]["angle"], own)])}"'
        bodies.append(
            f'<body pos="{numbers(v("position"))}" {turn}><freejoint/>'
            f'<inertial pos="0 0 0" mass="{m}" diaginertia="{numbers(inertia)}"/>'
            + "".join(geoms.get(fill(b["name"]), []))
            + "</body>"
        )
        start += v("velocity") + v("spin")
    step = value(model["run"]["dt"], scope)
    gravity = numbers(value(x, scope) for x in model["gravity"])
    text = (
        f'<mujoco><compiler angle="radian"/><option timestep="{step}" gravity="{gravity}" solver="Newton" cone="elliptic"/>'
        '<default><geom solref="0.004 1" condim="3"/></default>'
        f'<worldbody>{"".join(geoms.get(None, []))}{"".join(bodies)}</worldbody></mujoco>'
    )
    return text, np.array(start)


def run(name, sets, steps):
    """Milliseconds a step, most contacts, deepest penetration, speed at the end."""
    scene = build(name, sets)
    if scene is None:
        return None
    text, u0 = scene
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    data.qvel[:] = u0
    contacts, deepest, spent = 0, 0.0, 0.0
    for _ in range(steps):
        clock = time.process_time()
        mujoco.mj_step(model, data)
        spent += time.process_time() - clock
        contacts = max(contacts, data.ncon)
        if data.ncon:
            deepest = max(deepest, -data.contact.dist.min())
    return 1e3 * spent / max(steps, 1), contacts, deepest, float(np.abs(data.qvel).max())


def main():
    print("| scene | ms a step here | MuJoCo | ratio | penetration here | MuJoCo | speed at the end here | MuJoCo |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for line in sys.stdin:
        cells = [c.strip() for c in line.split("|")]
        if len(cells) < 11 or cells[2] != "alpha" or not re.fullmatch(r"\d+ steps", cells[10]):
            continue
        name, *sets = cells[1].split()
        sets = dict(s.split("=") for s in sets)
        try:
            there = run(name, {k: float(v) for k, v in sets.items()}, int(cells[10].split()[0]))
        except ValueError as error:  # MuJoCo does not load it
            print(f"{cells[1]}: {error}", file=sys.stderr)
            continue
        here = float(cells[5])
        if there is None:
            continue
        ms, _, deepest, speed = there
        end = cells[8].split()[0]
        print(
            f"| {cells[1]} | {here:.3g} | {ms:.3g} | {here / ms:.1f} | {cells[7]} | {deepest:.1e} | {end} | {speed:.1e} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
