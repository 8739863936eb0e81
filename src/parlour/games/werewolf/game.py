"""The registration of Werewolf."""

from __future__ import annotations

from parlour.core import EventKind, Game, RequestKind, event_kinds, request_kinds
from parlour.games.werewolf import kinds
from parlour.games.werewolf.rules import start
from parlour.games.werewolf.setup import FEWEST, LEADERS, MOST, Role, Team, WerewolfSetup, seat_names

_ASKED = [kind for kind in vars(kinds).values() if isinstance(kind, RequestKind) and kind != kinds.CONFER]
_TOLD = [kind for kind in vars(kinds).values() if isinstance(kind, EventKind)]
GAME = Game(
    protocol=1,
    name="werewolf",
    titles={"en": "Werewolf", "zh": "狼人杀"},
    package="parlour.games.werewolf",
    setup=WerewolfSetup,
    start=start,
    teams=tuple(Team),
    seats=(FEWEST, MOST),
    usual=8,
    requests=(
        *(request_kinds.CHECK, kinds.CONFER, request_kinds.SPEAK, request_kinds.VOTE),
        *_ASKED,
        request_kinds.BID,
    ),
    events=(
        *(event_kinds.ROLE, event_kinds.FELLOWS, event_kinds.NIGHT, event_kinds.DAY, event_kinds.CONFERRED),
        *(event_kinds.CHECKED, event_kinds.SPOKE, event_kinds.PASSED, event_kinds.VOTED, event_kinds.TIED),
        *(event_kinds.ELIMINATED, event_kinds.REVEALED, event_kinds.WON),
        *_TOLD,
        event_kinds.INTERRUPTED,
    ),
    seat_names=seat_names,
    roles={role.value: role.team.value for role in (Role.VILLAGER, *Role)},
    sought=tuple(role for role in Role if role.is_wolf),
    hunted=tuple(role for role in Role if role in LEADERS),
)
