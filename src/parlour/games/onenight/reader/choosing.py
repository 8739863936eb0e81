"""Whom a player of One Night suspects before the others, points at and votes for, by what it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from parlour.games.onenight.reader.beliefs import Beliefs
from parlour.games.onenight.reader.parsed import OneNightPrompt, Pointing
from parlour.language.facts import Fact, Name, NeitherOfTwo, OneOfTwo
from parlour.reader import EVEN, settled


@dataclass(frozen=True, kw_only=True)
class Mind:
    """A player before a decision.

    Attributes:
        papers: what it was told.
        night: what it is about to tell of the night, if that is a story.
    """

    papers: OneNightPrompt
    night: tuple[Fact, ...] = ()

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
        """What it argues from: whoever is not of the village believes aloud what its guise would."""
        return self.guise.own

    @cached_property
    def guise(self) -> Mind:
        """Whom it passes itself off as: in the village itself, else a villager, or the seer of its story.

        Whoever is not of the village asks what that player would believe who had heard the same. It would
        give itself away if it spoke as one who knows nothing at all, not even that it is of the village.
        """
        return self if self.is_of_village else Mind(papers=self.papers.posing(self._story))

    def telling(self, night: Sequence[Fact]) -> Mind:
        """The same player, in a speech that tells of the night."""
        return replace(self, night=tuple(night))

    @property
    def _story(self) -> Pointing | None:
        """What it says of the night, or has said: the latest."""
        for fact in (*self.night, *reversed(self.papers.kept_words)):
            match fact:
                case OneOfTwo(whom=one, other=two) | NeitherOfTwo(whom=one, other=two):
                    return Pointing(pair=(one, two), has_wolf=isinstance(fact, OneOfTwo))
                case _:
                    pass
        return None

    @cached_property
    def suspects(self) -> tuple[Name, ...]:
        """The others, from whom it points the finger at first to last.

        All do so as they believe, or as their guise would: whoever spares somebody aloud points at both. The
        votes are secret until the end, and there a minion spares whom it likes. Only the werewolf that it was
        told of it names never.
        """
        chances = self.shown.chances
        others = [name for name in self.papers.others if name != self.papers.wolf]
        return self.ordered(others, lambda name: -chances[name])

    def pair(self, options: Sequence[Name], count: int = 2) -> tuple[Name, ...]:
        """At whom a seer points: the next two in a circle that is shuffled by lot.

        Nothing was said yet, so that a lot falls alike in every match; who invents a night tells of the two
        whom it would have pointed at. In a circle each seat is pointed at from two others, where a lot of
        each seer's own would look at some seats in most matches.
        """
        circle = settled(self.papers.table.players, lambda name: 0.0, (self.papers.lot,))
        mine = circle.index(self.papers.me)
        return tuple(name for name in (*circle[mine:], *circle[:mine]) if name in options)[:count]

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
        """By a value, the least first; what is as good as equal is settled by lot."""
        return settled(names, lambda name: round(by(name) / EVEN), (self.papers.occasion,))
