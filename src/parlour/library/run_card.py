"""A run as a notebook shows it: its first measures open, the others and the notes folded away."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.experiments import stories_of
from parlour.experiments.report import Results, Row, RowNotes, plural, sections_of
from parlour.library.cards import rendered

OPEN = 3
"""How many measures stand open."""


def run_card(results: Results, rows: Sequence[Row]) -> str:
    """The table of everything together as a piece of HTML."""
    whole = sections_of(results, rows)[:1]
    blocks = whole[0].blocks if whole else ()
    run, started = results.run, results.started
    return rendered(
        "run.html.j2",
        "en",
        title=results.suite.title,
        source=results.suite.source,
        about=f"{run.id} · {run.model} · {run.stories} · {len(results.played)} of {started.cells} matches",
        blocks=blocks[:OPEN],
        more=blocks[OPEN:],
        notes=RowNotes.of(rows).lines(),
        drawn=plural(stories_of(results.suite.game).drawn),
    )
