#!/usr/bin/env python3
"""Make the compact copies of the reference solutions that the tests embed.

    tools/thin_reference.py SOURCE_DIR TARGET_DIR           write the copies
    tools/thin_reference.py --check SOURCE_DIR TARGET_DIR   compare them with the source CSV files

Chebyshev references (NAME.json): keeps the names, the times, the events and the pieces. Trailing
coefficients below 1e-15 of the largest one of their row are dropped and inner ones below 1e-18 of
it become 0. Pieces of length zero are dropped, and so are the flights shorter than MIN_FLIGHT
before an accumulation together with their impacts; the constant piece of rest after it then starts
where the last kept flight ends, so that the pieces stay contiguous.

Tables: smooth ones are copied number by number. In the bouncing one the grid is thinned and each
impact is inserted as two rows with the same time (left and right limit).
"""

import bisect
import csv
import json
import math
import os
import sys

# Names at the source and here.
CHEBYSHEV = {
    "A_bouncing_ball": "bouncing-ball",
    "B_osc_pi2_e08": "linear-oscillator-e08",
    "B_osc_pi2_e1": "linear-oscillator-e1",
    "C_impact_osc_periodic": "forced-impact-oscillator-periodic",
    "C_impact_osc_transient": "forced-impact-oscillator-transient",
    "D_ball_w0_e05": "rotating-ball-bounces",
    "D_ball_w10_e0": "rotating-ball-spin-10",
    "D_ball_w50_e0": "rotating-ball-spin-50",
    "E_block_forced": "stick-slip-block",
    "F_double_pendulum_wall": "double-pendulum-wall",
    "G_rocking_block": "rocking-block",
    "K_painleve_rod": "painleve-rod",
    "N_ball_in_cylinder": "ball-in-cylinder",
    "O_heavy_top": "heavy-top",
    "O_tippe_top": "tippe-top",
    "P_pendulum_bounce_e08": "bouncing-pendulum-against-gravity",
    "P_pendulum_smooth": "pendulum-against-gravity",
}
SMOOTH_TABLES = {"pendulum_smooth_gplus": "pendulum", "slider_crank_smooth": "slider-crank"}
# Every n-th row of these is kept; tests compare at these times, nothing is interpolated.
SAMPLED_TABLES = {"I_bar_fe200": ("elastic-bar", 20), "M_spin_up": ("spin-up-beam", 5)}
BOUNCE = "bounce_gplus_e0.8"
BOUNCE_HERE = "bouncing-pendulum"
MIN_FLIGHT = 1e-12
TRAILING = 1e-15
INNER = 1e-18
# The bouncing table: shortest flight, and least distance of a grid row from an impact (rows that
# almost coincide would make the divided differences of the interpolation inaccurate).
MIN_TABLE_FLIGHT = 1e-10
MIN_SPACING = 1e-3


def number(x):
    """Shortest text that reads back as the same binary64 number."""
    if x == int(x) and abs(x) < 1e15:
        return str(int(x))
    return repr(x)


def array(xs):
    return "null" if xs is None else "[" + ",".join(number(x) for x in xs) + "]"


def thin_row(row):
    top = max(abs(c) for c in row)
    if top == 0.0:
        return [0.0]
    n = max(k for k, c in enumerate(row) if abs(c) >= TRAILING * top) + 1
    return [c if abs(c) >= INNER * top else 0.0 for c in row[:n]]


def rows(block):
    return "[" + ",".join(array(r) for r in block) + "]"


def drop_short_flights(pieces, events, name):
    """Removes the tail of flights shorter than MIN_FLIGHT before an accumulation."""
    stops = [e["t"] for e in events if e["kind"] == "accumulation"]
    if not stops:
        return pieces, events
    stop = stops[0]
    impacts = sorted({e["t"] for e in events if e["kind"] == "impact" and e["t"] <= stop})
    cut = next((a for a, b in zip(impacts, impacts[1:] + [stop]) if b - a < MIN_FLIGHT), None)
    if cut is None:
        return pieces, events
    before = [p for p in pieces if p["t1"] <= cut]
    after = [dict(p) for p in pieces if p["t0"] >= stop]
    if any(len(r) != 1 for block in ("q", "v", "lam") for r in after[0].get(block) or []):
        sys.exit(f"{name}: the piece after the accumulation is not constant")
    after[0]["t0"] = before[-1]["t1"]
    kept = [e for e in events if e["t"] < cut or e["kind"] == "accumulation"]
    return before + after, kept


