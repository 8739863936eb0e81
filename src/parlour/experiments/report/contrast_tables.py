"""Contrasts in words: on a terminal, in Markdown, and as lines that a page shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from parlour.experiments.report.contrasts import Contrast
from parlour.experiments.report.mixed import FEWEST_STORIES, MixedEffect
from parlour.experiments.report.spelling import MISSING, format_value, interval, markdown_row, metric_heading
from parlour.experiments.report.table import POINTS, named_rows

HEADS = ("difference", "95 %", "stories", "more, less", "p", "Holm")
LEGEND = (
    "Over the stories that both played; the difference is of values over these. p: two-sided sign test over"
    " stories, exact; Holm: corrected for all contrasts of one metric."
)
FEW_STORIES = " Of too few stories for an interval, the difference on each stands in its place."


def contrast_legend(contrasts: Sequence[Contrast]) -> str:
    """Explains the columns; mentions once if there are too few stories for an interval."""
    return LEGEND + (FEW_STORIES if any(each.points for each in contrasts) else "")


def contrast_title(told: Sequence[Contrast]) -> str:
    """Returns the title of the section."""
    if len({each.reference for each in told}) > 1:
        return "Difference: one condition minus another, story by story"
    return f"Difference: condition minus {told[0].reference}, story by story"


def contrast_blocks(told: Sequence[Contrast]) -> list[tuple[str, list[tuple[str, ...]]]]:
    """Returns each metric's heading with its lines: the condition, and what stands under `HEADS`."""
    has_several = len({each.reference for each in told}) > 1
    return [
        (metric_heading(metric), [_line(one, has_several=has_several) for one in each])
        for metric, each in groupby(told, key=lambda contrast: contrast.metric)
    ]


def contrast_tables(told: Sequence[Contrast]) -> Iterator[RenderableType]:
    """Yields the contrasts as a table for a terminal; nothing if there are none."""
    if not told:
        return
    table = named_rows(contrast_title(told))
    for head in HEADS:
        is_wide = head == "95 %"
        table.add_column(head, justify="right", no_wrap=not is_wide, max_width=POINTS if is_wide else None)
    for heading, lines in contrast_blocks(told):
        table.add_row(Text(heading, style="bold"))
        for name, *cells in lines:
            table.add_row(f"  {name}", *map(Text, cells))
    yield table
    yield Text(contrast_legend(told), style="dim")


def mixed_table(told: Sequence[MixedEffect]) -> RenderableType:
    """Returns the mixed effects as a table for a terminal."""
    if not told:
        return Text(f"\nno metric of as many as {FEWEST_STORIES} stories that differ: nothing to fit")
    table = named_rows(f"Mixed effects: condition minus {told[0].reference}, stories and seeds at random")
    for head in ("effect", "95 %", "p", "σ story", "σ seed", "σ rest", "matches"):
        table.add_column(head, justify="right", no_wrap=True)
    for metric, effects in groupby(told, key=lambda each: each.metric):
        table.add_row(Text(metric_heading(metric), style="bold"))
        for each in effects:
            table.add_row(f"  {each.condition}", *map(Text, _mixed_cells(each)))
    return table


def _mixed_cells(told: MixedEffect) -> Iterator[str]:
    name = told.metric
    yield format_value(told.effect, name, signed=True) + ("" if told.has_converged else " (not converged)")
    yield interval(told.low, told.high, name).replace("–", " to ")
    yield _p(told.p)
    yield from (format_value(each, name) for each in (told.by_story, told.by_seed, told.rest))
    yield str(told.matches)


def contrast_markdown(told: Sequence[Contrast]) -> Iterator[str]:
    """Lines of a table for a page in Markdown; none where there is no contrast."""
    if not told:
        return
    yield from ("", f"*{contrast_title(told)}*", "")
    for heading, lines in contrast_blocks(told):
        yield from (markdown_row((heading, *HEADS)), markdown_row(("---",) * (len(HEADS) + 1)))
        yield from map(markdown_row, lines)
        yield ""
    yield f"- {contrast_legend(told)}"


def _line(told: Contrast, *, has_several: bool) -> tuple[str, ...]:
    ends = interval(told.low, told.high, told.metric, told.points, signed=True)
    return (
        f"{told.condition} minus {told.reference}" if has_several else told.condition,
        format_value(told.difference, told.metric, signed=True),
        ends if told.points else ends.replace("–", " to "),
        str(told.stories),
        f"{told.more}, {told.less}",
        _p(told.p),
        _p(told.holm),
    )


def _p(value: float | None) -> str:
    if value is None:
        return MISSING
    return "<.001" if value < 0.001 else "1" if value == 1 else f"{value:.3f}".removeprefix("0")
