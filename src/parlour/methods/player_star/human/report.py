"""`parlour report --human`: matches of people with agents, beside PLAYER*'s tables 3 and 6."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import typer

from parlour.experiments.report import WIDTH
from parlour.methods.player_star.human.files import write_human
from parlour.methods.player_star.human.matches import read_human_matches
from parlour.methods.player_star.human.rows import human_rows, human_tables
from parlour.store import Store
from parlour.views.terminal import print_json, terminal

_HOW = (
    "open a table with `parlour serve`, play a mystery to its end with agents of one method,"
    " and fill the survey on the page after the match"
)


@dataclass(frozen=True, kw_only=True)
class HumanReport:
    """What agents reached against people, and what people said of them."""

    def tell(self, store: Store, out: Path | None, *, as_json: bool) -> list[Path]:
        """Prints the report, or how to come by one; what was written."""
        matches = list(read_human_matches(store))
        rows = human_rows(matches) if matches else []
        if as_json:
            print_json([row.model_dump() for row in rows])
        elif matches:
            console = terminal(width=WIDTH)
            for each in human_tables(matches, rows):
                console.print(each)
        if not matches:
            typer.echo(
                f"no person has finished a match with agents in {store.place} yet: {_HOW}", err=as_json
            )
        elif not any(each.survey for each in matches):
            typer.echo(f"nobody has filled a survey yet: {_HOW}", err=as_json)
        return write_human(rows, out) if out and matches else []


REPORT = HumanReport()
