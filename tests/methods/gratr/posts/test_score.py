"""Accuracy and macro-F1 against scikit-learn, and what becomes of faults and of few authors."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.methods.gratr.posts import Analysis, JudgedPost, score
from tests.methods.gratr.posts.posting import HARBOUR, posts_of

NAMES = [each.name for each in HARBOUR.classes]
Pairs = Sequence[tuple[str | None, str | None]]


def analysis(pairs: Pairs, authors: int = 3) -> Analysis:
    rows = [f"a{n % authors},2031-05-01,x,{label or ''}" for n, (label, _) in enumerate(pairs)]
    posts = posts_of(rows)
    judged = tuple(
        JudgedPost(post=post, evidence=(), intent=meant, reason="")
        for post, (_, meant) in zip(posts.posts, pairs, strict=True)
    )
    return Analysis(posts=posts, contest=HARBOUR, method="plain", model="none", judged=judged)


LABELS = st.sampled_from(NAMES)


@given(st.lists(st.tuples(LABELS, LABELS | st.none()), min_size=1, max_size=40))
def test_both_are_those_of_scikit_learn_where_an_unread_post_is_of_no_class(pairs: Pairs):
    from sklearn.metrics import accuracy_score, f1_score  # pyright: ignore

    told = score(analysis(pairs))
    assert told
    truth, meant = [label for label, _ in pairs], [intent or "unread" for _, intent in pairs]
    occurring = [name for name in NAMES if name in truth or name in meant]
    expected: float = f1_score(truth, meant, labels=occurring, average="macro", zero_division=0)  # pyright: ignore
    assert told.accuracy.value == pytest.approx(accuracy_score(truth, meant))
    assert told.macro_f1.value == pytest.approx(expected)
    assert told.faults == sum(intent is None for _, intent in pairs)


def test_posts_without_a_label_are_not_scored_and_without_any_there_is_no_score():
    told = score(analysis([("Neutral", "Neutral"), (None, "Neutral"), ("Neutral", None)]))
    assert told
    assert (told.n, told.faults, told.accuracy.value) == (2, 1, 0.5)
    assert score(analysis([(None, "Neutral")])) is None


def test_the_interval_holds_the_value_and_is_over_authors_and_not_posts():
    pairs: Pairs = [("Neutral", "Neutral"), ("Neutral", "Pro-Ferry")] * 20
    by_two, by_many = score(analysis(pairs, authors=2)), score(analysis(pairs, authors=40))
    assert by_two
    assert by_many
    assert by_two.accuracy.low is None
    assert by_two.macro_f1.low is None
    for measure in (by_many.accuracy, by_many.macro_f1):
        assert 0 < (measure.low or 0) < measure.value < (measure.high or 0) < 1


def test_classes_are_told_one_by_one():
    told = score(analysis([("Pro-Ferry", "Pro-Ferry"), ("Pro-Ferry", "Neutral"), ("Neutral", "Pro-Ferry")]))
    assert told
    ferry = next(each for each in told.classes if each.name == "Pro-Ferry")
    assert (ferry.n, ferry.precision, ferry.recall, ferry.f1) == (2, 0.5, 0.5, 0.5)
