"""Games of lines played by nets, by thousands, on the batches of the C library."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from ..batch import Batch
from .nets import unscale
from .settings import Settings
from .shape import CELLS, COLOURS, FEATURES

Net = Callable[[Tensor], Tensor]
NEVER = -1e9  # the logit of a move that is not legal
POLICY_WEIGHT = 0.4  # balls for a policy's logarithm, in a ranking
_SNAPS = 8  # iterations that a restart can go back
_CRISES = 8192  # positions some turns before a death that are kept


def seen_shape(*lead: int) -> tuple[int, ...]:
    return (*lead, COLOURS, CELLS, FEATURES)


@dataclass(frozen=True)
class Nets:
    """The nets that play, as functions of features."""

    policy: Net
    value: Net


@dataclass(frozen=True)
class Worth:
    """What a board is worth, in balls: those to come, less the cost of a death times its chance."""

    discount: float
    death_discount: float
    death_cost: float

    def of(self, gains: Tensor, out: Tensor) -> Tensor:
        balls, death = unscale(out)
        return gains + self.discount * balls - self.death_cost * self.death_discount * death


def unpack(bits: Tensor) -> Tensor:
    """Masks of bits [n, bytes] as bool [n, 81 * 81]."""
    each = bits[:, :, None] >> torch.arange(8, dtype=torch.uint8, device=bits.device) & 1
    return each.view(len(bits), -1)[:, : CELLS * CELLS].bool()


def _pinned(array: np.ndarray[Any, Any], fast: bool) -> Tensor:
    """The array as a tensor; if fast, in memory that the device reads by itself."""
    if fast:
        torch.cuda.cudart().cudaHostRegister(array.ctypes.data, array.nbytes, 0)
    return torch.from_numpy(array)


class Lanes:
    """Games of one rule set in lanes of a batch, and the way of their numbers to a device and back."""

    def __init__(self, count: int, lines98: bool, candidates: int, device: torch.device, seed: int, threads: int) -> None:
        self.batch = Batch(
            "lines", count, params={"lines98": int(lines98)}, view="features", masks="bits",
            autoreset="same_step", threads=threads, seed=seed,
        )  # fmt: skip
        # Two points for a ball; in lines98 one, if no line is longer than five.
        self.points_of_ball = 1.0 if lines98 else 2.0
        self.count, self.device, self.lines98 = count, device, lines98
        fast = device.type == "cuda"
        self.acts = torch.zeros(count, candidates, dtype=torch.int32, pin_memory=fast)
        self.tried = torch.zeros(seen_shape(count, candidates), dtype=torch.uint8, pin_memory=fast)
        self.gained = torch.zeros(count, candidates, dtype=torch.float32, pin_memory=fast)
        self.chosen = torch.zeros(count, dtype=torch.int64, pin_memory=fast)
        self.ended = torch.zeros(2, count, dtype=torch.float32, pin_memory=fast)
        self._tried = torch.zeros_like(self.tried, device=device)
        self._aside = torch.cuda.Stream() if fast else None
        self._seen = _pinned(self.batch.observations, fast).view(seen_shape(count))
        self._masks = _pinned(self.batch.masks, fast).view(count, -1)

    def look(self) -> tuple[Tensor, Tensor]:
        """Features and masks of bits, on the device."""
        return self._seen.to(self.device, non_blocking=True), self._masks.to(self.device, non_blocking=True)

    def attempt(self) -> tuple[Tensor, Tensor]:
        """Features and gains, in balls, of the moves in `acts`, on the device."""
        self.batch.attempt(self.acts.numpy(), self.tried.numpy(), self.gained.numpy())
        if self._aside:  # beside what the device does for others; of this turn's before, all is done
            with torch.cuda.stream(self._aside):
                self._tried.copy_(self.tried, non_blocking=True)
            torch.cuda.current_stream().wait_stream(self._aside)
        else:
            self._tried.copy_(self.tried)
        return self._tried, self.gained.to(self.device, non_blocking=True) / self.points_of_ball

    def step(self, acts: np.ndarray[Any, Any]) -> None:
        self.batch.actions[:, 0] = acts
        self.batch.step()


class Waiting:
    """Work that was given to the device: `end` waits for it."""

    def __init__(self, device: torch.device) -> None:
        self.event = None
        if device.type == "cuda":
            self.event = torch.cuda.Event()
            self.event.record()

    def end(self) -> None:
        if self.event is not None:
            self.event.synchronize()


Turns = Generator[None, None, None]


class Group(Lanes):
    """Lanes that learn: they keep what happened, and come back to positions before deaths."""

    def __init__(self, settings: Settings, lines98: bool, device: torch.device, seed: int, threads: int) -> None:
        super().__init__(settings.lanes, lines98, settings.candidates, device, seed, threads)
        n, t, k = settings.lanes, settings.turns, settings.candidates
        self.settings = settings
        self.luck = np.random.default_rng(seed)
        self.age = np.zeros(n, np.int64)
        self.snaps: deque[list[bytes]] = deque(maxlen=_SNAPS)
        self.crises: list[bytes] = []
        self.crisis_next = 0

        def room(*shape: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(shape, dtype=kind, device=device)

        self.kept = {
            "seen": room(*seen_shape(t, n), kind=torch.uint8),
            "masks": room(t, n, self.batch.mask_bytes, kind=torch.uint8),
            "acts": room(t, n, k, kind=torch.int16),
            "targets": room(t, n, k),
            "after": room(*seen_shape(t, n), kind=torch.uint8),
        }
        self.path = {name: room(t, n) for name in ("balls", "death", "gained", "arrived", "over")}
        self.sums = room(6)

    def play(self, nets: Nets, worth: Worth) -> Turns:
        """Plays an iteration; yields whenever the device has work, so that other groups can go on."""
        self.snaps.append([self.batch.state_get(lane) for lane in range(self.count)])
        self.sums.zero_()
        for turn in range(self.settings.turns):
            yield from self._turn(turn, nets, worth)
        self._jump()

    @torch.no_grad()
    def _turn(self, turn: int, nets: Nets, worth: Worth) -> Turns:
        settings, kept, path = self.settings, self.kept, self.path
        seen, bits = self.look()
        logits = nets.policy(seen).masked_fill(~unpack(bits), NEVER)
        logs = torch.log_softmax(logits, 1)
        noise = -torch.log(-torch.log(torch.rand_like(logits).clamp_(1e-9, 1 - 1e-7)))
        acts = (logits + noise).topk(settings.candidates, 1, sorted=False).indices
        self.acts.copy_(acts.to(torch.int32), non_blocking=True)
        waiting = Waiting(self.device)
        kept["seen"][turn], kept["masks"][turn], kept["acts"][turn] = seen, bits, acts.to(torch.int16)
        yield
        waiting.end()
        tried, gained = self.attempt()
        log, noise = logs.gather(1, acts), noise.gather(1, acts)
        out = nets.value(tried.view(seen_shape(-1)))
        values = worth.of(gained.view(-1), out).view(self.count, -1)
        legal = gained >= 0
        chance = log.exp() * legal
        mean = (chance * values).sum(1, keepdim=True) / chance.sum(1, keepdim=True).clamp_min(1e-12)
        better = ((values - mean) / settings.temperature).clamp(-settings.clip, settings.clip)
        weight = torch.where(legal, chance * better.exp(), 0.0)
        rest = (1 - chance.sum(1, keepdim=True)).clamp_min(0)
        kept["targets"][turn] = targets = weight / (weight.sum(1, keepdim=True) + rest)
        choice = (settings.noise * noise + log + better).masked_fill(~legal, NEVER).argmax(1)
        rows = torch.arange(self.count, device=self.device)
        at = rows * settings.candidates + choice
        kept["after"][turn] = tried.view(seen_shape(-1))[at]
        balls, death = unscale(out[at])
        path["balls"][turn], path["death"][turn], path["gained"][turn] = balls, death, gained.view(-1)[at]
        self.chosen.copy_(choice, non_blocking=True)
        waiting = Waiting(self.device)
        self.sums += torch.stack(
            [path["gained"][turn].sum(), targets.amax(1).sum(), balls.sum(), death.sum(), (targets * (values - mean)).sum(),
             chance.sum()]
        )  # fmt: skip
        yield
        waiting.end()
        chosen = self.chosen.numpy()
        lanes = np.arange(self.count)
        gained_here = self.gained.numpy()[lanes, chosen]
        self.step(self.acts.numpy()[lanes, chosen])
        ended = self.ended.numpy()
        ended[0] = (self.batch.rewards[:, 0] - gained_here) / self.points_of_ball
        ended[1] = self.batch.terminated
        path["arrived"][turn].copy_(self.ended[0], non_blocking=True)
        path["over"][turn].copy_(self.ended[1], non_blocking=True)
        self.age += 1
        self._restart(np.flatnonzero(self.batch.terminated), turn)

    def _restart(self, dead: np.ndarray[Any, Any], turn: int) -> None:
        """Keeps a position some turns before each death, and lets a share of the games go on from there."""
        for lane in dead:
            back = int(self.luck.integers(1, _SNAPS))
            goes_on = self.luck.random() < self.settings.restart
            if len(self.snaps) > back and self.age[lane] >= back * self.settings.turns + turn + 1:
                state = self.snaps[-1 - back][lane]
                if len(self.crises) < _CRISES:
                    self.crises.append(state)
                else:
                    self.crises[self.crisis_next % _CRISES] = state
                self.crisis_next += 1
                if goes_on:
                    self._put(int(lane), state)
            self.age[lane] = 0

    def _jump(self) -> None:
        if len(self.crises) < 256:
            return
        for lane in np.flatnonzero(self.luck.random(self.count) < self.settings.crises):
            self._put(int(lane), self.crises[int(self.luck.integers(len(self.crises)))])
            self.age[lane] = 0

    def _put(self, lane: int, state: bytes) -> None:
        self.batch.state_set(lane, state, luck=False)
        self.batch.look(lane, 1)

    @torch.no_grad()
    def targets(self) -> tuple[Tensor, Tensor]:
        """What the value net is to learn of all boards but the last turn's: balls to come, and death."""
        settings, path = self.settings, self.path
        last = settings.turns - 1
        balls, death = path["balls"][last], path["death"][last]
        all_balls, all_death = [], []
        for i in range(last - 1, -1, -1):
            goes_on, trace = 1 - path["over"][i], settings.trace
            future = (1 - trace) * path["balls"][i + 1] + trace * balls
            balls = path["arrived"][i] + goes_on * (path["gained"][i + 1] + settings.discount * future)
            danger = (1 - trace) * path["death"][i + 1] + trace * death
            death = (1 - goes_on) + goes_on * settings.death_discount * danger
            all_balls.append(balls)
            all_death.append(death)
        return torch.stack(all_balls[::-1]), torch.stack(all_death[::-1])

    def state(self) -> dict[str, Any]:
        return {
            "lanes": [self.batch.state_get(lane) for lane in range(self.count)],
            "luck": self.luck.bit_generator.state,
            "age": self.age.tolist(),
            "snaps": list(self.snaps),
            "crises": self.crises,
            "crisis_next": self.crisis_next,
        }

    def start(self, state: dict[str, Any]) -> None:
        """Goes on from the games of another group, by luck of its own; if it has more lanes, from the same ones several times."""
        for lane in range(self.count):
            self.batch.state_set(lane, state["lanes"][lane % len(state["lanes"])], luck=False)
        self.batch.look(0, self.count)
        self.crises, self.crisis_next = list(state["crises"]), state["crisis_next"]

    def set_state(self, state: dict[str, Any]) -> None:
        for lane, one in enumerate(state["lanes"]):
            self.batch.state_set(lane, one)
        self.batch.look(0, self.count)
        self.luck.bit_generator.state = state["luck"]
        self.age = np.array(state["age"])
        self.snaps = deque(state["snaps"], maxlen=_SNAPS)
        self.crises, self.crisis_next = state["crises"], state["crisis_next"]


