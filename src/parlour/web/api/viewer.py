"""One pair of eyes at a table: what they have been shown, and what is new to them.

Nothing queues for a viewer. What is new is worked out from the table when the connection has room for it, so
that a slow one costs no memory, skips what has passed meanwhile, and misses no line.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.web.api.entry import Admission
from parlour.web.api.messages import (
    ClosedMessage,
    FormMessage,
    LineMessage,
    News,
    Snapshot,
    SpeechMessage,
    StandingMessage,
    ThinkingMessage,
)
from parlour.web.api.view import speaking, standing, table_view, thinking


class Viewer:
    """Tells one connection what is new to it.

    What it may see is fixed when it begins: after the end of a match, who asks anew is shown everything.

    Args:
        entry: the table, and the pass.
        after: the last number that was received before.
    """

    def __init__(self, entry: Admission, after: int = -1) -> None:
        self._entry, self._table, self._visibility = entry, entry.table, entry.visibility
        view = table_view(entry, after)
        self.snapshot = Snapshot(table=view)
        self._projection, self._last = entry.projection, view.last
        self._thinking, self._standing = view.thinking, view.standing
        self._forms = frozenset(form.id for form in view.forms)
        self._heard = {speech.request: len(speech.text) for speech in view.speaking}

    def news(self) -> Iterator[News]:
        """What is new since it was last asked; all of it counts as told."""
        yield from self._lines()
        yield from self._thoughts()
        yield from self._speech()
        yield from self._asked()
        now = standing(self._entry)
        if now != self._standing:
            self._standing = now
            yield StandingMessage(standing=now)

    def _lines(self) -> Iterator[News]:
        before, self._last = self._last, self._projection.last
        for line in self._projection.lines(before):
            yield LineMessage(line=line)

    def _thoughts(self) -> Iterator[News]:
        now = thinking(self._table, self._visibility)
        if now != self._thinking:
            self._thinking = now
            yield ThinkingMessage(thinking=now)

    def _speech(self) -> Iterator[News]:
        now = speaking(self._table, self._visibility)
        for speech in now:
            at = self._heard.get(speech.request, 0)
            at = (
                at if at <= len(speech.text) else 0
            )  # a speech that broke off with the server's model begins anew
            if at < len(speech.text):
                yield SpeechMessage(
                    request=speech.request, player=speech.player, at=at, chunk=speech.text[at:]
                )
        self._heard = {speech.request: len(speech.text) for speech in now}

    def _asked(self) -> Iterator[News]:
        forms = self._table.forms(self._visibility.player) if self._visibility.player else ()
        now = frozenset(form.id for form in forms)
        for request in sorted(self._forms - now):
            yield ClosedMessage(request=request)
        for form in forms:
            if form.id not in self._forms:
                yield FormMessage(form=form)
        self._forms = now
