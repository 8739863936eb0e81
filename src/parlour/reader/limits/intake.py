"""The part of a prompt that a limited reader takes in: sentences are missed, and some are misread.

Always taken in: the rules, the public beginning, the player's own identity, secrets and task, and every
sentence that its notes or the task quote.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from random import Random

from parlour.core import find_game
from parlour.language.facts import Fact, Language, Name, Slot, read, render, settings
from parlour.llm import Call, Part, Prompt, count_tokens
from parlour.reader.limits.options import Limits, Lots, taken_in
from parlour.reader.limits.pieces import Excerpt, Piece, is_card, papers, talk
from parlour.reader.passages import names_in
from parlour.reader.phrases import TableNames
from parlour.reader.seat import GameReader

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
