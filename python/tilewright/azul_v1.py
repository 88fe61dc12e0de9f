"""azul for several learners, by the names that PettingZoo's own games have."""

from .zoo import azul_env as env
from .zoo import azul_raw_env as raw_env

__all__ = ["env", "raw_env"]
