"""Contact problems and complementarity problems for those who only want the solvers."""

import pickle

import numpy as np
import pytest

import percussion
from percussion import contact


def fall(mu=0.5):
    """A unit mass falls with 1 m/s on a plane and slides with 1 m/s."""
    return np.eye(3), np.array([-1.0, 1.0, 0.0]), mu


@pytest.mark.parametrize("solver", ["auto", "dense", "nsgs", "newton", "interior-point", "path"])
def test_a_mass_that_falls_and_slides(solver):
    s = contact.solve(*fall(), solver=solver)
    assert s.solved and s.r == pytest.approx([1.0, -0.5, 0.0], abs=1e-8) and s.modes == ["slip"]
    assert s.u == pytest.approx([0.0, 0.5, 0.0], abs=1e-8)


def test_planes_and_modes():
    assert contact.solve(*fall(mu=2.0)).modes == ["stick"]
    assert contact.solve(np.eye(3), [1.0, 0.0, 0.0], 0.3).modes == ["open"]
    assert contact.solve([[2.0]], [-1.0], 0.0, dim=1).r == pytest.approx([0.5])
    s = contact.solve(np.eye(2), [-1.0, 1.0], 0.5, dim=2, solver="lcp")
    assert s.r == pytest.approx([1.0, -0.5]) and s.unique


def test_sparse_and_dense_give_the_same():
    sparse = pytest.importorskip("scipy.sparse")
    rng = np.random.default_rng(1)
    n = 30
    W = rng.normal(size=(3 * n, 40))
    G = W @ W.T + 0.1 * np.eye(3 * n)
    q = rng.normal(size=3 * n)
    a = contact.solve(G, q, 0.4)
    b = contact.solve(sparse.csr_matrix(G), q, np.full(n, 0.4))
    assert a.solved and np.array_equal(a.r, b.r)
    # the laws: r_N >= 0, u_N >= 0, within the cone
    r, u = a.r.reshape(-1, 3), a.u.reshape(-1, 3)
    assert r[:, 0].min() > -1e-8 and u[:, 0].min() > -1e-8 and np.abs(r[:, 0] * u[:, 0]).max() < 1e-7
    assert (np.hypot(r[:, 1], r[:, 2]) - 0.4 * r[:, 0]).max() < 1e-7
    assert a.u == pytest.approx(G @ a.r + q, abs=1e-8)


def test_files(tmp_path):
    # local form: rows a contact, contacts, matrix (dense, by columns), q, mu
    path = tmp_path / "one.dat"
    path.write_text("3\n1\n0 3 3\n3 3\n1 0 0 0 1 0 0 0 1\n-1 1 0\n0.5\n")
    assert contact.read(path).r == pytest.approx([1.0, -0.5, 0.0], abs=1e-8)
    path.write_text("3\n1\nnonsense")
    with pytest.raises(ValueError, match="line 3"):
        contact.read(path)


def test_bad_problems():
    M, q, mu = fall()
    for bad, text in [
        (lambda: contact.solve(M, q[:2], mu), "3 x 3"),
        (lambda: contact.solve(M[:2, :2], q[:2], mu), "2 entries"),
        (lambda: contact.solve(M, q, [0.1, 0.2]), "mu"),
        (lambda: contact.solve(M, q, -1.0), "mu"),
        (lambda: contact.solve(M * np.nan, q, mu), "finite"),
        (lambda: contact.solve(M, np.full(3, np.inf), mu), "finite"),
        (lambda: contact.solve(M, q, mu, dim=4), "dim"),
        (lambda: contact.solve(M, q, mu, tol=0.0), "tol"),
        (lambda: contact.solve(M, q, mu, work=-1.0), "work"),
        (lambda: contact.solve(M, q, mu, start=[1.0]), "start"),
        (lambda: contact.solve(M, q, mu, solver="nsgz"), "nsgs"),
        (lambda: contact.solve(np.ones((2, 2, 2)), q, mu), "dimensions"),
        (lambda: contact.solve([], [], 0.1), "M"),
    ]:
        with pytest.raises(ValueError, match=text):
            bad()


def test_a_problem_without_a_solution_is_told():
    # nothing can lift the contact: G = 0
    s = contact.solve([[0.0]], [-1.0], 0.0, dim=1)
    assert not s.solved and s.status
    assert pickle.loads(pickle.dumps(s)).status == s.status


def test_lcp():
    s = percussion.lcp.solve([[2.0, 1.0], [1.0, 2.0]], [-5.0, -6.0])
    assert s.solved and s.z == pytest.approx([4 / 3, 7 / 3])
    assert not percussion.lcp.solve([[-1.0]], [-1.0]).solved
    with pytest.raises(KeyError, match="lemke"):
        percussion.lcp.solve([[1.0]], [1.0], solver="lemkee")
