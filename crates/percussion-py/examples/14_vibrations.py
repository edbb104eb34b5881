"""Equilibrium, vibrations about it, and what damping does to them."""

import percussion

model = percussion.Model("table", gravity=(0, -9.81), parameters={"c": 5.0})
model.planar("table", mass=20.0, J=1.5, position=(0, 0))
for name, x in (("left", -0.4), ("right", 0.5)):
    model.spring(name, a={"at": (x, -0.5)}, b={"body": "table", "at": (x, 0)}, k=4000.0, c="c", rest=0.5, along="direction", direction=(0, 1, 0))
model.spring("side", b="table", k=1000.0, c="c", along="direction", direction=(1, 0, 0))

rest = model.static()
print(f"it settles by {-1e3 * rest.state['table.y']:.2f} mm")
print(model.frequencies(start=rest.state))
for c in (5.0, 50.0, 200.0):
    ratios = model.copy().set(c=c).frequencies(start=rest.state).damping_ratios
    print(f"damping {c:g} N s/m: ratios {', '.join(f'{r:.4f}' for r in ratios)}")
still = model.run(start=rest.state, dt=1e-3, until=0.1)
assert abs(still.u.array).max() < 1e-9
