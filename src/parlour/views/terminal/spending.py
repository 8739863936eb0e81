"""What long work costs: said before, asked about on a terminal, and how to go on when it was stopped."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console

from parlour.errors import FAILED, ParlourError, UsageError

Budget = Annotated[
    float | None,
    typer.Option(help="Stop before all of it costs more dollars than this, earlier parts included.", min=0),
]
Jobs = Annotated[
    int | None,
    typer.Option(help="Processes; one per core with the reader, else one if left out.", min=1),
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
) -> None:
    """Says what is to be expected, and asks whether to spend it where somebody can answer.

    Args:
        console: where it is said.
        calls: how many will be made.
        kept: how many were made before and will not be made again.
        input_tokens: that will be read.
        output_tokens: that will be written.
        dollars: that it will cost; None where no price is known.
        is_sure: whether not to ask.
    """
    if calls or kept:
        before = f" ({kept} are kept from before)" if kept else ""
        tokens = f"{input_tokens / 1e6:.2f} M tokens read, {output_tokens / 1e6:.2f} M written"
        price = "at a price unknown" if dollars is None else f"${dollars:.2f}"
        console.print(f"to expect: about {calls} calls{before}, {tokens}, {price}")
    if dollars != 0 and not is_sure and sys.stdin.isatty():
        typer.confirm("go on?", abort=True, err=True)


@contextmanager
def resumable(comfort: str = "nothing is lost") -> Generator[None]:
    """Work that the same command goes on with, which is said wherever it is stopped or fails.

    A command that asks for what cannot be would fail in the same way again, so nothing is said of that.

    Args:
        comfort: what is safe.
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
