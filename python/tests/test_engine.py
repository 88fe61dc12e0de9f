"""The engine from Python: answers, errors, progress, stopping, records."""

from __future__ import annotations

import _thread
import pickle
import signal
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any

import tilewright
from tilewright import Engine, EngineError

BOARD = {"state_version": 1, "ruleset_id": "slide_v1", "rows": 2, "cols": 2, "tiles": [1, 2, 0, 3]}


class Asking(unittest.TestCase):
    def test_games(self) -> None:
        self.assertEqual([game["name"] for game in tilewright.games()], ["azul", "slide", "lines", "falls"])
        self.assertRegex(tilewright.__version__, r"^\d+\.\d+\.\d+$")

    def test_play(self) -> None:
        begun = tilewright.new("azul", seed="monday", params={"players": 3})
        state, rng = begun["state"], begun["rng"]
        for _ in range(5):
            actions = tilewright.legal(state)["movers"][0]["actions"]
            told = tilewright.apply(state, actions[0], rng=rng)
            state, rng = told["state"], told["rng"]
        self.assertEqual(len(told["scores"]), 3)
        moved = tilewright.apply(BOARD, actions=[{"blank": "Up"}, {"blank": "Down"}])
        self.assertEqual(len(moved["events"]), 2)

    def test_solve_and_advise(self) -> None:
        self.assertEqual(tilewright.solve(BOARD)["moves"], ["Right"])
        self.assertEqual(tilewright.solve(BOARD, mode="fast", budget_ms=1000)["length"], 1)
        told = tilewright.advise(BOARD, action={"blank": "Up"}, nodes=1000)
        self.assertEqual((told["best"], told["user"]["grade"]), ({"blank": "Right"}, "OKAY"))

    def test_match(self) -> None:
        told = tilewright.match("azul", ["random", "random:50n"], games=4, seed="monday")
        self.assertEqual(told["games"], 4)

    def test_errors(self) -> None:
        with self.assertRaises(EngineError) as caught:
            tilewright.new("slide", params={"rows": 99})
        error = caught.exception
        self.assertEqual((error.code, error.at), ("BAD_REQUEST", "/params/rows"))
        self.assertIn("rows must be a whole number", str(error))
        self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))
        with self.assertRaises(EngineError) as caught:
            tilewright.apply(BOARD, {"blank": "Left"})
        self.assertEqual((caught.exception.code, caught.exception.reason), ("ILLEGAL_ACTION", "OFF_BOARD"))

    def test_records(self) -> None:
        begun = tilewright.new("slide", seed="monday", params={"rows": 2, "cols": 2})
        record = {"game": "slide", "params": begun["params"], "events": begun["events"]}
        move = tilewright.legal(begun["state"])["movers"][0]["actions"][0]
        record["events"] += tilewright.apply(begun["state"], move)["events"]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.jsonl"
            tilewright.write_record(path, record)
            self.assertEqual(tilewright.read_record(path), record)
            noted = {**record, "note": "a\u2028b\x85c"}  # ends of lines for Python, not for JSON
            tilewright.write_record(path, noted)
            self.assertEqual(tilewright.read_record(path), noted)
            tilewright.write_record(path, record)
            self.assertEqual(tilewright.replay(path.read_text()), tilewright.replay(record))
            for text in ("", "[]", '{"a": 1}\n{"b": 2}\n'):
                path.write_text(text)
                with self.assertRaises(ValueError):
                    tilewright.read_record(path)
        told = tilewright.review(record)
        self.assertEqual(told["review"]["moves"], 1)


class Working(unittest.TestCase):
    HARD = {"cmd": "best", "agent": "mcts", "nodes": 10**12}

    def setUp(self) -> None:
        self.engine = Engine()
        self.addCleanup(self.engine.close)
        self.hard = {**self.HARD, "state": tilewright.new("azul", seed="a")["state"]}

    def test_progress(self) -> None:
        told: list[dict[str, Any]] = []

        def hear(line: dict[str, Any]) -> None:
            told.append(line)
            if len(told) == 2:
                self.engine.cancel()

        answer = self.engine.request(self.hard, hear)
        self.assertTrue(all(line["event"] == "progress" and 0 <= line["done"] <= 1 for line in told))
        self.assertTrue(answer["diagnostics"]["stopped"])

    def test_cancel_from_progress(self) -> None:
        answer = self.engine.request(self.hard, lambda line: self.engine.cancel())
        self.assertTrue(answer["diagnostics"]["stopped"])
        self.assertFalse(self.engine.cancel())

    def test_cancel_from_another_thread(self) -> None:
        begun = threading.Event()
        stopper = threading.Thread(target=lambda: (begun.wait(), self.engine.cancel()))
        stopper.start()
        answer = self.engine.request(self.hard, lambda line: begun.set())
        stopper.join()
        self.assertTrue(answer["diagnostics"]["stopped"])

    def test_what_progress_raises(self) -> None:
        def fail(line: dict[str, Any]) -> None:
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            self.engine.request(self.hard, fail)
        self.assertIn("games", self.engine.request({"cmd": "games"}))

    def test_interrupt(self) -> None:
        """Ctrl-C stops a request that takes long."""
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        timer = threading.Timer(0.3, _thread.interrupt_main)
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            self.engine.request(self.hard)
        timer.join()

    def test_no_asking_from_within(self) -> None:
        for call in (lambda: self.engine.request({"cmd": "games"}), self.engine.close):
            with self.assertRaises(RuntimeError):
                self.engine.request(self.hard, lambda line, call=call: call())  # type: ignore[misc]

    def test_close(self) -> None:
        with Engine() as engine:
            self.assertIn('"ok":true', engine.ask('{"cmd": "games"}'))
            self.assertIn("BAD_JSON", engine.ask("nonsense"))
        engine.close()
        self.assertFalse(engine.cancel())
        with self.assertRaises(ValueError):
            engine.request({"cmd": "games"})
        with self.assertRaises(TypeError):
            pickle.dumps(engine)


if __name__ == "__main__":
    unittest.main()
