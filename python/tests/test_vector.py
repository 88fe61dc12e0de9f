"""TileVecEnv does what SyncVectorEnv does with as many TileEnv, to the last byte."""

from __future__ import annotations

import os
import unittest
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from common import GAMES, NAMES, choose, differ
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from tilewright import TileEnv, TileVecEnv

COUNT, STEPS = 5, 200
SEEDS: Sequence[Any] = (7, [3, 1 << 63, 0, 5, 6], None)


class Pair:
    """The same games twice. What one does is compared with what the other does."""

    def __init__(self, test: unittest.TestCase, game: str, options: dict[str, Any], mode: AutoresetMode, **more: Any):
        self.test, self.mode, self.ends = test, mode, 0
        self.own = TileVecEnv(game, COUNT, autoreset_mode=mode, **options, **more)
        self.other = SyncVectorEnv([lambda: TileEnv(game, **options)] * COUNT, autoreset_mode=mode)
        self.random = np.random.default_rng(1)

    def reset(self, **how: Any) -> None:
        options = how.pop("options", None)
        ours = self.own.reset(**how, options=options and dict(options))
        theirs = self.other.reset(**how, options=options and dict(options))
        self.compare("reset", ours, theirs)

    def compare(self, what: str, ours: tuple[Any, ...], theirs: tuple[Any, ...]) -> None:
        for at, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            self.test.assertEqual(differ(one, other), "", f"part {at} of {what}")

    def step(self, at: int) -> None:
        acts = choose(self.own.action_masks(), self.random, 0.1)
        ours, theirs = self.own.step(acts), self.other.step(acts)
        self.compare(f"step {at}", ours, theirs)
        ended = np.logical_or(ours[2], ours[3])
        self.ends += int(ended.sum())
        if self.mode is AutoresetMode.DISABLED and ended.any():
            with self.test.assertRaises(AssertionError):
                self.own.step(acts)
            self.reset(options={"reset_mask": ended.copy()}, seed=at if at % 2 else None)

    def close(self) -> None:
        self.own.close()
        self.other.close()


