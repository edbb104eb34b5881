"""A force-feedback loop at 1 kHz: an arm of two links presses on a table with 10 N, and what a step costs beyond the scheme."""

import time

import percussion

arm = percussion.Model("arm", gravity=(0, 0))
arm.planar("upper", mass=2.0, J=0.02, position=(0.2, 0.0))
arm.planar("lower", mass=1.0, J=0.01, position=(0.4, -0.2), angle="-90 deg")
arm.joint("shoulder", "revolute", bodies=("world", "upper"), anchor=(0, 0))
arm.joint("elbow", "revolute", bodies=("upper", "lower"), anchor=(0.4, 0))
arm.actuator("lift", a={}, b="upper", along="angle", input=0.0)
arm.shape("table", "plane", at=(0, -0.41), normal=(0, 1))
arm.shape("tip", "points", body="lower", points=[(0.2, 0)])
arm.contact("touch", between=("table", "tip"), mu=0.5)
arm.spring("wrist", a="upper", b="lower", along="angle", k=50.0, c=1.0, rest="-90 deg")

steps, torque = arm.steps(dt=1e-3, until=2.0), 0.0
for state in steps:
    force = state.contact["touch"].la_N
    torque += 0.02 * (force - 10.0) if state.contact["touch"].closed else -0.005
    steps.set(lift=torque - 0.5 * state["upper.theta'"])
print(f"presses with {steps.state.contact['touch'].la_N:.3f} N after {steps.state.t:g} s")
assert abs(steps.state.contact["touch"].la_N - 10.0) < 0.1


def per_step(run: percussion.Steps, many: int, together: bool) -> float:
    """Least processor time of a step (s): all in one call, or one by one with what a controller reads and sets."""
    best = float("inf")
    for _ in range(5):
        begin = time.process_time()
        if together:
            run.step(many)
        for _ in range(0 if together else many):
            s = run.step()
            run.set(lift=0.1 * s["laN.touch"])
        best = min(best, (time.process_time() - begin) / many)
    return best


pressed = arm.copy().set(lift=-5.0)
alone, read = (per_step(pressed.steps(dt=1e-3), 1000, together) for together in (True, False))
print(f"a step {1e6 * alone:.1f} us, with force feedback {1e6 * read:.1f} us: {1e6 * (read - alone):.1f} us beyond the scheme")
