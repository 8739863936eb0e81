"""The choices of a player of One Night, by its role: suspects, the two to point at, and the vote."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from parlour.games.onenight.reader.beliefs import Beliefs
from parlour.games.onenight.reader.parsed import OneNightPrompt, Pointing
from parlour.language.facts import Name, NeitherOfTwo, OneOfTwo
from parlour.reader import EVEN, ClueMind, declared_first, order_by


@dataclass(frozen=True, kw_only=True)
class Mind(ClueMind[Beliefs]):
    """A player before a decision."""

    papers: OneNightPrompt

    def believe(self, *, is_private: bool) -> Beliefs:
        return Beliefs(papers=self.papers, is_private=is_private)

    @property
    def outward(self) -> Beliefs:
        return self.guise.own

    @cached_property
    def guise(self) -> Mind:
        """The player it poses as: in the village itself, else a villager, or the seer of its story.

        Outside the village it computes that player's beliefs from the same talk. It would give itself away if
        it spoke as one without any private knowledge, not even that it is of the village.
        """
        return self if self.papers.is_of_village else Mind(papers=self.papers.posing(self._story))

    @property
    def _story(self) -> Pointing | None:
        for fact in (*self.night, *reversed(self.papers.kept_words)):
            match fact:
                case OneOfTwo(whom=one, other=two) | NeitherOfTwo(whom=one, other=two):
                    return Pointing(pair=(one, two), has_wolf=isinstance(fact, OneOfTwo))
                case _:
                    pass
        return None

    @cached_property
    def suspects(self) -> tuple[Name, ...]:
        """The others, from the first to point at to the last.

        All rank by their beliefs, or by their guise's: to spare a player in public would expose both. The
        votes are secret until the end, and there a minion may spare players. It never names a werewolf that
        it knows.
        """
        chances = self.outward.chances
        others = [name for name in self.papers.others if name != self.papers.wolf]
        return self.order(others, lambda name: -chances[name])

    def pair(self, options: Sequence[Name], count: int = 2) -> tuple[Name, ...]:
        """Returns the two players to point at as a seer: the next in a circle shuffled by the seed.

        There was no talk yet, so that the draw is the same in every match; an invented night names the two
        that it would have pointed at. In a circle each seat is pointed at from two others, where a draw per
        seer would look at some seats in most matches.
        """
        circle = order_by(self.papers.table.players, lambda name: 0.0, (self.papers.lot,))
        mine = circle.index(self.papers.me)
        return tuple(name for name in (*circle[mine:], *circle[:mine]) if name in options)[:count]

    def vote(self, options: Sequence[Name]) -> Name:
        """Returns its vote.

        The village: the likeliest werewolf. The werewolf, and a minion that knows it: a player that others
        suspect, and no tanner. Another minion: a player who is likely neither. The tanner: the least
        suspected player. Outside the village it keeps to players whom somebody suspected aloud.
        """
        if not self.papers.is_of_village:
            named = [name for name in options if name in self.papers.all_declared]
            return self.order(named or options, self._unfit)[0]
        ranked = self.order(options, self._unfit)
        return declared_first(self.papers, ranked, lambda name: self.own.chances[name])[0]

    def _unfit(self, name: Name) -> float:
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

    def order(self, names: Sequence[Name], by: Callable[[Name], float]) -> tuple[Name, ...]:
        return order_by(names, lambda name: round(by(name) / EVEN), (self.papers.occasion,))
