"""States and actions in the protocol's words, and what is said to who asks for what there is not."""

from __future__ import annotations

import copy
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from common import NAMES

import tilewright
from tilewright import Batch, TileEnv, TileVecEnv
from tilewright.zoo import AzulAEC, FallsParallel

BOARD = {"state_version": 1, "ruleset_id": "slide_v1", "rows": 2, "cols": 2, "tiles": [1, 2, 0, 3]}
SMALL = {"rows": 2, "cols": 2}


class Words(unittest.TestCase):
    def test_state(self) -> None:
        """A state goes from one batch to another, and into environments."""
        for name in NAMES:
            with Batch(name, 2, seed=5) as one, Batch(name, 3, seed=9) as other:
                for _ in range(4):
                    one.sample(one.actions)
                    one.step()
                other.json_set(2, one.json(1))
                self.assertEqual(other.json(2), one.json(1))
                self.assertTrue(np.array_equal(other.observations[2], one.observations[1]))
                self.assertTrue(np.array_equal(other.masks[2], one.masks[1]))
                for state in ({}, BOARD, [1], None, {"tiles": object()}):
                    with self.assertRaises((ValueError, TypeError)):
                        other.json_set(2, state)  # type: ignore[arg-type]
                self.assertEqual(other.json(2), one.json(1))

    def test_reset_from_a_state(self) -> None:
        env = TileEnv("slide", params=SMALL)
        env.reset(seed=1, options={"state": BOARD})
        self.assertEqual(env.state["tiles"], BOARD["tiles"])
        self.assertTrue(env.step(3)[2])
        numpy = {**BOARD, "rows": np.int64(2), "tiles": np.array(BOARD["tiles"])}
        env.reset(options={"state": numpy})
        self.assertEqual(env.state["tiles"], BOARD["tiles"])
        vec = TileVecEnv("slide", 3, params=SMALL)
        seen, _ = vec.reset(seed=1, options={"state": BOARD})
        self.assertEqual(vec.batch.json(2)["tiles"], BOARD["tiles"])
        self.assertTrue(np.array_equal(seen[0], seen[2]))
        azul, falls = AzulAEC(), FallsParallel()
        azul.reset(options={"state": (state := Batch("azul", 1, seed=77).json(0))})
        self.assertEqual(azul._table.batch.json(0), state)
        falls.reset(options={"state": (state := Batch("falls", 1, params={"players": 2}, seed=7).json(0))})
        self.assertEqual(falls._table.batch.json(0), state)
        for one in (env, vec):
            with self.assertRaisesRegex(ValueError, "no option 'stat'; options: .*state"):
                one.reset(options={"stat": BOARD})

    def test_acts(self) -> None:
        """Acts and actions are each other's reverse; a game may be played by a teacher."""
        for name in NAMES:
            with Batch(name, 1, seed=5) as batch:
                legal = np.flatnonzero(batch.masks[0, 0])
                for act in legal.tolist():
                    self.assertEqual(batch.act(0, batch.action(0, act)), act)
                actions = tilewright.legal(batch.json(0))["movers"][0]["actions"]
                self.assertLessEqual({batch.act(0, action) for action in actions}, {*legal.tolist()})
                best = batch.act(0, tilewright.advise(batch.json(0), nodes=200)["best"])
                self.assertTrue(batch.masks[0, 0, best])
                for action in ({"fly": 1}, "Left", None):
                    if name != "falls" or action is not None:
                        with self.assertRaises(ValueError):
                            batch.act(0, action)  # type: ignore[arg-type]
                for odd in (-1, batch.action_count, 1.5):
                    with self.assertRaises(ValueError):
                        batch.action(0, odd)  # type: ignore[arg-type]
        with Batch("falls", 1, params={"players": 2}) as batch:
            self.assertIsNone(batch.action(0, 5, learner=1))
            with self.assertRaisesRegex(ValueError, "learner must be from 0 to 1"):
                batch.act(0, {"key": "Left"}, learner=2)
        with Batch("falls", 1, level="places") as batch, self.assertRaises(ValueError):
            batch.action(0, 0)

    def test_look_writes_the_ends(self) -> None:
        """A search may use its lanes again."""
        params = {"rows": 5, "cols": 5, "match_length": 3}
        real = Batch("lines", 1, params=params, seed=3)
        tries = Batch("lines", 8, params=params, autoreset="disabled", seed=99)
        here = real.state_get(0)
        for _ in range(2):
            for lane in range(8):
                tries.state_set(lane, here, luck=False)
            tries.look(0, 8)
            self.assertFalse(tries.terminated.any())
            steps = 0
            while not tries.terminated.all():
                tries.sample(tries.actions)
                tries.step()
                steps += 1
            self.assertGreater(steps, 3)


