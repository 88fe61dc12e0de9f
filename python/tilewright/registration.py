"""The names by which Gymnasium makes the environments."""

from __future__ import annotations

import gymnasium

from .engine import games


def register() -> None:
    """Registers tilewright/GAME-v1 for each game, once."""
    for game in games():
        name = f"tilewright/{game['name']}-v1"
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="tilewright.env:TileEnv",
                vector_entry_point="tilewright.vector:TileVecEnv",
                kwargs={"game": game["name"], "id_game": game["name"]},
            )
