"""What each metric counts, in each column."""

import pytest

from parlour.errors import UsageError
from parlour.evaluation import AnswerCount, Column, MatchScore, Spent, VoteCount, estimate, metric
from parlour.games.mystery import Aspect, Category, Team
from tests.cases import cases

CIVILIAN, MURDERER = Team.CIVILIAN, Team.MURDERER


def count(
    right: float,
    asked: int,
    aspect: Aspect = Aspect.WHO,
    category: Category = Category.OBJECTIVE,
    *,
    team: Team = CIVILIAN,
    evaluation: int = 1,
    is_flagged: bool = False,
    unanswered: int = 0,
) -> AnswerCount:
    return AnswerCount(
        evaluation=evaluation,
        team=team,
        category=category,
        aspect=aspect,
        is_flagged=is_flagged,
        asked=asked,
        right=right,
        unanswered=unanswered,
    )


WHERE, KIN = (Aspect.WHERE, Category.REASONING), (Aspect.ONE_RELATIONSHIP, Category.RELATIONS)
SCORE = MatchScore(
    match="m",
    script="s",
    language="en",
    evaluations=2,
    answers=(
        count(1, 2),
        count(0, 2, team=MURDERER, unanswered=1),
        count(3, 4, *WHERE),
        count(0, 1, *WHERE, is_flagged=True),
        count(1, 5, *KIN, evaluation=2),
    ),
    votes=(
        VoteCount(team=CIVILIAN, asked=4, right=3, abstained=1),
        VoteCount(team=MURDERER, asked=1, right=0, abstained=0),
    ),
    won=1,
    lost=2,
    unscored=3,
    faults={"ask": 2, "answer": 1},
    actions=50,
    fallbacks=1,
    play=Spent(
        calls=20, repaired=2, input_tokens=900, cached_tokens=400, output_tokens=80, dollars=1.5, seconds=1800
    ),
    answering=Spent(calls=10, input_tokens=100, cached_tokens=50, output_tokens=20, dollars=0.5, seconds=900),
)


@cases(
    ("name", "value", "n"),
    [
        ("win_rate", 1 / 3, 3),
        ("vote_accuracy", 3 / 5, 5),
        ("overall", (10 * 1 + 5 * 3 + 2 * 1) / (10 * 4 + 5 * 5 + 2 * 5), 14),
        ("objective", 1 / 4, 4),
        ("reasoning", 3 / 5, 5),
        ("relations", 1 / 5, 5),
        ("aspect.who", 1 / 4, 4),
        ("aspect.where", 3 / 5, 5),
        ("unanswered", 1 / 14, 14),
        ("fault_rate", 3 / 30, 30),
        ("repair_rate", 2 / 30, 30),
        ("fallback_rate", 1 / 50, 50),
        ("calls", 30, 1),
        ("input_tokens", 1000, 1),
        ("cached_tokens", 450, 1),
        ("output_tokens", 100, 1),
        ("dollars", 2.0, 1),
        ("hours", 0.75, 1),
        ("play.dollars", 1.5, 1),
        ("play.hours", 0.5, 1),
        ("evaluation.dollars", 0.25, 1),
        ("evaluation.calls", 5, 1),
    ],
)
def test_each_metric_counts_what_it_says(name: str, value: float, n: int):
    told = estimate([SCORE], name)
    assert (told.value, told.n) == (pytest.approx(value), n)


def test_the_civilians_column_leaves_the_murderers_answers_and_votes_out():
    told = {name: estimate([SCORE], name, Column.CIVILIANS) for name in ("objective", "vote_accuracy")}
    assert (told["objective"].value, told["objective"].n) == (1 / 2, 2)
    assert (told["vote_accuracy"].value, told["vote_accuracy"].n) == (3 / 4, 4)


def test_the_repaired_column_counts_by_keys_put_right_and_leaves_the_others_out():
    sound = count(0, 4).model_copy(update={"key": "sound"})
    known = count(0, 4, is_flagged=True).model_copy(update={"key": "repaired", "repaired": 3})
    lost = count(4, 4, is_flagged=True).model_copy(update={"key": "wrong"})
    told = SCORE.model_copy(update={"answers": (sound, known, lost)})
    found = estimate([told], "overall", Column.REPAIRED)
    assert (found.value, found.n) == (3 / 8, 8)
    assert estimate([told], "overall").value == 4 / 12


def test_the_strict_column_leaves_flagged_questions_out():
    told = estimate([SCORE], "reasoning", Column.STRICT)
    assert (told.value, told.n) == (3 / 4, 4)
    assert estimate([SCORE], "overall", Column.STRICT).n == 13


@cases("name", ["win_rate", "fault_rate", "calls", "dollars"])
def test_what_is_the_whole_tables_is_the_same_in_every_column(name: str):
    assert len({estimate([SCORE], name, column).value for column in Column}) == 1


def test_what_was_never_asked_has_no_value():
    told = estimate([SCORE], "aspect.when")
    assert (told.value, told.low, told.high, told.basis, told.n, told.matches) == (
        None,
        None,
        None,
        "none",
        0,
        0,
    )
    assert estimate([], "win_rate").value is None


def test_an_unknown_price_leaves_the_dollars_unknown_and_nothing_else():
    unpriced = SCORE.model_copy(update={"play": SCORE.play.model_copy(update={"dollars": None})})
    both = [SCORE, unpriced]
    assert (estimate(both, "dollars").value, estimate(both, "dollars").basis) == (None, "none")
    assert estimate(both, "evaluation.dollars").value == 0.25
    assert estimate(both, "calls").value == 30


def test_a_metric_that_does_not_exist_is_refused_with_the_nearest():
    with pytest.raises(UsageError, match="relations"):
        metric("relation")
