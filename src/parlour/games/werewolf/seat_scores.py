"""What each seat of a werewolf table came to: its side's win, its deeds, its reasoning, and what it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from parlour.arena import Act, Note, Record, faults, items
from parlour.core import Player
from parlour.evaluation import SeatScore, spent
from parlour.games.werewolf.deeds import deeds, roles, sides
from parlour.games.werewolf.reasoning import Label, reasoned

UPDATING = frozenset({"evidence", "graph"})
"""The purposes of calls that take in what happened; others retrieve, reason and speak (appendix B of the
trust paper)."""
EVIDENCE = "evidence"
"""The kind of thought in which a method puts on record what it collects."""


def score_seats(record: Record, winner: str | None) -> Iterator[SeatScore]:
    """Every seat of a game of Werewolf, in seat order.

    Args:
        record: of the match.
        winner: the side that won; None where nobody did.

    Raises:
        UsageError: if it is another game.
    """
    are, held = roles(record), sides(record)
    done = Counter((deed.player, deed.is_right) for deed in deeds(record))
    labels = Counter((each.deed.player, each.label) for each in reasoned(record))
    acts = Counter((item.player, item.is_fallback) for item in items(record) if isinstance(item, Act))
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
            faults=Counter(fault.purpose for fault in faults(record) if fault.player == name),
            actions=acts[name, True] + acts[name, False],
            fallbacks=acts[name, True],
            updating=spent(call for call in calls if call.key.purpose in UPDATING),
            deciding=spent(call for call in calls if call.key.purpose not in UPDATING),
            kept=_kept(record, name),
        )


def _kept(record: Record, player: Player) -> int | None:
    """Bytes of the evidence that a seat's method collected; what follows from it can be made again."""
    notes = (item for item in items(record) if isinstance(item, Note) and item.player == player)
    sizes = [len(note.thought.model_dump_json()) for note in notes if note.thought.kind == EVIDENCE]
    return sum(sizes) if sizes else None
