"""A gymnasium environment with true contact: a hopper on one leg, whose agent pushes body and foot apart."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

import percussion

Seen = np.ndarray[Any, np.dtype[np.float64]]


class Hopper(gymnasium.Env[Seen, Seen]):
    """A body on a spring above a foot. The contact neither penetrates nor bounces by itself: there is no penalty spring."""

    def __init__(self) -> None:
        self.model = percussion.Model("hopper", gravity=(0, 0, -9.81))
        self.model.point("body", mass=5.0, dim=3, position=(0, 0, 0.8))
        self.model.point("foot", mass=0.5, dim=3, position=(0, 0, 0.0))
        self.model.spring("leg", a="foot", b="body", k=2000.0, c=5.0, along="direction", direction=(0, 0, 1), rest=0.8)
        self.model.shape("floor", "plane", normal=(0, 0, 1))
        self.model.shape("sole", "points", body="foot", points=[(0, 0, 0)])
        self.model.contact("touch", between=("floor", "sole"), mu=0.8)
        self.action_space = spaces.Box(-1.0, 1.0, (1,), dtype=np.float64)
        self.observation_space = spaces.Box(-np.inf, np.inf, (4,), dtype=np.float64)
        self.steps = self.model.steps(dt=1e-3, until=1e9)

    def _seen(self) -> Seen:
        s = self.steps.state
        return np.array([s["body.z"], s["foot.z"], s["body.z'"], s["foot.z'"]])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begins anew, the body lifted by up to a centimetre."""
        super().reset(seed=seed)
        start = self.model.steps().state
        start.q[2] += 0.01 * self.np_random.random()
        self.steps = self.model.steps(dt=1e-3, until=1e9, start=start)
        return self._seen(), {}

    def step(self, action: Seen) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Pushes for ten milliseconds."""
        f = 100.0 * float(np.clip(action[0], -1, 1))
        self.steps.apply_force("body", (0, 0, f))
        self.steps.apply_force("foot", (0, 0, -f))
        for _ in range(10):
            self.steps.step()
        seen = self._seen()
        return seen, float(seen[0]), bool(seen[0] < 0.2), False, {}


if __name__ == "__main__":
    from gymnasium.utils.env_checker import check_env

    env = Hopper()
    check_env(env, skip_render_check=True)
    env.reset(seed=0)
    seen = np.array([env.step(np.array([1.0 if k % 40 < 20 else -1.0]))[0] for k in range(100)])
    print(f"greatest height {seen[:, 0].max():.3f} m, the foot is never below {seen[:, 1].min():.1e} m")
    assert seen[:, 0].max() > 0.8 and seen[:, 1].min() > -1e-9
