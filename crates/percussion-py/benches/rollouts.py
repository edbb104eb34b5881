"""1,000 pendulums that hit a wall, 1,000 steps each, beside `mujoco.rollout` in one run: `rollouts.py [THREADS]` (wants mujoco)."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable

import numpy as np

import percussion

RUNS, STEPS, DT = 1000, 1000, 1e-3
XML = f"""<mujoco><option timestep="{DT}" gravity="0 -9.81 0"/><worldbody>
<geom type="plane" pos="-0.3 0 0" size="5 5 1" zaxis="1 0 0"/>
<body pos="0 0 0"><joint type="hinge" axis="0 0 1"/><geom type="sphere" pos="0 -1 0" size="0.1" mass="1" friction="0.3"/></body>
</worldbody></mujoco>"""


def pendulum() -> percussion.Model:
    """A ball of 1 kg on a massless rod of 1 m, and a wall."""
    m = percussion.Model("pendulum", gravity=(0, -9.81))
    m.planar("ball", mass=1.0, J=0.4 * 0.01, position=("sin(start)", "-cos(start)"), angle="start")
    m.parameter("start", 0.5)
    m.joint("hinge", "revolute", bodies=("world", "ball"), anchor=(0, 0))
    m.shape("wall", "plane", at=(-0.3, 0), normal=(1, 0))
    m.shape("skin", "sphere", body="ball", radius=0.1)
    m.contact("hit", between=("wall", "skin"), mu=0.3, e_N=0.5)
    return m


def timed(task: Callable[[], Any]) -> float:
    """The least of three times (s of processor time of all threads: other programs do not count)."""
    times = []
    for _ in range(3):
        begin = time.process_time()
        task()
        times.append(time.process_time() - begin)
    return min(times)


def main() -> None:
    """Prints both times."""
    threads = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    angles = np.linspace(0.2, 1.2, RUNS)
    model = pendulum()
    q0 = np.stack([np.sin(angles), -np.cos(angles), angles], axis=1)
    how: dict[str, Any] = {"dt": DT, "until": STEPS * DT, "threads": threads, "columns": ["q.ball.theta", "u.ball.theta"]}
    for scheme in ("alpha", "moreau"):
        taken = timed(lambda s=scheme: model.rollout(q0, scheme=s, **how))  # type: ignore[misc]
        print(f"percussion, {scheme:<8} {taken:.3f} s, {1e6 * taken / RUNS / STEPS:.2f} us a step")
    taken = timed(lambda: model.rollout(parameters={"start": angles}, scheme="moreau", **how))
    print(f"percussion, moreau, a parameter of each run {taken:.3f} s")
    import mujoco  # type: ignore[import-not-found, unused-ignore]
    from mujoco import rollout  # type: ignore[import-not-found, unused-ignore]

    m = mujoco.MjModel.from_xml_string(XML)
    data = [mujoco.MjData(m) for _ in range(threads)]
    start = np.stack([np.zeros(RUNS), angles, np.zeros(RUNS)], axis=1)
    state = np.zeros((RUNS, mujoco.mj_stateSize(m, mujoco.mjtState.mjSTATE_FULLPHYSICS)))
    state[:, : start.shape[1]] = start
    taken = timed(lambda: rollout.rollout([m] * RUNS, data, state, nstep=STEPS))
    print(f"mujoco.rollout {taken:.3f} s, {1e6 * taken / RUNS / STEPS:.2f} us a step")


if __name__ == "__main__":
    main()
