"""Sizes of the nets of lines."""

from dataclasses import dataclass

COLOURS, SIDE, FEATURES = 7, 9, 16
CELLS = SIDE * SIDE
ONE = 64  # what stands for 1 in a feature
HIDDEN, NARROW, DIMENSIONS = 128, 64, 16
# What the value net's first output of 0 and 1 mean, in balls.
VALUE_ZERO, VALUE_ONE = 50.0, 30.0


@dataclass(frozen=True)
class Size:
    """Of a trunk."""

    channels: int = 64
    blocks: int = 3
