"""Axes, colours and marks that all figures share."""

# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from textwrap import wrap

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath
from matplotlib.ticker import FuncFormatter

from parlour.experiments.report.row import format_count, unit

INK, MUTED, FAINT, PAPER = "#22242b", "#6d7079", "#d9dbe0", "#ffffff"
HERO = "#d55e00"
"""The colour of the proposed condition."""
OTHERS = ("#0072b2", "#56b4e9", "#009e73", "#cc79a7", "#e69f00", "#7b5ea7")
GREYS = ("#8a8d96", "#4a4d57")
"""The colours of rows that play nothing, and are no method."""
TINT = 0.45
"""The share of white in the colour of a method's variant."""
DOTS_PER_INCH, POINTS_PER_INCH = 200, 72
TITLE = "figure-title"
"""The id of its title within an SVG; a page that has the title already leaves it out."""
CHARACTERS_PER_INCH = 17
"""The width of a caption's characters."""
STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": MUTED,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "grid.color": FAINT,
    "grid.linewidth": 0.7,
    "text.parse_math": False,
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "svg.hashsalt": "parlour",
}


@contextmanager
def report_style() -> Generator[None]:
    """Draws in the style of these figures, whatever a user's own settings are."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)  # pyright: ignore[reportCallIssue, reportArgumentType]
        yield


def frame(figure: Figure, title: str, caption: str) -> None:
    """Draws a title above and a caption below, in inches that do not depend on the figure's size."""
    height = figure.get_figheight()
    heading = figure.text(
        0.012, 1 - 0.16 / height, title, fontsize=12, fontweight="bold", va="top", ha="left"
    )
    heading.set_gid(TITLE)
    text = "\n".join(wrap_caption(caption, figure.get_figwidth()))
    figure.text(
        0.012, 0.1 / height, text, fontsize=7.5, color=MUTED, va="bottom", ha="left", linespacing=1.45
    )


def wrap_caption(caption: str, width: float) -> list[str]:
    """Returns the lines of a caption below a figure of a width in inches."""
    return wrap(caption, round(width * CHARACTERS_PER_INCH))


def margins(
    figure: Figure,
    *,
    left: float,
    right: float,
    top: float,
    bottom: float,
    wspace: float = 0.1,
    hspace: float | None = None,
) -> None:
    """Margins in inches."""
    width, height = figure.get_size_inches()
    figure.subplots_adjust(
        left=left / width,
        right=1 - right / width,
        top=1 - top / height,
        bottom=bottom / height,
        wspace=wspace,
        hspace=hspace,
    )


def text_width(text: str) -> float:
    """Returns the width in inches of a line of the usual size, in the current style."""
    size = FontProperties(family=mpl.rcParams["font.family"], size=mpl.rcParams["font.size"])
    return TextPath((0, 0), text, prop=size).get_extents().width / POINTS_PER_INCH


def quiet(axes: Axes, axis: str) -> None:
    """Leaves only the grid across the given axis, and no frame along the other."""
    axes.grid(visible=True, axis="x" if axis == "x" else "y")
    axes.set_axisbelow(True)
    axes.spines["left" if axis == "x" else "bottom"].set_visible(axis != "x")
    axes.tick_params(length=0)


def tick(value: float, metric: str) -> str:
    """Returns a tick's label, shorter than a value's: `.5`, `$0.2`, `300k`."""
    match unit(metric):
        case "share" | "distance" | "position":
            return f"{value:.3g}".removeprefix("0") or "0"
        case "count":
            return format_count(value).replace(".0", "")
        case "dollars":
            return f"${value:.3g}" if value else "0"
        case "hours" | "seconds" | "points" | "megabytes" | "reciprocal" | "changes":
            return f"{value:.3g}"


def spread(values: Sequence[float], apart: float, highest: float) -> list[float]:
    """Places near the values, at least so far apart that names there do not cover each other."""
    order = sorted(range(len(values)), key=lambda index: values[index])
    places = list(values)
    at = values[order[0]] - apart if values else 0.0
    for index in order:
        at = places[index] = max(values[index], at + apart)
    bound = highest
    for index in reversed(order):
        bound = places[index] = min(places[index], bound)
        bound -= apart
    return places


def ticks(metric: str) -> FuncFormatter:
    """Writes an axis' ticks as values of a metric."""

    def written(value: float, place: int | None) -> str:
        del place
        return tick(value, metric)

    return FuncFormatter(written)


def save(figure: Figure, stem: Path, paper: Figure | None = None) -> tuple[Path, Path, Path]:
    """Writes the figure as PNG, SVG and PDF, in which text stays text in an embedded font."""
    png, svg, pdf = (stem.with_suffix(suffix) for suffix in (".png", ".svg", ".pdf"))
    figure.savefig(png, dpi=DOTS_PER_INCH)
    figure.savefig(svg, metadata={"Date": None})
    (paper or figure).savefig(pdf, metadata={"CreationDate": None})
    return png, svg, pdf


def colours(
    conditions: Iterable[str], *, proposed: str = "", unplayed: Collection[str] = ()
) -> dict[str, str]:
    """Returns a colour for each condition; `NAME (variant)` is a tint of `NAME`."""
    palette: dict[str, str] = {}
    presets = {proposed: HERO, **dict(zip(unplayed, cycle(GREYS), strict=False))}
    others = cycle(OTHERS)
    for condition in conditions:
        base, is_variant, _ = condition.partition(" (")
        own = presets.get(base) or palette.get(base) or next(others)
        palette[condition] = tint(own) if is_variant else own
    return palette


def tint(colour: str) -> str:
    """Returns the colour mixed with white."""
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * TINT):02x}" for part in parts)
