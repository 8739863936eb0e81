"""The comparison of a fork with its match: the first difference, votes, winners and scores."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest

from parlour.arena import Record, events
from parlour.core import CaseOutcome, Event, Player
from parlour.errors import UsageError
from parlour.evaluation import (
    REWARD,
    Cut,
    MatchScore,
    Sides,
    ballots,
    metric,
    metrics,
    score_match,
    verdicts,
)
from parlour.language.wording import tell


@dataclass(frozen=True, kw_only=True)
class FirstDifference:
    """The first event that is another.

    Attributes:
        was: what happened in the match, in words; empty where it was over.
    """

    number: int
    round: int
    was: str
    now: str


@dataclass(frozen=True, kw_only=True)
class ForkBeside:
    """The comparison of a fork with its match.

    Attributes:
        differs: the first different event; None where all are the same.
    """

    origin: str
    match: str
    player: Player
    step: int
    differs: FirstDifference | None
    votes: Mapping[tuple[int, Player, str], tuple[str, str]]
    winners: Mapping[str, tuple[str | None, str | None]]
    scores: Mapping[str, tuple[float | None, float | None]]


def beside(original: Record, fork: Record, player: Player, step: int) -> ForkBeside:
    """Sets a finished fork beside its match."""
    was, now = (_values(each, player) for each in (original, fork))
    return ForkBeside(
        origin=original.match,
        match=fork.match,
        player=player,
        step=step,
        differs=first_difference(original, fork),
        votes=_votes(original, fork),
        winners=_winners(verdicts(original), verdicts(fork)),
        scores={name: (was.get(name), now.get(name)) for name in {**was, **now}},
    )


def first_difference(original: Record, fork: Record) -> FirstDifference | None:
    """Returns the first event that differs, public or not."""
    for was, now in zip_longest(events(original), events(fork)):
        if was != now:
            known = now or was
            assert known is not None  # noqa: S101 - the longer of the two goes on
            return FirstDifference(
                number=known.number,
                round=known.round,
                was=_event_text(was, original),
                now=_event_text(now, fork),
            )
    return None


def check_compared(names: Iterable[str]) -> None:
    """Refuses metrics by which a fork cannot be set beside its match.

    Raises:
        UsageError: if there is none of that name, or it is of costs or faults.
    """
    for name in names:
        if not metric(name).tells_outcome:
            raise UsageError(f"{name} is not compared: a fork takes most of what its match took over unpaid")


def value(score: MatchScore, name: str) -> float | None:
    """Returns a metric of a match; None where it has none, and for costs and faults: a fork inherits them."""
    measured = metrics()[name]
    if not measured.tells_outcome:
        return None
    parts = measured.parts(score, Cut())
    is_measured = parts.possible and not math.isnan(parts.reached)
    return parts.reached / parts.possible if is_measured else None


def _values(record: Record, player: Player) -> dict[str, float]:
    score = score_match(record)
    told = {REWARD: Sides.of(record).reward(player)} | {name: value(score, name) for name in metrics()}
    return {name: known for name, known in told.items() if known is not None}


def _event_text(event: Event | None, record: Record) -> str:
    if event is None:
        return ""
    return tell(event, record.setup.language, record.setup.game.name)


def _votes(original: Record, fork: Record) -> dict[tuple[int, Player, str], tuple[str, str]]:
    was, now = dict(_cast(original)), dict(_cast(fork))
    return {place: (was.get(place, ""), now.get(place, "")) for place in {**was, **now}}


def _cast(record: Record) -> Iterator[tuple[tuple[int, Player, str], str]]:
    for vote in ballots(record):
        yield (vote.round, vote.actor or "", vote.case or ""), ", ".join(vote.chosen) or "–"


def _winners(was: list[CaseOutcome], now: list[CaseOutcome]) -> dict[str, tuple[str | None, str | None]]:
    ours = {case.case: case.winner for case in now}
    return {case.case: (case.winner, ours.get(case.case)) for case in was}
