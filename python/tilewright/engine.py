"""The engine protocol from Python (docs/protocol.md): requests and answers are dicts.

    with Engine() as engine:
        state = engine.request({"cmd": "new", "game": "azul", "seed": "monday"})["state"]

The functions of this module ask an engine that each thread has for itself:

    board = new("slide", seed="monday", params={"rows": 5, "cols": 5})["state"]
    print(solve(board, mode="fast")["length"])
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import FrameType, TracebackType
from typing import Any, NoReturn

import numpy as np

from ._library import GO_ON, HEAR, lib

Json = dict[str, Any]
Progress = Callable[[Json], object]
Action = Any


class EngineError(Exception):
    """What the engine answered in place of an answer.

    Attributes:
        code: as "BAD_STATE"; the protocol lists them.
        message: for people.
        at: a JSON Pointer to what is wrong, or None.
        reason: a code of the game for an illegal action, or None.
        error: all of it.
    """

    def __init__(self, code: str, message: str, at: str | None = None, error: Json | None = None) -> None:
        super().__init__(f"{code}: {message}" + (f" (at {at})" if at else ""))
        self.code, self.message, self.at = code, message, at
        self.error: Json = error if error is not None else {"code": code, "message": message}
        self.reason: str | None = self.error.get("reason")

    def __reduce__(self) -> tuple[type[EngineError], tuple[str, str, str | None, Json]]:
        return EngineError, (self.code, self.message, self.at, self.error)


def plain(value: Any) -> Any:
    """Turns what numpy has into what JSON has: for `default` of json.dumps."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"requests and states must be made of dicts, lists, texts and numbers, not {type(value).__name__}")


class Engine:
    """An engine. One request at a time; further threads wait, and only `cancel` does not."""

    def __init__(self) -> None:
        self._engine: Any = None
        self._busy = threading.Lock()  # held while a request is worked on
        self._life = threading.Lock()  # held where the engine must not be freed
        self._worker: int | None = None
        self._progress: Progress | None = None
        self._raised: BaseException | None = None
        engine = lib.tw_open()
        if not engine:
            raise MemoryError("there is not enough memory for an engine")
        self._engine = engine
        self._called: list[Any] = [HEAR(self._tell), GO_ON(self._watch)]
        lib.tw_listen(engine, self._called[0], None)
        lib.tw_watch(engine, self._called[1], None)

    def request(self, request: Mapping[str, Any], progress: Progress | None = None) -> Json:
        """Answers a request.

        Args:
            request: as {"cmd": "games"}.
            progress: is called with each progress line, a dict with `done` (0 to 1) and `message`. What it
                raises stops the request and is raised here; so does Ctrl-C.

        Returns the answer, without `id` and `ok`. Raises EngineError.
        """
        if not isinstance(request, Mapping):
            raise ValueError(f'request must be a dict, as {{"cmd": "games"}}, not {request!r}')
        asked = dict(request)
        if progress is not None:
            asked["progress"] = True
        answer: Json = json.loads(self.ask(json.dumps(asked, default=plain), progress))
        if not answer.pop("ok"):
            error = answer["error"]
            raise EngineError(error["code"], error["message"], error.get("at"), error)
        answer.pop("id")
        return answer

    def ask(self, line: str, progress: Progress | None = None) -> str:
        """Answers a request as text: the line that the program would answer."""
        if not isinstance(line, str):
            raise ValueError(f"line must be the text of a request, not {line!r}; `request` takes a dict")
        if self._worker == threading.get_ident():
            raise RuntimeError("an engine cannot be asked from within its progress function")
        text = line.encode()
        with self._busy:
            if self._engine is None:
                raise ValueError("the engine is closed")
            self._worker, self._progress, self._raised = threading.get_ident(), progress, None
            restore = self._catch_interrupt()
            try:
                length = ctypes.c_size_t()
                place = lib.tw_request(self._engine, text, len(text), ctypes.byref(length))
                answer = ctypes.string_at(place, length.value).decode()
            finally:
                if restore:
                    signal.signal(signal.SIGINT, signal.default_int_handler)
                raised = self._raised  # only now, lest a Ctrl-C after the answer be lost
                self._worker = self._progress = self._raised = None
        if raised is not None:
            raise raised
        return answer

    def cancel(self) -> bool:
        """Stops the request that is worked on, from any thread: it is answered with its best so far.

        Returns whether there is one.
        """
        with self._life:
            return self._engine is not None and lib.tw_cancel(self._engine, None, 0) == 1

    def close(self) -> None:
        """Frees the engine, when it has answered. May be called again."""
        if self._worker == threading.get_ident():
            raise RuntimeError("an engine cannot be closed from within its progress function")
        with self._busy, self._life:
            engine, self._engine = self._engine, None
            if engine is not None:
                lib.tw_close(engine)
            # They refer to this object, and would keep it alive.
            self._called = []

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_engine", None) is not None:
            self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("an Engine cannot be copied: make another one")

    def _catch_interrupt(self) -> bool:
        """Lets Ctrl-C stop the request: raised within a call from C, it would be lost. Returns whether it does."""
        if threading.current_thread() is not threading.main_thread():
            return False
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            return False
        signal.signal(signal.SIGINT, self._interrupt)
        return True

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self._raised = KeyboardInterrupt()

    def _tell(self, _: int | None, place: int, length: int) -> None:
        try:
            if self._progress is not None and self._raised is None:
                self._progress(json.loads(ctypes.string_at(place, length)))
        except BaseException as error:
            self._raised = error

    def _watch(self, _: int | None) -> int:
        return self._raised is None


