"""What of a match is told to whoever operates it, by traces and logs: that something is done, never what.

A seat is not named, since of a secret request its name would tell a role.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from parlour.arena.entries import Fault
from parlour.core import Request
from parlour.core.telemetry import SILENT, SilentSpan, ToldSpan, event, span


@dataclass(frozen=True, kw_only=True)
class FollowedMatch:
    """A match as operators see it.

    Attributes:
        match: its id; empty of one that nobody follows, such as a replay or a rehearsal.
        game: which game it is.
        language: of its table.
        players: how many.
    """

    match: str = ""
    game: str = ""
    language: str = ""
    players: int = 0

    def playing(self) -> ToldSpan | SilentSpan:
        """Within it the match is played, or gone on with."""
        if not self.match:
            return SILENT
        return span(
            "match",
            self.game,
            logging.INFO,
            match=self.match,
            game=self.game,
            language=self.language,
            players=self.players,
        )

    def deciding(self, request: Request) -> ToldSpan | SilentSpan:
        """Within it somebody decides on a request."""
        if not self.match:
            return SILENT
        kind = request.kind.name
        return span("request", kind, match=self.match, kind=kind, step=request.step, round=request.round)

    def faulted(self, fault: Fault) -> None:
        """A fault went on record that was not there before."""
        if self.match:
            event("fault", logging.WARNING, match=self.match, game=self.game, purpose=fault.purpose)
