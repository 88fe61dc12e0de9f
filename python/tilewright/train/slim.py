"""A checkpoint made small enough to keep beside the sources: a later run goes on from there.

The weights and their longer averages stay, rounded to half precision, with the optimizer's small parts and the games that go on. What
a run has anew within seconds is left out: momenta of matrices, the shorter averages, positions from before.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

_CRISES = 1024  # positions before a death that are kept of each group


def _rounded(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: part.half() if part.ndim > 1 else part for name, part in weights.items()}


def _exact(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: part.float() if part.ndim > 1 else part for name, part in weights.items()}


def _slim_net(state: dict[str, Any]) -> dict[str, Any]:
    small = {name: parts for name, parts in state["optimizer"].items() if "square" in parts}
    return {"net": _rounded(state["net"]), "long": _rounded(state["long"]), "optimizer": small, "steps": state["steps"]}


def _whole_net(state: dict[str, Any]) -> dict[str, Any]:
    net, long = _exact(state["net"]), _exact(state["long"])
    return {"net": net, "average": long, "long": long, "optimizer": state["optimizer"], "steps": state["steps"]}


def slim(state: dict[str, Any]) -> dict[str, Any]:
    """A checkpoint without what a run can do without."""
    groups = [
        {**group, "snaps": [], "crises": group["crises"][-_CRISES:], "crisis_next": min(group["crisis_next"], _CRISES)}
        for group in state["groups"]
    ]
    return {**state, "slim": True, "policy": _slim_net(state["policy"]), "value": _slim_net(state["value"]), "groups": groups}


def whole(state: dict[str, Any]) -> dict[str, Any]:
    """A checkpoint to go on from; one that is whole stays as it is."""
    if not state.get("slim"):
        return state
    return {**state, "slim": False, "policy": _whole_net(state["policy"]), "value": _whole_net(state["value"])}
