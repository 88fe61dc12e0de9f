"""Monte-Carlo tree search on copies of a game, and how much better it plays than chance.

    python mcts.py                                       azul: the search in seat 0, random play in seat 1
    python mcts.py --game lines --param rows=5 --param cols=5 --param match_length=3
    python mcts.py --game slide --param rows=2 --param cols=3

The real game goes by `state_get` into the lanes of a second batch, with luck=False: each lane then has luck of
its own, so the search cannot foresee what will be drawn. All lanes walk down the tree at once, by UCB1, each
adds a position to it, plays on at random, and brings home the points that each seat has made. A node of the
tree is a sequence of acts, whatever luck came between them.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright import Batch

Points = npt.NDArray[np.float64]


def arguments() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--game", default="azul", help="azul, slide, lines or falls (%(default)s)")
    add("--param", action="append", default=[], metavar="NAME=N", help="of the game, as rows=4; may be repeated")
    add("--games", type=int, default=8, help="to play (%(default)s)")
    add("--lanes", type=int, default=64, help="copies that search at once (%(default)s)")
    add("--waves", type=int, default=16, help="how often, for each move (%(default)s)")
    add("--depth", type=int, default=40, help="acts that a copy looks ahead (%(default)s)")
    add("--limit", type=int, default=200, help="steps until a game is cut short (%(default)s)")
    add("--seed", type=int, default=1, help="of all luck (%(default)s)")
    add("--quick", action="store_true", help="only shows that it works")
    args = parser.parse_args()
    try:
        args.params = {name: int(value) for name, _, value in (text.partition("=") for text in args.param)}
    except ValueError:
        parser.error("--param must be a name and a whole number, as rows=4")
    if min(args.games, args.lanes, args.waves, args.depth, args.limit) < 1:
        parser.error("--games, --lanes, --waves, --depth and --limit must be 1 or more")
    if args.quick:
        args.games, args.lanes, args.waves, args.limit = 1, 16, 2, 40
    return args


class Node:
    """What is known of a sequence of acts: how often it was tried, and how well that went for who chose it."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[int, Node] = {}
        self.visits = 0
        self.total = 0.0

    def choose(self, legal: npt.NDArray[np.intp], random: np.random.Generator, spread: float) -> tuple[int, bool]:
        """Returns the act to try, and whether it is new here: UCB1, but first whatever was never tried."""
        new = [act for act in legal.tolist() if act not in self.children]
        if new:
            return new[int(random.integers(len(new)))], True
        explore = math.log(self.visits + 1)

        def promise(act: int) -> float:
            child = self.children[act]
            return child.total / child.visits + spread * math.sqrt(explore / child.visits)

        return max(legal.tolist(), key=promise), False


class Search:
    """A batch of copies and the tree that they grow."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.copies = Batch(
            args.game, args.lanes, params=args.params, limit=0, autoreset="disabled", seed=args.seed + 1000
        )
        self.random = np.random.default_rng(args.seed)

    def best(self, state: bytes) -> int:
        """Returns the act that was tried most."""
        root, spread = Node(), 1.0
        for _ in range(self.args.waves):
            paths, gains = self.wave(root, state, spread)
            spread = max(spread, float(gains.std()))
            for path, worth in zip(paths, gains, strict=True):
                for node, seat in path:
                    node.total += float(worth[seat])
        return max(root.children, key=lambda act: root.children[act].visits)

    def wave(self, root: Node, state: bytes, spread: float) -> tuple[list[list[tuple[Node, int]]], Points]:
        """Sends all copies down the tree and on at random.

        Returns for each the nodes passed, with who chose them, and by how much each seat was ahead in the end.
        """
        copies, lanes = self.copies, self.args.lanes
        for lane in range(lanes):
            copies.state_set(lane, state, luck=False)
        copies.look(0, lanes)
        root.visits += lanes
        gained: Points = np.zeros(copies.rewards.shape)
        over = np.zeros(lanes, np.bool_)
        here: list[Node | None] = [root] * lanes
        paths: list[list[tuple[Node, int]]] = [[] for _ in range(lanes)]
        for _ in range(self.args.depth):
            copies.sample(copies.actions)
            for lane in np.flatnonzero(~over).tolist():
                node = here[lane]
                if node is not None:
                    here[lane] = self.descend(node, lane, paths[lane], spread)
            copies.step()
            gained += copies.rewards
            over = copies.terminated | copies.truncated
            if over.all():
                break
        return paths, lead(gained)

    def descend(self, node: Node, lane: int, path: list[tuple[Node, int]], spread: float) -> Node | None:
        """Chooses a copy's act in the tree. Returns where that leads; None: out of the tree, on at random."""
        legal = np.flatnonzero(self.copies.masks[lane, 0])
        act, new = node.choose(legal, self.random, spread)
        child = node.children.setdefault(act, Node())
        child.visits += 1  # at once, so that the other copies look elsewhere, too
        path.append((child, int(self.copies.seats[lane])))
        self.copies.actions[lane, 0] = act
        return None if new else child


def lead(points: Points) -> Points:
    """Returns by how much each seat is ahead of the best other one; alone, its points."""
    if points.shape[1] == 1:
        return points
    return np.stack([points[:, s] - np.delete(points, s, 1).max(1) for s in range(points.shape[1])], 1)


def play(args: argparse.Namespace, game: int, search: Search | None) -> list[float]:
    """Plays a game, seat 0 by the search or at random. Returns the points of all seats."""
    options: dict[str, Any] = {"params": args.params, "limit": args.limit, "autoreset": "disabled"}
    with Batch(args.game, 1, seed=args.seed + game, **options) as real:
        while not (real.terminated[0] or real.truncated[0]):
            real.sample(real.actions)
            if search is not None and real.seats[0] == 0:
                real.actions[0, 0] = search.best(real.state_get(0))
            real.step()
        points: list[float] = real.episode_returns[0].tolist()
        return points


def row(points: Iterable[float], digits: int) -> str:
    return " ".join(f"{p:6.{digits}f}" for p in points)


def main() -> None:
    args = arguments()
    try:
        search = Search(args)
    except ValueError as error:
        raise SystemExit(f"mcts.py: {error}") from None
    if search.copies.learners != 1:
        raise SystemExit("mcts.py is for games in turns: leave out players=")
    print(f"{args.game}: points of all seats, with the same luck; {args.lanes * args.waves} tries a move")
    if args.quick:
        print("--quick is too short to tell who is better: it only shows that all works")
    print(f"{'game':>6}  {'random in seat 0':24}search in seat 0")
    results = []
    begin = time.perf_counter()
    for game in range(args.games):
        pair = play(args, game, None), play(args, game, search)
        results.append(pair)
        print(f"{game:6}  {row(pair[0], 0):24}{row(pair[1], 0)}", flush=True)
    means = np.mean(results, axis=0)
    print(f"{'mean':>6}  {row(means[0], 1):24}{row(means[1], 1)}")
    print(f"{time.perf_counter() - begin:.1f} s")


if __name__ == "__main__":
    main()
