"""A tournament of the engine's agents, as a table and a picture.

    python tournament.py                                      azul: a round robin of five agents
    python tournament.py --game lines --agents random greedy rollout:5000n mcts:5000n
    python tournament.py --game falls --param players=2 --agents novice casual steady
    python tournament.py --agents coach:2000n mcts:20000n     who is stronger?

An agent may have a budget for each act: NAME:2000n (nodes; 20,000 if not said), NAME:50r
(rollouts) or NAME:10ms. Games come in
groups with the same luck for all; the bars are 95 % intervals. The picture is a PNG where matplotlib is
installed, else an SVG. `tilewright.games()` lists all agents.
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import tilewright

AGENTS = {
    "azul": ["random", "greedy", "rollout", "mcts", "coach:500n"],
    "slide": ["greedy", "solver:2000n"],
    "lines": ["random", "greedy", "rollout", "mcts"],
    "falls": ["random", "novice", "steady:500n", "clearer:500n"],
}
PARAMS = {"azul": {"players": 2}, "slide": {"rows": 2, "cols": 3}, "lines": {}, "falls": {"viruses": 8}}

# A row of the table: the agent, its figure, and the ends of that figure's interval.
Row = tuple[str, float, float, float]


def arguments() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--game", default="azul", choices=sorted(AGENTS), help="(%(default)s)")
    add("--agents", nargs="+", metavar="AGENT", help="from 1 to 16")
    add("--param", action="append", default=[], metavar="NAME=N", help="of the game, as players=3; may be repeated")
    add("--games", type=int, default=300, help="that each agent plays, or a few more so that seats are shared equally (%(default)s)")
    add("--seed", default="tournament", help="of all luck (%(default)s)")
    add("--out", type=Path, help="the picture; its name ends in .svg or .png (tournament.png or .svg)")
    add("--quick", action="store_true", help="only shows that it works")
    args = parser.parse_args()
    try:
        own = {name: int(value) for name, _, value in (text.partition("=") for text in args.param)}
    except ValueError:
        parser.error("--param must be a name and a whole number, as players=3")
    if args.out and (args.out.suffix not in (".svg", ".png") or not args.out.parent.is_dir()):
        parser.error("--out must be a file in a folder that there is, and its name must end in .svg or .png")
    args.params = {**PARAMS[args.game], **own}
    args.agents = args.agents or AGENTS[args.game]
    if args.quick:
        args.games, args.agents = 4, args.agents[:2]
    return args


def show_progress(line: dict[str, Any]) -> None:
    """Shows how far the games are, where somebody looks."""
    if sys.stderr.isatty():
        print(f"\r{line['done']:6.0%}  ", end="" if line["done"] < 1 else "\n", file=sys.stderr, flush=True)


def read_rows(agents: list[dict[str, Any]]) -> tuple[str, list[Row]]:
    """Returns what is compared, and a row for each agent: the share of points won from others, or the mean score."""
    if "points" in agents[0]:
        return "% won", [(a["agent"], 100 * a["points"], *shares(a["elo_ci95"])) for a in agents]
    return "score", [
        (a["agent"], a["mean_score"], a["mean_score"] - a["ci95"], a["mean_score"] + a["ci95"]) for a in agents
    ]


def shares(interval: list[float | None]) -> tuple[float, float]:
    """Turns the ends of an interval of Elo into shares in percent; None is infinite."""
    low, high = interval
    return (0.0 if low is None else share(low)), (100.0 if high is None else share(high))


def share(elo: float) -> float:
    return 100 / (1 + 10 ** (-elo / 400))


def draw_svg(title: str, rows: list[Row]) -> str:
    """Returns a picture of bars with their intervals."""
    low = min(0.0, *(row[2] for row in rows))
    high = max(0.0, *(row[3] for row in rows))
    scale = 420 / ((high - low) or 1)

    def x(value: float) -> float:
        return round(150 + (value - low) * scale, 1)

    height = 50 + 34 * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="660" height="{height}"',
        'font-family="sans-serif" font-size="14">',
        f'<rect width="660" height="{height}" fill="#fff"/><text x="150" y="24">{title}</text>',
    ]
    for at, (name, value, least, most) in enumerate(rows):
        y = 40 + 34 * at
        whisker = f"M{x(least)} {y + 12}H{x(most)}M{x(least)} {y + 7}v10M{x(most)} {y + 7}v10"
        left, right = sorted((x(0), x(value)))
        parts += [
            f'<text x="140" y="{y + 17}" text-anchor="end">{name}</text>',
            f'<rect x="{left}" y="{y}" width="{right - left:.1f}" height="24" fill="#6a9fd4"/>',
            f'<path d="{whisker}" stroke="#222" fill="none"/>',
            f'<text x="{x(most) + 8}" y="{y + 17}">{value:.0f}</text>',
        ]
    return "\n".join([*parts, f'<path d="M{x(0)} 34V{height - 8}" stroke="#222"/>', "</svg>", ""])


def draw_png(path: Path, title: str, rows: list[Row]) -> None:
    """Writes the same picture by matplotlib."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    names, values, least, most = zip(*reversed(rows), strict=True)
    errors = [[v - a for v, a in zip(values, least, strict=True)], [b - v for v, b in zip(values, most, strict=True)]]
    figure, axes = pyplot.subplots(figsize=(7, 1 + 0.5 * len(rows)))
    axes.barh(names, values, xerr=errors, capsize=4, color="#6a9fd4")
    axes.axvline(0, color="#222", linewidth=1)
    axes.set_title(title)
    figure.tight_layout()
    figure.savefig(path)


def main() -> None:
    args = arguments()
    plots = find_spec("matplotlib") is not None
    path = args.out or Path("tournament.png" if plots else "tournament.svg")
    if path.suffix == ".png" and not plots:
        sys.exit("tournament.py needs matplotlib for a PNG: pip install matplotlib, or let --out end in .svg")
    try:
        answer = tilewright.match(
            args.game, args.agents, games=args.games, seed=args.seed, params=args.params, progress=show_progress
        )
    except tilewright.EngineError as error:
        sys.exit(f"tournament.py: {error.message}")
    what, rows = read_rows(answer["agents"])
    print(f"{'agent':18}{what:>9}  {'95 % interval':>20}{'won':>6}{'drawn':>7}{'lost':>6}{'ms an act':>11}")
    for row, agent in sorted(zip(rows, answer["agents"], strict=True), key=lambda pair: -pair[0][1]):
        interval = f"{row[2]:.1f} to {row[3]:.1f}"
        counts = f"{agent['wins']:6}{agent['draws']:7}{agent['losses']:6}{agent['ms_per_act']:11.3f}"
        print(f"{row[0]:18}{row[1]:9.1f}  {interval:>20}{counts}")
    rows.sort(key=lambda row: -row[1])
    played = answer["agents"][0]["games"]  # whole groups, so perhaps more than asked for
    title = f"{args.game}: {what}, {played} games each"
    if path.suffix == ".png":
        draw_png(path, title, rows)
    else:
        path.write_text(draw_svg(title, rows))
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
