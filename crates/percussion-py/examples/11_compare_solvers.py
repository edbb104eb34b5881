"""A linear complementarity problem by every solver."""

import numpy as np

import percussion

n = 8
M = np.tril(2.0 * np.ones((n, n)), -1) + np.eye(n)
q = -np.ones(n)
for solver in ("auto", "lemke", "pivoting", "murty", "newton", "min-map", "enumerate"):
    s = percussion.lcp.solve(M, q, solver=solver)
    print(f"{solver:<10} {s.solved!s:<6} {np.abs(np.minimum(s.z, s.w)).max():.1e}")
assert percussion.lcp.solve(M, q).solved
