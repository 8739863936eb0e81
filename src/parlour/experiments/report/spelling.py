"""Numbers as tables and figures write them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from parlour.evaluation import MEASURES, REWARD, Unit, metric, metrics
from parlour.evaluation.richness import RICH_LABELS, RICHNESS, RichnessUnit

MISSING = "–"
TOO_FEW = "too few"
PM = "±"
ACROSS = "± stories"
"""The head of the column of the deviation across stories."""
COLUMNS = ("civilians", "strict", "repaired")
"""The further columns of a metric that has them, in the order of the table."""
WHOLE_SURVEY = "survey.overall"
_STEPS = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


def plural(thing: str) -> str:
    """Returns the plural of a noun: matches, tables, stories."""
    if thing.endswith("y"):
        return f"{thing[:-1]}ies"
    return f"{thing}es" if thing.endswith("ch") else f"{thing}s"


def plain_name(measured: str) -> str:
    """Returns a metric without its column: `overall (civilians)` is `overall`."""
    return measured.partition(" ")[0]


def label(measured: str) -> str:
    """Returns a metric, a scale of the survey or a measure of richness as a heading."""
    name, _, column = measured.partition(" ")
    return " ".join(filter(None, (_label(name) or name, column)))


def _label(name: str) -> str:
    if name == WHOLE_SURVEY:
        return "Mean of the five scales"
    if name == REWARD:
        return "Won by the seat's own side"
    if name in MEASURES:
        return MEASURES[name].replace("_", " ").capitalize()
    if name in RICH_LABELS:
        return RICH_LABELS[name]
    return metrics()[name].label if name in metrics() else ""


def metric_heading(measured: str) -> str:
    """Returns the heading of a metric, with how to read it: `Faults (less is better)`."""
    told = "; ".join(_readings(measured))
    return f"{label(measured)} ({told})" if told else label(measured)


def _readings(measured: str) -> Iterator[str]:
    known = metrics().get(plain_name(measured))
    if known is None:
        return
    if known.better == "less":
        yield "less is better"
    if known.chance is not None:
        yield f"by chance {format_value(known.chance, measured)}"


def unit(measured: str) -> Unit | RichnessUnit:
    """Returns the unit of a metric, a scale of the survey or a measure of richness."""
    name = plain_name(measured)
    if name in MEASURES:
        return "points"
    if name == REWARD:
        return "share"
    return RICHNESS[name] if name in RICHNESS else metric(name).unit


def format_value(value: float | None, measured: str, *, signed: bool = False) -> str:
    """Returns a metric's value as text: `.407`, `362k`, `$1.78`, `5.7 h`; a dash where there is none."""
    if value is None:
        return MISSING
    sign = "-" if value < 0 else "+" if signed else ""
    size, kind = abs(value), unit(measured)
    match kind:
        case "share" | "distance" | "position":
            return sign + f"{size:.3f}".removeprefix("0")
        case "count":
            return sign + format_count(size)
        case "dollars":
            return f"{sign}${size:.3f}" if 0 < size < 1 else f"{sign}${size:,.2f}" if size else "$0"
        case "hours":
            return f"{sign}{size:.2f} h"
        case "seconds":
            return f"{sign}{size:.3f} s" if 0 < size < 0.1 else f"{sign}{size:.2f} s"
        case "points" | "reciprocal" | "changes":
            return f"{sign}{size:.2f}"
        case "megabytes":
            return f"{sign}{size:.3f} MB"
        case _:
            assert_never(kind)


def with_deviation(value: float | None, deviation: float | None, measured: str) -> str:
    """Returns a value with the papers' ± behind it, `.407±.006`, where it has one."""
    if value is None or deviation is None:
        return format_value(value, measured)
    return f"{format_value(value, measured)}{PM}{format_value(deviation, measured)}"


def interval(
    low: float | None,
    high: float | None,
    measured: str,
    points: Sequence[float] = (),
    *,
    signed: bool = False,
) -> str:
    """Returns both ends of an interval, `.862–.971`; of too few matches the points; else nothing."""
    if points:
        return " ".join(format_value(each, measured, signed=signed) for each in points)
    if low is None or high is None:
        return ""
    return f"{format_value(low, measured)}–{format_value(high, measured)}"


def format_count(size: float) -> str:
    """Returns a count in about three digits: `189`, `5.6k`, `1.81M`."""
    for step, sign in _STEPS:
        if size >= step:
            told = size / step
            return f"{told:.0f}{sign}" if told >= 100 else f"{told:.1f}{sign}"
    return f"{size:.0f}" if size >= 100 or size == round(size) else f"{size:.1f}"


def markdown_row(cells: Sequence[str]) -> str:
    """Returns a line of a table in Markdown."""
    return f"| {' | '.join(each.replace('|', chr(92) + '|') for each in cells)} |"
