"""Reviews of a recorded match: each seat's beliefs by round, and the costs of its model calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from parlour.arena import OUTSIDE, Record, RecordedCall
from parlour.core import Player, event_kinds
from parlour.evaluation import Spent, ballots, spent
from parlour.llm import AT
from parlour.views import Truth
from parlour.web.insight.readings import SeatReading, measure


@dataclass(frozen=True, kw_only=True)
class Belief:
    """The players that a seat held to be the answer at some time.

    Attributes:
        named: the players; several if it was not sure.
        is_right: whether all are right; None without a truth or without a named player.
        by: its source: a measure, `polled` for a vote that decided nothing, or `voted` for one that counted.
        number: the number of its entry; -1 for a vote.
    """

    named: tuple[Player, ...]
    is_right: bool | None
    by: str
    number: int = -1


@dataclass(frozen=True, kw_only=True)
class Knew:
    """One seat's beliefs about one case.

    Attributes:
        seat: the seat.
        case: the hidden question.
        rounds: the last belief of each round that has one on record; of a seat without thoughts, its votes.
        votes: its votes that counted, by round; empty for an abstention.
        vote: the last of them; empty if it abstained or never voted.
        is_right: whether the vote was right.
        since: the first round from which every belief and the vote were right; None if the vote was wrong or
            there are no beliefs.
    """

    seat: Player
    case: str
    rounds: Mapping[int, Belief] = field(default_factory=dict[int, Belief])
    votes: Mapping[int, tuple[Player, ...]] = field(default_factory=dict[int, tuple[Player, ...]])
    vote: tuple[Player, ...] = ()
    is_right: bool | None = None
    since: int | None = None


def knew(record: Record, seat_readings: Sequence[SeatReading], true: Truth) -> Iterator[Knew]:
    """Yields each seat's beliefs and vote for each case, by case and in seat order."""
    cast = ballots(record)
    is_one = len(true.culprits) == 1
    for case in true.culprits:
        for seat in record.setup.players:
            votes = {
                event.round: event.chosen
                for event in cast
                if event.actor == seat and (event.case == case or (is_one and not event.case))
            }
            beliefs = _thought(seat_readings, case, seat, true) or _vote_beliefs(votes, case, true)
            rounds = dict(sorted({**beliefs, **_poll_beliefs(record, case, seat, true)}.items()))
            vote = next(reversed(votes.values()), ())
            is_right = true.is_right(case, vote)
            yield Knew(
                seat=seat,
                case=case,
                rounds=rounds,
                votes=votes,
                vote=vote,
                is_right=is_right,
                since=_since(rounds) if is_right else None,
            )


def _thought(seat_readings: Sequence[SeatReading], case: str, seat: Player, true: Truth) -> dict[int, Belief]:
    own_readings = [reading for reading in seat_readings if reading.seat == seat and reading.case == case]
    ranks = {reading.measure: measure(reading.measure).rank for reading in own_readings}
    plainest = min((kind for kind, rank in ranks.items() if rank), key=lambda kind: ranks[kind], default="")
    beliefs: dict[int, Belief] = {}
    by_entry: dict[int, list[SeatReading]] = {}
    for reading in own_readings:
        if reading.measure == plainest:
            by_entry.setdefault(reading.number, []).append(reading)
    for number, entry_readings in by_entry.items():
        suspects = _most_suspected(entry_readings)
        beliefs[entry_readings[0].round] = Belief(
            named=suspects, is_right=true.is_right(case, suspects), by=plainest, number=number
        )
    return beliefs


def _most_suspected(seat_readings: Iterable[SeatReading]) -> tuple[Player, ...]:
    suspected = [reading for reading in seat_readings if reading.suspicion > 0]
    most = max((reading.suspicion for reading in suspected), default=0)
    return tuple(reading.about for reading in suspected if reading.suspicion == most)


def _vote_beliefs(votes: Mapping[int, tuple[Player, ...]], case: str, true: Truth) -> dict[int, Belief]:
    return {
        number: Belief(named=chosen, is_right=true.is_right(case, chosen), by="voted")
        for number, chosen in votes.items()
    }


def _poll_beliefs(record: Record, case: str, seat: Player, true: Truth) -> dict[int, Belief]:
    return {
        event.round: Belief(named=event.chosen, is_right=true.is_right(case, event.chosen), by="polled")
        for event in record.events
        if event.kind is event_kinds.POLLED and event.actor == seat
    }


def _since(rounds: Mapping[int, Belief]) -> int | None:
    first = None
    for number, belief in rounds.items():
        if not belief.is_right:
            first = None
        elif first is None:
            first = number
    return first


@dataclass(frozen=True, kw_only=True)
class SeatCost:
    """The cost of one seat's calls to one model."""

    player: Player
    method: str
    model: str
    spent: Spent
    faults: int = 0


def seat_costs(record: Record) -> Iterator[SeatCost]:
    """Yields costs by seat, in seat order, and by method; shared calls come last."""
    calls: dict[tuple[Player, str, str], list[RecordedCall]] = {}
    for call in record.calls:
        if (holder := _holder(record, call)) is not None:
            calls.setdefault(holder, []).append(call)
    troubles = [fault.player for fault in record.faults]
    order = {name: number for number, name in enumerate(record.setup.players)}
    counted: set[Player] = set()
    for key in sorted(calls, key=lambda key: order.get(key[0], len(order))):
        player, method, model = key
        count = troubles.count(player) if player not in counted else 0
        counted.add(player)
        yield SeatCost(player=player, method=method, model=model, spent=spent(calls[key]), faults=count)


def _holder(record: Record, call: RecordedCall) -> tuple[Player, str, str] | None:
    if call.key.player.startswith(AT):
        return "", "", call.key.player.removeprefix(AT)
    seat = next((candidate for candidate in record.setup.seats if candidate.player == call.key.player), None)
    if seat is None or call.key.purpose in OUTSIDE:
        return None
    step = int(call.key.request.partition(".")[0]) if call.key.request[:1].isdigit() else 0
    holder = [seat, *(handover for handover in seat.then if handover.step <= step)][-1]
    return seat.player, holder.method, holder.model
