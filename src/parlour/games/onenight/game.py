"""The beginning of a game of One Night, and its registration."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core import EventKind, Game, Player, RequestKind, event_kinds, request_kinds
from parlour.errors import SetupError
from parlour.games.onenight import kinds
from parlour.games.onenight.people import PeopleState
from parlour.games.onenight.rules import OneNightState
from parlour.games.onenight.setup import FEWEST, MOST, OneNightSetup, Role, Team, seat_names


def start(players: Sequence[Player], seed: int, setup: OneNightSetup) -> OneNightState | PeopleState:
    """Seats the players and deals the roles, for the rules of the setup.

    Raises:
        SetupError: if the players are not the setup's.
    """
    if tuple(players) != setup.players:
        raise SetupError(f"the seats of this table are {', '.join(setup.players)}")
    if setup.is_of_people:
        return PeopleState.dealt(setup, seed)
    return OneNightState(setup=setup, seed=seed, roles=setup.dealt(seed))


GAME = Game(
    protocol=1,
    name="onenight",
    titles={"en": "One Night", "zh": "一夜狼人"},
    package="parlour.games.onenight",
    setup=OneNightSetup,
    start=start,
    teams=tuple(Team),
    seats=(FEWEST, MOST),
    usual=8,
    requests=(
        *(request_kinds.CHECK, request_kinds.SPEAK, request_kinds.VOTE),
        *(kind for kind in vars(kinds).values() if isinstance(kind, RequestKind)),
        request_kinds.BID,
    ),
    events=(
        *(event_kinds.ROLE, event_kinds.FELLOWS, event_kinds.NIGHT, event_kinds.CHECKED, event_kinds.DAY),
        *(event_kinds.ROUND, event_kinds.SPOKE, event_kinds.PASSED, event_kinds.POLLED, event_kinds.VOTED),
        *(event_kinds.TIED, event_kinds.ELIMINATED, event_kinds.REVEALED, event_kinds.WON),
        *(kind for kind in vars(kinds).values() if isinstance(kind, EventKind)),
        event_kinds.INTERRUPTED,
    ),
    seat_names=seat_names,
    roles={role.value: role.team.value for role in (Role.VILLAGER, *Role)},
    sought=(Role.WEREWOLF,),
    hunted=(Role.SEER,),
)
