"""The words that a prompt puts around the facts: who one is, who said what, what is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import yaml

from parlour.facts import Language, Name

_KINDS = {
    "text": ".*",
    "chosen": ".+",
    "number": r"\d+",
    "score": r"-?\d+(?:\.\d+)?",
    "kind": ".+",
    "other": ".+",
}
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, kw_only=True)
class Frame:
    """One line of the talk, or any other sentence around the facts.

    Attributes:
        kind: which frame of the file.
        fields: what stands in its gaps.
    """

    kind: str
    fields: Mapping[str, str]

    def __getitem__(self, field: str) -> str:
        """What stands in a gap; empty where the frame has no such gap."""
        return self.fields.get(field, "")


@dataclass(frozen=True)
class Table:
    """Who sits at the table and who was killed, which tells where a name ends.

    Attributes:
        language: of the prompt.
        players: in seat order.
        victims: in the order of the rules.
    """

    language: Language
    players: tuple[Name, ...]
    victims: tuple[Name, ...]

    @property
    def names(self) -> tuple[Name, ...]:
        """Everybody whom a fact may speak of."""
        return (*self.players, *self.victims)


@cache
def words(file: str, language: Language) -> Mapping[str, Any]:
    """A data file of this room in one language."""
    text = (resources.files("parlour.llm.reader") / f"{file}.{language}.yaml").read_text(encoding="utf-8")
    return yaml.load(text, Loader=_Loader)  # noqa: S506 - both loaders are safe ones


@lru_cache(maxsize=256)
def find_table(text: str, language: Language) -> Table | None:
    """The table that a text with the rules in it tells of; None if it tells of none."""
    players, victims = (_names(text, language, which) for which in ("players", "victims"))
    return Table(language, players, victims) if players and victims else None


def _names(text: str, language: Language, which: str) -> tuple[Name, ...]:
    frames = words("frames", language)
    pattern = re.escape(frames[which]).replace(r"\{names\}", "(.+)")
    found = re.search(f"^{pattern}$", text, re.MULTILINE)
    return tuple(found[1].split(frames["comma"])) if found else ()


def talk(text: str, table: Table) -> Iterator[Frame]:
    """Every line of a text that tells what happened at the table."""
    for line in text.splitlines():
        for kind, pattern in _talk(table):
            if match := pattern.fullmatch(line):
                yield Frame(kind=kind, fields=match.groupdict())
                break


def find(kind: str, text: str, table: Table) -> Frame | None:
    """The last place in a text where a single frame stands."""
    found = list(_single(kind, table).finditer(text))
    return Frame(kind=kind, fields=found[-1].groupdict()) if found else None


def asked(text: str, table: Table) -> Frame | None:
    """The question of the script that a text puts; None if it is none that we know."""
    for kind, pattern in _questions(table):
        if match := pattern.fullmatch(text):
            return Frame(kind=kind, fields=match.groupdict())
    return None


def ties(text: str, table: Table) -> Frame | None:
    """Who is what to whom, as an option of a question says it."""
    for pattern in words("frames", table.language)["ties"]:
        if match := compiled(pattern, table).fullmatch(text):
            return Frame(kind="tie", fields=match.groupdict())
    return None


@cache
def _talk(table: Table) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return _patterns(words("frames", table.language)["talk"], table)


@cache
def _questions(table: Table) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return _patterns(words("frames", table.language)["questions"], table)


@cache
def _single(kind: str, table: Table) -> re.Pattern[str]:
    return compiled(words("frames", table.language)[kind], table)


def _patterns(rows: Mapping[str, str], table: Table) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, compiled(row, table)) for kind, row in rows.items())


@cache
def compiled(row: str, table: Table) -> re.Pattern[str]:
    """A frame as a regular expression: a gap that comes again must hold the same."""
    people = "|".join([*sorted(map(re.escape, table.names), key=len, reverse=True), r"q\d+"])
    seen: set[str] = set()

    def gap(match: re.Match[str]) -> str:
        field = match[1]
        if field in seen:
            return f"(?P={field})"
        seen.add(field)
        return f"(?P<{field}>{_KINDS.get(field) or people})"

    return re.compile(re.sub(r"\\\{(\w+)\\\}", gap, re.escape(row)))
