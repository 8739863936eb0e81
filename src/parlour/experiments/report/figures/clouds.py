"""Word clouds: layout and drawing."""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import cycle
from typing import Any, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import findfont  # pyright: ignore[reportUnknownVariableType]
from numpy.typing import NDArray
from PIL import ImageFont

from parlour.errors import MissingExtra
from parlour.evaluation.richness import TableTalk
from parlour.experiments.report.figures.drawing import HERO, INK, MUTED, OTHERS, frame, margins

ACROSS, WIDE, HIGH = 2, 480, 270
"""Panels in a row, and pixels of a panel."""
PIXELS_PER_INCH, POINTS_PER_INCH = 100, 72
MOST_WORDS = 70
SHADES = (HERO, INK, *OTHERS[:3])


def draw_clouds(talks: Mapping[str, Sequence[TableTalk]], title: str, caption: str) -> Figure | None:
    """Draws a cloud per condition, each word as large as it is frequent, the same at every drawing.

    Returns:
        None without talk in English.

    Raises:
        MissingExtra: if wordcloud is not installed.
    """
    texts = {
        name: " ".join(
            utterance.text
            for talk in condition_talks
            if talk.language == "en"
            for utterance in talk.utterances
        )
        for name, condition_talks in talks.items()
    }
    clouds = {name: text for name, text in texts.items() if text}
    if not clouds:
        return None
    rows = -(-len(clouds) // ACROSS)
    size = (ACROSS * WIDE / PIXELS_PER_INCH + 0.6, rows * (HIGH / PIXELS_PER_INCH + 0.4) + 1.4)
    figure = Figure(figsize=size)
    panels = cast("Any", figure.subplots(rows, ACROSS, squeeze=False)).flatten()
    for axes in panels:
        axes.set_axis_off()
    for axes, (name, text) in zip(panels, clouds.items(), strict=False):
        axes.set_title(name, fontsize=10, loc="left", color=INK)
        _draw(axes, text)
    margins(figure, left=0.2, right=0.2, top=0.9, bottom=0.7, wspace=0.06)
    frame(figure, title, caption)
    return figure


def _draw(axes: Axes, text: str) -> None:
    """Words as text, not as an image."""
    font = findfont("DejaVu Sans")
    axes.set_xlim(0, WIDE)
    axes.set_ylim(HIGH, 0)
    frequencies = _count_words(text)
    if not frequencies:
        axes.text(WIDE / 2, HIGH / 2, "no words but the commonest", ha="center", color=MUTED)
        return
    placed = lay_out(frequencies, font, WIDE, HIGH, MOST_WORDS)
    for colour, (word, size, left, baseline) in zip(cycle(SHADES), placed, strict=False):
        points = size * POINTS_PER_INCH / PIXELS_PER_INCH
        axes.text(left, baseline, word, fontsize=points, color=colour, va="baseline")


def _count_words(text: str) -> Mapping[str, int]:
    """Counts the words of a text, without the commonest words of the language.

    The library counts well. Where it lays words out, those with low letters cover what stands beneath them.
    """
    try:
        library = import_module("wordcloud")
    except ImportError as error:
        raise MissingExtra("word clouds need wordcloud: pip install 'parlour[report]'") from error
    return cast("Mapping[str, int]", library.WordCloud(collocations=False).process_text(text))


SMALLEST = 8
"""Pixels of the smallest letters; a word that finds no room at that size is left out."""
SHRUNK = 0.85
"""The factor of a word's size at the next attempt, if it found no room."""
_FILLED = 0.55
"""The share of a panel that its words cover; with more, the last of them find no room."""
_LARGEST = 4
"""A word is at most one part in so many as large as its panel is high."""
_APART = 3
_TURNS, _STEPS = 60, 4000

Boxes = NDArray[np.float64]
"""A row for each box: left, top, right, bottom; pixels, (n, 4)."""


Placed = tuple[str, int, float, float]
"""A word, the size of its font, and where its baseline begins, from the left and from the top; in pixels."""


def lay_out(frequencies: Mapping[str, int], font: str, wide: int, high: int, most: int) -> Sequence[Placed]:
    """Places words along a spiral from the middle outwards, each at the first place where it covers no other.

    The size grows with the root of the frequency, so that a word's area grows with its frequency.
    """
    spiral, obstacles, placed = _spiral(wide, high), np.empty((0, 4)), list[Placed]()
    ranked = sorted(frequencies, key=lambda word: (-frequencies[word], word))[:most]
    shares = {word: (frequencies[word] / frequencies[ranked[0]]) ** 0.5 for word in ranked}
    largest = min(high / _LARGEST, _filling(shares, font, wide * high * _FILLED))
    for word, share in shares.items():
        fit = _find_room(word, font, max(SMALLEST, round(largest * share)), spiral, wide, high, obstacles)
        if fit:
            placed.append(fit[0])
            obstacles = np.vstack([obstacles, fit[1]])
    return placed


def _find_room(
    word: str, font: str, size: int, spiral: NDArray[np.float64], wide: int, high: int, obstacles: Boxes
) -> tuple[Placed, NDArray[np.float64]] | None:
    """Returns the word at the first free place of the spiral, smaller if need be, and its box."""
    while size >= SMALLEST:
        ink = _ink(word, font, size)
        half = (ink[2:] - ink[:2]) / 2
        boxes = np.hstack([spiral - half, spiral + half])
        inside = (boxes[:, :2] >= 0).all(axis=1) & (boxes[:, 2] <= wide) & (boxes[:, 3] <= high)
        free = np.flatnonzero(inside & ~_meets(boxes, obstacles))
        if free.size:
            box = boxes[free[0]]
            return (word, size, float(box[0] - ink[0]), float(box[1] - ink[1])), box
        size = int(size * SHRUNK)
    return None


def _ink(word: str, font: str, size: int) -> NDArray[np.float64]:
    return np.array(ImageFont.truetype(font, size).getbbox(word, anchor="ls"), dtype=np.float64)


def _filling(shares: Mapping[str, float], font: str, area: float) -> float:
    inks = {word: _ink(word, font, 100) / 100 for word in shares}
    covered = sum(float(np.prod(inks[word][2:] - inks[word][:2])) * shares[word] ** 2 for word in shares)
    return (area / covered) ** 0.5 if covered else 0.0


def _spiral(wide: int, high: int) -> NDArray[np.float64]:
    out = np.sqrt(np.linspace(0, 1, _STEPS))
    angle = 2 * np.pi * _TURNS * out
    return np.column_stack([wide / 2 * (1 + out * np.cos(angle)), high / 2 * (1 + out * np.sin(angle))])


def _meets(boxes: Boxes, obstacles: Boxes) -> NDArray[np.bool_]:
    box, other = boxes[:, None], obstacles[None]
    is_apart = (box[..., :2] >= other[..., 2:] + _APART) | (box[..., 2:] + _APART <= other[..., :2])
    return np.any(~np.any(is_apart, axis=-1), axis=-1)
