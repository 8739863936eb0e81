"""What is heard at a table without a script: lines that tell events, and the facts in what somebody says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from parlour.core.sentences import sentences
from parlour.facts import Fact, Language, Name, Word, WordKind, entries, read, say, understand
from parlour.reader.frames import SentenceFrame, TableNames, compiled, words

OMISSIONS = ("left_out", "other_news")
"""The kinds of lines on what is left out: remarks, and what else happened."""


@lru_cache(maxsize=8192)
def lines(text: str, table: TableNames, package: str) -> tuple[SentenceFrame, ...]:
    """The lines of a text that are frames of a game's talk.

    The first frame that fits counts. What is said comes first, so that no speech passes for an event.
    """
    return tuple(frame for line in text.splitlines() if (frame := _frame(line, table, package)))


@lru_cache(maxsize=4096)
def facts(text: str, by: Name, table: TableNames) -> tuple[Fact, ...]:
    """What a speech says; one without a sentence of the grammar was typed, and is read with patience."""
    found = read(text, table.language, speaker=by, names=table.players).facts
    if found:
        return found
    meanings = understand(text, table.language, table.players, speaker=by).meanings
    return tuple(each for each in meanings if isinstance(each, Fact))


def role_named(said: str, language: Language) -> Word:
    """The role that some words mean, such as `the seer`."""
    return _roles(language)[said]


@lru_cache(maxsize=512)
def dealt(kind: str, text: str, table: TableNames, package: str) -> SentenceFrame | None:
    """What a text says was dealt to its reader, of some kind."""
    for line in sentences(_game(package), table.language, dealt=True):
        if line.kind == kind and (match := compiled(line.text, table).search(text)):
            return SentenceFrame(kind=line.name, fields=match.groupdict())
    return None


@cache
def _talk(language: Language, package: str) -> Mapping[str, str]:
    """What can happen at a table, by its name; what is said stands first, the notes of methods last.

    Between them stands what a prompt says of the talk that it leaves out.
    """
    happens = sorted(sentences(_game(package), language), key=lambda line: "{text}" not in line.text)
    frames = words("frames", language, package)
    omitted = {kind: frames[kind] for kind in OMISSIONS}
    return {**{line.name: line.text for line in happens}, **omitted, **frames.get("notes", {})}


def _game(package: str) -> str:
    """The package of the game whose reader lies in another."""
    return package.removesuffix(".reader")


def _frame(line: str, table: TableNames, package: str) -> SentenceFrame | None:
    for kind, row in _talk(table.language, package).items():
        if match := compiled(row, table).fullmatch(line):
            return SentenceFrame(kind=kind, fields=match.groupdict())
    return None


@cache
def _roles(language: Language) -> Mapping[str, Word]:
    return {say(WordKind.ROLE, role, language): role for role in entries(WordKind.ROLE)}
