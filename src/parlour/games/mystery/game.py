"""The registration of the murder mystery."""

from __future__ import annotations

from parlour.core import Game, event_kinds, request_kinds
from parlour.games.mystery.events import ANSWERED
from parlour.games.mystery.rules import start
from parlour.games.mystery.script import FEWEST_PLAYERS, MOST_PLAYERS
from parlour.games.mystery.setup import MysterySetup, Team

GAME = Game(
    protocol=1,
    name="mystery",
    titles={"en": "Murder mystery", "zh": "剧本杀"},
    package="parlour.games.mystery",
    setup=MysterySetup,
    start=start,
    teams=tuple(Team),
    seats=(FEWEST_PLAYERS, MOST_PLAYERS),
    usual=6,
    requests=(
        request_kinds.INTRODUCE,
        request_kinds.PREPARE,
        request_kinds.ASK,
        request_kinds.REPLY,
        request_kinds.REFLECT,
        request_kinds.VOTE,
        request_kinds.ANSWER,
    ),
    events=(
        event_kinds.ROLE,
        event_kinds.SCRIPT,
        event_kinds.SECRET,
        event_kinds.OBJECTIVE,
        event_kinds.ROUND,
        event_kinds.INTRODUCED,
        event_kinds.ASKED,
        event_kinds.REPLIED,
        event_kinds.PASSED,
        event_kinds.VOTED,
        event_kinds.ELIMINATED,
        event_kinds.REVEALED,
        event_kinds.WON,
        ANSWERED,
    ),
    roles={team.value: team.value for team in Team},
    talk=(event_kinds.INTRODUCED, event_kinds.ASKED, event_kinds.REPLIED, event_kinds.PASSED),
)
