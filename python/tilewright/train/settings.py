"""What a run can be told; `python -m tilewright.train run --help` lists it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .shape import Size


def _set(value: float | str, meaning: str) -> Any:
    return field(default=value, metadata={"meaning": meaning})


FIXED = ("policy", "value", "lanes", "groups", "groups98")  # of a run, from its beginning on


@dataclass(frozen=True)
class Settings:
    """Of learning; a run that goes on keeps those it began with, but for what is said anew."""

    policy: str = _set("64:32,32,32,32", "the size of the policy net: its channels, and those of each block")
    value: str = _set("64:32,32,32", "likewise of the value net")
    lanes: int = _set(1024, "games side by side in a group")
    groups: int = _set(2, "groups that play the standard rules")
    groups98: int = _set(1, "groups that play lines98")
    led: float = _set(0, "moves that the nets of `start` play, while those of the run begin anew and learn from their games")
    turns: int = _set(32, "turns of each game in an iteration")
    candidates: int = _set(8, "moves that the value net judges in a turn")
    minibatch: int = _set(4096, "samples of a step")
    reuse: float = _set(2, "how often a sample is learned from, in the mean")
    replay: int = _set(3, "iterations whose samples are kept")
    discount: float = _set(0.98, "of balls to come, a turn")
    death_discount: float = _set(0.99, "of death to come, a turn")
    trace: float = _set(0.95, "lambda of the value targets")
    death_weight: float = _set(4, "of the loss of death")
    death_cost: float = _set(100, "balls that a death is worth at first")
    death_cost_later: float = _set(250, "and later")
    later: float = _set(30e6, "moves until later")
    temperature: float = _set(0.4, "balls that make a move e times more likely in the policy's target")
    noise: float = _set(1, "of the move that is played: with 1 it is drawn by the target, with 0 the best is played")
    clip: float = _set(8, "the most by which that may change a logit")
    rate: float = _set(0.01, "of Muon, for matrices")
    adam_rate: float = _set(0.002, "of Adam, for the rest")
    halving: float = _set(20e6, "moves until the rates are half; they go on as 1 / (1 + moves / this)")
    average: float = _set(0.998, "how much of the averaged weights, which play, a step keeps")
    long_average: float = _set(0.9995, "likewise of those that are exported")
    norms: str = _set("batch", "what layers are normalised by: `batch`, the samples of a step, or `kept`, what the checkpoint began with")
    restart: float = _set(0.5, "the share of deaths after which a game restarts from some turns before")
    crises: float = _set(0.03, "the share of games, an iteration, that go on from such a position")

    def __post_init__(self) -> None:
        Size.read(self.policy)
        Size.read(self.value)
        if self.norms not in ("batch", "kept"):
            raise ValueError(f"norms must be batch or kept, not {self.norms}")
        for name in ("lanes", "turns", "candidates", "minibatch", "replay"):
            if getattr(self, name) < (2 if name == "turns" else 1):
                raise ValueError(f"{name} must be at least {2 if name == 'turns' else 1}, not {getattr(self, name)}")
        if self.groups < 0 or self.groups98 < 0 or self.groups + self.groups98 < 1:
            raise ValueError("groups and groups98 must not be negative, nor both 0")
