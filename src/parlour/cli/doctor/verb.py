"""`parlour doctor`: how Parlour is on this machine, for whoever writes a bug report."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from parlour.cli.doctor.checkup import check_up
from parlour.cli.doctor.discretion import discreet
from parlour.cli.doctor.page import page
from parlour.errors import FAILED
from parlour.views.terminal import AsJson, Db, print_json, terminal

app = typer.Typer(help="Say what runs here and what is wrong, for bug reports.")


@app.command()
def doctor(
    model: Annotated[
        str | None,
        typer.Option(help="Ask this model for a word: whether it answers.", show_default=False),
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Say what runs here: versions, the database, models, what is installed beside Parlour, and folders.

    Nothing is made, changed or fetched, and no server is asked but that of --model and of --db. What it
    prints is fit for a bug report: no key or password, nothing of any match, `~` in place of your home. It
    ends with 1 where something is wrong.
    """
    checkup = check_up(db, model)
    if as_json:
        print_json(discreet(asdict(checkup)))
    else:
        terminal(soft_wrap=True).print(discreet("\n".join(page(checkup))))
    if not checkup.is_well:
        raise typer.Exit(FAILED)