class Taught(Group):
    """Lanes in which the policy learns what an agent of the library would play.

    The policy plays half of the moves itself, so that it learns what to do where it leads to.
    """

    def __init__(self, teacher: str, settings: Settings, lines98: bool, device: torch.device, seed: int, threads: int) -> None:
        super().__init__(settings, lines98, device, seed, threads)
        self.teacher = teacher

    @torch.no_grad()
    def _turn(self, turn: int, nets: Nets, worth: Worth) -> Turns:
        settings, kept = self.settings, self.kept
        seen, bits = self.look()
        logits = nets.policy(seen).float().masked_fill(~unpack(bits), NEVER)
        own = logits.argmax(1).cpu().numpy()
        told, values = self.batch.advise(self.teacher, settings.candidates, seed=int(self.luck.integers(1 << 62)))
        acts, targets = lesson(told, values / self.points_of_ball, settings.temperature)
        kept["seen"][turn], kept["masks"][turn] = seen, bits
        kept["acts"][turn], kept["targets"][turn] = torch.from_numpy(acts).to(torch.int16), torch.from_numpy(targets)
        yield
        played = np.where(self.luck.random(self.count) < 0.5, own, told[:, 0])
        self.step(played.astype(np.int32))
        ended = np.stack([self.batch.rewards[:, 0] / self.points_of_ball, self.batch.terminated])
        self.path["gained"][turn], self.path["over"][turn] = torch.from_numpy(ended.astype(np.float32))
        same = float((own == told[:, 0]).sum())
        self.sums += torch.tensor([float(ended[0].sum()), float(targets.max(1).sum()), 0, 0, 0, same], device=self.device)
        self.age += 1
        self._restart(np.flatnonzero(self.batch.terminated), turn)


