"""Effects and deviations that a simulation is made of come out of it."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest

from parlour.errors import MissingExtra
from parlour.evaluation import MatchScore, VoteCount
from parlour.experiments import Played
from parlour.experiments.report import Results, mixed_effects
from parlour.games.mystery import Team
from tests.experiments.small import kept_cell

from .made import results, script

STORIES, GAMES = 30, 4


def simulated(effect: float, *, games: int = GAMES, stories: int = STORIES) -> Results:
    """Votes right of 1000, which differ by story (.1), by seed (.05), by match (.05), and by condition."""
    rng, played = np.random.default_rng(3), list[Played]()
    for story in range(stories):
        of_story = rng.normal(0.5, 0.1)
        for game in range(games):
            of_seed = rng.normal(0, 0.05)
            for condition, shift in (("PLAYER*", 0.0), ("Werewolf", effect)):
                share = float(np.clip(of_story + of_seed + shift + rng.normal(0, 0.05), 0, 1))
                played.append(cell(condition, f"story-{story}", game, share))
    base = results({}, scripts=[script(f"story-{n}") for n in range(stories)])
    return Results(
        suite=replace(base.suite, metrics=("vote_accuracy",)),
        started=base.started,
        played=tuple(played),
        setups=base.setups,
    )


def cell(condition: str, story: str, game: int, share: float) -> Played:
    score = MatchScore(
        match=f"{story}-{game}",
        script=story,
        language="en",
        votes=(VoteCount(team=Team.CIVILIAN, asked=1000, right=round(1000 * share), abstained=0),),
    )
    return kept_cell(
        condition=condition, story=story, game=game, match=f"{condition}-{story}-{game}", score=score
    )


def test_effects_and_deviations_come_out_as_they_were_made():
    pytest.importorskip("statsmodels")
    [told] = mixed_effects(simulated(-0.08))
    assert (told.condition, told.reference, told.metric) == ("Werewolf", "PLAYER*", "vote_accuracy")
    assert told.low < -0.08 < told.high < 0
    assert told.high - told.low < 0.04
    assert told.p < 0.001
    assert told.by_story == pytest.approx(0.1, abs=0.03)
    assert told.by_seed == pytest.approx(0.05, abs=0.02)
    assert told.rest == pytest.approx(0.05, abs=0.01)
    assert (told.matches, told.stories, told.has_converged) == (2 * STORIES * GAMES, STORIES, True)


def test_of_too_few_stories_nothing_is_fitted():
    pytest.importorskip("statsmodels")
    assert mixed_effects(simulated(0.2, stories=6)) == []


def test_without_statsmodels_the_extra_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "statsmodels.regression.mixed_linear_model", None)
    with pytest.raises(MissingExtra, match=r"parlour\[stats\]"):
        mixed_effects(simulated(0.0, games=1, stories=2))
