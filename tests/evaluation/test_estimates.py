"""Intervals and deviations."""

import time
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core import chance
from parlour.evaluation import AnswerCount, MatchScore, Spent, deviation, estimate, repeats
from parlour.evaluation.estimates import wilson
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
    told = estimate([answers(share) for share in shares], "relations", resamples=200)
    if told.value is None:
        assert not shares
    else:
        assert told.low is not None
        assert told.high is not None
        assert 0 <= told.low <= told.high <= 1
        assert told.n == sum(asked for _, asked in shares)


@given(SHARES.filter(lambda shares: len(shares) > 1))
def test_an_interval_of_a_share_never_claims_certainty(shares: list[tuple[int, int]]):
    told = estimate([answers(share) for share in shares], "relations", resamples=200)
    assert told.low != told.high


def test_the_same_seed_gives_the_same_interval_and_another_another():
    scores = [answers((n % 7, 7)) for n in range(30)]
    first, second, third = (estimate(scores, "relations", seed=seed) for seed in (1, 1, 2))
    assert first == second
    assert (first.value, first.low) != (third.value, third.low)


def test_the_bootstrap_agrees_with_theory_where_matches_are_alike():
    """Of 400 matches with one answer each, the interval of a share is nearly p ± 1.96 √(p(1 - p)/400)."""
    told = estimate([answers((n % 4 == 0, 1)) for n in range(400)], "relations")
    half = NormalDist().inv_cdf(0.975) * (0.25 * 0.75 / 400) ** 0.5
    assert told.basis == "bootstrap"
    assert told.low == pytest.approx(0.25 - half, abs=0.006)
    assert told.high == pytest.approx(0.25 + half, abs=0.006)


def test_answers_of_one_match_count_together():
    """Ten matches all right or all wrong say less than their hundred answers would on their own."""
    apart = estimate([answers((n % 2, 1)) for n in range(100)], "relations")
    together = estimate([answers((10 * (n % 2), 10)) for n in range(10)], "relations")
    assert apart.value == together.value == 0.5
    assert (together.high or 0) - (together.low or 0) > 2 * ((apart.high or 0) - (apart.low or 0))


def test_the_interval_covers_the_truth_about_as_often_as_it_says():
    covered = 0
    for trial in range(200):
        rng = chance(trial, "coverage")
        told = estimate([case(won=rng.random() < 0.4) for _ in range(40)], "win_rate", resamples=400)
        covered += (told.low or 0) <= 0.4 <= (told.high or 0)
    assert 0.89 <= covered / 200 <= 0.98


@pytest.mark.parametrize("won", [True, False])
def test_a_table_that_was_never_won_is_not_certain_never_to_be(won: bool):
    told = estimate([case(won=won)] * 20, "win_rate")
    assert told.basis == "wilson"
    assert (told.high if won else told.low) == told.value
    assert told.low if won else told.high == pytest.approx(0.161, abs=1e-3)


def test_wilsons_interval_is_the_textbooks():
    """Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    published = {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0, 0.1611),
        (1, 29): (0.0061, 0.1718),
    }
    for (right, n), (low, high) in published.items():
        assert wilson(right / n, n) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@given(st.floats(0, 1), st.floats(1, 1e6))
def test_wilsons_interval_holds_the_share(share: float, trials: float):
    low, high = wilson(share, trials)
    assert 0 <= low <= share <= high <= 1


def test_a_single_match_is_worth_its_questions_and_no_evaluation_adds_any():
    once, thrice = estimate([answers((3, 10))], "relations"), estimate([answers(*[(3, 10)] * 3)], "relations")
    assert (once.basis, once.n, thrice.n) == ("wilson", 10, 30)
    assert (once.low, once.high) == (pytest.approx(thrice.low), pytest.approx(thrice.high)) == wilson(0.3, 10)


def test_unequal_points_are_worth_fewer_questions_in_a_single_match():
    """Ten questions of 10 points and ten of 2 are worth (120)² / (1000 + 40) = 13.8 equal ones."""
    many, few = answers((5, 10), category=Category.OBJECTIVE), answers((5, 10))
    mixed = many.model_copy(update={"answers": (*many.answers, *few.answers)})
    told = estimate([mixed], "overall")
    assert (told.low, told.high) == pytest.approx(wilson(0.5, 120**2 / 1040))


def test_what_a_single_match_cost_has_no_interval():
    told = estimate([case(won=True)], "dollars")
    assert (told.value, told.low, told.high, told.basis, told.deviation) == (1.0, None, None, "none", None)


def test_matches_that_all_cost_the_same_have_an_interval_without_width():
    told = estimate([case(won=True)] * 3, "dollars")
    assert (told.value, told.low, told.high) == (1.0, 1.0, 1.0)


def test_the_deviation_over_evaluations_is_the_papers():
    """Questum, table 8: one win in three of one victim is ± .471, one in three of three victims ± .157."""
    assert deviation([0, 0, 1]) == pytest.approx(0.471, abs=5e-4)
    assert deviation([0, 1 / 3, 1 / 3]) == pytest.approx(0.157, abs=5e-4)
    assert deviation([0.5]) is deviation([]) is None


def test_table_9_alone_divides_by_one_less():
    """Questum, table 9: .200 ± .173, .900 ± .100, .267 ± .058 of ten questions; dividing by n gives less."""
    for values, printed in (((0, 0.3, 0.3), 0.173), ((0.8, 0.9, 1), 0.100), ((0.2, 0.3, 0.3), 0.058)):
        assert (deviation(values) or 0) * 1.5**0.5 == pytest.approx(printed, abs=5e-4)


def test_answers_are_repeated_by_evaluation_over_all_matches():
    scores = [answers((1, 4), (2, 4), (4, 4)), answers((0, 4), (2, 4), (4, 4))]
    assert repeats(scores, "relations") == (1 / 8, 4 / 8, 8 / 8)
    assert estimate(scores, "relations").deviation == deviation([1 / 8, 4 / 8, 8 / 8])


def test_votes_are_repeated_by_the_first_match_of_each_script_the_second_and_so_on():
    scores = [case(won=True, script="a"), case(won=False, script="a"), case(won=False, script="b")]
    assert repeats(scores, "win_rate") == (1 / 2,)
    assert repeats([*scores, case(won=True, script="b")], "win_rate") == (1 / 2, 1 / 2)
    assert repeats([case(won=True), case(won=False), case(won=False)], "win_rate") == (1, 0, 0)


def test_2000_draws_of_200_matches_take_far_less_than_50_milliseconds():
    scores = [answers((n % 7, 7)) for n in range(200)]
    took: list[float] = []
    for _ in range(5):
        began = time.perf_counter()
        estimate(scores, "relations")
        took.append(time.perf_counter() - began)
    assert min(took) < 0.05
