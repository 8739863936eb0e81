"""Scores of Werewolf matches, seat by seat, since two methods may meet in one match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from parlour.arena import Act, Note, Record
from parlour.core import Player
from parlour.evaluation import MatchScore, PlainScoring, SeatScore, score_by_counts, spent
from parlour.games.werewolf.deeds import Label, deeds, label_deeds, roles, sides


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
    are, held = roles(record), sides(record)
    done = Counter((deed.player, deed.is_right) for deed in deeds(record))
    labels = Counter((each.deed.player, each.label) for each in label_deeds(record))
    acts = Counter((item.player, item.is_fallback) for item in record.items if isinstance(item, Act))
    for seat in record.setup.seats:
        name, role = seat.player, are[seat.player]
        calls = [call for call in record.calls if call.key.player == name]
        yield SeatScore(
            player=name,
            method=seat.method,
            model=seat.model,
            role=role,
            won=winner == held[name],
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
