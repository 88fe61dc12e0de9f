"""The nets of lines: which move, and how good a board is after a move.

Both see the same numbers (the view "features": for each colour and cell 16 of them) through a trunk that treats all
colours alike: seven planes with shared weights, which learn of each other only by their mean and their maximum.
`export.py` turns them into whole numbers; `src/games/lines/minds/net.h` runs them.
"""

from __future__ import annotations

import copy
from typing import Any, TypeVar, cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from .shape import CELLS, COLOURS, DIMENSIONS, FEATURES, HIDDEN, NARROW, ONE, SIDE, VALUE_ONE, VALUE_ZERO, Size

Net = TypeVar("Net", "Policy", "Value")


def _spread(weight: Tensor, gain: float = 1.0) -> None:
    nn.init.normal_(weight, 0, gain * (2.0 / weight[0].numel()) ** 0.5)


def over_colours(x: Tensor) -> Tensor:
    """Mean and maximum over the colours: [n, 7, c, 9, 9] to [n, 2c, 9, 9]."""
    most = x[:, 0]
    for i in range(1, COLOURS):
        most = torch.maximum(most, x[:, i])  # the gradient of `amax` is slower, and gave NaN when compiled
    return torch.cat((x.mean(1), most), 1)


class Block(nn.Module):
    """x + b(relu(a(x) + mix)): `mix` tells each colour of all colours, here and on the whole board.

    While it learns, what `a` and `b` give is normalised; `fold` turns that into plain weights.
    """

    def __init__(self, channels: int, inner: int) -> None:
        super().__init__()
        self.a = nn.Conv2d(channels, inner, 3, padding=1)
        self.b = nn.Conv2d(inner, channels, 3, padding=1)
        self.mix = nn.Conv2d(2 * channels, inner, 1, bias=False)
        self.board = nn.Linear(2 * channels, inner, bias=False)
        self.norm_a: nn.Module = nn.BatchNorm2d(inner)
        self.norm_b: nn.Module = nn.BatchNorm2d(channels)
        for weight, gain in ((self.a.weight, 1.0), (self.b.weight, 1.0), (self.mix.weight, 0.3), (self.board.weight, 0.3)):
            _spread(weight, gain)
        nn.init.constant_(cast(Tensor, self.norm_b.weight), 0.3)
        for layer in (self.a, self.b):
            nn.init.zeros_(cast(Tensor, layer.bias))

    def before(self, x: Tensor) -> Tensor:
        """What is normalised within it."""
        seen = over_colours(x.view(-1, COLOURS, *x.shape[1:]))
        mixed = self.mix(seen) + self.board(seen.mean((2, 3)))[:, :, None, None]
        own = self.a(x)
        both = own.view(-1, COLOURS, *own.shape[1:]) + mixed[:, None]
        return both.view(own.shape)

    def inner(self, x: Tensor) -> Tensor:
        return functional.relu(self.norm_a(self.before(x)))

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.norm_b(self.b(self.inner(x))))

    @torch.no_grad()
    def wake(self, x: Tensor) -> int:
        """Lets the channels within it that are silent for all of x begin anew. What it gives stays the same. Returns how many."""
        silent = self.inner(x).amax((0, 2, 3)) <= 0
        fresh = Block(x.shape[1], len(silent)).to(x.device)
        for old, new in ((self.a, fresh.a), (self.mix, fresh.mix), (self.board, fresh.board), (self.norm_a, fresh.norm_a)):
            for name, part in old.named_parameters():
                part[silent] = new.get_parameter(name)[silent]
        self.b.weight[:, silent] = 0
        before = self.before(x)
        norm = cast(nn.BatchNorm2d, self.norm_a)
        cast(Tensor, norm.running_mean)[silent] = before.mean((0, 2, 3))[silent]
        cast(Tensor, norm.running_var)[silent] = before.var((0, 2, 3))[silent]
        return int(silent.sum())

    @torch.no_grad()
    def fold(self) -> None:
        for norm, layers in ((self.norm_a, (self.a, self.mix, self.board)), (self.norm_b, (self.b,))):
            _fold(cast(nn.BatchNorm2d, norm), layers)
        self.norm_a, self.norm_b = nn.Identity(), nn.Identity()


