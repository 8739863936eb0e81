"""The further questions to a watcher: the player who gets most votes, and the winning side."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.agents import SeatContext
from parlour.core import Request
from parlour.games.watched.setup import WATCHED, WATCHED_MACHINES, subject_of
from parlour.lab.watching import VOTE, WIN
from parlour.llm import Prompt, is_rule_based
from parlour.reader import understands


class WatcherForecasts:
    """The questions that a watcher forecasts."""

    def questions(self, seat: SeatContext, request: Request) -> Mapping[str, tuple[str, ...]]:
        subjects = (subject_of(seat.game.name, played) for played in WATCHED[seat.game.name])
        subject = next(
            watched_subject for watched_subject in subjects if watched_subject.case == request.case
        )
        votes = {VOTE: request.options} if subject.has_ballots else {}
        return {**votes, WIN: subject.sides} if subject.has_winner else votes

    def is_understood(self, seat: SeatContext, model: str, prompt: Prompt) -> bool:
        is_strange = seat.game.name == WATCHED_MACHINES or not understands(prompt, seat.players)
        return not (is_rule_based(model) and is_strange)


PART = WatcherForecasts()
