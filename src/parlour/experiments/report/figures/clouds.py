"""Clouds of the words that a condition uses most (Deng and Cai, figure 4).

They are of English alone: Chinese is written without spaces, and a cloud of words that a segmenter guessed
would show the segmenter's mistakes as the speaker's taste.
"""

# neither matplotlib nor wordcloud says what its arguments are
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import findfont  # pyright: ignore[reportUnknownVariableType]

from parlour.errors import MissingExtra
from parlour.evaluation.richness import TableTalk
from parlour.experiments.report.figures.cloud_layout import lay_out
from parlour.experiments.report.figures.drawing import frame, margins
from parlour.experiments.report.figures.palette import HERO, INK, MUTED, OTHERS

ACROSS, WIDE, HIGH = 2, 480, 270
"""Panels in a row, and pixels of a panel."""
PIXELS_PER_INCH, POINTS_PER_INCH = 100, 72
MOST_WORDS = 70
SHADES = (HERO, INK, *OTHERS[:3])


def draw_clouds(talks: Mapping[str, Sequence[TableTalk]], title: str, caption: str) -> Figure | None:
    """A cloud per condition, each word as large as it is frequent, the same at every drawing.

    Args:
        talks: what was said under each condition.
        title: above it.
        caption: below it.

    Returns:
        None where nothing was said in English.

    Raises:
        MissingExtra: if wordcloud is not installed.
    """
    texts = {name: " ".join(_english(told)) for name, told in talks.items()}
    spoken = {name: text for name, text in texts.items() if text}
    if not spoken:
        return None
    rows = -(-len(spoken) // ACROSS)
    size = (ACROSS * WIDE / PIXELS_PER_INCH + 0.6, rows * (HIGH / PIXELS_PER_INCH + 0.4) + 1.4)
    figure = Figure(figsize=size)
    panels = cast("Any", figure.subplots(rows, ACROSS, squeeze=False)).flatten()
    for axes in panels:
        axes.set_axis_off()
    for axes, (name, text) in zip(panels, spoken.items(), strict=False):
        axes.set_title(name, fontsize=10, loc="left", color=INK)
        _draw(axes, text)
    margins(figure, left=0.2, right=0.2, top=0.9, bottom=0.7, wspace=0.06)
    frame(figure, title, caption)
    return figure


def _english(talks: Sequence[TableTalk]) -> list[str]:
    return [each.text for talk in talks if talk.language == "en" for each in talk.utterances]


def _draw(axes: Axes, text: str) -> None:
    """Words as text, not as an image."""
    font = findfont("DejaVu Sans")
    axes.set_xlim(0, WIDE)
    axes.set_ylim(HIGH, 0)
    frequencies = _counted(text)
    if not frequencies:
        axes.text(WIDE / 2, HIGH / 2, "no words but the commonest", ha="center", color=MUTED)
        return
    for place, each in enumerate(lay_out(frequencies, font, WIDE, HIGH, MOST_WORDS)):
        points = each.size * POINTS_PER_INCH / PIXELS_PER_INCH
        colour = SHADES[place % len(SHADES)]
        axes.text(each.left, each.baseline, each.word, fontsize=points, color=colour, va="baseline")


def _counted(text: str) -> Mapping[str, int]:
    """How often each word stands in a text; the commonest words of the language are left out.

    The library counts well. Where it lays words out, those with low letters cover what stands beneath them.
    """
    try:
        library = import_module("wordcloud")
    except ImportError as error:
        raise MissingExtra("word clouds need wordcloud: pip install 'parlour[report]'") from error
    return cast("Mapping[str, int]", library.WordCloud(collocations=False).process_text(text))
