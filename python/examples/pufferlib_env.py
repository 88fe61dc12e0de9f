"""The batch as a native environment of PufferLib, and how fast it steps through PufferLib's vectors.

    python pufferlib_env.py
    python pufferlib_env.py --game lines --param rows=5 --param cols=5

`TilePuffer` steps all of its games in one call of C, and writes into the buffers that PufferLib shares with its
workers. PufferLib knows no masks: an act that is not legal changes nothing and costs a point. Train with it by

    pufferlib.vector.make(TilePuffer, env_kwargs={"game": "slide", "rows": 2, "cols": 3, "limit": 100})
"""

from __future__ import annotations

import argparse
import sys
import time
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright import Batch

READY = find_spec("pufferlib") is not None
if READY:
    from gymnasium import spaces
    from pufferlib import PufferEnv, vector
else:
    PufferEnv = object


def arguments() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--game", default="slide", help="azul, slide, lines or falls (%(default)s)")
    add("--param", action="append", default=[], metavar="NAME=N", help="of the game, as rows=4; may be repeated")
    add("--envs", type=int, default=4096, help="games played at once (%(default)s)")
    add("--seconds", type=float, default=10.0, help="how long to step them (%(default)s)")
    add("--seed", type=int, default=1, help="of all luck (%(default)s)")
    add("--quick", action="store_true", help="only shows that it works")
    args = parser.parse_args()
    args.params = {name: int(value) for name, _, value in (text.partition("=") for text in args.param)}
    if args.quick:
        args.envs, args.seconds = 64, 0.1
    return args


class TilePuffer(PufferEnv):  # type: ignore[misc]
    """Games of one kind, an agent each.

    Args:
        game, level, view, reward, limit: as for `Batch`.
        num_envs: the number of games.
        report: how many steps lie between two infos with the means of the games that have ended.
        buf, seed: from PufferLib.
        params: of the game, as rows=5.
    """

    def __init__(
        self,
        game: str = "slide",
        num_envs: int = 1024,
        *,
        level: str | None = None,
        view: str | None = None,
        reward: str = "points",
        limit: int = 500,
        report: int = 128,
        buf: Any = None,
        seed: int = 0,
        **params: int,
    ) -> None:
        self.batch = Batch(
            game, num_envs, params=params, level=level, view=view, reward=reward, rivals="random",
            limit=limit, autoreset="same_step", writes="changes", seed=seed,
        )  # fmt: skip
        self.single_observation_space = spaces.Box(0, 255, self.batch.view_shape, np.uint8)
        self.single_action_space = spaces.Discrete(self.batch.action_count)
        self.num_agents, self.report = num_envs * self.batch.learners, report
        self.steps, self.points, self.lengths = 0, 0.0, 0
        self.ended = 0
        super().__init__(buf)

    def reset(self, seed: int | None = None) -> tuple[npt.NDArray[Any], list[dict[str, float]]]:
        """Begins all games."""
        self.batch.reset(seed)
        np.copyto(self.observations, self.batch.observations.reshape(self.observations.shape))
        return self.observations, []

    def step(self, actions: npt.NDArray[Any]) -> tuple[Any, Any, Any, Any, list[dict[str, float]]]:
        """Plays an act in each game."""
        batch = self.batch
        np.copyto(batch.actions, np.reshape(actions, batch.actions.shape), casting="unsafe")
        batch.step()
        np.copyto(self.observations, batch.observations.reshape(self.observations.shape))
        # Seats are the learners where they act at once; else the learner is seat 0.
        self.rewards[:] = batch.rewards[:, : batch.learners].reshape(-1)
        self.terminals[:] = np.repeat(batch.terminated, batch.learners)
        self.truncations[:] = np.repeat(batch.truncated, batch.learners)
        return self.observations, self.rewards, self.terminals, self.truncations, self.tell()

    def tell(self) -> list[dict[str, float]]:
        """Counts games that have ended. Returns their means now and then."""
        over = self.batch.terminated | self.batch.truncated
        self.ended += int(over.sum())
        self.points += float(self.batch.episode_returns[over, 0].sum())
        self.lengths += int(self.batch.episode_lengths[over].sum())
        self.steps += 1
        if self.steps % self.report or not self.ended:
            return []
        means = {"episode_return": self.points / self.ended, "episode_length": self.lengths / self.ended}
        self.points, self.lengths, self.ended = 0.0, 0, 0
        return [means]

    def close(self) -> None:
        """Frees the games."""
        self.batch.close()


def main() -> None:
    args = arguments()
    if not READY:
        sys.exit("pufferlib_env.py needs PufferLib: pip install pufferlib")
    kwargs = {"game": args.game, "num_envs": args.envs, **args.params}
    games = vector.make(TilePuffer, env_kwargs=kwargs, backend=PufferEnv, seed=args.seed)
    games.reset(args.seed)
    told: dict[str, float] = {}
    steps, begin = 0, time.perf_counter()
    acts = np.random.default_rng(args.seed).integers(games.single_action_space.n, size=(64, args.envs), dtype=np.int32)
    while time.perf_counter() - begin < args.seconds:
        infos = games.step(acts[steps % 64])[4]
        told = infos[-1] if infos else told
        steps += 1
    speed = steps * args.envs / (time.perf_counter() - begin)
    print(f"{args.game}, {args.envs} games: {speed:,.0f} steps/s by any acts, legal or not; {told}")
    games.close()


if __name__ == "__main__":
    main()
