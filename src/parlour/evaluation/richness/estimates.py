"""The measures of richness over the games of a condition, with their names, units and intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import fmean, pstdev, stdev
from typing import Literal

import numpy as np

from parlour.evaluation.intervals import FEWEST, Group, spread_of, standard_error, student_quantile
from parlour.evaluation.richness.judgement import (
    Judge,
    Memorability,
    Quality,
    by_seat,
    coin_flips,
    game_moments,
    game_ratings,
    game_variations,
    judgement_variation,
    memorability,
    position_of_votes,
    role_shares,
)
from parlour.evaluation.richness.talks import (
    Embeds,
    TableTalk,
    TextDistance,
    equal_length,
    shuffled_speakers,
    text_distance,
    voices,
    without_each,
    word_salad,
)

RichnessUnit = Literal["distance", "position", "reciprocal", "points", "changes"]
ROUNDS = (1, 2, 3)
UNTIL = ("", *(f".round{number}" for number in ROUNDS))
_TEXTS = {
    "text.distance": "Text distance",
    "text.deviation": "Deviation of text distance",
    "text.apart": "Text distance, diagonal left out",
}
_CONTROLS = {
    "text.equal": "Text distance at equal length",
    "text.salad": "Text distance of word salad",
    "text.voices": "Speakers apart from one another",
    "text.voices.shuffled": "Speakers apart, shuffled",
}
_POSITIONS = {
    "text.position": "One text (0) to word salad (1)",
    "judgement.position": "One seat (0) to coin flips (1)",
}
_NAMES: Mapping[RichnessUnit, tuple[str, ...]] = {
    "distance": (*(name + until for name in _TEXTS for until in UNTIL), *_CONTROLS),
    "position": tuple(_POSITIONS),
    "reciprocal": (
        "judgement.variation",
        "judgement.variation.sample",
        "judgement.flips",
        "memorability",
        "memorability.percent",
    ),
    "points": tuple(quality.value for quality in Quality),
    "changes": ("variation",),
}

RICHNESS: Mapping[str, RichnessUnit] = {name: unit for unit, names in _NAMES.items() for name in names}
"""Every measure with its unit: `text.*` for a whole condition or up to the end of a round, `text.apart` off
the diagonal; beside them their controls. Shares of votes and of wins are ratios, and metrics like others."""
RICH_LABELS: Mapping[str, str] = {
    **_TEXTS,
    **{f"{key}.round{n}": f"{label}, up to round {n}" for key, label in _TEXTS.items() for n in ROUNDS},
    **_CONTROLS,
    **_POSITIONS,
    "judgement.variation": "Judgement variation, 1/σ",
    "judgement.variation.sample": "Judgement variation, σ by n - 1",
    "judgement.flips": "By as many coin flips, 1/σ",
    **{quality.value: f"{quality.value.capitalize()}, 1 to 10" for quality in Quality},
    "variation": "Variation, changes of mind",
    "memorability": "Memorability, of counts",
    "memorability.percent": "Memorability, of percent",
}
"""Every measure as a heading."""


CONTROLLED = 25
"""Games of a condition of which controls are made: what they say is embedded two more times."""
APART = "text.apart"
FIELDS: Mapping[str, Callable[[TextDistance], float | None]] = {
    "text.distance": lambda distance: distance.mean,
    "text.deviation": lambda distance: distance.deviation,
    APART: lambda distance: distance.apart,
}


@dataclass(frozen=True, kw_only=True)
class RichEstimate:
    """A measure of richness over the games of a condition.

    Attributes:
        value: None where there is nothing to measure, or it has no bound.
        low: where its 95 % interval begins, the jackknife's standard error times Student's t below it; None
            where there is none, as of fewer than `FEWEST` games or of games that are all alike.
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
    utterances = [(game, utterance) for game, talk in enumerate(talks) for utterance in talk.utterances]
    if not utterances:
        return {}
    vectors = embeds([utterance.text for _, utterance in utterances])
    rounds, games = (
        np.array([utterance.round for _, utterance in utterances]),
        np.array([game for game, _ in utterances]),
    )
    estimates = dict[str, RichEstimate]()
    last = max(rounds)
    for until in sorted(set(rounds.tolist())):
        counts = rounds <= until
        whole, of = text_distance(vectors[counts]), games[counts].tolist()
        without = without_each(vectors[counts], of) if len(set(of)) > 1 else []
        for name, field in FIELDS.items():
            estimate = RichEstimate.of(
                field(whole), spread_of([field(distance) for distance in without]), whole.n, len(without)
            )
            estimates[f"{name}.round{until}"] = estimate
            if until == last:
                estimates[name] = estimate
    return estimates


