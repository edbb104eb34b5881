"""Many initial states at once, on all cores, the same bits on any number of threads."""

import numpy as np

import percussion

model = percussion.problems["bouncing-ball"]()
heights = np.linspace(0.5, 1.5, 50).reshape(-1, 1)
rollout = model.rollout(heights, until=1.0, dt=1e-3)
print(rollout)
assert rollout.status == ["done"] * 50
assert np.array_equal(rollout.q, model.rollout(heights, until=1.0, dt=1e-3, threads=1).q)
