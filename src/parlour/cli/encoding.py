"""Letters that a terminal or pipe cannot carry are said in others, and end nothing."""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata

HANDLER = "parlour.nearest"
_SAID = {
    "…": "...",
    "–": "-",
    "—": "-",
    "−": "-",
    "·": "-",
    "•": "*",
    "→": "->",
    "←": "<-",
    "×": "x",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "«": '"',
    "»": '"',
    "≤": "<=",
    "≥": ">=",
    "±": "+/-",
    "─": "-",
    "━": "-",
    "│": "|",
    "κ": "kappa",
    "：": ":",
    "，": ",",
    "。": ".",
    "、": ",",
}
"""Signs that we print and their nearest in ASCII."""


def say_in_other_letters() -> None:
    """Has standard output and error take any text, and standard input any bytes.

    UTF-8 is among them: a name that was typed in another encoding comes in as halves of characters.
    """
    codecs.register_error(HANDLER, _nearest)
    for stream, errors in ((sys.stdout, HANDLER), (sys.stderr, HANDLER), (sys.stdin, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """What stands for letters that cannot be written: a like one, one without its accent, or `?`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_said, error.object[error.start : error.end])), error.end


def _said(letter: str) -> str:
    plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return _SAID.get(letter) or plain or "?"
