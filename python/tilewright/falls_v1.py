"""falls for several learners, by the names that PettingZoo's own games have."""

from .zoo import falls_env as env
from .zoo import falls_parallel_env as parallel_env

__all__ = ["env", "parallel_env"]
