"""Suites over strengths: what is set against what, and who is kept as strong as ever."""

from __future__ import annotations

import numpy as np

from parlour.arena import Setup as MatchSetup
from parlour.arena import lay_seats, start_state
from parlour.experiments import FULL, Arm, Strength, StrengthGrid, Suite, find_suite, stories_of
from parlour.experiments.report import Row
from parlour.experiments.report.figures.curves import draw_strengths
from tests.cases import cases

NAMES = ("strength-mystery", "strength-werewolf", "strength-onenight")
CULPRITS = {"murderer", "werewolf", "tanner"}
each_suite = cases("suite", [find_suite(name) for name in NAMES])
GRID = StrengthGrid(
    arms=tuple(Arm(name=name, method=name, game="onenight") for name in ("plain", "mine", "placebo")),
    strengths=(FULL, Strength(limit="attention", value=".5")),
    rivals={"mine": ("plain", "placebo"), "placebo": ("plain",)},
    lines=(Arm(name="chance", method="random", game="onenight"),),
    table="8 players",
)


def models(arm: Arm, suite: Suite) -> dict[str, set[str]]:
    """By side what its seats think with."""
    story = stories_of(suite.game).find("generated" if suite.game == "mystery" else suite.game, "en", 1, 3)[0]
    game = arm.setup(story, 1)
    seats = lay_seats(game, 1, arm.seating(game, 1, None, "reader", ""), lambda _: 16_000)
    teams = start_state(MatchSetup(game=game, seed=1, language=game.language, seats=())).teams()
    told: dict[str, set[str]] = {}
    for seat in seats:
        told.setdefault(teams[seat.player], set()).add(seat.model)
    return told


@each_suite
def test_what_is_set_against_each_other_is_there_and_of_one_strength(suite: Suite):
    names = {arm.name for arm in suite.conditions}
    assert set(suite.points) == names
    for name, others in suite.against.items():
        for other in others:
            one, two = suite.points[name], suite.points[other]
            assert (one.limit, one.value, one.table) == (two.limit, two.value, two.table)
            assert one.curve != two.curve
    placed = {point.curve for point in suite.points.values()}
    assert {"reads everything", "chance"} <= {name.partition(",")[0] for name in placed}
    assert any("placebo" in name for name in placed)
    assert any("as many tokens" in name for name in placed)


@each_suite
def test_culprits_are_of_full_strength_in_every_arm(suite: Suite):
    for arm in suite.conditions:
        point = suite.points[arm.name]
        if point.is_line:
            continue
        told = models(arm, suite)
        strength = f"reader:{point.limit}={point.value}" if point.limit else "reader"
        assert {side: each for side, each in told.items() if side in CULPRITS} == {
            side: {"reader"} for side in told if side in CULPRITS
        }
        seeking = set[str]().union(*(each for side, each in told.items() if side not in CULPRITS))
        assert seeking == {strength}


def test_a_figure_has_a_panel_for_each_limit_and_a_curve_for_each_arm():
    points = GRID.points
    rows = [
        Row.model_construct(
            condition=name, metric="win_rate", script="", ours=0.5, low=0.4, high=0.6, points=()
        )
        for name in points
    ]
    figure = draw_strengths(rows, points, "mine", "Title", "Caption.")
    [panel] = figure.axes
    assert panel.get_title(loc="left") == "attention, 8 players"
    assert [line.get_label() for line in panel.lines[:3]] == ["plain", "mine", "placebo"]
    assert all(list(np.asarray(line.get_xdata())) == [0, 1] for line in panel.lines[:3])
    assert len(panel.collections) == 3
    assert [text.get_text() for text in panel.texts] == ["chance, 8 players"]
