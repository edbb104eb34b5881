"""A cart that balances a pendulum: a controller in the loop, called between steps."""

import percussion

model = percussion.Model("balance", gravity=(0, -9.81))
model.planar("cart", mass=1.0, J=1.0)
model.planar("pole", mass=0.1, J=0.1 * 0.5**2 / 3, position=(0.0, 0.5), angle=0.0)
model.joint("rail", "prismatic", bodies=("world", "cart"), axis=(1, 0, 0))
model.joint("hinge", "revolute", bodies=("cart", "pole"), anchor=(0, 0))

steps = model.steps(dt=2e-3, until=6.0)
for state in steps:
    if state.t < 0.1:
        steps.apply_force("pole", (0.5, 0.0, 0.0))
        continue
    steps.apply_force("pole", (0.0, 0.0, 0.0))
    x, v, angle, rate = state["cart.x"], state["cart.x'"], state["pole.theta"], state["pole.theta'"]
    # the angle counts anticlockwise: a pole that leans to the left has a positive one
    steps.apply_force("cart", (-40.0 * angle - 8.0 * rate + 1.5 * x + 3.0 * v, 0.0, 0.0))
print(f"angle after 6 s: {steps.state['pole.theta']:.2e} rad")
assert abs(steps.state["pole.theta"]) < 0.05
