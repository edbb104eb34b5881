"""What a model file says that is perhaps not meant."""

from __future__ import annotations

import math
from typing import Any, Iterator, Mapping

FLAT = ("planar", "beam", "spline-beam", "floating-beam")
"""Bodies that move in the x-y plane."""


def _entries(document: Mapping[str, Any], section: str) -> list[Mapping[str, Any]]:
    found = document.get(section)
    return [e for e in found if isinstance(e, Mapping)] if isinstance(found, list) else []


def doubts(document: Mapping[str, Any]) -> list[str]:
    """Warnings on a document."""
    return [*_mixed(document), *_quaternions(document)]


def _mixed(document: Mapping[str, Any]) -> Iterator[str]:
    """Joints between bodies of the plane and bodies in space."""
    kinds = {b.get("name"): b.get("type") for b in _entries(document, "bodies")}
    for joint in _entries(document, "joints"):
        ends = [e.get("body") for e in (joint.get("a"), joint.get("b")) if isinstance(e, Mapping)]
        names = joint.get("bodies") if isinstance(joint.get("bodies"), list) else ends
        flat = [n for n in names or () if isinstance(n, str) and kinds.get(n) in FLAT]
        spatial = [n for n in names or () if isinstance(n, str) and kinds.get(n) in ("spatial", "rod")]
        if flat and spatial:
            yield (
                f"joint '{joint.get('name')}' connects '{flat[0]}', which moves in the x-y plane, with '{spatial[0]}', which moves in "
                "space: rows across the plane hold the second alone"
            )


def _quaternions(document: Mapping[str, Any]) -> Iterator[str]:
    """Quaternions whose scalar part seems to be the last number, or that are not of length one."""
    for body in _entries(document, "bodies"):
        p = body.get("quaternion")
        if not (isinstance(p, list) and len(p) == 4 and all(isinstance(x, (int, float)) for x in p)):
            continue
        name, size = body.get("name"), math.sqrt(sum(float(x) ** 2 for x in p))
        if abs(size - 1.0) > 1e-6 and size > 0.0:
            yield f"the quaternion of '{name}' has the length {size:.6g}; it is divided by that"
        if p[:3] == [0, 0, 0]:
            yield f"the quaternion of '{name}' is half a turn about z: its first number is the scalar part, so no turn is (1, 0, 0, 0)"
