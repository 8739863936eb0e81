"""The registration of Werewolf."""

from __future__ import annotations

from parlour.core import Game, event_kinds, request_kinds
from parlour.games.werewolf import kinds
from parlour.games.werewolf.rules import start
from parlour.games.werewolf.setup import FEWEST, LEADERS, MOST, Role, Team, WerewolfSetup, seat_names

_ASKED = (
    kinds.LINK,
    kinds.SPY,
    kinds.CHARM,
    kinds.CURSE,
    kinds.DUEL,
    kinds.EXPLODE,
    kinds.BAR,
    kinds.ELECT,
    kinds.BEQUEATH,
)
_TOLD = (
    kinds.LINKED,
    kinds.LOVED,
    kinds.SPIED,
    kinds.CHARMED,
    kinds.CURSED,
    kinds.BURIED,
    kinds.CROWED,
    kinds.GROWLED,
    kinds.EXPOSED,
    kinds.LOST_POWERS,
    kinds.SCAPEGOATED,
    kinds.BARRED,
    kinds.DUELLED,
    kinds.EXPLODED,
    kinds.GRIEVED,
    kinds.PERISHED,
    kinds.NAMED,
    kinds.ELECTED,
    kinds.BEQUEATHED,
)
"""The event kinds of tables with some of the rarer roles."""
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
        request_kinds.CHECK,
        kinds.CONFER,
        request_kinds.SPEAK,
        request_kinds.VOTE,
        kinds.KILL,
        kinds.PROTECT,
        kinds.SAVE,
        kinds.POISON,
        kinds.SHOOT,
        *_ASKED,
        request_kinds.BID,
    ),
    events=(
        event_kinds.ROLE,
        event_kinds.FELLOWS,
        event_kinds.NIGHT,
        event_kinds.DAY,
        event_kinds.CONFERRED,
        event_kinds.CHECKED,
        event_kinds.SPOKE,
        event_kinds.PASSED,
        event_kinds.VOTED,
        event_kinds.TIED,
        event_kinds.ELIMINATED,
        event_kinds.REVEALED,
        event_kinds.WON,
        kinds.TARGETED,
        kinds.ATTACKED,
        kinds.PROTECTED,
        kinds.SAVED,
        kinds.POISONED,
        kinds.DIED,
        kinds.SHOT,
        *_TOLD,
        event_kinds.INTERRUPTED,
    ),
    seat_names=seat_names,
    roles={role.value: role.team.value for role in (Role.VILLAGER, *Role)},
    sought=tuple(role for role in Role if role.is_wolf),
    hunted=tuple(role for role in Role if role in LEADERS),
)
