"""Regret and calibration of questions, from records alone."""

from __future__ import annotations

from functools import cache

import pytest

from parlour.agents import is_control
from parlour.arena import Record
from parlour.evaluation import Amount, Cut, metric, score_match
from parlour.games.mystery import MysterySetup, generate
from parlour.games.mystery.scores import Forecast, Sums, gain_amounts, of_choice, of_forecast
from parlour.llm import BUILT_IN
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded

EXACT = "player-star:choice=exact,among=everybody"
TURN = "player-star:choice=turn,among=everybody"


@cache
def match(method: str, seed: int = 2) -> Record:
    setup = MysterySetup(script=generate(seed, players=5), rounds=2, questions=1, answers=False)
    laid_table = laid(setup, model=BUILT_IN, method=method, context=1_000_000)
    if is_control(method):
        laid_table = laid_table.model_copy(update={"controls": setup.players})
    return recorded(laid_table, play(laid_table))


def mean(told: Amount) -> float:
    return told.reached / told.possible


def test_regret_is_what_the_best_to_ask_would_have_brought_more():
    sums = Sums(list)
    of_choice(sums, {"Ben": 0.4, "Carl": 1.0, "Dora": 0.0}, "Ben")
    of_choice(sums, {"Ben": 0.0, "Carl": 0.0, "Dora": 0.0}, "Dora")
    told = sums.amounts
    assert mean(told["gain.exact"]) == pytest.approx(0.2)
    assert mean(told["gain.regret"]) == pytest.approx(0.3)
    assert mean(told["gain.share"]) == pytest.approx(0.4)
    assert (told["gain.regret"].n, told["gain.share"].n) == (2, 1)


def test_an_estimate_is_held_against_whether_the_answer_would_narrow_it_down():
    sums = Sums(list)
    gains = {"Ben": 0.4, "Carl": 0.0, "Dora": 1.0}
    of_forecast(sums, gains, Forecast(expected={"Ben": 0.9, "Carl": 0.5, "Dora": 0.3}, by=("logprobs",)))
    told = sums.amounts
    assert mean(told["gain.expected"]) == pytest.approx(1.7 / 3)
    assert mean(told["gain.told"]) == pytest.approx(2 / 3)
    assert mean(told["gain.brier"]) == pytest.approx((0.1**2 + 0.5**2 + 0.7**2) / 3)
    assert {name: mean(told[name]) for name in ("gain.told.2", "gain.told.3", "gain.told.5")} == {
        "gain.told.2": 1.0,
        "gain.told.3": 0.0,
        "gain.told.5": 1.0,
    }


def test_of_each_two_the_one_that_would_tell_more_should_have_the_larger_number():
    """Ben before Carl is right, Ben before Dora wrong, Carl and Dora are tied."""
    sums = Sums(list)
    gains = {"Ben": 0.4, "Carl": 0.0, "Dora": 1.0}
    of_forecast(sums, gains, Forecast(expected={"Ben": 0.9, "Carl": 0.3, "Dora": 0.3}))
    told = sums.amounts
    assert mean(told["gain.order.expected"]) == pytest.approx((1 + 0 + 0.5) / 3)
    assert set(told) == {"gain.order.expected"}


@pytest.mark.parametrize("seed", [2, 3])
def test_the_exact_arm_regrets_nothing(seed: int):
    exact = gain_amounts(match(EXACT, seed))
    assert mean(exact["gain.regret"]) == pytest.approx(0, abs=1e-9)
    assert mean(exact["gain.order.score"]) == 1.0


def test_whoever_asks_in_turn_regrets_some_of_it():
    assert mean(gain_amounts(match(TURN))["gain.regret"]) > 0.01


def test_the_questions_of_those_who_killed_nobody_count_and_no_others():
    record = match(TURN)
    script = MysterySetup.of(record.setup.game).script
    innocent = [name for name in script.players if not script.victims_of(name)]
    told = gain_amounts(record)
    assert told["gain.regret"].n == 2 * len(innocent)
    assert gain_amounts(record, innocent[:1])["gain.regret"].n == 2 * (len(innocent) - 1)


def test_a_methods_own_estimates_are_scored_and_a_method_without_any_still_has_its_regret():
    assert {"gain.brier", "gain.regret"} <= set(gain_amounts(match("player-star")))
    plain = gain_amounts(match("plain:ask=best"))
    assert "gain.brier" not in plain
    assert "gain.regret" in plain


def test_a_match_is_scored_with_them_and_the_metrics_read_them():
    score = score_match(match(TURN))
    parts = metric("gain.regret").parts(score, Cut())
    assert parts.reached / parts.possible == pytest.approx(mean(gain_amounts(match(TURN))["gain.regret"]))
    assert metric("gain.brier").parts(score, Cut()).n == 0
