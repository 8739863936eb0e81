"""Listening to a person at the reader's table: what the characters will hear is told before it is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from parlour.core import GameSetup, Player, Request
from parlour.hearing import HeardRemark, TalkTable, hear, said
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

    def doubts(self, said: str, request: Request, to: Player | None) -> list[str]:
        """What to tell the person before it is said: what was heard and what not; empty if all was."""
        del request
        listener = PersonListener(table=replace(self.table, to=to))
        return listener.lines(listener.heard(said))


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
