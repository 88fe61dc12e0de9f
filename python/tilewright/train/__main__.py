"""python -m tilewright.train: trains nets for lines, and exports them for the program."""

from __future__ import annotations

import argparse
import json
import math
import signal
import statistics
import sys
import time
from dataclasses import fields
from pathlib import Path
from typing import Any

try:
    import torch
except ImportError:
    sys.exit('tilewright.train needs PyTorch: pip install "tilewright[torch]"')

from .export import compare, groups_of, nets_of, quantise, samples
from .files import Tensors, joined, write
from .learn import Run, go_on, load, players
from .learn import write as write_checkpoint
from .play import Match, Worth
from .settings import Settings
from .slim import slim

LANES = {"cpu": 64, "cuda": 2048}  # games side by side, at most, that `play` plays; a lane takes time until all games ended
COMPARED = 512  # positions, and boards, at most, by which `export` tells what is lost
_KINDS = {"int": int, "float": float, "str": str}
_READ = "of the checkpoint, or the checkpoint itself, also a slim one"


def _say(line: str) -> None:
    print(line, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tilewright.train", description="Trains the nets that play lines.")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="learn, from the start or from where the folder's checkpoint stands")
    run.add_argument("--folder", type=Path, required=True, help="of the checkpoint and the curve")
    run.add_argument("--start", type=Path, help="a checkpoint, or a slim one, to begin with if the folder has none")
    run.add_argument("--teacher", help="an agent of the program with a budget, as rank:20n: the policy learns what it plays")
    run.add_argument("--minutes", type=float, default=10, help="of this run (default 10)")
    run.add_argument("--moves", type=float, help="end the run when so many moves have been played in all")
    run.add_argument("--seed", type=int, default=1)
    run.add_argument("--threads", type=int, default=torch.get_num_threads(), help="for the games")
    run.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    run.add_argument("--plain", action="store_true", help="do not compile the nets: slower, but starts at once")
    run.add_argument("--every", type=float, default=150, help="seconds from one evaluation and checkpoint to the next")
    run.add_argument("--lanes-tried", type=int, default=512, help="games in an evaluation")
    run.add_argument("--turns-tried", type=int, default=128, help="turns of each in an evaluation")
    for each in fields(Settings):
        run.add_argument(
            f"--{each.name.replace('_', '-')}",
            type=_KINDS[str(each.type)],
            default=None,
            help=f"{each.metadata['meaning']} (default {each.default if isinstance(each.default, str) else f'{each.default:g}'})",
        )
    curve = commands.add_parser("curve", help="print the points of a game at each evaluation, with the deaths they rest on")
    curve.add_argument("--folder", type=Path, required=True, help="of the run")
    export = commands.add_parser("export", help="write the nets for both rule sets as the file that the program plays by")
    export.add_argument("--folder", type=Path, required=True, help=f"{_READ}, of the nets for the standard rules")
    export.add_argument("--folder98", type=Path, help="likewise of the nets for lines98 (default: the same)")
    export.add_argument("--out", type=Path, required=True, help="the file to write, as src/games/lines/minds/lines.net")
    export.add_argument("--which", choices=("net", "average", "long"), default="long", help="the weights (default long)")
    export.add_argument("--positions", type=int, default=512, help="of each group, to see what numbers occur (default 512)")
    play = commands.add_parser("play", help="play complete games by the nets as they were trained, to compare with whole numbers")
    play.add_argument("--folder", type=Path, required=True, help=_READ)
    play.add_argument("--games", type=int, default=2000, help="(default 2000)")
    play.add_argument("--lines98", action="store_true", help="by these rules, not the standard ones")
    play.add_argument("--candidates", type=int, default=0, help="moves that the value net ranks (default 0: as the policy says)")
    play.add_argument("--which", choices=("net", "average", "long"), default="long", help="the weights (default long)")
    play.add_argument("--seed", type=int, default=1, help="of the first lane; each next lane has the next seed, so other games need one far off")
    play.add_argument("--threads", type=int, default=torch.get_num_threads(), help="for the games")
    play.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    play.add_argument("--plain", action="store_true", help="do not compile the nets: slower, but exact on a processor")
    slimmer = commands.add_parser("slim", help="write a checkpoint that is small enough to keep beside sources")
    slimmer.add_argument("--folder", type=Path, required=True, help=_READ)
    slimmer.add_argument("--out", type=Path, required=True, help="the file to write; `run --start` begins with it")
    return parser


class _Ended:
    """Ctrl-C, or SIGTERM, ends a run after its iteration, with a checkpoint; a second one ends it at once."""

    def __init__(self) -> None:
        self.asked = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask)

    def _ask(self, number: int, frame: Any) -> None:
        self.asked = True
        signal.signal(number, signal.SIG_DFL)
        _say("ends after this iteration")


