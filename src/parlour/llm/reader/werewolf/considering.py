"""What a method's own forms want of a player of Werewolf: suspects, readings of sensors, gains, timelines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.facts import (
    Check,
    Fact,
    Name,
    RoleClaim,
    Suspicion,
    VoteFor,
)
from parlour.llm.reader.lists import is_told, least_answered, timeline
from parlour.llm.reader.saying import phrase, retold
from parlour.llm.reader.voice import yes_no
from parlour.llm.reader.werewolf.choosing import Mind
from parlour.llm.reader.werewolf.clues import Clue
from parlour.llm.reader.werewolf.reasons import Reasons

POSSIBLE = 0.005
"""Above this chance of being a werewolf somebody may be one; nothing that is only said makes it 0."""
SETTLED = 0.95
"""Above this one somebody counts as found out."""
_HOSTILE = frozenset({"voted", "suspects", "found_wolf"})


@dataclass(frozen=True, kw_only=True)
class Considering:
    """Somebody who thinks before it acts.

    A werewolf thinks as anybody could who is none, since others see what comes of it.

    Attributes:
        mind: what it knows and believes.
    """

    mind: Mind

    def suspects(self, options: Sequence[Name]) -> list[Name]:
        """Those who are suspected more than just anybody, the most suspected first; at least one."""
        ranked = self.mind.suspects(options)
        marked = [name for name in ranked if self.mind.shown.chances[name] > self.mind.average]
        return marked or list(ranked[:1])

    def profile(self) -> str:
        """What it takes a werewolf to be like, by whoever is most like one."""
        top = self.mind.suspects(self.mind.papers.living)[0]
        reasons = Reasons(mind=self.mind)
        return phrase(self.mind.papers, "profile", about=top, why=reasons.grounds(top))

    def sensed(self, sensor: str, suspect: Name) -> str:
        """What a sensor reads off somebody, in the words of the form."""
        chance = self.mind.shown.chances[suspect]
        match sensor:
            case "emotion":
                return self._emotion(suspect)
            case "motivation":
                deeds = [clue for clue in self._deeds(suspect) if clue.kind in _HOSTILE]
                return yes_no(any(self.mind.shown.certain.get(clue.about) is False for clue in deeds))
            case "opportunity":
                return yes_no(chance > POSSIBLE)
            case "evidence":
                return yes_no(chance > self.mind.average and self.mind.shown.grounds(suspect) is not None)
            case _:
                rivals = [clue for clue in self.mind.shown.clues if clue.kind == "rivals"]
                return yes_no(any(suspect in (clue.by, clue.about) for clue in rivals))

    def gain(self, suspect: Name) -> float:
        """How likely a question to somebody tells something new, inside 0 and 1.

        It is largest where the chance of being a werewolf is even, and where nothing has been told today.
        """
        papers, chance = self.mind.papers, self.mind.shown.chances[suspect]
        return 0.05 + 0.9 * 4 * chance * (1 - chance) * (0.6 if papers.has_spoken(suspect) else 1.0)

    def topics(self, most: int) -> list[int]:
        """The questions of the list that fewest of the others have answered; of equal ones the first."""
        papers = self.mind.papers
        others = [name for name in papers.living if name != papers.me]
        return least_answered(papers, others, most)

    def met(self, case: Name | None) -> str:
        """Whether all werewolves are found; a werewolf is safe while others are suspected more than it.

        Of a goal in free words nothing is known.
        """
        papers, chances = self.mind.papers, self.mind.shown.chances
        if case is None:
            return "no"
        if papers.is_wolf:
            return "partly" if self.mind.common.chances[papers.me] <= self.mind.average else "no"
        found = sum(chance > SETTLED for chance in chances.values())
        return "yes" if found >= papers.pack else "partly" if found else "no"

    def timelines(self) -> list[str]:
        """What was told of players that bears most on the case: the latest first, each in words of nobody."""
        told = dict.fromkeys(said.fact for said in reversed(self.mind.papers.said) if _people(said.fact))
        return [retold(self.mind.papers, fact) for fact in told]

    def is_needed(self, number: int) -> bool:
        """Whether a timeline is about whom it is going to speak against, and about no fellow."""
        papers = self.mind.papers
        top = self.mind.suspects([name for name in papers.living if name != papers.me])[0]
        people = {name for fact in timeline(self.mind.papers, number) for name in _people(fact)}
        return top in people and not people.intersection(papers.fellows)

    def is_told(self, number: int) -> bool:
        """Whether what it means to say tells all of a timeline."""
        return is_told(self.mind.papers, number)

    def _emotion(self, suspect: Name) -> str:
        """How somebody stands to the reader, by what it said of it and how it voted."""
        about = [clue.kind for clue in self._deeds(suspect) if clue.about == self.mind.papers.me]
        if _HOSTILE.intersection(about):
            return "negative"
        return "positive" if about else "neutral"

    def _deeds(self, suspect: Name) -> Iterator[Clue]:
        """What somebody said of others and did to them."""
        return (clue for clue in self.mind.common.clues if clue.by == suspect != clue.about)


def _people(fact: Fact) -> set[Name]:
    """Who is told of in a fact that one may retell."""
    match fact:
        case Check(by=by, whom=whom) | Suspicion(by=by, whom=whom) | VoteFor(by=by, whom=whom):
            return {by, whom}
        case RoleClaim(who=who):
            return {who}
        case _:
            return set()
