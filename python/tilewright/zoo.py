"""Games for several learners as environments of PettingZoo: AzulAEC, in turns, and FallsParallel, at once.

    env = azul_env(players=3)
    env = FallsParallel(players=2)
"""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import numpy.typing as npt

try:
    import gymnasium
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import parallel_to_aec, wrappers
except ImportError as error:
    raise ImportError("tilewright.zoo needs PettingZoo: pip install './python[pettingzoo]'") from error

from .batch import Batch, Bytes, Params
from .checks import NoCopies, join_params, whole
from .engine import Engine
from .env import metadata, single_spaces
from .picture import Picture, Renderer

Observation = dict[str, Any]
AZUL_OPTIONS = ("players", "params", "reward", "limit", "render_mode")
FALLS_OPTIONS = ("players", "params", "level", "view", "reward", "limit", "render_mode")


class _Table:
    """What both have: a batch of one game, its agents by seat, their spaces, its luck and its picture."""

    def __init__(self, batch: Batch, render_mode: str | None) -> None:
        self.batch = batch
        self.renderer = Renderer(render_mode)
        self.names = [f"player_{seat}" for seat in range(batch.seats_count)]
        self.spaces = {name: self._space() for name in self.names}
        self.acts = {name: spaces.Discrete(batch.action_count) for name in self.names}
        self._random: np.random.Generator | None = None
        self.begun = False

    def _space(self) -> spaces.Dict:
        seen, acts = single_spaces(self.batch)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (int(acts.n),), np.int8)})

    def reset(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begins a game: with the luck of a seed, or with what is left of the last one's."""
        state = (options or {}).get("state")  # PettingZoo's own tests pass options that nobody knows
        if seed is None and self._random is None:
            self._random, seed = gymnasium.utils.seeding.np_random(None)
        elif seed is not None:
            self._random, seed = gymnasium.utils.seeding.np_random(seed)
        self.batch.reset(seed)
        if state is not None:
            self.batch.json_set(0, state)
        self.begun = True

    def must_have_begun(self) -> None:
        """Raises ResetNeeded before the first game."""
        if not self.begun:
            raise gymnasium.error.ResetNeeded("reset must be called first: it begins the game")

    def observe(self, learner: int) -> Observation:
        """Returns what C has written for a learner."""
        return {
            "observation": self.batch.observations[0, learner].copy(),
            "action_mask": self.batch.masks[0, learner].astype(np.int8),
        }

    def play(self, learner: int, act: Any) -> None:
        """Sets a learner's act; one that does not fit becomes one that is not legal."""
        number = whole(act, "action")
        self.batch.actions[0, learner] = number if 0 <= number < self.batch.action_count else -1

    def render(self, seat: int) -> Picture | None:
        """Returns the game as a seat sees it."""
        return self.renderer.render(self.batch.json(0), seat)

    def close(self) -> None:
        """Frees the game."""
        self.batch.close()
        self.renderer.close()


class AzulAEC(NoCopies, AECEnv):  # type: ignore[misc]
    """azul for 2 to 4 learners who take turns.

    Args:
        players: how many.
        params, reward, limit: as for `Batch`.
        render_mode: "ansi" or "rgb_array".

    Agents are "player_0" and so on. Observations are {"observation": uint8 [planes, rows, cols],
    "action_mask": int8 [actions]}; the mask is all 0 for who is not to move. An act that is not legal changes
    nothing and costs a point of reward="points": the same player goes on.
    """

    metadata = {**metadata(), "name": "tilewright_azul_v1", "is_parallelizable": False}

    def __init__(
        self,
        players: int = 2,
        *,
        params: Params | None = None,
        reward: str = "points",
        limit: int = 0,
        render_mode: str | None = None,
        **more: int,
    ) -> None:
        super().__init__()
        batch = Batch(
            "azul",
            1,
            params={**join_params("azul", params, more, AZUL_OPTIONS, "players"), "players": players},
            autoreset="disabled",
            reward=reward,
            limit=limit,
        )
        self._table = _Table(batch, render_mode)
        self._others: Engine | None = None
        self.render_mode = render_mode
        self.possible_agents = list(self._table.names)
        self.observation_spaces = self._table.spaces
        self.action_spaces = self._table.acts
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        """Returns the space of an agent's observations, the same each time."""
        return self._table.spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Returns the space of an agent's acts, the same each time."""
        return self._table.acts[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game; with options={"state": ...} from that state of the protocol."""
        self._table.reset(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._turn()

    def step(self, action: Any) -> None:
        """Plays an act of `agent_selection`; None if it has ended for that agent."""
        self._table.must_have_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self._table.batch
        self._table.play(0, action)
        batch.step()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        for seat, name in enumerate(self.possible_agents):
            self.rewards[name] = float(batch.rewards[0, seat])
        if batch.terminated[0] or batch.truncated[0]:
            self.terminations = dict.fromkeys(self.agents, bool(batch.terminated[0]))
            self.truncations = dict.fromkeys(self.agents, bool(batch.truncated[0]))
        self._turn()
        self._accumulate_rewards()

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Returns observation, reward since its last act, ends and info of who is to act."""
        self._table.must_have_begun()
        told: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return told

    def observe(self, agent: str) -> Observation:
        """Returns what an agent sees now, whoever is to move."""
        if agent == self._mover:
            return self._table.observe(0)
        empty = np.zeros(self._table.batch.action_count, np.int8)
        return {"observation": self._look(agent), "action_mask": empty}

    def render(self) -> Picture | None:
        """Returns the game as text or picture, by the render mode."""
        return self._table.render(int(self._table.batch.seats[0]))

    def close(self) -> None:
        """Frees the game. May be called again."""
        self._table.close()
        if self._others is not None:
            self._others.close()
            self._others = None

    def _turn(self) -> None:
        """Notes whose turn it is."""
        self._mover = self.possible_agents[int(self._table.batch.seats[0])]
        self.agent_selection = self._mover

    def _look(self, agent: str) -> Bytes:
        """Asks the engine what an agent sees: C writes only the view of who is to move."""
        if self._others is None:
            self._others = Engine()
        asked = {"cmd": "observe", "state": self._table.batch.json(0), "who": self.possible_agents.index(agent)}
        seen = base64.b64decode(self._others.request(asked)["bytes"])
        return np.frombuffer(seen, np.uint8).reshape(self._table.batch.view_shape).copy()


class FallsParallel(NoCopies, ParallelEnv):  # type: ignore[misc]
    """falls for 1 to 8 learners who act at once.

    Args:
        players: how many.
        params, level, view, reward, limit: as for `Batch`.
        render_mode: "ansi" or "rgb_array", of the first player's view.

    Agents are "player_0" and so on; all stay until the game ends, also one who is out, whose acts then have no
    effect. Observations are {"observation": uint8
    [planes, rows, cols], "action_mask": int8 [actions]}.
    """

    metadata = {**metadata(), "name": "tilewright_falls_v1"}

    def __init__(
        self,
        players: int = 2,
        *,
        params: Params | None = None,
        level: str | None = None,
        view: str | None = None,
        reward: str = "points",
        limit: int = 0,
        render_mode: str | None = None,
        **more: int,
    ) -> None:
        batch = Batch(
            "falls",
            1,
            params={**join_params("falls", params, more, FALLS_OPTIONS, "players"), "players": players},
            level=level,
            view=view,
            autoreset="disabled",
            reward=reward,
            limit=limit,
        )
        self._table = _Table(batch, render_mode)
        self.render_mode = render_mode
        self.possible_agents = list(self._table.names)
        self.observation_spaces = self._table.spaces
        self.action_spaces = self._table.acts
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        """Returns the space of an agent's observations, the same each time."""
        return self._table.spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Returns the space of an agent's acts, the same each time."""
        return self._table.acts[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begins a new game, from a state of the protocol if options={"state": ...}.

        Returns observations and infos by agent.
        """
        self._table.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Plays an act of each agent. Returns observations, rewards, terminations, truncations and infos."""
        self._table.must_have_begun()
        if not self.agents:
            return {}, {}, {}, {}, {}
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise ValueError(f"actions must have one of each agent, and has none of {', '.join(missing)}")
        batch, agents = self._table.batch, self.agents
        for seat, agent in enumerate(agents):
            self._table.play(seat, actions[agent])
        batch.step()
        rewards = {agent: float(batch.rewards[0, seat]) for seat, agent in enumerate(agents)}
        terminated, truncated = bool(batch.terminated[0]), bool(batch.truncated[0])
        observations = self._observations()
        if terminated or truncated:
            self.agents = []
        return (
            observations,
            rewards,
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            {agent: {} for agent in agents},
        )

    def render(self) -> Picture | None:
        """Returns the game as text or picture, by the render mode."""
        return self._table.render(0)

    def state(self) -> npt.NDArray[np.uint8]:
        """Returns what all agents see together: uint8 [players, planes, rows, cols]."""
        seen: Bytes = self._table.batch.observations[0].copy()
        return seen

    def close(self) -> None:
        """Frees the game. May be called again."""
        self._table.close()

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._table.observe(seat) for seat, agent in enumerate(self.agents)}


def azul_raw_env(**kwargs: Any) -> AzulAEC:
    """Makes azul for several learners, without PettingZoo's checks."""
    return AzulAEC(**kwargs)


def azul_env(**kwargs: Any) -> Any:
    """Makes azul for several learners, with PettingZoo's checks of what the caller does."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(AzulAEC(**kwargs)))


def falls_parallel_env(**kwargs: Any) -> FallsParallel:
    """Makes falls for several learners who act at once."""
    return FallsParallel(**kwargs)


def falls_env(**kwargs: Any) -> Any:
    """Makes falls as an environment of turns, as some programs want it."""
    return parallel_to_aec(FallsParallel(**kwargs))
