"""Many games as a vector environment of Gymnasium: TileVecEnv.

    envs = gymnasium.make_vec("tilewright/lines-v1", num_envs=4096, threads=2)

It does what SyncVectorEnv does with as many TileEnv, in one call of C a step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .batch import Batch, Bytes, Params
from .checks import NoCopies, join_params, read_options, whole
from .env import OPTIONS, metadata, refuse_other_game, refuse_together, single_spaces
from .picture import Picture, Renderer

_SEEDS = 1 << 64
_LANES_MAX = 1 << 24
_OPTIONS = (*OPTIONS, "num_envs", "threads", "autoreset_mode", "copy", "max_episode_steps")
_MODES = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}

Flags = npt.NDArray[np.bool_]
Step = tuple[Bytes, npt.NDArray[np.float64], Flags, Flags, dict[str, Any]]


class TileVecEnv(NoCopies, VectorEnv[Bytes, npt.NDArray[Any], npt.NDArray[Any]]):
    """Many games of one kind, one learner each.

    Args:
        game, params, level, view, reward, rivals, limit, render_mode: as for `TileEnv`.
        num_envs: the number of games.
        threads: how many step them. The results do not depend on it.
        autoreset_mode: when a new game begins after the last one; one of gymnasium.vector.AutoresetMode, or
            "next_step", "same_step" or "disabled".
        copy: whether `step` and `reset` return new arrays. If not, they return the same arrays each time, and
            the next step overwrites what they hold, infos included; that is faster.
        max_episode_steps: the limit by the name that gymnasium.make_vec has for it; it holds if both are given.
        id_game: as for `TileEnv`.

    With n = num_envs: observations are uint8 [n, planes, rows, cols], rewards float64 [n], infos have
    "action_mask", int8 [n, actions].
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        params: Params | None = None,
        level: str | None = None,
        view: str | None = None,
        reward: str = "points",
        rivals: str = "random",
        limit: int = 0,
        threads: int = 1,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
        id_game: str | None = None,
        **more: int,
    ) -> None:
        refuse_other_game(game, id_game)
        num_envs = whole(num_envs, "num_envs")
        if not 1 <= num_envs <= _LANES_MAX:
            raise ValueError(f"num_envs must be from 1 to {_LANES_MAX}, not {num_envs}")
        self.autoreset_mode = _read_mode(autoreset_mode)
        self._next_step = self.autoreset_mode == AutoresetMode.NEXT_STEP
        self._same_step = self.autoreset_mode == AutoresetMode.SAME_STEP
        self._disabled = self.autoreset_mode == AutoresetMode.DISABLED
        self._renderer = Renderer(render_mode)
        self.render_mode = render_mode
        # The same step needs the masks of games that have ended, so the new ones are begun from here.
        self.batch = Batch(
            game,
            num_envs,
            params=join_params(game, params, more, _OPTIONS),
            level=level,
            view=view,
            autoreset="next_step" if self._next_step else "disabled",
            reward=reward,
            rivals=rivals,
            writes="changes" if copy else "all",
            limit=limit if max_episode_steps is None else max_episode_steps,
            threads=threads,
        )
        refuse_together(self.batch)
        self.num_envs, self.copy = num_envs, copy
        self.metadata = {**metadata(), "autoreset_mode": self.autoreset_mode}
        self.single_observation_space, self.single_action_space = single_spaces(self.batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._tells_seats = rivals == "none" and self.batch.seats_count > 1
        self._seeded: Flags = np.zeros(num_envs, np.bool_)
        self._begun = False
        self._bind()

    def _bind(self) -> None:
        """Makes views of the batch's arrays as steps return them."""
        batch, n = self.batch, self.num_envs
        self._acts = batch.actions[:, 0]
        self._observations = batch.observations[:, 0]
        self._masks = batch.masks[:, 0].view(np.int8)
        self._first_rewards = batch.rewards[:, 0]
        self._rewards: npt.NDArray[np.float64] = np.zeros(n, np.float64)
        self._ended: Flags = np.zeros(n, np.bool_)
        self._all: Flags = np.ones(n, np.bool_)
        self._lanes = np.arange(n)
        self._top = batch.action_count

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Bytes, dict[str, Any]]:
        """Begins new games.

        Args:
            seed: game i gets seed + i; a sequence has one for each, or None; None: their luck goes on.
            options: "reset_mask", bool [n]: only these games begin anew; "state": they begin from this state of
                the protocol.

        Returns observations and infos.
        """
        given = read_options(options, ("reset_mask", "state"))
        chosen = self._read_mask(given)
        mask = self._all if chosen is None else chosen
        super().reset(seed=int(seed) if isinstance(seed, (int, np.integer)) else None)
        self._seed(seed, mask)
        self.batch.reset(None, chosen)
        if given.get("state") is not None:
            for lane in np.flatnonzero(mask).tolist():
                self.batch.json_set(lane, given["state"])
        self._ended[mask] = False
        self._begun = True
        observations = self._observations.copy() if self.copy else self._observations
        if chosen is None:
            return observations, self._infos()
        return observations, self._infos_of(chosen, np.flatnonzero(chosen))

    def step(self, actions: npt.NDArray[Any]) -> Step:
        """Plays an act in each game.

        Args:
            actions: whole numbers [n]. One that is no act is not legal.

        Returns observations, rewards, terminations, truncations, infos.
        """
        batch = self.batch
        if not self._begun:
            raise gymnasium.error.ResetNeeded("reset must be called first: it begins the games")
        self._take(actions)
        if self._disabled and np.count_nonzero(self._ended):
            raise AssertionError("games have ended: begin new ones by reset(options={'reset_mask': ...})")
        seats = batch.seats.astype(np.intp) if self._tells_seats else None
        batch.step()
        rewards = self._rewards
        np.copyto(rewards, self._first_rewards if seats is None else batch.rewards[self._lanes, seats])
        ended = batch.terminated, batch.truncated
        final: dict[str, Any] = {}
        if not self._next_step:
            np.logical_or(*ended, out=self._ended)
            if self._same_step and np.count_nonzero(self._ended):
                ended = batch.terminated.copy(), batch.truncated.copy()
                final = self._finish()
        infos = self._infos()
        if final:
            infos.update(final)
        if not self.copy:
            return self._observations, rewards, *ended, infos
        return self._observations.copy(), rewards.copy(), ended[0].copy(), ended[1].copy(), infos

    def action_masks(self) -> Flags:
        """Returns which acts are legal: bool [n, actions]."""
        return self._masks.astype(np.bool_)

    def sample(self) -> npt.NDArray[np.int32]:
        """Draws a legal act for each game, all equally likely; 0 where there is none. Returns int32 [n]."""
        return self.batch.sample()[:, 0]

    def render(self) -> tuple[Picture, ...] | None:
        """Returns each game as text or picture, by the render mode."""
        if self.render_mode is None:
            return None
        frames = [
            self._renderer.render(self.batch.json(lane), int(self.batch.seats[lane]))
            for lane in range(self.num_envs)
        ]
        return tuple(frame for frame in frames if frame is not None)

    def close_extras(self, **kwargs: Any) -> None:
        """Frees the games."""
        self.batch.close()
        self._renderer.close()

    def _take(self, actions: npt.NDArray[Any]) -> None:
        """Writes acts where C reads them, as int32; one that is beyond that becomes one that is not legal."""
        acts = np.asarray(actions)
        if acts.shape != self._acts.shape or acts.dtype.kind not in "iu":
            raise ValueError(f"actions must be whole numbers of the shape {self._acts.shape}")
        # All bits of all acts, in one pass: if they fit into 31, so does each act.
        if acts.dtype.itemsize > 4 or acts.dtype == np.uint32:
            if int(np.bitwise_or.reduce(acts)) >> 31:
                acts = np.clip(acts, None if acts.dtype.kind == "u" else -1, self._top)
        np.copyto(self._acts, acts, casting="unsafe")

    def _finish(self) -> dict[str, Any]:
        """Begins new games where they have ended. Returns what infos tell of those."""
        ended = self._ended.copy()
        lanes = np.flatnonzero(ended)
        finals = np.full(self.num_envs, None, dtype=object)
        for lane, seen in zip(lanes.tolist(), self._observations[lanes], strict=True):
            finals[lane] = seen
        told = self._infos_of(ended, lanes)
        self.batch.reset(None, ended)
        return {
            "final_obs": finals,
            "_final_obs": ended,
            "final_info": told,
            "_final_info": ended.copy(),
        }

    def _tell(self) -> dict[str, npt.NDArray[Any]]:
        """Returns what is told of all games, in the batch's own arrays."""
        told: dict[str, npt.NDArray[Any]] = {"action_mask": self._masks}
        if self._tells_seats:
            told["seat"] = self.batch.seats.astype(np.int_)
            told["rewards"] = self.batch.rewards
        return told

    def _infos(self) -> dict[str, Any]:
        """Returns the infos of all games."""
        infos: dict[str, Any] = {}
        for name, value in self._tell().items():
            infos[name] = value.copy() if self.copy else value
            infos["_" + name] = self._all.copy() if self.copy else self._all
        return infos

    def _infos_of(self, which: Flags, lanes: npt.NDArray[np.intp]) -> dict[str, Any]:
        """Returns the infos of some games, with 0 for the others."""
        infos: dict[str, Any] = {}
        for name, value in self._tell().items():
            infos[name] = np.zeros(value.shape, value.dtype)  # costs little where nothing is written
            infos[name][lanes] = value[lanes]
            infos["_" + name] = which.copy()
        return infos

    def _read_mask(self, options: dict[str, Any]) -> Flags | None:
        if "reset_mask" not in options:
            return None
        mask = options["reset_mask"]
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("reset_mask must be a numpy array of bool")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"reset_mask must have the shape ({self.num_envs},), and a game to begin")
        return mask.copy()  # it may be `terminations` of the last step, which begin anew

    def _seed(self, seed: int | Sequence[int | None] | None, mask: Flags) -> None:
        """Seeds the luck of the games in `mask`: those without a seed go on, or get one the first time."""
        fresh = mask & ~self._seeded
        if seed is None:
            if fresh.any():
                self.batch.seed(int(self.np_random.integers(1 << 63)), fresh)
        elif isinstance(seed, (int, np.integer)):
            self.batch.seed(int(seed), mask)
        elif isinstance(seed, (Sequence, np.ndarray)) and not isinstance(seed, (str, bytes)):
            self._seed_each(list(seed), mask, fresh)
        else:
            raise ValueError(f"seed must be a whole number, or a list of {self.num_envs}, not {seed!r}")
        self._seeded |= mask

    def _seed_each(self, seeds: list[int | None], mask: Flags, fresh: Flags) -> None:
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed must have {self.num_envs} numbers, one for each game, not {len(seeds)}")
        base = int(self.np_random.integers(1 << 63)) if fresh.any() else 0
        groups: dict[int, list[int]] = {}
        for lane in np.flatnonzero(mask).tolist():
            own = None if seeds[lane] is None else whole(seeds[lane], "seed")
            if own is None and not fresh[lane]:
                continue
            if own is not None and own < 0:
                raise gymnasium.error.Error(f"seed must be a whole number from 0, not {own}")
            groups.setdefault(base if own is None else (int(own) - lane) % _SEEDS, []).append(lane)
        for start, lanes in groups.items():
            which = np.zeros(self.num_envs, np.bool_)
            which[lanes] = True
            self.batch.seed(start, which)


def _read_mode(mode: str | AutoresetMode) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    by_value = {one.value: one for one in AutoresetMode}
    if not isinstance(mode, str) or mode not in {**_MODES, **by_value}:
        raise ValueError(f"autoreset_mode must be one of {', '.join(_MODES)}, not {mode!r}")
    return {**_MODES, **by_value}[mode]
