"""Python functions in models."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Sequence

from ._core import Jet
from ._errors import ModelError

__all__ = ["Function", "function"]


class Function:
    """A Python function with the names of its arguments, see :func:`function`."""

    def __init__(self, call: Callable[..., Any], arguments: Sequence[str]) -> None:
        if not callable(call):
            raise TypeError(f"{call!r} cannot be called")
        if not arguments:
            raise ModelError("a function of a model needs at least one argument, such as 't'")
        self.call = call
        self.arguments = tuple(str(a) for a in arguments)

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


def as_function(value: Any) -> Function | None:
    """A :class:`Function`, also from a bare callable of t, s and v."""
    if isinstance(value, Function):
        return value
    if not callable(value) or isinstance(value, type):
        return None
    try:
        names = list(inspect.signature(value).parameters)
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
