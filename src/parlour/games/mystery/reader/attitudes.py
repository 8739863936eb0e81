"""What a player of a mystery feels about another, and takes it for."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.games.mystery.reader.mind import Mind
from parlour.language.facts import Accusation, Fact, Name, Suspicion, Trust, Word
from parlour.reader import compared, rating

MURDERER: Word = "murderer"
CIVILIAN: Word = "civilian"


@dataclass(frozen=True, kw_only=True)
class Attitudes:
    """A player looking at the others.

    Attributes:
        mind: what it knows and believes.
    """

    mind: Mind

    def rating(self, name: Name) -> int:
        """How much it likes somebody, from 1 to 10: by what they said of it, and how innocent they seem."""
        papers = self.mind.papers
        usual = 1 / max(len(self.mind.others), 1)
        sides = [-compared(self.guilt(name, case), usual) for case in papers.table.victims]
        tone = sum(_tone(each.found.fact, papers.me) for each in self.mind.heard if each.by == name)
        tone -= self.mind.pointed(name, papers.me)
        return rating(tone, sum(sides) / len(sides), f"{papers.me}{name}{len(papers.talk)}")

    def role(self, name: Name, case: Name) -> tuple[Word, float]:
        """Whether somebody killed the victim, and how probable that is."""
        guilt = self.guilt(name, case)
        return (MURDERER, guilt) if guilt > 1 - guilt else (CIVILIAN, 1 - guilt)

    def guilt(self, name: Name, case: Name) -> float:
        """How likely somebody killed the victim, from 0 to 1; a lone murderer knows that no other did."""
        is_mine = case in self.mind.papers.killed
        return 0.0 if is_mine and self.mind.evidence.hands.get(case, 1) == 1 else self.mind.share(name, case)


def _tone(fact: Fact, me: Name) -> float:
    """How kindly what somebody thinks of the reader is."""
    match fact:
        case Accusation(whom=whom) if whom == me:
            return -2.0
        case Suspicion(whom=whom) if whom == me:
            return -1.0
        case Trust(whom=whom) if whom == me:
            return 1.0
        case _:
            return 0.0
