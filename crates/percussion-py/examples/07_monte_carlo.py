"""How often does a bouncing ball hit the floor in a second? Draws of the restitution on a Dask cluster, with a seed."""

import numpy as np
from distributed import Client, LocalCluster

import percussion


def impacts(result: percussion.Result) -> int:
    """What is kept of a run."""
    return len(result.events)


def main() -> None:
    """Runs the draws on two worker processes, and some of them again on threads."""
    model = percussion.problems["bouncing-ball"]()
    points = percussion.draws(200, seed=1, e_N=(0.4, 0.6))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        sweep = percussion.sweep(model, points, keep=impacts, until=1.0, engine="dask", client=client)
    print(f"impacts in the first second: mean {np.mean(sweep.values):.2f}, from {min(sweep)} to {max(sweep)}")
    assert percussion.sweep(model, points[:20], keep=impacts, until=1.0).values == sweep.values[:20]


if __name__ == "__main__":
    main()
