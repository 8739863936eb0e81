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
    """The mark of a part that a reader has taken in only partly, or has misread partly."""

    whole: str
    pieces: tuple[str, ...]
    missed: int
    sentences: int


def sent(part: Part) -> str:
    """Returns the text of a part as it was sent, whatever has been taken in of it."""
    return part.purpose.whole if isinstance(part.purpose, Excerpt) else part.text


def excerpts(prompt: Prompt) -> Mapping[str, tuple[str, ...]]:
    """Returns by text its remaining sentences, for texts that were not taken in whole."""
    return {mark.whole: mark.pieces for mark in _marks(prompt)}


def missed_share(prompt: Prompt) -> float:
    """Returns the share of missed sentences in a prompt, of those that can be missed."""
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
    draw_seed: bytes = b""
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
def script_pieces(text: str, table: TableNames, me: Name) -> tuple[Piece, ...]:
    """Returns a player's script in pieces: every sentence that states something can be missed."""
    lines = text.splitlines(keepends=True)
    groups = (_sentences(line, number, table, None, me) for number, line in enumerate(lines))
    return _place(groups)


@lru_cache(maxsize=4096)
def is_card(text: str, table: TableNames, package: str) -> bool:
    """Returns true if a text deals its reader something with a title: a role, fellows, an aim, a secret."""
    frames = (line.text for line in sentences(package, table.language, dealt=True))
    return any(compile_frame(frame, table).match(text) for frame in frames if frame != "{text}")


def _place(lines: Iterable[Sequence[Piece]]) -> tuple[Piece, ...]:
    """Returns the pieces of all lines, each with its place; none if nothing in them can be missed."""
    pieces = [piece for line in lines for piece in line]
    if not any(piece.sentence for piece in pieces):
        return ()
    length, at, placed = sum(len(piece.text) for piece in pieces), 0, list[Piece]()
    for piece in pieces:
        place = (at + len(piece.text) / 2) / length
        placed.append(replace(piece, place=place, draw_seed=piece.sentence.encode()))
        at += len(piece.text)
    return tuple(placed)


def _line(line: str, number: int, table: TableNames, package: str) -> Sequence[Piece]:
    for frame in _spoken(package, table):
        if match := compile_frame(frame, table).fullmatch(line.rstrip("\n")):
            groups, start = match.groupdict(), match.start("text")
            pieces = _sentences(line[start:], number, table, groups.get("actor"), groups.get("to"))
            if not any(
                piece.sentence for piece in pieces
            ):  # typed text: it is missed as a whole or not at all
                words = line[start:].rstrip("\n")
                pieces = [
                    Piece(text=words, sentence=words, line=number),
                    Piece(text=line[start + len(words) :]),
                ]
            return [Piece(text=line[:start], line=number), *pieces]
    return [Piece(text=line, line=number)]


@lru_cache(maxsize=64)
def _spoken(package: str, table: TableNames) -> tuple[str, ...]:
    return tuple(line.text for line in sentences(package, table.language) if "{text}" in line.text)


def _sentences(text: str, number: int, table: TableNames, by: Name | None, to: Name | None) -> list[Piece]:
    """Returns a text in pieces, one per sentence: those that state something can be missed."""
    pieces, done = list[Piece](), 0
    reading = read(text.strip(), table.language, speaker=by, reader=to, names=table.names)
    says = {*(statement.sentence for statement in reading.found), *reading.asking}
    for sentence in whole_sentences(text):
        start = text.find(sentence, done)
        if start < 0:
            continue
        if text[done:start].strip():
            pieces.append(Piece(text=text[done:start], line=number))
            done = start
        end = start + len(sentence)
        content = sentence if sentence in says else ""
        idle = not content and by is not None
        pieces.append(Piece(text=text[done:end], sentence=content, line=number, by=by, to=to, is_idle=idle))
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
    """Returns the facts in words that are read back as the same facts; empty if there are none."""
    sentences = [render(fact, hand.language, rng, speaker=hand.by, reader=hand.to) for fact in facts]
    text = ("" if hand.language == "zh" else " ").join(sentences)
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
    return ((field.name, getattr(fact, field.name)) for field in fields(fact))


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
    """The intake of one prompt by a limited reader."""

    call: Call
    game: GameReader
    limits: Limits

    def read(self) -> Prompt:
        """Returns the prompt as it is taken in."""
        prompt = self.call.prompt
        parts = iter(self._parts())
        system = tuple(part for _, part in zip(prompt.system, parts, strict=False))
        return replace(prompt, system=system, user=tuple(parts))

    def exposures(self) -> Iterator[Exposure]:
        """Yields every sentence that can be missed, in the order of the prompt."""
        before = 0
        for part, pieces in zip(self.call.prompt.parts, self._pieces, strict=True):
            tokens = count_tokens(part.text)
            for piece in filter(lambda candidate: candidate.sentence, pieces):
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
            if is_free and self._lots.uniform(piece.draw_seed, before + number) >= likely:
                missed.add(number)
        lines = {piece.line for n, piece in enumerate(pieces) if piece.sentence and n not in missed}
        remaining = tuple(
            self._misread(piece, before + number)
            for number, piece in enumerate(pieces)
            if number not in missed and (not piece.is_idle or piece.line in lines)
        )
        could = sum(1 for piece in pieces if piece.sentence)
        mark = Excerpt(whole=part.text, pieces=remaining, missed=len(missed), sentences=could)
        return Part(text="".join(remaining), source=part.source, purpose=mark)

    def _misread(self, piece: Piece, number: int) -> str:
        slip = self.limits.slip
        if not (slip and piece.sentence) or self._lots.uniform(b"slip" + piece.draw_seed, number) >= slip:
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
        """The pieces of each part; none for a part in which nothing can be missed."""
        prompt, package = self.call.prompt, find_game(self.call.game).package if self.call.game else ""
        if not package:
            return ((),) * len(prompt.parts)
        events = [number for number, part in enumerate(prompt.user) if part.source.origin == "event"]
        last = events[-1] if events else 0
        return (
            *(self._private_pieces(part, package) for part in prompt.system),
            *(self._split(part, package) for part in prompt.user[: last + 1]),
            *(() for _ in prompt.user[last + 1 :]),
        )

    def _split(self, part: Part, package: str) -> tuple[Piece, ...]:
        if part.source.origin == "event":
            return talk(part.text, self._table, package)
        return self._private_pieces(part, package)

    def _private_pieces(self, part: Part, package: str) -> tuple[Piece, ...]:
        """One's own papers, and others' where they lie open; what is dealt with a title is none of them."""
        is_dealt = part.source.origin in ("private", "truth", "event")
        if not is_dealt or is_card(part.text, self._table, package):
            return ()
        return script_pieces(part.text, self._table, self.call.prompt.player)
