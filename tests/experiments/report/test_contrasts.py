"""Each condition against the reference, mixed effects, and the calibration of beliefs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from parlour.errors import MissingExtra
from parlour.evaluation import HeldBeliefs, MatchScore, SeatScore, VoteCount
from parlour.experiments import Played
from parlour.experiments.report import (
    WIDTH,
    Results,
    calibration_rows,
    calibration_table,
    contrast_tables,
    contrasts,
    mixed_effects,
)
from parlour.experiments.report.calibration import HEADS, CalibrationRow, calibration_markdown
from parlour.experiments.report.contrasts import Contrast, contrast_markdown
from parlour.games.mystery import Team
from tests.experiments.small import kept_cell

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


BALLOTS = ((0.9, True), (0.7, True), (0.8, False), (0.6, True), (0.55, False), (0.95, True))
"""What is held of one who is sought, or of one who is not, table by table."""


def game(table: int, *, times: int) -> list[MatchScore]:
    """A table whose seats are scored, played so many times with the same beliefs."""
    held, is_sought = BALLOTS[table]
    ballot = HeldBeliefs(
        player="Ann", case="wolves", round=1, probabilities=(held, 0.0), sought=(is_sought, not is_sought)
    )
    seats = (SeatScore(player="Ann", method="plain", role="villager", won=True),)
    one = score(f"table-{table}", [0.5]).model_copy(update={"beliefs": (ballot,), "seats": seats})
    return [one] * times


def test_the_deviation_of_the_calibration_error_is_over_tables_with_all_their_games():
    once, twice = (
        calibration_rows(results({"PLAYER*": [each for n in range(6) for each in game(n, times=times)]}))
        for times in (1, 2)
    )
    assert once[0].deviation
    assert [row.deviation for row in twice] == [row.deviation for row in once]
    assert [(row.true_low, row.true_high) for row in twice] == [(row.true_low, row.true_high) for row in once]


def row(condition: str = "PLAYER*", of: int = 0, low: float = 0.3, **told: float) -> CalibrationRow:
    return CalibrationRow.model_validate(
        {
            "suite": "made",
            "condition": condition,
            "round": of,
            "low": low,
            "n": 1200,
            "held": 0.34,
            "true": 0.25,
        }
        | told
    )


SURE = row(true_low=0.2, true_high=0.3, error=0.0934, deviation=0.031)
UNSURE = row("Werewolf", error=0.5)


def cells(line: str) -> list[str]:
    return [each.strip() for each in line.removeprefix("|").removesuffix("|").split("|")]


def test_a_terminal_shows_each_condition_and_round_with_its_tenths_and_its_error():
    lines = printed(calibration_table([SURE, row(low=0.4), row(of=2), UNSURE])).rstrip().split("\n")
    assert lines[0].strip() == "Calibration"
    assert " ".join(lines[1].split()) == " ".join(HEADS)
    assert [" ".join(line.split()) for line in lines[2:]] == [
        "PLAYER*, all rounds",
        "0.3 0.340 0.250 .200–.300 1,200",
        "0.4 0.340 0.250 1,200",
        "expected calibration error 0.093 ± 0.031 (standard error)",
        "PLAYER*, round 2",
        "0.3 0.340 0.250 1,200",
        "expected calibration error 0.000",
        "Werewolf, all rounds",
        "0.3 0.340 0.250 1,200",
        "expected calibration error 0.500",
    ]
    assert max(map(len, lines)) <= WIDTH


def test_a_page_has_a_table_of_all_rounds_whose_lines_are_of_one_width():
    lines = list(calibration_markdown([SURE, row(low=0.4), row(of=2), row("a|b", error=0.5)]))
    head, rule, *body = [line for line in lines if line.startswith("|")]
    assert cells(head) == ["condition", *HEADS]
    assert cells(rule) == ["---"] * len(cells(head))
    assert [cells(line.replace("\\|", "/")) for line in body] == [
        ["PLAYER*", "0.3", "0.340", "0.250", ".200–.300", "1,200"],
        ["PLAYER*", "0.4", "0.340", "0.250", "", "1,200"],
        ["", "expected calibration error 0.093 ± 0.031 (standard error)", "", "", "", ""],
        ["a/b", "0.3", "0.340", "0.250", "", "1,200"],
        ["", "expected calibration error 0.500", "", "", "", ""],
    ]


MANY, GAMES = 30, 4


def simulated(effect: float, *, games: int = GAMES, stories: int = MANY) -> Results:
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
    assert (told.matches, told.stories, told.has_converged) == (2 * MANY * GAMES, MANY, True)


def test_of_too_few_stories_nothing_is_fitted():
    pytest.importorskip("statsmodels")
    assert mixed_effects(simulated(0.2, stories=6)) == []


def test_without_statsmodels_the_extra_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "statsmodels.regression.mixed_linear_model", None)
    with pytest.raises(MissingExtra, match=r"parlour\[stats\]"):
        mixed_effects(simulated(0.0, games=1, stories=2))
