"""A player of One Night with all that it can be asked for: choices, speeches, attitudes and readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from parlour.games.onenight.reader.choosing import Mind
from parlour.games.onenight.reader.clues import Clue, claimants
from parlour.games.onenight.reader.parsed import OneNightPrompt
from parlour.games.onenight.reader.speaking import Speaker, grounds
from parlour.games.onenight.setup import Role
from parlour.language.facts import Fact, Fellow, Name, NeitherOfTwo, OneOfTwo, RoleClaim, Word
from parlour.llm import Addressee, Choice, Culprit, Speech, Talk, Target
from parlour.reader import (
    POSSIBLE,
    SETTLED,
    Blank,
    Bounds,
    Impression,
    Reached,
    Stance,
    TalkSeat,
    compared,
    fitting,
    joined,
    latest,
    phrase,
    rating,
    tone,
    turned,
    uttered,
)

_PLANS = {"werewolf": "plan_wolf", "minion": "plan_wolf", "seer": "plan_seer", "tanner": "plan_tanner"}
_VOTES = {"werewolf": "throw", "minion": "sway", "tanner": "spread"}
"""The private reasons of players who do not vote for their suspect."""
CLEARED = 0.02
"""The probability below which a player counts as cleared."""
_HOSTILE = frozenset({"suspects", "found_pair"})
Purpose = Culprit | Target | Addressee | Choice


@dataclass(frozen=True, kw_only=True)
class OneNightSeat(TalkSeat):
    """A player of One Night."""

    mind: Mind

    @property
    def papers(self) -> OneNightPrompt:
        return self.mind.papers

    @property
    def spared(self) -> frozenset[Name]:
        return frozenset(filter(None, [self.papers.wolf]))

    @property
    def usual(self) -> float:
        return 1 / len(self.papers.others)

    def bounded(self, bounds: Bounds) -> OneNightSeat:
        return OneNightSeat(mind=Mind(papers=replace(self.papers, bounds=bounds)))

    def hidden(self) -> Sequence[str]:
        claim = RoleClaim(who=self.me, role=self.papers.role)
        return [] if self.mind.is_of_village else [uttered(self.papers, claim)]

    def suspicion(self, name: Name, case: str | None = None) -> float:
        return self.mind.outward.chances[name]

    def ranked(self, options: Sequence[Name]) -> Sequence[Name]:
        return [name for name in self.mind.suspects if name in options] or list(options)

    def chosen(self, purpose: Purpose, blank: Blank) -> object:
        match purpose:
            case Culprit():
                return self.mind.vote(blank.options)
            case Target(deed="check"):
                return list(self.mind.pair(blank.options))
            case _:
                return super().chosen(purpose, blank)

    def why(self, purpose: Purpose, blank: Blank, case: str | None, most: int | None) -> str:
        papers = self.papers
        match purpose:
            case Culprit():
                chosen = self.mind.vote(blank.options)
                if papers.role in _VOTES:
                    return phrase(papers, _VOTES[papers.role], about=chosen)
                return joined(papers, *turned(papers, chosen), self._judging(chosen))
            case Target(deed="check"):
                pair = self.mind.pair(blank.options)
                return joined(papers, *(phrase(papers, "check", about=name) for name in pair))
            case _:
                return super().why(purpose, blank, case, most)

    def grounds(self, name: Name, case: str | None = None, most: int | None = None) -> str:
        return grounds(self.mind, name)

    def overall(self, case: str | None = None, most: int | None = None) -> str:
        return self._judging(self.mind.suspects[0])

    def _judging(self, name: Name) -> str:
        percent = str(round(100 * self.mind.outward.chances[name]))
        likely = phrase(self.papers, "likely", about=name, percent=percent)
        return joined(self.papers, likely, self.grounds(name))

    def speech(self, purpose: Speech | Talk) -> tuple[str, ...]:
        want = purpose if isinstance(purpose, Talk) else Talk(among="everybody", to=purpose.to)
        return Speaker(mind=self.mind, want=want).sentences()

    def rating(self, name: Name) -> int:
        """Returns its liking of a player, from 1 to 10: by that player's latest words of it, and by side."""
        papers = self.papers
        warmth = sum(self._tone(fact) for fact in latest(papers.said, name))
        return rating(warmth, self._side(name), f"{papers.me}{name}{papers.round}{len(papers.said)}")

    def role(self, name: Name, roles: Sequence[Word], case: str = "") -> tuple[Word, float]:
        chances = self._chances(name)
        best = max(roles, key=lambda role: chances.get(role, 0.0))
        return best, chances.get(best, 0.0)

    def plan(self, case: str | None = None) -> str:
        papers, top = self.papers, self.mind.suspects[0]
        said = (phrase(papers, _PLANS.get(papers.role, "plan_good"), about=top), self.grounds(top))
        return joined(papers, *fitting(said, papers.limit))

    def _tone(self, fact: Fact) -> float:
        me = self.papers.me
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
        papers = self.papers
        if not self.mind.is_of_village:
            return float(name == papers.wolf)
        return -compared(self.mind.own.chances[name], 1 / len(papers.others))

    def _chances(self, name: Name) -> Mapping[Word, float]:
        papers, own = self.papers, self.mind.own
        sides = {"werewolf": own.chances[name], "minion": own.minions[name], "tanner": own.tanners[name]}
        said = [role for role in ("seer", "mason") if name in claimants(papers, role)]
        mine = "mason" if name == papers.mason else next(iter(said), "villager")
        return {**sides, mine: 1 - sum(sides.values())}

    def impression(self, name: Name, case: str = "") -> Impression:
        shown, usual = self.mind.outward, 1 / len(self.papers.others)
        aimed_at = [other for clue in self._hostile(name) for other in clue.about]
        rivals = [clue for clue in shown.clues if clue.kind == "rivals"]
        return Impression(
            stance=self._stance(name),
            has_motive=any(shown.chances[other] < CLEARED for other in aimed_at),
            is_possible=shown.chances[name] > POSSIBLE,
            is_incriminated=shown.chances[name] > usual and shown.grounds(name) is not None,
            is_bound=any(name in (clue.by, *clue.about) for clue in rivals),
            is_at_odds=any(name in (clue.by, *clue.about) for clue in (*rivals, *self._quarrels)),
        )

    def reached(self, case: str = "") -> Reached:
        """Returns whether the werewolf is found; for it and the tanner, whether suspicion serves them."""
        papers, shown = self.papers, self.mind.outward
        if papers.role in ("werewolf", "tanner"):
            is_suspected = shown.chances[papers.me] > 1 / len(papers.table.players)
            return "partly" if is_suspected == (papers.role == "tanner") else "no"
        likely = max(shown.chances.values())
        return "yes" if likely > SETTLED else "partly" if likely > 1 / 2 else "no"

    def _stance(self, suspect: Name) -> Stance:
        me = self.papers.me
        if any(me in clue.about for clue in self._hostile(suspect)):
            return "negative"
        return "positive" if any(me in clue.about for clue in self._deeds(suspect)) else "neutral"

    def _hostile(self, suspect: Name) -> Iterator[Clue]:
        return (clue for clue in self._deeds(suspect) if clue.kind in _HOSTILE)

    @property
    def _quarrels(self) -> Iterator[Clue]:
        return (clue for clue in self.mind.common.clues if clue.kind in _HOSTILE)

    def _deeds(self, suspect: Name) -> Iterator[Clue]:
        return (clue for clue in self.mind.common.clues if clue.by == suspect)
