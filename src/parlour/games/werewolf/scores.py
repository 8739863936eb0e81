"""Scores of Werewolf matches, and the metrics over them: win rates, action scores, reasoning and costs.

Matches are scored seat by seat, since two methods may meet in one; seats of one method can be taken apart
from the rest (`MatchScore.seen_by`). The trust paper counts a *team* of three werewolves or three leaders;
the villager on either method belongs to the good side, and is left out of all rates of teams.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import StrEnum

from parlour.arena import Act, Note, Record
from parlour.core import Player
from parlour.evaluation import (
    Cut,
    MatchScore,
    Metric,
    MetricFamily,
    Parts,
    PlainScoring,
    SeatScore,
    Spent,
    score_by_counts,
    share,
    spent,
)
from parlour.games.werewolf.deeds import Label, deeds, label_deeds, roles, sides
from parlour.games.werewolf.setup import LEADERS, PACK, Role


class WerewolfScoring(PlainScoring):
    """The scoring of a match with a score per seat; a draw has no winner, and counts."""

    def score(self, record: Record, leaving_out: Collection[Player]) -> MatchScore:
        cases, players = self.verdicts(record), record.setup.players
        winner = next((case.winner for case in cases), None)
        shared = spent(call for call in record.calls if call.key.player not in players)
        return score_by_counts(record, cases).model_copy(
            update={"seats": tuple(score_seats(record, winner)), "shared": shared}
        )


PART = WerewolfScoring()


UPDATING = frozenset({"evidence", "graph"})
"""The purposes of calls that take in what happened; others retrieve, reason and speak (appendix B of the
trust paper)."""
EVIDENCE = "evidence"
"""The kind of thought in which a method puts on record what it collects."""


def score_seats(record: Record, winner: str | None) -> Iterator[SeatScore]:
    """Yields the score of every seat, in seat order.

    Raises:
        UsageError: if it is another game.
    """
    are, seat_sides = roles(record), sides(record)
    done = Counter((deed.player, deed.is_right) for deed in deeds(record))
    labels = Counter((reasoned.deed.player, reasoned.label) for reasoned in label_deeds(record))
    acts = Counter((item.player, item.is_fallback) for item in record.items if isinstance(item, Act))
    for seat in record.setup.seats:
        name, role = seat.player, are[seat.player]
        calls = [call for call in record.calls if call.key.player == name]
        yield SeatScore(
            player=name,
            method=seat.method,
            model=seat.model,
            role=role,
            won=winner == seat_sides[name],
            right=done[name, True],
            wrong=done[name, False],
            labels={label: labels[name, label] for label in Label if labels[name, label]},
            faults=Counter(fault.purpose for fault in record.faults if fault.player == name),
            actions=acts[name, True] + acts[name, False],
            fallbacks=acts[name, True],
            updating=spent(call for call in calls if call.key.purpose in UPDATING),
            deciding=spent(call for call in calls if call.key.purpose not in UPDATING),
            kept=_evidence_bytes(record, name),
        )


def _evidence_bytes(record: Record, player: Player) -> int | None:
    notes = (item for item in record.items if isinstance(item, Note) and item.player == player)
    sizes = [len(note.thought.model_dump_json()) for note in notes if note.thought.kind == EVIDENCE]
    return sum(sizes) if sizes else None


POINTS: Mapping[Role, float] = {
    role: 0.5 if role in PACK else 1.5 if role in LEADERS else 1.0 for role in Role
}
"""The points of a right deed, and the loss of a wrong one (the trust paper, table 2); roles that it does
not have count as its leaders, or as its werewolves."""
WINNERS = 5
"""Points that each player of the winning side has besides (section 4.1.2)."""

MEGABYTE = 1_000_000
EVEN = 0.5
"""The share of wins of each of two equal methods that change sides at the same tables."""
LABELS: Mapping[Label, str] = {
    Label.CORRECT: "Correct reasoning",
    Label.DECEPTION: "Deception",
    Label.HALLUCINATION: "Hallucination",
}


class Identity(StrEnum):
    """A role, or the roles that the paper counts together under one name."""

    WEREWOLF = "werewolf"
    LEADER = "leader"
    SEER = "seer"
    WITCH = "witch"
    GUARD = "guard"
    VILLAGER = "villager"

    def covers(self, role: str) -> bool:
        if self is Identity.WEREWOLF:
            return role in PACK
        return role in LEADERS if self is Identity.LEADER else role == self.value


TEAMS = (Identity.WEREWOLF, Identity.LEADER)


def points(seat: SeatScore) -> float:
    """Returns a seat's action score (the trust paper, table 2)."""
    return WINNERS * seat.won + POINTS[Role(seat.role)] * (seat.right - seat.wrong)


