"""What figures show: each metric a panel, each value and word in its place, each name readable."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import findfont  # pyright: ignore[reportUnknownVariableType]
from matplotlib.patches import Rectangle
from matplotlib.text import Annotation
from PIL import ImageFont

from parlour.experiments.report import UNLIKE, Row
from parlour.experiments.report.calibration import CalibrationRow
from parlour.experiments.report.figures.boxes import draw_calibration
from parlour.experiments.report.figures.clouds import Placed, lay_out
from parlour.experiments.report.figures.curves import draw_curves
from parlour.experiments.report.figures.figure import Looks, draw, draw_bars
from tests.cases import cases

from .made import SUITE, results, score

# matplotlib does not say what its functions return.
# pyright: reportUnknownMemberType=false


BARS = {"some": 0.25, "none": 0.0, "all": 1.0}


def row(condition: str, ours: float | None = 0.5, metric: str = "win_rate", **told: object) -> Row:
    return Row.model_validate(
        {"suite": "made", "condition": condition, "script": "all", "metric": metric, "published": None}
        | {"ours": ours, "n": 4, "note": ""}
        | told
    )


def words(of: Figure | Axes) -> list[str]:
    return [text.get_text() for text in of.texts]


def drawn(panel: Axes) -> list[list[tuple[float, float]]]:
    """The points of each line."""
    lines = [np.asarray(line.get_xydata()) for line in panel.lines]
    return [[(float(x), float(y)) for x, y in line] for line in lines]


def caption(figure: Figure | None) -> str:
    assert figure
    return " ".join(" ".join(words(figure)).split())


# Bars


def test_bars_have_a_panel_for_each_metric_and_a_bar_for_each_condition():
    told = [row(name, value, metric) for metric in ("win_rate", "overall") for name, value in BARS.items()]
    figure = draw_bars(told, "Title", "Caption.", Looks())
    assert [panel.get_title(loc="left") for panel in figure.axes] == ["Win rate", "Overall"]
    for panel in figure.axes:
        assert [bar.get_width() for bar in panel.patches if isinstance(bar, Rectangle)] == list(BARS.values())
        assert words(panel) == [".250", ".000", "1.000"]
    assert [name.get_text() for name in figure.axes[0].get_yticklabels()] == list(BARS)


# Curves


@dataclass(frozen=True)
class Point:
    rounds: int
    questions: int


@cases("value", [0.0, 0.5, 1.0])
def test_names_at_the_ends_of_curves_stand_apart_and_beside_the_axis(value: float):
    arms = {f"{rounds}/{asks}": Point(rounds, asks) for asks in (1, 2, 3, 4) for rounds in (1, 2)}
    told = [row(name, value) for name in arms]
    [panel] = draw_curves(told, arms, {}, "Title", "Caption.").axes
    assert words(panel) == ["m = 1", "m = 2", "m = 3", "m = 4"]
    heights = [text.xy[1] for text in panel.texts if isinstance(text, Annotation)]
    assert all(0 <= height <= 1 for height in heights)
    assert all(high - low > 0.05 for low, high in pairwise(heights))
    assert min(abs(height - value) for height in heights) < 0.01


# Calibration


def test_calibration_has_a_panel_for_each_condition_with_the_same_axes_both_ways():
    rows = [
        CalibrationRow(
            suite="made",
            condition="",
            round=0,
            low=low,
            n=1200,
            held=low + 0.0625,
            true=low,
            true_low=low / 2 if low else None,
            true_high=low,
        )
        for low in (0.0, 0.5, 0.75)
    ]
    figure = draw_calibration([(name, rows) for name in "abcde"], "Title", "Caption.")
    shown = [panel for panel in figure.axes if panel.get_visible()]
    assert [panel.get_title(loc="left") for panel in shown] == [f"{name}\nECE .000" for name in "abcde"]
    panel = shown[0]
    assert list(panel.get_xticks()) == list(panel.get_yticks()) == [0, 0.5, 1]
    assert words(panel) == ["1.2k"] * 3
    assert drawn(panel) == [
        [(0, 0), (1, 1)],
        [(0.5625, 0.25), (0.5625, 0.5)],
        [(0.8125, 0.375), (0.8125, 0.75)],
        [(each.held, each.true) for each in rows],
    ]


# What is said below


@cases(
    ("figure", "said"),
    [
        ("bars", "◇ published (GPT-3.5)."),
        ("costs", "◇ published (GPT-3.5)."),
        ("radar", "Dotted: published of the condition (GPT-3.5)."),
    ],
)
def test_a_caption_says_how_what_was_published_is_drawn(figure: str, said: str):
    run = results({"Werewolf": [score("sin", [0.5])]}, suite=replace(SUITE, figure=figure))
    metrics = ("win_rate", "overall", "reasoning")
    told = [row(name, 0.5, each, published=0.4) for name in ("Werewolf", "PLAYER*") for each in metrics]
    assert f" {said} After no paper, table 1." in caption(draw(run, told))
    unlike = [each.model_copy(update={"note": f"{UNLIKE} of it"}) for each in told]
    assert f"{said[:-2]}; not comparable, see the notes)." in caption(draw(run, unlike))
    alone = [each.model_copy(update={"published": None}) for each in told]
    assert "ublished" not in caption(draw(run, alone))


FONT = str(findfont("DejaVu Sans"))
WIDE, HIGH = 480, 270
WORDS = st.dictionaries(st.text("abegjlpswyTQ", min_size=1, max_size=12), st.integers(1, 400), max_size=40)


def laid(frequencies: dict[str, int]) -> list[Placed]:
    return list(lay_out(frequencies, FONT, WIDE, HIGH, 70))


def ink(placed: Placed) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is drawn."""
    word, size, start, baseline = placed
    left, top, right, bottom = ImageFont.truetype(FONT, size).getbbox(word, anchor="ls")
    return start + left, baseline + top, start + right, baseline + bottom


@given(WORDS)
def test_every_word_stands_inside_and_covers_no_other(frequencies: dict[str, int]):
    boxes = [ink(each) for each in laid(frequencies)]
    assert all(box[0] >= 0 and box[1] >= 0 and box[2] <= WIDE and box[3] <= HIGH for box in boxes)
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart


def test_the_size_goes_with_the_root_of_the_frequency_and_the_commonest_is_in_the_middle():
    placed = {each[0]: each for each in laid({"wolf": 100, "seer": 25, "vote": 4})}
    assert abs(placed["wolf"][1] / placed["seer"][1] - 2) < 0.1
    assert abs(placed["wolf"][1] / placed["vote"][1] - 5) < 0.5
    left, top, right, bottom = ink(placed["wolf"])
    assert (round(left + right), round(top + bottom)) == (WIDE, HIGH)
