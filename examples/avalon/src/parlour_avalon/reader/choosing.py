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
from parlour_avalon.reader.papers import Papers
from parlour_avalon.reader.worlds import Beliefs
from parlour_avalon.roles import Role


@dataclass(frozen=True, kw_only=True)
class Mind:
    """A player before a decision.

    Attributes:
        papers: what it knows.
    """

    papers: Papers

    @cached_property
    def own(self) -> Beliefs:
        """What it believes."""
        return Beliefs(papers=self.papers)

    @cached_property
    def common(self) -> Beliefs:
        """What it thinks that anybody believes."""
        return Beliefs(papers=self.papers, is_private=False)

    @cached_property
    def shown(self) -> Mapping[Player, float]:
        """How likely each is evil, as it would argue: Merlin says half of what he sees, the evil nothing."""
        if not self.papers.is_good:
            return self.common.chances
        if self.papers.role is not Role.MERLIN:
            return self.own.chances
        return {name: (self.own.chances[name] + each) / 2 for name, each in self.common.chances.items()}

    @cached_property
    def merlins(self) -> Mapping[Player, float]:
        """How likely each is Merlin: of Percival's two the good one; to the evil, by the votes."""
        if self.papers.is_good:
            return {name: 1 - self.own.chances[name] for name in self.papers.seen}
        known = {self.papers.me, *self.papers.fellows}
        weights = {name: exp(self.insight(name) / 2) for name in self.papers.players if name not in known}
        return {name: weight / sum(weights.values()) for name, weight in weights.items()}

    def team(self, options: Sequence[Player], size: int) -> tuple[Player, ...]:
        """Whom it sends: itself, and the good whom it trusts most, the evil whom all others trust most.

        An evil player leaves its fellows at home: one fail is enough, and two would show.
        """
        others = [name for name in options if name != self.papers.me and name not in self.papers.fellows]
        trusted = self.own if self.papers.is_good else self.common
        ranked = self.ordered(others, lambda name: trusted.chances[name])
        return (self.papers.me, *ranked, *self.papers.fellows)[:size]

    def vote(self, team: Sequence[Player]) -> str:
        """How it votes on a team.

        The good approve a team that is at least as likely clean as others of its size are to them, and
        anything before evil wins by the last rejection. The evil approve what has one of them on it, and
        reject what lets them win by rejection.
        """
        is_last = self.papers.attempt == REJECTIONS
        if not self.papers.is_good:
            has_evil = not {self.papers.me, *self.papers.fellows}.isdisjoint(team)
            return APPROVE if has_evil and not is_last else REJECT
        usual = fmean(self.own.clean(each) for each in combinations(self.papers.players, len(team)))
        return APPROVE if is_last or self.own.clean(team) >= usual else REJECT

    def card(self, team: Sequence[Player]) -> str:
        """What it plays: of several evil players who know each other only as many fail as it takes."""
        if self.papers.is_good:
            return SUCCESS
        circle = [name for name in team if name == self.papers.me or name in self.papers.fellows]
        needed = fails_needed(len(self.papers.players), self.papers.round)
        is_pressed = self.papers.count("succeeded") == TO_WIN - 1
        can_fail = len(circle) >= needed or is_pressed
        return FAIL if can_fail and self.papers.me in circle[:needed] else SUCCESS

    def merlin(self, options: Sequence[Player]) -> Player:
        """Whom an evil player takes for Merlin: who voted most as one who knows who is evil."""
        return self.ordered(options, lambda name: -self.insight(name))[0]

    def insight(self, name: Player) -> float:
        """How many votes somebody cast as one who knows what this player knows would, less all others."""
        evil = {self.papers.me, *self.papers.fellows}
        cast = [(each.votes[name], each.team) for each in self.papers.proposals if name in each.votes]
        return sum(1 if (vote == REJECT) != evil.isdisjoint(team) else -1 for vote, team in cast)

    def ordered(self, names: Sequence[Player], by: Callable[[Player], float]) -> tuple[Player, ...]:
        """By a value, the least first; what is equal is settled by lot."""
        lot = chance(0, self.papers.me, self.papers.round, self.papers.attempt, *names)
        return tuple(sorted(lot.sample(list(names), len(names)), key=lambda name: round(by(name), 9)))
