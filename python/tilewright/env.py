"""One game as an environment of Gymnasium: TileEnv.

    env = gymnasium.make("tilewright/slide-v1", rows=5, cols=5, limit=500)
"""

from __future__ import annotations

from typing import Any, SupportsFloat, SupportsInt, cast

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from .batch import Batch, Bytes, Params
from .checks import NoCopies, join_params, read_options, whole
from .engine import Json
from .picture import RENDER_MODES, Picture, Renderer

FPS = 8
OPTIONS = ("params", "level", "view", "reward", "rivals", "limit", "render_mode")


def metadata() -> dict[str, Any]:
    """Returns the metadata of all environments."""
    return {"render_modes": list(RENDER_MODES), "render_fps": FPS}


def single_spaces(batch: Batch) -> tuple[spaces.Space[Bytes], spaces.Discrete]:
    """Returns the spaces of an observation and of an act."""
    seen = cast("spaces.Space[Bytes]", spaces.Box(0, 255, batch.view_shape, np.uint8))
    return seen, spaces.Discrete(batch.action_count)


def refuse_together(batch: Batch) -> None:
    """Raises ValueError for a game in which several seats act at once."""
    if batch.learners != 1:
        batch.close()
        raise ValueError("several players act at once here: use tilewright.zoo.FallsParallel, or players=1")


def refuse_other_game(game: str, id_game: str | None) -> None:
    """Raises ValueError if a registered name is made with the game of another one."""
    if id_game is not None and game != id_game:
        raise ValueError(f"tilewright/{id_game}-v1 is {id_game}: make tilewright/{game}-v1")


class TileEnv(NoCopies, gymnasium.Env[Bytes, SupportsInt]):
    """A game for one learner.

    Args:
        game: "azul", "slide", "lines" or "falls".
        params: whole numbers by name; they may also be given as keywords, as rows=5.
        level, view, reward, limit: as for `Batch`.
        rivals: "random": the learner is seat 0, and the others play at random. "none": the learner plays all
            seats. Then an observation is that of the seat to move, a reward that of the seat that acted, and
            infos have "seat" (who is to move) and "rewards" (float32 [seats]).
        render_mode: "ansi" for text, "rgb_array" for a picture, uint8 [height, width, 3].
        id_game: the game that a registered name stands for.

    Observations are uint8 [planes, rows, cols]; docs/rules-GAME.md tells what they mean, and what acts are. An
    act that is not legal changes nothing and costs what `Batch` says. infos have "action_mask", int8 [actions], 1 for a
    legal act. Games with the same seed have the same luck; without a seed a game goes on with the luck of the
    one before.
    """

    metadata = metadata()

    def __init__(
        self,
        game: str,
        *,
        params: Params | None = None,
        level: str | None = None,
        view: str | None = None,
        reward: str = "points",
        rivals: str = "random",
        limit: int = 0,
        render_mode: str | None = None,
        id_game: str | None = None,
        **more: int,
    ) -> None:
        refuse_other_game(game, id_game)
        self._renderer = Renderer(render_mode)
        self.render_mode = render_mode
        self.batch = Batch(
            game,
            1,
            params=join_params(game, params, more, OPTIONS),
            level=level,
            view=view,
            autoreset="disabled",
            reward=reward,
            rivals=rivals,
            limit=limit,
        )
        refuse_together(self.batch)
        self.observation_space, self.action_space = single_spaces(self.batch)
        self._tells_seats = rivals == "none" and self.batch.seats_count > 1
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Begins a new game. Returns its observation and info.

        Args:
            seed: of the luck; None: it goes on.
            options: "state", a state of the protocol to begin from (docs/protocol.md).
        """
        given = read_options(options)
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(1 << 63))
        self._seeded = True
        self.batch.reset(seed)
        if given.get("state") is not None:
            self.batch.json_set(0, given["state"])
        return self._observation(), self._info()

    def step(self, action: SupportsInt) -> tuple[Bytes, SupportsFloat, bool, bool, dict[str, Any]]:
        """Plays an act. Returns observation, reward, terminated, truncated, info."""
        batch, act = self.batch, whole(action, "action")
        seat = int(batch.seats[0]) if self._tells_seats else 0
        batch.actions[0, 0] = act if 0 <= act < batch.action_count else -1
        batch.step()
        ended = bool(batch.terminated[0]), bool(batch.truncated[0])
        return self._observation(), float(batch.rewards[0, seat]), *ended, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Returns which acts are legal: bool [actions]."""
        legal: npt.NDArray[np.bool_] = self.batch.masks[0, 0].astype(np.bool_)
        return legal

    @property
    def state(self) -> Json:
        """The state as the protocol has it (docs/protocol.md)."""
        return self.batch.json(0)

    def state_get(self) -> bytes:
        """Returns the game and its luck as bytes."""
        return self.batch.state_get(0)

    def state_set(self, state: bytes, luck: bool = True) -> tuple[Bytes, dict[str, Any]]:
        """Goes on from bytes of `state_get`, of any environment with the same game, params and level.

        Args:
            state: the bytes.
            luck: whether the luck goes on as it did there; else as it does here.

        Returns the observation and info, as `reset` does.
        """
        self.batch.state_set(0, state, luck)
        self.batch.look(0, 1)
        self.batch.rewards[:] = 0
        self._seeded = True
        return self._observation(), self._info()

    def render(self) -> Picture | None:
        """Returns the game as text or picture, by the render mode."""
        return self._renderer.render(self.state, int(self.batch.seats[0]))

    def close(self) -> None:
        """Frees the game. May be called again."""
        self.batch.close()
        self._renderer.close()

    def _observation(self) -> Bytes:
        seen: Bytes = self.batch.observations[0, 0].copy()
        return seen

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.batch.masks[0, 0].astype(np.int8)}
        if self._tells_seats:
            info["seat"] = int(self.batch.seats[0])
            info["rewards"] = self.batch.rewards[0].copy()
        return info
