"""The sentences of a prompt that a reader may miss, and the mark of what is left of a part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from parlour.language.facts import Name, read
from parlour.language.facts import sentences as whole_sentences
from parlour.language.wording.rulebook import sentences
from parlour.llm import Part, PartPurpose, Prompt
from parlour.reader.phrases import TableNames, compile_frame


@dataclass(frozen=True, kw_only=True)
class Excerpt(PartPurpose):
    """The mark of a part of which a reader has taken in only some, or misread some."""

    whole: str
    pieces: tuple[str, ...]
    missed: int
    sentences: int


def sent(part: Part) -> str:
    """The text of a part as it was sent, whatever has been taken in of it."""
    return part.purpose.whole if isinstance(part.purpose, Excerpt) else part.text


def excerpts(prompt: Prompt) -> Mapping[str, tuple[str, ...]]:
    """Returns by text the sentences that are left of it, for texts that were not taken in whole."""
    return {mark.whole: mark.pieces for mark in _marks(prompt)}


def missed_share(prompt: Prompt) -> float:
    """The share of the sentences of a prompt that its reader has missed, of those that it could have."""
    marks = list(_marks(prompt))
    could = sum(mark.sentences for mark in marks)
    return sum(mark.missed for mark in marks) / could if could else 0.0


def _marks(prompt: Prompt) -> Iterator[Excerpt]:
    return (part.purpose for part in prompt.parts if isinstance(part.purpose, Excerpt))


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A stretch of a part.

    Attributes:
        sentence: what it says, if it can be missed; empty if it cannot.
        place: where its middle stands in its part, from 0 to 1.
    """

    text: str
    sentence: str = ""
    lot: bytes = b""
    place: float = 0.0
    line: int = 0
    by: Name | None = None
    to: Name | None = None
    is_idle: bool = False


@lru_cache(maxsize=8192)
def talk(text: str, table: TableNames, package: str) -> tuple[Piece, ...]:
    """Returns events in pieces: every sentence of a speech can be missed, and nothing else."""
    lines = text.splitlines(keepends=True)
    return _place(_line(line, number, table, package) for number, line in enumerate(lines))


@lru_cache(maxsize=512)
def papers(text: str, table: TableNames, me: Name) -> tuple[Piece, ...]:
    """Returns a player's script in pieces: every sentence that states something can be missed."""
    lines = text.splitlines(keepends=True)
    found = (_sentences(line, number, table, None, me) for number, line in enumerate(lines))
    return _place(found)


@lru_cache(maxsize=4096)
def is_card(text: str, table: TableNames, package: str) -> bool:
    """Returns true if a text deals its reader something with a title: a role, fellows, an aim, a secret."""
    frames = (line.text for line in sentences(package, table.language, dealt=True))
    return any(compile_frame(frame, table).match(text) for frame in frames if frame != "{text}")


def _place(lines: Iterable[Sequence[Piece]]) -> tuple[Piece, ...]:
    """The pieces of all lines, each with its place; none if nothing in them can be missed."""
    pieces = [piece for line in lines for piece in line]
    if not any(piece.sentence for piece in pieces):
        return ()
    length, at, placed = sum(len(piece.text) for piece in pieces), 0, list[Piece]()
    for piece in pieces:
        place = (at + len(piece.text) / 2) / length
        placed.append(replace(piece, place=place, lot=piece.sentence.encode()))
        at += len(piece.text)
    return tuple(placed)


def _line(line: str, number: int, table: TableNames, package: str) -> Sequence[Piece]:
    for frame in _spoken(package, table):
        if match := compile_frame(frame, table).fullmatch(line.rstrip("\n")):
            told, start = match.groupdict(), match.start("text")
            said = _sentences(line[start:], number, table, told.get("actor"), told.get("to"))
            if not any(piece.sentence for piece in said):  # somebody typed it: it is missed whole or not
                words = line[start:].rstrip("\n")
                said = [
                    Piece(text=words, sentence=words, line=number),
                    Piece(text=line[start + len(words) :]),
                ]
            return [Piece(text=line[:start], line=number), *said]
    return [Piece(text=line, line=number)]


@lru_cache(maxsize=64)
def _spoken(package: str, table: TableNames) -> tuple[str, ...]:
    return tuple(line.text for line in sentences(package, table.language) if "{text}" in line.text)


def _sentences(text: str, number: int, table: TableNames, by: Name | None, to: Name | None) -> list[Piece]:
    """A text sentence by sentence: those that say something can be missed."""
    pieces, done = list[Piece](), 0
    heard = read(text.strip(), table.language, speaker=by, reader=to, names=table.names)
    says = {*(each.sentence for each in heard.found), *heard.asking}
    for sentence in whole_sentences(text):
        start = text.find(sentence, done)
        if start < 0:
            continue
        if text[done:start].strip():
            pieces.append(Piece(text=text[done:start], line=number))
            done = start
        end = start + len(sentence)
        told = sentence if sentence in says else ""
        idle = not told and by is not None
        pieces.append(Piece(text=text[done:end], sentence=told, line=number, by=by, to=to, is_idle=idle))
        done = end
    if done < len(text):
        pieces.append(Piece(text=text[done:], line=number))
    return pieces
