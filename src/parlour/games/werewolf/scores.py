"""How matches of Werewolf are scored: seat by seat, since two methods may meet at one table."""

from __future__ import annotations

from collections.abc import Collection

from parlour.arena import Record
from parlour.core import Player
from parlour.evaluation import MatchScore, PlainScoring, counted, spent
from parlour.games.werewolf.seat_scores import score_seats


class WerewolfScoring(PlainScoring):
    """A match of which each seat has its own score; a draw is won by nobody, and counts."""

    def score(self, record: Record, leaving_out: Collection[Player]) -> MatchScore:
        """The whole table's counts with those of every seat; none is left out."""
        cases, players = self.verdicts(record), record.setup.players
        winner = next((case.winner for case in cases), None)
        shared = spent(call for call in record.calls if call.key.player not in players)
        return counted(record, cases).model_copy(
            update={"seats": tuple(score_seats(record, winner)), "shared": shared}
        )


PART = WerewolfScoring()
