"""Nets as whole numbers: weights of a byte, activations of a byte, in the file that the program plays by.

Every channel gets a step, so that what occurs in games fits into 255 of them. Every output of a layer gets a step for its
weights. `src/games/lines/minds/net.h` says how the numbers are used; `integers.py` is the same in Python.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from ..batch import Batch
from .files import Array, Tensors
from .integers import policy as whole_policy
from .integers import value as whole_value
from .nets import Block, Policy, Trunk, Value, folded, over_colours, unscale
from .play import NEVER, seen_shape, unpack
from .settings import Settings
from .shape import CELLS, COLOURS, DIMENSIONS, FEATURES, HIDDEN, ONE, SIDE, VALUE_ONE, VALUE_ZERO

_BYTE, _WEIGHT, _SHORT = 255, 127, 32767
_RESIDUAL_MAX = 30000  # of what a block adds its input with, so that sums stay small
_ROOM = 1.5  # how much larger than seen the last layers' activations may be
# Of the units in which logits are asked for.
_LOGIT, _PART = 65536.0, 256.0


# What activations occur


class Ranges:
    """How large a net's activations get, those of each channel; a few that are larger are cut."""

    def __init__(self, share: float = 0.9999) -> None:
        self.share = share
        self.tops: dict[str, Tensor] = {}

    def see(self, name: str, x: Tensor) -> None:
        """x [n, channels, 9, 9]."""
        each = x.transpose(0, 1).flatten(1)
        top = torch.quantile(each[:, torch.randperm(each.shape[1])[:20_000]], self.share, dim=1)
        self.add(name, torch.maximum(top, each.amax(1) * 0.5))

    def add(self, name: str, top: Tensor) -> None:
        self.tops[name] = torch.maximum(self.tops.get(name, top), top)

    def steps(self, name: str, count: int = _BYTE) -> Array:
        top = self.tops[name].double()
        return cast(Array, torch.maximum(top, top.max() * 1e-3).clamp_min(1e-9).numpy() / count)


def _watch_trunk(trunk: Trunk, features: Tensor, ranges: Ranges) -> Tensor:
    x = features.float().view(-1, SIDE, SIDE, FEATURES).permute(0, 3, 1, 2) / ONE
    x = functional.relu(trunk.stem(x))
    ranges.see("stem", x)
    for i, block in enumerate(trunk.blocks):
        y = block.inner(x)
        ranges.see(f"{i}.y", y)
        x = functional.relu(x + block.b(y))
        ranges.see(f"{i}.x", x)
    return x


@torch.no_grad()
def watch(policy: Policy, value: Value, seen: Tensor, after: Tensor) -> tuple[Ranges, Ranges]:
    """The ranges of both nets' activations: on positions, and on boards after moves."""
    of_policy, of_value = Ranges(), Ranges()
    for part in seen.split(256):
        _watch_trunk(policy.trunk, part, of_policy)
    for part in after.split(256):
        x = _watch_trunk(value.trunk, part, of_value)
        pooled = functional.relu(value.head(over_colours(x.view(-1, COLOURS, *x.shape[1:])))).mean((2, 3))
        of_value.add("pooled", pooled.max()[None])
        of_value.add("narrow", functional.relu(value.narrow(pooled)).max()[None])
    return of_policy, of_value


# Layers


def _rows(weight: Tensor, most: int = _WEIGHT) -> Array:
    """The step of each output's weights."""
    return np.maximum(weight.flatten(1).abs().amax(1).double().numpy(), 1e-12) / most


def _whole(weight: Tensor, steps: Array, kind: str) -> Array:
    shape = (-1, *([1] * (weight.ndim - 1)))
    return np.rint(weight.double().numpy() / steps.reshape(shape)).astype(kind)


def _conv(weight: Tensor) -> Tensor:
    return weight.permute(0, 2, 3, 1)  # out, row, column, in


def _bias(layer: nn.Module) -> Array:
    return cast(Array, cast(Tensor, layer.bias).double().numpy())


def _round(numbers: Array, kind: str = "int32") -> Array:
    limits = np.iinfo(kind)
    return np.clip(np.rint(numbers), limits.min / 2, limits.max / 2).astype(kind)


def _of_steps(weight: Tensor, steps: Array) -> Tensor:
    """Weights for activations that come in steps; the last dimension is that of the channels."""
    return weight.double() * torch.from_numpy(steps)


def _of_both(weight: Tensor, steps: Array) -> Tensor:
    """Likewise for the mean, which comes in half steps, and the maximum over colours."""
    return _of_steps(weight, np.concatenate((steps / 2, steps)))


def _trunk(trunk: Trunk, ranges: Ranges, name: str) -> tuple[Tensors, Array]:
    """The trunk's tensors, and the steps of what it gives."""
    made: Tensors = {}
    stem = _conv(trunk.stem.weight) / ONE
    rows, steps = _rows(stem), ranges.steps("stem")
    made[f"{name}.stem.w"] = _whole(stem, rows, "int8")
    made[f"{name}.stem.b"] = _round(_bias(trunk.stem) / rows)
    made[f"{name}.stem.r"] = (rows / steps).astype("float32")
    for i, each in enumerate(trunk.blocks):
        block = cast(Block, each)
        at = f"{name}.{i}."
        inner, after = ranges.steps(f"{i}.y"), ranges.steps(f"{i}.x")
        a, mix = _of_steps(_conv(block.a.weight), steps), _of_both(block.mix.weight.flatten(1), steps)
        board, b = _of_both(block.board.weight, steps), _of_steps(_conv(block.b.weight), inner)
        rows = np.maximum.reduce([_rows(a), _rows(mix), _rows(board)])
        made[at + "aw"] = _whole(a, rows, "int8")
        made[at + "mw"] = _whole(mix, rows, "int8")
        made[at + "gw"] = _whole(board, rows, "int8")
        made[at + "ab"] = _round(_bias(block.a) / rows)
        made[at + "ar"] = (rows / inner).astype("float32")
        rows = np.maximum(_rows(b), steps / _RESIDUAL_MAX)
        made[at + "bw"] = _whole(b, rows, "int8")
        made[at + "k"] = _round(steps / rows)
        made[at + "bb"] = _round(_bias(block.b) / rows)
        made[at + "br"] = (rows / after).astype("float32")
        steps = after
    return made, steps


