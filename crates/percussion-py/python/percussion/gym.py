"""Environments of Gymnasium with exact contact: ``pip install 'percussion[gym]'``.

>>> import percussion.gym
>>> m = percussion.Model("cart")
>>> m.point("cart", mass=1.0, dim=1, position=(1.0,))
'cart'
>>> m.actuator("push", b="cart", along="direction", direction=(1, 0, 0), input=0.0)
'push'
>>> env = percussion.gym.Env(m, act={"push": (-5.0, 5.0)}, observe=["cart.x", "cart.x'"], reward=lambda s: -abs(s["cart.x"]), until=1.0)
>>> seen, info = env.reset(seed=1)
>>> seen.tolist()
[1.0, 0.0]
>>> seen, reward, terminated, truncated, info = env.step(env.action_space.sample())
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Mapping, Sequence

import numpy as np

from ._errors import ModelError, SimulationStopped, needed
from ._model import Model
from ._reached import Reached
from ._result import State
from ._settings import whole
from ._steps import Steps
from .schemes import Scheme

needed("gymnasium", "gym")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402

__all__ = ["Env", "VectorEnv"]

Seen = np.ndarray[Any, np.dtype[np.float64]]
Observe = Sequence[str] | Callable[[Reached], Any]
Reset = Callable[[np.random.Generator], Any]


class _Task:
    """What an environment and a vector of them have in common."""

    def __init__(
        self, model: Model, act: Mapping[str, tuple[float, float]], observe: Observe, reward: Callable[[Reached], float],
        over: Callable[[Reached], Any] | None, reset: Reset | None, dt: float | None, repeat: int, until: float | None,
        scheme: str | Scheme | None, options: Mapping[str, Any],
    ) -> None:
        if not act:
            raise ModelError("an environment needs inputs to act on: act={'motor': (low, high)}")
        for name in act:
            if name not in model._inputs:
                from ._result import _unknown

                raise _unknown("input", name, list(model._inputs))
        self.model = model.copy()
        self.inputs = list(act)
        self.observe, self.reward, self.over, self.start = observe, reward, over, reset
        self.repeat = whole("repeat", repeat)
        self.until = until
        self.how: dict[str, Any] = {"scheme": scheme, "dt": dt, **options}
        low, high = (np.array([float(bounds[k]) for bounds in act.values()]) for k in (0, 1))
        if not (np.isfinite(low) & np.isfinite(high) & (low < high)).all():
            raise ModelError("the bounds of an input are finite numbers, the lower one first")
        self.action_space = spaces.Box(low, high, dtype=np.float64)
        width = len(self.seen(self.begin(np.random.default_rng(0)).state))
        self.observation_space = spaces.Box(-np.inf, np.inf, (width,), dtype=np.float64)

    def begin(self, generator: np.random.Generator) -> Steps:
        """A run at its start, perhaps with other settings or from another state."""
        model, begin = self.model, None
        drawn = None if self.start is None else self.start(generator)
        if isinstance(drawn, State):
            begin = drawn
        elif drawn is not None:
            model = model.copy()
            model._set(dict(drawn))
        return model.steps(start=begin, **self.how)

    def seen(self, state: Reached) -> Seen:
        """The observation of a state."""
        values = self.observe(state) if callable(self.observe) else [state[name] for name in self.observe]
        return np.asarray(values, dtype=np.float64).reshape(-1)

    def act(self, steps: Steps, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Acts for ``repeat`` steps: observation, reward, whether it is over or ended, and more."""
        given = np.asarray(action, dtype=np.float64).reshape(-1)
        if given.shape != self.action_space.shape or not np.isfinite(given).all():
            raise ModelError(f"the action {action!r} is not allowed; allowed: {self.action_space.shape[0]} finite numbers")
        clipped = np.clip(given, self.action_space.low, self.action_space.high)
        steps.set(dict(zip(self.inputs, clipped.tolist())))
        try:
            state = steps.step(self.repeat)
        except SimulationStopped as e:
            state = e.result
            return self.seen(state), float(self.reward(state)), True, False, {"t": state.t, "stopped": str(e)}
        over = self.over is not None and bool(self.over(state))
        ended = self.until is not None and state.t >= self.until - 1e-9
        return self.seen(state), float(self.reward(state)), over, ended, {"t": state.t}