def lesson(
    acts: npt.NDArray[np.int32], balls: npt.NDArray[np.float32], temperature: float
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]:
    """What a policy is to learn of an agent's acts [n, k], the best first, and what they are worth: half for the best, the other half by worth."""
    worth = np.where((acts >= 0) & ~np.isnan(balls), balls, -np.inf)
    worth[:, 0] = np.where(np.isfinite(worth[:, 0]), worth[:, 0], 0)  # an agent that need not look
    share = np.exp((worth - worth[:, :1]) / temperature)
    share /= share.sum(1, keepdims=True)
    share *= 0.5
    share[:, 0] += 0.5
    return np.maximum(acts, 0), share.astype(np.float32)


class Match(Lanes):
    """Lanes that only play, each game to its end, with the best move: of the policy, or of a ranking of `candidates`."""

    def __init__(self, count: int, lines98: bool, candidates: int, device: torch.device, seed: int, threads: int) -> None:
        super().__init__(count, lines98, max(candidates, 1), device, seed, threads)
        self.candidates = candidates
        self.turns = self.deaths = 0
        self.points = 0.0

    def begin(self, other: Lanes) -> None:
        """Goes on from the games of other lanes."""
        for lane in range(self.count):
            self.batch.state_set(lane, other.batch.state_get(lane % other.count), luck=False)
        self.batch.look(0, self.count)

    def play(self, turns: int, nets: Nets, worth: Worth) -> Turns:
        """Plays so many turns."""
        self.turns = self.deaths = 0
        self.points = 0.0
        for _ in range(turns):
            yield from self._turn(nets, worth)
            self.turns += self.count
            self.deaths += int(self.batch.terminated.sum())
            self.points += float(self.batch.rewards.sum())

    def complete(self, games: int, nets: Nets, worth: Worth, said: Callable[[int], None]) -> list[float]:
        """Plays games from their beginning to their end, as many in each lane. Returns their scores."""
        each = -(-games // self.count)
        ended, points = np.zeros(self.count, np.int64), np.zeros(self.count)
        scores: list[float] = []
        self.batch.reset()
        while len(scores) < each * self.count:
            for _ in self._turn(nets, worth):
                pass
            points += self.batch.rewards[:, 0]
            for lane in np.flatnonzero(self.batch.terminated):
                if ended[lane] < each:
                    scores.append(float(points[lane]))
                    said(len(scores))
                ended[lane] += 1
                points[lane] = 0
        return scores

    @torch.no_grad()
    def _turn(self, nets: Nets, worth: Worth) -> Turns:
        """A move's rank is its worth, plus the policy's logarithm times POLICY_WEIGHT."""
        seen, bits = self.look()
        logs = torch.log_softmax(nets.policy(seen).masked_fill(~unpack(bits), NEVER), 1)
        best = logs.topk(max(self.candidates, 1), 1)
        self.acts.copy_(best.indices.to(torch.int32), non_blocking=True)
        waiting = Waiting(self.device)
        yield
        waiting.end()
        acts = self.acts.numpy()[:, 0]
        if self.candidates:
            tried, gained = self.attempt()
            values = worth.of(gained.view(-1), nets.value(tried.view(seen_shape(-1)))).view(self.count, -1)
            rank = (values + POLICY_WEIGHT * best.values).masked_fill(gained < 0, NEVER)
            self.chosen.copy_(rank.argmax(1), non_blocking=True)
            waiting = Waiting(self.device)
            yield
            waiting.end()
            acts = self.acts.numpy()[np.arange(self.count), self.chosen.numpy()]
        self.step(acts)


def together(all_turns: list[Turns]) -> None:
    """Lets several go on in turn: while the device works for one, the processor works for the next."""
    while all_turns:
        all_turns = [turns for turns in all_turns if next(turns, 1) is None]
