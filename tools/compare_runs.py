#!/usr/bin/env python3
"""Runs every named problem with two programs and compares what they write.

    tools/compare_runs.py OLD NEW [--problems a,b] [--scheme-set NAME=VALUE ...] [--timeout 60]

For each problem the largest difference of each column, relative to the largest value of its kind (coordinates,
velocities, forces, percussions and impulses), is looked at; the worst column is printed where it is above round-off. Options given with --scheme-set go to
the new program alone, and only to schemes that have them: they switch off what was meant to change.
"""

import argparse
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import time

ROUND_OFF = 1e-9


def run(program, *args, timeout):
    command = [program, *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)


def problems(program):
    """Names of the problems, first word of each line of the list."""
    listed = run(program, "problems", "--json", timeout=60)
    if listed.returncode == 0:
        return [p["name"] for p in json.loads(listed.stdout)]
    lines = run(program, "problems", timeout=60).stdout.splitlines()
    return [line.split()[0] for line in lines if line and not line[0].isspace()]


def table(folder):
    with open(folder / "trajectory.csv", newline="") as f:
        rows = list(csv.reader(f))
    return rows[0], [[float(x) if x else math.nan for x in row] for row in rows[1:]]


def kind(name):
    """Coordinates, velocities, forces (la), percussions and impulses (P, La), gaps."""
    first = name.split(".")[0]
    return next((k for k in ("la", "La", "P") if first.startswith(k)), first).replace("La", "P")


def compare(a, b):
    """For motion and for forces the worst column above round-off, and since when, in what both have."""
    (names_a, rows_a), (names_b, rows_b) = a, b
    place = {n: k for k, n in enumerate(names_b)}
    n = min(len(rows_a), len(rows_b))
    worst, turned = {}, []
    scales = {}
    for k, name in enumerate(names_a):
        largest = max((abs(r[k]) for r in rows_a if math.isfinite(r[k])), default=0.0)
        scales[kind(name)] = max(scales.get(kind(name), 0.0), largest)
    for k, name in enumerate(names_a):
        if name not in place or name == "t":
            continue
        j = place[name]
        scale = scales[kind(name)] or 1.0
        largest, since, sizes = 0.0, None, 0.0
        for x, y in zip(rows_a[:n], rows_b[:n]):
            d = abs(x[k] - y[j]) / scale
            largest = max(largest, d)
            sizes = max(sizes, abs(abs(x[k]) - abs(y[j])) / scale)
            if since is None and d > ROUND_OFF:
                since = x[0]
        if largest > ROUND_OFF >= sizes:
            turned.append(name)
            continue
        group = "motion" if kind(name) in ("q", "u", "gN") else "forces"
        if largest > worst.get(group, (ROUND_OFF,))[0]:
            worst[group] = (largest, name, since)
    missing = [n for n in names_a if n not in place]
    return worst, turned, missing, len(rows_a), len(rows_b)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("old")
    p.add_argument("new")
    p.add_argument("--problems", default="")
    p.add_argument("--scheme-set", action="append", default=[])
    p.add_argument("--timeout", type=float, default=60.0)
    args = p.parse_args()
    old, new = (str(pathlib.Path(x).resolve()) for x in (args.old, args.new))
    known = problems(new)
    names = args.problems.split(",") if args.problems else problems(old)
    same = changed = signs = 0
    for name in names:
        if name not in known:
            print(f"{name:28} is not in the new program")
            continue
        with tempfile.TemporaryDirectory() as scratch:
            folders = [pathlib.Path(scratch) / x for x in ("old", "new")]
            codes, seconds = [], []
            for program, folder in zip((old, new), folders):
                more = [x for s in args.scheme_set for x in ("--scheme-set", s)] if program == new else []
                begun = time.process_time(), time.time()
                try:
                    done = run(program, "run", name, "--quiet", "--out", str(folder), *more, timeout=args.timeout)
                    if done.returncode == 2 and more:
                        done = run(program, "run", name, "--quiet", "--out", str(folder), timeout=args.timeout)
                    codes.append(done.returncode)
                except subprocess.TimeoutExpired:
                    codes.append("timeout")
                seconds.append(time.time() - begun[1])
            if "timeout" in codes or codes[0] != codes[1]:
                print(f"{name:28} exit codes {codes[0]} and {codes[1]}")
                changed += 1
                continue
            worst, turned, missing, m, n = compare(table(folders[0]), table(folders[1]))
            rows = "" if m == n else f", rows {m} and {n}"
            gone = f", columns that are gone: {' '.join(missing[:3])}" if missing else ""
            signs += bool(turned)
            if worst or rows:
                changed += 1
                told = [f"{g} {d:8.1e} ({c}, from t = {t:g})" for g, (d, c, t) in sorted(worst.items())]
                print(f"{name:24} {'; '.join(reversed(told))}{rows}{gone}")
            else:
                same += 1
            sys.stdout.flush()
    print(f"{same} problems agree to {ROUND_OFF:g}, {signs} of all with columns of the other sign; {changed} do not")


if __name__ == "__main__":
    main()
