"""Learning: play an iteration, learn from it, again; keep all that is needed to go on at any time."""

from __future__ import annotations

import copy
import gzip
import io
import json
import math
import os
import pickle
import time
import zlib
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from .nets import Muon, Policy, Value, folded
from .play import NEVER, Group, Match, Nets, Taught, Worth, together, unpack
from .settings import FIXED, Settings
from .shape import VALUE_ONE, VALUE_ZERO, Size
from .slim import whole
from .symmetry import COUNT, Symmetries

VERSION = 4  # of checkpoints
_SEEN = 2048  # samples that averaged nets normalise by
_WARM = 100  # steps until the full rates
_BALL_SCALE = 0.1  # of errors in balls, in the loss


def _kind(device: torch.device, fast: bool) -> torch.dtype:
    """What nets compute in: bfloat16 where that is faster. On a processor only compiled nets do: plain ones repeat a run exactly."""
    if device.type == "cuda":
        return torch.bfloat16
    able = fast and torch.backends.mkldnn.is_available() and torch.ops.mkldnn._is_mkldnn_bf16_supported()
    return torch.bfloat16 if device.type == "cpu" and able else torch.float32


def _cast(device: torch.device, kind: torch.dtype) -> Any:
    """Within it, nets of float32 compute in this kind."""
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=kind == torch.bfloat16)


def _made(function: Any, fast: bool) -> Any:
    return torch.compile(function, dynamic=False) if fast else function


def players(policy: Policy, value: Value, device: torch.device, fast: bool) -> Nets:
    """Plain nets as they play on this device."""
    nets = (net.to(device, _kind(device, fast), memory_format=torch.channels_last) for net in (policy, value))
    return Nets(*(_made(net.forward, fast) for net in nets))


class Learner:
    """A net with its averages, its optimizer, and the plain copy that plays."""

    def __init__(self, net: Policy | Value, settings: Settings, kind: torch.dtype) -> None:
        self.net, self.kind, self.kept = net, kind, settings.norms == "kept"
        if self.kept:
            net.eval()
        self.average, self.long = copy.deepcopy(net), copy.deepcopy(net)
        for each in (self.average, self.long):
            each.requires_grad_(False)
            for part in each.modules():
                if isinstance(part, nn.BatchNorm2d):
                    part.momentum = 1.0  # normalises by what it saw last
        self.player = folded(net).to(kind)
        self.optimizer = Muon(net, settings.rate, settings.adam_rate)

    def step(self, loss: Tensor, settings: Settings, share: float) -> None:
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        steps = self.optimizer.steps + 1
        self.optimizer.step(share=share * min(1.0, steps / _WARM))
        with torch.no_grad():
            for to, keep in ((self.average, settings.average), (self.long, settings.long_average)):
                part = 1 - min(keep, (1 + steps) / (10 + steps))
                torch._foreach_lerp_(list(to.parameters()), list(self.net.parameters()), part)

    @torch.no_grad()
    def refresh(self, features: Tensor) -> None:
        """The averages see what occurs, to normalise by it; then the one that plays becomes the first of them."""
        for each in () if self.kept else (self.average, self.long):
            with _cast(features.device, self.kind):
                each(features)
        self._fold()

    @torch.no_grad()
    def _fold(self) -> None:
        for to, source in zip(self.player.parameters(), folded(self.average).parameters(), strict=True):
            to.copy_(source)

    def wake(self, features: Tensor) -> int:
        """Lets silent channels begin anew, and then the averages. Returns how many."""
        woken = self.net.trunk.wake(features)
        if woken:
            for each in (self.average, self.long):
                each.load_state_dict(self.net.state_dict())
            self._fold()
        return woken

    def state(self) -> dict[str, Any]:
        return {
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "long": self.long.state_dict(),
            "optimizer": {name: self.optimizer.state[p] for name, p in self.net.named_parameters()},
            "steps": self.optimizer.steps,
        }

    def set_state(self, state: dict[str, Any]) -> None:
        for name in ("net", "average", "long"):
            getattr(self, name).load_state_dict(state[name])
        self._fold()
        self.optimizer.set_state(state["optimizer"], self.net)
        self.optimizer.steps = state["steps"]


class Leader:
    """The nets of another run: they play at first, while those of this run, which begin anew, learn from their games."""

    def __init__(self, state: dict[str, Any], device: torch.device, fast: bool) -> None:
        self.state = state
        policy, value = Policy(Size.read(state["sizes"][0])), Value(Size.read(state["sizes"][1]))
        policy.load_state_dict(state["policy"])
        value.load_state_dict(state["value"])
        self.nets = players(folded(policy), folded(value), device, fast)


