"""The part of a prompt that a limited reader takes in: sentences are missed, and some are misread.

Always taken in: the rules, the public beginning, the player's own identity, secrets and task, and every
sentence that its notes or the task quote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from random import Random

from parlour.core import find_game
from parlour.language.facts import Fact, Language, Name, Slot, read, render, settings
from parlour.language.facts import sentences as whole_sentences
from parlour.language.wording.rulebook import sentences
from parlour.llm import Call, Part, PartPurpose, Prompt, count_tokens
from parlour.reader.evidence import names_in
from parlour.reader.limits.options import Limits, Lots, taken_in
from parlour.reader.phrases import TableNames, compile_frame
from parlour.reader.seat import GameReader


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


_NEAR = (-2, -1, 1, 2)
"""The numbers of half hours by which an hour is misread."""
Change = tuple[str, Name | Slot]
"""A field of a fact, and what is read in it instead."""


@dataclass(frozen=True, kw_only=True)
class Hand:
    """The speaker and addressee of sentences."""

    language: Language
    by: Name | None
    to: Name | None
    names: tuple[Name, ...]


def misread(sentence: str, hand: Hand, rng: Random) -> str:
    """Returns a sentence with one person, hour or place mistaken; the sentence itself if it has none."""
    facts = _facts(sentence, hand)
    for number, fact in enumerate(facts):
        sorts = [sort for sort in (_others(fact, hand), _hours(fact), _places(fact)) if sort]
        if sorts:
            field, value = rng.choice(rng.choice(sorts))
            changed = replace(fact, **{field: value})  # pyright: ignore[reportArgumentType] - as it was
            return _render((*facts[:number], changed, *facts[number + 1 :]), hand, rng) or sentence
    return sentence


def _facts(text: str, hand: Hand) -> tuple[Fact, ...]:
    return read(text, hand.language, speaker=hand.by, reader=hand.to, names=hand.names).facts


def _render(facts: Sequence[Fact], hand: Hand, rng: Random) -> str:
    """The facts in words that are read back as they are; nothing where there are none."""
    told = [render(fact, hand.language, rng, speaker=hand.by, reader=hand.to) for fact in facts]
    text = ("" if hand.language == "zh" else " ").join(told)
    return text if _facts(text, hand) == tuple(facts) else ""


def _others(fact: Fact, hand: Hand) -> list[Change]:
    named = [(field, value) for field, value in _field_values(fact) if value in hand.names]
    present = {value for _, value in named} | {hand.by, hand.to}
    free = [name for name in hand.names if name not in present]
    return [(field, name) for field, value in named if value not in (hand.by, hand.to) for name in free]


def _hours(fact: Fact) -> list[Change]:
    return [
        (field, Slot(value.number + by))
        for field, value in _field_values(fact)
        if isinstance(value, Slot)
        for by in _NEAR
        if 0 <= value.number + by < 48
    ]


def _places(fact: Fact) -> list[Change]:
    """Replaces a place by another one of its setting."""
    return [
        (field, other)
        for field, value in _field_values(fact)
        if field == "place"
        for places in settings().values()
        if value in places
        for other in places
        if other != value
    ]


def _field_values(fact: Fact) -> Iterator[tuple[str, object]]:
    return ((each.name, getattr(fact, each.name)) for each in fields(fact))


@dataclass(frozen=True, kw_only=True)
class Exposure:
    """The place of a sentence in a prompt that may be missed.

    Attributes:
        place: from 0 at the beginning of the prompt to 1 at its end.
        is_quoted: whether one's notes or the task quote it, so that it is never missed.
    """

    sentence: str
    place: float
    tokens: int
    hand: Hand
    is_quoted: bool


@dataclass(frozen=True, kw_only=True)
class Intake:
    """A reader before a prompt."""

    call: Call
    game: GameReader
    limits: Limits

    def read(self) -> Prompt:
        """The prompt as it is taken in."""
        prompt = self.call.prompt
        told = iter(self._parts())
        system = tuple(part for _, part in zip(prompt.system, told, strict=False))
        return replace(prompt, system=system, user=tuple(told))

    def exposures(self) -> Iterator[Exposure]:
        """Every sentence that can be missed, in the order of the prompt."""
        before = 0
        for part, pieces in zip(self.call.prompt.parts, self._pieces, strict=True):
            tokens = count_tokens(part.text)
            for piece in filter(lambda each: each.sentence, pieces):
                yield Exposure(
                    sentence=piece.sentence,
                    place=(before + piece.place * tokens) / self._tokens,
                    tokens=self._tokens,
                    hand=self._hand(piece),
                    is_quoted=piece.sentence in self._quotable,
                )
            before += tokens

    def _parts(self) -> Iterator[Part]:
        before = 0
        for part, pieces in zip(self.call.prompt.parts, self._pieces, strict=True):
            tokens = count_tokens(part.text)
            yield self._excerpt(part, pieces, before, tokens) if pieces else part
            before += tokens

    def _excerpt(self, part: Part, pieces: Sequence[Piece], before: int, tokens: int) -> Part:
        missed: set[int] = set()
        for number, piece in enumerate(pieces):
            likely = taken_in(self.limits, (before + piece.place * tokens) / self._tokens, self._tokens)
            is_free = piece.sentence and piece.sentence not in self._quotable
            if is_free and self._lots.uniform(piece.lot, before + number) >= likely:
                missed.add(number)
        seen = {piece.line for n, piece in enumerate(pieces) if piece.sentence and n not in missed}
        told = tuple(
            self._misread(piece, before + number)
            for number, piece in enumerate(pieces)
            if number not in missed and (not piece.is_idle or piece.line in seen)
        )
        could = sum(1 for piece in pieces if piece.sentence)
        mark = Excerpt(whole=part.text, pieces=told, missed=len(missed), sentences=could)
        return Part(text="".join(told), source=part.source, purpose=mark)

    def _misread(self, piece: Piece, number: int) -> str:
        slip = self.limits.slip
        if not (slip and piece.sentence) or self._lots.uniform(b"slip" + piece.lot, number) >= slip:
            return piece.text
        rng = self._lots.random("misread", number, piece.sentence)
        return piece.text.replace(piece.sentence, misread(piece.sentence, self._hand(piece), rng))

    def _hand(self, piece: Piece) -> Hand:
        return Hand(
            language=self.call.prompt.language,
            by=piece.by,
            to=piece.to if piece.by else self.call.prompt.player,
            names=self._table.names,
        )

    @cached_property
    def _lots(self) -> Lots:
        return Lots(call=self.call)

    @cached_property
    def _table(self) -> TableNames:
        call = self.call
        everybody = names_in(call.prompt, call.players, self.game)
        victims = tuple(name for name in everybody if name not in call.players)
        return TableNames(call.prompt.language, call.players, victims)

    @cached_property
    def _tokens(self) -> int:
        return max(1, sum(count_tokens(part.text) for part in self.call.prompt.parts))

    @cached_property
    def _quotable(self) -> str:
        return "\n".join(
            part.text
            for part, pieces in zip(self.call.prompt.parts, self._pieces, strict=True)
            if part.source.origin != "rules" and not pieces
        )

    @cached_property
    def _pieces(self) -> tuple[tuple[Piece, ...], ...]:
        """Each part in pieces; none of one that cannot be missed, in whole or in part."""
        prompt, package = self.call.prompt, find_game(self.call.game).package if self.call.game else ""
        if not package:
            return ((),) * len(prompt.parts)
        events = [number for number, part in enumerate(prompt.user) if part.source.origin == "event"]
        told = events[-1] if events else 0
        return (
            *(self._papers(part, package) for part in prompt.system),
            *(self._split(part, package) for part in prompt.user[: told + 1]),
            *(() for _ in prompt.user[told + 1 :]),
        )

    def _split(self, part: Part, package: str) -> tuple[Piece, ...]:
        if part.source.origin == "event":
            return talk(part.text, self._table, package)
        return self._papers(part, package)

    def _papers(self, part: Part, package: str) -> tuple[Piece, ...]:
        """One's own papers, and others' where they lie open; what is dealt with a title is none of them."""
        is_dealt = part.source.origin in ("private", "truth", "event")
        if not is_dealt or is_card(part.text, self._table, package):
            return ()
        return papers(part.text, self._table, self.call.prompt.player)
