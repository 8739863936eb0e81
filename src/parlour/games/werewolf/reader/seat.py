"""A player of Werewolf with all that it can be asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from parlour.games.werewolf.reader.attitudes import Attitudes
from parlour.games.werewolf.reader.choosing import Mind
from parlour.games.werewolf.reader.considering import Considering
from parlour.games.werewolf.reader.parsed import WerewolfPrompt
from parlour.games.werewolf.reader.reasons import ALONE, Reasons
from parlour.games.werewolf.reader.speaking import Speaker
from parlour.language.facts import Name, RoleClaim
from parlour.llm import Addressee, Choice, Culprit, Speech, Talk, Target
from parlour.reader import Blank, Bounds, TalkSeat, uttered

_VOTE = "eliminate"
Purpose = Culprit | Target | Addressee | Choice


@dataclass(frozen=True, kw_only=True)
class WerewolfSeat(Attitudes, Considering, TalkSeat):
    """A player of Werewolf.

    Attributes:
        mind: what it knows and believes.
    """

    mind: Mind

    @property
    def papers(self) -> WerewolfPrompt:
        """What it was told."""
        return self.mind.papers

    @property
    def others(self) -> tuple[Name, ...]:
        """Who else is alive, in seat order."""
        return tuple(name for name in self.papers.living if name != self.me)

    @property
    def spared(self) -> frozenset[Name]:
        """Its fellows, and whom it loves."""
        return self.papers.beloved.union(self.papers.fellows)

    @property
    def usual(self) -> float:
        """How likely one of the others who live is a werewolf."""
        return self.mind.average

    def bounded(self, bounds: Bounds) -> WerewolfSeat:
        """The same player within bounds."""
        return WerewolfSeat(mind=Mind(papers=replace(self.papers, bounds=bounds)))

    def hidden(self) -> Sequence[str]:
        """That it is a werewolf, as it would say it; nothing of anybody else."""
        claim = RoleClaim(who=self.me, role=self.papers.role)
        return [uttered(self.papers, claim)] if self.papers.is_wolf else []

    def suspicion(self, name: Name, case: str | None = None) -> float:
        """How likely somebody is a werewolf, by what it acts on by day."""
        return self.mind.shown.chances[name]

    def ranked(self, options: Sequence[Name]) -> Sequence[Name]:
        """From the most suspected to the least."""
        return self.mind.suspects(options)

    def chosen(self, purpose: Purpose, blank: Blank) -> object:
        """Whom it chooses; nobody only where it may spare everybody."""
        if isinstance(purpose, Target) and blank.is_list and set(blank.options) <= set(self.names):
            return self.mind.pair(blank.options)
        if blank.is_list or not set(blank.options) <= set(self.names):
            return super().chosen(purpose, blank)
        return self.mind.target(_deed(purpose), blank.options)

    def why(self, purpose: Purpose, blank: Blank, case: str | None, most: int | None) -> str:
        """Why it chooses as it does."""
        reasons, chosen = Reasons(mind=self.mind), self.chosen(purpose, blank)
        if isinstance(purpose, Target) and purpose.deed in ALONE:
            return reasons.alone(purpose.deed)
        if chosen is None or (isinstance(chosen, str) and chosen in self.names):
            return reasons.why(_deed(purpose), chosen)
        return reasons.overall()

    def grounds(self, name: Name, case: str | None = None, most: int | None = None) -> str:
        """What counts most with it for or against somebody."""
        return Reasons(mind=self.mind).grounds(name)

    def overall(self, case: str | None = None, most: int | None = None) -> str:
        """What it thinks where nothing is to be chosen."""
        return Reasons(mind=self.mind).overall()

    def speech(self, purpose: Speech | Talk) -> tuple[str, ...]:
        """What it says, to everybody or to its fellows."""
        want = purpose if isinstance(purpose, Talk) else Talk(among="everybody", to=purpose.to)
        return Speaker(mind=self.mind.aloud, want=want).sentences()


def _deed(purpose: Purpose) -> str:
    return purpose.deed if isinstance(purpose, Target) else _VOTE
