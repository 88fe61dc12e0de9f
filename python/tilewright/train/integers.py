"""The nets in whole numbers, as the program evaluates them, slow and plain; to check one against the other."""

from __future__ import annotations

import numpy as np

from .files import Array, Tensors
from .shape import CELLS, COLOURS, DIMENSIONS, SIDE

_BYTE, _SHORT, _PART_MAX, _LOGIT_MAX = 255, 32767, 8191, 1 << 24


def _scale(sums: Array, scale: Array, low: int, high: int) -> Array:
    """One multiplication in float32, rounded to the nearest even number."""
    return np.clip(np.rint(sums.astype(np.float32) * scale), low, high).astype(np.int64)


def _conv(x: Array, weight: Array) -> Array:
    """x [n, 9, 9, c], weight [out, 3, 3, c]; exact, since all sums are below 2**53."""
    wide = np.pad(x.astype(np.float64), ((0, 0), (1, 1), (1, 1), (0, 0)))
    sums = np.zeros((*x.shape[:3], len(weight)))
    for row in range(3):
        for col in range(3):
            sums += wide[:, row : row + SIDE, col : col + SIDE] @ weight[:, row, col].T.astype(np.float64)
    return sums.astype(np.int64)


def _over_colours(x: Array) -> Array:
    """x [n, 7, 9, 9, c] to [n, 9, 9, 2c]."""
    mean = np.minimum(_BYTE, (2 * x.sum(1) + 3) // 7)
    return np.concatenate((mean, x.max(1)), -1)


def _trunk(tensors: Tensors, name: str, features: Array) -> Array:
    """Features [n, 7, 81, 16] to [n, 7, 9, 9, c]."""
    count = len(features)
    x = features.reshape(count * COLOURS, SIDE, SIDE, -1).astype(np.int64)
    x = _scale(_conv(x, tensors[f"{name}.stem.w"]) + tensors[f"{name}.stem.b"], tensors[f"{name}.stem.r"], 0, _BYTE)
    for i in range(int(tensors[f"{name}.shape"][1])):
        w = {part: tensors[f"{name}.{i}.{part}"] for part in ("aw", "mw", "gw", "ab", "ar", "bw", "k", "bb", "br")}
        seen = _over_colours(x.reshape(count, COLOURS, *x.shape[1:]))
        board = (256 * seen.sum((1, 2)) + 40) // CELLS
        mix = seen @ w["mw"].T.astype(np.int64) + ((board @ w["gw"].T.astype(np.int64) + 128) >> 8)[:, None, None] + w["ab"]
        y = _scale(_conv(x, w["aw"]) + np.repeat(mix, COLOURS, 0), w["ar"], 0, _BYTE)
        x = _scale(_conv(y, w["bw"]) + w["k"] * x + w["bb"], w["br"], 0, _BYTE)
    return x.reshape(count, COLOURS, *x.shape[1:])


def value(tensors: Tensors, features: Array) -> Array:
    """[n, 2]: balls to come and the logit of death."""
    seen = _over_colours(_trunk(tensors, "value", features))
    head = np.maximum(0, seen @ tensors["value.hw"].T.astype(np.int64) + tensors["value.hb"]).sum((1, 2))
    hidden = _scale(head, tensors["value.hr"], 0, _SHORT)
    narrow = _scale(hidden @ tensors["value.l1w"].T.astype(np.int64) + tensors["value.l1b"], tensors["value.l1r"], 0, _SHORT)
    out = narrow @ tensors["value.l2w"].T.astype(np.int64) + tensors["value.l2b"]
    return np.asarray(out.astype(np.float64) * tensors["value.l2r"].astype(np.float64))


def policy(tensors: Tensors, features: Array) -> Array:
    """[n, 81 * 81] logits, in units of 2**-16; 0 where no ball lies."""
    x = _trunk(tensors, "policy", features)
    x = x.reshape(len(x), COLOURS, CELLS, -1)
    parts = []
    for name in ("q", "k"):
        sums = x @ tensors[f"policy.{name}w"].T.astype(np.int64) + tensors[f"policy.{name}b"]
        scaled = _scale(sums, tensors[f"policy.{name}r"], -_LOGIT_MAX, _LOGIT_MAX)
        scaled[..., :DIMENSIONS] = np.clip(scaled[..., :DIMENSIONS], -_PART_MAX, _PART_MAX)
        parts.append(scaled)
    query, key = parts
    both = np.einsum("ncfd,nctd->ncft", query[..., :DIMENSIONS], key[..., :DIMENSIONS])
    logits = both + query[..., DIMENSIONS][:, :, :, None] + key[..., DIMENSIONS][:, :, None, :]
    own = features[..., 0] > 0
    return np.asarray((logits * own[..., None]).sum(1).reshape(len(x), -1))
