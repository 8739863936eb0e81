"""Estimates of metrics, weighted means and effects, with intervals and deviations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.evaluation import FEWEST, AnswerCount, MatchScore, Spent, effect, estimate, repeats
from parlour.evaluation.estimates import deviation
from parlour.evaluation.parts import weighted_deviation, weighted_mean
from parlour.games.mystery import Aspect, Category, Team

SHARES = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)).filter(lambda x: x[0] <= x[1]), max_size=12)


def answers(
    *by_evaluation: tuple[int, int], script: str = "s", category: Category = Category.RELATIONS
) -> MatchScore:
    """A match with so many right of so many asked in each evaluation."""
    return MatchScore(
        match="m",
        script=script,
        language="en",
        evaluations=len(by_evaluation),
        answers=tuple(
            AnswerCount(
                evaluation=number,
                team=Team.CIVILIAN,
                category=category,
                aspect=Aspect.OTHER,
                is_flagged=False,
                asked=asked,
                right=right,
            )
            for number, (right, asked) in enumerate(by_evaluation, 1)
        ),
    )


def case(*, won: bool, script: str = "s", dollars: float = 1.0) -> MatchScore:
    spent = Spent(dollars=dollars)
    return MatchScore(match="m", script=script, language="en", won=won, lost=not won, play=spent)


@given(SHARES)
def test_an_interval_of_a_share_lies_within_0_and_1(shares: list[tuple[int, int]]):
    told = estimate([answers(share) for share in shares], "relations")
    if len(shares) < FEWEST:
        assert told.low is told.high is None
        assert len(told.points) == len(shares)
    else:
        assert told.value is not None
        assert told.low is not None
        assert told.high is not None
        assert 0 <= told.low <= told.value <= told.high <= 1
        assert told.low != told.high
        assert told.n == sum(asked for _, asked in shares)


def test_answers_of_one_match_count_together():
    """Ten matches all right or all wrong say less than their hundred answers would on their own."""
    apart = estimate([answers((n % 2, 1)) for n in range(100)], "relations")
    together = estimate([answers((10 * (n % 2), 10)) for n in range(10)], "relations")
    assert apart.value == together.value == 0.5
    assert (together.high or 0) - (together.low or 0) > 2 * ((apart.high or 0) - (apart.low or 0))


@pytest.mark.parametrize("won", [True, False])
def test_a_table_that_was_never_won_is_not_certain_never_to_be(won: bool):
    told = estimate([case(won=won)] * 20, "win_rate")
    assert told.basis == "alike"
    assert (told.high if won else told.low) == told.value
    assert told.low if won else told.high == pytest.approx(0.161, abs=1e-3)


def test_of_too_few_matches_there_is_no_interval_and_each_is_told_by_itself():
    told = estimate([answers((1, 4)), answers((0, 7)), answers((3, 4)), answers((0, 0))], "relations")
    assert (told.low, told.high, told.basis) == (None, None, "few")
    assert told.points == (0.25, 0.0, 0.75)
    assert (told.value, told.matches) == (4 / 15, 3)
    enough = estimate([answers((n, 7)) for n in range(FEWEST)], "relations")
    assert (enough.basis, enough.points) == ("wilson", ())


def test_the_deviation_over_evaluations_is_the_papers():
    """Questum, table 8: one win in three of one victim is ± .471, one in three of three victims ± .157."""
    assert deviation([0, 0, 1]) == pytest.approx(0.471, abs=5e-4)
    assert deviation([0, 1 / 3, 1 / 3]) == pytest.approx(0.157, abs=5e-4)
    assert deviation([0.5]) is deviation([]) is None


def test_answers_are_repeated_by_evaluation_over_all_matches():
    scores = [answers((1, 4), (2, 4), (4, 4)), answers((0, 4), (2, 4), (4, 4))]
    assert repeats(scores, "relations") == (1 / 8, 4 / 8, 8 / 8)
    assert estimate(scores, "relations").deviation == deviation([1 / 8, 4 / 8, 8 / 8])


def test_votes_are_repeated_by_the_first_match_of_each_script_the_second_and_so_on():
    scores = [case(won=True, script="a"), case(won=False, script="a"), case(won=False, script="b")]
    assert repeats(scores, "win_rate") == (1 / 2,)
    assert repeats([*scores, case(won=True, script="b")], "win_rate") == (1 / 2, 1 / 2)
    assert repeats([case(won=True), case(won=False), case(won=False)], "win_rate") == (1, 0, 0)


def test_a_script_in_two_languages_is_two_of_which_each_has_its_first_match():
    english = [case(won=True, script="a"), case(won=False, script="a")]
    chinese = [each.model_copy(update={"language": "zh"}) for each in english]
    assert repeats([*english, *chinese], "win_rate") == (1, 0)


WEIGHTED = st.lists(st.tuples(st.floats(0, 1), st.integers(1, 5)), min_size=1, max_size=6)


@given(WEIGHTED)
def test_a_weighted_mean_lies_among_its_values(values: list[tuple[float, int]]):
    mean, told = weighted_mean(values), [value for value, _ in values]
    assert mean is not None
    assert min(told) - 1e-12 <= mean <= max(told) + 1e-12


@given(WEIGHTED)
def test_a_weight_is_worth_as_many_equal_values(values: list[tuple[float, int]]):
    spread = [(value, 1) for value, weight in values for _ in range(weight)]
    assert weighted_mean(spread) == pytest.approx(weighted_mean(values))
    assert weighted_deviation(spread) == pytest.approx(weighted_deviation(values), abs=1e-9)


def test_where_nothing_weighs_anything_there_is_no_mean():
    assert weighted_mean([]) is weighted_mean([(0.5, 0)]) is weighted_deviation([]) is None


SHARE = (-1.0, 1.0)


def test_of_too_few_matches_each_is_told_by_itself():
    few = effect({"a": [0.5, 0.0], "b": [0.0], "c": [0.1]}, bounds=SHARE)
    assert (few.low, few.high, few.basis) == (None, None, "few")
    assert few.points == (0.25, 0.0, 0.1)
    assert (few.forks, few.matches) == (4, 3)


def test_of_matches_that_all_differ_alike_the_interval_still_says_how_few_they_are():
    told = effect({str(n): [0.0] for n in range(10)}, bounds=SHARE)
    assert (told.value, told.basis) == (0.0, "bound")
    assert told.high == pytest.approx(0.278, abs=0.001)
    assert told.low == pytest.approx(-0.278, abs=0.001)
    always = effect({str(n): [1.0] for n in range(10)}, bounds=SHARE)
    assert always.high == 1.0
    assert always.low == pytest.approx(1 - 2 * 0.278, abs=0.002)


def test_what_is_zero_by_construction_is_told_so_and_what_is_not_never():
    same = {str(n): [0.0, 0.0] for n in range(3)}
    told = effect(same, bounds=SHARE, is_exact=True)
    assert (told.low, told.high, told.basis) == (0.0, 0.0, "exact")
    assert effect({**same, "x": [1.0]}, bounds=SHARE, is_exact=True).basis == "few"
    more = {str(n): [0.0] for n in range(10)}
    assert effect({**more, "x": [1.0]}, bounds=SHARE, is_exact=True).basis == "t"


def test_where_all_are_alike_without_bounds_or_there_is_one_match_there_is_no_interval():
    assert effect({str(n): [3.0] for n in range(8)}, bounds=None).basis == "alike"
    assert effect({"a": [1.0, 0.0]}, bounds=SHARE).basis == "few"
    assert effect({}, bounds=SHARE).basis == "none"
    assert effect({}, bounds=SHARE).value is None
