"""EWAVM: what a judge who read the games finds in them (Deng and Cai, appendix G)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean
from typing import Protocol

from parlour.evaluation.parts import Score
from parlour.evaluation.richness.memorability import (
    Memorability,
    MemorableMoment,
    memorability,
    moments_by_seat,
)
from parlour.evaluation.richness.table_talk import TableTalk
from parlour.evaluation.richness.variation import Mention, variation, who_is_what

TIMES = 5
"""How often the paper has every game judged."""


class Quality(StrEnum):
    """What a judge who knows all roles rates from 1 to 10."""

    ENGAGEMENT = "engagement"
    """Rich words, and characters that differ."""
    WONDER = "wonder"
    """Twists that nobody expects."""
    ATTRACTION = "attraction"
    """Whether one would want to read on."""


class Judge(Protocol):
    """What somebody who read a game found in it, once for each time of being asked.

    A time whose reply could not be read is missing, and never made up.
    """

    def ratings(self, talk: TableTalk, quality: Quality) -> Sequence[float]:
        """How much of a quality the game has, in [1, 10]."""
        ...

    def mentions(self, talk: TableTalk) -> Sequence[Sequence[Sequence[Mention]]]:
        """For every round who called whom what, told without knowing the roles."""
        ...

    def moments(self, talk: TableTalk) -> Sequence[Sequence[MemorableMoment]]:
        """The most memorable moments."""
        ...


@dataclass(frozen=True, kw_only=True)
class Ewavm:
    """The five scores of a condition (table 8), each with how many of its games were judged.

    Attributes:
        ratings: engagement, wonder and attraction, in [1, 10].
        variation: in [0, 2N²(T - 1)/T] for N players and T rounds: 85.3 for eight players and three rounds.
        memorability: None where no game was judged.
    """

    ratings: dict[Quality, Score]
    variation: Score
    memorability: Memorability | None


def ewavm(talks: Sequence[TableTalk], judge: Judge) -> Ewavm:
    """The five scores of the games of a condition.

    Raises:
        UsageError: if the games have no roles.
    """
    return Ewavm(
        ratings={quality: rating(talks, judge, quality) for quality in Quality},
        variation=judged_variation(talks, judge),
        memorability=judged_memorability(talks, judge),
    )


def rating(talks: Sequence[TableTalk], judge: Judge, quality: Quality) -> Score:
    """The mean over games of a game's mean rating."""
    return _mean(game_ratings(talks, judge, quality))


def game_ratings(talks: Sequence[TableTalk], judge: Judge, quality: Quality) -> list[float]:
    """The mean rating of each game that was rated: a game counts once, however often it was."""
    told = (judge.ratings(talk, quality) for talk in talks)
    return [fmean(ratings) for ratings in told if ratings]


def judged_variation(talks: Sequence[TableTalk], judge: Judge) -> Score:
    """The mean over games of a game's mean variation (eq. 14 to 16)."""
    return _mean(game_variations(talks, judge))


def game_variations(talks: Sequence[TableTalk], judge: Judge) -> list[float]:
    """The mean variation of each game that was judged."""
    games = (
        [variation(who_is_what(told, talk.players)).mean for told in judge.mentions(talk) if told]
        for talk in talks
    )
    return [fmean(game) for game in games if game]


def judged_memorability(talks: Sequence[TableTalk], judge: Judge) -> Memorability | None:
    """Equation 18 over all games, each as often as it was judged."""
    return memorability([moments for game in game_moments(talks, judge) for moments in game])


def game_moments(talks: Sequence[TableTalk], judge: Judge) -> list[list[list[float]]]:
    """Of each game, as often as it was judged, its moments by seat."""
    games = ([moments_by_seat(talk, told) for told in judge.moments(talk)] for talk in talks)
    return [game for game in games if game]


def _mean(games: Sequence[float]) -> Score:
    return Score(value=fmean(games) if games else None, n=len(games))
