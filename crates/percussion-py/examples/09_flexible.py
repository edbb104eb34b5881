"""A flexible mechanism: a slider-crank whose rod bends, and the bending vibrations of a beam."""

import numpy as np

import percussion

stiff = percussion.problems["slider-crank-bodies"]().run(until=0.1)
soft = percussion.problems["flexible-slider-crank"]().run(until=0.1)
print(stiff)
print(soft)
assert soft.stats["violation_position"] < 1e-9

beam = percussion.Model("cantilever")
length, radius, E, rho = 1.0, 0.01, 2.1e11, 7800.0
beam.beam("beam", length=length, elements=32, section={"E": E, "nu": 0.3, "rho": rho, "radius": radius})
beam.joint("wall", "fixed", a={}, b={"body": "beam", "node": "start"})
found = beam.frequencies()["frequency"][:3]
# Bernoulli's beam: (k l)^2 (E I / (rho A l^4))^(1/2) with k l = 1.8751, 4.6941, 7.8548
slender = np.array([1.87510407, 4.69409113, 7.85475744]) ** 2 * np.sqrt(E * radius**2 / 4 / rho) / length**2
print("frequencies of a cantilever (rad/s):", np.round(found, 1), "slender beam:", np.round(slender, 1))
assert np.allclose(found, slender, rtol=0.02)
