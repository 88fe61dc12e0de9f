"""The environments for several learners, by PettingZoo's own tests."""

from __future__ import annotations

import contextlib
import io
import unittest
import warnings
from typing import Any

import numpy as np
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from tilewright import azul_v1, falls_v1
from tilewright.zoo import AzulAEC, FallsParallel


class Zoo(unittest.TestCase):
    def setUp(self) -> None:
        around = contextlib.ExitStack()
        self.addCleanup(around.close)
        around.enter_context(contextlib.redirect_stdout(io.StringIO()))
        around.enter_context(warnings.catch_warnings())
        warnings.simplefilter("error")
        # A dict with a mask is what PettingZoo's own board games observe.
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")

    def test_azul(self) -> None:
        for players in (2, 3, 4):
            api_test(azul_v1.env(players=players), num_cycles=200)
        api_test(azul_v1.raw_env(limit=7), num_cycles=100)
        seed_test(lambda: azul_v1.env(players=3), num_cycles=60)

    def test_falls(self) -> None:
        for players in (1, 2, 8):
            parallel_api_test(FallsParallel(players=players), num_cycles=100)
        parallel_api_test(falls_v1.parallel_env(viruses=1, limit=20), num_cycles=100)
        parallel_seed_test(lambda: FallsParallel(players=2), num_cycles=60)
        api_test(falls_v1.env(players=2), num_cycles=60)

    def test_rewards_add_up(self) -> None:
        """Who plays by last() gets each seat's score in all; observations are of the one who asks."""
        env = AzulAEC(players=3)
        random, totals = np.random.default_rng(1), dict.fromkeys(env.possible_agents, 0.0)
        env.reset(seed=4)
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            totals[agent] += reward
            other = env.observe(agent)
            self.assertTrue(np.array_equal(seen["observation"], other["observation"]))
            legal = np.flatnonzero(seen["action_mask"])
            env.step(None if terminated or truncated else random.choice(legal))
        players = env._table.batch.json(0)["players"]
        self.assertEqual(list(totals.values()), [player["score"] for player in players])

    def test_views_of_others(self) -> None:
        """What the engine tells about who is not to move is what C tells when it is."""
        env = AzulAEC(players=2)
        env.reset(seed=1)
        mover = env.agent_selection
        own, asked = env.observe(mover)["observation"], env._look(mover)
        self.assertTrue(np.array_equal(own, asked))
        other = next(agent for agent in env.agents if agent != mover)
        self.assertFalse(env.observe(other)["action_mask"].any())
        # Its own first planes come after those of the mover there, and before them here.
        theirs = env.observe(other)["observation"]
        self.assertTrue(np.array_equal(theirs[:6], np.concatenate([own[3:6], own[:3]])))
        env.step(int(env.observe(mover)["action_mask"].argmax()))
        self.assertEqual(env.agent_selection, other)
        self.assertTrue(np.array_equal(env.observe(other)["observation"], env._look(other)))

    def test_who_is_out(self) -> None:
        """In falls one who is out stays: with no key as the only act, or with none, and without a reward."""
        for level, legal in (("ticks", [5]), ("places", [])):
            out = sum(self.play_on(level, legal, seed) for seed in range(10))
            self.assertGreater(out, 0)

    def play_on(self, level: str, legal: list[int], seed: int) -> int:
        """Plays a round at random. Returns how often somebody who was out was looked at."""
        env = FallsParallel(players=3, viruses=84, level=level)
        seen, _ = env.reset(seed=seed)
        for i, agent in enumerate(env.agents):
            env.action_space(agent).seed(100 * seed + i)
        out = 0
        while env.agents:
            acts = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
            lost = [player["status"] == "defeated" for player in env._table.batch.json(0)["players"]]
            seen, rewards, ended, _, _ = env.step(acts)
            for agent, gone in zip(env.agents, lost, strict=False):
                if gone:
                    self.assertEqual(np.flatnonzero(seen[agent]["action_mask"]).tolist(), legal)
                    self.assertEqual(rewards[agent], 0.0)
                    out += 1
        self.assertTrue(all(ended.values()))
        return out

    def test_falls_ends_for_all(self) -> None:
        env = FallsParallel(players=2, viruses=1)
        env.reset(seed=1)
        random = np.random.default_rng(1)
        while env.agents:
            acts: dict[str, Any] = {agent: random.integers(env.action_space(agent).n) for agent in env.agents}
            seen, rewards, ended, _, _ = env.step(acts)
            self.assertEqual(rewards.keys(), acts.keys())
        self.assertTrue(all(ended.values()))
        self.assertEqual(len(seen), 2)
        self.assertEqual(env.step({}), ({}, {}, {}, {}, {}))

    def test_pictures(self) -> None:
        for env in (AzulAEC(render_mode="ansi"), FallsParallel(render_mode="rgb_array")):
            env.reset(seed=1)
            self.assertIsNotNone(env.render())
            env.close()
            env.close()


if __name__ == "__main__":
    unittest.main()
