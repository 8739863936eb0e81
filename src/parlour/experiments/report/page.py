"""A report as one page that needs nothing else: no network, no script, no font of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined

from parlour.experiments.report.calibration import HEADS as CALIBRATION_HEADS
from parlour.experiments.report.calibration import LEGEND as CALIBRATION_LEGEND
from parlour.experiments.report.calibration import TITLE, CalibrationRow, cells_of, error_told, of_all_rounds
from parlour.experiments.report.comparison import SILENCE, UNSPOKEN, Exchange
from parlour.experiments.report.contrasts import (
    HEADS,
    Contrast,
    contrast_blocks,
    contrast_legend,
    contrast_title,
)
from parlour.experiments.report.notes import RowNotes
from parlour.experiments.report.results import MADE, Results, provenance
from parlour.experiments.report.row import (
    ACROSS,
    Row,
    plural,
)
from parlour.experiments.report.table import (
    COUNTED,
    asked_lines,
    heading,
    sections_of,
)
from parlour.experiments.stories import stories_of

FIGURE_TITLE = "figure-title"
"""The id of a figure's title, which the page leaves out: it has one itself."""
INKS: Mapping[str, str] = {
    "#22242b": "var(--ink)",
    "#6d7079": "var(--muted)",
    "#d9dbe0": "var(--faint)",
    "#ffffff": "var(--paper)",
    "#4a4d57": "var(--grey)",
    "#8a8d96": "var(--grey)",
}
"""The greys of figures as the page's own, so that they turn with it from light to dark."""


def page_environment(package: str, folder: str = ".") -> Environment:
    """Returns the environment of a package's templates of pages, in which all values are escaped."""
    return Environment(
        loader=PackageLoader(package, folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page(
    results: Results,
    rows: Sequence[Row],
    told: Sequence[Exchange] = (),
    contrasts: Sequence[Contrast] = (),
    held: Sequence[CalibrationRow] = (),
    *,
    figure: str = "",
    calibration: str = "",
) -> str:
    """Returns the page as HTML, with its figures as SVG."""
    environment = page_environment("parlour.experiments.report")
    title, source, run = heading(results).split("\n")
    run = "; ".join((run, *asked_lines(results)))
    return environment.get_template("page.html.j2").render(
        title=title,
        source=source,
        run=run,
        made_title=MADE,
        made=provenance(results).facts,
        figure=inline_svg(figure),
        sections=sections_of(results, rows),
        notes=RowNotes.of(rows).lines(),
        counted=COUNTED,
        across=ACROSS,
        drawn=plural(stories_of(results.suite.game).drawn),
        exchanges=told,
        contrast_title=contrast_title(contrasts) if contrasts else "",
        contrast_heads=HEADS,
        contrasts=contrast_blocks(contrasts),
        contrast_legend=contrast_legend(contrasts),
        calibration_title=TITLE,
        calibration_heads=CALIBRATION_HEADS,
        calibration_legend=CALIBRATION_LEGEND,
        calibration_figure=_apart(inline_svg(calibration), "calibration-"),
        calibration=[
            (f"{name}: {error_told(bins[0])}", [cells_of(each) for each in bins])
            for name, bins in of_all_rounds(held)
        ],
        silence=SILENCE,
        unspoken=UNSPOKEN,
    )


def _apart(svg: str, prefix: str) -> str:
    svg = svg.replace(f'id="{FIGURE_TITLE}"', 'class="figure-title"')
    return re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{prefix}", svg)


def inline_svg(svg: str) -> str:
    """Returns a figure as a part of the page: without the header of a file, and in the page's own greys."""
    body = svg[svg.find("<svg") :]
    body = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", body, count=1)
    body = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", body, count=1)
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    for colour, name in INKS.items():
        body = body.replace(colour, name)
    return body
