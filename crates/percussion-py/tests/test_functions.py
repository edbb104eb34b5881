"""Functions in models: derivatives, jets, numpy."""

import math

import numpy as np
import pytest

import percussion
from percussion import Jet


def test_derivatives_that_are_given_are_used():
    calls = []

    def gap(t, q):
        return q[0] + 0.5 * math.sin(q[0])

    def slope(t, q):
        calls.append(1)
        return [0.0, 1.0 + 0.5 * math.cos(q[0])]

    def model(gap):
        m = percussion.Model("m")
        m.system("s", ["x"], M=[["1"]], h=["-9.81"], q0=[1.0], contacts=[{"name": "c", "gap": gap, "e_N": 0.5}])
        return m

    a = model(percussion.with_jacobian(gap, slope)).run(dt=1e-3, until=1.0)
    b = model("x + 0.5*sin(x)").run(dt=1e-3, until=1.0)
    assert calls and len(a.events) == len(b.events) > 0
    assert np.allclose(a.q.array, b.q.array, rtol=0, atol=1e-9)


def test_second_derivatives_follow_from_the_first():
    f = percussion.with_jacobian(lambda t, x, y: math.sin(x) * y * y, lambda t, x, y: [0.0, math.cos(x) * y * y, 2 * math.sin(x) * y])
    x, y = Jet(0.7, 0.3, -0.2, 0.1), Jet(1.3, 0.4, 0.9, -0.5)
    exact = percussion.math.sin(x) * y * y
    found = f(Jet(0.0), x, y)
    assert (found.value, found.first, found.second) == pytest.approx((exact.value, exact.first, exact.second), abs=1e-14)
    assert found.mixed == pytest.approx(exact.mixed, abs=1e-9)


def test_a_jacobian_of_another_shape_is_refused():
    m = percussion.Model("m")
    m.system("s", ["x"], M=[["1"]], h=percussion.with_jacobian(lambda t, q, u: [-q[0]], lambda t, q, u: [1.0, 2.0]), q0=[1.0])
    with pytest.raises(ValueError, match="1 x 3"):
        m.run(dt=1e-2, until=0.1)


def test_jets_in_arrays():
    j = Jet(2.0, 1.0)
    assert [x.value for x in j * np.array([1.0, 2.0])] == [2.0, 4.0]
    assert [x.value for x in np.array([1.0, 2.0]) + j] == [3.0, 4.0]
    assert np.dot(np.array([j, j]), np.array([1.0, 3.0])).first == 4.0
    assert np.sin(np.array([j]))[0].first == pytest.approx(math.cos(2.0))
    assert (2 * j).first == 2.0 and (np.float64(2.0) * j).first == 2.0 and (1 - j).value == -1.0
    with pytest.raises(TypeError):
        j + "text"


def test_functions_with_numpy():
    K = np.array([[3.0, -1.0], [-1.0, 2.0]])

    def model(h):
        m = percussion.Model("m")
        m.system("s", ["x", "y"], M=np.eye(2), h=h, q0=[1.0, 0.0])
        return m

    a = model(lambda t, q, u: -K @ np.array(q)).run(dt=1e-2, until=1.0)
    b = model(["-3*x + y", "x - 2*y"]).run(dt=1e-2, until=1.0)
    assert np.allclose(a.q.array, b.q.array, rtol=0, atol=1e-12)
