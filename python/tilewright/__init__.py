"""Tilewright: azul, slide, lines and falls for programs that learn, and the engine that plays them."""

from __future__ import annotations

from importlib import import_module as _import_module
from importlib.util import find_spec as _find_spec
from typing import Any as _Any

from ._library import version as __version__
from .batch import Batch
from .engine import (
    Engine,
    EngineError,
    advise,
    apply,
    games,
    legal,
    match,
    new,
    read_record,
    replay,
    review,
    solve,
    write_record,
)

__all__ = [
    "Batch",
    "Engine",
    "EngineError",
    "__version__",
    "advise",
    "apply",
    "games",
    "legal",
    "match",
    "new",
    "read_record",
    "replay",
    "review",
    "solve",
    "write_record",
]

if _find_spec("gymnasium"):
    from .env import TileEnv
    from .registration import register as _register
    from .vector import TileVecEnv

    __all__ += ["TileEnv", "TileVecEnv"]
    _register()

_MODULES = ("zoo", "azul_v1", "falls_v1")


def __getattr__(name: str) -> _Any:
    """Imports what needs PettingZoo only when it is asked for; tells what is not installed."""
    if name in ("TileEnv", "TileVecEnv"):
        raise ImportError(f"tilewright.{name} needs Gymnasium: pip install './python[pettingzoo]'")
    if name not in _MODULES:
        raise AttributeError(f"tilewright has no {name}")
    if not _find_spec("gymnasium") or not _find_spec("pettingzoo"):
        raise ImportError(f"tilewright.{name} needs PettingZoo: pip install './python[pettingzoo]'")
    return _import_module(f"tilewright.{name}")
