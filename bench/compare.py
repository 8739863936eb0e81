"""Two kept runs of the bench beside each other: `python -m bench.compare BEFORE.json AFTER.json`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.figure import Figure
from bench.kept import Kept, read


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """One figure in two runs; None where a run has none of that name."""

    part: str
    name: str
    before: Figure | None
    after: Figure | None

    @property
    def ratio(self) -> float | None:
        """After over before; None where either has no number, or the first is 0."""
        before = self.before.value if self.before else None
        after = self.after.value if self.after else None
        return after / before if before and after is not None else None


def compared(before: Kept, after: Kept) -> Iterator[Comparison]:
    """All figures of the parts that both have, in the order of the first."""
    for part in before:
        if part in after:
            olds = {figure.name: figure for figure in before[part].figures}
            news = {figure.name: figure for figure in after[part].figures}
            for name in dict.fromkeys((*olds, *news)):
                yield Comparison(part=part, name=name, before=olds.get(name), after=news.get(name))


def table(comparisons: Iterator[Comparison]) -> Table:
    """The comparisons as they print."""
    told = Table("part", "figure", "before", "after", "after / before")
    for each in comparisons:
        ratio = "" if each.ratio is None else f"{each.ratio:.2f}"
        told.add_row(each.part, each.name, _said(each.before), _said(each.after), ratio)
    return told


def _said(figure: Figure | None) -> str:
    return figure.measured if figure else "none"


if __name__ == "__main__":
    first, second = (read(Path(name)) for name in sys.argv[1:3])
    Console().print(table(compared(first, second)))
