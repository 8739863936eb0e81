"""A row of a report: ours beside the published; and its numbers as tables and figures write them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from pydantic import BaseModel

from parlour.evaluation import FEWEST, MEASURES, REWARD, Unit, metric, metrics
from parlour.evaluation.richness import RICH_LABELS, RICHNESS, RichnessUnit
from parlour.experiments.suite import INVENTED

ALL = "all"
"""The `script` of a row over all scripts of a run."""

GUESS = "(guess)"
"""The suffix of the rule of a guess, which is a condition of its own."""
BASELINE = "(baseline)"
"""The suffix of a rule without a model on the same stories."""
FEW = f"too few: of fewer than {FEWEST} there is no interval, and each is told by itself"
"""The reason why a row has points in place of an interval."""
ALIKE = "all {drawn} came out alike, which tells nothing of others: no interval"
"""The reason why a row has neither."""
CEILING = "ceiling (of the keys)"
"""The highest score that a perfect player can reach, where keys contradict their story."""
BY = ", by "
"""The separator of a condition and another model, of which there is a published number alone."""
SEPARATOR = "; "
"""The separator of a note's clauses."""


def is_expected(condition: str) -> bool:
    """Returns whether a row is an expectation (of a guess, or the ceiling) and not a result."""
    return condition.endswith(GUESS) or condition == CEILING


class Row(BaseModel, frozen=True, extra="forbid"):
    """One number, as `run --json` and `report --json` print it and as the CSV holds it.

    Attributes:
        condition: the arm; of a guess, its rule with "(guess)" behind it, or `CEILING`; of what another model
            gave in a paper, that model behind ", by ".
        script: the story as it was played; `all` for all of them together.
        metric: what is measured, by the names of `evaluation`; another column than the default stands in
            brackets behind it: `overall (civilians)`, `overall (strict)`, `overall (repaired)`.
        published: the paper's number; null where there is none that can be believed.
        ours: ours; null where there is nothing to measure.
        low: where its 95 % interval begins; null where none can be given.
        deviation: the deviation of ours over evaluations, the ± of the papers; null of fewer than two.
        published_deviation: what the paper prints behind its ±; null where it prints none.
        weighted_deviation: the deviation of ours across stories, weighted by what each counts (Zhu et al.
            2025, appendix C.2); null of fewer than two stories.
        faults: faults per model call in those matches; null where no model was called.
    """

    suite: str
    condition: str
    script: str
    metric: str
    published: float | None
    ours: float | None = None
    low: float | None = None
    high: float | None = None
    points: tuple[float, ...] = ()
    deviation: float | None = None
    published_deviation: float | None = None
    weighted_deviation: float | None = None
    n: int = 0
    calls: int = 0
    faults: float | None = None
    repairs: float | None = None
    note: str

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(filter(None, self.note.split(SEPARATOR)))

    @property
    def reach(self) -> tuple[float, ...]:
        """All its values that a scale must hold."""
        values = (self.ours, self.low, self.high, self.published, *self.points)
        return tuple(value for value in values if value is not None)

    @property
    def is_invented(self) -> bool:
        """True if its published number is made up, as an example declares."""
        return INVENTED in self.clauses

    @property
    def is_beside(self) -> bool:
        """True if it is only for comparison: an expectation, or another model's published number."""
        return is_expected(self.condition) or BY in self.condition

    @property
    def difference(self) -> float | None:
        """Ours less the published; of dollars none where ours cost nothing, having no price."""
        is_unpriced = self.ours == 0 and self.metric.partition(" ")[0].endswith("dollars")
        return (
            None if self.ours is None or self.published is None or is_unpriced else self.ours - self.published
        )


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
    reading = "; ".join(_readings(measured))
    return f"{label(measured)} ({reading})" if reading else label(measured)


def _readings(measured: str) -> Iterator[str]:
    metric = metrics().get(plain_name(measured))
    if metric is None:
        return
    if metric.better == "less":
        yield "less is better"
    if metric.chance is not None:
        yield f"by chance {format_value(metric.chance, measured)}"


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
        return " ".join(format_value(point, measured, signed=signed) for point in points)
    if low is None or high is None:
        return ""
    return f"{format_value(low, measured)}–{format_value(high, measured)}"


def format_count(size: float) -> str:
    """Returns a count in about three digits: `189`, `5.6k`, `1.81M`."""
    for step, sign in _STEPS:
        if size >= step:
            scaled = size / step
            return f"{scaled:.0f}{sign}" if scaled >= 100 else f"{scaled:.1f}{sign}"
    return f"{size:.0f}" if size >= 100 or size == round(size) else f"{size:.1f}"


def markdown_row(cells: Sequence[str]) -> str:
    """Returns a line of a table in Markdown."""
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
