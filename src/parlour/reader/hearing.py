"""What is heard at a table without a script: lines that tell events, and the facts in what somebody says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from parlour.facts import Fact, Kind, Language, Name, Word, entries, read, say, understand
from parlour.reader.frames import Frame, Table, compiled, words


@lru_cache(maxsize=8192)
def lines(text: str, table: Table, package: str) -> tuple[Frame, ...]:
    """The lines of a text that are frames of a game's talk.

    The first frame that fits counts. What is said stands first there, so that no speech passes for an event.
    """
    return tuple(frame for line in text.splitlines() if (frame := _frame(line, table, package)))


@lru_cache(maxsize=4096)
def facts(text: str, by: Name, table: Table) -> tuple[Fact, ...]:
    """What a speech says; one without a sentence of the grammar was typed, and is read with patience."""
    found = read(text, table.language, speaker=by, names=table.players).facts
    if found:
        return found
    meanings = understand(text, table.language, table.players, speaker=by).meanings
    return tuple(each for each in meanings if isinstance(each, Fact))


def role_named(said: str, language: Language) -> Word:
    """The role that some words mean, such as `the seer`."""
    return _roles(language)[said]


def _frame(line: str, table: Table, package: str) -> Frame | None:
    for kind, row in words("frames", table.language, package)["talk"].items():
        if match := compiled(row, table).fullmatch(line):
            return Frame(kind=kind, fields=match.groupdict())
    return None


@cache
def _roles(language: Language) -> Mapping[str, Word]:
    return {say(Kind.ROLE, role, language): role for role in entries(Kind.ROLE)}
