"""`parlour methods`: what can fill a seat."""

from __future__ import annotations

import json

import typer
from rich.console import Console
from rich.table import Table

from parlour.agents import METHODS
from parlour.views.terminal import AsJson, tell_broken

app = typer.Typer(help="List the methods that can fill a seat.")


@app.command()
def methods(as_json: AsJson = False) -> None:
    """List the methods that can fill a seat; others can be installed by the entry point `parlour.methods`."""
    tell_broken(METHODS.broken())
    found = METHODS.installed()
    if as_json:
        lines = [
            {"name": method.name, "summary": method.summary, "wants_model": method.wants_model}
            for method in found.values()
        ]
        typer.echo(json.dumps(lines, ensure_ascii=False, indent=2))
        return
    table = Table("method", "what it is", "model", box=None)
    for method in found.values():
        table.add_row(method.name, method.summary, "yes" if method.wants_model else "no")
    Console().print(table)
