"""Nets as whole numbers: weights of a byte, activations of a byte, in the file that the program plays by.

Every channel gets a step, so that what occurs in games fits into 255 of them. Every output of a layer gets a step for its
weights. `src/games/lines/minds/net.h` says how the numbers are used; `integers.py` is the same in Python.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn

from ..batch import Batch
from .files import Array, Tensors
from .integers import policy as whole_policy
from .integers import value as whole_value
from .nets import Block, Policy, Trunk, Value, folded, unscale
from .play import NEVER, seen_shape, unpack
from .rounding import rounded
from .settings import Settings
from .shape import BLOCKS_MAX, CELLS, DIMENSIONS, FEATURES, ONE, VALUE_ONE, VALUE_ZERO, Size
from .watch import Watch, watch

_WEIGHT, _SHORT = 127, 32767
_RESIDUAL_MAX = 30000  # of what a block adds its input with, so that sums stay small
_ROOM = 1.5  # how much larger than seen the last layers' activations may be
# Of the units in which logits are asked for.
_LOGIT, _PART = 65536.0, 256.0


# Layers


def _rows(weight: Tensor, most: int = _WEIGHT) -> Array:
    """The step of each output's weights."""
    return np.maximum(weight.flatten(1).abs().amax(1).double().numpy(), 1e-12) / most


def _short(weight: Tensor, rows: Array) -> Array:
    return np.rint(weight.double().numpy() / rows[:, None]).astype("int16")


def _bias(layer: nn.Module) -> Array:
    return cast(Array, cast(Tensor, layer.bias).double().numpy())


def _round(numbers: Array, kind: str = "int32") -> Array:
    limits = np.iinfo(kind)
    return np.clip(np.rint(numbers), limits.min / 2, limits.max / 2).astype(kind)


def _both(steps: Array) -> Array:
    """The steps of the mean over colours, which comes in half steps, and of the maximum."""
    return np.concatenate((steps / 2, steps))


def _taps(steps: Array) -> Array:
    """The steps of what a 3x3 convolution sees."""
    return np.repeat(steps, 9)


def _conv(weights: Array, inputs: int) -> Array:
    """As the file has them: out, row, column, in."""
    return np.ascontiguousarray(weights.reshape(-1, inputs, 3, 3).transpose(0, 2, 3, 1)).astype("int8")


class _Layer:
    """Weights [out, in] of a layer, for inputs that come in steps."""

    def __init__(self, weight: Tensor, steps: Array, products: Tensor, least: Array | float = 0.0) -> None:
        each = torch.from_numpy(steps)
        weight = weight.double() * each
        self.rows = np.maximum(_rows(weight), least)
        self.whole = rounded(weight, self.rows, products / each[:, None] / each, _WEIGHT)

    def bias(self, layer: nn.Module) -> Array:
        return _round(_bias(layer) / self.rows)


def _trunk(trunk: Trunk, seen: Watch, name: str) -> tuple[Tensors, Array]:
    """The trunk's tensors, and the steps of what it gives."""
    shape = np.zeros(2 + BLOCKS_MAX, np.int32)
    shape[: 2 + len(trunk.size.inner)] = [trunk.size.channels, len(trunk.size.inner), *trunk.size.inner]
    made: Tensors = {f"{name}.shape": shape}
    channels, steps = trunk.size.channels, seen.steps("stem")
    stem = _Layer(trunk.stem.weight.flatten(1), _taps(np.full(FEATURES, 1 / ONE)), seen.products["stem"])
    made[f"{name}.stem.w"] = _conv(stem.whole, FEATURES)
    made[f"{name}.stem.b"] = stem.bias(trunk.stem)
    made[f"{name}.stem.r"] = (stem.rows / steps).astype("float32")
    for i, each in enumerate(trunk.blocks):
        block, at = cast(Block, each), f"{name}.{i}."
        inner, after = seen.steps(f"{i}.y"), seen.steps(f"{i}.x")
        weight = torch.cat((block.a.weight.flatten(1), block.mix.weight.flatten(1), block.board.weight), 1)
        a = _Layer(weight, np.concatenate((_taps(steps), _both(steps), _both(steps))), seen.products[f"{i}.a"])
        taps, mix, board = np.split(a.whole, [9 * channels, 11 * channels], 1)
        made[at + "aw"] = _conv(taps, channels)
        made[at + "mw"], made[at + "gw"] = mix.astype("int8"), board.astype("int8")
        made[at + "ab"] = a.bias(block.a)
        made[at + "ar"] = (a.rows / inner).astype("float32")
        b = _Layer(block.b.weight.flatten(1), _taps(inner), seen.products[f"{i}.b"], steps / _RESIDUAL_MAX)
        made[at + "bw"] = _conv(b.whole, len(inner))
        made[at + "k"] = _round(steps / b.rows)
        made[at + "bb"] = b.bias(block.b)
        made[at + "br"] = (b.rows / after).astype("float32")
        steps = after
    return made, steps


