"""Dialogues on a terminal: a column per method."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.table import Table
from rich.text import Text

from parlour.experiments.report.dialogues import SILENCE, UNSPOKEN, DialogueTurn, Exchange
from parlour.experiments.report.table import titled


def side_by_side(told: Sequence[Exchange]) -> Iterator[Table]:
    """A table per exchange, whose rows are the first question of each method, the second, and so on."""
    for exchange in told:
        table = titled(exchange.title, padding=(0, 2, 1, 0))
        for condition in exchange.turns:
            table.add_column(Text(condition), ratio=1, overflow="fold")
        for turns in zip_longest(*exchange.turns.values()):
            table.add_row(*(Text() if turn is None else _said(turn) for turn in turns))
        if not all(exchange.turns.values()):
            table.add_row(
                *(Text("" if turns else UNSPOKEN, style="dim") for turns in exchange.turns.values())
            )
        yield table


def _said(turn: DialogueTurn) -> Text:
    return Text.assemble(
        (f"{turn.round}. ", "dim"), turn.question, "\n", (f"– {turn.reply or SILENCE}", "italic")
    )
