"""What a method's own forms want of a player of One Night: suspects, sensors, gains, timelines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.facts import (
    Fact,
    Name,
    NeitherOfTwo,
    OneOfTwo,
    RoleClaim,
    Suspicion,
    VoteFor,
)
from parlour.llm.reader.lists import is_told, least_answered, timeline
from parlour.llm.reader.onenight.choosing import Mind
from parlour.llm.reader.onenight.clues import Clue
from parlour.llm.reader.onenight.reasons import Reasons
from parlour.llm.reader.saying import phrase, retold
from parlour.llm.reader.voice import yes_no

POSSIBLE = 0.005
"""Above this chance of being the werewolf somebody may be it; nothing that is only said makes it 0."""
SETTLED = 0.95
"""Above this one somebody counts as found out."""
CLEARED = 0.02
"""Below this one somebody counts as cleared."""
_HOSTILE = frozenset({"suspects", "found_pair"})


@dataclass(frozen=True, kw_only=True)
class Considering:
    """Somebody who thinks before it acts.

    Whoever is not of the village thinks as one of it could, since others see what comes of it.

    Attributes:
        mind: what it knows and believes.
    """

    mind: Mind

    def suspects(self, options: Sequence[Name]) -> list[Name]:
        """Those who are suspected more than just anybody, the most suspected first; at least one."""
        ranked = [name for name in self.mind.suspects if name in options] or list(options)
        usual = 1 / len(self.mind.papers.others)
        return [name for name in ranked if self.mind.shown.chances[name] > usual] or ranked[:1]

    def profile(self) -> str:
        """What it takes the werewolf to be like, by whoever is most like it."""
        top, reasons = self.mind.suspects[0], Reasons(mind=self.mind)
        return phrase(self.mind.papers, "profile", about=top, why=reasons.grounds(top))

    def sensed(self, sensor: str, suspect: Name) -> str:
        """What a sensor reads off somebody, in the words of the form."""
        shown = self.mind.shown
        match sensor:
            case "emotion":
                return self._emotion(suspect)
            case "motivation":
                aimed_at = [name for clue in self._hostile(suspect) for name in clue.about]
                return yes_no(any(shown.chances[name] < CLEARED for name in aimed_at))
            case "opportunity":
                return yes_no(shown.chances[suspect] > POSSIBLE)
            case "evidence":
                usual = 1 / len(self.mind.papers.others)
                return yes_no(shown.chances[suspect] > usual and shown.grounds(suspect) is not None)
            case _:
                rivals = [clue for clue in shown.clues if clue.kind == "rivals"]
                return yes_no(any(suspect in (clue.by, *clue.about) for clue in rivals))

    def gain(self, suspect: Name) -> float:
        """How likely a question to somebody tells something new, inside 0 and 1.

        It is largest where the chance of being the werewolf is even, and where nothing was told this round.
        """
        papers, chance = self.mind.papers, self.mind.shown.chances[suspect]
        return 0.05 + 0.9 * 4 * chance * (1 - chance) * (0.6 if papers.has_spoken(suspect) else 1.0)

    def topics(self, most: int) -> list[int]:
        """The questions of the list that fewest of the others have answered; of equal ones the first."""
        return least_answered(self.mind.papers, self.mind.papers.others, most)

    def met(self, case: Name | None) -> str:
        """Whether the werewolf is found; to it and to the tanner, whether suspicion falls as they would like.

        Of a goal in free words nothing is known.
        """
        papers, shown = self.mind.papers, self.mind.shown
        if case is None:
            return "no"
        if papers.role in ("werewolf", "tanner"):
            is_suspected = shown.chances[papers.me] > 1 / len(papers.table.players)
            return "partly" if is_suspected == (papers.role == "tanner") else "no"
        likely = max(shown.chances.values())
        return "yes" if likely > SETTLED else "partly" if likely > 1 / 2 else "no"

    def timelines(self) -> list[str]:
        """What was told of players that bears most on the case: the latest first, each in words of nobody."""
        told = dict.fromkeys(said.fact for said in reversed(self.mind.papers.said) if _people(said.fact))
        return [retold(self.mind.papers, fact) for fact in told]

    def is_needed(self, number: int) -> bool:
        """Whether a timeline is about whom it is going to speak against, and not about its own werewolf."""
        people = {name for fact in timeline(self.mind.papers, number) for name in _people(fact)}
        return self.mind.suspects[0] in people and self.mind.papers.wolf not in people

    def is_told(self, number: int) -> bool:
        """Whether what it means to say tells all of a timeline."""
        return is_told(self.mind.papers, number)

    def _emotion(self, suspect: Name) -> str:
        """How somebody stands to the reader, by what it said of it."""
        me = self.mind.papers.me
        if any(me in clue.about for clue in self._hostile(suspect)):
            return "negative"
        return "positive" if any(me in clue.about for clue in self._deeds(suspect)) else "neutral"

    def _hostile(self, suspect: Name) -> Iterator[Clue]:
        """What somebody said against others."""
        return (clue for clue in self._deeds(suspect) if clue.kind in _HOSTILE)

    def _deeds(self, suspect: Name) -> Iterator[Clue]:
        """What somebody said of others."""
        return (clue for clue in self.mind.common.clues if clue.by == suspect)


def _people(fact: Fact) -> set[Name | None]:
    """Who is told of in a fact that one may retell."""
    match fact:
        case OneOfTwo(by=by, whom=whom, other=other) | NeitherOfTwo(by=by, whom=whom, other=other):
            return {by, whom, other}
        case Suspicion(by=by, whom=whom) | VoteFor(by=by, whom=whom):
            return {by, whom}
        case RoleClaim(who=who):
            return {who}
        case _:
            return set()