_own = threading.local()


# The fields of requests that functions below take as further keywords.
_SEARCH = ("agent", "nodes", "rollouts", "budget_ms", "objective", "acts_per_tick", "seed", "rng")
_MORE = {
    "new": (),
    "legal": ("words",),
    "apply": ("effects", "hide"),
    "best": ("who", "action", *_SEARCH),
    "review": _SEARCH,
    "match": ("acts", "acts_per_tick", "sprt", "rng"),
    "replay": ("effects", "hide"),
}


def _ask(request: Json, progress: Progress | None = None, more: Mapping[str, Any] | None = None) -> Json:
    """Asks this thread's engine; fields that are None are left out, and a seed may be a number."""
    for name in more or {}:
        known = _MORE[request["cmd"]]
        if name not in known:
            told = [own for own in request if own not in ("cmd", "game", "state", "record")]
            raise TypeError(f"{request['cmd']} has no option {name}; options: {', '.join([*known, *told])}")
    if not hasattr(_own, "engine"):
        _own.engine = Engine()
    asked = {name: value for name, value in {**request, **(more or {})}.items() if value is not None}
    if isinstance(asked.get("seed"), (int, np.integer)):
        asked["seed"] = str(int(asked["seed"]))
    engine: Engine = _own.engine
    return engine.request(asked, progress)


def games() -> list[Json]:
    """Returns what there is to know about each game: `name`, `players`, `params`, `agents` and more."""
    found: list[Json] = _ask({"cmd": "games"})["games"]
    return found


def _split(game: str, params: Mapping[str, int] | None, more: Mapping[str, Any]) -> tuple[Json, Json]:
    """Returns the params, also those given as keywords, and the other keywords."""
    own: Json = next((known["params"] for known in games() if known["name"] == game), {}) if more else {}
    taken = {name: value for name, value in more.items() if name in own}
    return {**(params or {}), **taken}, {name: value for name, value in more.items() if name not in own}


def _record(record: Json | str | os.PathLike[str]) -> Json | str:
    """Returns a record, read from its file if that is meant."""
    if isinstance(record, os.PathLike):
        return read_record(record)
    if not isinstance(record, Mapping) and not (isinstance(record, str) and record.lstrip().startswith("{")):
        raise ValueError("record must be a dict or the text of a record; for a file use read_record(path)")
    return record


def new(
    game: str,
    *,
    params: Mapping[str, int] | None = None,
    seed: str | int | None = None,
    rng: str | None = None,
    **more: Any,
) -> Json:
    """Begins a game. Without `seed` and `rng` the luck is left to `apply`. Params may also be keywords, as rows=5.

    Returns `state`, `rng`, `events`, `actor`, `over`, `scores` and `winners`.
    """
    own, other = _split(game, params, more)
    return _ask({"cmd": "new", "game": game, "params": own, "seed": seed, "rng": rng}, more=other)


def legal(state: Json, **more: Any) -> Json:
    """Returns `movers`, each with its `actions`; `actor`, the seat to move or None; and `over`."""
    return _ask({"cmd": "legal", "state": state}, more=more)


