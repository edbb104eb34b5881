"""A force given by a Python function: a magnet that pulls a mass to a stop."""

import percussion


def magnet(t: float, x: float) -> float:
    """Attraction by the stop at x = 0.1 m."""
    return 0.5 / (0.12 - x) ** 2


model = percussion.Model("magnet")
model.point("iron", mass=0.2, dim=1)
model.spring("spring", a={}, b="iron", k=400.0, along="direction", direction=(1, 0, 0))
model.actuator("pull", b="iron", along="direction", direction=(1, 0, 0), law=percussion.function(magnet, "t", "iron.x"))
model.contact("stop", type="stop", a={}, b={"body": "iron"}, along="direction", direction=(1, 0, 0), max=0.1, e_N=0.3)

result = model.run(dt=1e-4, until=0.5)
print(result)
print([e.kind for e in result.events])
assert result.stats["penetration"] < 1e-9
