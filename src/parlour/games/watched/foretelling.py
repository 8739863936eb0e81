"""What a watcher is asked besides who is what: who will be voted for most, and which side wins."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.agents import SeatContext
from parlour.core import Request
from parlour.games.watched.setup import WATCHED
from parlour.games.watched.subjects import SUBJECTS
from parlour.watching import VOTE, WIN


class WatcherForecasts:
    """A watcher's forecasts."""

    def asked(self, place: SeatContext, request: Request) -> Mapping[str, tuple[str, ...]]:
        """The players, where they are voted for, and the sides that can win."""
        subjects = (SUBJECTS[played] for played in WATCHED[place.game.name])
        subject = next(each for each in subjects if each.case == request.case)
        return {VOTE: request.options, WIN: subject.sides} if subject.has_ballots else {WIN: subject.sides}


PART = WatcherForecasts()
