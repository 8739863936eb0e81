"""`parlour delete`: a match or a run, and everything that is kept of it."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from parlour.errors import UsageError
from parlour.experiments.report import find_subject
from parlour.store import Deletion, Store
from parlour.store.archive import foreseen, told
from parlour.views.terminal import AsJson, Db, print_json

app = typer.Typer(help="Delete a match, or a run with its matches.")


@app.command()
def delete(
    subject: Annotated[
        str,
        typer.Argument(
            help="A match or a run: its id or the beginning of it; a suite's name for its newest run.",
            metavar="MATCH|RUN",
        ),
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Delete a match, or a run with all its matches: what was said, thought, asked of models and replied.

    Texts of prompts that other matches have as well stay with those. Nothing brings it back but an export.
    """
    with Store.reading(db) as store:
        gone = foreseen(store, find_subject(store, subject))
        for line in told(gone):
            typer.echo(line, err=True)
        if not yes:
            _ask(gone)
        store.delete(gone)
    if as_json:
        print_json(vars(gone))
    else:
        typer.echo("deleted")


def _ask(gone: Deletion) -> None:
    if not sys.stdin.isatty():
        raise UsageError("nobody can be asked here: say --yes to delete")
    typer.confirm(f"delete {(gone.runs or gone.matches)[0]}?", abort=True, err=True)
