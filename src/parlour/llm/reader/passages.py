"""What was said in a passage, whoever reads it: each fact, with who said it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.facts import Found, Name, read
from parlour.llm.prompt import Prompt
from parlour.llm.reader.frames import find_table

_COLON = re.compile("[:：]")


def names_in(prompt: Prompt, told: tuple[Name, ...]) -> tuple[Name, ...]:
    """Whom a passage may speak of: those who were told, and the victims that the rules name."""
    table = find_table(prompt.system_text, prompt.language)
    return tuple(dict.fromkeys((*told, *(table.victims if table else ()))))


def said(text: str, prompt: Prompt, names: tuple[Name, ...]) -> Iterator[tuple[Name | None, Found]]:
    """Each fact in the lines of a passage; a line's words stand after who says them, and a colon."""
    for line in text.splitlines():
        who, *rest = _COLON.split(line, maxsplit=1)
        words = rest[0] if rest else line
        present = sorted((name for name in names if name in who), key=who.index)
        speaker, reader = (*present, None, None)[:2] if rest else (None, None)
        found = read(words, prompt.language, speaker=speaker, reader=reader, names=names).found
        yield from ((speaker, each) for each in found)