class Sentences(unittest.TestCase):
    def refuses(self, sentence: str, call: Callable[[], Any], kind: type[Exception] = ValueError) -> None:
        with self.subTest(sentence=sentence), self.assertRaisesRegex(kind, sentence):
            call()

    def test_batch(self) -> None:
        odd: Any
        for odd in ("a", 1.5, None, np.array([1, 2])):
            self.refuses("^seed must be a whole number", lambda: Batch("slide", 1, seed=odd))
        batch = Batch("slide", 1)
        for odd in (3, None, "chess"):
            self.refuses("^game must be one of azul, slide, lines, falls", lambda: Batch(odd, 3))
        for odd in (None, 3, "never"):
            self.refuses("^autoreset must be one of next_step", lambda: Batch("slide", 1, autoreset=odd))
        self.refuses("^rows must be a whole number from 2", lambda: Batch("slide", 1, params={"rows": 1}))
        self.refuses("no param row; params of slide: rows, cols", lambda: Batch("slide", 1, params={"row": 5}))
        self.refuses("^params must be a dict", lambda: Batch("slide", 1, params=5))  # type: ignore[arg-type]
        self.refuses("of another game, params or level", lambda: batch.state_set(0, b"abc"))
        for odd in (None, "abc", 5):
            self.refuses("state must be the bytes of state_get", lambda: batch.state_set(0, odd))
        self.refuses("first must be a whole number", lambda: batch.look(0.5, 1))  # type: ignore[arg-type]
        self.refuses(
            "several players act at once", lambda: Batch("falls", 1, rivals="random", params={"players": 2})
        )

    def test_options(self) -> None:
        makers: list[tuple[str, Callable[..., Any]]] = [
            ("slide", lambda **more: gymnasium.make("tilewright/slide-v1", **more)),
            ("slide", lambda **more: gymnasium.make_vec("tilewright/slide-v1", num_envs=2, **more)),
            ("azul", AzulAEC),
            ("falls", FallsParallel),
        ]
        for game, make in makers:
            for option in ("veiw", "masks", "row"):
                told = f"no option or param {option}; options: .*limit.*; params of {game}: [a-z]+"
                self.refuses(told, lambda: make(**{option: 5}))
        make_env: Callable[..., Any] = TileEnv
        for option in ("threads", "copy"):
            self.refuses(f"{option} is an option of gymnasium.make_vec", lambda: make_env("slide", **{option: 2}))
        self.refuses("^num_envs must be from 1", lambda: gymnasium.make_vec("tilewright/slide-v1", num_envs=0))
        self.refuses("make tilewright/azul-v1", lambda: gymnasium.make("tilewright/slide-v1", game="azul"))
        self.refuses("autoreset_mode must be one of", lambda: TileVecEnv("slide", autoreset_mode="never"))
        modes = {TileVecEnv("slide", autoreset_mode=m).autoreset_mode for m in ("same_step", "next_step", "disabled")}
        self.assertEqual(len(modes), 3)

    def test_environments(self) -> None:
        env, vec = TileEnv("slide", params=SMALL), TileVecEnv("slide", 2, params=SMALL)
        env.reset(seed=1)
        odd: Any
        for odd in (2.9, "1", None, np.array([1])):
            self.refuses("action must be a whole number", lambda: env.step(odd))
        for odd in (np.int64(1), np.uint8(1), np.array(1)):
            env.step(odd)
        for odd in (1.5, "a", [1, "a"], [1.5, 2]):
            self.refuses("seed must be a whole number", lambda: vec.reset(seed=odd))
        for one in (env, vec, AzulAEC(), FallsParallel(), Batch("slide", 1)):
            for copier in (copy.copy, copy.deepcopy):
                self.refuses("state_get and state_set", lambda: copier(one), TypeError)

    def test_zoo(self) -> None:
        azul, falls = AzulAEC(), FallsParallel(players=3)
        for early in (azul.last, lambda: azul.step(0), lambda: falls.step({})):
            self.refuses("reset must be called first", early, gymnasium.error.ResetNeeded)
        falls.reset(seed=1)
        self.refuses("none of player_0, player_2", lambda: falls.step({"player_1": 0}))

    def test_without_packages(self) -> None:
        """Without Gymnasium, Batch works, and what does not says what to install."""
        code = """if True:
            import sys
            sys.modules["gymnasium"] = sys.modules["pettingzoo"] = None
            import tilewright
            tilewright.Batch("slide", 1).step()
            for name in ("TileEnv", "TileVecEnv", "zoo", "falls_v1"):
                try:
                    getattr(tilewright, name)
                except ImportError as error:
                    assert "./python[pettingzoo]" in str(error)
                    print(name)
            try:
                from tilewright.zoo import AzulAEC
            except ImportError as error:
                print("zoo" if "./python[pettingzoo]" in str(error) else error)
            """
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        self.assertEqual(done.stdout.split(), ["TileEnv", "TileVecEnv", "zoo", "falls_v1", "zoo"], done.stderr)
        self.assertIs(tilewright.zoo.AzulAEC, AzulAEC)


