"""What a bug report must not hold: a page of the doctor is made to be shown to strangers."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_SECRET = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD|PASS|CREDENTIALS)$")
"""How the names of variables end whose values are nobody else's."""
_IN_ADDRESS = re.compile(r"(?<=://)[^/\s@]+@")
"""User and password in an address."""
_SHORTEST = 6
"""Letters of a value that could be a secret: shorter ones would take words out of sentences."""


def discreet(told: Any) -> Any:  # noqa: ANN401 - whatever JSON can be
    """The same without what is private: secrets, users in addresses, and the name of the user's home."""
    match told:
        case str():
            return _discreet(told)
        case Mapping():
            return {discreet(key): discreet(value) for key, value in told.items()}  # pyright: ignore[reportUnknownVariableType]
        case list() | tuple():
            return [discreet(each) for each in told]  # pyright: ignore[reportUnknownVariableType]
        case _:
            return told


def _discreet(text: str) -> str:
    for secret, name in _secrets():
        text = text.replace(secret, f"<{name}>")
    text = _IN_ADDRESS.sub("", text)
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text


def _secrets() -> Iterator[tuple[str, str]]:
    for name, value in os.environ.items():
        if _SECRET.search(name.upper()) and len(value) >= _SHORTEST:
            yield value, name
