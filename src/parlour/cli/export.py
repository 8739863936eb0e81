"""`parlour export`: matches and runs as data for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.experiments.report import find_subject
from parlour.store import Store
from parlour.store.archive import Form, Manifest, export
from parlour.views.terminal import AsJson, Db, print_json

app = typer.Typer(help="Write a match or a run as JSON lines or Parquet.")


@app.command(name="export")
def export_subject(
    subject: Annotated[
        str,
        typer.Argument(
            help="A match or a run: its id or the beginning of it; a suite's name for its newest run.",
            metavar="MATCH|RUN",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", help="A folder of its own, which is made.")],
    form: Annotated[Form, typer.Option("--format", help="Of the files.")] = "jsonl",
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Write events, actions, thoughts, calls, votes and scores into a folder, a file per table.

    It is the whole record, with everything that was private at the table: roles, scripts, thoughts, prompts.
    """
    with Store.reading(db) as store:
        manifest = export(store, find_subject(store, subject), out, form)
    if as_json:
        print_json(manifest.model_dump(mode="json"))
        return
    typer.echo(f"{out}: {_told(manifest)}")
    typer.echo("it holds everything that was private at the table: whom you give it sees all", err=True)


def _told(manifest: Manifest) -> str:
    return ", ".join(f"{table.rows} {name}" for name, table in manifest.tables.items() if table.rows)