def _value(value: Value, ranges: Ranges) -> Tensors:
    made, steps = _trunk(value.trunk, ranges, "value")
    head = _of_both(value.head.weight.flatten(1), steps)
    rows = _rows(head)
    pooled, narrow = (float(ranges.steps(name, _SHORT)[0]) * _ROOM for name in ("pooled", "narrow"))
    made["value.hw"] = _whole(head, rows, "int8")
    made["value.hb"] = _round(_bias(value.head) / rows)
    made["value.hr"] = (rows / CELLS / pooled).astype("float32")
    rows = _rows(value.narrow.weight, _SHORT)
    made["value.l1w"] = _whole(value.narrow.weight, rows, "int16")
    made["value.l1b"] = _round(_bias(value.narrow) / (rows * pooled), "int64")
    made["value.l1r"] = (rows * pooled / narrow).astype("float32")
    scale = torch.tensor([[VALUE_ONE], [1.0]])
    out, bias = value.out.weight * scale, _bias(value.out) * scale[:, 0].numpy() + np.array([VALUE_ZERO, 0])
    rows = _rows(out, _SHORT)
    made["value.l2w"] = _whole(out, rows, "int16")
    made["value.l2r"] = (rows * narrow).astype("float32")
    made["value.l2b"] = _round(bias / made["value.l2r"].astype("float64"), "int64")
    return made


def _policy(policy: Policy, ranges: Ranges) -> Tensors:
    made, steps = _trunk(policy.trunk, ranges, "policy")
    units = np.array([_PART] * DIMENSIONS + [_LOGIT])
    for name, layer in (("q", policy.query), ("k", policy.key)):
        weight = _of_steps(layer.weight.flatten(1), steps)
        rows = _rows(weight)
        made[f"policy.{name}w"] = _whole(weight, rows, "int8")
        made[f"policy.{name}b"] = _round(_bias(layer) / rows)
        made[f"policy.{name}r"] = (rows * units).astype("float32")
    return made


@torch.no_grad()
def quantise(policy: Policy, value: Value, seen: Tensor, after: Tensor) -> Tensors:
    """Both nets as tensors of whole numbers, for what occurs in `seen` and `after`: features of positions and of boards."""
    of_policy, of_value = watch(policy, value, seen, after)
    size = policy.trunk.size
    shape = np.array([size.channels, size.blocks, FEATURES, HIDDEN], np.int32)
    return {"shape": shape, **_policy(policy, of_policy), **_value(value, of_value)}


@torch.no_grad()
def samples(state: dict[str, Any], policy: Policy, count: int) -> tuple[Tensor, Tensor]:
    """Features of positions of a checkpoint's games, so many of each rule set, and of boards after likely moves."""
    settings = Settings(**state["settings"])
    seen, after = [], []
    for i, group in enumerate(state["groups"]):
        lanes = min(count, len(group["lanes"]))
        batch = Batch("lines", lanes, params={"lines98": int(i >= settings.groups)}, view="features", masks="bits")
        for lane in range(lanes):
            batch.state_set(lane, group["lanes"][lane])
        batch.look(0, lanes)
        features = torch.from_numpy(batch.observations[:, 0].copy())
        legal = unpack(torch.from_numpy(batch.masks[:, 0].copy()))
        logits = torch.cat([policy(part) for part in features.split(64)]).masked_fill(~legal, NEVER)
        acts = logits.topk(2, 1).indices.to(torch.int32).numpy()
        seen.append(features)
        after.append(torch.from_numpy(batch.attempt(acts)[0].reshape(seen_shape(-1))))
        batch.close()
    return torch.cat(seen), torch.cat(after)


def nets_of(state: dict[str, Any], which: str) -> tuple[Policy, Value]:
    """The nets of a checkpoint: "net" as they are, or their "average", or "long", a longer one."""
    size = Settings(**state["settings"]).size
    policy, value = Policy(size), Value(size)
    policy.load_state_dict(state["policy"][which])
    value.load_state_dict(state["value"][which])
    return folded(policy), folded(value)


@torch.no_grad()
def compare(policy: Policy, value: Value, tensors: Tensors, seen: Tensor, after: Tensor) -> str:
    """How far the whole numbers are from the nets that they were made of."""
    logits, whole = policy(seen).numpy(), whole_policy(tensors, seen.numpy()) / 65536
    ball = (seen[..., 0] > 0).any(1).numpy()
    apart = np.abs((logits - whole).reshape(len(seen), CELLS, CELLS))[ball]
    (balls, death), found = unscale(value(after)), whole_value(tensors, after.numpy())
    return (
        f"logits by {apart.mean():.3f}, balls to come by {np.abs(found[:, 0] - balls.numpy()).mean():.3f} of {balls.std():.1f}, "
        f"chance of death by {np.abs(1 / (1 + np.exp(-found[:, 1])) - death.numpy()).mean():.5f} of {death.std():.3f}"
    )