def apply(
    state: Json,
    action: Action = None,
    *,
    actions: Sequence[Action] | None = None,
    who: int | str | None = None,
    seed: str | int | None = None,
    rng: str | None = None,
    **more: Any,
) -> Json:
    """Plays an action or several. Returns `state`, `rng`, `events`, `actor`, `over`, `scores`, `winners`."""
    asked = {"cmd": "apply", "state": state, "action": action, "who": who, "seed": seed, "rng": rng}
    return _ask({**asked, "actions": None if actions is None else list(actions)}, more=more)


def solve(
    board: Json,
    *,
    mode: str = "optimal",
    budget_ms: int | None = None,
    progress: Progress | None = None,
) -> Json:
    """Solves a state of slide.

    Args:
        board: the state.
        mode: "optimal", proven to be shortest, or "fast", for any size.
        budget_ms: the time limit.
        progress: as for `Engine.request`.

    Returns `moves`, `length`, `optimal`, `least` and more.
    """
    return _ask({"cmd": "solve", "state": board, "mode": mode, "budget_ms": budget_ms}, progress)


def advise(state: Json, *, progress: Progress | None = None, **more: Any) -> Json:
    """Asks for the best action: the protocol's `best`, which takes `agent`, `nodes`, `budget_ms`, `who` and
    `action` (to be graded). Returns `best`, `value`, `confidence`, `candidates`, `line`, `user` (with the `grade`
    of `action`) and more."""
    return _ask({"cmd": "best", "state": state}, progress, more)


def review(record: Json | str | os.PathLike[str], *, progress: Progress | None = None, **more: Any) -> Json:
    """Grades every move of a record: a dict, its text, or the Path of its file. Takes `agent`, `nodes`, `budget_ms` (for each move) and more."""
    return _ask({"cmd": "review", "record": _record(record)}, progress, more)


def match(
    game: str,
    agents: Sequence[str],
    *,
    games: int | None = None,
    seed: str | int | None = None,
    params: Mapping[str, int] | None = None,
    progress: Progress | None = None,
    **more: Any,
) -> Json:
    """Lets agents as "greedy" or "mcts:200n" play many games. Returns the results by agent, with intervals."""
    if isinstance(agents, str) or not isinstance(agents, Sequence):
        raise ValueError(f'agents must be a list, as ["greedy", "mcts:200n"], not {agents!r}')
    own, other = _split(game, params, more)
    asked = {"cmd": "match", "game": game, "agents": list(agents), "games": games, "seed": seed}
    return _ask({**asked, "params": own}, progress, other)


def replay(record: Json | str | os.PathLike[str], **more: Any) -> Json:
    """Replays a record: a dict, its text, or the Path of its file. Returns `state`, `digest` (the same on every machine), `over`, `scores`, `winners`."""
    return _ask({"cmd": "replay", "record": _record(record)}, more=more)


def read_record(path: str | os.PathLike[str]) -> Json:
    """Reads a record file: a head and a line for each event, or one JSON document.

    Returns it as {"game", "params" or "start", "events", ...}, which `replay` and `review` take.
    """
    name = os.fspath(path)
    try:
        with open(path, encoding="utf-8") as file:
            record = _parse_record(file.read())
    except ValueError as error:
        raise ValueError(f"{name} is not a record: {error}") from None
    return record


def _parse_record(text: str) -> Json:
    try:
        record = json.loads(text)
    except json.JSONDecodeError:
        lines = []
        for number, line in enumerate(text.split("\n"), 1):
            try:
                lines += [json.loads(line)] if line.strip() else []
            except json.JSONDecodeError as error:
                raise ValueError(f"line {number} must be JSON: {error.msg}") from None
        if not lines:
            raise ValueError("it is empty") from None
        record = {**lines[0], "events": lines[1:]} if isinstance(lines[0], dict) else None
    if not isinstance(record, dict) or "game" not in record:
        raise ValueError("it must begin with an object that names the game")
    record.setdefault("events", [])
    return record


def write_record(path: str | os.PathLike[str], record: Mapping[str, Any]) -> None:
    """Writes a record as a file that `tilewright replay` and `read_record` read, a line for each event."""
    name = os.fspath(path)
    if not isinstance(record, Mapping) or "game" not in record or not isinstance(record.get("events"), Iterable):
        raise ValueError(f'{name} cannot be written: a record must be a dict with "game" and "events", a list')
    head = {key: value for key, value in record.items() if key != "events"}
    try:
        lines = [
            json.dumps(line, separators=(",", ":"), ensure_ascii=False, default=plain)
            for line in (head, *record["events"])
        ]
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} cannot be written: {error}") from None
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)
