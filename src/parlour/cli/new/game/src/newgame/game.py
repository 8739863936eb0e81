"""Newgame as it registers itself."""

from __future__ import annotations

from newgame.rules import start
from newgame.setup import FEWEST, LOYAL, MOST, TRAITOR, NewgameSetup, seat_names
from parlour.core import Game, event_kinds, request_kinds

GAME = Game(
    protocol=1,
    name="newgame",
    titles={"en": "Newgame", "zh": "Newgame"},
    package="newgame",
    setup=NewgameSetup,
    start=start,
    teams=(LOYAL, TRAITOR),
    seats=(FEWEST, MOST),
    usual=5,
    requests=(request_kinds.SPEAK, request_kinds.VOTE),
    events=(
        event_kinds.ROLE,
        event_kinds.SPOKE,
        event_kinds.PASSED,
        event_kinds.VOTED,
        event_kinds.ELIMINATED,
        event_kinds.WON,
        event_kinds.REVEALED,
    ),
    seat_names=seat_names,
    sought=(TRAITOR,),
)
