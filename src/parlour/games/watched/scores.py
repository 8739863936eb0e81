"""A watched game in counts: the watcher's beliefs against the truth, its choice against the player's own."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import cast

from parlour.arena import Act, Record, RecordedCall
from parlour.core import CaseOutcome, Event, Player, request_kinds
from parlour.evaluation import Amount, HeldBeliefs, MatchScore, held_by_seats, score_by_counts
from parlour.games.watched.rules import AT_STOP, outcome_of
from parlour.games.watched.setup import WatchedSetup
from parlour.lab.watching import OWN_PICK, REUSED, SAME_VOTE, THEIR_PICK, is_ballot, judged_forecasts
from parlour.llm import count_tokens

FIRST_QUARTER = 1
_STOP = re.compile(rf"\d+\.\w+{AT_STOP}(\d+)\.")


class WatchedScoring:
    """The scoring of watchers, who neither win nor lose."""

    def score(self, record: Record, leaving_out: Collection[Player]) -> MatchScore:
        setup = _setup(record)
        amounts = {**_reuse(record), **_choices(record, setup)}
        score = score_by_counts(record, [], leaving_out)
        return score.model_copy(
            update={"amounts": amounts, "winner": self.verdicts(record)[0].winner, "won": 0, "lost": 0}
        )

    def verdicts(self, record: Record) -> list[CaseOutcome]:
        return [outcome_of(_setup(record))]

    def forecasts(self, record: Record) -> Sequence[HeldBeliefs]:
        game = _setup(record).followed_game
        return [
            judged
            for player, beliefs in held_by_seats(record)
            for judged in judged_forecasts(game, player, beliefs.round - 1, beliefs.forecasts)
        ]


def _setup(record: Record) -> WatchedSetup:
    return cast("WatchedSetup", record.setup.game)


def _choices(record: Record, setup: WatchedSetup) -> dict[str, Amount]:
    last = [
        act
        for act in record.items
        if isinstance(act, Act) and act.request.partition(".")[2].startswith(request_kinds.VOTE.name)
    ]
    if not last:
        return {}
    game, chosen = setup.followed_game, last[-1].chosen
    amounts = {OWN_PICK: _one(bool(set(chosen) & game.sought_players))}
    ballots = [
        happening.target
        for happening in setup.transcript.events
        if happening.speaker == setup.chair and is_ballot(happening, game.players)
    ]
    if ballots:
        amounts[THEIR_PICK] = _one(bool(set(ballots[-1]) & game.sought_players))
        amounts[SAME_VOTE] = _one(ballots[-1] == chosen)
    return amounts


def _one(is_so: bool) -> Amount:  # noqa: FBT001 - a count
    return Amount(reached=float(is_so), possible=1, n=1)


def _reuse(record: Record) -> dict[str, Amount]:
    """Returns the share of later prompts that repeats the beginning of an earlier one of the seat.

    A server with a cache of prefixes need not read it again; tokens are estimated. Counted are the calls at
    the stops after the first quarter's, and the reading of what was said since.
    """
    prompts: dict[str, list[tuple[str, ...]]] = {}
    shared = total = n = 0
    first = _told_by_then(record)
    for call in record.calls:
        parts = tuple(part.text for part in (*call.system, *call.user))
        earlier = prompts.setdefault(call.key.player, [])
        if _is_later(call, first):
            lengths = list(map(count_tokens, parts))
            common = max((_common(parts, other) for other in earlier), default=0)
            shared, total, n = shared + sum(lengths[:common]), total + sum(lengths), n + 1
        earlier.append(parts)
    return {REUSED: Amount(reached=shared, possible=total, n=n)} if total else {}


def _common(first: Sequence[str], second: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


def _stop(request: str) -> int | None:
    """Returns the number of a request's stop, from 0; None for a call about an event."""
    match = _STOP.match(request)
    return int(match[1]) if match else None


def _told_by_then(record: Record) -> int:
    count = 0
    for item in record.items:
        if isinstance(item, Event):
            count += 1
        elif (_stop(item.request) or 0) >= FIRST_QUARTER:
            return count
    return count


def _is_later(call: RecordedCall, first: int) -> bool:
    stop = _stop(call.key.request)
    if stop is not None:
        return stop > FIRST_QUARTER
    return any(number >= first for part in call.user for number in part.source.events)


PART = WatchedScoring()
