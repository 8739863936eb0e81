"""Whom a player of One Night suspects before the others, points at and votes for, by what it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from parlour.facts import Name
from parlour.games.onenight.reader.beliefs import Beliefs
from parlour.games.onenight.reader.parsed import OneNightPrompt
from parlour.reader import settled


@dataclass(frozen=True, kw_only=True)
class Mind:
    """A player before a decision.

    Attributes:
        papers: what it was told.
    """

    papers: OneNightPrompt

    @cached_property
    def own(self) -> Beliefs:
        """What it believes."""
        return Beliefs(papers=self.papers)

    @cached_property
    def common(self) -> Beliefs:
        """What it thinks that anybody believes."""
        return Beliefs(papers=self.papers, is_private=False)

    @property
    def is_of_village(self) -> bool:
        """Whether it says what it believes."""
        return self.papers.role in ("seer", "mason", "villager")

    @property
    def shown(self) -> Beliefs:
        """What it argues from: the others argue as one of the village would who knows nothing."""
        return self.own if self.is_of_village else self.common

    @cached_property
    def suspects(self) -> tuple[Name, ...]:
        """The others, from whom it points the finger at first to last.

        The village does so as it believes. The werewolf's side spares its own: a minion that does not know
        the werewolf spares whoever is likeliest it. The tanner accuses those whom all trust, as a werewolf
        would who is in trouble.
        """
        chances = self.shown.chances
        others = [name for name in self.papers.others if name != self.papers.wolf]
        if self.papers.role == "tanner":
            return self.ordered(others, lambda name: chances[name])
        first, *rest = self.ordered(others, lambda name: -chances[name])
        if self.papers.role == "minion" and not self.papers.wolf:
            return (*rest, first)
        return (first, *rest)

    def pair(self, options: Sequence[Name]) -> tuple[Name, ...]:
        """At whom the seer points: two by lot, since nothing was said yet."""
        return self.ordered(options, lambda name: 0.0)[:2]

    def vote(self, options: Sequence[Name]) -> Name:
        """Whom it votes for.

        The village: who is likeliest the werewolf. The werewolf, and a minion that knows it: whom others
        suspect, and who is no tanner. Another minion: who is likely neither. The tanner: whom none suspects.
        """
        return self.ordered(options, self._unfit)[0]

    def _unfit(self, name: Name) -> float:
        """How little somebody is fit to be voted for."""
        common, own = self.common.chances, self.own
        match self.papers.role:
            case "werewolf":
                return own.tanners[name] - common[name]
            case "minion" if self.papers.wolf:
                return (name == self.papers.wolf) + own.tanners[name] - common[name]
            case "minion":
                return own.chances[name] + own.tanners[name]
            case "tanner":
                return common[name]
            case _:
                return -own.chances[name]

    def ordered(self, names: Sequence[Name], by: Callable[[Name], float]) -> tuple[Name, ...]:
        """By a value, the least first; what is equal is settled by lot."""
        return settled(names, by, (self.papers.me, self.papers.role, str(self.papers.round)))
