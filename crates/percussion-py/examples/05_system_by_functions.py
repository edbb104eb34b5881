"""A whole system by its functions: a pendulum on a spring that hits a wall. Derivatives are exact."""

import percussion
from percussion.math import cos, sin

m, k, l0, g = 1.0, 80.0, 1.0, 9.81


def mass(t, q):  # type: ignore[no-untyped-def]
    return [[m, 0.0], [0.0, m * q[0] ** 2]]


def forces(t, q, u):  # type: ignore[no-untyped-def]
    r, phi = q
    return [m * r * u[1] ** 2 + m * g * cos(phi) - k * (r - l0), -2 * m * r * u[0] * u[1] - m * g * r * sin(phi)]


def energy(t, q):  # type: ignore[no-untyped-def]
    return 0.5 * k * (q[0] - l0) ** 2 - m * g * q[0] * cos(q[1])


def gap(t, q):  # type: ignore[no-untyped-def]
    return 0.4 + q[0] * sin(q[1])


model = percussion.Model("elastic-pendulum")
model.system("p", ["r", "phi"], M=mass, h=forces, potential=energy, q0=[1.1, 1.0], contacts=[{"name": "wall", "gap": gap, "e_N": 1.0}])
result = model.run(dt=1e-3, until=4.0)
drift = abs(result.energy[-1] - result.energy[0]) / abs(result.energy[0])
print(f"{len(result.events)} events, energy changes by {drift:.1e}")
assert drift < 1e-2 and result.stats["penetration"] < 1e-9
