"""A report as LaTeX: a table per story or for all, with its notes, and its figure."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.experiments.report.notes import RowNotes
from parlour.experiments.report.page import Section, sections_of
from parlour.experiments.report.provenance import provenance
from parlour.experiments.report.results import Results
from parlour.experiments.report.row import Row
from parlour.experiments.report.spelling import ACROSS, plural
from parlour.experiments.report.tex import render
from parlour.experiments.stories import stories_of


def latex(results: Results, rows: Sequence[Row], figure: str = "") -> str:
    """Tables to be put into a paper, which need booktabs; how the run was made stands above as a comment.

    Args:
        results: the run.
        rows: its table.
        figure: the name of the file of its figure; empty for none.
    """
    return render(
        "latex.j2",
        title=results.suite.title,
        source=results.suite.source,
        made=provenance(results).facts,
        sections=sections_of(results, rows),
        notes=RowNotes.of(rows).lines(),
        across=ACROSS,
        drawn=plural(stories_of(results.suite.game).drawn),
        width=_width,
        figure=figure,
    )


def _width(section: Section) -> int:
    """The number of columns after the first."""
    return 5 + section.has_deviations + 2 * bool(section.published) + len(section.columns)
