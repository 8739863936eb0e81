"""The trust graphs of a recorded match, for `parlour trust`: on the terminal, as a page and as a figure."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from parlour.agents import MethodSpec
from parlour.errors import UsageError
from parlour.methods.gratr.views import (
    TrustHistory,
    check_figure,
    trust_figure,
    trust_histories,
    trust_page,
)
from parlour.store import Store
from parlour.views.terminal import check_file, print_json

GRATR = "gratr"
"""The method whose graphs are shown."""


def match_histories(store: Store, match: str, seat: str | None = None) -> tuple[TrustHistory, ...]:
    """The trust graphs of a match over time.

    Args:
        store: where it is kept.
        match: its id or the beginning of it, or `latest`.
        seat: whose graphs; None for everybody's.

    Raises:
        UnknownMatch: if there is no such match.
        UsageError: if nobody in it has a trust graph, or that seat has none.
        UnknownPlayer: if it has no such seat.
        ReplayDiffers: if the graphs do not come out as they are on record.
    """
    return trust_histories(store.record(store.named(match)), seat)


def check_targets(method: str, *, html: Path | None, figure: Path | None) -> None:
    """Makes sure, before anything is asked or paid, that what is to be written in the end can be.

    Raises:
        UsageError: if the method keeps no graph, the file cannot be written, or there is no such format.
        MissingExtra: if a figure is asked for and matplotlib is not installed.
    """
    for file in filter(None, (html, figure)):
        if MethodSpec.read(method).name != GRATR:
            raise UsageError(f"{method} keeps no graph that could be shown: use {GRATR}")
        check_file(file)
    if figure:
        check_figure(figure)


def write_trust(histories: Sequence[TrustHistory], *, html: Path | None, figure: Path | None) -> list[Path]:
    """Writes the page, the figure or both, and says where.

    Raises:
        UsageError: if the figure's format is none that can be drawn.
        MissingExtra: if a figure is asked for and matplotlib is not installed.
    """
    written: list[Path] = []
    if figure:
        written.append(trust_figure(histories, figure))
    if html:
        html.write_text(trust_page(histories), encoding="utf-8")
        written.append(html)
    return written


def print_trust(histories: Sequence[TrustHistory], console: Console) -> None:
    """Prints how far everybody trusted the others at the end, a row for each graph."""
    with_cases = any(history.case for history in histories)
    table = Table(box=None)
    table.add_column("who", no_wrap=True)
    if with_cases:
        table.add_column("case")
    for name in histories[0].start.players:
        table.add_column(Text(name), justify="right")
    for history in histories:
        graph = history.moments[-1].graph if history.moments else history.start
        cells = ("" if name == graph.me else f"{value:+.2f}" for name, value in graph.trust.items())
        table.add_row(*map(Text, (history.owner, *([history.case] if with_cases else []), *cells)))
    console.print(table)


def print_trust_json(histories: Sequence[TrustHistory]) -> None:
    """Prints the same as JSON: for each graph how far everybody is trusted, and what that makes them."""
    told = [
        {
            "player": history.owner,
            "case": history.case,
            "method": history.method,
            "trust": dict(graph.trust),
            "stance": {name: graph.stance(name).value for name in graph.players},
        }
        for history in histories
        for graph in [history.moments[-1].graph if history.moments else history.start]
    ]
    print_json({"match": histories[0].source, "graphs": told}, indent=None)
