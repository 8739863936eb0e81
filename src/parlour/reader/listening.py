"""Listening to a person at the reader's table: what the characters will hear is told before it is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from parlour.core import GameSetup, Player, Request, count_words
from parlour.hearing import DoubtfulRemark, HeardRemark, TalkTable, confirmed, hear, joined, said
from parlour.reader.frames import words


@dataclass(frozen=True, kw_only=True)
class PersonListener:
    """Hears what one person types as the reader will.

    Attributes:
        table: at which it is typed.
    """

    table: TalkTable

    def lines(self, remark: HeardRemark) -> list[str]:
        """What to tell the person: what was heard and what not; empty if all was, for certain."""
        return [] if remark.is_sure and remark.heard else [*self._told(remark)]

    def heard(self, text: str) -> HeardRemark:
        """What is heard in a text."""
        return hear(text, self.table)

    def doubt(
        self, text: str, remark: HeardRemark, *, words: int, more: Iterable[str] = ()
    ) -> DoubtfulRemark | None:
        """What is not certain of a text; None where all is.

        Args:
            text: what was typed.
            remark: what was heard in it.
            words: how many may be said; 0 for any number.
            more: what else to tell.
        """
        lines = (*self.lines(remark), *more)
        sentences = [said(each, self.table) for each in remark.heard if each.means is not None]
        return (
            DoubtfulRemark(lines=lines, confirmed=self.confirmed(text, sentences, words=words))
            if lines
            else None
        )

    def confirmed(self, text: str, sentences: Sequence[str], *, words: int) -> str:
        """A text with the sentences that it is taken to mean: these alone where both are too many words."""
        if not sentences:
            return ""
        whole = confirmed(text, sentences, self.table.language)
        return whole if not words or count_words(whole) <= words else joined(sentences, self.table.language)

    def _told(self, remark: HeardRemark) -> Iterator[str]:
        told = words("listening", self.table.language)
        for each in remark.heard:
            yield told["heard"].format(said=said(each, self.table))
        for guess in remark.guesses:
            yield told["slip"].format(typed=guess.typed, meant=guess.meant)
        for clause in remark.unheard:
            yield told["unheard"].format(clause=clause)
        if not remark.heard and not remark.unheard:
            yield told["nothing"]


@dataclass(frozen=True, kw_only=True)
class TalkListener:
    """Hears a person in a game in which players argue in public.

    Attributes:
        table: at which they sit.
    """

    table: TalkTable

    def doubt(self, said: str, request: Request, to: Player | None) -> DoubtfulRemark | None:
        """What to tell the person before it is said; None if all was heard for certain."""
        listener = PersonListener(table=replace(self.table, to=to))
        return listener.doubt(said, listener.heard(said), words=request.words)


@dataclass(frozen=True, kw_only=True)
class TalkHearing:
    """A game's part `hearing` where players argue in public: the reader plays at each of its tables.

    Attributes:
        scope: what is spoken of (`TalkTable`).
    """

    scope: str

    def listener(self, setup: GameSetup, person: Player) -> TalkListener:
        """Who listens to that person among the reader's characters."""
        table = TalkTable(language=setup.language, names=setup.players, speaker=person, scope=self.scope)
        return TalkListener(table=table)

    def refusal(self, setup: GameSetup) -> str | None:
        """Why the reader cannot play it: it plays every table."""
        del setup
        return None
