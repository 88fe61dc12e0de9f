"""The nets of lines in whole numbers: the program's answers against the plain twin in Python."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import tilewright
from tilewright.batch import Batch
from tilewright.train import files, integers
from tilewright.train.shape import CELLS

NETS = Path(__file__).parent.parent.parent / "src/games/lines/minds/lines.net"
# As judge.h, race.c and agents.c in src/games/lines/minds have them.
KEEPS, DEATH_KEEPS, DEATH_COST, POLICY_BALLS = 0.98, 0.99, 250.0, 0.4
LIKED_MOST, BALL = 0.5, 2  # in balls; points
RANKED, LOG_GAP = 8, 4  # the moves that `rank` judges, at most, and how unlikely they may be
TOLD = 3  # but so many in any case
TURNS = 12


def _legal(masks: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.unpackbits(masks, axis=1, bitorder="little")[:, : CELLS * CELLS].astype(bool)


class Nets(unittest.TestCase):
    def test_the_program_says_what_the_twin_says(self) -> None:
        both = files.read(NETS)
        for lines98 in (0, 1):
            tensors = files.of_rules(both, bool(lines98))
            with Batch("lines", 3, params={"lines98": lines98}, view="features", masks="bits", seed=5) as batch:
                for _ in range(TURNS):
                    batch.actions[:] = batch.sample()
                    batch.step()
                logits = integers.policy(tensors, batch.observations[:, 0]) / 65536
                logits[~_legal(batch.masks[:, 0])] = -np.inf
                acts = np.argsort(-logits, axis=1, kind="stable")[:, :RANKED].astype(np.int32)
                after, gains = batch.attempt(np.ascontiguousarray(acts))
                for lane in range(batch.count):
                    logs = logits[lane, acts[lane]]
                    within = (logs > logs[0] - LOG_GAP) | (np.arange(RANKED) < TOLD)
                    answer = tilewright.advise(batch.json(lane), agent="rank", nodes=1 + int(within.sum()))
                    told = {batch.act(lane, one["action"]): one for one in answer["candidates"] if one["visits"]}
                    self.assertEqual(set(told), {int(act) for act in acts[lane][within]})
                    if lines98:
                        continue  # boards are judged after the announced balls have arrived: judge_test.c has the twin
                    found = integers.value(tensors, after[lane])
                    worth = KEEPS * found[:, 0] - DEATH_COST * DEATH_KEEPS / (1 + np.exp(-found[:, 1]))
                    # The policy decides with the value net who is best, but lowers a value by LIKED_MOST at most.
                    liked = POLICY_BALLS * (logs - logs[0])
                    shown = gains[lane] / BALL + worth
                    best = int(np.argmax(np.where(within, shown + liked, -np.inf)))
                    told_balls = shown + np.maximum(liked, -LIKED_MOST)
                    values = BALL * np.minimum(told_balls, told_balls[best])
                    self.assertEqual(batch.act(lane, answer["best"]), int(acts[lane][best]))
                    for act, value in zip(acts[lane][within], values[within], strict=True):
                        self.assertAlmostEqual(told[int(act)]["value"], value, delta=0.002)

    def test_a_file_is_read_as_it_was_written(self) -> None:
        tensors: files.Tensors = {"one": np.arange(6, dtype=np.int8).reshape(2, 3), "two": np.array([1.5, -2], np.float32)}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "some.net"
            files.write(tensors, path)
            again = files.read(path)
            self.assertEqual(list(again), list(tensors))
            for name, tensor in tensors.items():
                np.testing.assert_array_equal(again[name], tensor)
                self.assertEqual(again[name].dtype, tensor.dtype)
            content = bytearray(path.read_bytes())
            content[-1] ^= 1
            path.write_bytes(content)
            with self.assertRaisesRegex(ValueError, "whole and unchanged"):
                files.read(path)
            path.write_bytes(content[:20])
            with self.assertRaisesRegex(ValueError, "whole and unchanged"):
                files.read(path)


if __name__ == "__main__":
    unittest.main()
