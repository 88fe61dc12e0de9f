"""Many games side by side, stepped by C: a plain wrapper of tw_vec_* of include/tilewright.h.

    with Batch("lines", 4096, seed=7) as batch:
        for _ in range(1000):
            batch.actions[:] = batch.sample()
            batch.step()

C writes into the arrays of the batch, which stay the same for its life: copy what you want to keep.
"""

from __future__ import annotations

import ctypes
import json
import os
import threading
from collections.abc import Mapping
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from ._library import Buffers, Shape, lib
from .checks import NoCopies, game_name, read_params, whole, word
from .engine import plain

_JSON_MAX = 65536
_COUNT_MAX = 2**31 - 1
_SEEDS = 1 << 64
_ERROR_MAX = 256
_ADVICE_MAX = 65536
_WORDS = {
    "masks": ("bytes", "bits"),
    "autoreset": ("next_step", "same_step", "disabled"),
    "reward": ("points", "outcome"),
    "rivals": ("none", "random"),
    "writes": ("all", "changes"),
}

Params = Mapping[str, int]
Bytes = npt.NDArray[np.uint8]


class Batch(NoCopies):
    """A batch of `count` games, its lanes. Lane i plays as lane 0 of a batch with the seed `seed` + i.

    Args:
        game: its name, as "azul"; `tilewright.games()` lists them.
        count: the number of lanes.
        params: whole numbers by name, as {"rows": 5}; those absent are standard.
        level: what an act is: "turns"; for falls "ticks" or another that it has.
        view: what an observation is: "planes", or another that the game has.
        masks: "bytes", or "bits" with the lowest first.
        autoreset: when a new game begins after the last one: at the "next_step", in the "same_step", or
            "disabled": by `reset` only.
        reward: "points", the change of a seat's score, and -1 for an act that is not legal, which changes
            nothing; or "outcome": at the end 1 for who wins alone, 0 for who shares the win, else -1, and 0 for a
            game cut short. In falls at the level "ticks" an act that is not legal counts as no key.
        rivals: "none", the learner plays all seats, or "random": seat 0 alone, where seats take turns.
        writes: "all", or "changes": a step need not write again what stays the same in `observations`, so you must
            not change them. For falls of one player with planes that is faster: 1.2 times with 28 viruses, 1.5 with 10.
        limit: steps until a game is cut short; 0: never.
        threads: how many step the lanes. The results do not depend on it.
        seed: of the luck, from 0 to 2**64 - 1; others wrap around.

    The arrays, with n = count, L = learners, S = seats:
        actions: int32 [n, L], to be written before `step`, as `actions[:] = acts` or `actions = acts`. Whole numbers
            of an array that are beyond int32 wrap around. The other arrays are to be read: C does not see one that
            is put in the place of another.
        observations: uint8 [n, L, planes, rows, cols].
        masks: uint8 [n, L, mask_bytes], 1 for a legal act.
        rewards: float32 [n, S], of all seats, whoever acted.
        terminated, truncated: bool [n].
        seats: uint8 [n], who acts next if seats take turns.
    Written only where a game has just ended:
        final_observations: as observations, with autoreset="same_step"; else None.
        episode_returns: float32 [n, S].
        episode_lengths: int32 [n].

    Numbers: count, learners (who act in a step), seats_count, action_count, mask_bytes, state_bytes; and
    view_shape, (planes, rows, cols).

    Once a game has ended no act is legal, and its mask is all 0; if it was cut short, the mask stays as it is. Where
    all seats act and one is out, its mask has only the act to wait, or nothing at a level without one.

    Raises ValueError if that is not possible. One thread at a time works on a batch; others wait.
    """

    def __init__(
        self,
        game: str,
        count: int,
        *,
        params: Params | None = None,
        level: str | None = None,
        view: str | None = None,
        masks: str = "bytes",
        autoreset: str = "next_step",
        reward: str = "points",
        rivals: str = "none",
        writes: str = "all",
        limit: int = 0,
        threads: int = 1,
        seed: int = 0,
    ) -> None:
        self._vec: Any = None
        self._lock = threading.Lock()
        self._process = os.getpid()
        words = {"masks": masks, "autoreset": autoreset, "reward": reward, "rivals": rivals, "writes": writes}
        options = {
            "params": read_params(game_name(game), params),
            "level": level,
            "view": view,
            **{name: word(value, name, _WORDS[name]) for name, value in words.items()},
            "limit": whole(limit, "limit"),
            "threads": whole(threads, "threads"),
        }
        count = whole(count, "count")
        error = ctypes.create_string_buffer(_ERROR_MAX)
        vec = lib.tw_vec_new(
            game.encode(),
            count if abs(count) <= _COUNT_MAX else 0,
            json.dumps(options, default=plain).encode(),
            whole(seed, "seed") % _SEEDS,
            error,
            len(error),
        )
        if not vec:
            raise ValueError((error.value or b"the batch cannot be made").decode())
        self._vec = vec
        self.game = game
        self._measure()
        if rivals == "random" and self.learners != 1:
            self.close()
            raise ValueError(
                'several players act at once here, so there are no rivals: use tilewright.zoo.FallsParallel, players=1, or a Batch '
                'with rivals="none"'
            )
        self._bind(autoreset == "same_step")
        self.look(0, self.count)

    def _measure(self) -> None:
        shape = Shape()
        lib.tw_vec_measure(self._vec, ctypes.byref(shape))
        self.count, self.learners, self.seats_count = shape.count, shape.learners, shape.seats
        self.action_count = shape.actions
        self.view_shape = (shape.planes, shape.rows, shape.cols)
        self.mask_bytes, self.state_bytes = shape.mask_bytes, shape.state_bytes

    def _bind(self, finals: bool) -> None:
        n, learners, seats = self.count, self.learners, self.seats_count
        views = (n, learners, *self.view_shape)
        self._actions: npt.NDArray[np.int32] = np.zeros((n, learners), np.int32)
        self.observations: Bytes = np.zeros(views, np.uint8)
        self.masks: Bytes = np.zeros((n, learners, self.mask_bytes), np.uint8)
        self.rewards: npt.NDArray[np.float32] = np.zeros((n, seats), np.float32)
        self.terminated: npt.NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.truncated: npt.NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.seats: Bytes = np.zeros(n, np.uint8)
        self.final_observations: Bytes | None = np.zeros(views, np.uint8) if finals else None
        self.episode_returns: npt.NDArray[np.float32] = np.zeros((n, seats), np.float32)
        self.episode_lengths: npt.NDArray[np.int32] = np.zeros(n, np.int32)
        arrays: dict[str, npt.NDArray[Any] | None] = {
            "actions": self._actions,
            "observations": self.observations,
            "masks": self.masks,
            "rewards": self.rewards,
            "terminated": self.terminated,
            "truncated": self.truncated,
            "seats": self.seats,
            "final_observations": self.final_observations,
            "episode_returns": self.episode_returns,
            "episode_lengths": self.episode_lengths,
        }
        # C writes here as long as the batch lives, whatever becomes of the attributes.
        self._arrays = arrays
        places = {name: None if array is None else array.ctypes.data for name, array in arrays.items()}
        lib.tw_vec_bind(self._vec, ctypes.byref(Buffers(**places)))

    @property
    def actions(self) -> npt.NDArray[np.int32]:
        """The acts that the next step plays: int32 [count, learners]."""
        return self._actions

    @actions.setter
    def actions(self, acts: npt.NDArray[np.int32]) -> None:
        # C reads only the array that it was given, so `batch.actions = acts` must write there.
        np.copyto(self._actions, acts, casting="same_kind")

    def reset(self, seed: int | None = None, which: npt.NDArray[np.bool_] | None = None) -> None:
        """Begins new games and writes what is seen.

        Args:
            seed: seeds the luck of lane i by seed + i; None: the luck goes on.
            which: bool [count], the lanes that are meant; None: all.
        """
        number = None if seed is None else whole(seed, "seed") % _SEEDS
        chosen = None if which is None else self._mask(which)
        place = None if chosen is None else chosen.ctypes.data
        with self._lock:
            vec = self._alive()
            if number is not None:
                lib.tw_vec_seed(vec, number, place)
            lib.tw_vec_reset(vec, place)
            where = slice(None) if chosen is None else chosen
            self.terminated[where] = False
            self.truncated[where] = False
            self.rewards[where] = 0

    def seed(self, seed: int, which: npt.NDArray[np.bool_] | None = None) -> None:
        """Seeds the luck of lane i by seed + i, of all lanes or those of `which`, without a new game."""
        number = whole(seed, "seed") % _SEEDS
        chosen = None if which is None else self._mask(which)
        with self._lock:
            lib.tw_vec_seed(self._alive(), number, None if chosen is None else chosen.ctypes.data)

    def step(self) -> None:
        """Plays `actions` in all lanes and writes the results into the arrays."""
        with self._lock:
            if self._vec is None:
                self._alive()
            lib.tw_vec_step(self._vec)

    def sample(self, out: npt.NDArray[np.int32] | None = None) -> npt.NDArray[np.int32]:
        """Draws a legal act for each learner, all equally likely; 0 where there is none.

        Args:
            out: int32 [count, learners], contiguous, to write to; None: a new array.
        """
        if out is None:
            out = np.zeros((self.count, self.learners), np.int32)
        fits = isinstance(out, np.ndarray) and out.dtype == np.int32 and out.shape == self._act_shape()
        if not fits or not out.flags.c_contiguous or not out.flags.writeable:
            raise ValueError(f"out must be a contiguous int32 array of the shape {self._act_shape()}")
        with self._lock:
            lib.tw_vec_sample(self._alive(), out.ctypes.data)
        return out

    def attempt(
        self,
        acts: npt.NDArray[np.int32],
        observations: Bytes | None = None,
        gains: npt.NDArray[np.float32] | None = None,
    ) -> tuple[Bytes, npt.NDArray[np.float32]]:
        """Tries acts in all lanes, which stay as they are, for values of what a move leads to before any luck.

        Args:
            acts: int32 [count, k], contiguous: k acts for each lane.
            observations: uint8 [count, k, *view_shape], contiguous, to write to; None: a new array.
            gains: float32 [count, k], likewise.

        Returns what would be seen after each act, and what the seat would gain: -1 for an act that is not legal, which
        changes nothing.

        Raises ValueError at levels whose acts are not the game's own, or where all seats act at once.
        """
        acts = _contiguous(acts, np.int32, (self.count, -1), "acts")
        shape = (self.count, acts.shape[1])
        if observations is None:
            observations = np.empty((*shape, *self.view_shape), np.uint8)
        if gains is None:
            gains = np.empty(shape, np.float32)
        _contiguous(observations, np.uint8, (*shape, *self.view_shape), "observations")
        _contiguous(gains, np.float32, shape, "gains")
        with self._lock:
            _raise(
                lib.tw_vec_try(
                    self._alive(), acts.ctypes.data, acts.shape[1], observations.ctypes.data, gains.ctypes.data
                )
            )
        return observations, gains

    def advise(
        self, agent: str, count: int = 1, seed: int = 0, values: bool = True
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float32]]:
        """Asks an agent of the game about all lanes, which stay as they are: to imitate it, or to play against it.

        Args:
            agent: its name, and a budget for each lane, as "rank:9n" or "mcts:200r"; docs/agents.md lists them. Without a
                budget it has 20000 nodes.
            count: how many acts it names for each lane.
            seed: of its luck; lane i has seed + i. With nodes or rollouts the same seed gives the same answers, on any
                number of threads.
            values: False leaves them all NaN; with a count of 1 it then looks for the best act alone, as in a match,
                which is faster.

        Returns acts, int32 [count of lanes, count], the best first, -1 where there are fewer or the game is over; and
        what each is worth to the seat that acts, float32 of the same shape, in points: its lead over the best other
        seat at the end or, of who plays alone, the points still to come. NaN where the agent has not searched.

        The agent is kept until another one is asked. Raises ValueError if the game has no such agent, at levels whose
        acts are not the game's own, or where all seats act at once.
        """
        if not isinstance(agent, str):
            raise ValueError(f'agent must be a name, as "mcts:200r", not {agent!r}')
        count, number = whole(count, "count"), whole(seed, "seed") % _SEEDS
        if not 1 <= count <= _ADVICE_MAX:
            raise ValueError(f"count must be from 1 to {_ADVICE_MAX}, not {count}")
        name, error = agent.replace("\0", "\\0").encode(errors="replace"), ctypes.create_string_buffer(_ERROR_MAX)
        acts = np.empty((self.count, count), np.int32)
        worth = np.full((self.count, count), np.nan, np.float32)
        place = worth.ctypes.data if values else None
        with self._lock:
            wrong = lib.tw_vec_advise(
                self._alive(), name, number, count, acts.ctypes.data, place, error, len(error)
            )
        if wrong < 0:
            raise ValueError((error.value or b"the agent cannot be asked").decode(errors="replace"))
        return acts, worth

    def state_get(self, lane: int) -> bytes:
        """Returns a lane as bytes: the game, its return and length, its luck."""
        place = ctypes.create_string_buffer(self.state_bytes)
        with self._lock:
            _raise(lib.tw_vec_state_get(self._alive(), self._lane(lane), place))
        return place.raw

    def state_set(self, lane: int, state: bytes, luck: bool = True) -> None:
        """Puts bytes of `state_get` into a lane of a batch of the same game, params and level.

        Args:
            lane: from 0 to count - 1.
            state: the bytes.
            luck: whether the luck goes on as it did there; else the lane keeps its own.
        """
        if not isinstance(state, (bytes, bytearray, memoryview)):
            raise ValueError(
                f"state must be the bytes of state_get, not {type(state).__name__}; json_set takes a state of the protocol"
            )
        state = bytes(state)
        if len(state) != self.state_bytes:
            raise ValueError(
                f"the state is of another game, params or level: it has {len(state)} bytes, and here it must have "
                f"{self.state_bytes}"
            )
        with self._lock:
            _raise(lib.tw_vec_state_set(self._alive(), self._lane(lane), state, bool(luck)))

    def look(self, first: int, count: int) -> None:
        """Writes observations, masks, seats and ends of `count` lanes from `first` on."""
        first, count = whole(first, "first"), whole(count, "count")
        if not 0 <= first <= first + count <= self.count:
            raise ValueError(f"lanes must be from 0 to {self.count - 1}")
        with self._lock:
            lib.tw_vec_look(self._alive(), first, count)

    def json(self, lane: int) -> dict[str, Any]:
        """Returns the state of a lane as the protocol has it (docs/protocol.md)."""
        place = ctypes.create_string_buffer(_JSON_MAX)
        with self._lock:
            length = lib.tw_vec_json(self._alive(), self._lane(lane), place, _JSON_MAX)
        state: dict[str, Any] = json.loads(place.raw[:length])
        return state

    def json_set(self, lane: int, state: Mapping[str, Any]) -> None:
        """Begins a game in a lane from a state of the protocol, as `json` returns it, or written by hand.

        It must have the sizes and players of the batch. Luck that is due is drawn. Unlike `state_set` this also
        writes what is seen.
        """
        text, error = self._dump(state, "state"), ctypes.create_string_buffer(_ERROR_MAX)
        lane = self._lane(lane)
        with self._lock:
            if lib.tw_vec_json_set(self._alive(), lane, text, len(text), error, len(error)) < 0:
                raise ValueError((error.value or b"the state cannot be set").decode())
            lib.tw_vec_look(self._vec, lane, 1)
            self.rewards[lane] = 0

    def act(self, lane: int, action: Mapping[str, Any] | None, learner: int = 0) -> int:
        """Returns the number of an action of the protocol, in the state of a lane; it need not be legal.

        Args:
            lane: from 0 to count - 1.
            action: as `advise` and `legal` name it; None for the act that does nothing, where there is one.
            learner: who acts, if all act at once.

        Raises ValueError if there is none: also if nobody is to move, and at levels with acts of their own.
        """
        lane, learner = self._lane(lane), self._learner(learner)
        if action is None:
            return self._idle(lane, learner)
        text, error = self._dump(action, "action"), ctypes.create_string_buffer(_ERROR_MAX)
        with self._lock:
            act = lib.tw_vec_act(self._alive(), lane, learner, text, len(text), error, len(error))
        if act < 0:
            raise ValueError((error.value or b"there is no such act").decode())
        return int(act)

    def action(self, lane: int, act: int, learner: int = 0) -> dict[str, Any] | None:
        """Returns an act as an action of the protocol; None for the act that does nothing. The reverse of `act`."""
        number, lane, learner = whole(act, "act"), self._lane(lane), self._learner(learner)
        if not 0 <= number < self.action_count:
            raise ValueError(f"act must be from 0 to {self.action_count - 1}, not {number}")
        place = ctypes.create_string_buffer(_JSON_MAX)
        with self._lock:
            length = lib.tw_vec_action(self._alive(), lane, learner, number, place, _JSON_MAX)
        if length < 0:
            raise ValueError("this learner is not to move, or the level has acts of its own")
        action: dict[str, Any] | None = json.loads(place.raw[:length])
        return action

    def close(self) -> None:
        """Frees the batch; its arrays stay readable. May be called again."""
        with self._lock:
            vec, self._vec = self._vec, None
            # A process that was forked has none of the threads, which freeing would wait for.
            if vec is not None and self._process == os.getpid():
                lib.tw_vec_free(vec)

    def __enter__(self) -> Batch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_lock"):
            self.close()

    def __repr__(self) -> str:
        return f"Batch({self.game!r}, {self.count})"

    def _alive(self) -> Any:
        if self._vec is None:
            raise ValueError("the batch is closed")
        return self._vec

    def _act_shape(self) -> tuple[int, int]:
        return self.count, self.learners

    def _lane(self, lane: int) -> int:
        lane = whole(lane, "lane")
        if not 0 <= lane < self.count:
            raise ValueError(f"lane must be from 0 to {self.count - 1}, not {lane}")
        return lane

    def _learner(self, learner: int) -> int:
        learner = whole(learner, "learner")
        if not 0 <= learner < self.learners:
            raise ValueError(f"learner must be from 0 to {self.learners - 1}, not {learner}")
        return learner

    def _idle(self, lane: int, learner: int) -> int:
        if self.action(lane, self.action_count - 1, learner) is not None:
            raise ValueError("action must be a dict: there is no act here that does nothing")
        return self.action_count - 1

    def _dump(self, value: Mapping[str, Any], name: str) -> bytes:
        if not isinstance(value, Mapping):
            raise ValueError(f"{name} must be a dict of the protocol, not {type(value).__name__}")
        return json.dumps(dict(value), default=plain).encode()

    def _mask(self, which: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        # A copy: `which` may be `terminated` itself, which `reset` clears.
        chosen = np.array(which, order="C")
        if chosen.dtype != np.bool_ or chosen.shape != (self.count,):
            raise ValueError(f"which must be a bool array of the shape ({self.count},)")
        return chosen


def _contiguous(
    array: npt.NDArray[Any], kind: npt.DTypeLike, shape: tuple[int, ...], name: str
) -> npt.NDArray[Any]:
    """Returns the array if C can use it as it is; -1 in the shape stands for any number."""
    fits = isinstance(array, np.ndarray) and array.dtype == kind and array.ndim == len(shape)
    if not fits or not array.flags.c_contiguous or any(a not in (-1, b) for a, b in zip(shape, array.shape, strict=True)):
        wanted = str(shape).replace("-1", "any")
        raise ValueError(f"{name} must be a contiguous {np.dtype(kind).name} array of the shape {wanted}")
    return array


def _raise(reason: bytes | None) -> None:
    if reason is not None:
        raise ValueError(reason.decode())
