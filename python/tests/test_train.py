"""Training of the nets of lines; needs PyTorch: tests/train_slow.sh has it."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import unittest
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from tilewright import Batch

if find_spec("torch"):
    import torch
    from tilewright.train.export import compare, nets_of, quantise, samples
    from tilewright.train.files import of_rules, read
    from tilewright.train.integers import policy as whole_policy
    from tilewright.train.learn import Run, go_on, load, write
    from tilewright.train.nets import Policy, Value, folded, over_colours
    from tilewright.train.play import Match, Nets, Worth, lesson, unpack
    from tilewright.train.rounding import rounded
    from tilewright.train.settings import Settings
    from tilewright.train.shape import CELLS, SIDE, Size
    from tilewright.train.slim import slim
    from tilewright.train.symmetry import COUNT, Symmetries

SMALL: dict[str, Any] = {"policy": "16:16,16", "value": "16:16,16", "lanes": 16, "groups": 1, "turns": 6, "minibatch": 64, "replay": 1}
TRIED = ("--lanes-tried=8", "--turns-tried=2", "--device=cpu", "--plain", "--threads=1")


def played(lines98: int, turns: int = 15) -> Batch:
    batch = Batch("lines", 6, params={"lines98": lines98}, view="features", masks="bits", seed=3)
    for _ in range(turns):
        batch.actions[:] = batch.sample()
        batch.step()
    return batch


def run_in(folder: str, **more: Any) -> Run:
    return Run(Path(folder), Settings(**{**SMALL, **more}), torch.device("cpu"), 1, 1, False)


def tell(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tilewright.train", *words], capture_output=True, text=True)


def slow_game(policy: Policy, value: Value, seed: int) -> float:
    """The score of a game by the best of two moves, board by board."""
    with Batch("lines", 1, view="features", masks="bits", seed=seed) as batch:
        batch.reset()
        score = 0.0
        while not batch.terminated[0]:
            seen, mask = (torch.from_numpy(part[:, 0].copy()) for part in (batch.observations, batch.masks))
            logs = torch.log_softmax(policy(seen)[0].masked_fill(~unpack(mask)[0], -1e9), 0)
            acts = logs.argsort(descending=True)[:2]
            after, gained = batch.attempt(acts[None].to(torch.int32).numpy())
            ranks = []
            for i in range(2):
                out = value(torch.from_numpy(after[:, i].copy()))[0]
                balls, death = float(out[0]) * 30 + 50, 1 / (1 + float(torch.exp(-out[1])))
                ranks.append(float(gained[0, i]) / 2 + 0.98 * balls - 250 * 0.99 * death + 0.4 * float(logs[acts[i]]))
            batch.actions[:] = int(acts[int(ranks[1] > ranks[0])])
            batch.step()
            score += float(batch.rewards[0, 0])
    return score


@unittest.skipUnless(find_spec("torch"), "PyTorch is not installed")
class Training(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(0)
        torch.set_num_threads(1)

    def test_symmetries(self) -> None:
        """A board that is turned by its JSON is seen as the tables say."""
        tables = Symmetries(torch.device("cpu"))
        with played(1) as batch:
            state = batch.json(0)
            board = "".join(state["board"])
            seen, mask = (torch.from_numpy(part[:1, 0].copy()) for part in (batch.observations, batch.masks))
            legal = unpack(mask)
            for way in range(COUNT):
                cells, back = tables.cells[way].tolist(), tables.back[way].tolist()
                turned = "".join(board[cell] for cell in cells)
                rows = [turned[i : i + SIDE] for i in range(0, CELLS, SIDE)]
                places = [divmod(back[row * SIDE + col], SIDE) for row, col in state["next_cells"]]
                batch.json_set(0, {**state, "board": rows, "next_cells": places})
                which = torch.tensor([way])
                np.testing.assert_array_equal(batch.observations[:1, 0], tables.features(seen, which).numpy())
                now = unpack(torch.from_numpy(batch.masks[:1, 0].copy()))
                np.testing.assert_array_equal(now.numpy(), tables.masks(legal, which).numpy())
                acts = tables.acts(legal[0].nonzero()[None, :, 0], which)
                self.assertEqual(sorted(acts[0].tolist()), now[0].nonzero()[:, 0].tolist())

    def test_the_maximum_has_the_usual_gradient(self) -> None:
        x = torch.randn(2, 7, 3, 9, 9, dtype=torch.float64, requires_grad=True)
        weights = torch.randn(2, 6, 9, 9, dtype=torch.float64)
        slopes = []
        for made in (over_colours(x), torch.cat((x.mean(1), x.amax(1)), 1)):
            (slope,) = torch.autograd.grad((made * weights).sum(), x)
            slopes.append(slope)
        torch.testing.assert_close(slopes[0], slopes[1])

    def test_folding_changes_nothing(self) -> None:
        with played(0) as batch:
            seen = torch.from_numpy(batch.observations[:, 0].copy())
        for net in (Policy(Size(16, (16, 32))), Value(Size(16, (16, 32)))):
            for _ in range(3):
                net(seen)  # to have something to normalise by
            torch.testing.assert_close(folded(net)(seen), net.eval()(seen), atol=1e-4, rtol=1e-4)

    def test_silent_channels_wake(self) -> None:
        """They begin anew, the others stay, and so does what the net gives."""
        with played(0) as batch:
            seen = torch.from_numpy(batch.observations[:, 0].copy())
        net = Policy(Size(16, (16, 32)))
        for _ in range(3):
            net(seen)
        block = net.trunk.blocks[1]
        with torch.no_grad():
            block.norm_a.bias[4:20] = -1000.0
        net.eval()
        before, kept = net(seen), {name: part.clone() for name, part in block.state_dict().items()}
        self.assertEqual(net.trunk.wake(seen), 16)
        torch.testing.assert_close(net(seen), before)
        inner = block.inner(net.trunk.blocks[0](net.trunk.begin(seen))).detach()
        self.assertGreater(float(inner.amax((0, 2, 3)).min()), 0)
        for name in ("a.weight", "mix.weight", "board.weight", "norm_a.running_var"):
            same = (block.state_dict()[name] == kept[name]).flatten(1 if "weight" in name else 0)
            self.assertEqual([bool(one.all()) for one in same], [not 4 <= i < 20 for i in range(32)], name)
        self.assertEqual(net.trunk.wake(seen), 0)

    def test_kept_norms(self) -> None:
        """Layers are normalised by the same numbers all along, and the net that plays is the average, folded."""
        with tempfile.TemporaryDirectory() as folder:
            run = run_in(folder, norms="kept")
            begun = {name: part.clone() for name, part in run.policy.net.state_dict().items()}
            for _ in range(2):
                run.iterate()
            seen = run.groups[0].look()[0]
            torch.testing.assert_close(run.policy.player(seen), run.policy.average(seen), atol=1e-4, rtol=1e-4)
        for name, part in run.policy.net.state_dict().items():
            self.assertEqual(torch.equal(part, begun[name]), "running" in name or "tracked" in name, name)
        with self.assertRaisesRegex(ValueError, "norms must be batch or kept, not mean"):
            Settings(norms="mean")

    def test_other_games_from_a_start(self) -> None:
        """A run may begin with the nets of another, and with its games by the same rules; one that goes on keeps its own."""
        with tempfile.TemporaryDirectory() as folder:
            first = run_in(folder + "/first", groups98=1)
            first.iterate()
            first.save()
            state = load(Path(folder) / "first")
            run = run_in(folder + "/new", groups=0, groups98=2, lanes=20)
            run.start(state)
            lanes = state["groups"][1]["lanes"]
            with Batch("lines", 20, params={"lines98": 1}) as batch:
                for lane in range(20):
                    batch.state_set(lane, lanes[lane % 16], luck=False)
                for group in run.groups:
                    self.assertEqual([group.batch.json(i) for i in range(20)], [batch.json(i) for i in range(20)])
            for name, part in run.policy.net.state_dict().items():
                self.assertTrue(torch.equal(part, state["policy"]["net"][name]), name)
            self.assertEqual(run.moves, first.moves)
            with self.assertRaisesRegex(ValueError, "policy must be 16:16,16, as in the checkpoint, or led must say"):
                run_in(folder + "/other", policy="32:16").start(state)
            with self.assertRaisesRegex(ValueError, "groups must stay"):
                go_on(Path(folder) / "first", groups=0)
            self.assertIsNone(go_on(Path(folder) / "new"))

    def test_a_leader(self) -> None:
        """The nets of the start play until `led`; those of the run, of other sizes, learn from their games, and play from then on."""
        with tempfile.TemporaryDirectory() as folder:
            first = run_in(folder + "/first")
            first.save()
            more: dict[str, Any] = {"policy": "32:16", "value": "16:32", "led": 300.0}
            run = run_in(folder + "/new", **more)
            run.start(load(Path(folder) / "first"))
            self.assertEqual(run.moves, 0)
            before = run.policy.net.trunk.stem.weight.clone()
            seen = torch.from_numpy(played(0).observations[:, 0].copy())
            leads = folded(first.policy.long)(seen)
            for moves in (192, 384):
                assert run.leader
                self.assertTrue(torch.equal(run.leader.nets.policy(seen), leads))
                run.iterate()
                self.assertEqual(run.moves, moves)
                run.save()
                again = run_in(folder + "/new", **more)
                again.set_state(load(Path(folder) / "new"))  # who leads is kept
                assert again.leader
                self.assertTrue(torch.equal(again.leader.nets.policy(seen), leads))
            self.assertFalse(torch.equal(run.policy.net.trunk.stem.weight, before))
            run.iterate()
            self.assertIsNone(run.leader)
            run.save()
            alone = run_in(folder + "/new", **more)
            alone.set_state(load(Path(folder) / "new"))
            self.assertIsNone(alone.leader)

    def test_going_on_loses_nothing(self) -> None:
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            whole = run_in(one)
            for _ in range(4):
                whole.iterate()
            whole.save()
            first = run_in(two)
            for _ in range(2):
                first.iterate()
            first.save()
            second = run_in(two)
            second.set_state(load(Path(two) / "checkpoint.pt"))
            for _ in range(2):
                second.iterate()
            second.save()
            a, b = (load(Path(folder) / "checkpoint.pt") for folder in (one, two))
        self.assertEqual(a["moves"], b["moves"])
        self.assertEqual(a["groups"], b["groups"])
        for net in ("policy", "value"):
            for name, weights in a[net]["net"].items():
                self.assertTrue(torch.equal(weights, b[net]["net"][name]), name)

    def test_slim(self) -> None:
        """A slim checkpoint goes on with nearly the same weights, and the same games."""
        with tempfile.TemporaryDirectory() as folder:
            first = run_in(folder)
            for _ in range(3):
                first.iterate()
            first.save()
            path = Path(folder) / "checkpoint.pt"
            kept = load(path)
            write(slim(kept), Path(folder) / "small.pt", 9)
            self.assertLess((Path(folder) / "small.pt").stat().st_size, path.stat().st_size / 2)
            again = load(Path(folder) / "small.pt")
            second = run_in(folder)
            second.set_state(again)
        for group, one in zip(second.groups, kept["groups"], strict=True):
            self.assertEqual(group.state()["lanes"], one["lanes"])
        for which in ("policy", "value"):
            for name in ("net", "long"):
                for part, weights in kept[which][name].items():
                    torch.testing.assert_close(again[which][name][part], weights, atol=1e-4, rtol=1e-3)
        before = {name: part.detach().clone() for name, part in second.policy.net.named_parameters()}
        self.assertTrue(np.isfinite(second.iterate()["policy_loss"]))
        for name, part in second.policy.net.named_parameters():  # steps are as small as ever
            self.assertLess(float((part - before[name]).detach().abs().max()), 0.1, name)

    def test_complete_games(self) -> None:
        """The scores are those of the same games played one by one."""
        policy, value = folded(Policy(Size(16, (16,)))), folded(Value(Size(16, (16,))))
        match = Match(8, False, 2, torch.device("cpu"), 5, 1)
        counts: list[int] = []
        scores = match.complete(20, Nets(policy, value), Worth(0.98, 0.99, 250), counts.append)
        self.assertEqual(len(scores), 24)  # as many in each lane
        self.assertEqual(counts, list(range(1, 25)))
        first = Match(8, False, 2, torch.device("cpu"), 5, 1)
        scores = first.complete(8, Nets(policy, value), Worth(0.98, 0.99, 250), counts.append)
        self.assertEqual(sorted(scores), sorted(slow_game(policy, value, 5 + lane) for lane in range(8)))

    def test_it_learns(self) -> None:
        """Within seconds the value net knows that random play does not last."""
        with tempfile.TemporaryDirectory() as folder:
            run = run_in(folder, lanes=32, turns=8)
            first = run.iterate()
            for _ in range(9):
                last = run.iterate()
        self.assertLess(last["death_loss"], 0.9 * first["death_loss"])
        self.assertGreater(last["death"], first["death"] + 0.1)

    def test_a_lesson(self) -> None:
        acts = np.array([[7, 3, 5], [4, -1, -1], [2, 6, -1]], np.int32)
        balls = np.array([[2, 2 - 0.3, np.nan], [np.nan, np.nan, np.nan], [1, 1, np.nan]], np.float32)
        taught, shares = lesson(acts, balls, 0.3)
        self.assertEqual(taught.tolist(), [[7, 3, 5], [4, 0, 0], [2, 6, 0]])
        second = 0.5 * np.exp(-1) / (1 + np.exp(-1))
        np.testing.assert_allclose(shares, [[1 - second, second, 0], [1, 0, 0], [0.75, 0.25, 0]], atol=1e-6)

    def test_a_teacher(self) -> None:
        """The policy learns what an agent plays; the value net stays as it is."""
        with tempfile.TemporaryDirectory() as folder:
            settings = Settings(**{**SMALL, "groups98": 1, "reuse": 4})
            run = Run(Path(folder), settings, torch.device("cpu"), 1, 1, False, "net:1n")
            value = {name: part.clone() for name, part in run.value.net.state_dict().items()}
            first = run.iterate()
            for _ in range(12):
                last = run.iterate()
        self.assertLess(last["policy_loss"], 0.8 * first["policy_loss"])
        self.assertGreater(last["agreed"], first["agreed"])
        for name, part in run.value.net.state_dict().items():
            self.assertTrue(torch.equal(part, value[name]), name)

    def test_whole_numbers_are_close(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run = run_in(folder)
            for _ in range(3):
                run.iterate()
            run.save()
            state = load(Path(folder) / "checkpoint.pt")
            for which, lines98 in (("net", False), ("average", True), ("long", False)):
                policy, value = nets_of(state, which)
                seen, legal, after = samples(state, policy, 16, lines98)
                self.assertEqual(len(seen), 16)  # of one group, not of both
                announced = bool((seen[..., 6:8] > 0).any())
                self.assertEqual(announced, lines98)  # only lines98 tells where balls arrive
                tensors = quantise(policy, value, seen, after)
                words = compare(policy, value, tensors, seen, legal, after).replace(",", "").split()
                numbers = [float(word) for word in words if word[0].isdigit()]
                same, logits, balls, _, death, _ = numbers
                self.assertGreater(same, 80)
                self.assertLess(logits, 0.05)
                self.assertLess(balls, 1.0)
                self.assertLess(death, 0.01)

    def test_the_share_of_best_moves_counts_legal_ones(self) -> None:
        """Nets that differ choose the same move where only one is legal; elsewhere the share says how often."""
        policy, value = folded(Policy(Size(16, (16,)))), folded(Value(Size(16, (16,))))
        with played(0) as batch:
            seen = torch.from_numpy(batch.observations[:, 0].copy())
            legal = unpack(torch.from_numpy(batch.masks[:, 0].copy()))
        tensors = quantise(policy, value, seen, seen)
        tensors["policy.qr"], tensors["policy.kr"] = -tensors["policy.qr"], -tensors["policy.kr"]
        best = policy(seen).masked_fill(~legal, -1e9).argmax(1)
        found = np.where(legal.numpy(), whole_policy(tensors, seen.numpy()), -(2.0**40)).argmax(1)
        same = float((found == best.numpy()).mean())
        self.assertLess(same, 1)
        self.assertIn(f"stays in {100 * same:.1f} %", compare(policy, value, tensors, seen, legal, seen))
        only = torch.zeros_like(legal).scatter_(1, best[:, None], True)
        self.assertIn("stays in 100.0 %", compare(policy, value, tensors, seen, only, seen))

    def test_rounding_makes_good_what_it_loses(self) -> None:
        """Inputs that go together: the sums are much closer than by rounding each weight for itself."""
        inputs = torch.randn(2000, 6, dtype=torch.float64) @ torch.randn(6, 48, dtype=torch.float64)
        inputs += 0.1 * torch.randn(2000, 48, dtype=torch.float64)
        weight = torch.randn(16, 48, dtype=torch.float64)
        rows = (weight.abs().amax(1) / 127).numpy()
        whole = rounded(weight, rows, inputs.T @ inputs, 127)
        np.testing.assert_array_equal(whole, np.rint(whole))
        self.assertLessEqual(np.abs(whole).max(), 127)
        plain = np.rint(weight.numpy() / rows[:, None])

        def lost(some: Any) -> float:
            return float((((some * rows[:, None] - weight.numpy()) @ inputs.numpy().T) ** 2).mean())

        self.assertLess(lost(whole), lost(plain) / 4)

    def test_what_all_colours_share_survives(self) -> None:
        """A channel that is the same for all colours: its mean over them comes in half steps, and none of it is cut off."""
        policy, value = folded(Policy(Size(16, (16,)))), folded(Value(Size(16, (16,))))
        with torch.no_grad():
            stem, block = policy.trunk.stem, policy.trunk.blocks[0]
            stem.weight[0] = 0
            stem.weight[0, 2, 1, 1] = 4  # a cell without a ball is so for every colour
            block.mix.weight[:, 0] = 2 * torch.randn(16, 1, 1)
        with played(0) as batch:
            seen = torch.from_numpy(batch.observations[:, 0].copy())
        found = whole_policy(quantise(policy, value, seen, seen), seen.numpy()) / 65536
        logits = policy(seen).numpy()
        self.assertLess(np.abs(found - logits).mean(), 0.1 * logits.std())

    def test_sizes(self) -> None:
        self.assertEqual(Size.read("64:48,16"), Size(64, (48, 16)))
        for text in ("", "64", "64:", "64:48,", "64:48:16", "wide:16", "64:48;16"):
            with self.assertRaisesRegex(ValueError, f"must be as 64:48,16, .*, not '{text}'"):
                Size.read(text)
        for text, number in (("20:16", 20), ("64:48,8", 8), ("512:16", 512), ("-16:16", -16), ("16:0", 0)):
            with self.assertRaisesRegex(ValueError, f"channels must be multiples of 16, from 16 to 256, not {number}"):
                Size.read(text)
        with self.assertRaisesRegex(ValueError, "must have 1 to 16 blocks, not 17"):
            Size.read("16:" + ",".join(["16"] * 17))

    def test_the_kind_of_numbers(self) -> None:
        """Plain nets compute in float32 on a processor; compiled ones in bfloat16, if it can."""
        able = torch.ops.mkldnn._is_mkldnn_bf16_supported()
        with tempfile.TemporaryDirectory() as folder, mock.patch("torch.compile", lambda function, **_: function):
            for fast in (False, True):
                kind = torch.bfloat16 if fast and able else torch.float32
                run = Run(Path(folder), Settings(**SMALL), torch.device("cpu"), 1, 1, fast)
                self.assertTrue(all(part.dtype == kind for part in run.policy.player.parameters()))
                self.assertTrue(all(part.dtype == torch.float32 for part in run.policy.net.parameters()))
                self.assertTrue(np.isfinite(list(run.iterate().values())).all())

    def test_the_commands(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            small = [f"--{name}={number}" for name, number in SMALL.items()]
            ran = tell("run", "--folder", folder, "--moves=300", *small, *TRIED)
            self.assertEqual(ran.returncode, 0, ran.stderr)
            again = tell("run", "--folder", folder, "--moves=500", *TRIED)
            self.assertIn("goes on from", again.stdout)
            points = [json.loads(line) for line in (Path(folder) / "curve.jsonl").read_text().splitlines()]
            self.assertEqual(len(points), 2)
            self.assertIn("| moves |", tell("curve", "--folder", folder).stdout)
            made = tell("export", "--folder", folder, "--out", f"{folder}/some.net", "--positions=8")
            self.assertRegex(made.stdout, r"standard, .* the best move stays in .*\nlines98, .*\n.* bytes\n", made.stderr)
            games = tell("play", "--folder", folder, "--games=4", "--device=cpu", "--threads=1", "--plain")
            self.assertRegex(games.stdout, r"4 games: mean \d", games.stderr)
            self.assertIn("bytes", tell("slim", "--folder", folder, "--out", f"{folder}/small.pt").stdout)
            start = tell("run", "--folder", folder + "/next", "--start", f"{folder}/small.pt", "--moves=600", *TRIED)
            self.assertIn("goes on from", start.stdout, start.stderr)
            wrong = tell("run", "--folder", folder + "/taught", "--teacher=nobody", *small, *TRIED)
            self.assertEqual(wrong.returncode, 1)
            self.assertIn("nobody", wrong.stderr)
            wrong = tell("run", "--folder", folder + "/none", "--start", f"{folder}/absent.pt", *TRIED)
            self.assertIn("absent.pt", wrong.stderr)
            led = tell("run", "--folder", folder + "/led", "--start", f"{folder}/small.pt", "--led=150", "--moves=200", "--policy=32:16", *TRIED)
            self.assertRegex(led.stdout, r"small\.pt play the first 0\.00015 M moves\n\[", led.stderr)
            wrong = tell("run", "--folder", folder + "/other", "--led=150", *TRIED)
            self.assertIn("led must come with --start", wrong.stderr)
            wrong = tell("run", "--folder", folder + "/other", "--policy=20:16", *TRIED)
            self.assertEqual(wrong.returncode, 1)
            self.assertIn("channels must be multiples of 16", wrong.stderr)
            wrong = tell("run", "--folder", folder, "--lanes=8", *TRIED)
            self.assertIn("lanes must stay as the run", wrong.stderr)
            (Path(folder) / "checkpoint.pt").write_bytes((Path(folder) / "checkpoint.pt").read_bytes()[:5000])
            self.assertIn("must be a checkpoint, whole and unchanged", tell("run", "--folder", folder, *TRIED).stderr)
            self.assertEqual(tell("export", "--folder", "/nowhere", "--out", "x").returncode, 1)

    def test_export_of_two_runs(self) -> None:
        """Each rule set's nets come from its own run, by a folder or a file; a run without these rules is refused."""
        with tempfile.TemporaryDirectory() as folder:
            first, second, out = Path(folder) / "first", Path(folder) / "second", Path(folder) / "some.net"
            run_in(str(first), groups98=0).save()
            run_in(str(second), groups=0, groups98=1, policy="32:16", value="16:16").save()
            write(slim(load(second)), Path(folder) / "small.pt", 1)
            some = ("export", "--out", str(out), "--positions=8", "--folder")
            wrong = tell(*some, str(first))
            self.assertEqual(wrong.returncode, 1)
            self.assertIn("--folder98 must name a run with groups that play lines98", wrong.stderr)
            wrong = tell(*some, str(second), "--folder98", str(second))
            self.assertEqual(wrong.returncode, 1)
            self.assertIn("--folder must name a run with groups that play the standard rules", wrong.stderr)
            self.assertFalse(out.exists())
            made = tell(*some, str(first), "--folder98", f"{folder}/small.pt")
            self.assertEqual(made.returncode, 0, made.stderr)
            tensors = read(out)
        for lines98, shape in ((False, [16, 2, 16, 16]), (True, [32, 1, 16, 0])):
            found = of_rules(tensors, lines98)
            self.assertEqual(found["policy.shape"][:4].tolist(), shape)
            self.assertTrue(all(name.startswith(("policy.", "value.")) for name in found))


if __name__ == "__main__":
    unittest.main()
