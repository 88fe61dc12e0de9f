"""Sizes of the nets of lines."""

from __future__ import annotations

from dataclasses import dataclass

COLOURS, SIDE, FEATURES = 7, 9, 16
CELLS = SIDE * SIDE
BLOCKS_MAX = 16
ONE = 64  # what stands for 1 in a feature
HIDDEN, NARROW, DIMENSIONS = 128, 64, 16
# What the value net's first output of 0 and 1 mean, in balls.
VALUE_ZERO, VALUE_ONE = 50.0, 30.0


_WIDTHS = "multiples of 16, from 16 to 256"


@dataclass(frozen=True)
class Size:
    """Of a trunk: its channels, and those within each block."""

    channels: int
    inner: tuple[int, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.inner) <= BLOCKS_MAX:
            raise ValueError(f"a net must have 1 to {BLOCKS_MAX} blocks, not {len(self.inner)}")
        for width in (self.channels, *self.inner):
            if width % 16 or not 16 <= width <= 256:
                raise ValueError(f"channels must be {_WIDTHS}, not {width}")

    @classmethod
    def read(cls, text: str) -> Size:
        """As 64:48,16: 64 channels, and two blocks, of 48 and 16."""
        try:
            channels, blocks = text.split(":")
            widths = int(channels), tuple(map(int, blocks.split(",")))
        except ValueError as error:
            raise ValueError(f"the size of a net must be as 64:48,16, its channels and those within each block, not {text!r}") from error
        return cls(*widths)