class Asking(unittest.TestCase):
    def test_keywords(self) -> None:
        ask: Any = tilewright
        calls: list[Callable[[], Any]] = [
            lambda: ask.advise(BOARD, noodes=10),
            lambda: ask.new("slide", sede="x"),
            lambda: ask.match("azul", ["random", "greedy"], gaems=2),
            lambda: ask.legal(BOARD, wods=True),
            lambda: ask.review({}, noodes=10),
        ]
        for call in calls:
            with self.assertRaisesRegex(TypeError, r"has no option \w+; options: "):
                call()
        self.assertEqual(tilewright.new("slide", rows=3, seed=3), tilewright.new("slide", params={"rows": 3}, seed="3"))
        for agents in ("greedy", 5):
            with self.assertRaisesRegex(ValueError, "agents must be a list"):
                ask.match("azul", agents)

    def test_numpy(self) -> None:
        board = {**BOARD, "rows": np.int64(2), "tiles": np.array(BOARD["tiles"])}
        self.assertEqual(tilewright.solve(board)["moves"], ["Right"])
        with self.assertRaisesRegex(TypeError, "must be made of dicts, lists"):
            tilewright.solve({**BOARD, "tiles": {1, 2}})

    def test_records(self) -> None:
        record = {"game": "slide", "start": BOARD, "events": [{"blank": "Right"}]}
        junk: Any
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.jsonl"
            tilewright.write_record(path, record)
            self.assertEqual(tilewright.replay(path), tilewright.replay(record))
            for text in ("game.jsonl", str(path)):
                with self.assertRaisesRegex(ValueError, "read_record"):
                    tilewright.replay(text)
            for junk in (None, 5, {}, {"game": "slide"}, {"game": "slide", "events": 5}, {**record, "note": {1}}):
                with self.assertRaisesRegex((ValueError, TypeError), "game.jsonl"):
                    tilewright.write_record(path, junk)
            self.assertEqual(tilewright.read_record(path), record, "what is refused leaves the file as it was")
            for line in ("nonsense", '{"game": "slide"}\nnonsense', "[]", "5"):
                path.write_text(line)
                with self.assertRaisesRegex(ValueError, "game.jsonl"):
                    tilewright.read_record(path)
            path.write_bytes(b"\xff\xfe")
            with self.assertRaisesRegex(ValueError, "game.jsonl"):
                tilewright.read_record(path)


if __name__ == "__main__":
    unittest.main()
