"""Printing by the command line: consoles, JSON, lists of any width, and broken plug-ins."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import cast

import typer
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from parlour.core import visible
from parlour.errors import BrokenPlugin
from parlour.llm import Usage


class _PlainConsole(Console):
    """A console that leaves out control and format characters, so that no text controls the terminal."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))


def terminal(
    *, to_stderr: bool = False, is_quiet: bool = False, soft_wrap: bool = False, width: int | None = None
) -> Console:
    """Returns a console that prints text literally.

    Names, titles, speech, errors, model strings and `[local]` hold brackets and colons of their own. Style is
    given as `Text`, or by `styled`, and never written into a string.
    """
    return _PlainConsole(
        stderr=to_stderr,
        quiet=is_quiet,
        soft_wrap=soft_wrap,
        width=width,
        markup=False,
        emoji=False,
        highlight=False,
    )


def print_json(told: object, *, indent: int | None = 2) -> None:
    """Prints a value as JSON, in letters that the output can carry; others are escaped."""
    typer.echo(json.dumps(told, ensure_ascii=not carries_unicode(sys.stdout), indent=indent))


def print_json_object(fields: Mapping[str, object]) -> None:
    """Prints an object as `print_json` does, an iterator among its fields as a list, item by item.

    The text of a long list is never held as a whole.
    """
    encoder = json.JSONEncoder(ensure_ascii=not carries_unicode(sys.stdout), indent=2)
    for number, (name, value) in enumerate(fields.items()):
        typer.echo(f"{',' if number else '{'}\n  {encoder.encode(name)}: ", nl=False)
        if not isinstance(value, Iterator):
            typer.echo(_indent(encoder.encode(value), 2), nl=False)
            continue
        items = (_indent(encoder.encode(item), 4) for item in cast("Iterator[object]", value))
        gap = "["
        while chunk := list(islice(items, _TOGETHER)):
            typer.echo(f"{gap}\n    " + ",\n    ".join(chunk), nl=False)
            gap = ","
        typer.echo("[]" if gap == "[" else "\n  ]", nl=False)
    typer.echo("\n}" if fields else "{}")


def _indent(text: str, columns: int) -> str:
    return text.replace("\n", "\n" + " " * columns)


_TOGETHER = 200
"""Items of a list that are printed at once."""


def carries_unicode(stream: object) -> bool:
    """Returns True if the stream can write every letter."""
    return (getattr(stream, "encoding", None) or "utf-8").lower().replace("_", "-").startswith("utf")


LEAST_TEXT = 20
"""Columns that a text wants at least, if it is that long, before a list is told item by item."""
GAP = 2
"""Columns between two columns."""


@dataclass(frozen=True, kw_only=True)
class ListColumn:
    """A column of a list.

    Attributes:
        is_typed: whether what stands in it is typed again, or is short: it never wraps.
    """

    head: str
    is_typed: bool = False
    is_number: bool = False


def columns(*heads: str) -> tuple[ListColumn, ...]:
    """Returns the columns of a list; `!` ends the head of what is typed again, `#` that of a number."""
    return tuple(
        ListColumn(head=head.rstrip("!#"), is_typed=head.endswith("!"), is_number=head.endswith("#"))
        for head in heads
    )


@dataclass(frozen=True, kw_only=True)
class Listing:
    """A table where it fits; else each item by its name, with the rest of it below."""

    columns: Sequence[ListColumn]
    rows: Sequence[Sequence[str]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yields the table or the items, as the width allows."""
        if self._least <= options.max_width:
            yield self._table()
        else:
            for row in self.rows:
                yield from self._item(row)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Returns the least width of the table and the width without wrapping."""
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
    def _least_widths(self) -> list[int]:
        pairs = zip(self.columns, self._widths, strict=True)
        return [wide if each.is_typed or each.is_number else min(wide, LEAST_TEXT) for each, wide in pairs]

    @property
    def _least(self) -> int:
        return sum(self._least_widths) + GAP * len(self.columns)

    def _table(self) -> Table:
        table = Table(box=None, padding=(0, GAP, 0, 0), header_style="bold")
        for column, wanted in zip(self.columns, self._least_widths, strict=True):
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
    """Prints a list; into a pipe without a given width, each item on a line of its own."""
    listing = Listing(columns=columns, rows=rows)
    console = terminal()
    if not console.is_terminal and not os.environ.get("COLUMNS"):
        console = terminal(width=max(console.width, listing.natural))
    console.print(listing, crop=False)


def cost_of(usage: Usage, digits: int = 0) -> str:
    """Returns tokens and dollars in a few characters."""
    dollars = "$?" if usage.dollars is None else f"${usage.dollars:.2f}"
    thousands = (f"{tokens / 1000:.{digits}f}k" for tokens in (usage.input_tokens, usage.output_tokens))
    return f"{usage.mark}{' → '.join(thousands)} tokens · {dollars}"


def tell_broken(broken: Iterable[BrokenPlugin]) -> None:
    """Prints each broken plug-in with its package to standard error."""
    for error in broken:
        typer.echo(f"left out: {error}", err=True)
