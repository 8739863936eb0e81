"""The language of a browser."""

from __future__ import annotations

from typing import get_args

from starlette.requests import HTTPConnection

from parlour.llm import Language

COOKIE = "language"
_LANGUAGES: tuple[Language, ...] = get_args(Language)


def language_of(connection: HTTPConnection) -> Language:
    """Returns the language of the browser's cookie, or else the one that the browser prefers."""
    chosen = connection.cookies.get(COOKIE)
    for language in _LANGUAGES:
        if language == chosen:
            return language
    return preferred_language(connection.headers.get("accept-language", ""))


def preferred_language(header: str) -> Language:
    """Returns our language with the greatest weight in an `Accept-Language` header (RFC 9110), or English."""
    weights = dict.fromkeys(_LANGUAGES, 0.0)
    for piece in header.split(","):
        name, _, weight = piece.partition(";")
        for language in _LANGUAGES:
            if name.strip().lower().split("-")[0] == language:
                weights[language] = max(weights[language], _weight(weight))
    return max(_LANGUAGES, key=lambda language: weights[language])


def _weight(text: str) -> float:
    if not text.strip():
        return 1.0
    try:
        return float(text.strip().removeprefix("q="))
    except ValueError:
        return 0.0