def _all() -> Iterator[Metric]:
    """Yields all metrics of Werewolf."""
    yield _wins("twr", "Total win rate (TWR)", TEAMS, chance=EVEN)
    yield _wins("wwr", "Werewolf win rate (WWR)", [Identity.WEREWOLF])
    yield _wins("lwr", "Leader win rate (LWR)", [Identity.LEADER])
    for identity in Identity:
        yield _action_score(identity)
        yield _share(
            f"right.{identity}", f"Right deeds of a {identity}", identity, lambda seat: seat.right, _deeds
        )
    yield Metric(name="right.good", label="Right deeds of the good", unit="share", parts=_right_of_good)
    for label in Label:
        for identity in TEAMS:
            yield _share(
                f"{label}.{identity}",
                f"{LABELS[label]}, {identity}",
                identity,
                lambda seat, label=label: seat.labels.get(label, 0),
                lambda seat: sum(seat.labels.values()),
            )
    yield _per_call(
        "update.seconds",
        "Seconds per update",
        lambda score: [score.shared, *(seat.updating for seat in score.seats)],
    )
    yield _per_call(
        "decision.seconds",
        "Seconds per retrieval or decision",
        lambda score: [seat.deciding for seat in score.seats],
    )
    yield Metric(
        name="kept.megabytes",
        label="Evidence kept, per seat and game",
        unit="megabytes",
        parts=_evidence_kept,
        better="less",
        tells_outcome=False,
    )


def _wins(name: str, label: str, teams: Iterable[Identity], chance: float | None = None) -> Metric:
    def parts(score: MatchScore, cut: Cut) -> Parts:
        played = [seats for team in teams if (seats := _seats(score, team))]
        return share(sum(seats[0].won for seats in played), len(played))

    return Metric(name=name, label=label, unit="share", parts=parts, chance=chance)


def _right_of_good(score: MatchScore, cut: Cut) -> Parts:
    good = [seat for seat in score.seats if not Identity.WEREWOLF.covers(seat.role)]
    return share(sum(seat.right for seat in good), sum(map(_deeds, good)))


def _action_score(identity: Identity) -> Metric:
    def parts(score: MatchScore, cut: Cut) -> Parts:
        seats = _seats(score, identity)
        return share(sum(map(points, seats)), len(seats))

    label = f"Action score of a {identity}"
    return Metric(name=f"action.{identity}", label=label, unit="points", parts=parts)


def _share(
    name: str,
    label: str,
    identity: Identity,
    reached: Callable[[SeatScore], int],
    possible: Callable[[SeatScore], int],
) -> Metric:
    def parts(score: MatchScore, cut: Cut) -> Parts:
        seats = _seats(score, identity)
        return share(sum(map(reached, seats)), sum(map(possible, seats)))

    return Metric(name=name, label=label, unit="share", parts=parts)


def _per_call(name: str, label: str, of: Callable[[MatchScore], Iterable[Spent]]) -> Metric:
    def parts(score: MatchScore, cut: Cut) -> Parts:
        total = Spent.of(of(score))
        return share(total.seconds, total.calls)

    return Metric(name=name, label=label, unit="seconds", parts=parts, better="less", tells_outcome=False)


def _evidence_kept(score: MatchScore, cut: Cut) -> Parts:
    sizes = [seat.kept for seat in score.seats if seat.kept is not None]
    return share(sum(sizes) / MEGABYTE, len(sizes))


def _seats(score: MatchScore, identity: Identity) -> list[SeatScore]:
    return [seat for seat in score.seats if identity.covers(seat.role)]


def _deeds(seat: SeatScore) -> int:
    return seat.right + seat.wrong


METRICS = MetricFamily(metrics=tuple(_all()))
