"""Games as text and as pictures: the protocol's `render` and `scene`, the latter drawn with numpy alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .engine import Engine, Json
from .font import GLYPH, GLYPH_COLS, GLYPH_ROWS

RENDER_MODES = ("ansi", "rgb_array")

Picture = str | npt.NDArray[np.uint8]
Image = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

SCALE = 2  # of the letters
LETTER = (GLYPH_COLS + 1) * SCALE  # from one to the next
MARGIN = 10
ROUND = 6  # the radius of a tile's corners

PAPER: Colour = (246, 243, 236)
INK: Colour = (43, 45, 52)
HOLLOW: Colour = (231, 226, 214)
FRAME: Colour = (212, 205, 189)
BOARD: Colour = (238, 234, 224)
COLOURS: dict[str, Colour] = {
    "plain": (250, 236, 200),
    "blue": (52, 112, 196),
    "yellow": (241, 189, 56),
    "red": (208, 62, 58),
    "black": (58, 60, 68),
    "white": (255, 255, 255),
    "green": (64, 156, 92),
    "brown": (146, 98, 62),
    "magenta": (176, 72, 160),
    "cyan": (58, 176, 190),
}


class Renderer:
    """Shows states by a render mode: "ansi", "rgb_array", or None for not at all."""

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {mode!r}")
        self._mode = mode
        self._engine: Engine | None = None

    def render(self, state: Json, seat: int) -> Picture | None:
        """Returns what a seat sees of a state, as text or as uint8 [height, width, 3]."""
        if self._mode is None:
            return None
        if self._engine is None:
            self._engine = Engine()
        ansi = self._mode == "ansi"
        shown = self._engine.request({"cmd": "render" if ansi else "scene", "state": state, "who": seat})
        return str(shown["text"]) if ansi else draw(shown)

    def close(self) -> None:
        """Frees what it keeps. May be called again."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None


def draw(scene: Json) -> Image:
    """Draws an answer of `scene` as a picture, uint8 [height, width, 3]."""
    place = LETTER * max(3, scene["place"])
    # Keys to touch are of no use in a picture; they lie in rows of their own, below all else.
    keys = min((area["row"] for area in scene["areas"] if area["class"] == "buttons"), default=scene["rows"])
    image = np.empty((keys * place + 2 * MARGIN, scene["cols"] * place + 2 * MARGIN, 3), np.uint8)
    image[:] = PAPER
    for area in scene["areas"]:
        if area["row"] < keys and area["class"] not in ("status", "buttons", "factories"):
            _fill_box(image, _box(area["row"], area["col"], area["rows"], area["cols"], place, 2), BOARD)
    for tile in scene["tiles"]:
        if tile["row"] < keys:
            _draw_tile(image, tile, place)
    return image


def _box(row: int, col: int, rows: int, cols: int, place: int, grow: int) -> tuple[int, int, int, int]:
    """Returns top, left, bottom and right of places, larger by `grow` on each side."""
    top, left = row * place + MARGIN, col * place + MARGIN
    return top - grow, left - grow, top + rows * place + grow, left + cols * place + grow


def _draw_tile(image: Image, tile: dict[str, Any], place: int) -> None:
    box = _box(tile["row"], tile["col"], 1, tile["span"], place, -2)
    kind, colour, label = tile["kind"], COLOURS[tile["colour"]], str(tile["label"]).strip()
    if kind == "text":
        whole = _box(tile["row"], tile["col"], 1, tile["span"], place, 0)
        _write(image, label, whole, INK, middle=tile["span"] == 1)
        return
    if kind == "empty":
        _fill_box(image, box, HOLLOW)
    elif kind == "ghost":
        _fill_box(image, box, _mix(colour, HOLLOW, 0.72))
    else:
        _fill_box(image, box, _mix(colour, INK, 0.22))
        top, left, bottom, right = box
        _fill_box(image, (top + 1, left + 1, bottom - 3, right - 1), colour)
        for side in tile.get("joins", ()):
            _join(image, box, side, colour)
    if kind == "mark":
        _draw_eyes(image, box, label, colour)
    elif label and not (kind == "empty" and label in "·."):  # an empty place is seen without its dot
        ghostly = kind == "ghost"
        ink = _mix(colour, INK, 0.5) if ghostly else _ink_on(colour)
        _write(image, label if len(label) <= 2 or tile["span"] > 1 else tile.get("face", label), box, ink)


def _draw_eyes(image: Image, box: tuple[int, int, int, int], label: str, colour: Colour) -> None:
    """Marks that are written between stars, or where there is no room for these as a small letter, are alive;
    others show their label."""
    if not label.startswith("*") and not label.islower():
        _write(image, label, box, _ink_on(colour))
        return
    top, left, bottom, right = box
    middle, quarter = (top + bottom) // 2 - 3, (right - left) // 4
    for col in (left + quarter, right - quarter):
        _fill_box(image, (middle - 5, col - 4, middle + 5, col + 4), COLOURS["white"])
        image[middle - 1 : middle + 4, col - 2 : col + 2] = INK
    image[bottom - 10 : bottom - 7, left + quarter : right - quarter] = INK


def _join(image: Image, box: tuple[int, int, int, int], side: str, colour: Colour) -> None:
    """Draws the bridge from a tile to its neighbour."""
    top, left, bottom, right = box
    inset = ROUND + 2
    if side == "right":
        image[top + inset : bottom - inset, right - 3 : right + 2] = colour
    elif side == "left":
        image[top + inset : bottom - inset, left - 2 : left + 3] = colour
    elif side == "down":
        image[bottom - 5 : bottom + 2, left + inset : right - inset] = colour
    else:
        image[top - 2 : top + 3, left + inset : right - inset] = colour


def _fill_box(image: Image, box: tuple[int, int, int, int], colour: Colour) -> None:
    """Fills a box whose corners are round."""
    top, left, bottom, right = box
    top, left = max(top, 0), max(left, 0)
    part = image[top:bottom, left:right]
    rows, cols = part.shape[:2]
    radius = min(ROUND, rows // 2, cols // 2)
    down = np.maximum(radius - 0.5 - np.arange(rows), np.arange(rows) - (rows - radius - 0.5))
    over = np.maximum(radius - 0.5 - np.arange(cols), np.arange(cols) - (cols - radius - 0.5))
    away = np.hypot(np.maximum(down, 0)[:, None], np.maximum(over, 0)[None, :])
    part[away <= radius] = colour


def _write(
    image: Image, text: str, box: tuple[int, int, int, int], ink: Colour, middle: bool = True
) -> None:
    """Writes a line into a box, from its left or in its middle; what is too long is cut."""
    top, left, bottom, right = box
    text = text[: (right - left + SCALE) // LETTER]
    width = len(text) * LETTER - SCALE
    row = (top + bottom - GLYPH_ROWS * SCALE) // 2
    col = left + (right - left - width) // 2 if middle else left
    for letter in text:
        dots = GLYPH.get(letter)
        if dots is not None:
            large = np.kron(dots, np.ones((SCALE, SCALE), np.bool_))
            image[row : row + large.shape[0], col : col + large.shape[1]][large] = ink
        col += LETTER


def _mix(colour: Colour, other: Colour, share: float) -> Colour:
    """Returns a colour with a share of another one."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def _ink_on(colour: Colour) -> Colour:
    """Returns ink, dark or light, that can be read on a colour."""
    red, green, blue = colour
    return INK if 299 * red + 587 * green + 114 * blue > 150_000 else (255, 255, 255)