def thin_chebyshev(source, target, name):
    with open(os.path.join(source, name + ".json")) as f:
        d = json.load(f)
    pieces = []
    for p in d["pieces"]:
        if p["t1"] > p["t0"]:
            blocks = {k: [thin_row(r) for r in p.get(k) or []] for k in ("q", "v", "lam")}
            pieces.append({"t0": p["t0"], "t1": p["t1"], "mode": p["mode"], **blocks})
    pieces, events = drop_short_flights(pieces, d["events"], name)
    for a, b in zip(pieces, pieces[1:]):
        if a["t1"] != b["t0"]:
            sys.exit(f"{name}: gap between the pieces at t = {a['t1']}")
    here = CHEBYSHEV[name]
    out = ["{", f'"problem":{json.dumps(here)},']
    for key in ("q_names", "v_names", "lam_names"):
        out.append(f'"{key}":{json.dumps(d[key])},')
    for key in ("t0", "t_end", "trust_until"):
        out.append(f'"{key}":{number(d[key])},')
    lines = [
        '{"t":%s,"kind":%s,"contact":%s,"v_minus":%s,"v_plus":%s,"impulse":%s}' % (
            number(e["t"]), json.dumps(e["kind"]), json.dumps(e["contact"]),
            array(e["v_minus"]), array(e["v_plus"]), array(e["impulse"]))
        for e in events
    ]
    out.append('"events":[' + ("\n" if lines else "") + ",\n".join(lines) + "],")
    lines = [
        '{"t0":%s,"t1":%s,"mode":%s,"q":%s,"v":%s,"lam":%s}' % (
            number(p["t0"]), number(p["t1"]), json.dumps(p["mode"]),
            rows(p["q"]), rows(p["v"]), rows(p["lam"]))
        for p in pieces
    ]
    out.append('"pieces":[\n' + ",\n".join(lines) + "]}")
    with open(os.path.join(target, here + ".json"), "w") as f:
        f.write("\n".join(out) + "\n")


def read_table(path):
    with open(path) as f:
        table = list(csv.reader(f))
    return table[0], [[float(x) for x in r] for r in table[1:]]


def write_table(path, header, data):
    with open(path, "w") as f:
        f.write(",".join(header) + "\n")
        for r in data:
            f.write(",".join(number(x) for x in r) + "\n")


def bounce_row(t, omega):
    """State and multipliers of the pendulum at the obstacle (theta = pi/4) in the free phase."""
    theta, s = math.pi / 4, math.sqrt(0.5)
    alpha = 10 * s / 1.1
    lam = [-s * alpha - s * omega**2, s * alpha - s * omega**2 - 10, 0.0]
    return [t, s, s, theta, -s * omega, s * omega, omega] + lam


def thin_bounce(source, target):
    header, grid = read_table(os.path.join(source, BOUNCE + "_traj.csv"))
    names, impacts = read_table(os.path.join(source, BOUNCE + "_events.csv"))
    stop = impacts[-1][1]
    times = [r[1] for r in impacts] + [stop]
    count = next(i for i in range(len(impacts)) if times[i + 1] - times[i] < MIN_TABLE_FLIGHT)
    impacts = impacts[:count]
    rest = next(r for r in grid if r[0] > stop)
    out = []
    for k, r in enumerate(grid):
        # Short flights need all the rows there are.
        every = 2 if r[0] < 3.5 else 1
        if r[0] < stop and k % every == 0 and all(abs(r[0] - t) >= MIN_SPACING for t in times):
            out.append((r[0], 0, r))
        elif r[0] > stop and k % 200 == 0:
            out.append((r[0], 0, r))
    for r in impacts:
        out.append((r[1], 1, bounce_row(r[1], r[2])))
        out.append((r[1], 2, bounce_row(r[1], r[3])))
    out.append((stop, 1, bounce_row(stop, 0.0)))
    out.append((stop, 2, [stop] + rest[1:]))
    out.sort(key=lambda x: x[:2])
    write_table(os.path.join(target, BOUNCE_HERE + ".csv"), header, [r for _, _, r in out])
    write_table(os.path.join(target, BOUNCE_HERE + "-impacts.csv"), names, impacts)


def clenshaw(c, x):
    b1 = b2 = 0.0
    for a in reversed(c[1:]):
        b1, b2 = a + 2 * x * b1 - b2, b1
    return c[0] + x * b1 - b2


def check(source, target):
    """Largest difference to the source CSV, relative to the largest value of each column."""
    for name, here in CHEBYSHEV.items():
        with open(os.path.join(target, here + ".json")) as f:
            pieces = json.load(f)["pieces"]
        header, table = read_table(os.path.join(source, name + ".csv"))
        starts = [p["t0"] for p in pieces]
        top = [max(abs(r[k]) for r in table) or 1.0 for k in range(len(header))]
        worst = (0.0, "", 0.0)
        for r in table:
            p = pieces[max(bisect.bisect_right(starts, r[0]) - 1, 0)]
            x = ((r[0] - p["t0"]) - (p["t1"] - r[0])) / (p["t1"] - p["t0"])
            for k, c in enumerate(p["q"] + p["v"] + p["lam"], start=1):
                worst = max(worst, (abs(clenshaw(c, x) - r[k]) / top[k], header[k], r[0]))
        size = os.path.getsize(os.path.join(target, here + ".json"))
        print(f"{here:34} {size:8} bytes {len(pieces):4} pieces, worst %.1e in %s at t = %g" % worst)


def main():
    args = sys.argv[1:]
    if len(args) == 3 and args[0] == "--check":
        return check(args[1], args[2])
    if len(args) != 2:
        sys.exit(__doc__)
    source, target = args
    for name in CHEBYSHEV:
        thin_chebyshev(source, target, name)
    for name, here in SMOOTH_TABLES.items():
        header, data = read_table(os.path.join(source, name + ".csv"))
        write_table(os.path.join(target, here + ".csv"), header, data)
    for name, (here, every) in SAMPLED_TABLES.items():
        header, data = read_table(os.path.join(source, name + ".csv"))
        write_table(os.path.join(target, here + ".csv"), header, data[::every])
    thin_bounce(source, target)


if __name__ == "__main__":
    main()
