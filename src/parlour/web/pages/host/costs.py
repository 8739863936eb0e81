"""What the match has cost so far."""

from __future__ import annotations

import asyncio
from functools import partial

from nicegui import ui

from parlour.llm import Usage
from parlour.web.hosting import LiveMatch
from parlour.web.pages.host.phrases import PHRASES
from parlour.web.pages.look import said

_BEAT = 10.0
"""Seconds between two readings of the record, which may be long."""


class Costs:
    """Calls, tokens and dollars.

    Args:
        table: whose.
    """

    def __init__(self, table: LiveMatch) -> None:
        self._table = table
        self._say = partial(PHRASES.say, language=table.setup.language)
        self._is_stale = True
        with ui.element("section").classes("sheet"):
            said("h2", self._say("costs"))
            self._told = said("p", "")
        ui.timer(0, self._read, once=True)
        ui.timer(_BEAT, self._read)

    def look(self) -> None:
        """Something was called since."""
        self._is_stale = True

    async def _read(self) -> None:
        if not self._is_stale:
            return
        self._is_stale = False
        record = await asyncio.to_thread(self._table.record)
        usage = sum((call.completion.usage for call in record.calls), Usage())
        self._told.text = self._say(
            "costs_say",
            calls=f"{len(record.calls):,}",
            read=f"{usage.mark}{usage.input_tokens:,}",
            written=f"{usage.mark}{usage.output_tokens:,}",
            dollars=self._say("unpriced") if usage.dollars is None else f"${usage.dollars:.4f}",
        )
