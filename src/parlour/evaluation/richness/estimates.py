"""The measures of richness over the games of a condition, with intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from parlour.evaluation.intervals import FEWEST, student_quantile
from parlour.evaluation.resampling import Group, spread_of, standard_error
from parlour.evaluation.richness.ewavm import (
    Judge,
    Quality,
    game_moments,
    game_ratings,
    game_variations,
)
from parlour.evaluation.richness.judgement import (
    JudgementVariation,
    by_seat,
    judgement_variation,
    role_shares,
)
from parlour.evaluation.richness.memorability import Memorability, memorability
from parlour.evaluation.richness.table_talk import TableTalk
from parlour.evaluation.richness.text_distance import Embeds, TextDistance, text_distance, without_each

FIELDS: Mapping[str, Callable[[TextDistance], float | None]] = {
    "text.distance": lambda told: told.mean,
    "text.deviation": lambda told: told.deviation,
    "text.apart": lambda told: told.apart,
}


@dataclass(frozen=True, kw_only=True)
class RichEstimate:
    """A measure of richness over the games of a condition.

    Attributes:
        value: None where there is nothing to measure, or it has no bound.
        low: where its 95 % interval begins, the jackknife's standard error times Student's t below it; None
            where there is none, as of fewer than `FEWEST` games or of games that are all alike.
        high: where it ends.
        n: how many texts, votes or judged games there were.
    """

    value: float | None = None
    low: float | None = None
    high: float | None = None
    n: int = 0

    @staticmethod
    def of(value: float | None, error: float | None, n: int, games: int) -> RichEstimate:
        """A value with its standard error over so many games."""
        if value is None or not error or games < FEWEST:
            return RichEstimate(value=value, n=n)
        half = student_quantile(games - 1) * error
        return RichEstimate(value=value, low=value - half, high=value + half, n=n)


def text_estimates(talks: Sequence[TableTalk], embeds: Embeds) -> dict[str, RichEstimate]:
    """Text distances of a condition and up to the end of each round, by name (`RICHNESS`)."""
    said = [(game, each) for game, talk in enumerate(talks) for each in talk.utterances]
    if not said:
        return {}
    vectors = embeds([each.text for _, each in said])
    rounds, games = np.array([each.round for _, each in said]), np.array([game for game, _ in said])
    told = dict[str, RichEstimate]()
    last = max(rounds)
    for until in sorted(set(rounds.tolist())):
        counts = rounds <= until
        whole, of = text_distance(vectors[counts]), games[counts].tolist()
        without = without_each(vectors[counts], of) if len(set(of)) > 1 else []
        for name, field in FIELDS.items():
            found = RichEstimate.of(
                field(whole), spread_of([field(each) for each in without]), whole.n, len(without)
            )
            told[f"{name}.round{until}"] = found
            if until == last:
                told[name] = found
    return told


def judgement_estimates(talks: Sequence[TableTalk]) -> dict[str, RichEstimate]:
    """Judgement variation with the population's deviation and with the sample's, by name."""
    if not any(talk.votes for talk in talks):
        return {}
    votes = sum(len(talk.votes) for talk in talks)

    def estimated(field: Callable[[JudgementVariation], float]) -> RichEstimate:
        def measure(some: Sequence[TableTalk]) -> float | None:
            told = judgement_variation(by_seat(role_shares(some)))
            return field(told) if told else None

        return _left_out(talks, measure, votes)

    return {
        "judgement.variation": estimated(lambda told: told.population),
        "judgement.variation.sample": estimated(lambda told: told.sample),
    }


def judged_estimates(talks: Sequence[TableTalk], judge: Judge) -> dict[str, RichEstimate]:
    """EWAVM by name; what nobody judged is missing."""
    return dict(_judged(talks, judge))


def _judged(talks: Sequence[TableTalk], judge: Judge) -> Iterator[tuple[str, RichEstimate]]:
    for quality in Quality:
        yield quality.value, _of_games(game_ratings(talks, judge, quality))
    yield "variation", _of_games(game_variations(talks, judge))
    games = game_moments(talks, judge)

    def estimated(field: Callable[[Memorability], float]) -> RichEstimate:
        def measure(some: Sequence[list[list[float]]]) -> float | None:
            told = memorability([moments for game in some for moments in game])
            return field(told) if told else None

        return _left_out(games, measure, len(games))

    yield "memorability", estimated(lambda told: told.count)
    yield "memorability.percent", estimated(lambda told: told.percent)


def _of_games(values: Sequence[float]) -> RichEstimate:
    if not values:
        return RichEstimate()
    return RichEstimate.of(fmean(values), standard_error(values, fmean), len(values), len(values))


def _left_out(
    games: Sequence[Group], measure: Callable[[Sequence[Group]], float | None], n: int
) -> RichEstimate:
    return RichEstimate.of(measure(games), standard_error(games, measure), n, len(games))
