"""What was said in a passage, whoever reads it: each fact, with who said it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from parlour.language.facts import Language, Name, StatedFact, read
from parlour.llm import Prompt
from parlour.reader.seat import GameReader

_COLON = re.compile("[:：]")
LEAST_HEARD = 0.5
"""The share of what was said from which on the reader takes a talk to be in its language."""


def names_in(prompt: Prompt, told: Sequence[Name], game: GameReader) -> tuple[Name, ...]:
    """Whom a passage may speak of: those who were told, and those whom the game tells of besides."""
    return tuple(dict.fromkeys((*told, *game.people(prompt))))


def said(text: str, language: Language, names: tuple[Name, ...]) -> Iterator[tuple[Name | None, StatedFact]]:
    """Each fact in the lines of a passage; a line's words stand after who says them, and a colon."""
    for line in text.splitlines():
        who, *rest = _COLON.split(line, maxsplit=1)
        words = rest[0] if rest else line
        present = sorted((name for name in names if name in who), key=who.index)
        speaker, reader = (*present, None, None)[:2] if rest else (None, None)
        found = read(words, language, speaker=speaker, reader=reader, names=names).found
        yield from ((speaker, each) for each in found)


def understands(prompt: Prompt, players: Sequence[Name]) -> bool:
    """Whether at least half of the events that a prompt tells hold a fact that the reader can read.

    Free talk holds almost none; whoever reasoned from the few sentences that happen to fit would pretend.
    """
    told = [part.text for part in prompt.user if part.source.origin == "event" and part.source.events]
    heard = sum(any(True for _ in said(text, prompt.language, tuple(players))) for text in told)
    return bool(told) and heard >= LEAST_HEARD * len(told)
