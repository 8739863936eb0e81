"""`parlour suites`: which published tables and figures can be run."""

from __future__ import annotations

import typer

from parlour.experiments import SUITES, Suite
from parlour.experiments import suites as all_suites
from parlour.views.terminal import AsJson, ListColumn, print_json, print_list, tell_broken

app = typer.Typer(help="List the experiments that can be run.")


@app.command()
def suites(as_json: AsJson = False) -> None:
    """List the suites: each a published table or figure that `parlour run` makes anew."""
    tell_broken(SUITES.broken())
    found = all_suites()
    if as_json:
        print_json([_line(suite) for suite in found])
        return
    print_list(_COLUMNS, [_row(suite) for suite in found])


_COLUMNS = (
    ListColumn(head="suite", is_typed=True),
    ListColumn(head="what it shows"),
    ListColumn(head="source"),
    ListColumn(head="arms", is_number=True),
    ListColumn(head="played on"),
)


def _row(suite: Suite) -> tuple[str, ...]:
    played_on = f"{suite.stories}, {suite.games}"
    return suite.name, suite.title, suite.source, str(len(suite.conditions)), played_on


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
