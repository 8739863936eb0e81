"""A player at a table of people with all that it can be asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from parlour.games.onenight.reader.people.clues import first_claims
from parlour.games.onenight.reader.people.mind import PeopleMind
from parlour.games.onenight.reader.people.papers import PeoplePrompt
from parlour.games.onenight.reader.people.speaking import PeopleSpeaker
from parlour.games.onenight.reader.seat import OneNightSeat, Purpose
from parlour.games.onenight.roles import Role
from parlour.language.facts import Name, RoleClaim, Word
from parlour.llm import Speech, Talk, Target
from parlour.reader import Blank, Bounds, joined, phrase, uttered


@dataclass(frozen=True, kw_only=True)
class PeopleSeat(OneNightSeat):
    """A player at a table of people."""

    mind: PeopleMind

    @property
    def papers(self) -> PeoplePrompt:
        """What it was told."""
        return self.mind.papers

    @property
    def spared(self) -> frozenset[Name]:
        """Whom it knows for its own, if it is not of the village."""
        return frozenset() if self.mind.is_of_village else frozenset(self.papers.fellows)

    def bounded(self, bounds: Bounds) -> PeopleSeat:
        """The same player within bounds."""
        return PeopleSeat(mind=PeopleMind(papers=replace(self.papers, bounds=bounds)))

    def hidden(self) -> Sequence[str]:
        """What its card is, as it would say it, where it is not of the village."""
        claim = RoleClaim(who=self.me, role=self.papers.role)
        return [] if self.mind.is_of_village else [uttered(self.papers, claim)]

    def chosen(self, purpose: Purpose, blank: Blank) -> object:
        """Whose card it looks at, takes or exchanges, or for whom it votes."""
        match purpose:
            case Target(deed="swap"):
                return list(self.mind.around(blank.options)[:2])
            case Target():
                return next(iter(self.mind.around(blank.options)), blank.options[0])
            case _:
                return super().chosen(purpose, blank)

    def why(self, purpose: Purpose, blank: Blank, case: str | None, most: int | None) -> str:
        """Why it chooses as it does."""
        if isinstance(purpose, Target):
            names = self.mind.around(blank.options)[:2]
            return joined(self.papers, *(phrase(self.papers, "check", about=name) for name in names))
        return super().why(purpose, blank, case, most)

    def speech(self, purpose: Speech | Talk) -> tuple[str, ...]:
        """What it says to everybody."""
        want = purpose if isinstance(purpose, Talk) else Talk(among="everybody", to=purpose.to)
        return PeopleSpeaker(mind=self.mind, want=want).sentences()

    def _chances(self, name: Name) -> Mapping[Word, float]:
        """How probable each card is in the end: of the village it is the one that they claim, or none."""
        own = self.mind.own
        sides = {
            "werewolf": own.chances[name],
            "minion": own.minions[name],
            "tanner": own.tanners[name],
        }
        claimed = first_claims(self.papers).get(name, Role.VILLAGER.value)
        if name in self.papers.fellows and self.papers.start == Role.MASON:
            claimed = Role.MASON.value
        card = Role.VILLAGER.value if claimed in sides else str(claimed)
        return {**sides, card: max(0.0, 1 - sum(sides.values()))}
