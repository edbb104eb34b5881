"""A ball with spin falls on a rough floor, slides and rolls."""

import percussion

model = percussion.Model("ball", gravity=(0, -9.81))
model.planar("ball", mass=1.0, J=0.004, position=(0, 1), spin=50.0)
model.shape("floor", "plane", normal=(0, 1))
model.shape("disc", "sphere", body="ball", radius=0.1)
model.contact("touch", between=("floor", "disc"), mu=0.2)

result = model.run("alpha", dt=2e-3, until=1.0)
for event in result.events:
    print(f"{event.t:.3f} s: {event.kind}, {event.impulse:.4f} N s")
print(f"rolls with {result.u['ball.x'][-1]:.4f} m/s")
assert abs(result.u["ball.x"][-1] + 10 / 7) < 1e-9
