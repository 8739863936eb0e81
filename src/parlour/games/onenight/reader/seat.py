"""A player of One Night with all that it can be asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from parlour.games.onenight.reader.attitudes import Attitudes
from parlour.games.onenight.reader.choosing import Mind
from parlour.games.onenight.reader.considering import Considering
from parlour.games.onenight.reader.parsed import OneNightPrompt
from parlour.games.onenight.reader.reasons import Reasons
from parlour.games.onenight.reader.speaking import Speaker
from parlour.language.facts import Name, RoleClaim
from parlour.llm import Addressee, Choice, Culprit, Speech, Talk, Target
from parlour.reader import Blank, Bounds, TalkSeat, uttered

Purpose = Culprit | Target | Addressee | Choice


@dataclass(frozen=True, kw_only=True)
class OneNightSeat(Attitudes, Considering, TalkSeat):
    """A player of One Night.

    Attributes:
        mind: what it knows and believes.
    """

    mind: Mind

    @property
    def papers(self) -> OneNightPrompt:
        """What it was told."""
        return self.mind.papers

    @property
    def spared(self) -> frozenset[Name]:
        """Its own werewolf, if it is a minion that knows it."""
        return frozenset(filter(None, [self.papers.wolf]))

    @property
    def usual(self) -> float:
        """How likely one of the others is the werewolf, on average."""
        return 1 / len(self.papers.others)

    def bounded(self, bounds: Bounds) -> OneNightSeat:
        """The same player within bounds."""
        return OneNightSeat(mind=Mind(papers=replace(self.papers, bounds=bounds)))

    def hidden(self) -> Sequence[str]:
        """What it is, as it would say it, where it is not of the village."""
        claim = RoleClaim(who=self.me, role=self.papers.role)
        return [] if self.mind.is_of_village else [uttered(self.papers, claim)]

    def suspicion(self, name: Name, case: str | None = None) -> float:
        """How likely somebody is the werewolf, as it would argue."""
        return self.mind.shown.chances[name]

    def ranked(self, options: Sequence[Name]) -> Sequence[Name]:
        """From whom it points the finger at first to last."""
        return [name for name in self.mind.suspects if name in options] or list(options)

    def chosen(self, purpose: Purpose, blank: Blank) -> object:
        """At which two it points, or for whom it votes."""
        match purpose:
            case Culprit():
                return self.mind.vote(blank.options)
            case Target(deed="check"):
                return list(self.mind.pair(blank.options))
            case _:
                return super().chosen(purpose, blank)

    def why(self, purpose: Purpose, blank: Blank, case: str | None, most: int | None) -> str:
        """Why it chooses as it does."""
        reasons = Reasons(mind=self.mind)
        match purpose:
            case Culprit():
                return reasons.voting(self.mind.vote(blank.options))
            case Target(deed="check"):
                return reasons.pointing(self.mind.pair(blank.options))
            case _:
                return super().why(purpose, blank, case, most)

    def grounds(self, name: Name, case: str | None = None, most: int | None = None) -> str:
        """What counts most with it against somebody."""
        return Reasons(mind=self.mind).grounds(name)

    def overall(self, case: str | None = None, most: int | None = None) -> str:
        """What it thinks where nothing is to be chosen."""
        return Reasons(mind=self.mind).judging(self.mind.suspects[0])

    def speech(self, purpose: Speech | Talk) -> tuple[str, ...]:
        """What it says to everybody."""
        want = purpose if isinstance(purpose, Talk) else Talk(among="everybody", to=purpose.to)
        return Speaker(mind=self.mind, want=want).sentences()