class Vector(unittest.TestCase):
    def play(self, mode: AutoresetMode, seeds: Sequence[Any] = SEEDS, **more: Any) -> None:
        for game, options in GAMES:
            with self.subTest(game=game, **options):
                pair = Pair(self, game, options, mode, **more)
                self.assertEqual(pair.own.observation_space, pair.other.observation_space)
                self.assertEqual(pair.own.action_space, pair.other.action_space)
                self.assertEqual(pair.own.metadata, pair.other.metadata)
                for seed in seeds:
                    pair.reset(seed=seed)
                    for at in range(STEPS):
                        pair.step(at)
                self.assertGreater(pair.ends, 0, "no game has ended")
                pair.close()

    def test_next_step(self) -> None:
        self.play(AutoresetMode.NEXT_STEP)

    def test_same_step(self) -> None:
        self.play(AutoresetMode.SAME_STEP)

    def test_disabled(self) -> None:
        self.play(AutoresetMode.DISABLED)

    def test_threads_and_shared_arrays(self) -> None:
        seeds = SEEDS if os.environ.get("TILEWRIGHT_SLOW") else SEEDS[:1]
        for mode in AutoresetMode:
            self.play(mode, seeds=seeds, threads=2, copy=False)

    def test_not_begun(self) -> None:
        envs = TileVecEnv("slide", 2)
        with self.assertRaises(gymnasium.error.ResetNeeded):
            envs.step(np.zeros(2, np.int32))
        envs.close()

    def test_copies(self) -> None:
        """With copy=True nothing that was returned changes later; without, the arrays are the same."""
        for copy in (True, False):
            envs = TileVecEnv("slide", 3, rows=2, cols=2, limit=4, copy=copy)
            first, infos = envs.reset(seed=1)
            kept = first.copy(), infos["action_mask"].copy()
            second, _, _, _, more = envs.step(choose(infos["action_mask"], np.random.default_rng(1)))
            self.assertEqual(first is second, not copy)
            self.assertEqual(infos["action_mask"] is more["action_mask"], not copy)
            if copy:
                self.assertEqual(differ(first, kept[0]) + differ(infos["action_mask"], kept[1]), "")
            envs.close()
            envs.close()

    def test_actions(self) -> None:
        """Acts may be of any whole type; those that there are not are not legal, and other shapes are refused."""
        envs = TileVecEnv("slide", 2, rows=2, cols=2)
        envs.reset(seed=1)
        for kind in (np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64):
            envs.step(np.zeros(2, kind))
        before = envs.reset(seed=1)[0]
        for bad in ((1 << 31) - 1, -(1 << 31), 4, -1, *(act + (1 << 32) for act in range(4)), -(1 << 63), 1 << 62):
            after, rewards, *_ = envs.step(np.full(2, bad, np.int64))
            self.assertEqual((rewards.tolist(), differ(before, after)), ([-1.0, -1.0], ""))
        for large in (1 << 31, 1 << 32, 1 << 63, (1 << 64) - 1):
            after = envs.step(np.full(2, large, np.uint64))[0]
            self.assertEqual(differ(before, after), "")
        after = envs.step(np.full(2, (1 << 32) - 1, np.uint32))[0]
        self.assertEqual(differ(before, after), "")
        legal = int(envs.action_masks()[0].argmax())
        after = envs.step(np.array([legal, 1 << 32]))[0]
        self.assertEqual([differ(before[i], after[i]) == "" for i in range(2)], [False, True])
        for wrong in (np.zeros(3, int), np.zeros((2, 1), int), np.zeros(2), np.zeros(2, bool)):
            with self.assertRaises(ValueError):
                envs.step(wrong)
        envs.close()
        with self.assertRaises(ValueError):
            envs.batch.step()

    def test_sample(self) -> None:
        """Sampled acts are legal, and the same seed draws the same ones."""
        for game, options in GAMES:
            drawn = []
            for _ in range(2):
                envs = TileVecEnv(game, 4, **options)
                envs.reset(seed=3)
                for _ in range(10):
                    acts = envs.sample()
                    ended = ~envs.action_masks().any(axis=1)
                    self.assertTrue((envs.action_masks()[np.arange(4), acts] | ended).all())
                    envs.step(acts)
                drawn.append(acts.tolist())
                envs.close()
            self.assertEqual(drawn[0], drawn[1])

    def test_reset_arguments(self) -> None:
        envs = TileVecEnv("slide", 3)
        for mask in ([True] * 3, np.ones(3, int)):
            with self.assertRaises(TypeError):
                envs.reset(options={"reset_mask": mask})
        for mask in (np.ones(2, bool), np.zeros(3, bool)):
            with self.assertRaises(ValueError):
                envs.reset(options={"reset_mask": mask})
        with self.assertRaises(ValueError):
            envs.reset(seed=[1, 2])
        with self.assertRaises(gymnasium.error.Error):
            envs.reset(seed=-1)
        with self.assertRaises(gymnasium.error.Error):
            envs.reset(seed=[1, -2, 3])
        with self.assertRaises(ValueError):
            TileVecEnv("falls", 2, players=2)

    def test_reset_by_the_last_ends(self) -> None:
        """With copy=False, too, the flags of a step say which games begin anew."""
        envs = TileVecEnv("slide", 3, limit=1, autoreset_mode=AutoresetMode.DISABLED, copy=False)
        envs.reset(seed=1)
        for _ in range(3):
            cut = envs.step(np.zeros(3, int))[3]
            self.assertTrue(cut.all())
            _, infos = envs.reset(options={"reset_mask": cut})
            self.assertTrue(infos["_action_mask"].all())

    def test_first_reset_is_random(self) -> None:
        boards = {TileVecEnv("slide", 2).reset()[0].tobytes() for _ in range(4)}
        self.assertEqual(len(boards), 4)

    def test_make_vec(self) -> None:
        for name in NAMES:
            envs = gymnasium.make_vec(f"tilewright/{name}-v1", num_envs=4, limit=3)
            self.assertIsInstance(envs, TileVecEnv)
            seen, infos = envs.reset(seed=1)
            self.assertIn(seen, envs.observation_space)
            for _ in range(3):
                seen, _, _, cut, infos = envs.step(choose(infos["action_mask"], np.random.default_rng(2)))
            self.assertTrue(cut.all())
            envs.close()
            cut_short = gymnasium.make_vec(f"tilewright/{name}-v1", num_envs=2, max_episode_steps=1)
            cut_short.reset(seed=1)
            self.assertTrue(cut_short.step(np.zeros(2, int))[3].all())
            cut_short.close()
            sync = gymnasium.make_vec(f"tilewright/{name}-v1", num_envs=2, vectorization_mode="sync", limit=3)
            self.assertEqual(sync.reset(seed=1)[0].shape[0], 2)
            sync.close()

    def test_render(self) -> None:
        envs = TileVecEnv("slide", 2, render_mode="ansi")
        envs.reset(seed=1)
        frames = envs.render()
        assert frames is not None
        self.assertEqual(len(frames), 2)
        self.assertNotEqual(frames[0], frames[1])
        envs.close()
        self.assertIsNone(TileVecEnv("slide", 2).render())


if __name__ == "__main__":
    unittest.main()