class Env(gymnasium.Env[Seen, Seen]):
    """An environment of a model whose inputs are the actions.

    ``act`` gives the bounds of each input (:meth:`Model.input <percussion.Model.input>`), ``observe`` names of coordinates (``"cart.x"``),
    velocities (``"cart.x'"``) and columns (``"laN.floor"``), or a function of the state, which has contact forces, gaps and events;
    ``reward`` and ``over`` are functions of the state after an action, which lasts ``repeat`` steps of ``dt``. Episodes are cut at ``until``
    (s). ``reset`` is called with a random generator and gives settings of :meth:`Model.set <percussion.Model.set>` or a
    :class:`~percussion.State` to start from. A run that cannot go on ends the episode, and ``info["stopped"]`` says why.
    """

    metadata: dict[str, Any] = {"render_modes": []}
    """What it can show: nothing; see :meth:`Result.show <percussion.Result.show>`."""

    def __init__(
        self, model: Model, *, act: Mapping[str, tuple[float, float]], observe: Observe, reward: Callable[[Reached], float],
        over: Callable[[Reached], Any] | None = None, reset: Reset | None = None, dt: float | None = None, repeat: int = 1,
        until: float | None = None, scheme: str | Scheme | None = None, **options: Any,
    ) -> None:
        self._task = _Task(model, act, observe, reward, over, reset, dt, repeat, until, scheme, options)
        self.action_space = self._task.action_space
        """Box of the inputs."""
        self.observation_space = self._task.observation_space
        """Box of what is observed."""
        self._steps: Steps | None = None

    @property
    def state(self) -> Reached:
        """The state reached."""
        return self._running().state

    def _running(self) -> Steps:
        if self._steps is None:
            raise ModelError("call reset() first")
        return self._steps

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begins an episode."""
        super().reset(seed=seed)
        self._steps = self._task.begin(self.np_random)
        state = self._steps.state
        return self._task.seen(state), {"t": state.t}

    def step(self, action: Seen) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Acts, and returns observation, reward, whether it is over, whether it was cut, and more."""
        return self._task.act(self._running(), action)


class VectorEnv(gymnasium.vector.VectorEnv[Seen, Seen, Seen]):
    """``count`` environments at once, on ``threads`` (all cores); other arguments are those of :class:`Env`.

    The numbers do not depend on the number of threads. An episode that is over begins anew with the next action (``NEXT_STEP``).
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}
    """What it can show, and when an episode begins anew."""

    def __init__(
        self, count: int, model: Model, *, act: Mapping[str, tuple[float, float]], observe: Observe, reward: Callable[[Reached], float],
        over: Callable[[Reached], Any] | None = None, reset: Reset | None = None, dt: float | None = None, repeat: int = 1,
        until: float | None = None, scheme: str | Scheme | None = None, threads: int | None = None, **options: Any,
    ) -> None:
        self._task = _Task(model, act, observe, reward, over, reset, dt, repeat, until, scheme, options)
        self.num_envs = whole("count", count)
        """Number of environments."""
        self.single_action_space = self._task.action_space
        """Box of the inputs of one."""
        self.single_observation_space = self._task.observation_space
        """Box of what is observed of one."""
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, count)
        """Box of the inputs, a row an environment."""
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, count)
        """Box of what is observed, a row an environment."""
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
        self._generators: list[np.random.Generator] = []
        self._steps: list[Steps] = []
        self._over = np.zeros(count, dtype=bool)

    def reset(self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begins an episode in each; environment k draws from the seed ``seed + k``."""
        given = seed if isinstance(seed, list) else [None if seed is None else seed + k for k in range(self.num_envs)]
        if len(given) != self.num_envs:
            raise ModelError(f"{len(given)} seeds for {self.num_envs} environments")
        if not self._generators or any(s is not None for s in given):
            self._generators = [np.random.default_rng(s) for s in given]
        self._steps = [self._task.begin(g) for g in self._generators]
        self._over[:] = False
        return np.stack([self._task.seen(s.state) for s in self._steps]), {}

    def _one(self, k: int, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        if self._over[k]:
            self._steps[k] = self._task.begin(self._generators[k])
            state = self._steps[k].state
            return self._task.seen(state), 0.0, False, False, {"t": state.t}
        return self._task.act(self._steps[k], action)

    def step(self, actions: Seen) -> tuple[Seen, Seen, Any, Any, dict[str, Any]]:
        """Acts in each; arrays with a row an environment."""
        if not self._steps:
            raise ModelError("call reset() first")
        if np.shape(actions) != self.action_space.shape:
            raise ModelError(f"the actions have the shape {np.shape(actions)}; allowed: {self.action_space.shape}")
        seen, rewards, over, cut, info = zip(*self._pool.map(self._one, range(self.num_envs), actions))
        self._over = np.array(over) | np.array(cut)
        return np.stack(seen), np.array(rewards), np.array(over), np.array(cut), {"t": np.array([i["t"] for i in info])}

    def close_extras(self, **_: Any) -> None:
        """Ends its threads."""
        self._pool.shutdown()
