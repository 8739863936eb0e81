"""What the reader decides in Avalon: whom it sends, how it votes, what it plays, whom it takes for Merlin."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import exp
from statistics import fmean

from parlour.core import Player, chance

from parlour_avalon.quests import APPROVE, FAIL, REJECT, REJECTIONS, SUCCESS, TO_WIN, fails_needed
from parlour_avalon.reader.knowledge import Knowledge
from parlour_avalon.reader.worlds import Beliefs
from parlour_avalon.roles import Role


@dataclass(frozen=True, kw_only=True)
class Mind:
    """A player before a decision.

    Attributes:
        knowledge: what it knows.
    """

    knowledge: Knowledge

    @cached_property
    def own(self) -> Beliefs:
        """What it believes."""
        return Beliefs(knowledge=self.knowledge)

    @cached_property
    def common(self) -> Beliefs:
        """What it thinks that anybody believes."""
        return Beliefs(knowledge=self.knowledge, is_private=False)

    @cached_property
    def shown(self) -> Mapping[Player, float]:
        """How likely each is evil, as it would argue: Merlin says half of what he sees, the evil nothing."""
        if not self.knowledge.is_good:
            return self.common.chances
        if self.knowledge.role is not Role.MERLIN:
            return self.own.chances
        return {name: (self.own.chances[name] + each) / 2 for name, each in self.common.chances.items()}

    @cached_property
    def merlins(self) -> Mapping[Player, float]:
        """How likely each is Merlin: of Percival's two the good one; to the evil, by the votes."""
        if self.knowledge.is_good:
            return {name: 1 - self.own.chances[name] for name in self.knowledge.seen}
        known = {self.knowledge.me, *self.knowledge.fellows}
        weights = {name: exp(self.insight(name) / 2) for name in self.knowledge.players if name not in known}
        return {name: weight / sum(weights.values()) for name, weight in weights.items()}

    def team(self, options: Sequence[Player], size: int) -> tuple[Player, ...]:
        """Whom it sends: itself, and the good whom it trusts most, the evil whom all others trust most.

        An evil player leaves its fellows at home: one fail is enough, and two would show.
        """
        others = [
            name for name in options if name != self.knowledge.me and name not in self.knowledge.fellows
        ]
        trusted = self.own if self.knowledge.is_good else self.common
        ranked = self.ordered(others, lambda name: trusted.chances[name])
        return (self.knowledge.me, *ranked, *self.knowledge.fellows)[:size]

    def vote(self, team: Sequence[Player]) -> str:
        """How it votes on a team.

        The good approve a team that is at least as likely clean as others of its size are to them, and
        anything before evil wins by the last rejection. The evil approve what has one of them on it, and
        reject what lets them win by rejection.
        """
        is_last = self.knowledge.attempt == REJECTIONS
        if not self.knowledge.is_good:
            has_evil = not {self.knowledge.me, *self.knowledge.fellows}.isdisjoint(team)
            return APPROVE if has_evil and not is_last else REJECT
        usual = fmean(self.own.clean(each) for each in combinations(self.knowledge.players, len(team)))
        return APPROVE if is_last or self.own.clean(team) >= usual else REJECT

    def card(self, team: Sequence[Player]) -> str:
        """What it plays: of several evil players who know each other only as many fail as it takes."""
        if self.knowledge.is_good:
            return SUCCESS
        circle = [name for name in team if name == self.knowledge.me or name in self.knowledge.fellows]
        needed = fails_needed(len(self.knowledge.players), self.knowledge.round)
        is_pressed = self.knowledge.count("succeeded") == TO_WIN - 1
        can_fail = len(circle) >= needed or is_pressed
        return FAIL if can_fail and self.knowledge.me in circle[:needed] else SUCCESS

    def merlin(self, options: Sequence[Player]) -> Player:
        """Whom an evil player takes for Merlin: who voted most as one who knows who is evil."""
        return self.ordered(options, lambda name: -self.insight(name))[0]

    def insight(self, name: Player) -> float:
        """How many votes somebody cast as one who knows what this player knows would, less all others."""
        evil = {self.knowledge.me, *self.knowledge.fellows}
        cast = [(each.votes[name], each.team) for each in self.knowledge.proposals if name in each.votes]
        return sum(1 if (vote == REJECT) != evil.isdisjoint(team) else -1 for vote, team in cast)

    def ordered(self, names: Sequence[Player], by: Callable[[Player], float]) -> tuple[Player, ...]:
        """By a value, the least first; what is equal is settled by lot."""
        lot = chance(0, self.knowledge.me, self.knowledge.round, self.knowledge.attempt, *names)
        return tuple(sorted(lot.sample(list(names), len(names)), key=lambda name: round(by(name), 9)))
