"""A report as one page that needs nothing else: no network, no script, no font of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

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
from parlour.experiments.report.notes import RowNotes, has_deviations
from parlour.experiments.report.results import MADE, Results, provenance
from parlour.experiments.report.row import ALL, BY, Row
from parlour.experiments.report.spelling import (
    ACROSS,
    COLUMNS,
    format_value,
    interval,
    metric_heading,
    plain_name,
    plural,
    unit,
)
from parlour.experiments.report.table import (
    COUNTED,
    across_stories,
    asked_lines,
    condition_name,
    everything,
    has_repairs,
    heading,
    ours,
    published_head,
    published_text,
    share_of_faults,
    share_of_repairs,
)
from parlour.experiments.stories import stories_of

FIGURE_TITLE = "figure-title"
"""The id of a figure's title, which the page leaves out: it has one itself."""
Ends = tuple[float, float]
"""The ends of a scale."""
INKS: Mapping[str, str] = {
    "#22242b": "var(--ink)",
    "#6d7079": "var(--muted)",
    "#d9dbe0": "var(--faint)",
    "#ffffff": "var(--paper)",
    "#4a4d57": "var(--grey)",
    "#8a8d96": "var(--grey)",
}
"""The greys of figures as the page's own, so that they turn with it from light to dark."""


@dataclass(frozen=True, kw_only=True)
class ScaleMark:
    """The positions of a value and its interval on a scale from 0 to 100; None for what is missing."""

    ours: float | None
    low: float | None
    high: float | None
    published: float | None
    points: tuple[float | None, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PageRow:
    """A row of the page."""

    condition: str
    is_guess: bool
    is_other: bool
    ours: str
    star: str
    interval: str
    mark: ScaleMark
    across: str
    published: str
    difference: str
    beside: tuple[str, ...]
    n: str
    faults: str
    repairs: str
    notes: str


@dataclass(frozen=True, kw_only=True)
class Block:
    """The rows of one metric."""

    label: str
    lines: tuple[PageRow, ...]


@dataclass(frozen=True, kw_only=True)
class Section:
    """The blocks of one story or of all."""

    title: str
    is_open: bool
    columns: tuple[str, ...]
    has_repairs: bool
    published: str
    has_deviations: bool
    blocks: tuple[Block, ...]


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
    environment = Environment(
        loader=PackageLoader("parlour.experiments.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
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


def sections_of(results: Results, rows: Sequence[Row]) -> list[Section]:
    """Returns the sections of the table, that of everything together first."""
    found = _sections(rows, RowNotes.of(rows), everything(results.suite.game))
    return sorted(found, key=lambda each: not each.is_open)


def _sections(rows: Sequence[Row], notes: RowNotes, everything: str) -> Iterator[Section]:
    for script, group in groupby(rows, key=lambda row: row.script):
        told = list(group)
        columns = tuple(name for name in COLUMNS if any(row.metric.endswith(f"({name})") for row in told))
        values = {(row.metric, row.condition): row for row in told}
        shown = [row for row in told if row.metric == plain_name(row.metric)]
        yield Section(
            title=everything if script == ALL else script,
            is_open=script == ALL,
            columns=columns,
            has_repairs=has_repairs(shown),
            published=published_head(shown),
            has_deviations=has_deviations(shown),
            blocks=tuple(
                _block(metric, list(each), columns, values, notes)
                for metric, each in groupby(shown, key=lambda row: row.metric)
            ),
        )


def _block(
    metric: str,
    rows: Sequence[Row],
    columns: Sequence[str],
    values: Mapping[tuple[str, str], Row],
    notes: RowNotes,
) -> Block:
    reach = [value for row in rows for value in row.reach]
    ends = (0.0, 1.0) if unit(metric) == "share" else (min(0.0, *reach, 0.0), max(0.0, *reach, 0.0) or 1.0)
    lines = (
        _line(row, [values.get((f"{metric} ({column})", row.condition)) for column in columns], ends, notes)
        for row in rows
    )
    return Block(label=metric_heading(metric), lines=tuple(lines))


def _line(row: Row, beside: Sequence[Row | None], ends: Ends, notes: RowNotes) -> PageRow:
    return PageRow(
        condition=condition_name(row).strip(),
        is_guess=row.is_beside,
        is_other=BY in row.condition,
        ours=ours(row),
        star=notes.star(row),
        interval=interval(row.low, row.high, row.metric, row.points),
        mark=ScaleMark(
            ours=_position(row.ours, ends),
            low=_position(row.low, ends),
            high=_position(row.high, ends),
            published=_position(row.published, ends),
            points=tuple(_position(each, ends) for each in row.points),
        ),
        across=across_stories(row),
        published=published_text(row),
        difference="" if row.difference is None else format_value(row.difference, row.metric, signed=True),
        beside=tuple(format_value(other.ours, row.metric) if other else "" for other in beside),
        n=f"{row.n:,}" if row.n else "",
        faults=share_of_faults(row),
        repairs=share_of_repairs(row),
        notes=notes.row_numbers(row),
    )


def _position(value: float | None, ends: Ends) -> float | None:
    low, high = ends
    return None if value is None else round(100 * (value - low) / (high - low), 1)


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
