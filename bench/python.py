"""bench/python.py [GAME]: steps a second through TileVecEnv beside those of C alone; bench/python.sh runs it.

All play the same games, by the same random legal acts, drawn before. Times are of this thread, the best of
several tries. Where envpool or PettingZoo is there, one of their games is measured, too.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from tilewright import Batch, TileVecEnv
from tilewright._library import lib

COUNT, TRIES = 4096, 7
STEPS = int(os.environ.get("BENCH_STEPS", "150"))

WAYS: list[tuple[str, str, dict[str, Any]]] = [
    ("slide", "5x5, cells, limit 500", {"rows": 5, "cols": 5, "view": "cells", "limit": 500}),
    ("azul", "2 players, all seats", {"rivals": "none"}),
    ("lines", "standard", {}),
    ("falls", "ticks", {"level": "ticks"}),
]

Acts = npt.NDArray[Any]


def options_of(mode: AutoresetMode, options: dict[str, Any]) -> dict[str, Any]:
    """Returns options of TileVecEnv as those of Batch: what is no option is a param."""
    own = {name: value for name, value in options.items() if name in ("level", "limit", "rivals", "view")}
    params = {name: value for name, value in options.items() if name not in own}
    return {"autoreset": mode.name.lower(), "params": params, "seed": 1, **own}


def draw_acts(game: str, options: dict[str, Any]) -> npt.NDArray[np.int32]:
    """Plays at random and returns the acts: int32 [STEPS, COUNT, 1]."""
    acts = np.zeros((STEPS, COUNT, 1), np.int32)
    with Batch(game, COUNT, **options) as batch:
        for row in acts:
            np.copyto(batch.actions, batch.sample(row))
            batch.step()
    return acts


def step_c(batch: Batch) -> Callable[[Acts], object]:
    """Returns what steps a batch by C alone: the acts are written, and C is called."""
    vec, function, actions = batch._vec, lib.tw_vec_step, batch.actions

    def step(row: Acts) -> None:
        np.copyto(actions, row)
        function(vec)

    return step


def rate(step: Callable[[Acts], object], acts: Acts) -> float:
    """Returns steps a second over all acts."""
    begin = time.thread_time()
    for row in acts:
        step(row)
    return acts.size / (time.thread_time() - begin)


def measure(game: str, what: str, options: dict[str, Any], mode: AutoresetMode) -> None:
    """Prints a line about a game. The ways to step take turns, so that a busy moment hits all of them."""
    bare = options_of(mode, options)
    acts = draw_acts(game, bare)
    wide = acts[:, :, 0].astype(np.int64)  # as Gymnasium's spaces draw them
    batch = Batch(game, COUNT, **bare)
    shared = TileVecEnv(game, COUNT, copy=False, autoreset_mode=mode, **options)
    copies = TileVecEnv(game, COUNT, autoreset_mode=mode, **options)
    best = {"C": 0.0, "copy=False": 0.0, "copy=True": 0.0}
    for _ in range(TRIES):
        batch.reset(1)
        best["C"] = max(best["C"], rate(step_c(batch), acts))
        for name, envs in (("copy=False", shared), ("copy=True", copies)):
            envs.reset(seed=1)
            best[name] = max(best[name], rate(envs.step, wide))
    for each in (batch, shared, copies):
        each.close()
    told = ", ".join(f"{name} {best[name] / 1e6:6.2f} ({best[name] / best['C']:.2f})" for name in best)
    print(f"{game:6} {what:22} {mode.name.lower():9} M/s: {told}", flush=True)


def measure_envpool() -> None:
    """Compares the sliding puzzle with envpool's."""
    envpool: Any = importlib.import_module("envpool")
    if "SlidingTilePuzzle-v0" not in envpool.list_all_envs():
        raise ImportError("this envpool has no SlidingTilePuzzle-v0")
    theirs = envpool.make("SlidingTilePuzzle-v0", env_type="gymnasium", num_envs=COUNT, num_threads=1)
    theirs.reset()
    ours = TileVecEnv("slide", COUNT, rows=5, cols=5, view="cells", limit=500, copy=False)
    ours.reset(seed=1)
    acts = np.random.default_rng(1).integers(4, size=(STEPS, COUNT))
    rates = [0.0, 0.0]
    for _ in range(TRIES):
        for at, envs in enumerate((ours, theirs)):
            begin = time.process_time()  # envpool steps in threads of its own
            for row in acts:
                envs.step(row)
            rates[at] = max(rates[at], acts.size / (time.process_time() - begin))
    told = f"{rates[0] / 1e6:.2f} and {rates[1] / 1e6:.2f} M/s, {rates[0] / rates[1]:.1f} times"
    print(f"slide  beside envpool's SlidingTilePuzzle-v0, any acts: {told}")


def random_rate(game: str, options: dict[str, Any]) -> float:
    """Returns steps a second of random play, with the drawing of acts."""
    envs = TileVecEnv(game, COUNT, copy=False, **options)
    envs.reset(seed=1)
    rates = []
    for _ in range(3):
        begin = time.thread_time()
        for _ in range(STEPS):
            envs.step(envs.batch.sample()[:, 0])
        rates.append(STEPS * COUNT / (time.thread_time() - begin))
    return max(rates)


def play_turns(env: Any, games: int) -> float:
    """Returns steps a second of random play by PettingZoo's turns."""
    random, steps = np.random.default_rng(1), 0
    begin = time.thread_time()
    for seed in range(games):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else int(random.choice(np.flatnonzero(seen["action_mask"]))))
            steps += not over
    return steps / (time.thread_time() - begin)


def measure_pettingzoo() -> None:
    """Compares azul by PettingZoo's turns, and many games at once, with its connect_four."""
    theirs: Any = importlib.import_module("pettingzoo.classic.connect_four_v3")
    from tilewright import azul_v1

    pairs = {"azul": azul_v1.env, "connect_four": theirs.env}
    rates = {name: max(play_turns(make(), 20) for _ in range(3)) for name, make in pairs.items()}
    many = random_rate("azul", {"rivals": "none"})
    told = f"{rates['azul']:.0f} and {rates['connect_four']:.0f} /s"
    print(f"azul   beside PettingZoo's connect_four, by turns: {told}; {COUNT} games of azul at once: {many:.0f} /s")
    print(f"       which is {many / rates['connect_four']:.0f} times connect_four")


def main() -> None:
    """Measures all games, or the one that is named."""
    print(f"{COUNT} games, one thread, the best of {TRIES} tries; in brackets the ratio to C alone")
    for game, what, options in WAYS:
        if len(sys.argv) < 2 or sys.argv[1] == game:
            for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
                measure(game, what, options, mode)
    for other in (measure_envpool, measure_pettingzoo):
        try:
            other()
        except ImportError as error:
            print(f"not measured: {error}")


if __name__ == "__main__":
    main()
