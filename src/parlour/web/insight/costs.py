"""What each seat's thinking took, by the model that it thought with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parlour.arena import OUTSIDE, Record, RecordedCall, faults
from parlour.core import Player
from parlour.evaluation import Spent, spent
from parlour.llm import AT


@dataclass(frozen=True, kw_only=True)
class SeatCost:
    """What calls to one model took for one seat.

    Attributes:
        player: the seat; empty for what was read once for several.
        method: how the seat played then; empty for several.
        model: the model string.
        spent: tokens, dollars and seconds.
        faults: how many the seat made; counted with its first model.
    """

    player: Player
    method: str
    model: str
    spent: Spent
    faults: int = 0


def seat_costs(record: Record) -> Iterator[SeatCost]:
    """Costs by seat, in seat order, and by whoever held it; what was read for several comes last."""
    made: dict[tuple[Player, str, str], list[RecordedCall]] = {}
    for call in record.calls:
        if (holder := _holder(record, call)) is not None:
            made.setdefault(holder, []).append(call)
    troubles = [fault.player for fault in faults(record)]
    order = {name: number for number, name in enumerate(record.setup.players)}
    seen: set[Player] = set()
    for key in sorted(made, key=lambda key: order.get(key[0], len(order))):
        player, method, model = key
        count = troubles.count(player) if player not in seen else 0
        seen.add(player)
        yield SeatCost(player=player, method=method, model=model, spent=spent(made[key]), faults=count)


def _holder(record: Record, call: RecordedCall) -> tuple[Player, str, str] | None:
    """Who made a call; None for what came from outside, which costs nothing."""
    if call.key.player.startswith(AT):
        return "", "", call.key.player.removeprefix(AT)
    seat = next((each for each in record.setup.seats if each.player == call.key.player), None)
    if seat is None or call.key.purpose in OUTSIDE:
        return None
    step = int(call.key.request.partition(".")[0]) if call.key.request[:1].isdigit() else 0
    holder = [seat, *(each for each in seat.then if each.step <= step)][-1]
    return seat.player, holder.method, holder.model
