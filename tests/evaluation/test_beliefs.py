"""What seats held is scored by the textbook's formulas, seat by seat and day by day."""

# scikit-learn does not say what its functions take.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.arena import Record, Setup, Status
from parlour.evaluation import HeldBeliefs, MatchScore, calibration, estimate, score_match, truth_interval
from parlour.evaluation.intervals import interval_of_ratio
from parlour.evaluation.metrics import CalibrationBin, calibration_error
from parlour.evaluation.parts import share
from tests.arena.playing import play
from tests.golden.matches import CASES

BALLOT = st.lists(
    st.tuples(st.integers(0, 100).map(lambda n: n / 100), st.booleans()), min_size=2, max_size=8
)


def ballot(told: Sequence[tuple[float, bool]], *, day: int = 1, player: str = "Ann") -> HeldBeliefs:
    return HeldBeliefs(
        player=player,
        case="wolves",
        round=day,
        probabilities=tuple(p for p, _ in told),
        sought=tuple(truly for _, truly in told),
    )


def match(*beliefs: HeldBeliefs) -> MatchScore:
    return MatchScore(match="m", script="s", language="en", beliefs=beliefs)


def value(scores: Sequence[MatchScore], name: str) -> float | None:
    return estimate(scores, name).value


@given(BALLOT.filter(lambda told: len({truly for _, truly in told}) == 2))
def test_of_one_ballot_the_scores_are_those_of_scikit_learn(told: list[tuple[float, bool]]):
    from sklearn.metrics import brier_score_loss, roc_auc_score

    truth, held = [truly for _, truly in told], [p for p, _ in told]
    scores = [match(ballot(told))]
    assert value(scores, "beliefs.brier") == pytest.approx(brier_score_loss(truth, held))
    assert value(scores, "beliefs.auc") == pytest.approx(roc_auc_score(truth, held))


def test_log_loss_is_bounded_where_somebody_was_certain_and_wrong():
    sure = [match(ballot([(0.0, True), (0.5, False)]))]
    assert value(sure, "beliefs.log_loss") == pytest.approx((-math.log(0.001) - math.log(0.5)) / 2)


def test_whoever_has_nothing_to_tell_apart_does_not_count():
    assert value([match(ballot([(0.9, False), (0.1, False)]))], "beliefs.brier") is None
    mixed = match(ballot([(0.9, False), (0.1, False)]), ballot([(1.0, True), (0.0, False)]))
    assert value([mixed], "beliefs.brier") == 0


def test_each_day_has_its_own_and_players_are_ranked_within_a_ballot():
    early, late = ballot([(0.4, True), (0.6, False)]), ballot([(0.9, True), (0.2, False)], day=2)
    scores = [match(early, late)]
    assert value(scores, "beliefs.auc.day1") == 0
    assert value(scores, "beliefs.auc.day2") == 1
    assert value(scores, "beliefs.auc") == 0.5
    assert value(scores, "beliefs.brier.day3") is None


def test_calibration_sets_what_was_held_beside_what_was_true_by_day():
    early, late = ballot([(0.12, True), (0.18, False)]), ballot([(1.0, True), (0.11, False)], day=2)
    told = {(each.round, each.low): each for each in calibration([match(early, late)])}
    assert set(told) == {(0, 0.1), (0, 0.9), (1, 0.1), (2, 0.1), (2, 0.9)}
    assert (told[0, 0.1].n, told[0, 0.1].true) == (3, pytest.approx(1 / 3))
    assert told[1, 0.1].held == pytest.approx(0.15)
    assert (told[2, 0.9].held, told[2, 0.9].true) == (1, 1)


def test_the_calibration_error_weighs_each_bin_by_what_lies_in_it():
    """Naeini et al. (2015): (10 |.9 - .8| + 30 |.2 - .25|) / 40."""
    bins = [
        CalibrationBin(round=0, low=0.9, n=10, held=0.9, true=0.8),
        CalibrationBin(round=0, low=0.2, n=30, held=0.2, true=0.25),
        CalibrationBin(round=1, low=0.2, n=7, held=0.2, true=1.0),
    ]
    assert calibration_error(bins) == pytest.approx(0.0625)
    assert calibration_error(bins, of=1) == pytest.approx(0.8)
    assert calibration_error(bins, of=2) is None


def test_how_sure_a_bin_is_goes_over_matches_and_of_too_few_nothing_is_said():
    """Ten alike ballots of one match tell no more than one of them."""
    scores = [match(*[ballot([(0.72, n % 3 > 0), (0.1, n % 3 == 0)])] * 10) for n in range(12)]
    [low, high] = [each for each in calibration(scores) if each.round == 0]
    assert (low.low, low.true) == (0.1, pytest.approx(1 / 3))
    told = truth_interval(scores, high)
    assert told == interval_of_ratio([share(10 * (n % 3 > 0), 10) for n in range(12)], "share")
    assert told.low is not None
    assert told.high is not None
    assert told.low < 2 / 3 < told.high
    assert told.high - told.low > 0.3
    assert truth_interval(scores[:4], high).low is None


def test_an_answer_that_could_not_be_read_is_counted_and_holds_nothing():
    unread = HeldBeliefs(player="Bo", case="wolves", round=1, is_read=False)
    scores = [match(ballot([(0.5, True), (0.5, False)]), unread)]
    assert value(scores, "beliefs.unread") == 0.5
    assert value(scores, "beliefs.brier") == 0.25


def scored(setup: Setup) -> MatchScore:
    log = play(setup)
    record = Record(
        match="m", setup=setup, status=Status.FINISHED, started="", entries=log.entries, calls=log.calls
    )
    return score_match(record)


@pytest.mark.parametrize("game", ["mystery", "werewolf", "onenight"])
def test_asking_is_no_cost_of_playing_and_changes_no_other_count(game: str):
    setup = CASES[f"{game} en gratr"]()
    plain, asked = scored(setup), scored(setup.model_copy(update={"elicits": True}))
    assert asked.beliefs
    assert asked.eliciting.calls > 0
    assert asked.model_copy(update={"beliefs": (), "eliciting": plain.eliciting}) == plain
