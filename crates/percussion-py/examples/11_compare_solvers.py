"""A stack of contacts by every solver: problems with friction, and a complementarity problem."""

import time

import numpy as np

import percussion

rng = np.random.default_rng(3)
n = 40
W = rng.normal(size=(3 * n, 90))
G = W @ W.T + 1e-3 * np.eye(3 * n)
q = rng.normal(size=3 * n)
print(f"{n} contacts with friction")
for solver in ("auto", "nsgs", "newton", "interior-point", "path", "admm"):
    begin = time.perf_counter()
    s = percussion.contact.solve(G, q, 0.3, solver=solver, tol=1e-8, work=2e9)
    print(f"  {solver:<15} {s.status:<10} residual {s.residual:.1e} in {time.perf_counter() - begin:.3f} s")
assert percussion.contact.solve(G, q, 0.3).solved

print("a complementarity problem on which pivoting takes many steps")
M = np.tril(2.0 * np.ones((8, 8)), -1) + np.eye(8)
for solver in ("auto", "lemke", "pivoting", "murty", "newton", "min-map", "enumerate"):
    z = percussion.lcp.solve(M, -np.ones(8), solver=solver)
    print(f"  {solver:<15} {z.solved!s:<10} residual {np.abs(np.minimum(z.z, z.w)).max():.1e}")
assert percussion.lcp.solve(M, -np.ones(8)).solved
