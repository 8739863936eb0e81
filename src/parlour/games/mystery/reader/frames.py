"""The words that a prompt of a mystery puts around the facts: who was killed, who said and asked what."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from parlour.facts import Language, Name
from parlour.reader import Frame, Table, compiled, lines, words

PACKAGE = "parlour.games.mystery.reader"


def frames(language: Language) -> Mapping[str, Any]:
    """The words around the facts."""
    return words("frames", language, PACKAGE)


def phrases(language: Language) -> Mapping[str, Any]:
    """The words beside them."""
    return words("phrases", language, PACKAGE)


@lru_cache(maxsize=256)
def find_table(text: str, language: Language) -> Table | None:
    """The table that a text with the rules in it tells of; None if it tells of none."""
    players, victims = (_names(text, language, which) for which in ("players", "victims"))
    return Table(language, players, victims) if players and victims else None


def _names(text: str, language: Language, which: str) -> tuple[Name, ...]:
    told = frames(language)
    pattern = re.escape(told[which]).replace(r"\{names\}", "(.+)")
    found = re.search(f"^{pattern}$", text, re.MULTILINE)
    return tuple(found[1].split(told["comma"])) if found else ()


def talk(text: str, table: Table) -> tuple[Frame, ...]:
    """Every line of a text that tells what happened at the table."""
    return lines(text, table, PACKAGE)


def find(kind: str, text: str, table: Table) -> Frame | None:
    """The last place in a text where a single frame stands."""
    found = list(compiled(frames(table.language)[kind], table).finditer(text))
    return Frame(kind=kind, fields=found[-1].groupdict()) if found else None


def asked(text: str, table: Table) -> Frame | None:
    """The question of the script that a text puts; None if it is none that we know."""
    for kind, row in frames(table.language)["questions"].items():
        if match := compiled(row, table).fullmatch(text):
            return Frame(kind=kind, fields=match.groupdict())
    return None


def ties(text: str, table: Table) -> Frame | None:
    """Who is what to whom, as an option of a question says it."""
    for row in frames(table.language)["ties"]:
        if match := compiled(row, table).fullmatch(text):
            return Frame(kind="tie", fields=match.groupdict())
    return None
