"""MaskablePPO of sb3-contrib on a batch of games.

    python sb3_maskable.py                                   slide 2x3
    python sb3_maskable.py --game lines --param rows=5 --param cols=5 --param match_length=3

`MaskedGames` is TileVecEnv as Stable-Baselines3 wants its vector environments; all games are stepped by one call
of C. For a few games its own way works, too, for it asks each environment for `action_masks()`:

    env = gymnasium.make("tilewright/slide-v1", rows=2, cols=3, limit=100)
    MaskablePPO("MlpPolicy", env).learn(10_000)
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

READY = bool(find_spec("stable_baselines3") and find_spec("sb3_contrib"))
if READY:
    import torch
    from gymnasium import spaces
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import VecEnv, VecMonitor, VecNormalize

    from tilewright import TileVecEnv
else:
    VecEnv = BaseCallback = object


def arguments() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--game", default="slide", help="azul, slide, lines or falls (%(default)s)")
    add("--param", action="append", default=[], metavar="NAME=N", help="of the game, as rows=4; may be repeated")
    add("--limit", type=int, default=100, help="steps until a game is cut short (%(default)s)")
    add("--envs", type=int, default=64, help="games played at once (%(default)s)")
    add("--steps", type=int, default=200_000, help="to learn from, all games together (%(default)s)")
    add("--seed", type=int, default=1, help="of all luck (%(default)s)")
    add("--quick", action="store_true", help="only shows that it works")
    args = parser.parse_args()
    args.params = {name: int(value) for name, _, value in (text.partition("=") for text in args.param)}
    if args.game == "slide":
        args.params = {"rows": 2, "cols": 3, **args.params}
    if args.quick:
        args.steps, args.envs = 1024, 8
    return args


class MaskedGames(VecEnv):  # type: ignore[misc]
    """A TileVecEnv whose games begin anew in the step in which they end."""

    def __init__(self, game: str, count: int, *, one_hot: bool = False, **options: Any) -> None:
        self.games = TileVecEnv(game, count, autoreset_mode="SameStep", **options)
        self.names = int(np.prod(self.games.batch.view_shape)) if one_hot else 0
        shape = (self.names, self.names) if one_hot else self.games.batch.view_shape
        high = 1 if one_hot else 255
        super().__init__(count, spaces.Box(0, high, shape, np.uint8), self.games.single_action_space)

    def reset(self) -> npt.NDArray[Any]:
        """Begins all games, with the seeds that `seed` has set."""
        seen, _ = self.games.reset(seed=None if self._seeds[0] is None else self._seeds)
        self._reset_seeds()
        return self.see(seen)

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Keeps the acts for step_wait."""
        self.acts = actions

    def step_wait(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], list[dict[str, Any]]]:
        """Plays the acts."""
        seen, rewards, terminated, truncated, told = self.games.step(self.acts)
        over = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for lane in np.flatnonzero(over).tolist():
            final = self.see(told["final_obs"][lane][None])[0]
            infos[lane] = {
                "terminal_observation": final,
                "TimeLimit.truncated": bool(truncated[lane] and not terminated[lane]),
            }
        return self.see(seen), rewards.astype(np.float32), over, infos

    def see(self, seen: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Returns observations as they are, or with a row for each cell that has a 1 at the name of its tile."""
        return np.eye(self.names, dtype=np.uint8)[seen.reshape(len(seen), -1)] if self.names else seen

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Answers the one question that MaskablePPO has: which acts are legal in each game."""
        assert method_name == "action_masks"
        return list(self.games.action_masks()[self._get_indices(indices)])

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.games, attr_name, None) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name} cannot be set")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        self.games.close()


class Curve(BaseCallback):  # type: ignore[misc]
    """Prints how the last hundred games went, some ten times."""

    def __init__(self, steps: int) -> None:
        super().__init__()
        self.every = self.next = steps // 10

    def _on_step(self) -> bool:
        games = self.model.ep_info_buffer
        if self.num_timesteps >= self.next and games:
            self.next += self.every
            print(f"{self.num_timesteps:10,} {np.mean([g['r'] for g in games]):14.2f}", flush=True)
        return True


def play_random(games: Any, count: int) -> float:
    """Returns the mean points of the first games that end in random play."""
    games.reset()
    points: list[float] = []
    while len(points) < count:
        games.step_async(games.unwrapped.games.sample())
        points += [info["episode"]["r"] for info in games.step_wait()[3] if "episode" in info]
    return float(np.mean(points))


def main() -> None:
    args = arguments()
    if not READY:
        sys.exit("sb3_maskable.py needs sb3-contrib: pip install sb3-contrib")
    torch.set_num_threads(1)  # for small nets several are slower
    slide = args.game == "slide"
    options = {"limit": args.limit, **({"view": "cells"} if slide else {}), **args.params}
    games = VecMonitor(MaskedGames(args.game, args.envs, one_hot=slide, **options))
    games.seed(args.seed)
    print(f"random play: {play_random(games, 4 * args.envs):.2f} points a game")
    games.seed(args.seed)
    scaled = VecNormalize(games, norm_obs=False)
    net = {"net_arch": [128, 128], "normalize_images": False}
    model = MaskablePPO(
        "MlpPolicy", scaled, n_steps=32, batch_size=1024, n_epochs=6, learning_rate=1e-3, ent_coef=0.01,
        seed=args.seed, policy_kwargs=net, device="cpu",
    )  # fmt: skip
    print(f"{'steps':>10} {'points a game':>14}")
    model.learn(args.steps, callback=Curve(args.steps))
    games.close()


if __name__ == "__main__":
    main()
