"""What is heard at a table without a script: lines that tell events, and the facts in what somebody says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import get_args

from annotated_types import MaxLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from parlour.errors import Unmarked
from parlour.facts import Fact, Kind, Language, Name, Word, entries, read, say, understand
from parlour.llm.reader.frames import Frame, Table, compiled, words


@lru_cache(maxsize=8192)
def lines(text: str, table: Table, file: str) -> tuple[Frame, ...]:
    """The lines of a text that are frames of a file's talk.

    The first frame that fits counts. What is said stands first there, so that no speech passes for an event.
    """
    return tuple(frame for line in text.splitlines() if (frame := _frame(line, table, file)))


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


def names_in(annotation: object) -> Sequence[Name]:
    """The players who may be chosen: the values of an enumeration, in a list or beside null or alone."""
    inner = get_args(annotation)
    return [each for each in inner if isinstance(each, str)] or get_args(inner[0])


def longest(info: FieldInfo) -> int | None:
    """How many characters a field of a form may have; None for any number."""
    return min((each.max_length for each in info.metadata if isinstance(each, MaxLen)), default=None)


def form_of(info: FieldInfo) -> type[BaseModel]:
    """The form that a field holds.

    Raises:
        Unmarked: if it holds none.
    """
    if isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel):
        return info.annotation
    raise Unmarked("About marks a form of its own")


def _frame(line: str, table: Table, file: str) -> Frame | None:
    for kind, row in words(file, table.language)["talk"].items():
        if match := compiled(row, table).fullmatch(line):
            return Frame(kind=kind, fields=match.groupdict())
    return None


@cache
def _roles(language: Language) -> Mapping[str, Word]:
    return {say(Kind.ROLE, role, language): role for role in entries(Kind.ROLE)}
