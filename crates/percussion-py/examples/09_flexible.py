"""A rubber beam swings from a hinge: large bending, energy over time."""

import percussion

model = percussion.Model("whip", gravity=(0, -9.81))
model.beam("beam", length=1.0, elements=16, section={"E": 5e6, "nu": 0.5, "rho": 1100, "radius": 0.01})
model.joint("hinge", "revolute", a={}, b={"body": "beam", "node": "start"})
result = model.run(dt=2e-3, until=1.0)
tip = result["beam"].node(16).position
print(f"lowest point of the tip: {tip[:, 1].min():.3f} m; rows {len(result)}")
assert tip[:, 1].min() < -0.9