@dataclass(frozen=True, kw_only=True)
class TextControls:
    """The controls of a condition's texts, each made of them."""

    own: Sequence[TableTalk]
    equal: Sequence[TableTalk]
    salad: Sequence[TableTalk]

    @staticmethod
    def of(talks: Sequence[TableTalk], words: int) -> TextControls:
        """Those of a condition.

        Args:
            talks: its games, of which the first `CONTROLLED` are taken.
            words: at which length texts are compared.
        """
        own = [talk for talk in talks if talk.utterances][:CONTROLLED]
        return TextControls(own=own, equal=equal_length(own, words), salad=word_salad(own))


def control_estimates(
    talks: Sequence[TableTalk], controls: TextControls, embeds: Embeds
) -> dict[str, RichEstimate]:
    """The controls of text distance, and where a condition lies between them, by name.

    All but `text.voices` are off the diagonal, so that they do not depend on how many texts there are.
    """
    equal, salad = (
        text_estimates(control, embeds).get(APART) for control in (controls.equal, controls.salad)
    )
    return {
        "text.equal": equal or RichEstimate(),
        "text.salad": salad or RichEstimate(),
        "text.position": _position(controls, embeds),
        "text.voices": _voices(talks, embeds),
        "text.voices.shuffled": _voices(shuffled_speakers(talks), embeds),
    }


def _position(controls: TextControls, embeds: Embeds) -> RichEstimate:
    games = [game for game, talk in enumerate(controls.own) for _ in talk.utterances]
    if len(games) < 2:
        return RichEstimate()
    own, salad = (
        embeds([utterance.text for talk in talks for utterance in talk.utterances])
        for talks in (controls.own, controls.salad)
    )
    value = _part(text_distance(own), text_distance(salad))
    without = (
        [_part(*pair) for pair in zip(without_each(own, games), without_each(salad, games), strict=True)]
        if len(set(games)) > 1
        else []
    )
    return RichEstimate.of(value, spread_of(without), len(games), len(without))


def _part(own: TextDistance, salad: TextDistance) -> float | None:
    return own.apart / salad.apart if own.apart is not None and salad.apart else None


def _voices(talks: Sequence[TableTalk], embeds: Embeds) -> RichEstimate:
    spoken = (talk for talk in talks if talk.utterances)
    values = (voices(talk, embeds([utterance.text for utterance in talk.utterances])) for talk in spoken)
    return _of_games([value for value in values if value is not None])


def judgement_estimates(talks: Sequence[TableTalk]) -> dict[str, RichEstimate]:
    """Judgement variation by either deviation, that of coin flips, and its place before them, by name."""
    if not any(talk.votes for talk in talks):
        return {}
    votes = sum(len(talk.votes) for talk in talks)

    def variation(deviation: Callable[[Sequence[float]], float]) -> RichEstimate:
        def measure(some: Sequence[TableTalk]) -> float | None:
            return judgement_variation(by_seat(role_shares(some)), deviation)

        return _reciprocal(talks, measure, votes)

    return {
        "judgement.variation": variation(pstdev),
        "judgement.variation.sample": variation(stdev),
        "judgement.flips": RichEstimate(value=coin_flips(role_shares(talks), votes), n=votes),
        "judgement.position": _left_out(talks, lambda some: position_of_votes(role_shares(some)), votes),
    }


def judged_estimates(talks: Sequence[TableTalk], judge: Judge) -> dict[str, RichEstimate]:
    """Returns the EWAVM estimates by name; one that no judge rated has no value."""
    games = game_moments(talks, judge)

    def estimate(field: Callable[[Memorability], float]) -> RichEstimate:
        def measure(some: Sequence[list[list[float]]]) -> float | None:
            memorable = memorability([moments for game in some for moments in game])
            return field(memorable) if memorable else None

        return _reciprocal(games, measure, len(games))

    return {
        **{quality.value: _of_games(game_ratings(talks, judge, quality)) for quality in Quality},
        "variation": _of_games(game_variations(talks, judge)),
        "memorability": estimate(lambda memorable: memorable.count),
        "memorability.percent": estimate(lambda memorable: memorable.percent),
    }


def _of_games(values: Sequence[float]) -> RichEstimate:
    if not values:
        return RichEstimate()
    return RichEstimate.of(fmean(values), standard_error(values, fmean), len(values), len(values))


def _left_out(
    games: Sequence[Group], measure: Callable[[Sequence[Group]], float | None], n: int
) -> RichEstimate:
    return RichEstimate.of(measure(games), standard_error(games, measure), n, len(games))


def _reciprocal(
    games: Sequence[Group], measure: Callable[[Sequence[Group]], float | None], n: int
) -> RichEstimate:
    """Estimates a reciprocal of a deviation, with an interval on its logarithm, which never goes below 0.

    In simulated games it holds 92 to 95 % where one about the value itself holds 87 to 95 %.
    """

    def logarithm(some: Sequence[Group]) -> float | None:
        value = measure(some)
        return log(value) if value else None

    value = measure(games)
    about = RichEstimate.of(logarithm(games), standard_error(games, logarithm), n, len(games))
    if about.low is None or about.high is None:
        return RichEstimate(value=value, n=n)
    return RichEstimate(value=value, low=exp(about.low), high=exp(about.high), n=n)
