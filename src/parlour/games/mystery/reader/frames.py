"""The words that a prompt of a mystery puts around the facts: who was killed, who said and asked what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from parlour.language.facts import Language, Name
from parlour.language.wording.rulebook import Sentence, sentences
from parlour.reader import SentenceFrame, TableNames, compiled, dealt, lines, words

PACKAGE = "parlour.games.mystery.reader"
_GAME = "parlour.games.mystery"


@cache
def frames(language: Language) -> Mapping[str, Any]:
    """The words around the facts, with the titles of what is dealt."""
    told = words("frames", language, PACKAGE)
    titles = {line.name.partition(" ")[2] or line.kind: line.text for line in _papers(language)}
    return {**told, "titles": {**told["titles"], **titles}}


def _papers(language: Language) -> Iterator[Sentence]:
    """The lines that put a title before what is dealt, without what they put it before."""
    for line in sentences(_GAME, language, dealt=True):
        title, text = line.text.partition("\n")[::2]
        if text:
            yield replace(line, text=title)


def role_of(text: str, table: TableNames) -> SentenceFrame | None:
    """What a text tells its reader of its role."""
    return dealt("role", text, table, PACKAGE)


def phrases(language: Language) -> Mapping[str, Any]:
    """The words beside them."""
    return words("phrases", language, PACKAGE)


@lru_cache(maxsize=256)
def find_table(text: str, language: Language) -> TableNames | None:
    """The table that a text with the rules in it tells of; None if it tells of none."""
    players, victims = (_names(text, language, which) for which in ("players", "victims"))
    return TableNames(language, players, victims) if players and victims else None


def _names(text: str, language: Language, which: str) -> tuple[Name, ...]:
    told = frames(language)
    pattern = re.escape(told[which]).replace(r"\{names\}", "(.+)")
    found = re.search(f"^{pattern}$", text, re.MULTILINE)
    return tuple(found[1].split(told["comma"])) if found else ()


def talk(text: str, table: TableNames) -> tuple[SentenceFrame, ...]:
    """Every line of a text that tells what happened at the table."""
    return lines(text, table, PACKAGE)


def find(kind: str, text: str, table: TableNames) -> SentenceFrame | None:
    """The last place in a text where a single frame stands."""
    found = list(compiled(frames(table.language)[kind], table).finditer(text))
    return SentenceFrame(kind=kind, fields=found[-1].groupdict()) if found else None


def asked(text: str, table: TableNames) -> SentenceFrame | None:
    """The question of the script that a text puts; None if it is none that we know."""
    for kind, row in frames(table.language)["questions"].items():
        if match := compiled(row, table).fullmatch(text):
            return SentenceFrame(kind=kind, fields=match.groupdict())
    return None


def ties(text: str, table: TableNames) -> SentenceFrame | None:
    """Who is what to whom, as an option of a question says it."""
    for row in frames(table.language)["ties"]:
        if match := compiled(row, table).fullmatch(text):
            return SentenceFrame(kind="tie", fields=match.groupdict())
    return None
