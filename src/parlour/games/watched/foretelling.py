"""What a watcher is asked besides who is what: who will be voted for most, and which side wins."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.agents import SeatContext
from parlour.core import Request
from parlour.games.watched.setup import WATCHED, WATCHED_MACHINES, subject_of
from parlour.lab.watching import VOTE, WIN
from parlour.llm import Prompt
from parlour.reader import understands


class WatcherForecasts:
    """A watcher's forecasts."""

    def asked(self, place: SeatContext, request: Request) -> Mapping[str, tuple[str, ...]]:
        """The players, where they are voted for, and the sides that can win."""
        subjects = (subject_of(place.game.name, played) for played in WATCHED[place.game.name])
        subject = next(each for each in subjects if each.case == request.case)
        votes = {VOTE: request.options} if subject.has_ballots else {}
        return {**votes, WIN: subject.sides} if subject.has_winner else votes

    def is_understood(self, place: SeatContext, prompt: Prompt) -> bool:
        """Whether the reader could answer: it knows its own language, and nothing of how machines talk."""
        return place.game.name != WATCHED_MACHINES and understands(prompt, place.players)


PART = WatcherForecasts()
