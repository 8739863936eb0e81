"""`parlour cite`: what a publication cites, as BibTeX."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from parlour.experiments.report import bibtex, find_run, papers_of, read_results, suite_named
from parlour.store import Store
from parlour.views.terminal import AsJson, Db, print_json

app = typer.Typer(help="Print BibTeX of Parlour and of the papers that a run rests on.")


@app.command()
def cite(
    run: Annotated[
        str | None,
        typer.Argument(
            help="A run's id or its beginning, or a suite's name or an experiment's file for its newest run;"
            " left out, Parlour alone."
        ),
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Print BibTeX of Parlour, of the methods that played and of the table beside which they stand."""
    if run is None:
        if as_json:
            print_json([])
        else:
            typer.echo(bibtex())
        return
    with Store.reading(db) as store:
        results = read_results(store, find_run(store, run), suite_named(run))
    if as_json:
        print_json([asdict(paper) for paper in papers_of(results)])
    else:
        typer.echo(bibtex(results))
