"""Files of tensors, as src/net/net_file.h reads them."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

FORMAT = 1
Array = np.ndarray[Any, Any]
Tensors = dict[str, Array]

_MAGIC = b"TWNET\0\0\0"
_LINES98 = "98."  # before the names of the nets for lines98
_TYPES = {"int8": 0, "int16": 1, "int32": 2, "float32": 3, "int64": 4}


def hash_bytes(content: bytes) -> int:
    """As src/base/hash.h."""
    one, two, word = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, (1 << 64) - 1

    def fold(a: int, b: int) -> int:
        product = a * b
        return (product ^ product >> 64) & word

    def load(some: bytes) -> int:
        return int.from_bytes(some, "little")

    made, at = one ^ len(content), 0
    while len(content) - at >= 16:
        made = (fold(load(content[at : at + 8]) ^ one, load(content[at + 8 : at + 16]) ^ made) + two) & word
        at += 16
    rest = content[at:]
    if len(rest) > 8:
        made = (fold(load(rest[:8]) ^ one, load(rest[8:]) ^ made) + two) & word
    elif rest:
        made = (fold(load(rest) ^ one, made) + two) & word
    return fold(made ^ two, one)


def _entries(tensors: Tensors, start: int) -> Iterator[tuple[bytes, int, Array]]:
    at = start
    for name, tensor in tensors.items():
        at = -(-at // 64) * 64
        dims = tensor.shape + (1,) * (4 - tensor.ndim)
        yield struct.pack("<24sBBH4II4x", name.encode(), _TYPES[tensor.dtype.name], tensor.ndim, 0, *dims, at)[:48], at, tensor
        at += tensor.nbytes


def write(tensors: Tensors, path: Path) -> None:
    """Writes the file, whole or not at all."""
    start = 32 + 48 * len(tensors)
    entries = list(_entries(tensors, start))
    body = bytearray(b"".join(entry for entry, _, _ in entries))
    for _, at, tensor in entries:
        body += bytes(at - 32 - len(body)) + np.ascontiguousarray(tensor).tobytes()
    head = struct.pack("<8sIIQQ", _MAGIC, FORMAT, len(tensors), 32 + len(body), hash_bytes(bytes(body)))
    fresh = path.with_suffix(".new")
    fresh.write_bytes(head + bytes(body))
    fresh.replace(path)


def joined(standard: Tensors, lines98: Tensors) -> Tensors:
    """The nets for both rule sets, as one file has them."""
    return {**standard, **{_LINES98 + name: tensor for name, tensor in lines98.items()}}


def of_rules(tensors: Tensors, lines98: bool) -> Tensors:
    """The nets for one rule set, of a file that has those for both."""
    return {name.removeprefix(_LINES98): tensor for name, tensor in tensors.items() if name.startswith(_LINES98) == lines98}


def read(path: Path) -> Tensors:
    """Reads a file that `write` wrote."""
    content = path.read_bytes()
    head = struct.unpack_from("<8sIIQQ", content) if len(content) >= 32 else (b"", 0, 0, 0, 0)
    magic, version, count, size, check = head
    if magic != _MAGIC or version != FORMAT or size != len(content) or check != hash_bytes(content[32:]):
        raise ValueError(f"{path} must be a file of nets of version {FORMAT}, whole and unchanged")
    kinds = {number: name for name, number in _TYPES.items()}
    tensors: Tensors = {}
    for i in range(count):
        name, kind, ndim, _, d0, d1, d2, d3, at = struct.unpack_from("<24sBBH4II", content, 32 + 48 * i)
        shape = (d0, d1, d2, d3)[:ndim]
        tensors[name.rstrip(b"\0").decode()] = np.frombuffer(content, kinds[kind], int(np.prod(shape)), at).reshape(shape)
    return tensors
