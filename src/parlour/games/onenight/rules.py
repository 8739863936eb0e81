"""The rules of One Night (Deng and Cai, appendix A): one night, rounds of statements, a vote that counts.

By night the seer points at two others and learns whether one of them is the werewolf; masons know each other
from the deal on. After each round all vote in secret on who the werewolf is, and the ballots stay secret. The
votes after the earlier rounds are *polls*: they decide nothing, and the paper measures them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from parlour.core import (
    Case,
    CaseOutcome,
    Event,
    EventKind,
    Outcome,
    Player,
    Request,
    event,
    event_kinds,
    private,
    request_kinds,
)
from parlour.errors import SetupError
from parlour.games.onenight.people import PeopleState
from parlour.games.onenight.setup import OneNightSetup, Role, Team
from parlour.games.onenight.table import Stage, TableState, Taken
from parlour.games.onenight.verdict import THE_WEREWOLF, count, winner

POINTED_AT = 2
"""The number of players that the seer points at."""


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


@dataclass(frozen=True, kw_only=True)
class OneNightState(TableState):
    """The full state of a game by the paper's rules: the roles in seat order."""

    roles: tuple[Role, ...]
    voted_out: Player | None = None

    @property
    def outcome(self) -> Outcome | None:
        if not self.is_over:
            return None
        truth, out = self.holders(Role.WEREWOLF), self.voted_out
        return Outcome(
            cases=(CaseOutcome(case=THE_WEREWOLF, eliminated=out, truth=truth, winner=self._winner),)
        )

    def role(self, player: Player) -> Role:
        return self.roles[self.players.index(player)]

    def holders(self, role: Role) -> tuple[Player, ...]:
        return tuple(player for player in self.players if self.role(player) is role)

    def cases(self, player: Player) -> Sequence[Case]:
        """Returns the question who the werewolf is, among players whose role is unknown to the player."""
        told = {other: self.role(other) for other in (player, *self._fellows(player))}
        others = tuple(other for other in self.players if other not in told)
        return [Case(name=THE_WEREWOLF, candidates=others, answers=int(Role.WEREWOLF not in told.values()))]

    def teams(self) -> Mapping[Player, Team]:
        return {player: self.role(player).team for player in self.players}

    def _deal(self) -> Iterator[Event]:
        for player in self.players:
            yield private(event_kinds.ROLE, player, role=self.role(player))
        for player in self.players:
            if fellows := self._fellows(player):
                yield private(event_kinds.FELLOWS, player, chosen=fellows, role=self.role(fellows[0]))

    def _fellows(self, player: Player) -> tuple[Player, ...]:
        """Returns the players whose role a player learns: masons each other's, a minion its werewolf's."""
        match self.role(player):
            case Role.MASON:
                return tuple(other for other in self.holders(Role.MASON) if other != player)
            case Role.MINION if self.setup.minion_knows_wolf:
                return self.holders(Role.WEREWOLF)
            case _:
                return ()

    def _night_requests(self) -> Iterator[Request]:
        for seer in self.holders(Role.SEER):
            options = self._others(seer)
            yield self._request(seer, request_kinds.CHECK, options, least=POINTED_AT, most=POINTED_AT)

    def _end_night(self, taken: Taken) -> tuple[Self, list[Event]]:
        told: list[Event] = []
        for request, action in taken:
            found = any(self.role(player) is Role.WEREWOLF for player in action.chosen)
            side = (Team.WEREWOLF if found else Team.VILLAGE) if action.chosen else None
            in_seat_order = tuple(player for player in self.players if player in action.chosen)
            told.append(private(event_kinds.CHECKED, request.player, chosen=in_seat_order, role=side))
        return self, told

    def _ballots(self, kind: EventKind, taken: Taken) -> list[Event]:
        return [
            private(kind, request.player, case=THE_WEREWOLF, chosen=action.chosen)
            for request, action in taken
        ]

    def _decide(self, taken: Taken) -> tuple[Self, list[Event]]:
        if self.round < self.setup.rounds:
            return self._next_round(), self._ballots(event_kinds.POLLED, taken)
        cast = [name for _, action in taken for name in action.chosen]
        tied, out = count(self.players, cast, self.seed)
        state = replace(self, stage=Stage.OVER, voted_out=out)
        told = self._ballots(event_kinds.VOTED, taken)
        if tied:
            told.append(event(event_kinds.TIED, case=THE_WEREWOLF, chosen=tied))
        told.append(event(event_kinds.ELIMINATED, case=THE_WEREWOLF, chosen=(out,) if out else ()))
        told.append(event(event_kinds.WON, case=THE_WEREWOLF, chosen=(state._winner,)))
        told += [event(event_kinds.REVEALED, chosen=(each,), role=self.role(each)) for each in self.players]
        return state, told

    @property
    def _winner(self) -> Team:
        return winner(self.role(self.voted_out) if self.voted_out else None)
