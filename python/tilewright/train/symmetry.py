"""The eight symmetries of the board, on features, moves and masks."""

from __future__ import annotations

import torch
from torch import Tensor

from .shape import CELLS, FEATURES, SIDE


COUNT = 8
# The features of the four ways of lines: along the row, along the column, down to the right, down to the left.
_WAYS = (8, 12)


def _tables() -> tuple[Tensor, Tensor]:
    """For each symmetry: the cell that each cell's content comes from; and the feature likewise."""
    board = torch.arange(CELLS).view(SIDE, SIDE)
    cells, features = [], []
    for turns in range(4):
        for mirror in (False, True):
            turned = torch.rot90(board, turns)
            cells.append((turned.flip(1) if mirror else turned).reshape(CELLS))
            ways = [0, 1, 2, 3]
            if turns % 2:
                ways = [1, 0, 3, 2]
            if mirror:
                ways[2], ways[3] = ways[3], ways[2]
            order = list(range(FEATURES))
            for first in _WAYS:
                order[first : first + 4] = [first + way for way in ways]
            features.append(torch.tensor(order))
    return torch.stack(cells), torch.stack(features)


class Symmetries:
    """Tables on a device. `which` is a symmetry, from 0 to 7, of each sample."""

    def __init__(self, device: torch.device) -> None:
        cells, features = _tables()
        back = torch.argsort(cells, 1)
        self.cells, self.back = cells.to(device), back.to(device)
        self.bytes = (cells[:, :, None] * FEATURES + features[:, None, :]).reshape(COUNT, -1).to(device)

    def features(self, features: Tensor, which: Tensor) -> Tensor:
        """Of features [n, 7, 81, 16]."""
        flat = features.view(len(features), features.shape[1], -1)
        return flat.gather(2, self.bytes[which][:, None].expand_as(flat)).view_as(features)

    def acts(self, acts: Tensor, which: Tensor) -> Tensor:
        """Of moves [n, k], each 81 * from + to."""
        back = self.back[which]
        return back.gather(1, acts // CELLS) * CELLS + back.gather(1, acts % CELLS)

    def masks(self, masks: Tensor, which: Tensor) -> Tensor:
        """Of masks of moves [n, 81 * 81]."""
        cells = self.cells[which]
        at = (cells[:, :, None] * CELLS + cells[:, None, :]).view(len(masks), -1)
        return masks.gather(1, at)
