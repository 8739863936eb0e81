"""`parlour suites`: which published tables and figures can be run."""

from __future__ import annotations

import json

import typer
from rich.console import Console
from rich.table import Table

from parlour.experiments import SUITES, Suite
from parlour.experiments import suites as all_suites
from parlour.views.terminal import AsJson, tell_broken

app = typer.Typer(help="List the experiments that can be run.")


@app.command()
def suites(as_json: AsJson = False) -> None:
    """List the suites: each a published table or figure that `parlour run` makes anew."""
    tell_broken(SUITES.broken())
    found = all_suites()
    if as_json:
        typer.echo(json.dumps([_line(suite) for suite in found], ensure_ascii=False, indent=2))
        return
    table = Table("suite", "what it shows", "source", "conditions", "played on", box=None)
    for suite in found:
        played_on = f"{suite.stories}, {suite.games}"
        table.add_row(suite.name, suite.title, suite.source, str(len(suite.conditions)), played_on)
    Console().print(table)


def _line(suite: Suite) -> dict[str, object]:
    return {
        "name": suite.name,
        "title": suite.title,
        "source": suite.source,
        "conditions": [condition.name for condition in suite.conditions],
        "metrics": list(suite.metrics),
        "stories": suite.stories,
        "games": suite.games,
        "not_comparable": suite.not_comparable,
    }