def _fold(norm: nn.BatchNorm2d, layers: tuple[nn.Module, ...]) -> None:
    """Puts a normalisation into the layers whose sum it normalises; the first has the bias."""
    scale = norm.weight / (cast(Tensor, norm.running_var) + norm.eps).sqrt()
    for layer in layers:
        weight = cast(Tensor, layer.weight)
        weight.mul_(scale.view(-1, *([1] * (weight.ndim - 1))))
    bias = cast(Tensor, layers[0].bias)
    bias.copy_((bias - cast(Tensor, norm.running_mean)) * scale + norm.bias)


class Trunk(nn.Module):
    """Features as bytes [n, 7, 81, 16] to [n * 7, channels, 9, 9]."""

    def __init__(self, size: Size) -> None:
        super().__init__()
        self.size = size
        self.stem = nn.Conv2d(FEATURES, size.channels, 3, padding=1)
        self.norm: nn.Module = nn.BatchNorm2d(size.channels)
        self.blocks = nn.ModuleList(Block(size.channels, inner) for inner in size.inner)
        _spread(self.stem.weight)
        nn.init.zeros_(cast(Tensor, self.stem.bias))

    def begin(self, features: Tensor) -> Tensor:
        """What the first block sees."""
        x = features.to(self.stem.weight.dtype) * (1 / ONE)
        x = x.view(-1, SIDE, SIDE, FEATURES).permute(0, 3, 1, 2)
        return functional.relu(self.norm(self.stem(x)))

    def forward(self, features: Tensor) -> Tensor:
        x = self.begin(features)
        for block in self.blocks:
            x = block(x)
        return x

    @torch.no_grad()
    def wake(self, features: Tensor) -> int:
        """Lets channels within blocks that these features leave silent begin anew. Returns how many."""
        learns = self.training
        self.eval()
        x, woken = self.begin(features), 0
        for each in self.blocks:
            woken += cast(Block, each).wake(x)
            x = each(x)
        self.train(learns)
        return woken

    @torch.no_grad()
    def fold(self) -> None:
        """Makes the trunk plain: convolutions and sums."""
        _fold(cast(nn.BatchNorm2d, self.norm), (self.stem,))
        self.norm = nn.Identity()
        for block in self.blocks:
            cast(Block, block).fold()


def folded(net: Net) -> Net:
    """A copy that gives the same, with a plain trunk; it does not learn."""
    made = copy.deepcopy(net)
    made.trunk.fold()
    return made.requires_grad_(False).eval()


class Value(nn.Module):
    """What a board after a move is worth: [n, 2], balls to come (see VALUE_ONE) and the logit of death, discounted."""

    def __init__(self, size: Size) -> None:
        super().__init__()
        self.trunk = Trunk(size)
        self.head = nn.Conv2d(2 * size.channels, HIDDEN, 1)
        self.narrow = nn.Linear(HIDDEN, NARROW)
        self.out = nn.Linear(NARROW, 2)
        for layer in (self.head, self.narrow):
            _spread(layer.weight)
            nn.init.zeros_(cast(Tensor, layer.bias))
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, features: Tensor) -> Tensor:
        x = self.trunk(features)
        seen = over_colours(x.view(-1, COLOURS, *x.shape[1:]))
        return self.tail(functional.relu(self.head(seen)))

    def tail(self, x: Tensor) -> Tensor:
        # In float32: boards after two moves of the same position differ by little.
        with torch.autocast(x.device.type, enabled=False):
            mean = x.float().mean((2, 3))
            hidden = functional.relu(functional.linear(mean, self.narrow.weight.float(), self.narrow.bias.float()))
            return functional.linear(hidden, self.out.weight.float(), self.out.bias.float())


