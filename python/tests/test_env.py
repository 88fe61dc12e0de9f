"""TileEnv by Gymnasium's own checks; seeds, masks, states, self-play and pictures."""

from __future__ import annotations

import unittest
import warnings

import gymnasium
import numpy as np
from common import GAMES, NAMES, choose, differ
from gymnasium.utils.env_checker import check_env

from tilewright import TileEnv
from tilewright.font import GLYPH


class Env(unittest.TestCase):
    def test_check_env(self) -> None:
        for name in NAMES:
            for mode in (None, "ansi", "rgb_array"):
                with self.subTest(name=name, mode=mode), warnings.catch_warnings():
                    warnings.simplefilter("error")
                    env = gymnasium.make(f"tilewright/{name}-v1", render_mode=mode)
                    check_env(env.unwrapped)
        for name, options in GAMES:
            with self.subTest(name=name, **options), warnings.catch_warnings():
                warnings.simplefilter("error")
                env = gymnasium.make(f"tilewright/{name}-v1", **options)
                check_env(env.unwrapped, skip_render_check=True)

    def test_make(self) -> None:
        """The names work, also with the module before them; limits are the environment's own."""
        env = gymnasium.make("tilewright:tilewright/slide-v1", rows=3, cols=3, limit=4)
        _, info = env.reset(seed=1)
        ends = [env.step(int(np.flatnonzero(env.unwrapped.batch.masks[0, 0])[0]))[2:4] for _ in range(4)]  # type: ignore[attr-defined]
        self.assertEqual(ends, [(False, False)] * 3 + [(False, True)])
        self.assertEqual(info["action_mask"].shape, (4,))
        self.assertEqual(info["action_mask"].dtype, np.int8)

    def test_illegal_acts(self) -> None:
        for act in (0, -1, 4, 1 << 40, np.int64(7)):
            env = TileEnv("slide", params={"rows": 3, "cols": 3})
            before, info = env.reset(seed=0)
            while info["action_mask"][0]:  # until the blank is in the top row
                before, info = env.reset()
            after, reward, terminated, truncated, _ = env.step(act)
            self.assertEqual((reward, terminated, truncated), (-1.0, False, False))
            self.assertEqual(differ(before, after), "")

    def test_seeds(self) -> None:
        """A seed repeats a game and those after it; other seeds do not."""

        def games(seed: int) -> list[bytes]:
            env = TileEnv("lines", limit=5)
            random = np.random.default_rng(0)
            told = []
            _, info = env.reset(seed=seed)
            for _ in range(3):
                for _ in range(5):
                    seen, *_, info = env.step(choose(info["action_mask"][None], random)[0])
                    told.append(seen.tobytes())
                seen, info = env.reset()
            return told

        self.assertEqual(games(5), games(5))
        self.assertNotEqual(games(5), games(6))
        self.assertEqual(len({TileEnv("slide").reset()[0].tobytes() for _ in range(4)}), 4)

    def test_masks(self) -> None:
        env = TileEnv("azul")
        _, info = env.reset(seed=1)
        self.assertEqual(env.action_masks().dtype, np.bool_)
        self.assertTrue(np.array_equal(env.action_masks(), info["action_mask"]))

    def test_self_play(self) -> None:
        """Each seat's rewards add up to its score at the end."""
        env = TileEnv("azul", rivals="none", players=3)
        random = np.random.default_rng(1)
        _, info = env.reset(seed=1)
        totals, seats, over = np.zeros(3), set(), False
        while not over:
            seat = info["seat"]
            _, reward, over, _, info = env.step(choose(info["action_mask"][None], random)[0])
            self.assertEqual(reward, info["rewards"][seat])
            totals += info["rewards"]
            seats.add(seat)
        self.assertEqual(seats, {0, 1, 2})
        self.assertEqual(totals.tolist(), [player["score"] for player in env.state["players"]])
        self.assertNotIn("seat", TileEnv("azul").reset()[1])

    def test_state(self) -> None:
        for name in NAMES:
            env, other = TileEnv(name), TileEnv(name)
            random = np.random.default_rng(1)
            _, info = env.reset(seed=1)
            for _ in range(3):
                _, _, _, _, info = env.step(choose(info["action_mask"][None], random)[0])
            seen, told = other.state_set(env.state_get())
            self.assertEqual(differ(told, info), "")
            self.assertEqual(env.state, other.state)
            for _ in range(10):
                act = choose(info["action_mask"][None], random)[0]
                ours, theirs = env.step(act), other.step(act)
                for one, two in zip(ours, theirs, strict=True):
                    self.assertEqual(differ(one, two), "")
                info = ours[-1]
            with self.assertRaises(ValueError):
                env.state_set(b"nonsense")

    def test_several_players(self) -> None:
        with self.assertRaisesRegex(ValueError, "FallsParallel"):
            TileEnv("falls", players=2)
        with self.assertRaisesRegex(ValueError, "players"):
            TileEnv("azul", players=9)

    def test_text(self) -> None:
        env = TileEnv("slide", rows=2, cols=2, render_mode="ansi")
        env.reset(seed=1)
        text = env.render()
        assert isinstance(text, str)
        self.assertIn("0 moves", text)
        with self.assertRaises(ValueError):
            TileEnv("slide", render_mode="smell")

    def test_pictures(self) -> None:
        """Pictures have the colours of what they show, and change when it changes."""
        for name in NAMES:
            env = TileEnv(name, render_mode="rgb_array")
            _, info = env.reset(seed=1)
            first = env.render()
            assert isinstance(first, np.ndarray)
            self.assertEqual((first.dtype, first.ndim, first.shape[2]), (np.uint8, 3, 3))
            self.assertGreater(len(np.unique(first.reshape(-1, 3), axis=0)), 4)
            for _ in range(3):
                env.step(env.action_masks().argmax())
            second = env.render()
            assert isinstance(second, np.ndarray)
            self.assertEqual(first.shape, second.shape)
            self.assertFalse(np.array_equal(first, second))
            env.close()
            env.close()
        falls = TileEnv("falls", render_mode="rgb_array").render()
        assert isinstance(falls, np.ndarray)
        self.assertTrue((falls[-12:-10] != falls[0, 0]).any(), "below the viruses there are no keys, nor their room")
        self.assertTrue(GLYPH["p"][7].any() and not GLYPH["o"][7].any(), "only tails are below the line")
        self.assertTrue(all(chr(letter) in GLYPH for letter in range(32, 127)))


if __name__ == "__main__":
    unittest.main()
