"""Plots of results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

from ._errors import needed

if TYPE_CHECKING:
    from ._result import Result

UNITS = {
    "q": "coordinate (m, rad)", "u": "velocity (m/s, rad/s)", "gN": "gap (m)", "PN": "percussion (N s)",
    "PF": "percussion (N s)", "laN": "force (N)", "laF": "force (N)", "LaN": "impulse (N s)", "LaF": "impulse (N s)",
    "lag": "force (N, N m)",
}
MOST = 8


def plot(result: Result, columns: Sequence[str], axes: Any) -> Any:
    """One panel a kind of quantity, curves named, events as thin lines."""
    plt = needed("matplotlib.pyplot", "plot")

    chosen = list(columns) or most_changing(result, "q.") + most_changing(result, "u.")
    groups: dict[str, list[str]] = {}
    for c in chosen:
        result[c]
        groups.setdefault(UNITS.get(c.split(".")[0], c), []).append(c)
    if axes is None:
        _, grid = plt.subplots(len(groups), 1, sharex=True, squeeze=False, layout="constrained")
        axes = list(grid[:, 0])
    axes = axes if isinstance(axes, (list, tuple)) else [axes]
    for k, (label, names) in enumerate(groups.items()):
        ax = axes[min(k, len(axes) - 1)]
        for name in names:
            ax.plot(result.t, result[name], label=name, linewidth=1.2)
        for e in result.events:
            ax.axvline(e.t, color="0.8", linewidth=0.6, zorder=0)
        ax.set_ylabel(label)
        ax.legend(loc="best", fontsize="small")
    axes[-1].set_xlabel("t (s)")
    return axes


def most_changing(result: Result, prefix: str) -> list[str]:
    """The columns that begin so and change most."""
    names = [c for c in result.columns if c.startswith(prefix)]
    span = {c: float(result[c].max() - result[c].min()) if len(result) else 0.0 for c in names}
    kept = set(sorted(names, key=lambda c: -span[c])[:MOST])
    return [c for c in names if c in kept]
