"""Python functions in models."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Sequence

import numpy as np

from ._core import Jet
from ._errors import ModelError

__all__ = ["Function", "WithJacobian", "function", "with_jacobian"]


class Function:
    """A Python function with the names of its arguments, see :func:`function`."""

    def __init__(self, call: Callable[..., Any], arguments: Sequence[str]) -> None:
        if not callable(call):
            raise TypeError(f"{call!r} cannot be called")
        if not arguments:
            raise ModelError("a function of a model needs at least one argument, such as 't'")
        self.call = call
        """The function."""
        self.arguments = tuple(str(a) for a in arguments)
        """What it is called with."""

    def __repr__(self) -> str:
        name = getattr(self.call, "__name__", repr(self.call))
        return f"function({name}, {', '.join(map(repr, self.arguments))})"


def function(call: Callable[..., Any], *arguments: str) -> Function:
    """A Python function as a force, drive or gap of a model.

    ``arguments`` name what it is called with: ``"t"``, a coordinate ``"cart.x"`` or its rate
    ``"cart.x'"``, and for the law of an actuator ``"s"`` and ``"v"``, its coordinate and rate.
    It returns a number, or a sequence where components are asked for.

    >>> import percussion
    >>> percussion.function(lambda t, x: -3.0 * x, "t", "cart.x").arguments
    ('t', 'cart.x')
    """
    return Function(call, arguments)


class WithJacobian:
    """A function with its derivatives, see :func:`with_jacobian`."""

    def __init__(self, call: Callable[..., Any], jacobian: Callable[..., Any]) -> None:
        for f in (call, jacobian):
            if not callable(f):
                raise TypeError(f"{f!r} cannot be called")
        self.call = call
        """The function."""
        self.jacobian = jacobian
        """Its derivatives."""

    def _slopes(self, arguments: Sequence[Any], outputs: int) -> list[list[float]]:
        J = np.asarray(self.jacobian(*arguments), dtype=float)
        inputs = sum(len(a) if isinstance(a, list) else 1 for a in arguments)
        if J.size != outputs * inputs:
            raise ModelError(f"the Jacobian has {J.size} entries; {outputs} x {inputs} are needed, all arguments in their order")
        rows: list[list[float]] = J.reshape(outputs, inputs).tolist()
        return rows

    def __call__(self, *arguments: Any) -> Any:
        flat = [x for a in arguments for x in (a if isinstance(a, list) else [a])]
        if not any(isinstance(x, Jet) for x in flat):
            return self.call(*arguments)
        jets = [x if isinstance(x, Jet) else Jet(float(x)) for x in flat]

        def at(h: float) -> list[Any]:
            """The arguments moved by h along the second direction."""
            values = iter([j.value + h * j.second for j in jets])
            return [[next(values) for _ in a] if isinstance(a, list) else next(values) for a in arguments]

        result = self.call(*at(0.0))
        value = np.asarray(result, dtype=float)
        J = self._slopes(at(0.0), value.size)
        size = max(abs(j.second) for j in jets)
        bend = [[0.0] * len(jets)] * value.size
        if size > 0.0 and any(j.first for j in jets):
            h = 6e-6 * (1.0 + max(abs(j.value) for j in jets)) / size
            ahead, behind = self._slopes(at(h), value.size), self._slopes(at(-h), value.size)
            bend = [[(a - b) / (2.0 * h) for a, b in zip(x, y)] for x, y in zip(ahead, behind)]
        out = [
            Jet(
                v,
                sum(d * j.first for d, j in zip(row, jets)),
                sum(d * j.second for d, j in zip(row, jets)),
                sum(d * j.mixed for d, j in zip(row, jets)) + sum(d * j.first for d, j in zip(curved, jets)),
            )
            for v, row, curved in zip(value.ravel().tolist(), J, bend)
        ]
        if value.ndim == 0:
            return out[0]
        if value.ndim == 1:
            return out
        return [out[k : k + value.shape[1]] for k in range(0, len(out), value.shape[1])]


def with_jacobian(call: Callable[..., Any], jacobian: Callable[..., Any]) -> WithJacobian:
    """A function together with its derivatives, for functions that cannot compute with :class:`Jet`.

    ``jacobian`` takes the same arguments and returns a row for each number that ``call`` returns: its derivatives with respect to
    all arguments in their order, those of lists number by number. Without it such functions are differentiated by differences.

    >>> import math
    >>> import percussion
    >>> f = percussion.with_jacobian(lambda t, x: math.sin(x), lambda t, x: [0.0, math.cos(x)])
    >>> f(percussion.Jet(0.0), percussion.Jet(0.0, 1.0)).first
    1.0
    """
    return WithJacobian(call, jacobian)


def as_function(value: Any) -> Function | None:
    """A :class:`Function`, also from a bare callable of t, s and v."""
    if isinstance(value, Function):
        return value
    if not callable(value) or isinstance(value, type):
        return None
    try:
        names = list(inspect.signature(value.call if isinstance(value, WithJacobian) else value).parameters)
    except (TypeError, ValueError):
        names = []
    if not names or any(n not in ("t", "s", "v") for n in names):
        raise ModelError(
            f"a bare function may have the arguments t, s and v, not {', '.join(names) or 'none'}; "
            'for others name them: percussion.function(f, "t", "cart.x")'
        )
    return Function(value, names)


def _same(a: Any, b: Any) -> bool:
    if type(a) is float:
        return type(b) is float and a == b
    return isinstance(b, Jet) and bool(a.same(b))


class Components:
    """A function that returns several numbers, evaluated once for all of them."""

    def __init__(self, call: Callable[..., Any], count: int, what: str) -> None:
        self.call = call
        self.count = count
        self.what = what
        self._memo: tuple[tuple[Any, ...], list[Any]] = ((), [])

    def part(self, k: int) -> Part:
        return Part(self, k)

    def values(self, arguments: tuple[Any, ...]) -> list[Any]:
        known, flat = self._memo
        if len(known) == len(arguments) and all(map(_same, known, arguments)):
            return flat
        flat = []
        result = self.call(*arguments)
        result = result.tolist() if hasattr(result, "tolist") else result
        for x in result if isinstance(result, (list, tuple)) else [result]:
            x = x.tolist() if hasattr(x, "tolist") else x
            flat.extend(x if isinstance(x, (list, tuple)) else [x])
        if len(flat) != self.count:
            raise ModelError(f"{self.what} returned {len(flat)} numbers; {self.count} are needed")
        self._memo = (arguments, flat)
        return flat

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return (Components, (self.call, self.count, self.what))


class Part:
    """One component of a :class:`Components`."""

    __slots__ = ("whole", "k")

    def __init__(self, whole: Components, k: int) -> None:
        self.whole = whole
        self.k = k

    def __call__(self, *arguments: Any) -> Any:
        return self.whole.values(arguments)[self.k]

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return (Part, (self.whole, self.k))
