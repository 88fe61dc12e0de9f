"""PPO with masks in PyTorch: learns a game from nothing, in a minute on one core.

    python ppo.py                                      slide 2x3, boards up to 21 moves away; 20 seconds
    python ppo.py --game azul                          against a random player: from 3 points to 60
    python ppo.py --game lines --param rows=5 --param cols=5 --param match_length=3 --param colors_count=4
    python ppo.py --game falls --level places --param viruses=4    these two learn more slowly

All games of the batch are stepped by one call of C, which also begins a new game in the same step in which the
last one ends, so no step is lost. Where a game was cut short by --limit, the value of its last position stands
in for the rest of it. Acts that are not legal get a logit so low that they are never drawn.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np

from tilewright import Batch

if find_spec("torch"):
    import torch
    from torch import nn
    from torch.nn import functional

NEVER = -1e9  # the logit of an act that is not legal; minus infinity would make the entropy not a number


def arguments() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--game", default="slide", help="azul, slide, lines or falls (%(default)s)")
    add("--param", action="append", default=[], metavar="NAME=N", help="of the game, as rows=4; may be repeated")
    add("--level", help="what an act is; for falls: ticks or places")
    add("--limit", type=int, help="steps until a game is cut short, 0: never (slide 100, others 500)")
    add("--steps", type=int, default=1_000_000, help="to learn from, all games together (%(default)s)")
    add("--envs", type=int, default=256, help="games played at once (%(default)s)")
    add("--rollout", type=int, default=32, help="steps of each game between two updates (%(default)s)")
    add("--epochs", type=int, default=3, help="how often each step is learned from (%(default)s)")
    add("--minibatch", type=int, default=2048, help="steps for each change of the net (%(default)s)")
    add("--rate", type=float, default=1e-3, help="of learning; it falls to 0 (%(default)s)")
    add("--gamma", type=float, default=0.99, help="what a point is worth a step later (%(default)s)")
    add("--trace", type=float, default=0.95, help="lambda of the advantages (%(default)s)")
    add("--clip", type=float, default=0.2, help="how far a probability may change at once (%(default)s)")
    add("--entropy", type=float, default=0.01, help="reward for trying things (%(default)s)")
    add("--width", type=int, default=128, help="of the net's two layers (%(default)s)")
    add("--device", default="auto", help="cpu, cuda, or auto: a GPU where there is one")
    add("--cores", type=int, default=1, help="for the net; for small ones several are slower (%(default)s)")
    add("--threads", type=int, default=1, help="that step the games (%(default)s)")
    add("--seed", type=int, default=1, help="of all luck; the CPU repeats a run exactly (%(default)s)")
    add("--save", metavar="FILE", help="where to write the net")
    add("--quick", action="store_true", help="only shows that it works")
    args = parser.parse_args()
    args.params = {name: int(value) for name, _, value in (text.partition("=") for text in args.param)}
    if args.game == "slide":
        args.params = {"rows": 2, "cols": 3, **args.params}
    if args.limit is None:
        args.limit = 100 if args.game == "slide" else 500
    if args.quick:
        args.steps, args.envs, args.width = 8192, 64, 32
    return args


def open_batch(args: argparse.Namespace, seed: int, autoreset: str) -> Batch:
    """Makes the games."""
    return Batch(
        args.game,
        args.envs,
        params=args.params,
        level=args.level,
        view="cells" if args.game == "slide" else "planes",
        rivals="random",
        limit=args.limit,
        autoreset=autoreset,
        threads=args.threads,
        seed=seed,
    )


class Net:
    """Two layers, and on them the logits of all acts and the value of the position."""

    def __init__(self, batch: Batch, width: int, device: Any) -> None:
        # slide's bytes are names of tiles, one input for each that may lie on a cell; other bytes are counts.
        cells = int(np.prod(batch.view_shape))
        self.names = cells if batch.game == "slide" else 0
        inputs = cells * (self.names or 1)
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()).to(device)
        self.act = nn.Linear(width, batch.action_count).to(device)
        self.worth = nn.Linear(width, 1).to(device)
        nn.init.orthogonal_(self.act.weight, 0.01)  # all legal acts are about equally likely at first
        self.all = nn.ModuleList([self.body, self.act, self.worth])

    def see(self, seen: Any) -> Any:
        """Turns bytes [..., cells] into what the layers take."""
        if self.names:
            return functional.one_hot(seen.long(), self.names).flatten(-2).float()
        return torch.log1p(seen.float())

    def think(self, seen: Any, legal: Any) -> tuple[Any, Any]:
        """Returns log probabilities of acts and values."""
        inner = self.body(self.see(seen))
        logits = self.act(inner).masked_fill(~legal, NEVER)
        return functional.log_softmax(logits, -1), self.worth(inner).squeeze(-1)

    def value(self, seen: Any) -> Any:
        """Returns values alone."""
        return self.worth(self.body(self.see(seen))).squeeze(-1)


class Games:
    """The batch as tensors on the device, and the returns of games that have ended."""

    def __init__(
        self, args: argparse.Namespace, seed: int, device: Any, autoreset: str = "same_step"
    ) -> None:
        self.batch = open_batch(args, seed, autoreset)
        if self.batch.learners != 1:
            sys.exit("ppo.py is for one learner: leave out players=")
        self.device = device
        self.ended: list[float] = []
        self.lengths: list[int] = []
        self.gathered = np.zeros(self.batch.count)
        self.spread = 0.0

    def look(self) -> tuple[Any, Any]:
        """Returns copies of what is seen and which acts are legal: uint8 [n, cells], bool [n, acts]."""
        batch = self.batch
        seen = torch.from_numpy(batch.observations.reshape(batch.count, -1))
        legal = torch.from_numpy(batch.masks[:, 0].view(np.bool_))
        return seen.to(self.device, copy=True), legal.to(self.device, copy=True)

    def step(self, acts: Any) -> tuple[Any, Any]:
        """Plays acts. Returns rewards and ends: float [n], bool [n]."""
        batch = self.batch
        batch.actions[:, 0] = acts.cpu().numpy()
        batch.step()
        over = batch.terminated | batch.truncated
        self.ended += batch.episode_returns[over, 0].tolist()
        self.lengths += batch.episode_lengths[over].tolist()
        rewards = torch.from_numpy(batch.rewards[:, 0]).to(self.device, copy=True)
        return rewards, torch.from_numpy(over).to(self.device)

    def cut_short(self) -> tuple[Any, Any]:
        """Returns the lanes whose game was cut short in this step, and what was seen at its end."""
        lanes = np.flatnonzero(self.batch.truncated & ~self.batch.terminated)
        assert self.batch.final_observations is not None
        finals = self.batch.final_observations.reshape(self.batch.count, -1)[lanes]
        return torch.from_numpy(lanes).to(self.device), torch.from_numpy(finals).to(self.device)


def scaled(games: Games, rewards: Any, over: Any, gamma: float) -> Any:
    """Returns rewards by the spread of what games have gathered so far: values are then about 1 in any game."""
    games.gathered = games.gathered * gamma + rewards.cpu().numpy()
    games.spread = max(games.spread, float(games.gathered.std()), float(np.abs(games.gathered).mean()))
    games.gathered[over.cpu().numpy()] = 0
    return rewards / max(games.spread, 1e-3)


def draw(logs: Any) -> Any:
    """Draws acts by their log probabilities, by Gumbel's trick: several times faster than multinomial."""
    return (logs - torch.empty_like(logs).exponential_().log()).argmax(-1)


