"""What each seat of a werewolf table came to: its side's win, its deeds, its reasoning, and what it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from parlour.arena import Act, Record, faults, items
from parlour.evaluation.deeds import deeds, roles, winner
from parlour.evaluation.reasoning import Label, reasoned
from parlour.evaluation.score import SeatScore
from parlour.evaluation.spending import is_update, spent


def score_seats(record: Record) -> Iterator[SeatScore]:
    """Every seat of a game of Werewolf, in seat order.

    Raises:
        UsageError: if it is another game.
    """
    are, won = roles(record), winner(record)
    done = Counter((deed.player, deed.is_right) for deed in deeds(record))
    labels = Counter((each.deed.player, each.label) for each in reasoned(record))
    acts = Counter((item.player, item.is_fallback) for item in items(record) if isinstance(item, Act))
    for seat in record.setup.seats:
        name, role = seat.player, are[seat.player]
        calls = [call for call in record.calls if call.key.player == name]
        yield SeatScore(
            player=name,
            method=seat.method,
            role=role,
            won=won == role.team,
            right=done[name, True],
            wrong=done[name, False],
            labels={label: labels[name, label] for label in Label if labels[name, label]},
            faults=Counter(fault.purpose for fault in faults(record) if fault.player == name),
            actions=acts[name, True] + acts[name, False],
            fallbacks=acts[name, True],
            updating=spent(call for call in calls if is_update(call)),
            deciding=spent(call for call in calls if not is_update(call)),
        )
