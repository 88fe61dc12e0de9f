"""What several tests use."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

# Games, short enough that many of them end.
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("azul", {}),
    ("azul", {"players": 4, "limit": 30, "reward": "outcome"}),
    ("azul", {"players": 3, "rivals": "none"}),
    ("azul", {"rivals": "none", "limit": 21}),
    ("slide", {"rows": 2, "cols": 2, "limit": 30}),
    ("slide", {"rows": 3, "cols": 5, "limit": 25, "view": "cells"}),
    ("lines", {"rows": 5, "cols": 5}),
    ("lines", {"rows": 6, "cols": 5, "limit": 9}),
    ("falls", {"viruses": 1}),
    ("falls", {"viruses": 20, "limit": 40}),
]
NAMES = ("azul", "slide", "lines", "falls")


def choose(masks: npt.NDArray[Any], random: np.random.Generator, illegal: float = 0.0) -> npt.NDArray[np.int64]:
    """Draws a legal act for each row of masks; a share of them any act at all."""
    acts: npt.NDArray[np.int64] = np.argmax(random.random(masks.shape) * (masks != 0), axis=1)
    wild = random.random(len(masks)) < illegal
    acts[wild] = random.integers(masks.shape[1], size=int(wild.sum()))
    return acts


def differ(one: Any, other: Any, at: str = "") -> str:
    """Returns where two results differ, in values, types or shapes; "" if they do not."""
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys():
            return f"{at}: keys {sorted(one)} and {sorted(other)}"
        return next(filter(None, (differ(one[name], other[name], f"{at}/{name}") for name in one)), "")
    if type(one) is not type(other):
        return f"{at}: types {type(one)} and {type(other)}"
    if not isinstance(one, np.ndarray):
        return "" if one == other else f"{at}: {one!r} and {other!r}"
    if one.dtype != other.dtype or one.shape != other.shape:
        return f"{at}: {one.dtype} {one.shape} and {other.dtype} {other.shape}"
    if one.dtype == object:
        pairs = zip(one, other, strict=True)
        return next(filter(None, (differ(a, b, f"{at}/{i}") for i, (a, b) in enumerate(pairs))), "")
    return "" if np.array_equal(one, other) else f"{at}: {one} and {other}"
