"""Each condition against the reference, story by story."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from parlour.experiments.report import Results, contrast_tables, contrasts
from parlour.experiments.report.contrasts import Contrast, contrast_markdown

from .made import printed, results, score, script

STORIES = tuple(f"story-{n}" for n in range(8))


def run(**shares: Sequence[float]) -> Results:
    """Conditions with that share right on each of some stories."""
    names = {"pp": "PP", "werewolf": "Werewolf", "star": "PLAYER*"}
    return results(
        {
            names[key]: [score(story, [share]) for story, share in zip(STORIES, each, strict=False)]
            for key, each in shares.items()
        },
        scripts=[script(story) for story in STORIES],
        evaluations=1,
    )


def overall(told: Sequence[Contrast], condition: str) -> Contrast:
    [found] = [each for each in told if (each.condition, each.metric) == (condition, "overall")]
    return found


HARD = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)


def test_what_makes_a_story_hard_for_both_falls_out():
    found = overall(contrasts(run(star=HARD, werewolf=[share - 0.1 for share in HARD])), "Werewolf")
    assert (found.reference, found.stories, found.more, found.less) == ("PLAYER*", 8, 0, 8)
    assert found.difference == pytest.approx(-0.1)
    assert found.low is not None
    assert found.high is not None
    assert -0.4 < found.low <= -0.1 + 1e-9 <= found.high + 2e-9
    assert found.high < 0.26
    assert found.p == pytest.approx(2 / 2**8)


def test_p_values_are_corrected_for_the_conditions_of_a_metric():
    told = contrasts(run(star=HARD, werewolf=[share - 0.1 for share in HARD], pp=HARD[::-1]))
    werewolf, reading = overall(told, "Werewolf"), overall(told, "PP")
    assert werewolf.holm == pytest.approx(2 * (werewolf.p or 0))
    assert reading.holm == reading.p == 1
    same = overall(contrasts(run(star=HARD, werewolf=HARD)), "Werewolf")
    assert (same.p, same.holm, same.difference) == (None, None, 0)


def test_without_the_reference_the_first_that_was_played_stands_for_it():
    assert {each.reference for each in contrasts(run(pp=HARD, werewolf=HARD))} == {"PP"}
    assert contrasts(run(star=HARD)) == []


def test_a_terminal_and_a_page_say_by_how_much_and_how_surely():
    told = contrasts(run(star=HARD, werewolf=[share - 0.1 for share in HARD]))
    text = printed(*contrast_tables(told))
    assert max(map(len, text.split("\n"))) <= 100
    [line] = [each for each in text.split("\n") if "-.100" in each][:1]
    assert line.split()[:2] == ["Werewolf", "-.100"]
    assert line.split()[-4:] == ["0,", "8", ".008", ".008"]
    page = "\n".join(contrast_markdown(told))
    assert "| Werewolf | -.100 |" in page
    assert "Difference: condition minus PLAYER*, story by story" in page
    assert list(contrast_markdown([])) == []


def test_a_suite_may_set_each_condition_against_others_of_its_own():
    played = run(star=HARD, werewolf=[share - 0.1 for share in HARD], pp=HARD[::-1])
    paired = {"PP": ("Werewolf",), "PLAYER*": ("PP", "Werewolf")}
    told = contrasts(replace(played, suite=replace(played.suite, against=paired)))
    found = [each for each in told if each.metric == "overall"]
    assert [(each.condition, each.reference) for each in found] == [
        ("PP", "Werewolf"), ("PLAYER*", "PP"), ("PLAYER*", "Werewolf"),
    ]  # fmt: skip
    assert found[2].difference == pytest.approx(0.1)
    assert found[2].holm == pytest.approx(3 * (found[2].p or 0))
    page = "\n".join(contrast_markdown(told))
    assert "| PLAYER* minus Werewolf | +.100 |" in page
    assert "Difference: one condition minus another, story by story" in page
