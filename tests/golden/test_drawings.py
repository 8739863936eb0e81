"""Figures show what was measured: the points, names and prices of boxes, radars, clouds and ladders."""

# matplotlib does not say what its keyword arguments are.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.axes import Axes

from parlour.evaluation.richness import TableTalk, TableUtterance
from parlour.experiments.report import Row
from parlour.experiments.report.figures.boxes import draw_boxes, draw_radar
from parlour.experiments.report.figures.clouds import draw_clouds
from parlour.llm import Language
from tests.experiments.report.made import SUITE

PARTS = ("a", "b", "a + b")


def row(condition: str, ours: float, metric: str = "overall", published: float | None = None) -> Row:
    return Row.model_validate(
        {"suite": "made", "condition": condition, "script": "all", "metric": metric, "published": published}
        | {"ours": ours, "n": 12, "note": ""}
    )


def points(axes: Axes, marker: str = "") -> list[tuple[float, float]]:
    """Of the lines that have a marker of this form."""
    lines = [line for line in axes.lines if not marker or line.get_marker() == marker]
    return [(float(x), float(y)) for line in lines for x, y in np.asarray(line.get_xydata())]


def names(axes: Axes) -> list[str]:
    return [label.get_text() for label in axes.get_xticklabels()]


def test_boxes_show_each_choice_of_parts_by_its_size_and_others_behind_them():
    suite = replace(SUITE, proposed="a + b", parts="Parts", added={"Werewolf": ("Werewolf",)})
    scores = [row(name, value) for name, value in zip(PARTS, (0.2, 0.4, 0.6), strict=True)]
    tokens = [row(name, 1000.0 * n, "play.input_tokens") for n, name in enumerate(PARTS, 1)]
    others = [row("Werewolf", 0.5), row("Werewolf", 4000.0, "play.input_tokens")]
    left, right = draw_boxes([*scores, *tokens, *others], suite, "Caption.").axes
    assert names(left) == ["1", "2", "Werewolf"]
    assert points(left, "o") == [(pytest.approx(0.82), 0.2), (pytest.approx(1.18), 0.4)]
    assert points(left, "*") == [(2, 0.6)]
    assert points(left, "D") == [(3, 0.5)]
    assert points(right, "o") == [(1, 1500), (2, 3000), (3, 4000)]
    assert right.get_ylim() == pytest.approx((0, 4600))
    dollars = [row(name, 0.25, "play.dollars") for name in PARTS]
    assert points(draw_boxes([*scores, *tokens, *dollars], suite, "").axes[1], "o") == [(1, 0.25), (2, 0.25)]


def test_a_radar_has_a_panel_for_each_condition_beside_the_reference():
    metrics = ("win_rate", "overall", "play.suspect")
    told = [row("PLAYER*", 0.25, each) for each in metrics]
    told += [row("PP", 0.5, each, published=0.75) for each in metrics] + [row("OP", 0.5, metrics[0])]
    figure = draw_radar(told, "PLAYER*", "Radar", "Caption.")
    assert figure
    assert [axes.get_title() for axes in figure.axes] == ["PP", "OP"]
    first, second = figure.axes
    assert names(first) == ["win_rate", "overall", "suspect"]
    assert [[y for _, y in np.asarray(line.get_xydata())] for line in first.lines] == [
        *([0.25] * 4, [0.5] * 4, [0.75] * 4)
    ]
    assert [y for _, y in points(second)] == [0.25] * 4 + [0.5, 0, 0, 0.5]
    assert first.get_ylim() == pytest.approx((0, 1.05 * 0.75))
    assert draw_radar([each for each in told if each.metric != "overall"], "PLAYER*", "", "") is None


def test_clouds_show_the_words_of_english_talk_the_most_frequent_largest():
    def talk(text: str, language: Language = "en") -> TableTalk:
        said = (TableUtterance(round=1, player="Ann", text=text),)
        return TableTalk(match="one", language=language, players=("Ann", "Ben"), roles=(), utterances=said)

    figure = draw_clouds({"plain": [talk("wolf wolf seer")], "none": [talk("狼人", "zh")]}, "Clouds", "")
    assert figure
    plain, empty = figure.axes
    assert (plain.get_title(loc="left"), empty.get_title(loc="left")) == ("plain", "")
    sizes = {text.get_text(): float(text.get_fontsize()) for text in plain.texts}
    assert sizes.keys() == {"wolf", "seer"}
    assert sizes["wolf"] > sizes["seer"]
    assert draw_clouds({"none": [talk("狼人", "zh")]}, "Clouds", "") is None
