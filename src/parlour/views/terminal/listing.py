"""Lists on a terminal of any width: what must be typed is never cut or broken, and wide text wraps."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from parlour.views.terminal.consoles import terminal

LEAST_TEXT = 20
"""Columns that a text wants at least, if it is that long, before a list is told item by item."""
GAP = 2
"""Columns between two columns."""


@dataclass(frozen=True, kw_only=True)
class ListColumn:
    """A column of a list.

    Attributes:
        head: above it.
        is_typed: whether what stands in it is typed again, or is short: it never wraps.
        is_number: whether it stands to the right.
    """

    head: str
    is_typed: bool = False
    is_number: bool = False


@dataclass(frozen=True, kw_only=True)
class Listing:
    """A table where it fits; else each item by its name, with the rest of it below.

    Attributes:
        columns: of which the first is the item's name.
        rows: of the items.
    """

    columns: Sequence[ListColumn]
    rows: Sequence[Sequence[str]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table or the items, whichever the width allows."""
        if self._least <= options.max_width:
            yield self._table()
        else:
            for row in self.rows:
                yield from self._item(row)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """From where it is told item by item to where nothing wraps."""
        return Measurement(min(self._least, options.max_width), self.natural)

    @property
    def natural(self) -> int:
        """The width at which nothing wraps."""
        return sum(self._widths) + GAP * len(self.columns)

    @property
    def _widths(self) -> list[int]:
        cells = zip_longest((column.head for column in self.columns), *self.rows, fillvalue="")
        return [max(cell_len(line) for cell in told for line in cell.split("\n")) for told in cells]

    @property
    def _wanted(self) -> list[int]:
        """What each column wants at least."""
        pairs = zip(self.columns, self._widths, strict=True)
        return [wide if each.is_typed or each.is_number else min(wide, LEAST_TEXT) for each, wide in pairs]

    @property
    def _least(self) -> int:
        return sum(self._wanted) + GAP * len(self.columns)

    def _table(self) -> Table:
        table = Table(box=None, padding=(0, GAP, 0, 0), header_style="bold")
        for column, wanted in zip(self.columns, self._wanted, strict=True):
            table.add_column(
                Text(column.head),
                no_wrap=column.is_typed or column.is_number,
                justify="right" if column.is_number else "left",
                min_width=wanted,
                overflow="fold",
            )
        for row in self.rows:
            table.add_row(*map(Text, row))
        return table

    def _item(self, row: Sequence[str]) -> RenderResult:
        yield Text(row[0], style="bold", no_wrap=True, overflow="ignore")
        for column, told in zip(self.columns[1:], row[1:], strict=True):
            for line in filter(None, told.split("\n")):
                text = f"{column.head}: {line}"
                if column.is_typed:
                    yield Text(f"  {text}", no_wrap=True, overflow="ignore")
                else:
                    yield Padding(Text(text, overflow="fold"), (0, 0, 0, 2))


def print_list(columns: Sequence[ListColumn], rows: Sequence[Sequence[str]]) -> None:
    """Prints a list; into a pipe, where nobody told a width, each item on a line of its own."""
    listing = Listing(columns=columns, rows=rows)
    console = terminal()
    if not console.is_terminal and not os.environ.get("COLUMNS"):
        console = terminal(width=max(console.width, listing.natural))
    console.print(listing, crop=False)