def _value(value: Value, seen: Watch) -> Tensors:
    made, steps = _trunk(value.trunk, seen, "value")
    head = _Layer(value.head.weight.flatten(1), _both(steps), seen.products["head"])
    pooled, narrow = (float(seen.steps(name, _SHORT)[0]) * _ROOM for name in ("pooled", "narrow"))
    made["value.hw"] = head.whole.astype("int8")
    made["value.hb"] = head.bias(value.head)
    made["value.hr"] = (head.rows / CELLS / pooled).astype("float32")
    rows = _rows(value.narrow.weight, _SHORT)
    made["value.l1w"] = _short(value.narrow.weight, rows)
    made["value.l1b"] = _round(_bias(value.narrow) / (rows * pooled), "int64")
    made["value.l1r"] = (rows * pooled / narrow).astype("float32")
    scale = torch.tensor([[VALUE_ONE], [1.0]])
    out, bias = value.out.weight * scale, _bias(value.out) * scale[:, 0].numpy() + np.array([VALUE_ZERO, 0])
    rows = _rows(out, _SHORT)
    made["value.l2w"] = _short(out, rows)
    made["value.l2r"] = (rows * narrow).astype("float32")
    made["value.l2b"] = _round(bias / made["value.l2r"].astype("float64"), "int64")
    return made


def _policy(policy: Policy, seen: Watch) -> Tensors:
    made, steps = _trunk(policy.trunk, seen, "policy")
    units = np.array([_PART] * DIMENSIONS + [_LOGIT])
    for name, layer in (("q", policy.query), ("k", policy.key)):
        side = _Layer(layer.weight.flatten(1), steps, seen.products["head"])
        made[f"policy.{name}w"] = side.whole.astype("int8")
        made[f"policy.{name}b"] = side.bias(layer)
        made[f"policy.{name}r"] = (side.rows * units).astype("float32")
    return made


@torch.no_grad()
def quantise(policy: Policy, value: Value, seen: Tensor, after: Tensor) -> Tensors:
    """Both nets as tensors of whole numbers, for what occurs in `seen` and `after`: features of positions and of boards."""
    of_policy, of_value = watch(policy, value, seen, after)
    return {**_policy(policy, of_policy), **_value(value, of_value)}


def groups_of(state: dict[str, Any], lines98: bool) -> list[dict[str, Any]]:
    """A checkpoint's groups of games that play these rules."""
    standard = Settings(**state["settings"]).groups
    return list(state["groups"][standard:] if lines98 else state["groups"][:standard])


@torch.no_grad()
def samples(state: dict[str, Any], policy: Policy, count: int, lines98: bool) -> tuple[Tensor, Tensor, Tensor]:
    """Positions of a checkpoint's games by these rules, so many of each group.

    Returns their features, their legal moves, and the features of boards after likely moves.
    """
    seen, masks, after = [], [], []
    for group in groups_of(state, lines98):
        lanes = min(count, len(group["lanes"]))
        batch = Batch("lines", lanes, params={"lines98": int(lines98)}, view="features", masks="bits")
        for lane in range(lanes):
            batch.state_set(lane, group["lanes"][lane])
        batch.look(0, lanes)
        features = torch.from_numpy(batch.observations[:, 0].copy())
        legal = unpack(torch.from_numpy(batch.masks[:, 0].copy()))
        logits = torch.cat([policy(part) for part in features.split(64)]).masked_fill(~legal, NEVER)
        acts = logits.topk(2, 1).indices.to(torch.int32).numpy()
        seen.append(features)
        masks.append(legal)
        after.append(torch.from_numpy(batch.attempt(acts)[0].reshape(seen_shape(-1))))
        batch.close()
    return torch.cat(seen), torch.cat(masks), torch.cat(after)


def nets_of(state: dict[str, Any], which: str) -> tuple[Policy, Value]:
    """The nets of a checkpoint: "net" as they are, or their "average", or "long", a longer one."""
    settings = Settings(**state["settings"])
    policy, value = Policy(Size.read(settings.policy)), Value(Size.read(settings.value))
    policy.load_state_dict(state["policy"][which])
    value.load_state_dict(state["value"][which])
    return folded(policy), folded(value)


@torch.no_grad()
def compare(policy: Policy, value: Value, tensors: Tensors, seen: Tensor, legal: Tensor, after: Tensor) -> str:
    """How far the whole numbers are from the nets that they were made of: above all, how often they choose the same move."""
    logits, whole = policy(seen).numpy(), whole_policy(tensors, seen.numpy()) / 65536
    ball = (seen[..., 0] > 0).any(1).numpy()
    apart = np.abs((logits - whole).reshape(len(seen), CELLS, CELLS))[ball]
    best, found_best = (np.where(legal.numpy(), each, NEVER).argmax(1) for each in (logits, whole))
    (balls, death), found = unscale(value(after)), whole_value(tensors, after.numpy())
    return (
        f"the best move stays in {100 * (best == found_best).mean():.1f} %, logits change by {apart.mean():.3f}, "
        f"balls to come by {np.abs(found[:, 0] - balls.numpy()).mean():.3f} of {balls.std():.1f}, "
        f"chance of death by {np.abs(1 / (1 + np.exp(-found[:, 1])) - death.numpy()).mean():.5f} of {death.std():.3f}"
    )
