"""Plays all games at random and prints how many steps a second this machine makes.

Each step draws a legal act, plays it, and writes observation, mask, reward and ends into numpy arrays, for
all games of a batch. The first column counts all of that, the second one leaves out the time for drawing acts.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

from tilewright import Batch

GAMES: list[tuple[str, str, dict[str, Any]]] = [
    ("slide", "4x4", {"limit": 500}),
    ("slide", "5x5, cells", {"params": {"rows": 5, "cols": 5}, "view": "cells", "limit": 500}),
    ("azul", "2 players, all seats", {}),
    ("azul", "against a random player", {"rivals": "random"}),
    ("lines", "9x9", {}),
    ("lines", "9x9, cells, masks of bits", {"view": "cells", "masks": "bits"}),
    ("falls", "a key a step", {"level": "ticks"}),
    ("falls", "a capsule a step", {"level": "places"}),
]


def arguments() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--games", type=int, default=4096, help="in a batch; more than the cache holds is slower (%(default)s)")
    add("--threads", type=int, default=1, help="that step them; results stay the same (%(default)s)")
    add("--seconds", type=float, default=2.0, help="for each line (%(default)s)")
    add("--seed", type=int, default=1, help="of all luck (%(default)s)")
    add("--quick", action="store_true", help="only shows that it works")
    args = parser.parse_args()
    if args.seconds <= 0:
        parser.error("--seconds must be more than 0")
    if args.quick:
        args.games, args.seconds = 64, 0.02
    return args


def measure(batch: Batch, seconds: float) -> tuple[float, float, float]:
    """Plays for a while. Returns steps a second, the same without drawing acts, and the mean of ended games' points."""
    steps = ended = 0
    points = drawing = 0.0
    begin = now = time.perf_counter()
    while now - begin < seconds:
        batch.sample(batch.actions)
        drawing += time.perf_counter() - now
        batch.step()
        steps += batch.count
        over = batch.terminated | batch.truncated
        ended += int(over.sum())
        points += float(batch.episode_returns[over, 0].sum())
        now = time.perf_counter()
    return steps / (now - begin), steps / (now - begin - drawing), points / max(ended, 1)


def main() -> None:
    args = arguments()
    print(f"{args.games} games, threads: {args.threads}")
    print(f"{'':34}{'steps/s':>12}{'acts given':>12}{'points a game':>15}")
    for game, words, options in GAMES:
        with Batch(game, args.games, threads=args.threads, seed=args.seed, **options) as batch:
            drawn, given, points = measure(batch, args.seconds)
        print(f"{game + ' ' + words:34}{drawn:12,.0f}{given:12,.0f}{points:15.2f}", flush=True)


if __name__ == "__main__":
    main()
