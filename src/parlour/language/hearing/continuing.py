"""A sentence that somebody has begun, gone on with as far as its next gap, or with what may stand in that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from parlour.language.hearing.offering import GAP, Offers

_STOP = re.compile(r"[.!?](?=\s)|[。！？\n]")


def last_begun(text: str) -> str:
    """The last sentence of a text, which may not be at its end yet."""
    return _STOP.split(text)[-1].lstrip()


def continued(begun: str, offers: Offers) -> Iterator[tuple[str, str]]:
    """What may stand in place of the beginning of a sentence, each with what is shown for it.

    Args:
        begun: what stands there; empty for all that is offered.
        offers: the sentences.
    """
    told: set[str] = set()
    for offer in offers.sentences:
        for words, choice in _steps(GAP.split(offer.words), begun, offers):
            if words != begun and words not in told:
                told.add(words)
                yield words, choice or offer.words


def _steps(parts: Sequence[str], begun: str, offers: Offers) -> Iterator[tuple[str, str]]:
    """How the parts of a sentence go on: the words up to the next gap, and what was chosen for one."""
    if not parts:
        return
    first, rest = parts[0], parts[1:]
    choices = offers.choices.get(first)
    for words in choices or (first,):
        if begun and _begins(begun, words):
            yield from ((words + more, choice) for more, choice in _steps(rest, begun[len(words) :], offers))
        if _begins(words, begun) and (words != begun or not begun):
            more = words + (rest[0] if choices and rest else "")
            yield more, more.strip() if choices else ""


def _begins(words: str, beginning: str) -> bool:
    return words.casefold().startswith(beginning.casefold())
