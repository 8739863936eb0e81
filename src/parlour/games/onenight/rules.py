"""The rules of One Night (Deng and Cai, appendix A): one night, rounds of statements, a vote that counts.

How people play it is another set of rules (`people/`), which a setup may ask for.

By night the seer points at two others and learns whether one of them is the werewolf; masons know each other
from the deal on. By day each player makes a statement in each round, in seat order, or takes the floor freely
(`core/floor.py`). After each round all vote in secret on who the werewolf is, and the ballots stay secret.
The votes after the earlier rounds are *polls*: they decide nothing, and the paper measures them. The vote
after the last round decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from parlour.core import (
    PASS,
    Action,
    Case,
    CaseOutcome,
    Event,
    EventKind,
    Floor,
    Outcome,
    Player,
    Request,
    chance,
    decided,
    event,
    event_kinds,
    numbered,
    one_line,
    private,
    request_kinds,
)
from parlour.errors import IllegalAction, SetupError
from parlour.games.onenight.people import PeopleState
from parlour.games.onenight.requests import ballot, make_request, on_floor
from parlour.games.onenight.setup import OneNightSetup, Role, Team
from parlour.games.onenight.verdict import THE_WEREWOLF, count, winner

POINTED_AT = 2
"""The number of players that the seer points at."""
Taken = Sequence[tuple[Request, Action]]


class Stage(StrEnum):
    """The stage of the game."""

    DEAL = "deal"
    NIGHT = "night"
    SPEAK = "speak"
    VOTE = "vote"
    OVER = "over"


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
class OneNightState:
    """The full state of a game of One Night.

    Attributes:
        setup: players, roles and options.
        seed: the match seed.
        roles: the roles, in seat order.
        step: the number of steps taken.
        told: the number of events so far.
        stage: the stage of the game.
        round: of statements, from 1; 0 by night.
        spoken: the number of players who have spoken in this round; where the talk is free, 1 from its
          beginning on.
        floor: the discussion of the round, where it is free.
        voted_out: the player eliminated by the final vote.
    """

    setup: OneNightSetup
    seed: int
    roles: tuple[Role, ...]
    step: int = 0
    told: int = 0
    stage: Stage = Stage.DEAL
    round: int = 0
    spoken: int = 0
    floor: Floor | None = None
    voted_out: Player | None = None

    @property
    def players(self) -> tuple[Player, ...]:
        return self.setup.players

    @property
    def is_over(self) -> bool:
        return self.stage is Stage.OVER

    @property
    def may_be_cut(self) -> bool:
        return self.setup.talk == "open"

    @property
    def outcome(self) -> Outcome | None:
        if not self.is_over:
            return None
        end = CaseOutcome(
            case=THE_WEREWOLF,
            eliminated=self.voted_out,
            truth=self.holders(Role.WEREWOLF),
            winner=self._winner,
        )
        return Outcome(cases=(end,))

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

    def fallback(self, request: Request) -> Action:
        return PASS

    def requests(self) -> Sequence[Request]:
        """Returns the requests of this step: one statement at a time, the votes at once."""
        match self.stage:
            case Stage.DEAL | Stage.OVER:
                return []
            case Stage.NIGHT:
                return [self._check(seer) for seer in self.holders(Role.SEER)]
            case Stage.SPEAK if self.floor:
                return [on_floor(self, each) for each in self.floor.requests()]
            case Stage.SPEAK:
                return [
                    make_request(
                        self, self.players[self.spoken], request_kinds.SPEAK, words=self.setup.longest
                    )
                ]
            case Stage.VOTE:
                return [ballot(self, player) for player in self.players]
        assert_never(self.stage)

    def apply(self, actions: Mapping[str, Action]) -> tuple[OneNightState, Sequence[Event]]:
        state, events = self._advance(decided(self.requests(), actions))
        state = replace(state, step=self.step + 1, told=self.told + len(events))
        return state, numbered(events, self.told, self.round)

    def _advance(self, taken: Taken) -> tuple[OneNightState, list[Event]]:
        match self.stage:
            case Stage.DEAL:
                return replace(self, stage=Stage.NIGHT), [*self._deal(), event(event_kinds.NIGHT)]
            case Stage.NIGHT:
                return self._next_round(), [*map(self._check_result, taken), event(event_kinds.DAY)]
            case Stage.SPEAK if self.floor:
                return self._discuss(self.floor, taken)
            case Stage.SPEAK:
                return self._hear(*taken[0])
            case Stage.VOTE if self.round < self.setup.rounds:
                return self._next_round(), self._ballots(event_kinds.POLLED, taken)
            case Stage.VOTE:
                return self._decide(taken)
            case Stage.OVER:
                raise IllegalAction("the match is over")
        assert_never(self.stage)

    # Night

    def _deal(self) -> Iterator[Event]:
        for player in self.players:
            yield private(event_kinds.ROLE, player, role=self.role(player))
        for player in self.players:
            if fellows := self._fellows(player):
                yield private(event_kinds.FELLOWS, player, chosen=fellows, role=self.role(fellows[0]))

    def _fellows(self, player: Player) -> tuple[Player, ...]:
        match self.role(player):
            case Role.MASON:
                return tuple(other for other in self.holders(Role.MASON) if other != player)
            case Role.MINION if self.setup.minion_knows_wolf:
                return self.holders(Role.WEREWOLF)
            case _:
                return ()

    def _check_result(self, decision: tuple[Request, Action]) -> Event:
        request, action = decision
        if not action.chosen:
            return private(event_kinds.CHECKED, request.player)
        found = any(self.role(player) is Role.WEREWOLF for player in action.chosen)
        side = Team.WEREWOLF if found else Team.VILLAGE
        in_seat_order = tuple(player for player in self.players if player in action.chosen)
        return private(event_kinds.CHECKED, request.player, chosen=in_seat_order, role=side)

    # Day

    def _next_round(self) -> OneNightState:
        floor = Floor.opened(self.setup.talk, self.players, self.setup.speeches)
        return replace(self, stage=Stage.SPEAK, round=self.round + 1, spoken=0, floor=floor)

    def _hear(self, request: Request, action: Action) -> tuple[OneNightState, list[Event]]:
        speech, spoken = one_line(action.speech), self.spoken + 1
        kind = event_kinds.SPOKE if speech else event_kinds.PASSED
        stage = Stage.VOTE if spoken == len(self.players) else Stage.SPEAK
        told = [event(event_kinds.ROUND)] if not self.spoken else []
        told.append(event(kind, actor=request.player, text=speech))
        return replace(self, spoken=spoken, stage=stage), told

    def _discuss(self, floor: Floor, taken: Taken) -> tuple[OneNightState, list[Event]]:
        floor, told = floor.apply(taken, chance(self.seed, "floor", self.step))
        opening = [] if self.spoken else [event(event_kinds.ROUND)]
        stage = Stage.VOTE if floor.is_over else Stage.SPEAK
        return replace(self, floor=floor, spoken=1, stage=stage), [*opening, *told]

    def _ballots(self, kind: EventKind, taken: Taken) -> list[Event]:
        return [
            private(kind, request.player, case=THE_WEREWOLF, chosen=action.chosen)
            for request, action in taken
        ]

    def _decide(self, taken: Taken) -> tuple[OneNightState, list[Event]]:
        cast = [name for _, action in taken for name in action.chosen]
        end = count(self.players, cast, self.seed)
        state = replace(self, stage=Stage.OVER, voted_out=end.eliminated)
        told = self._ballots(event_kinds.VOTED, taken)
        if end.tied:
            told.append(event(event_kinds.TIED, case=THE_WEREWOLF, chosen=end.tied))
        gone = (end.eliminated,) if end.eliminated else ()
        told.append(event(event_kinds.ELIMINATED, case=THE_WEREWOLF, chosen=gone))
        told.append(event(event_kinds.WON, case=THE_WEREWOLF, chosen=(state._winner,)))
        told += [event(event_kinds.REVEALED, chosen=(each,), role=self.role(each)) for each in self.players]
        return state, told

    @property
    def _winner(self) -> Team:
        return winner(self.role(self.voted_out) if self.voted_out else None)

    # Requests

    def _check(self, seer: Player) -> Request:
        others = tuple(name for name in self.players if name != seer)
        return make_request(
            self, seer, request_kinds.CHECK, options=others, least=POINTED_AT, most=POINTED_AT
        )
