"""A player of Werewolf with all that it can be asked for: choices, speeches, attitudes and readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.games.werewolf.reader.choosing import Mind
from parlour.games.werewolf.reader.parsed import WerewolfPrompt
from parlour.games.werewolf.reader.speaking import Speaker, choice_reason, grounds
from parlour.games.werewolf.setup import PACK
from parlour.language.facts import Check, Fact, Name, Word
from parlour.llm import Talk, Target
from parlour.reader import SETTLED, Blank, ChoicePurpose, ClueSeat, Reached, compare_chance, phrase

_WOLF: Word = "werewolf"
_ALONE = frozenset({"link", "spy"})
"""Deeds whose reason names no player."""


@dataclass(frozen=True, kw_only=True)
class WerewolfSeat(ClueSeat):
    """A player of Werewolf."""

    hostile = frozenset({"voted", "suspects", "found_wolf"})
    mind: Mind

    @property
    def papers(self) -> WerewolfPrompt:
        return self.mind.papers

    @property
    def others(self) -> tuple[Name, ...]:
        return tuple(name for name in self.papers.living if name != self.me)

    @property
    def allies(self) -> frozenset[Name]:
        return self.papers.lovers.union(self.papers.fellows)

    def rank(self, options: Sequence[Name]) -> Sequence[Name]:
        return self.mind.suspects(options)

    def chosen(self, purpose: ChoicePurpose, blank: Blank) -> object:
        if isinstance(purpose, Target) and blank.is_list and set(blank.options) <= set(self.names):
            return self.mind.pair(blank.options)
        if blank.is_list or not set(blank.options) <= set(self.names):
            return super().chosen(purpose, blank)
        return self.mind.target(_deed_name(purpose), blank.options)

    def why(self, purpose: ChoicePurpose, blank: Blank, case: str | None, most: int | None) -> str:
        chosen = self.chosen(purpose, blank)
        if isinstance(purpose, Target) and purpose.deed in _ALONE:
            return phrase(self.papers, purpose.deed)
        if chosen is None or (isinstance(chosen, str) and chosen in self.names):
            return choice_reason(self.mind, _deed_name(purpose), chosen)
        return self.overall()

    def grounds(self, name: Name, case: str | None = None, most: int | None = None) -> str:
        return grounds(self.mind, name)

    @property
    def plan_phrase(self) -> str:
        if self.papers.is_wolf:
            return "plan_wolf"
        return "plan_seer" if self.papers.role == "seer" else "plan_good"

    def speak(self, want: Talk) -> tuple[str, ...]:
        return Speaker(mind=self.mind.aloud, want=want).sentences()

    @property
    def moment(self) -> str:
        return f"{self.papers.day}{self.papers.night}"

    def warmth(self, name: Name) -> float:
        is_show = self.papers.is_wolf and name in self.papers.fellows  # their words are for the table
        return 0.0 if is_show else super().warmth(name)

    def tone(self, fact: Fact) -> float:
        match fact:
            case Check(whom=whom, role=role) if whom == self.me:
                return -2.0 if role == _WOLF else 1.0
            case _:
                return super().tone(fact)

    def side(self, name: Name) -> float:
        if self.papers.is_wolf:
            return 1.0 if name in self.papers.fellows else 0.0
        return -compare_chance(self.mind.own.chances[name], self.mind.prior)

    def role(self, name: Name, roles: Sequence[Word], case: str = "") -> tuple[Word, float]:
        chances = self._chances(name, roles)
        best = max(roles, key=lambda role: chances[role])
        return best, chances[best]

    def _chances(self, name: Name, roles: Sequence[Word]) -> Mapping[Word, float]:
        papers, wolf = self.papers, self.mind.own.chances[name]
        if (told := papers.known_roles.get(name)) in roles:
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

    def is_cleared(self, name: Name) -> bool:
        return self.mind.outward.certain.get(name) is False

    def progress(self, case: str = "") -> Reached:
        """Returns whether all werewolves are found; a werewolf is safe while others are more suspected."""
        papers, chances = self.papers, self.mind.outward.chances
        if papers.is_wolf:
            return "partly" if self.mind.common.chances[papers.me] <= self.usual else "no"
        found = sum(chance > SETTLED for chance in chances.values())
        return "yes" if found >= papers.pack else "partly" if found else "no"


def _deed_name(purpose: ChoicePurpose) -> str:
    return purpose.deed if isinstance(purpose, Target) else "eliminate"
