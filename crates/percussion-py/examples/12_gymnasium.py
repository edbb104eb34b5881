"""A gymnasium environment with true contact: a hopper on one leg."""

from __future__ import annotations

from typing import Any

import numpy as np

import percussion

try:
    import gymnasium

    Base: Any = gymnasium.Env
    spaces: Any = gymnasium.spaces
except ImportError:
    Base, spaces = object, None


class Hopper(Base):  # type: ignore[misc]
    """A body above a foot, pushed apart by a force that the agent chooses."""

    def __init__(self) -> None:
        self.model = percussion.Model("hopper", gravity=(0, 0, -9.81))
        self.model.point("body", mass=5.0, dim=3, position=(0, 0, 0.8))
        self.model.point("foot", mass=0.5, dim=3, position=(0, 0, 0.0))
        self.model.spring("leg", a="foot", b="body", k=2000.0, c=5.0, along="direction", direction=(0, 0, 1), rest=0.8)
        self.model.shape("floor", "plane", normal=(0, 0, 1))
        self.model.shape("sole", "points", body="foot", points=[(0, 0, 0)])
        self.model.contact("touch", between=("floor", "sole"), mu=0.8)
        if spaces is not None:
            self.action_space = spaces.Box(-1.0, 1.0, (1,), dtype=np.float32)
            self.observation_space = spaces.Box(-np.inf, np.inf, (4,), dtype=np.float64)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        self.steps = self.model.steps(dt=1e-3, until=1e9)
        return self._seen(), {}

    def _seen(self) -> Any:
        s = self.steps.state
        return np.array([s["body.z"], s["foot.z"], s["body.z'"], s["foot.z'"]])

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        f = 100.0 * float(np.clip(action[0], -1, 1))
        self.steps.apply_force("body", (0, 0, f))
        self.steps.apply_force("foot", (0, 0, -f))
        for _ in range(10):
            self.steps.step()
        seen = self._seen()
        return seen, float(seen[0]), bool(seen[0] < 0.2), False, {}


env = Hopper()
env.reset(seed=0)
height = max(float(env.step(np.array([1.0 if k % 40 < 20 else -1.0]))[0][0]) for k in range(100))
print(f"greatest height {height:.3f} m")
assert height > 0.8
