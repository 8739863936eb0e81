"""Listening to a person at the reader's table: what the characters will hear is told before it is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from parlour.core import GameSetup, Player, Request, count_words, request_kinds
from parlour.language.facts import Word, read, sentences
from parlour.language.hearing import (
    DoubtfulRemark,
    HeardRemark,
    LiveHearing,
    Offers,
    OtherReading,
    TalkTable,
    confirmed,
    hear,
    joined,
    nearest,
    offers,
    said,
)
from parlour.reader.hearing import heard
from parlour.reader.phrases import TableNames, words

_BARE = frozenset({"yes", "no", "deny", "refuse", "agree", "disagree", "unsure"})
"""Acts that change no opinion: if meant so, they are said as typed."""
_IN_SO_MANY_WORDS = frozenset({"unknown", "saw_nobody"})
"""Acts without a sentence of their own, but with an offered one that says just this."""


@dataclass(frozen=True, kw_only=True)
class PersonListener:
    """Hears what one person types as the reader will.

    Attributes:
        table: at which it is typed.
        asks: whether a question is to be put, and nothing to be said.
        roles: those that are dealt.
    """

    table: TalkTable
    asks: bool = False
    roles: tuple[Word, ...] = ()

    @property
    def offers(self) -> Offers:
        """Sentences that fit what is open, and are understood."""
        return offers(self.table, asks=self.asks, roles=self.roles)

    def lines(self, remark: HeardRemark) -> list[str]:
        """Returns the lines on what was heard and what not; empty if all was heard for certain."""
        return [] if remark.is_sure and remark.heard else [*self._lines_on(remark)]

    def heard(self, text: str) -> HeardRemark:
        """Hears a text."""
        return hear(text, self.table)

    def doubt(
        self, text: str, remark: HeardRemark, *, words: int, more: Iterable[str] = ()
    ) -> DoubtfulRemark | None:
        """Returns the doubts about a text; None without any.

        Args:
            text: what was typed.
            remark: what was heard in it.
            words: how many may be said; 0 for any number.
            more: what else to tell.
        """
        lines = (*self.lines(remark), *more)
        if not lines:
            return None
        meant = [said(each, self.table) for each in remark.heard if each.means is not None]
        near = "" if meant else self.nearest(text)
        if near and self._says_just(near, remark):
            meant, near = [near], ""
        is_bare = not meant and not remark.unheard and _are_all(remark, _BARE)
        return DoubtfulRemark(
            lines=lines,
            confirmed=text if is_bare else self.confirmed(text, meant, words=words),
            nearest="" if is_bare else near,
            others=self.others(text, remark, meant, words=words),
        )

    def others(
        self, text: str, remark: HeardRemark, meant: Sequence[str], *, words: int
    ) -> tuple[OtherReading, ...]:
        """Returns other meanings of a text; if a question is due, only questions.

        Args:
            text: what was typed.
            remark: what was heard in it.
            meant: the sentences that they are shown first, if any.
            words: how many may be said; 0 for any number.
        """
        told = self._line("other" if remark.heard else "perhaps")
        found: list[OtherReading] = []
        for reading in remark.others:
            sentences = [said(each, self.table) for each in reading]
            sent = self.confirmed(text, sentences, words=words)
            asks_or_may_say = not self.asks or any(each.act.is_question for each in reading)
            if asks_or_may_say and {*sentences} != {*meant} and not 0 < words < count_words(sent):
                line = told.format(said=joined(sentences, self.table.language))
                found.append(OtherReading(line=line, confirmed=sent))
        return tuple(found)

    def _says_just(self, sentence: str, remark: HeardRemark) -> bool:
        """Returns true if an offered sentence says exactly what was heard in a remark."""
        if remark.unheard or not _are_all(remark, _IN_SO_MANY_WORDS):
            return False
        kinds = {each.act.kind for each in remark.heard}
        has_gap = any(gap in sentence for gap in self.offers.choices)
        return not has_gap and {each.act.kind for each in self.heard(sentence).heard} == kinds

    def nearest(self, text: str) -> str:
        """The offered sentence that says most nearly the same."""
        return nearest(text, self.offers, self.table.language)

    def hears(self, remark: HeardRemark, doubt: DoubtfulRemark | None) -> LiveHearing:
        """Returns the hearing of a text so far: its doubts, or all if certain."""
        if doubt:
            return LiveHearing(lines=doubt.lines, is_sure=False, nearest=doubt.nearest)
        return LiveHearing(lines=tuple(self._lines_on(remark)))

    def confirmed(self, text: str, sentences: Sequence[str], *, words: int) -> str:
        """A text with the sentences that it is taken to mean: these alone where both are too many words."""
        if not sentences:
            return ""
        whole = confirmed(text, sentences, self.table.language)
        return whole if not words or count_words(whole) <= words else joined(sentences, self.table.language)

    def _lines_on(self, remark: HeardRemark) -> Iterator[str]:
        for each in remark.heard:
            yield self._line("heard").format(said=said(each, self.table))
        for guess in remark.guesses:
            yield self._line("slip").format(typed=guess.typed, meant=guess.meant)
        for clause in remark.unheard:
            yield self._line("unheard").format(clause=clause)
        if not remark.heard and not remark.unheard:
            yield self._line("nothing")

    def _line(self, key: str) -> str:
        return words("listening", self.table.language)[key]


def _are_all(remark: HeardRemark, kinds: frozenset[str]) -> bool:
    return bool(remark.heard) and all(each.act.kind in kinds for each in remark.heard)


@dataclass(frozen=True, kw_only=True)
class TalkListener:
    """Hears a person in a game in which players argue in public.

    Attributes:
        table: at which they sit.
        roles: those that are dealt.
        deeds: the kinds of requests at which the chosen player is mentioned, not addressed.
    """

    table: TalkTable
    roles: tuple[Word, ...] = ()
    deeds: frozenset[str] = frozenset()

    def doubt(self, said: str, request: Request, to: Player | None) -> DoubtfulRemark | None:
        """Returns the doubts to show before a text is said; None if all was heard for certain."""
        if self._grammar_sentences(said):
            return None
        listener = self._listener(request, to)
        return listener.doubt(said, listener.heard(said), words=request.words)

    def hears(self, said: str, request: Request, to: Player | None) -> LiveHearing:
        """Returns what is heard so far, while it is typed."""
        if stated := self._grammar_sentences(said):
            told = words("listening", self.table.language)["heard"]
            return LiveHearing(lines=tuple(told.format(said=each) for each in stated))
        listener = self._listener(request, to)
        remark = listener.heard(said)
        return listener.hears(remark, listener.doubt(said, remark, words=request.words))

    def offers(self, request: Request) -> Offers:
        """Sentences that answer a request and are understood."""
        return self._listener(request, None).offers

    def _listener(self, request: Request, to: Player | None) -> PersonListener:
        asks = request.kind is request_kinds.ASK
        spoken_to = None if request.kind in self.deeds else to
        return PersonListener(table=replace(self.table, to=spoken_to), asks=asks, roles=self.roles)

    def _grammar_sentences(self, said: str) -> tuple[str, ...]:
        """The sentences of the characters' own language of which a text consists; none if it holds others."""
        found = tuple(sentences(said))
        return found if found and all(map(self._is_stated, found)) else ()

    def _is_stated(self, sentence: str) -> bool:
        table = self.table
        if read(sentence, table.language, speaker=table.speaker, names=table.names).facts:
            return True
        return bool(heard(sentence, table.speaker, TableNames(language=table.language, players=table.names)))


@dataclass(frozen=True, kw_only=True)
class TalkHearing:
    """A game's part `hearing` where players argue in public: the reader plays at each of its tables.

    Attributes:
        scope: what is spoken of (`TalkTable`).
        deeds: as in a listener.
    """

    scope: str
    deeds: frozenset[str] = frozenset()

    def listener(self, setup: GameSetup, person: Player) -> TalkListener:
        """Who listens to that person among the reader's characters."""
        table = TalkTable(language=setup.language, names=setup.players, speaker=person, scope=self.scope)
        return TalkListener(table=table, roles=tuple(setup.dealt_roles), deeds=self.deeds)

    def refusal(self, setup: GameSetup) -> str | None:
        """Why the reader cannot play it: it plays every table."""
        del setup
        return None
