"""`parlour import`: takes in what `parlour export` wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.store import Store
from parlour.store.archive import ImportedMatches, import_export
from parlour.views.terminal import AsJson, Db, print_json

app = typer.Typer(help="Take in what parlour export wrote.")


@app.command(name="import")
def import_files(
    path: Annotated[Path, typer.Argument(help="The folder, its manifest.json, or a zip of it.")],
    under: Annotated[
        str,
        typer.Option(
            "--as", help="Another name for the match or the run.", metavar="NAME", show_default=False
        ),
    ] = "",
    skip: Annotated[
        bool, typer.Option("--skip", help="Leave alone what is there under the same name and differs.")
    ] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Take in what was exported, after every row was found to be as it was written.

    A match that is there already, byte for byte, is left as it is.
    """
    with Store.open(db) as store:
        told = import_export(store, path, under=under, is_skipping=skip)
    if as_json:
        print_json(vars(told))
    else:
        typer.echo(_told(told))


def _told(told: ImportedMatches) -> str:
    names = f": {', '.join(told.taken[:5])}{', …' if len(told.taken) > 5 else ''}" if told.taken else ""
    lines = [f"{len(told.taken)} taken in{names}"]
    if told.present:
        lines.append(f"{len(told.present)} were there already")
    if told.skipped:
        lines.append(
            f"{len(told.skipped)} left out, since others have their names: {', '.join(told.skipped[:5])}"
        )
    if told.run:
        lines.append(f"run {told.run}: {told.cells} cells taken in")
    return "\n".join(lines)
