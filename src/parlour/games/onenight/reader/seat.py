"""A player of One Night with all that it can be asked for: choices, speeches, attitudes and readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.games.onenight.reader.beliefs import Mind
from parlour.games.onenight.reader.clues import claimants
from parlour.games.onenight.reader.parsed import OneNightPrompt
from parlour.games.onenight.reader.speaking import Speaker, grounds
from parlour.games.onenight.setup import Role
from parlour.language.facts import Fact, Fellow, Name, NeitherOfTwo, OneOfTwo, Word
from parlour.llm import Culprit, Talk, Target
from parlour.reader import (
    SETTLED,
    Blank,
    ChoicePurpose,
    ClueSeat,
    Reached,
    compare_chance,
    explain_turn,
    join_sentences,
    phrase,
)

_PLANS = {"werewolf": "plan_wolf", "minion": "plan_wolf", "seer": "plan_seer", "tanner": "plan_tanner"}
_VOTES = {"werewolf": "throw", "minion": "sway", "tanner": "spread"}
"""The private reasons of players who do not vote for their suspect."""
CLEARED = 0.02
"""The probability below which a player counts as cleared."""


@dataclass(frozen=True, kw_only=True)
class OneNightSeat(ClueSeat):
    """A player of One Night."""

    hostile = frozenset({"suspects", "found_pair"})
    mind: Mind

    @property
    def prompt(self) -> OneNightPrompt:
        return self.mind.prompt

    @property
    def allies(self) -> frozenset[Name]:
        return frozenset(filter(None, [self.prompt.wolf]))

    @property
    def usual(self) -> float:
        return 1 / len(self.prompt.others)

    def rank(self, options: Sequence[Name]) -> Sequence[Name]:
        return [name for name in self.mind.suspects if name in options] or list(options)

    def chosen(self, purpose: ChoicePurpose, blank: Blank) -> object:
        match purpose:
            case Culprit():
                return self.mind.vote(blank.options)
            case Target(deed="check"):
                return list(self.mind.pair(blank.options))
            case _:
                return super().chosen(purpose, blank)

    def why(self, purpose: ChoicePurpose, blank: Blank, case: str | None, most: int | None) -> str:
        prompt = self.prompt
        match purpose:
            case Culprit():
                chosen = self.mind.vote(blank.options)
                kind = _VOTES.get(prompt.role)
                reason = phrase(prompt, kind, about=chosen) if kind else self.judge(chosen)
                return join_sentences(prompt, *explain_turn(prompt, chosen), reason)
            case Target(deed="check"):
                pair = self.mind.pair(blank.options)
                return join_sentences(prompt, *(phrase(prompt, "check", about=name) for name in pair))
            case _:
                return super().why(purpose, blank, case, most)

    def grounds(self, name: Name, case: str | None = None, most: int | None = None) -> str:
        return grounds(self.mind, name)

    @property
    def plan_phrase(self) -> str:
        return _PLANS.get(self.prompt.role, "plan_good")

    def speak(self, want: Talk) -> tuple[str, ...]:
        return Speaker(mind=self.mind, want=want).sentences()

    def role(self, name: Name, roles: Sequence[Word], case: str = "") -> tuple[Word, float]:
        chances = self._chances(name)
        best = max(roles, key=lambda role: chances.get(role, 0.0))
        return best, chances.get(best, 0.0)

    def tone(self, fact: Fact) -> float:
        me = self.prompt.me
        match fact:
            case OneOfTwo(whom=whom, other=other, role=Role.WEREWOLF) if me in (whom, other):
                return -1.0
            case NeitherOfTwo(whom=whom, other=other, role=Role.WEREWOLF) if me in (whom, other):
                return 1.0
            case Fellow(whom=whom) if whom == me:
                return 1.0
            case _:
                return super().tone(fact)

    def side(self, name: Name) -> float:
        prompt = self.prompt
        if not self.prompt.is_of_village:
            return float(name == prompt.wolf)
        return -compare_chance(self.mind.own.chances[name], self.usual)

    def _chances(self, name: Name) -> Mapping[Word, float]:
        prompt, own = self.prompt, self.mind.own
        sides = {"werewolf": own.chances[name], "minion": own.minions[name], "tanner": own.tanners[name]}
        claimed_roles = [role for role in ("seer", "mason") if name in claimants(prompt, role)]
        mine = "mason" if name == prompt.mason else next(iter(claimed_roles), "villager")
        return {**sides, mine: 1 - sum(sides.values())}

    def is_cleared(self, name: Name) -> bool:
        return self.mind.outward.chances[name] < CLEARED

    def progress(self, case: str = "") -> Reached:
        """Returns whether the werewolf is found; for it and the tanner, whether suspicion serves them."""
        prompt, outward = self.prompt, self.mind.outward
        if prompt.role in ("werewolf", "tanner"):
            is_suspected = outward.chances[prompt.me] > 1 / len(prompt.table.players)
            return "partly" if is_suspected == (prompt.role == "tanner") else "no"
        likely = max(outward.chances.values())
        return "yes" if likely > SETTLED else "partly" if likely > 1 / 2 else "no"
