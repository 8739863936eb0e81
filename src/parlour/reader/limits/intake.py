"""What of a prompt a reader takes in: some sentences of talk and papers it misses, and some it misreads.

It never misses the rules, what everybody was told at the beginning, who it is, what it must hide and what it
is asked, nor any sentence that its own notes or the task quote: what is written down where one looks is seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from parlour.core import find_game
from parlour.llm import Call, Part, Prompt, count_tokens
from parlour.reader.frames import TableNames
from parlour.reader.limits.excerpt import Excerpt
from parlour.reader.limits.law import taken_in
from parlour.reader.limits.lots import Lots
from parlour.reader.limits.misreading import Hand, misread
from parlour.reader.limits.options import Limits
from parlour.reader.limits.pieces import Piece, is_card, papers, talk
from parlour.reader.passages import names_in
from parlour.reader.seat import GameReader


@dataclass(frozen=True, kw_only=True)
class Exposure:
    """Where a sentence that can be missed stands in a prompt.

    Attributes:
        sentence: as it stands there.
        place: from 0 at the beginning of the prompt to 1 at its end.
        tokens: of the prompt.
        hand: in whose hand it is written, so to speak.
        is_quoted: whether one's notes or the task quote it, so that it is never missed.
    """

    sentence: str
    place: float
    tokens: int
    hand: Hand
    is_quoted: bool


@dataclass(frozen=True, kw_only=True)
class Intake:
    """A reader before a prompt.

    Attributes:
        call: that brings it.
        game: how the reader plays what is played.
        limits: of the reader.
    """

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
                    is_quoted=piece.sentence in self._quoted,
                )
            before += tokens

    def _parts(self) -> Iterator[Part]:
        """The parts with what is left of them."""
        before = 0
        for part, pieces in zip(self.call.prompt.parts, self._pieces, strict=True):
            tokens = count_tokens(part.text)
            yield self._excerpt(part, pieces, before, tokens) if pieces else part
            before += tokens

    def _excerpt(self, part: Part, pieces: Sequence[Piece], before: int, tokens: int) -> Part:
        missed = {
            number
            for number, piece in enumerate(pieces)
            if piece.sentence and self._is_missed(piece, before + number, (before + piece.place * tokens))
        }
        seen = {piece.line for n, piece in enumerate(pieces) if piece.sentence and n not in missed}
        told = tuple(
            self._seen(piece, before + number)
            for number, piece in enumerate(pieces)
            if number not in missed and (not piece.is_idle or piece.line in seen)
        )
        could = sum(1 for piece in pieces if piece.sentence)
        mark = Excerpt(whole=part.text, pieces=told, missed=len(missed), sentences=could)
        return Part(text="".join(told), source=part.source, purpose=mark)

    def _is_missed(self, piece: Piece, number: int, at: float) -> bool:
        likely = taken_in(self.limits, at / self._tokens, self._tokens)
        return self._lots.uniform(piece.lot, number) >= likely and piece.sentence not in self._quoted

    def _seen(self, piece: Piece, number: int) -> str:
        """A sentence as it is read."""
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
    def _quoted(self) -> str:
        """What the notes and the task say, where a quotation may stand."""
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
            *(self._told(part, package) for part in prompt.user[: told + 1]),
            *(() for _ in prompt.user[told + 1 :]),
        )

    def _told(self, part: Part, package: str) -> tuple[Piece, ...]:
        """What happened or, before that, excerpts from papers."""
        if part.source.origin == "event":
            return talk(part.text, self._table, package)
        return self._papers(part, package)

    def _papers(self, part: Part, package: str) -> tuple[Piece, ...]:
        """One's own papers, and others' where they lie open; what is dealt with a title is none of them."""
        is_dealt = part.source.origin in ("private", "truth", "event")
        if not is_dealt or is_card(part.text, self._table, package):
            return ()
        return papers(part.text, self._table, self.call.prompt.player)
