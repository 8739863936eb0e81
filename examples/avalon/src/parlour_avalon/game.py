"""Avalon as it registers itself."""

from __future__ import annotations

from parlour.core import Game, event_kinds, request_kinds

from parlour_avalon import kinds
from parlour_avalon.roles import FEWEST, MOST, Role, Team
from parlour_avalon.rules import start
from parlour_avalon.setup import AvalonSetup, seat_names

GAME = Game(
    protocol=1,
    name="avalon",
    titles={"en": "Avalon", "zh": "阿瓦隆"},
    package="parlour_avalon",
    setup=AvalonSetup,
    start=start,
    teams=tuple(Team),
    seats=(FEWEST, MOST),
    usual=7,
    requests=(
        kinds.PROPOSE,
        request_kinds.SPEAK,
        kinds.BALLOT,
        kinds.QUEST,
        kinds.CONFER,
        kinds.ASSASSINATE,
        request_kinds.BID,
    ),
    events=(
        event_kinds.ROLE,
        event_kinds.FELLOWS,
        kinds.SEEN,
        kinds.LED,
        kinds.PROPOSED,
        event_kinds.SPOKE,
        event_kinds.PASSED,
        kinds.BALLOTED,
        kinds.APPROVED,
        kinds.REJECTED,
        kinds.PLAYED,
        kinds.SUCCEEDED,
        kinds.FAILED,
        kinds.HUNT,
        event_kinds.CONFERRED,
        kinds.ASSASSINATED,
        event_kinds.WON,
        event_kinds.REVEALED,
        event_kinds.INTERRUPTED,
    ),
    seat_names=seat_names,
    roles={role.value: role.team.value for role in (Role.SERVANT, *Role)},
    sought=tuple(role for role in Role if role.team is Team.EVIL),
    hunted=(Role.MERLIN, Role.PERCIVAL),
)
