"""The figures of the package: `figures.py PROGRAM`, where PROGRAM is the command line of the same build.

Every figure is measured several times in processor time, the things compared in turn, and the least counts: what else the machine does
only adds. Two cores against one are compared by the clock, which wants a machine that does nothing else.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from typing import Any, Callable

import numpy as np

import percussion
from percussion import _core
from percussion._settings import scheme_of, start_of

TIMES = 5


def least(*tasks: Callable[[], float], times: int = TIMES) -> list[float]:
    """The least value of each task, called in turn."""
    found = [[task() for task in tasks] for _ in range(times)]
    return [min(column) for column in zip(*found)]


def timed(task: Callable[[], Any]) -> float:
    """Seconds of processor time that a call takes, its threads included."""
    begin = time.process_time()
    task()
    return time.process_time() - begin


def child(words: list[str]) -> float:
    """Seconds of processor time that a program takes."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{words} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime


# The problems of Capobianco, Harsch, Eugster, Leine, 2021, with steps that make runs of some tenths of a second.
PROBLEMS = {
    "rotating-ball": (1e-5, 1.5), "ball-in-corner": (2e-5, 1.4), "ball-in-cylinder": (1e-5, 1.0), "painleve-rod": (1e-5, 1.0),
    "guided-hopper": (1e-4, 0.2), "tippe-top": (1e-4, 1.0),
}


def per_step(program: str) -> list[tuple[str, float, float]]:
    """Time per step (us): problem, package, program. A short run is taken off a long one, and with it all that is not steps."""
    rows = []
    for name, (dt, until) in PROBLEMS.items():
        model = percussion.problems[name]()
        p = model._build()
        scheme, options = scheme_of(p, "alpha", None, {})
        t0, q, u = start_of(p, None)
        steps, short = round(until / dt), 100
        chosen = [a for n, v in options for a in ("--scheme-set", f"{n}={v}")]

        def package(n: int) -> float:
            return timed(lambda: _core.run(p, scheme, options, dt, n * dt, n, t0, q, u))

        def command(n: int) -> float:
            with tempfile.TemporaryDirectory() as folder:
                words = ["run", name, "--scheme", scheme, "--dt", repr(dt), "--t-end", repr(n * dt), "--every", str(n), "--out", folder, "--quiet"]
                return child([program, *words, *chosen])

        times = least(lambda: package(steps), lambda: package(short), lambda: command(steps), lambda: command(short))
        count = 1e-6 * (steps - short)
        rows.append((name, (times[0] - times[1]) / count, (times[2] - times[3]) / count))
    return rows


def force_overhead() -> tuple[float, float]:
    """What a call of a Python force costs beyond the call itself (us), with numbers and with jets."""
    counts = {"float": 0, "jet": 0}

    def model(law: Any) -> percussion.Model:
        m = percussion.Model("cart")
        m.point("cart", mass=1.0, dim=1, position=(0.1,))
        m.actuator("a", b="cart", along="direction", direction=(1, 0, 0), law=law)
        return m

    def law(t: Any, s: Any, v: Any) -> Any:
        return -3.0 * s - 0.1 * v

    def counted(t: Any, s: Any, v: Any) -> Any:
        counts["float" if isinstance(s, float) else "jet"] += 1
        return law(t, s, v)

    def run(law: Any) -> Callable[[], float]:
        m = model(law)
        p = m._build()
        scheme, options = scheme_of(p, "alpha", None, {})
        t0, q, u = start_of(p, None)
        return lambda: timed(lambda: _core.run(p, scheme, options, 1e-4, 2.0, 1000, t0, q, u))

    run(counted)()
    floats, jets = dict(counts).values()
    plain, python = least(run("-3.0*s - 0.1*v"), run(law))

    def calls(*x: Any) -> float:
        def many() -> float:
            begin = time.process_time()
            for _ in range(100_000):
                law(*x)
            return (time.process_time() - begin) / 100_000

        return least(many)[0]

    own = floats * calls(0.1, 0.2, 0.3) + jets * calls(*(percussion.Jet(x, 1.0) for x in (0.1, 0.2, 0.3)))
    print(f"  {floats} calls with numbers, {jets} with jets; run {1e3 * python:.1f} ms, expression {1e3 * plain:.1f} ms, the calls alone {1e3 * own:.1f} ms")
    return 1e6 * (python - plain - own) / (floats + jets), 1e6 * own / (floats + jets)


def one_body() -> float:
    """A run of one body over 10,000 steps with all that belongs to it (ms)."""
    model = percussion.Model("ball", gravity=(0, -9.81))
    model.planar("ball", mass=1.0, J=0.004, position=(0, 1), spin=5.0)
    return 1e3 * least(lambda: timed(lambda: model.run(dt=1e-4, until=1.0)))[0]


def import_time() -> float:
    """What the import costs beyond numpy's (s)."""

    def of(words: str) -> Callable[[], float]:
        code = f"import time; import numpy; t = time.process_time(); {words}; print(time.process_time() - t)"
        return lambda: float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)

    return least(of("import percussion"))[0]


def rollout() -> tuple[float, bool]:
    """How many times faster two threads are than one, and whether the bits are the same."""
    model = percussion.problems["pendulum"]()
    q, u = model._build().start()
    u0 = np.repeat(u[None], 1000, axis=0)
    kept: dict[int, Any] = {}
    spent: dict[int, float] = {}

    def with_threads(n: int) -> Callable[[], float]:
        def task() -> float:
            begin, used = time.perf_counter(), time.process_time()
            kept[n] = model.rollout(q, u0, dt=1e-3, until=0.5, threads=n)
            spent[n] = min(spent.get(n, 1e9), time.process_time() - used)
            return time.perf_counter() - begin

        return task

    one, two = least(with_threads(1), with_threads(2), times=5)
    print(f"  {1e3 * one:.0f} ms on one thread, {1e3 * two:.0f} ms on two; processor time {1e3 * spent[1]:.0f} and {1e3 * spent[2]:.0f} ms")
    return one / two, np.array_equal(kept[1].q, kept[2].q) and np.array_equal(kept[1].u, kept[2].u)


def main() -> int:
    """Measures all and says what falls short."""
    short: list[str] = []

    def expect(what: str, good: bool) -> None:
        print(f"  {'reached' if good else 'NOT REACHED'}: {what}")
        if not good:
            short.append(what)

    if len(sys.argv) > 1:
        print("time per step (us): package, program, ratio")
        for name, ours, theirs in per_step(sys.argv[1]):
            print(f"  {name:<18} {ours:8.3f} {theirs:8.3f} {ours / theirs:6.3f}")
            expect(f"{name} within 10 %", ours < 1.1 * theirs)
    print("a force in Python")
    beyond, own = force_overhead()
    expect(f"{beyond:.3f} us beyond Python's own call of {own:.3f} us, below 0.3", beyond < 0.3)
    ms = one_body()
    expect(f"10,000 steps of one body in {ms:.1f} ms, below 20", ms < 20)
    s = import_time()
    expect(f"import in {s:.3f} s beyond numpy's, below 0.15", s < 0.15)
    print("rollout of 1,000 pendulums")
    ratio, same = rollout()
    expect(f"two cores {ratio:.2f} times as fast as one, at least 1.8", ratio >= 1.8)
    expect("the same bits", same)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