def _run(args: argparse.Namespace) -> None:
    said = {each.name: getattr(args, each.name) for each in fields(Settings) if getattr(args, each.name) is not None}
    found = go_on(args.folder, **said)
    begun_with = load(args.start) if args.start and not found else None
    settings = found[0] if found else Settings(**{**(begun_with["settings"] if begun_with else {}), **said})
    if settings.led and not found and not begun_with:
        raise ValueError("led must come with --start, the checkpoint whose nets play")
    device = torch.device(args.device)
    torch.set_float32_matmul_precision("high")
    torch.backends.cudnn.benchmark = True
    run = Run(args.folder, settings, device, found[1]["seed"] if found else args.seed, args.threads, not args.plain, args.teacher)
    if found:
        run.set_state(found[1])
    elif begun_with:
        run.start(begun_with)
        if run.leader:
            _say(f"the nets of {args.start} play the first {settings.led / 1e6:g} M moves")
        elif woken := run.wake():
            _say(f"{woken} channels of the policy were silent and begin anew")
    if run.moves:
        _say(f"goes on from {run.moves / 1e6:.1f} M moves, {run.seconds:.0f} s")
    begun = told = tried = time.perf_counter()
    ended = _Ended()
    while not ended.asked and time.perf_counter() - begun < args.minutes * 60 and (args.moves is None or run.moves < args.moves):
        news = run.iterate()
        now = time.perf_counter()
        if now - told > 10 or run.iteration <= 3:
            told = now
            text = " ".join(f"{name} {number:.4g}" for name, number in news.items())
            _say(f"[{now - begun:6.1f} s] {run.moves / 1e6:.2f} M moves | {text}")
        if now - tried > args.every:
            _say(f"[{now - begun:6.1f} s] points of a game: {run.evaluate(args.lanes_tried, args.turns_tried)}")
            run.save()
            tried = time.perf_counter()
    _say(f"points of a game: {run.evaluate(args.lanes_tried, args.turns_tried)}")
    run.save()


def _whole(args: argparse.Namespace, state: dict[str, Any], lines98: bool) -> Tensors:
    """The nets for a rule set in whole numbers; tells what they lose."""
    policy, value = nets_of(state, args.which)
    seen, legal, after = samples(state, policy, args.positions, lines98)
    tensors = quantise(policy, value, seen, after)
    some, more = (slice(None, None, -(-len(part) // COMPARED)) for part in (seen, after))
    lost = compare(policy, value, tensors, seen[some], legal[some], after[more])
    _say(f"{'lines98' if lines98 else 'standard'}, {state['moves'] / 1e6:.1f} M moves, in whole numbers: {lost}")
    return tensors


def _export(args: argparse.Namespace) -> None:
    torch.manual_seed(0)
    standard = load(args.folder)
    other = load(args.folder98) if args.folder98 else standard
    if not groups_of(standard, False):
        raise ValueError(f"--folder must name a run with groups that play the standard rules; {args.folder} has none")
    if not groups_of(other, True):
        raise ValueError(f"--folder98 must name a run with groups that play lines98; {args.folder98 or args.folder} has none")
    write(joined(_whole(args, standard, False), _whole(args, other, True)), args.out)
    _say(f"{args.out}: {args.out.stat().st_size} bytes")


def _curve(args: argparse.Namespace) -> None:
    points = [json.loads(line) for line in (args.folder / "curve.jsonl").read_text().splitlines()]
    names = [name for name in ("net", "rank", "net98", "rank98") if name in points[0]]
    _say("| moves | seconds | " + " | ".join(names) + " |")
    _say("|---" * (len(names) + 2) + "|")
    for point in points:
        scores = (f"{point[name]:.0f} ({point[name + '_deaths']})" for name in names)
        _say(f"| {point['moves'] / 1e6:.1f} M | {point['seconds']} | " + " | ".join(scores) + " |")


def _play(args: argparse.Namespace) -> None:
    if args.games < 2:
        raise ValueError(f"games must be at least 2, not {args.games}")
    state = load(args.folder)
    device = torch.device(args.device)
    nets = players(*nets_of(state, args.which), device, not args.plain)
    settings = Settings(**state["settings"])
    worth = Worth(settings.discount, settings.death_discount, settings.death_cost_later)
    lanes = min(args.games, LANES.get(device.type, 64))
    match = Match(lanes, args.lines98, args.candidates, device, args.seed, args.threads)
    told = time.perf_counter()

    def said(count: int) -> None:
        nonlocal told
        if time.perf_counter() - told > 10:
            told = time.perf_counter()
            _say(f"{count} games ended, of {-(-args.games // lanes) * lanes}")

    scores = sorted(match.complete(args.games, nets, worth, said))
    count, mean = len(scores), statistics.fmean(scores)
    error = 1.96 * statistics.stdev(scores) / math.sqrt(count)
    low, middle, high = scores[(count - 1) // 20], statistics.median(scores), scores[count - 1 - (count - 1) // 20]
    _say(f"{count} games: mean {mean:.1f} ± {error:.1f}, 5 % {low:.0f}, median {middle:.1f}, 95 % {high:.0f}")


def _slim(args: argparse.Namespace) -> None:
    write_checkpoint(slim(load(args.folder)), args.out, 9)
    _say(f"{args.out}: {args.out.stat().st_size} bytes")


_COMMANDS = {"run": _run, "export": _export, "curve": _curve, "play": _play, "slim": _slim}


def main() -> int:
    args = _parser().parse_args()
    try:
        _COMMANDS[args.command](args)
    except (OSError, ValueError, FloatingPointError) as error:
        print(f"tilewright.train: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
