"""What occurs in a net while it looks at boards: how large its activations get, and how they go together."""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor
from torch.nn import functional

from .files import Array
from .nets import Block, Policy, Trunk, Value, over_colours
from .shape import CELLS, COLOURS, FEATURES, ONE, SIDE

_BYTE = 255
_AT_A_TIME = 64  # boards


class Watch:
    """Of one net: the largest activations of each channel, and sums of products of the inputs of each layer."""

    def __init__(self) -> None:
        self.tops: dict[str, Tensor] = {}
        self.products: dict[str, Tensor] = {}

    def see(self, name: str, x: Tensor) -> Tensor:
        """Activations [n, channels, 9, 9], which it returns."""
        self.see_top(name, x.amax((0, 2, 3)))
        return x

    def see_planes(self, name: str, x: Tensor) -> Tensor:
        """Likewise of what colours have in common: their mean comes in half steps, so it must not have more than half of them."""
        mean = x.view(-1, COLOURS, *x.shape[1:]).mean(1)
        self.see_top(name, 2 * mean.amax((0, 2, 3)))
        return self.see(name, x)

    def see_top(self, name: str, top: Tensor) -> None:
        self.tops[name] = torch.maximum(self.tops.get(name, top), top)

    def see_inputs(self, name: str, *inputs: Tensor) -> None:
        """Inputs of a layer, [n, some] each, that are added up."""
        x = torch.cat(inputs, 1)
        made = (x.T @ x).double()
        self.products[name] = self.products[name] + made if name in self.products else made

    def steps(self, name: str, count: int = _BYTE) -> Array:
        """What a step of each channel is worth, if the largest have so many."""
        top = self.tops[name].double()
        return cast(Array, torch.maximum(top, top.max() * 1e-3).clamp_min(1e-9).numpy() / count)


def _patches(x: Tensor) -> Tensor:
    """What a 3x3 convolution sees at each place: [n, c, 9, 9] to [n * 81, c * 9]."""
    return functional.unfold(x, 3, padding=1).transpose(1, 2).flatten(0, 1)


def _places(x: Tensor) -> Tensor:
    """[n, c, 9, 9] to [n * 81, c]."""
    return x.flatten(2).transpose(1, 2).flatten(0, 1)


def _common(x: Tensor) -> tuple[Tensor, Tensor]:
    """What all colours have in common, for each place of each plane: here, and on the whole board."""
    seen = over_colours(x.view(-1, COLOURS, *x.shape[1:]))
    here = _places(seen).view(len(seen), 1, CELLS, -1).expand(-1, COLOURS, -1, -1)
    board = seen.mean((2, 3))[:, None, None, :].expand(-1, COLOURS, CELLS, -1)
    return here.flatten(0, 2), board.flatten(0, 2)


def _trunk(trunk: Trunk, features: Tensor, watch: Watch) -> Tensor:
    x = features.float().view(-1, SIDE, SIDE, FEATURES).permute(0, 3, 1, 2) / ONE
    watch.see_inputs("stem", _patches(x))
    x = watch.see_planes("stem", functional.relu(trunk.stem(x)))
    for i, each in enumerate(trunk.blocks):
        block = cast(Block, each)
        watch.see_inputs(f"{i}.a", _patches(x), *_common(x))
        y = watch.see(f"{i}.y", block.inner(x))
        watch.see_inputs(f"{i}.b", _patches(y))
        x = watch.see_planes(f"{i}.x", functional.relu(x + block.b(y)))
    return x


@torch.no_grad()
def watch(policy: Policy, value: Value, seen: Tensor, after: Tensor) -> tuple[Watch, Watch]:
    """What occurs in both nets: on positions, and on boards after moves."""
    of_policy, of_value = Watch(), Watch()
    for part in seen.split(_AT_A_TIME):
        of_policy.see_inputs("head", _places(_trunk(policy.trunk, part, of_policy)))
    for part in after.split(_AT_A_TIME):
        x = _trunk(value.trunk, part, of_value)
        common = over_colours(x.view(-1, COLOURS, *x.shape[1:]))
        of_value.see_inputs("head", _places(common))
        pooled = functional.relu(value.head(common)).mean((2, 3))
        of_value.see_top("pooled", pooled.max()[None])
        of_value.see_top("narrow", functional.relu(value.narrow(pooled)).max()[None])
    return of_policy, of_value
