"""Batches: their arrays, states as bytes, and what is refused."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import tempfile
import time
import unittest
import warnings
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
from common import NAMES

from tilewright import Batch, _library, replay


class Batches(unittest.TestCase):
    def test_shapes(self) -> None:
        for name in NAMES:
            for masks in ("bytes", "bits"):
                with Batch(name, 3, masks=masks, autoreset="same_step") as batch:
                    views = (3, batch.learners, *batch.view_shape)
                    self.assertEqual(batch.observations.shape, views)
                    assert batch.final_observations is not None
                    self.assertEqual(batch.final_observations.shape, views)
                    width = batch.action_count if masks == "bytes" else (batch.action_count + 7) // 8
                    self.assertEqual(batch.masks.shape, (3, batch.learners, width))
                    self.assertEqual(batch.rewards.shape, (3, batch.seats_count))
                    self.assertTrue(batch.masks.any(), "the games have begun")
        self.assertEqual(Batch("falls", 2, params={"players": 3}).actions.shape, (2, 3))
        self.assertIsNone(Batch("slide", 1).final_observations)

    def test_shapes_as_told(self) -> None:
        """The table of docs/learning.md."""
        cases: list[tuple[str, dict[str, int], str, str, tuple[int, ...], int]] = [
            ("slide", {"rows": 3, "cols": 5}, "turns", "planes", (2, 3, 5), 4),
            ("slide", {"rows": 3, "cols": 5}, "turns", "cells", (1, 3, 5), 4),
            ("lines", {"rows": 6, "cols": 5, "colors_count": 4}, "turns", "planes", (9, 6, 5), 900),
            ("lines", {"rows": 6, "cols": 5}, "turns", "cells", (2, 6, 5), 900),
            ("lines", {"lines98": 1}, "turns", "cells", (3, 9, 9), 6561),
            ("lines", {"lines98": 1, "show_next_balls": 0}, "turns", "cells", (2, 9, 9), 6561),
        ]
        for players in range(2, 5):
            planes = (3 * players + 3, 5, 5)
            cases.append(("azul", {"players": players}, "turns", "planes", planes, 60 * (players + 1)))
        for players in range(1, 9):
            for level, acts in (("ticks", 6), ("places", 512)):
                cases.append(("falls", {"players": players}, level, "planes", (13 + 2 * players, 16, 8), acts))
                cases.append(("falls", {"players": players}, level, "cells", (players, 18, 8), acts))
        for name, params, level, view, shape, acts in cases:
            with Batch(name, 1, params=params, level=level, view=view) as batch:
                self.assertEqual((batch.view_shape, batch.action_count), (shape, acts), (name, params, view))

    def test_illegal_acts(self) -> None:
        """They cost a point, but nothing if only the outcome counts, and are no key at ticks."""
        for name, level, reward, cost in (
            ("azul", "turns", "points", -1),
            ("lines", "turns", "points", -1),
            ("lines", "turns", "outcome", 0),
            ("falls", "places", "points", -1),
            ("falls", "ticks", "points", 0),
        ):
            with Batch(name, 2, level=level, reward=reward) as batch:
                batch.actions[:] = -1
                batch.step()
                self.assertEqual(batch.rewards[:, 0].tolist(), [cost] * 2)

    def play(self, batch: Batch, steps: int) -> list[bytes]:
        told = []
        for _ in range(steps):
            batch.sample(batch.actions)
            batch.step()
            told.append(batch.observations.tobytes() + batch.rewards.tobytes() + batch.terminated.tobytes())
        return told

    def test_attempts(self) -> None:
        """What an act leads to before any luck: here without luck, so that a step shows the same."""
        with Batch("slide", 4, seed=3) as batch:
            acts = np.repeat(np.arange(batch.action_count, dtype=np.int32)[None], 4, 0)
            before = batch.observations.copy()
            seen, gains = batch.attempt(acts)
            np.testing.assert_array_equal(batch.observations, before)
            for act in range(batch.action_count):
                legal = batch.masks[:, 0, act] == 1
                states = [batch.state_get(lane) for lane in range(4)]
                batch.actions[:, 0] = act
                batch.step()
                np.testing.assert_array_equal(seen[:, act], batch.observations[:, 0])
                np.testing.assert_array_equal(gains[:, act], batch.rewards[:, 0])
                self.assertTrue((seen[~legal, act] == before[~legal, 0]).all())
                for lane, state in enumerate(states):
                    batch.state_set(lane, state)
                batch.look(0, 4)
        with Batch("lines", 2, view="features") as batch:
            room = np.zeros((2, 1, *batch.view_shape), np.uint8)
            seen, gains = batch.attempt(batch.sample(), room)
            self.assertIs(seen, room)
            self.assertTrue((room[..., 4] > 0).all(), "balls are to arrive")

    def test_attempts_refused(self) -> None:
        with Batch("lines", 2) as batch:
            for wrong in (np.zeros((2, 1), np.int64), np.zeros((3, 1), np.int32), np.zeros(2, np.int32), [[0], [0]]):
                with self.assertRaisesRegex(ValueError, "acts must be a contiguous int32 array"):
                    batch.attempt(wrong)  # type: ignore[arg-type]
            with self.assertRaisesRegex(ValueError, "from 1 to 65536"):
                batch.attempt(np.zeros((2, 0), np.int32))
            with self.assertRaisesRegex(ValueError, "observations must be"):
                batch.attempt(np.zeros((2, 1), np.int32), np.zeros(3, np.uint8))
            with self.assertRaisesRegex(ValueError, "gains must be"):
                batch.attempt(np.zeros((2, 1), np.int32), gains=np.zeros((2, 1), np.float64))
        with Batch("falls", 2) as batch, self.assertRaisesRegex(ValueError, "level"):
            batch.attempt(np.zeros((2, 1), np.int32))

    def test_advice(self) -> None:
        """An agent names legal acts, the best first, the same ones each time, and changes nothing."""
        for name, agent, params in (
            ("lines", "rank:9n", None),
            ("azul", "mcts:9r", None),
            ("azul", "coach:9n", {"players": 3}),
            ("slide", "solver:99n", {"rows": 3, "cols": 3}),
        ):
            with Batch(name, 6, params=params, seed=2) as batch, Batch(name, 6, params=params, threads=2, seed=2) as other:
                for _ in range(3):
                    before = [batch.state_get(lane) for lane in range(6)]
                    acts, values = batch.advise(agent, count=5, seed=8)
                    self.assertEqual([batch.state_get(lane) for lane in range(6)], before)
                    self.assertEqual((acts.shape, acts.dtype), ((6, 5), np.int32))
                    self.assertEqual((values.shape, values.dtype), ((6, 5), np.float32))
                    for again in (batch, other):
                        same = again.advise(agent, count=5, seed=8)
                        np.testing.assert_array_equal(same[0], acts)
                        np.testing.assert_array_equal(same[1], values)
                    named = acts >= 0
                    self.assertTrue(named[:, 0].all())
                    self.assertTrue(np.isnan(values[~named]).all())
                    lanes = np.broadcast_to(np.arange(6)[:, None], acts.shape)
                    self.assertTrue(batch.masks[lanes[named], 0, acts[named]].all())
                    for lane in range(6):
                        self.assertEqual(len(set(acts[lane, named[lane]])), named[lane].sum())
                    for each in (batch, other):
                        each.actions = acts[:, :1]
                        each.step()

    def test_advice_without_values(self) -> None:
        with Batch("azul", 3, seed=2) as batch:
            acts, values = batch.advise("coach:9n", values=False)
            self.assertEqual((acts.shape, values.shape), ((3, 1), (3, 1)))
            self.assertTrue(np.isnan(values).all())
            self.assertTrue(batch.masks[np.arange(3), 0, acts[:, 0]].all())
            self.assertTrue(np.isnan(batch.advise("random", 2)[1]).all(), "random searches nothing")

    def test_advice_at_the_end(self) -> None:
        with Batch("slide", 4, params={"rows": 2, "cols": 2}, autoreset="disabled", seed=1) as batch:
            for _ in range(12):
                batch.actions = batch.advise("solver:99n")[0]
                batch.step()
            self.assertTrue(batch.terminated.all())
            acts, values = batch.advise("solver:99n", 2)
            self.assertTrue((acts == -1).all() and np.isnan(values).all())

    def test_advice_refused(self) -> None:
        with Batch("lines", 2) as batch:
            for agent in ("nobody", "coach", "rank\0", "", "\ud800", "\x01" * 99):
                with self.assertRaisesRegex(ValueError, "lines has no agent"):
                    batch.advise(agent)
            for wrong in (None, 7, b"rank"):
                with self.assertRaisesRegex(ValueError, "agent must be a name"):
                    batch.advise(wrong)  # type: ignore[arg-type]
            for budget in ("", "9", "0n", "-1n", "9x", "\0"):
                with self.assertRaisesRegex(ValueError, "the budget '.*' must be nodes as 200n"):
                    batch.advise(f"rank:{budget}")
            for count in (0, -1, 65537, 2**40):
                with self.assertRaisesRegex(ValueError, "count must be from 1 to 65536"):
                    batch.advise("random", count)
            with self.assertRaisesRegex(ValueError, "count must be a whole number"):
                batch.advise("random", 1.5)  # type: ignore[arg-type]
            with self.assertRaisesRegex(ValueError, "seed must be a whole number"):
                batch.advise("random", seed="x")  # type: ignore[arg-type]
        with self.assertRaisesRegex(ValueError, "closed"):
            batch.advise("random")
        for level in ("ticks", "places"):
            with Batch("falls", 2, level=level) as batch, self.assertRaisesRegex(ValueError, "level must be"):
                batch.advise("random")

    def test_lanes_are_games_of_their_own(self) -> None:
        """Lane i plays as lane 0 of a batch with the seed + i; threads make no difference."""
        for name in NAMES:
            with Batch(name, 4, seed=10, threads=2) as many, Batch(name, 1, seed=12) as one:
                for _ in range(50):
                    many.sample(many.actions)
                    one.actions[:] = many.actions[2]
                    many.step()
                    one.step()
                    self.assertTrue(np.array_equal(many.observations[2], one.observations[0]))
                    self.assertTrue(np.array_equal(many.rewards[2], one.rewards[0]))

    def test_seeds(self) -> None:
        for name in NAMES:
            with Batch(name, 3, seed=(1 << 64) + 5) as batch:
                first = self.play(batch, 30)
                batch.reset(5)
                self.assertEqual(self.play(batch, 30), first)
                batch.reset()
                self.assertNotEqual(self.play(batch, 30), first)
                batch.reset(np.int64(5))  # type: ignore[arg-type]
                self.assertEqual(self.play(batch, 30), first)

    def test_reset_of_some(self) -> None:
        with Batch("slide", 3, seed=1, limit=1, autoreset="disabled") as batch:
            self.play(batch, 1)
            self.assertTrue(batch.truncated.all())
            before = batch.observations.copy()
            batch.reset(which=np.array([False, True, False]))
            self.assertEqual(batch.truncated.tolist(), [True, False, True])
            changed = [not np.array_equal(before[i], batch.observations[i]) for i in range(3)]
            self.assertEqual(changed, [False, True, False])

    def test_reset_of_those_that_ended(self) -> None:
        """The batch's own flags say which games begin anew, and nothing is left of those that ended."""
        with Batch("slide", 3, seed=1, limit=1, autoreset="disabled") as batch:
            self.play(batch, 1)
            batch.reset(which=batch.truncated)
            self.assertFalse(batch.truncated.any() or batch.rewards.any())

    def test_state(self) -> None:
        """A state goes on as it did where it was taken, or with other luck."""
        for name in NAMES:
            with Batch(name, 2, seed=3) as batch:
                self.play(batch, 5)
                state = batch.state_get(0)
                self.assertEqual(len(state), batch.state_bytes)
                batch.state_set(1, state)
                batch.look(0, 2)
                for _ in range(20):
                    batch.sample(batch.actions)
                    batch.actions[1] = batch.actions[0]
                    batch.step()
                    self.assertTrue(np.array_equal(batch.observations[0], batch.observations[1]))
                self.assertEqual(batch.json(0), batch.json(1))

    def test_state_beyond_the_limit(self) -> None:
        """A game from elsewhere that has more steps than the limit is cut short at its next step."""
        with Batch("slide", 1, seed=1) as batch, Batch("slide", 1, limit=5, autoreset="disabled") as short:
            self.play(batch, 20)
            short.state_set(0, batch.state_get(0))
            short.look(0, 1)
            self.play(short, 1)
            self.assertTrue(short.truncated[0])

    def test_the_end(self) -> None:
        """When a game is over no act is legal, and 0 is drawn; so for who is out while others play."""
        cases: list[tuple[str, dict[str, int], str | None]] = [
            ("azul", {}, None),
            ("slide", {"rows": 2, "cols": 2}, None),
            ("lines", {"rows": 5, "cols": 5}, None),
            ("falls", {"viruses": 1}, "ticks"),
            ("falls", {"players": 3}, "places"),
        ]
        for name, params, level in cases:
            with self.subTest(name=name, level=level):
                with Batch(name, 1, params=params, level=level, autoreset="disabled", seed=1) as batch:
                    while not batch.terminated[0]:
                        batch.sample(batch.actions)
                        self.assertFalse(batch.actions[~batch.masks.any(axis=2)].any())
                        batch.step()
                    self.assertFalse(batch.masks.any())
                    self.assertFalse(batch.sample().any())
                    before = batch.observations.copy()
                    batch.actions = np.ones_like(batch.actions)
                    batch.step()
                    self.assertTrue(batch.terminated[0] and not batch.rewards.any())
                    self.assertTrue(np.array_equal(before, batch.observations))

    def test_state_is_checked(self) -> None:
        with Batch("slide", 2) as batch, Batch("lines", 1) as other:
            state = batch.state_get(0)
            for bad in (b"", state[:-1], state + b"x", state[:-1] + bytes([state[-1] ^ 1]), other.state_get(0)):
                with self.assertRaises(ValueError):
                    batch.state_set(1, bad)
            self.assertEqual(batch.state_get(0), state)

    def test_json(self) -> None:
        for name in NAMES:
            with Batch(name, 2, seed=1) as batch:
                told = replay({"game": name, "start": batch.json(1), "events": []})
                self.assertEqual(told["state"], batch.json(1))

    def test_refusals(self) -> None:
        for arguments, options in (
            (("chess", 1), {}),
            (("slide", 0), {}),
            (("slide", -1), {}),
            (("slide", 1 << 40), {}),
            (("slide", 1.5), {}),
            (("slide", 1), {"params": {"rows": 99}}),
            (("slide", 1), {"params": {"rows": 2.5}}),
            (("slide", 1), {"params": {"wings": 2}}),
            (("slide", 1), {"level": "ticks"}),
            (("slide", 1), {"view": "dreams"}),
            (("slide", 1), {"masks": "words"}),
            (("slide", 1), {"autoreset": "never"}),
            (("slide", 1), {"reward": "gold"}),
            (("slide", 1), {"rivals": "clever"}),
            (("slide", 1), {"limit": -1}),
            (("slide", 1), {"threads": 0}),
            (("slide", 1), {"seed": 1.5}),
        ):
            with self.subTest(arguments=arguments, **options), self.assertRaises(ValueError):
                Batch(*arguments, **options)
        with self.assertRaisesRegex(ValueError, "rows must be a whole number from 2 to 16"):
            Batch("slide", 1, params={"rows": 99})

    def test_arguments(self) -> None:
        with Batch("slide", 2) as batch:
            calls: list[Any] = [
                lambda: batch.state_get(2),
                lambda: batch.state_get(-1),
                lambda: batch.json(2),
                lambda: batch.json(1 << 40),
                lambda: batch.look(1, 2),
                lambda: batch.look(-1, 1),
                lambda: batch.reset(which=np.ones(3, np.bool_)),
                lambda: batch.reset(which=np.ones(2, np.uint8)),
                lambda: batch.sample(np.zeros((2, 2), np.int32)),
                lambda: batch.sample(np.zeros((2, 1), np.int64)),
                lambda: batch.sample(np.zeros((2, 2), np.int32)[:, :1]),
            ]
            for call in calls:
                with self.assertRaises(ValueError):
                    call()

    def test_close(self) -> None:
        batch = Batch("slide", 2)
        seen = batch.observations
        batch.close()
        batch.close()
        self.assertEqual(seen.shape[0], 2)
        for call in (batch.step, batch.sample, batch.reset, lambda: batch.json(0), lambda: batch.state_get(0)):
            with self.assertRaisesRegex(ValueError, "closed"):
                call()

    def test_fork(self) -> None:
        """A process that was forked can step and close a batch, without the threads that it has not."""
        with Batch("slide", 256, threads=2, seed=1) as batch, warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of any fork with threads
            self.play(batch, 1)
            time.sleep(0.1)  # until the threads sleep
            child = os.fork()
            if child == 0:
                signal.alarm(10)
                batch.step()
                batch.close()
                os._exit(0)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            batch.step()

    def test_copies_are_refused(self) -> None:
        batch = Batch("slide", 1)
        for call in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaises(TypeError):
                call(batch)

    def test_attributes_can_be_replaced(self) -> None:
        """C goes on writing into what it was given, whatever the attributes are."""
        batch = Batch("slide", 64)
        batch.actions = batch.sample()
        self.assertTrue(batch.masks[np.arange(64), 0, batch._arrays["actions"][:, 0]].all())  # type: ignore[index]
        with self.assertRaises(ValueError):
            batch.actions = np.zeros((63, 1), np.int32)
        with self.assertRaises(TypeError):
            batch.actions = np.zeros((64, 1))  # type: ignore[assignment]
        batch.observations = np.zeros(1, np.uint8)
        for _ in range(100):
            batch.step()
        batch.close()


class Library(unittest.TestCase):
    def test_processor(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            old = Path(folder) / "cpuinfo"
            old.write_text("processor : 0\nflags : fpu sse sse2 avx bmi1\n")
            path = Path(folder) / "libtilewright.so"
            path.with_suffix(".needs").write_text("avx avx2 bmi2\n")
            with mock.patch.object(_library, "CPUINFO", old):
                _library.check_processor(["avx"], path)
                with self.assertRaisesRegex(ImportError, "lacks avx2, bmi2: build it here"):
                    _library.check_processor(_library.needs(path), path)

    def test_library_by_name(self) -> None:
        found = str(_library.find())
        with mock.patch.dict("os.environ", {"TILEWRIGHT_LIBRARY": found}):
            self.assertEqual(str(_library.find()), found)
        with mock.patch.dict("os.environ", {"TILEWRIGHT_LIBRARY": "/nowhere"}):
            self.assertRaises(ImportError, _library.find)
        with mock.patch.dict("os.environ", {"TILEWRIGHT_LIBRARY": __file__}):
            self.assertRaises(ImportError, _library.load)


if __name__ == "__main__":
    unittest.main()
