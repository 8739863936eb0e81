"""What a player of One Night feels about another, takes it for, and means to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.games.onenight.reader.choosing import Mind
from parlour.games.onenight.reader.clues import claimed
from parlour.games.onenight.reader.reasons import Reasons
from parlour.games.onenight.roles import Role
from parlour.language.facts import Fact, Fellow, Name, NeitherOfTwo, OneOfTwo, Word
from parlour.reader import compared, fitting, joined, latest, phrase, rating, tone

_PLANS = {"werewolf": "plan_wolf", "minion": "plan_wolf", "seer": "plan_seer", "tanner": "plan_tanner"}


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
        warmth = sum(self._tone(fact) for fact in latest(papers.said, name))
        return rating(warmth, self._side(name), f"{papers.me}{name}{papers.round}{len(papers.said)}")

    def role(self, name: Name, roles: Sequence[Word], case: str = "") -> tuple[Word, float]:
        """The most probable of those roles for somebody, and how probable it is."""
        chances = self._chances(name)
        best = max(roles, key=lambda role: chances.get(role, 0.0))
        return best, chances.get(best, 0.0)

    def plan(self, case: str | None = None) -> str:
        """What it means to say next."""
        papers, reasons = self.mind.papers, Reasons(mind=self.mind)
        top = self.mind.suspects[0]
        kind = _PLANS.get(papers.role, "plan_good")
        return joined(papers, *fitting((phrase(papers, kind, about=top), reasons.grounds(top)), papers.limit))

    def _tone(self, fact: Fact) -> float:
        """How kindly something speaks of the reader."""
        me = self.mind.papers.me
        match fact:
            case OneOfTwo(whom=whom, other=other, role=Role.WEREWOLF) if me in (whom, other):
                return -1.0
            case NeitherOfTwo(whom=whom, other=other, role=Role.WEREWOLF) if me in (whom, other):
                return 1.0
            case Fellow(whom=whom) if whom == me:
                return 1.0
            case _:
                return tone(fact, me)

    def _side(self, name: Name) -> float:
        """The village likes who is probably not the werewolf, a minion its werewolf, the others nobody."""
        papers = self.mind.papers
        if not self.mind.is_of_village:
            return float(name == papers.wolf)
        return -compared(self.mind.own.chances[name], 1 / len(papers.others))

    def _chances(self, name: Name) -> Mapping[Word, float]:
        """How probable each role is: of the village somebody has the role that they claim, or none."""
        papers, own = self.mind.papers, self.mind.own
        sides = {
            "werewolf": own.chances[name],
            "minion": own.minions[name],
            "tanner": own.tanners[name],
        }
        said = [role for role in ("seer", "mason") if name in claimed(papers, role)]
        mine = "mason" if name == papers.mason else next(iter(said), "villager")
        return {**sides, mine: 1 - sum(sides.values())}
