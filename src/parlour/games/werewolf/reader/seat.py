"""A player of Werewolf with all that it can be asked for: choices, speeches, attitudes and readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from parlour.games.werewolf.reader.choosing import Mind
from parlour.games.werewolf.reader.clues import Clue
from parlour.games.werewolf.reader.parsed import WerewolfPrompt
from parlour.games.werewolf.reader.speaking import Speaker, choice_reason, grounds
from parlour.games.werewolf.setup import PACK
from parlour.language.facts import Check, Fact, Name, RoleClaim, Word
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
    uttered,
)

_WOLF: Word = "werewolf"
_HOSTILE = frozenset({"voted", "suspects", "found_wolf"})
_ALONE = frozenset({"link", "spy"})
"""Deeds whose reason names no player."""
Purpose = Culprit | Target | Addressee | Choice


@dataclass(frozen=True, kw_only=True)
class WerewolfSeat(TalkSeat):
    """A player of Werewolf."""

    mind: Mind

    @property
    def papers(self) -> WerewolfPrompt:
        return self.mind.papers

    @property
    def others(self) -> tuple[Name, ...]:
        return tuple(name for name in self.papers.living if name != self.me)

    @property
    def spared(self) -> frozenset[Name]:
        return self.papers.lovers.union(self.papers.fellows)

    @property
    def usual(self) -> float:
        return self.mind.average

    def bounded(self, bounds: Bounds) -> WerewolfSeat:
        return WerewolfSeat(mind=Mind(papers=replace(self.papers, bounds=bounds)))

    def hidden(self) -> Sequence[str]:
        claim = RoleClaim(who=self.me, role=self.papers.role)
        return [uttered(self.papers, claim)] if self.papers.is_wolf else []

    def suspicion(self, name: Name, case: str | None = None) -> float:
        return self.mind.outward.chances[name]

    def ranked(self, options: Sequence[Name]) -> Sequence[Name]:
        return self.mind.suspects(options)

    def chosen(self, purpose: Purpose, blank: Blank) -> object:
        if isinstance(purpose, Target) and blank.is_list and set(blank.options) <= set(self.names):
            return self.mind.pair(blank.options)
        if blank.is_list or not set(blank.options) <= set(self.names):
            return super().chosen(purpose, blank)
        return self.mind.target(_deed_name(purpose), blank.options)

    def why(self, purpose: Purpose, blank: Blank, case: str | None, most: int | None) -> str:
        chosen = self.chosen(purpose, blank)
        if isinstance(purpose, Target) and purpose.deed in _ALONE:
            return phrase(self.papers, purpose.deed)
        if chosen is None or (isinstance(chosen, str) and chosen in self.names):
            return choice_reason(self.mind, _deed_name(purpose), chosen)
        return self.overall()

    def grounds(self, name: Name, case: str | None = None, most: int | None = None) -> str:
        return grounds(self.mind, name)

    def overall(self, case: str | None = None, most: int | None = None) -> str:
        top = self.mind.suspects(self.others)[0]
        percent = str(round(100 * self.mind.outward.chances[top]))
        likely = phrase(self.papers, "likely", about=top, percent=percent)
        return joined(self.papers, likely, self.grounds(top))

    def speech(self, purpose: Speech | Talk) -> tuple[str, ...]:
        want = purpose if isinstance(purpose, Talk) else Talk(among="everybody", to=purpose.to)
        return Speaker(mind=self.mind.aloud, want=want).sentences()

    def rating(self, name: Name) -> int:
        """Returns its liking of a player, from 1 to 10: by that player's latest words of it, and by side."""
        papers = self.papers
        is_show = papers.is_wolf and name in papers.fellows  # what fellows say of each other is for the table
        warmth = 0.0 if is_show else sum(self._tone(fact) for fact in latest(papers.said, name))
        return rating(
            warmth, self._side(name), f"{papers.me}{name}{papers.day}{papers.night}{len(papers.said)}"
        )

    def role(self, name: Name, roles: Sequence[Word], case: str = "") -> tuple[Word, float]:
        chances = self._chances(name, roles)
        best = max(roles, key=lambda role: chances[role])
        return best, chances[best]

    def plan(self, case: str | None = None) -> str:
        papers, top = self.papers, self.mind.suspects(self.others)[0]
        kind = "plan_wolf" if papers.is_wolf else "plan_seer" if papers.role == "seer" else "plan_good"
        said = (phrase(papers, kind, about=top), self.grounds(top))
        return joined(papers, *fitting(said, papers.limit))

    def _tone(self, fact: Fact) -> float:
        me = self.papers.me
        match fact:
            case Check(whom=whom, role=role) if whom == me:
                return -2.0 if role == _WOLF else 1.0
            case _:
                return tone(fact, me)

    def _side(self, name: Name) -> float:
        if self.papers.is_wolf:
            return 1.0 if name in self.papers.fellows else 0.0
        return -compared(self.mind.own.chances[name], self.mind.prior)

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

    def impression(self, name: Name, case: str = "") -> Impression:
        shown, chance = self.mind.outward, self.mind.outward.chances[name]
        hostile = [clue for clue in self._deeds(name) if clue.kind in _HOSTILE]
        rivals = [clue for clue in shown.clues if clue.kind == "rivals"]
        return Impression(
            stance=self._stance(name),
            has_motive=any(shown.certain.get(clue.about) is False for clue in hostile),
            is_possible=chance > POSSIBLE,
            is_incriminated=chance > self.mind.average and shown.grounds(name) is not None,
            is_bound=any(name in (clue.by, clue.about) for clue in rivals),
            is_at_odds=any(name in (clue.by, clue.about) for clue in (*rivals, *self._quarrels)),
        )

    def reached(self, case: str = "") -> Reached:
        """Returns whether all werewolves are found; a werewolf is safe while others are more suspected."""
        papers, chances = self.papers, self.mind.outward.chances
        if papers.is_wolf:
            return "partly" if self.mind.common.chances[papers.me] <= self.mind.average else "no"
        found = sum(chance > SETTLED for chance in chances.values())
        return "yes" if found >= papers.pack else "partly" if found else "no"

    def _stance(self, suspect: Name) -> Stance:
        about = [clue.kind for clue in self._deeds(suspect) if clue.about == self.papers.me]
        if _HOSTILE.intersection(about):
            return "negative"
        return "positive" if about else "neutral"

    @property
    def _quarrels(self) -> Iterator[Clue]:
        return (clue for clue in self.mind.common.clues if clue.kind in _HOSTILE)

    def _deeds(self, suspect: Name) -> Iterator[Clue]:
        return (clue for clue in self.mind.common.clues if clue.by == suspect != clue.about)


def _deed_name(purpose: Purpose) -> str:
    return purpose.deed if isinstance(purpose, Target) else "eliminate"