class Replay:
    """The samples of the last iterations, on the device."""

    def __init__(self, iterations: int) -> None:
        self.iterations = iterations
        self.parts: list[dict[str, Tensor]] = []

    def add(self, groups: list[Group], iteration: int) -> None:
        for number, group in enumerate(groups):
            balls, death = group.targets()
            turns = len(balls)
            flat: dict[str, Tensor] = {name: kept.flatten(0, 1) for name, kept in group.kept.items() if name != "after"}
            flat["after"] = group.kept["after"][:turns].flatten(0, 1)
            flat["balls"], flat["death"] = balls.flatten(), death.flatten()
            at = iteration % self.iterations * len(groups) + number
            if at < len(self.parts):
                for name, part in self.parts[at].items():
                    part.copy_(flat[name])
            else:
                self.parts.append({name: part.clone() for name, part in flat.items()})

    def draw(self, names: tuple[str, ...], count: int) -> dict[str, Tensor]:
        """Draws samples, the same number of each part."""
        each = -(-count // len(self.parts))
        drawn: dict[str, list[Tensor]] = {name: [] for name in names}
        for part in self.parts:
            first = part[names[0]]
            at = torch.randint(len(first), (each,), device=first.device)
            for name in names:
                drawn[name].append(part[name][at])
        return {name: torch.cat(some)[:count] for name, some in drawn.items()}


class Run:
    """A run of learning, in a folder."""

    def __init__(self, folder: Path, settings: Settings, device: torch.device, seed: int, threads: int, fast: bool, teacher: str | None = None) -> None:
        self.folder, self.settings, self.device = folder, settings, device
        self.seed = seed
        torch.manual_seed(seed)
        self.kind = kind = _kind(device, fast)
        layout = torch.channels_last
        self.policy = Learner(Policy(Size.read(settings.policy)).to(device, memory_format=layout), settings, kind)
        self.value = Learner(Value(Size.read(settings.value)).to(device, memory_format=layout), settings, kind)
        self.teacher = teacher

        def group(i: int) -> Group:
            where = (settings, i >= settings.groups, device, seed + i * 1_000_003, threads)
            return Taught(teacher, *where) if teacher else Group(*where)

        self.groups = [group(i) for i in range(settings.groups + settings.groups98)]
        self.replay = Replay(settings.replay)
        self.symmetries = Symmetries(device)
        self.iteration = self.moves = 0
        self.seconds = 0.0
        self.curve: list[dict[str, Any]] = []
        self.matches: list[Match] = []
        self.threads = threads

        self.fast = fast
        self.leader: Leader | None = None
        self.nets = Nets(_made(self.policy.player.forward, fast), _made(self.value.player.forward, fast))
        self.policy_loss, self.value_loss = _made(self._policy_loss, fast), _made(self._value_loss, fast)

    def start(self, state: dict[str, Any]) -> None:
        """Goes on from the games of another run, and with its nets, or lets these lead."""
        settings, theirs = self.settings, Settings(**state["settings"])
        standard, lines98 = state["groups"][: theirs.groups], state["groups"][theirs.groups :]
        for i, group in enumerate(self.groups):
            if some := lines98 if group.lines98 else standard:
                group.start(some[i % len(some)])
        if settings.led:
            self._follow({"sizes": [theirs.policy, theirs.value], "policy": state["policy"]["long"], "value": state["value"]["long"]})
            return
        for name in ("policy", "value"):
            if getattr(theirs, name) != getattr(settings, name):
                raise ValueError(f"{name} must be {getattr(theirs, name)}, as in the checkpoint, or led must say for how many moves its nets play")
        self.policy.set_state(state["policy"])
        self.value.set_state(state["value"])
        self.iteration, self.moves, self.seconds, self.curve = (state[name] for name in ("iteration", "moves", "seconds", "curve"))

    def wake(self) -> int:
        """Lets channels of the policy begin anew, if they are silent in all games. Returns how many."""
        return self.policy.wake(torch.cat([group.look()[0] for group in self.groups]))

    def _follow(self, state: dict[str, Any]) -> None:
        self.leader = Leader(state, self.device, self.fast)

    def _players(self) -> Nets:
        """The nets that play."""
        if self.moves >= self.settings.led:
            self.leader = None
        return self.leader.nets if self.leader else self.nets

    # Losses

    def _value_loss(self, seen: Tensor, balls: Tensor, death: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        with _cast(self.device, self.kind):
            out = self.value.net(seen)
        error = (out[:, 0] * VALUE_ONE + VALUE_ZERO - balls) * _BALL_SCALE
        ball_loss = (error**2).mean()
        death_loss = functional.binary_cross_entropy_with_logits(out[:, 1], death)
        return ball_loss + self.settings.death_weight * death_loss, ball_loss.detach(), death_loss.detach()

    def _policy_loss(self, seen: Tensor, legal: Tensor, acts: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
        with _cast(self.device, self.kind):
            logits = self.policy.net(seen)
        logs = torch.log_softmax(logits.float().masked_fill(~legal, NEVER), 1).gather(1, acts)
        others = (1 - logs.exp().sum(1)).clamp_min(1e-5)
        rest = (1 - targets.sum(1)).clamp_min(0)
        loss = -(targets * logs.clamp_min(-30)).sum(1) - rest * others.log()
        certain = (targets * (targets + 1e-9).log()).sum(1)
        return loss.mean(), (loss + certain).mean().detach()

    def _learn_value(self, share: float) -> tuple[Tensor, Tensor]:
        count = self.settings.minibatch
        drawn = self.replay.draw(("after", "balls", "death"), count)
        which = torch.randint(COUNT, (count,), device=self.device)
        loss, ball_loss, death_loss = self.value_loss(
            self.symmetries.features(drawn["after"], which), drawn["balls"], drawn["death"]
        )
        self.value.step(loss, self.settings, share)
        return ball_loss, death_loss

    def _learn(self) -> Tensor:
        """A step of both nets; with a teacher, of the policy. Returns losses: balls, death, policy, policy above its target's entropy."""
        settings, count = self.settings, self.settings.minibatch
        share = 1 / (1 + self.moves / settings.halving)
        ball_loss = death_loss = torch.zeros((), device=self.device)
        if not self.teacher:
            ball_loss, death_loss = self._learn_value(share)
        drawn = self.replay.draw(("seen", "masks", "acts", "targets"), count)
        which = torch.randint(COUNT, (count,), device=self.device)
        loss, lag = self.policy_loss(
            self.symmetries.features(drawn["seen"], which),
            self.symmetries.masks(unpack(drawn["masks"]), which),
            self.symmetries.acts(drawn["acts"].long(), which),
            drawn["targets"],
        )
        self.policy.step(loss, settings, share)
        return torch.stack([ball_loss, death_loss, loss.detach(), lag])

    # The loop

    def worth(self) -> Worth:
        settings = self.settings
        share = min(1.0, self.moves / settings.later)
        cost = settings.death_cost + (settings.death_cost_later - settings.death_cost) * share
        return Worth(settings.discount, settings.death_discount, cost)

    def iterate(self) -> dict[str, float]:
        """Plays and learns once. Returns what there is to tell."""
        settings, begun = self.settings, time.perf_counter()
        # All that is drawn in an iteration depends on the seed and its number alone.
        torch.manual_seed(self.seed * 1_000_003 + self.iteration)
        nets, worth = self._players(), self.worth()
        together([group.play(nets, worth) for group in self.groups])
        played = sum(group.count for group in self.groups) * settings.turns
        self.replay.add(self.groups, self.iteration)
        middle = time.perf_counter()
        losses = [self._learn() for _ in range(max(1, int(settings.reuse * played / settings.minibatch)))]
        self.policy.refresh(self.replay.draw(("seen",), _SEEN)["seen"])
        if not self.teacher:
            self.value.refresh(self.replay.draw(("after",), _SEEN)["after"])
        loss = torch.stack(losses).mean(0).tolist()
        self.iteration += 1
        self.moves += played
        taken = time.perf_counter() - begun
        self.seconds += taken
        if not all(map(math.isfinite, loss)):
            raise FloatingPointError("a loss is not a number any more: go on from the last checkpoint with lower rates")
        sums = (torch.stack([group.sums for group in self.groups]).sum(0) / played).tolist()
        names = ("removed", "sure", "balls", "death", "better", "agreed" if self.teacher else "covered")
        deaths = [sum(float(group.path["over"].sum()) for group in self.groups if group.lines98 == rule) for rule in (False, True)]
        turns = [max(1, sum(group.count for group in self.groups if group.lines98 == rule)) * settings.turns for rule in (False, True)]
        return {
            **dict(zip(names, sums, strict=True)),
            **dict(zip(("ball_loss", "death_loss", "policy_loss", "lag"), loss, strict=True)),
            "turns_per_death": turns[0] / max(1.0, deaths[0]),
            "turns_per_death98": turns[1] / max(1.0, deaths[1]),
            "play_share": (middle - begun) / taken,
            "moves_per_second": played / taken,
        }

    def evaluate(self, lanes: int, turns: int) -> dict[str, Any]:
        """Goes on with games of the averaged nets. Returns the points of a game, from points and deaths in these turns."""
        begun = time.perf_counter()
        if not self.matches:
            self.matches = [
                Match(lanes, lines98, candidates, self.device, 77 + i, self.threads)
                for i, (lines98, candidates) in enumerate(
                    (lines98, candidates)
                    for lines98, groups in ((False, self.settings.groups), (True, self.settings.groups98))
                    if groups
                    for candidates in (0, self.settings.candidates)
                )
            ]
            # From the middle of games, as most turns are: new ones would live for long at first.
            for match in self.matches:
                match.begin([group for group in self.groups if group.lines98 == match.lines98][0])
        worth = self.worth()
        plain = Nets(self.policy.player.forward, self.value.player.forward)
        together([match.play(turns, plain, worth) for match in self.matches])
        found: dict[str, Any] = {"moves": self.moves, "seconds": round(self.seconds)}
        for match in self.matches:
            name = ("rank" if match.candidates else "net") + ("98" if match.lines98 else "")
            found[name] = round(match.points / max(1, match.deaths), 1)
            found[name + "_deaths"] = match.deaths
            found[name + "_turns"] = round(match.turns / max(1, match.deaths))
        found["took"] = round(time.perf_counter() - begun, 1)
        self.curve.append(found)
        return found

    # Checkpoints

    def save(self) -> None:
        """Writes a checkpoint and the curve."""
        state = {
            "version": VERSION,
            "settings": asdict(self.settings),
            "seed": self.seed,
            "policy": self.policy.state(),
            "value": self.value.state(),
            "groups": [group.state() for group in self.groups],
            "iteration": self.iteration,
            "moves": self.moves,
            "seconds": self.seconds,
            "curve": self.curve,
            "leader": self.leader.state if self.leader else None,
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        write(state, self.folder / "checkpoint.pt", 2)
        (self.folder / "curve.jsonl").write_text("\n".join(map(json.dumps, self.curve)) + "\n")

    def set_state(self, state: dict[str, Any]) -> None:
        self.policy.set_state(state["policy"])
        self.value.set_state(state["value"])
        for group, one in zip(self.groups, state["groups"], strict=True):
            group.set_state(one)
        self.iteration, self.moves, self.seconds = state["iteration"], state["moves"], state["seconds"]
        self.curve = state["curve"]
        if state.get("leader"):
            self._follow(state["leader"])


def write(state: dict[str, Any], path: Path, level: int) -> None:
    """Writes a checkpoint, whole or not at all, compressed by so much."""
    fresh = path.with_suffix(".new")
    with gzip.open(fresh, "wb", compresslevel=level) as file:
        torch.save(state, file)
    os.replace(fresh, path)


def load(path: Path) -> dict[str, Any]:
    """Reads a checkpoint, or a slim one, or that of a folder; it can hold nothing but numbers, texts and bytes."""
    path = path / "checkpoint.pt" if path.is_dir() else path
    content = path.read_bytes()
    try:
        state: dict[str, Any] = torch.load(io.BytesIO(gzip.decompress(content)), map_location="cpu", weights_only=True)
    except (OSError, EOFError, zlib.error, pickle.UnpicklingError, RuntimeError) as error:
        raise ValueError(f"{path} must be a checkpoint, whole and unchanged: {error}") from error
    if state.get("version") != VERSION:
        raise ValueError(f"{path} must be a checkpoint of version {VERSION}, not {state.get('version')}")
    return whole(state)


def go_on(folder: Path, **others: Any) -> tuple[Settings, dict[str, Any]] | None:
    """The settings and the state of the run in a folder, with other settings where said; None if there is none."""
    path = folder / "checkpoint.pt"
    if not path.exists():
        return None
    state = load(path)
    for name in FIXED:
        if others.get(name, state["settings"][name]) != state["settings"][name]:
            raise ValueError(f"{name} must stay as the run of {path} began, {state['settings'][name]}; use another folder")
    return replace(Settings(**state["settings"]), **others), state
