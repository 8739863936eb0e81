"""A report as Markdown tables, to be put on a page: a row per condition, a column per metric."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from parlour.experiments.report.notes import RowNotes, has_deviations
from parlour.experiments.report.results import Results
from parlour.experiments.report.row import ALL, Row
from parlour.experiments.report.spelling import ACROSS, headed, interval, plain_name
from parlour.experiments.report.table import (
    across_stories,
    asked_lines,
    condition_name,
    has_repairs,
    heading,
    ours,
    published,
    published_head,
    share_of_faults,
    share_of_repairs,
)


def markdown(results: Results, rows: Sequence[Row]) -> str:
    """Ours with its interval, the published in italics, and the notes under it."""
    title, source, run = heading(results).split("\n")
    plain = [row for row in rows if row.metric == plain_name(row.metric)]
    lines = [f"**{title}** ({source}; {run})", ""]
    for script, told in groupby(plain, key=lambda row: row.script):
        lines += [*([] if script == ALL else [f"*{script}*", ""]), *_table(list(told)), ""]
    lines += [f"- {clause}" for _, clause in RowNotes.of(plain).lines()]
    lines += [f"- {line}" for line in asked_lines(results)]
    return "\n".join(lines).rstrip()


def _table(rows: Sequence[Row]) -> Iterator[str]:
    metrics = list(dict.fromkeys(row.metric for row in rows))
    values = {(row.condition, row.metric): row for row in rows}
    repairs = ("repairs",) if has_repairs(rows) else ()
    theirs = f", *{published_head(rows)}*" if published_head(rows) else ""
    yield _line([f"ours (95 %){theirs}", *map(headed, metrics), "n", "faults", *repairs])
    yield _line(["---"] * (len(metrics) + 3 + len(repairs)))
    for condition in dict.fromkeys(row.condition for row in rows):
        told = [values.get((condition, metric)) for metric in metrics]
        known = [row for row in told if row]
        numbers = "; ".join(dict.fromkeys(f"{row.n:,}" for row in known if row.n))
        cells = ("" if row is None else _cell(row) for row in told)
        mended = [share_of_repairs(known[0])] if repairs else []
        yield _line([condition_name(known[0]).strip(), *cells, numbers, share_of_faults(known[0]), *mended])


def _cell(row: Row) -> str:
    told = "" if row.ours is None and row.published is not None else ours(row)
    across = f"{ACROSS} {across_stories(row)}" if has_deviations([row]) and across_stories(row) else ""
    ends = interval(row.low, row.high, row.metric, row.points)
    beside = "; ".join(filter(None, (ends, across)))
    theirs = f"*{published(row)}*" if published(row) else ""
    return " ".join(filter(None, (told, f"({beside})" if beside else "", theirs)))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(each.replace('|', chr(92) + '|') for each in cells)} |"
