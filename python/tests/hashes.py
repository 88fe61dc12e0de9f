"""hashes.py REQUESTS ANSWERS: plays games with TileEnv, and the same ones by requests to the engine.

After each act both must have the same state. The requests and their answers are written to files, for other
builds of the engine to be asked the same. tests/python_hashes.sh runs it.
"""

from __future__ import annotations

import json
import sys
from typing import Any, TextIO

import numpy as np

from tilewright import Engine, TileEnv

GAMES: list[tuple[str, dict[str, int], int]] = [
    ("azul", {}, 60),
    ("azul", {"players": 4, "max_rounds": 2}, 60),
    ("slide", {}, 40),
    ("slide", {"rows": 2, "cols": 3, "blank_first": 1}, 30),
    ("lines", {"rows": 6, "cols": 5}, 30),
    ("lines", {"lines98": 1}, 12),
    ("falls", {"viruses": 10}, 60),
    ("falls", {"nes_level": 5}, 60),
]
SEEDS = (*range(12), 12345, 1 << 32, (1 << 63) + 1, (1 << 64) - 1)


class Game:
    """A game of TileEnv, and the same one by requests."""

    def __init__(self, files: tuple[TextIO, TextIO], engine: Engine, game: str, params: dict[str, int], seed: int):
        self.files, self.engine, self.game = files, engine, game
        level = "ticks" if game == "falls" else "turns"
        self.env = TileEnv(game, params=params, level=level, rivals="none")
        _, self.info = self.env.reset(seed=seed)
        self.take(self.ask({"cmd": "new", "game": game, "params": params, "rng": f"{seed:016x}.0.0"}))
        self.compare()

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Asks the engine, and notes question and answer."""
        line = json.dumps(request)
        answer = self.engine.ask(line)
        self.files[0].write(line + "\n")
        self.files[1].write(answer + "\n")
        told: dict[str, Any] = json.loads(answer)
        assert told["ok"], f"{line}: {answer}"
        return told

    def take(self, told: dict[str, Any]) -> None:
        self.state, self.rng, self.over = told["state"], told["rng"], told["over"]

    def compare(self) -> None:
        seen = self.env.state
        assert seen == self.state, f"{self.game}: {json.dumps(seen)}\nis not {json.dumps(self.state)}"

    def play(self, random: np.random.Generator) -> None:
        """Plays an act in both; now and then one that is not legal, which changes nothing."""
        mask = self.info["action_mask"]
        acts = len(mask) if random.random() < 0.1 else np.flatnonzero(mask)
        act = int(random.choice(acts))
        _, _, terminated, _, self.info = self.env.step(act)
        movers = {mover["who"]: mover["actions"] for mover in self.legal()["movers"]}
        for who, actions in movers.items():
            if who != "clock":
                numbers = self.engine.request({"cmd": "observe", "state": self.state, "who": who})["mask"]
                if act in numbers:
                    self.apply(who, actions[numbers.index(act)])
        if "clock" in movers and any(mover["who"] == "clock" for mover in self.legal()["movers"]):
            self.apply("clock", {"tick": 0})
        assert terminated == self.over
        self.compare()

    def legal(self) -> dict[str, Any]:
        return self.engine.request({"cmd": "legal", "state": self.state})

    def apply(self, who: int | str, action: Any) -> None:
        self.take(self.ask({"cmd": "apply", "state": self.state, "who": who, "action": action, "rng": self.rng}))

    def digest(self) -> str:
        """Returns the hash of the state at the end."""
        told = self.ask({"cmd": "replay", "record": {"game": self.game, "start": self.env.state, "events": []}})
        return str(told["digest"])


def main(requests: str, answers: str) -> None:
    """Plays all games and prints their hashes."""
    with open(requests, "w") as asked, open(answers, "w") as told, Engine() as engine:
        for game, params, steps in GAMES:
            for seed in SEEDS:
                one = Game((asked, told), engine, game, params, seed)
                random = np.random.default_rng(seed)
                for _ in range(steps):
                    if not one.over:
                        one.play(random)
                print(game, params, seed, one.digest())
                one.env.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
