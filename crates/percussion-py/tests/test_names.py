"""Every public name is documented."""

import inspect

import percussion
import percussion.lcp
import percussion.math
import percussion.schemes


def test_public_names_have_docstrings():
    missing = []
    for module in (percussion, percussion.lcp, percussion.math, percussion.schemes):
        for name in module.__all__:
            value = getattr(module, name)
            if not inspect.isclass(value) and not inspect.isfunction(value):
                continue
            if not (value.__doc__ or "").strip():
                missing.append(f"{module.__name__}.{name}")
            if inspect.isclass(value) and value.__module__.startswith("percussion"):
                for key, member in vars(value).items():
                    own = inspect.isfunction(member) or isinstance(member, (property, classmethod, staticmethod))
                    if not key.startswith("_") and own and not (inspect.getdoc(getattr(value, key, member)) or "").strip():
                        missing.append(f"{name}.{key}")
    assert not missing


def test_schemes_by_name():
    assert percussion.schemes.ALL["alpha"] is percussion.schemes.Alpha
    assert "rho_inf" in inspect.signature(percussion.schemes.Alpha).parameters


def test_doctests():
    import doctest
    import importlib

    for name in ("percussion", "percussion._model", "percussion._result", "percussion._functions", "percussion._problems",
                 "percussion._sweep", "percussion.math", "percussion.lcp", "percussion.schemes"):
        failed, tried = doctest.testmod(importlib.import_module(name))
        assert failed == 0, name
