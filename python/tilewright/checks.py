"""What several modules check of their arguments, in sentences for people."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NoReturn

from .engine import games

FOR_VECTORS = ("num_envs", "threads", "copy", "autoreset_mode", "max_episode_steps")


class NoCopies:
    """What holds games of C: neither copy nor pickle can take them along."""

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"a {type(self).__name__} cannot be copied or pickled: make another one, and take the game there by "
            "state_get and state_set"
        )


def whole(value: Any, name: str) -> int:
    """Returns a whole number as Python's int, be it numpy's or an array of one without a dimension."""
    try:
        return operator.index(value)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, not {value!r}") from None


def word(value: Any, name: str, words: Iterable[str]) -> str:
    """Returns a word that is one of several."""
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"{name} must be one of {', '.join(words)}, not {value!r}")
    return value


@cache
def params_of_games() -> dict[str, tuple[str, ...]]:
    """Returns the names of the params by game."""
    return {game["name"]: tuple(game["params"]) for game in games()}


def game_name(game: Any) -> str:
    """Returns the name of a game that there is."""
    return word(game, "game", tuple(params_of_games()))


def read_params(game: str, params: Mapping[str, int] | None) -> dict[str, int]:
    """Returns params that the game has; their values are checked by C."""
    if params is not None and not isinstance(params, Mapping):
        raise ValueError(f'params must be a dict, as {{"rows": 5}}, not {params!r}')
    known = params_of_games()[game_name(game)]
    for name in params or {}:
        if name not in known:
            raise ValueError(f"there is no param {name}; params of {game}: {', '.join(known)}")
    return {name: whole(value, name) for name, value in (params or {}).items()}


def join_params(
    game: str, params: Mapping[str, int] | None, more: Mapping[str, int], options: Iterable[str], own: str = ""
) -> dict[str, int]:
    """Returns params and those given as keywords, `more`. Keywords that are neither these nor options are refused.

    Args:
        game: its name.
        params, more: as the environment got them.
        options: the environment's own keywords, for the message.
        own: a param that is one of these keywords.
    """
    known = params_of_games()[game_name(game)]
    for name in more:
        if name in FOR_VECTORS:
            raise ValueError(f"{name} is an option of gymnasium.make_vec, not of a single environment")
        if name not in known:
            told = ", ".join(name for name in known if name != own)
            raise ValueError(
                f"there is no option or param {name}; options: {', '.join(options)}; params of {game}: {told}"
            )
    return {**read_params(game, params), **{name: whole(value, name) for name, value in more.items()}}


def read_options(options: Mapping[str, Any] | None, known: Iterable[str] = ("state",)) -> dict[str, Any]:
    """Returns the options of `reset`, if all of them are known."""
    if options is not None and not isinstance(options, Mapping):
        raise ValueError(f"options must be a dict, not {options!r}")
    for name in options or {}:
        if name not in known:
            raise ValueError(f"reset has no option {name!r}; options: {', '.join(known)}")
    return dict(options or {})
