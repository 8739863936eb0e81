"""Ratings with their intervals, drawn: a panel for both camps and one for each."""

# matplotlib does not say what its keyword arguments are.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from textwrap import shorten
from warnings import catch_warnings, filterwarnings

from matplotlib.figure import Figure

from parlour.experiments.league.rating import AVERAGE
from parlour.experiments.league.rows import RatingRow
from parlour.experiments.report.figures.drawing import HERO, MUTED, OTHERS, margins, quiet, report_style

WIDTH, ROW, ROOM = 10.0, 0.34, 0.75
LEFT, RIGHT = 1.9, 0.25
LONGEST = 26
"""Characters of a name beside an axis; the table has it whole."""


def ladder_svg(panels: Sequence[tuple[str, Sequence[RatingRow]]]) -> str:
    """Draws an SVG in which every panel has the same order of entrants, that of the first."""
    order = [row.entrant for row in panels[0][1]]
    with report_style(), catch_warnings():
        filterwarnings("ignore", message="Glyph .* missing")  # letters stay text, and the browser has a font
        figure = Figure(figsize=(WIDTH, ROOM + ROW * len(order)))
        all_axes = figure.subplots(1, len(panels), sharey=True, sharex=True, squeeze=False)[0]
        for number, (axes, (name, rows)) in enumerate(zip(all_axes, panels, strict=True)):
            colour = HERO if number == 0 else OTHERS[0]
            axes.axvline(AVERAGE, color=MUTED, linewidth=0.8, linestyle=(0, (2, 2)))
            for row in rows:
                y = order.index(row.entrant)
                axes.plot([row.low, row.high], [y, y], color=colour, linewidth=1.6, solid_capstyle="butt")
                axes.plot([row.rating], [y], "o", color=colour, markersize=5)
            axes.set_title(name, fontsize=9, loc="left", color=MUTED)
            quiet(axes, "x")
        names = [shorten(name, LONGEST, placeholder="…") for name in order]
        all_axes[0].set_yticks(range(len(order)), names)
        all_axes[0].set_ylim(len(order) - 0.4, -0.6)
        margins(figure, left=LEFT, right=RIGHT, top=0.3, bottom=0.35, wspace=0.12)
        drawn = StringIO()
        figure.savefig(drawn, format="svg", metadata={"Date": None})
    return drawn.getvalue()