def collect(games: Games, net: Net, args: argparse.Namespace) -> dict[str, Any]:
    """Plays a rollout. Returns its tensors [rollout, n, ...], with advantages and what values should have been."""
    rows: list[tuple[Any, ...]] = []
    for _ in range(args.rollout):
        seen, legal = games.look()
        logs, values = net.think(seen, legal)
        acts = draw(logs)
        rewards, over = games.step(acts)
        rewards = scaled(games, rewards, over, args.gamma)
        lanes, finals = games.cut_short()
        if len(lanes):
            rewards[lanes] += args.gamma * net.value(finals)
        rows.append((seen, legal, acts, logs.gather(-1, acts[:, None])[:, 0], values, rewards, over))
    names = ("seen", "legal", "acts", "logs", "values", "rewards", "over")
    data = dict(zip(names, map(torch.stack, zip(*rows, strict=True)), strict=True))
    data["gains"] = advantages(data, net.value(games.look()[0]), args)
    data["targets"] = data["gains"] + data["values"]
    return data


def advantages(data: dict[str, Any], following: Any, args: argparse.Namespace) -> Any:
    """Returns how much better each act turned out than expected (GAE): nothing flows over the end of a game."""
    gains = torch.zeros_like(data["rewards"])
    gain = torch.zeros_like(following)
    for t in reversed(range(args.rollout)):
        goes_on = (~data["over"][t]).float()
        surprise = data["rewards"][t] + args.gamma * following * goes_on - data["values"][t]
        gain = surprise + args.gamma * args.trace * goes_on * gain
        gains[t], following = gain, data["values"][t]
    return gains