class Policy(nn.Module):
    """Logits of all moves, [n, 81 * 81], legal or not: of what goes, of where to, and of both together."""

    def __init__(self, size: Size) -> None:
        super().__init__()
        self.trunk = Trunk(size)
        self.query = nn.Conv2d(size.channels, DIMENSIONS + 1, 1)
        self.key = nn.Conv2d(size.channels, DIMENSIONS + 1, 1)
        for layer in (self.query, self.key):
            nn.init.normal_(layer.weight, 0, 0.3 / size.channels**0.5)
            nn.init.zeros_(cast(Tensor, layer.bias))

    def forward(self, features: Tensor) -> Tensor:
        x = self.trunk(features)
        own = (features[:, :, :, 0] > 0)[:, :, None].to(x.dtype)  # the balls of each colour
        query = self.query(x).view(-1, COLOURS, DIMENSIONS + 1, CELLS) * own
        key = self.key(x).view(-1, COLOURS, DIMENSIONS + 1, CELLS)
        # A colour's last key is the logit of `to`; it counts for balls of that colour.
        query_all = torch.cat((query[:, :, :DIMENSIONS], own), 2).permute(0, 3, 1, 2).reshape(-1, CELLS, COLOURS * (DIMENSIONS + 1))
        both = torch.bmm(query_all, key.reshape(-1, COLOURS * (DIMENSIONS + 1), CELLS))
        return (both.float() + query[:, :, DIMENSIONS].sum(1).float()[:, :, None]).reshape(-1, CELLS * CELLS)


def unscale(out: Tensor) -> tuple[Tensor, Tensor]:
    """The value net's outputs as balls to come and the chance of death."""
    return out[:, 0] * VALUE_ONE + VALUE_ZERO, torch.sigmoid(out[:, 1])


class Muon(torch.optim.Optimizer):
    """Steps of one size in all directions for matrices (Newton-Schulz), Adam for the rest."""

    def __init__(self, net: nn.Module, rate: float, adam_rate: float) -> None:
        weights = list(net.parameters())
        wide = [p for p in weights if p.ndim >= 2 and min(p.shape[0], p[0].numel()) >= 8]
        ids = {id(p) for p in wide}
        groups = [
            {"params": wide, "matrix": True, "rate": rate},
            {"params": [p for p in weights if id(p) not in ids], "matrix": False, "rate": adam_rate},
        ]
        super().__init__(groups, {})
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p] = {"mean": torch.zeros_like(p)}
                if not group["matrix"]:
                    self.state[p]["square"] = torch.zeros_like(p)
        self.steps = 0

    def set_state(self, state: dict[str, dict[str, Tensor]], net: nn.Module) -> None:
        for name, p in net.named_parameters():
            for part, kept in state.get(name, {}).items():
                self.state[p][part].copy_(kept)

    @torch.no_grad()
    def step(self, closure: Any = None, *, share: float = 1.0) -> None:
        """`share`: of the rates that is used."""
        self.steps += 1
        for group in self.param_groups:
            weights = group["params"]
            slopes = [p.grad for p in weights]
            means = [self.state[p]["mean"] for p in weights]
            if group["matrix"]:
                torch._foreach_lerp_(means, slopes, 0.05)
                self._turn(weights, torch._foreach_lerp(slopes, means, 0.95), group["rate"] * share)
            else:
                squares = [self.state[p]["square"] for p in weights]
                torch._foreach_lerp_(means, slopes, 0.1)
                torch._foreach_lerp_(squares, torch._foreach_mul(slopes, slopes), 0.01)
                under = torch._foreach_sqrt(squares)
                torch._foreach_div_(under, (1 - 0.99**self.steps) ** 0.5)
                torch._foreach_add_(under, 1e-8)
                rate = group["rate"] * share / (1 - 0.9**self.steps)
                torch._foreach_addcdiv_(weights, means, under, value=-rate)

    @staticmethod
    def _turn(weights: list[Tensor], ways: list[Tensor], rate: float) -> None:
        alike: dict[tuple[int, int], list[tuple[Tensor, Tensor]]] = {}
        for p, way in zip(weights, ways, strict=True):
            alike.setdefault((p.shape[0], p[0].numel()), []).append((p, way))
        for (rows, cols), some in alike.items():
            x = torch.stack([way.reshape(rows, cols) for _, way in some])
            x = x.to(torch.bfloat16 if x.is_cuda else torch.float32)
            if rows > cols:
                x = x.transpose(1, 2)
            x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
            for _ in range(5):
                a = x @ x.transpose(1, 2)
                x = torch.baddbmm(x, torch.baddbmm(a, a, a, beta=-4.7750, alpha=2.0315), x, beta=3.4445)
            if rows > cols:
                x = x.transpose(1, 2)
            x = x.float() * (0.2 * max(rows, cols) ** 0.5)
            torch._foreach_add_([p for p, _ in some], [x[i].reshape(p.shape) for i, (p, _) in enumerate(some)], alpha=-rate)
