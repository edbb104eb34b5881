"""An environment of Gymnasium with exact contact: a hopper on one leg, whose agent pushes body and foot apart."""

import numpy as np

import percussion
import percussion.gym

model = percussion.Model("hopper", gravity=(0, 0, -9.81))
model.point("body", mass=5.0, dim=3, position=(0, 0, 0.8))
model.point("foot", mass=0.5, dim=3, position=(0, 0, 0.0))
model.spring("leg", a="foot", b="body", k=2000.0, c=5.0, along="direction", direction=(0, 0, 1), rest=0.8)
model.actuator("push", a="foot", b="body", along="direction", direction=(0, 0, 1), input=0.0)
model.shape("floor", "plane", normal=(0, 0, 1))
model.shape("sole", "points", body="foot", points=[(0, 0, 0)])
model.contact("touch", between=("floor", "sole"), mu=0.8)

task = {
    "act": {"push": (-100.0, 100.0)},
    "observe": ["body.z", "foot.z", "body.z'", "foot.z'", "PN.touch"],
    "reward": lambda s: s["body.z"],
    "over": lambda s: s["body.z"] < 0.2,
    "reset": lambda g: {"q0.body.z": 0.8 + 0.01 * g.random()},
    "dt": 1e-3, "repeat": 10, "until": 2.0,
}

if __name__ == "__main__":
    from gymnasium.utils.env_checker import check_env

    env = percussion.gym.Env(model, **task)  # type: ignore[arg-type]
    check_env(env, skip_render_check=True)
    env.reset(seed=0)
    seen = np.array([env.step(np.array([100.0 if k % 40 < 20 else -100.0]))[0] for k in range(100)])
    print(f"greatest height {seen[:, 0].max():.3f} m, the foot is never below {seen[:, 1].min():.1e} m")
    assert seen[:, 0].max() > 0.8 and seen[:, 1].min() > -1e-9
    many = percussion.gym.VectorEnv(8, model, **task)  # type: ignore[arg-type]
    many.reset(seed=0)
    print(f"rewards of eight hoppers: {many.step(np.zeros((8, 1)))[1].round(3)}")
