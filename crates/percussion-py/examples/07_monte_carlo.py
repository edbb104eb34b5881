"""Where does a bouncing ball come to rest? Draws of the restitution, with a seed."""

import numpy as np

import percussion

model = percussion.problems["bouncing-ball"]()
points = percussion.draws(200, seed=1, e_N=(0.4, 0.6))
times = percussion.sweep(model, points, keep=lambda r: float(len(r.events)), until=1.0)
print(f"impacts in the first second: mean {np.mean(times.values):.1f}, from {min(times.values)} to {max(times.values)}")
assert len(times) == 200