def minibatches(data: dict[str, Any], args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Shuffles the steps of a rollout and deals them out."""
    flat = {name: tensor.flatten(0, 1) for name, tensor in data.items()}
    for _ in range(args.epochs):
        order = torch.randperm(len(flat["acts"]), device=flat["acts"].device)
        for part in order.split(args.minibatch):
            yield {name: tensor[part] for name, tensor in flat.items()}


def learn(net: Net, optimizer: Any, data: dict[str, Any], args: argparse.Namespace) -> None:
    """Changes the net: the clipped objective, the squared error of values, the entropy."""
    for part in minibatches(data, args):
        logs, values = net.think(part["seen"], part["legal"])
        ratio = (logs.gather(-1, part["acts"][:, None])[:, 0] - part["logs"]).exp()
        gains = (part["gains"] - part["gains"].mean()) / (part["gains"].std() + 1e-8)
        clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
        policy_loss = -torch.minimum(ratio * gains, clipped * gains).mean()
        value_loss = functional.mse_loss(values, part["targets"])
        entropy = -(logs.exp() * logs).sum(-1).mean()
        optimizer.zero_grad()
        (policy_loss + 0.5 * value_loss - args.entropy * entropy).backward()
        nn.utils.clip_grad_norm_(net.all.parameters(), 0.5)
        optimizer.step()


def train(net: Net, games: Games, args: argparse.Namespace) -> None:
    """Collects and learns in turn, and prints how games went since the last line."""
    optimizer = torch.optim.Adam(net.all.parameters(), lr=args.rate, eps=1e-5)
    size = args.envs * args.rollout
    updates = max(1, args.steps // size)
    begin = time.perf_counter()
    print(f"{'steps':>10} {'points a game':>14} {'its length':>11} {'steps/s':>9}")
    for update in range(1, updates + 1):
        optimizer.param_groups[0]["lr"] = args.rate * (1 - (update - 1) / updates)
        with torch.no_grad():
            data = collect(games, net, args)
        learn(net, optimizer, data, args)
        if update * 12 // updates > (update - 1) * 12 // updates and games.ended:
            speed = update * size / (time.perf_counter() - begin)
            tell(f"{update * size:10,}", games, f" {speed:9,.0f}")


def tell(head: str, games: Games, tail: str = "") -> None:
    """Prints the means of the games that have ended, and forgets them."""
    print(f"{head} {np.mean(games.ended):14.2f} {np.mean(games.lengths):11.1f}{tail}", flush=True)
    games.ended, games.lengths = [], []


def compare(net: Net, args: argparse.Namespace, device: Any) -> None:
    """Plays the same fresh games to their ends, at random and with the net."""
    args.envs = 64 if args.quick else 1000
    for name in ("random", "learned"):
        games = Games(args, args.seed + 1_000_000, device, "disabled")
        batch = games.batch
        while not (batch.terminated | batch.truncated).all():
            seen, legal = games.look()
            with torch.no_grad():
                acts = draw(net.think(seen, legal)[0] if name == "learned" else torch.where(legal, 0.0, NEVER))
            games.step(acts)
        points, length = batch.episode_returns[:, 0], batch.episode_lengths.mean()
        error = points.std() / args.envs**0.5
        print(f"{name:>10} {points.mean():14.2f} {length:11.1f}   ± {error:.2f} points, {args.envs} games")


def main() -> None:
    args = arguments()
    if not find_spec("torch"):
        sys.exit("ppo.py needs PyTorch: pip install torch (for the CPU alone: --index-url https://download.pytorch.org/whl/cpu)")
    device = args.device if args.device != "auto" else "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_num_threads(args.cores)
    torch.manual_seed(args.seed)
    games = Games(args, args.seed, device)
    net = Net(games.batch, args.width, device)
    print(f"{args.game} {args.params or ''} on {device}: {args.envs} games at once")
    if args.quick:
        print("--quick is too short to learn: it only shows that all works")
    train(net, games, args)
    compare(net, args, device)
    if args.save:
        torch.save(net.all.state_dict(), args.save)


if __name__ == "__main__":
    main()
