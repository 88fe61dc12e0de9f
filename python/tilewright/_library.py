"""Finds the shared library, checks that this processor can run it, and tells ctypes its functions.

The functions are those of include/tilewright.h. Nothing here checks arguments: the other modules do.
"""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Iterable
from pathlib import Path

NAME = "libtilewright.so"
CPUINFO = Path("/proc/cpuinfo")

# What gcc's -march needs, in the words of /proc/cpuinfo.
LEVELS = {
    "x86-64-v2": "cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3",
    "x86-64-v3": "abm avx avx2 bmi1 bmi2 f16c fma movbe",
    "x86-64-v4": "abm avx avx2 avx512bw avx512cd avx512dq avx512f avx512vl bmi1 bmi2 f16c fma movbe",
}


class Engine(ctypes.Structure):
    """struct tw_engine: only its address is used."""


class Vec(ctypes.Structure):
    """struct tw_vec: only its address is used."""


class Shape(ctypes.Structure):
    """struct tw_vec_shape."""

    count: int
    learners: int
    seats: int
    actions: int
    planes: int
    rows: int
    cols: int
    mask_bytes: int
    state_bytes: int

    _fields_ = [
        ("count", ctypes.c_int32),
        ("learners", ctypes.c_int32),
        ("seats", ctypes.c_int32),
        ("actions", ctypes.c_int32),
        ("planes", ctypes.c_int32),
        ("rows", ctypes.c_int32),
        ("cols", ctypes.c_int32),
        ("mask_bytes", ctypes.c_int32),
        ("state_bytes", ctypes.c_int64),
    ]


class Buffers(ctypes.Structure):
    """struct tw_vec_buffers."""

    _fields_ = [
        (name, ctypes.c_void_p)
        for name in (
            "actions",
            "observations",
            "masks",
            "rewards",
            "terminated",
            "truncated",
            "seats",
            "final_observations",
            "episode_returns",
            "episode_lengths",
        )
    ]


HEAR = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
GO_ON = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


def find() -> Path:
    """Returns the library's path: TILEWRIGHT_LIBRARY, beside this file, or in the repository's build/."""
    named = os.environ.get("TILEWRIGHT_LIBRARY")
    if named:
        if not Path(named).is_file():
            raise ImportError(f"TILEWRIGHT_LIBRARY must name a file, and there is none at {named}")
        return Path(named)
    here = Path(__file__).resolve().parent
    for path in (here / NAME, here.parent.parent / "build" / NAME):
        if path.is_file():
            return path
    raise ImportError(f"tilewright needs {NAME}: run `make` in its repository, or set TILEWRIGHT_LIBRARY")


def needs(path: Path) -> list[str]:
    """Returns what the library at `path` needs of a processor, as far as its build has noted that."""
    note = path.with_suffix(".needs")
    if note.is_file():
        return note.read_text().split()
    flags = path.parent / "release" / "flags"
    march = re.search(r"-march=(\S+)", flags.read_text()) if flags.is_file() else None
    return LEVELS.get(march.group(1), "").split() if march else []


def check_processor(needed: Iterable[str], path: Path) -> None:
    """Raises ImportError if this processor lacks something: the library would be killed."""
    if not CPUINFO.is_file():
        return
    line = re.search(r"^flags\s*:(.*)$", CPUINFO.read_text(), re.MULTILINE)
    missing = sorted(set(needed) - set(line.group(1).split())) if line else []
    if missing:
        raise ImportError(
            f"{path} was built for newer processors than this one, which lacks {', '.join(missing)}: "
            "build it here, or for any x86-64 with MARCH= in the environment"
        )


def declare(library: ctypes.CDLL) -> None:
    """Tells ctypes the types of all functions."""
    engine, vec = ctypes.POINTER(Engine), ctypes.POINTER(Vec)
    text, size, memory = ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p
    number, seed = ctypes.c_int, ctypes.c_uint64
    types: dict[str, tuple[object, list[object]]] = {
        "tw_version": (text, []),
        "tw_open": (engine, []),
        "tw_close": (None, [engine]),
        "tw_listen": (None, [engine, HEAR, memory]),
        "tw_request": (memory, [engine, text, size, ctypes.POINTER(size)]),
        "tw_cancel": (number, [engine, text, size]),
        "tw_watch": (None, [engine, GO_ON, memory]),
        "tw_vec_new": (vec, [text, number, text, seed, text, size]),
        "tw_vec_free": (None, [vec]),
        "tw_vec_measure": (None, [vec, ctypes.POINTER(Shape)]),
        "tw_vec_bind": (None, [vec, ctypes.POINTER(Buffers)]),
        "tw_vec_seed": (None, [vec, seed, memory]),
        "tw_vec_reset": (None, [vec, memory]),
        "tw_vec_step": (number, [vec]),
        "tw_vec_sample": (None, [vec, memory]),
        "tw_vec_try": (text, [vec, memory, number, memory, memory]),
        "tw_vec_advise": (number, [vec, text, seed, number, memory, memory, text, size]),
        "tw_vec_state_get": (text, [vec, number, memory]),
        "tw_vec_state_set": (text, [vec, number, memory, number]),
        "tw_vec_look": (number, [vec, number, number]),
        "tw_vec_json": (ctypes.c_int64, [vec, number, text, size]),
        "tw_vec_json_set": (number, [vec, number, text, size, text, size]),
        "tw_vec_act": (ctypes.c_int32, [vec, number, number, text, size, text, size]),
        "tw_vec_action": (ctypes.c_int64, [vec, number, number, ctypes.c_int32, text, size]),
    }
    for name, (result, arguments) in types.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments


def load() -> ctypes.CDLL:
    """Loads the library."""
    path = find()
    check_processor(needs(path), path)
    try:
        library = ctypes.CDLL(str(path))
        declare(library)
    except (OSError, AttributeError) as error:
        raise ImportError(f"{path} is not a library of tilewright that works here: {error}") from error
    return library


lib = load()
version: str = lib.tw_version().decode()
