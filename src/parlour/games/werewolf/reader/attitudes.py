"""What a player of Werewolf feels about another, takes it for, and means to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.games.werewolf.reader.choosing import Mind
from parlour.games.werewolf.reader.reasons import Reasons
from parlour.games.werewolf.roles import PACK
from parlour.language.facts import Check, Fact, Name, Word
from parlour.reader import compared, fitting, joined, latest, phrase, rating, tone

_WOLF: Word = "werewolf"


@dataclass(frozen=True, kw_only=True)
class Attitudes:
    """A player looking at the others.

    Attributes:
        mind: what it knows and believes.
    """

    mind: Mind

    def rating(self, name: Name) -> int:
        """How much it likes somebody, from 1 to 10: by what they said of it last, and by their side."""
        papers = self.mind.papers
        is_show = papers.is_wolf and name in papers.fellows  # what fellows say of each other is for the table
        warmth = 0.0 if is_show else sum(self._tone(fact) for fact in latest(papers.said, name))
        return rating(
            warmth, self._side(name), f"{papers.me}{name}{papers.day}{papers.night}{len(papers.said)}"
        )

    def role(self, name: Name, roles: Sequence[Word], case: str = "") -> tuple[Word, float]:
        """The most probable of those roles for somebody, and how probable it is."""
        chances = self._chances(name, roles)
        best = max(roles, key=lambda role: chances[role])
        return best, chances[best]

    def plan(self, case: str | None = None) -> str:
        """What it means to say next."""
        papers, reasons = self.mind.papers, Reasons(mind=self.mind)
        others = [name for name in papers.living if name != papers.me]
        top = self.mind.suspects(others)[0]
        kind = "plan_wolf" if papers.is_wolf else "plan_seer" if papers.role == "seer" else "plan_good"
        said = (phrase(papers, kind, about=top), reasons.grounds(top))
        return joined(papers, *fitting(said, papers.limit))

    def _tone(self, fact: Fact) -> float:
        """How kindly something speaks of the reader."""
        me = self.mind.papers.me
        match fact:
            case Check(whom=whom, role=role) if whom == me:
                return -2.0 if role == _WOLF else 1.0
            case _:
                return tone(fact, me)

    def _side(self, name: Name) -> float:
        """A werewolf likes its fellows; everybody else likes whoever is probably none."""
        if self.mind.papers.is_wolf:
            return 1.0 if name in self.mind.papers.fellows else 0.0
        return -compared(self.mind.own.chances[name], self.mind.prior)

    def _chances(self, name: Name, roles: Sequence[Word]) -> Mapping[Word, float]:
        """How probable each role is: a table has one of each power at most, and nobody has the reader's."""
        papers, wolf = self.mind.papers, self.mind.own.chances[name]
        if (told := papers.revealed.get(name)) in roles:
            return {role: float(role == told) for role in roles}
        if name in self.mind.seers and papers.role != "seer" and "seer" in roles:
            return {role: {_WOLF: wolf, "seer": 1 - wolf}.get(role, 0.0) for role in roles}
        taken = {*PACK, "villager", papers.role, *(["seer"] if self.mind.seers else [])}
        powers = [role for role in roles if role not in taken]
        others = len(papers.table.players) - papers.pack - (not papers.is_wolf)
        share = (1 - wolf) / max(others, 1)
        rest = 1 - wolf - share * len(powers)
        kings = [role for role in roles if role in PACK and role not in (_WOLF, papers.role)]
        each = wolf / papers.pack
        chances = {role: share if role in powers else 0.0 for role in roles}
        chances |= dict.fromkeys(kings, each)
        return chances | {_WOLF: wolf - each * len(kings), "villager": rest}
