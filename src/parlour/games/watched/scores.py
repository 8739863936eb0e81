"""A watched game in counts: what was held beside what was, and the choice beside the player's own."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import cast

from parlour.arena import Act, Record, RecordedCall, items
from parlour.core import CaseOutcome, Event, Player, request_kinds
from parlour.evaluation import Amount, HeldBeliefs, MatchScore, counted, held_by_seats
from parlour.games.watched.rules import AT_STOP, outcome_of
from parlour.games.watched.setup import WatchedSetup
from parlour.lab.watching import (
    OWN_PICK,
    REUSED,
    SAME_VOTE,
    THEIR_PICK,
    is_ballot,
    judged_forecasts,
)
from parlour.llm import count_tokens

FIRST_QUARTER = 1
_STOP = re.compile(rf"\d+\.\w+{AT_STOP}(\d+)\.")


class WatchedScoring:
    """Scores who watched; nobody there wins or loses."""

    def score(self, record: Record, leaving_out: Collection[Player]) -> MatchScore:
        """What watching took, how much of its prompts was sent before, and its last choice."""
        setup = _setup(record)
        amounts = {**_reuse(record), **_choices(record, setup)}
        score = counted(record, [], leaving_out)
        return score.model_copy(
            update={"amounts": amounts, "winner": self.verdicts(record)[0].winner, "won": 0, "lost": 0}
        )

    def verdicts(self, record: Record) -> list[CaseOutcome]:
        """As the recorded game came out."""
        return [outcome_of(_setup(record))]

    def forecasts(self, record: Record) -> Sequence[HeldBeliefs]:
        """Who was expected to have most votes at the next vote, and who to win."""
        game = _setup(record).followed
        return [
            judged
            for player, held in held_by_seats(record)
            for judged in judged_forecasts(game, player, held.round - 1, held.forecasts)
        ]


def _setup(record: Record) -> WatchedSetup:
    return cast("WatchedSetup", record.setup.game)


def _choices(record: Record, setup: WatchedSetup) -> dict[str, Amount]:
    """For whom the watcher would have voted when the talk was over; of a chair also what its player did."""
    last = [
        each
        for each in items(record)
        if isinstance(each, Act) and each.request.partition(".")[2].startswith(request_kinds.VOTE.name)
    ]
    if not last:
        return {}
    game, chosen = setup.followed, last[-1].chosen
    found = {OWN_PICK: _one(bool(set(chosen) & game.sought))}
    theirs = [
        each.target
        for each in setup.transcript.events
        if each.speaker == setup.chair and is_ballot(each, game.players)
    ]
    if theirs:
        found[THEIR_PICK] = _one(bool(set(theirs[-1]) & game.sought))
        found[SAME_VOTE] = _one(theirs[-1] == chosen)
    return found


def _one(is_so: bool) -> Amount:  # noqa: FBT001 - a count
    return Amount(reached=float(is_so), possible=1, n=1)


def _reuse(record: Record) -> dict[str, Amount]:
    """How much of the prompts after the first quarter stood at the beginning of an earlier one of the seat.

    That a server with a cache of prefixes need not read again; tokens are estimated. Counted are the calls at
    the stops after the first quarter's, and the reading of what was said since, which is nobody's own.
    """
    asked: dict[str, list[tuple[str, ...]]] = {}
    shared = total = n = 0
    first = _told_by_then(record)
    for call in record.calls:
        parts = tuple(part.text for part in (*call.system, *call.user))
        earlier = asked.setdefault(call.key.player, [])
        if _is_later(call, first):
            lengths = list(map(count_tokens, parts))
            common = max((_common(parts, other) for other in earlier), default=0)
            shared, total, n = shared + sum(lengths[:common]), total + sum(lengths), n + 1
        earlier.append(parts)
    return {REUSED: Amount(reached=shared, possible=total, n=n)} if total else {}


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many parts two prompts have in common from the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _stop(request: str) -> int | None:
    """At which stop a request was made, from 0; None of a call that is about an event."""
    found = _STOP.match(request)
    return int(found[1]) if found else None


def _told_by_then(record: Record) -> int:
    """How many events had been told at the first quarter's stop."""
    told = 0
    for each in items(record):
        if isinstance(each, Event):
            told += 1
        elif (_stop(each.request) or 0) >= FIRST_QUARTER:
            return told
    return told


def _is_later(call: RecordedCall, first: int) -> bool:
    """Whether a call was made after the first quarter."""
    stop = _stop(call.key.request)
    if stop is not None:
        return stop > FIRST_QUARTER
    return any(number >= first for part in call.user for number in part.source.events)


PART = WatchedScoring()
