"""What thinking took is told of whoever held a seat at the time."""

from __future__ import annotations

from dataclasses import replace

from parlour.arena import Record, SeatAssignment, passed_to
from parlour.core import Player
from parlour.web.insight.review import SeatCost, seat_costs
from tests.web.played import played


def calls_of(costs: list[SeatCost], player: Player) -> dict[str, int]:
    return {each.model: each.spent.calls for each in costs if each.player == player}


def handed_over(record: Record, player: Player, step: int) -> list[SeatCost]:
    setup = passed_to(record.setup, player, step, SeatAssignment(method="plain", model="rehearsal"))
    return list(seat_costs(replace(record, setup=setup)))


def test_a_call_is_of_whoever_holds_the_seat_from_its_step_on():
    record = played("mystery", "player-star")
    player = record.setup.players[0]
    steps = sorted(
        int(call.key.request.partition(".")[0]) for call in record.calls if call.key.player == player
    )
    first, last, whole = steps[0], steps[-1], len(steps)
    assert first < last
    whose = calls_of(list(seat_costs(record)), player)
    assert whose == {"reader": whole}
    for step in (first, last, last + 1):
        later = sum(each >= step for each in steps)
        told = calls_of(handed_over(record, player, step), player)
        assert told == {name: n for name, n in (("reader", whole - later), ("rehearsal", later)) if n}
    assert [each.player for each in seat_costs(record)] == list(record.setup.players)
