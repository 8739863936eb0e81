"""Reads the window that a GGUF file was trained for from its header, before llama.cpp is started on it."""

from __future__ import annotations

import struct
from os import SEEK_CUR
from pathlib import Path
from typing import BinaryIO

from parlour.errors import UsageError

_STRING, _ARRAY, _DEEPEST = 8, 9, 4
_FORMATS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}


def trained_context(path: Path) -> int | None:
    """How many tokens the model's window was trained for; None if the file does not say.

    Raises:
        UsageError: if the file is missing, is no GGUF or is damaged.
    """
    try:
        with path.open("rb") as file:
            return _context_length(file, path.stat().st_size)
    except OSError as error:
        raise UsageError(f"{path}: the model file cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, struct.error, OverflowError) as error:
        raise UsageError(
            f"{path}: this is not a GGUF model file, or it is damaged: fetch it again"
        ) from error


def _context_length(file: BinaryIO, size: int) -> int | None:
    if file.read(4) != b"GGUF":
        raise ValueError("no GGUF")
    _version, _tensors, pairs = struct.unpack("<IQQ", file.read(20))
    for _ in range(pairs):
        key = _text(file, size)
        (kind,) = struct.unpack("<I", file.read(4))
        value = _value(file, kind, size)
        if key.endswith(b".context_length") and isinstance(value, int):
            return value
    return None


def _value(file: BinaryIO, kind: int, size: int, depth: int = 0) -> object:
    """One value; of an array nothing, since none holds what is sought, and its size is whatever it claims."""
    if kind == _STRING:
        return _text(file, size)
    if kind == _ARRAY:
        inner, length = struct.unpack("<IQ", file.read(12))
        if depth == _DEEPEST:
            raise ValueError("arrays in arrays in arrays")
        if inner in _FORMATS:
            _pass_over(file, length * struct.calcsize("<" + _FORMATS[inner]), size)
        else:
            for _ in range(length):
                _value(file, inner, size, depth + 1)
        return None
    layout = "<" + _FORMATS[kind]
    return struct.unpack(layout, file.read(struct.calcsize(layout)))[0]


def _text(file: BinaryIO, size: int) -> bytes:
    (length,) = struct.unpack("<Q", file.read(8))
    if length > size:
        raise ValueError("a text longer than the file")
    return file.read(length)


def _pass_over(file: BinaryIO, length: int, size: int) -> None:
    if file.tell() + length > size:
        raise ValueError("an array longer than the file")
    file.seek(length, SEEK_CUR)
