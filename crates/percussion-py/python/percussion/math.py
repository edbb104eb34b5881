"""Functions for plain numbers and for numbers with derivatives (:class:`percussion.Jet`).

Functions that are given to a model (forces, drives, gaps) are also called with jets, so that their
derivatives are exact. Take ``sin`` and its like from here (or from numpy) instead of from ``math``;
a function that does not take jets is differentiated by differences.

>>> from percussion import Jet, math
>>> math.sin(Jet(0.0, 1.0)).first
1.0
"""

from __future__ import annotations

import math as _math
from typing import Any

__all__ = [
    "acos", "asin", "atan", "atan2", "cos", "cosh", "exp", "log", "pi", "sin", "sinh", "sqrt", "tan", "tanh",
]

pi = _math.pi


def sin(x: Any) -> Any:
    """Sine."""
    return _math.sin(x) if isinstance(x, (float, int)) else x.sin()


def cos(x: Any) -> Any:
    """Cosine."""
    return _math.cos(x) if isinstance(x, (float, int)) else x.cos()


def tan(x: Any) -> Any:
    """Tangent."""
    return _math.tan(x) if isinstance(x, (float, int)) else x.tan()


def asin(x: Any) -> Any:
    """Inverse sine."""
    return _math.asin(x) if isinstance(x, (float, int)) else x.arcsin()


def acos(x: Any) -> Any:
    """Inverse cosine."""
    return _math.acos(x) if isinstance(x, (float, int)) else x.arccos()


def atan(x: Any) -> Any:
    """Inverse tangent."""
    return _math.atan(x) if isinstance(x, (float, int)) else x.arctan()


def atan2(y: Any, x: Any) -> Any:
    """Angle of the point (x, y)."""
    if isinstance(y, (float, int)) and isinstance(x, (float, int)):
        return _math.atan2(y, x)
    from . import Jet

    return (Jet(y) if isinstance(y, (float, int)) else y).arctan2(x)


def exp(x: Any) -> Any:
    """Exponential function."""
    return _math.exp(x) if isinstance(x, (float, int)) else x.exp()


def log(x: Any) -> Any:
    """Natural logarithm."""
    return _math.log(x) if isinstance(x, (float, int)) else x.log()


def sqrt(x: Any) -> Any:
    """Square root."""
    return _math.sqrt(x) if isinstance(x, (float, int)) else x.sqrt()


def sinh(x: Any) -> Any:
    """Hyperbolic sine."""
    return _math.sinh(x) if isinstance(x, (float, int)) else x.sinh()


def cosh(x: Any) -> Any:
    """Hyperbolic cosine."""
    return _math.cosh(x) if isinstance(x, (float, int)) else x.cosh()


def tanh(x: Any) -> Any:
    """Hyperbolic tangent."""
    return _math.tanh(x) if isinstance(x, (float, int)) else x.tanh()
