"""The course of One Night by either set of rules, and the paper's own (Deng and Cai, appendix A).

There is one night, then rounds of statements, then a vote that counts. By the paper's rules the seer points
at two others by night and learns whether one of them is the werewolf; masons know each other from the deal
on. After each round all vote in secret on who the werewolf is, and the ballots stay secret. The votes after
the earlier rounds are *polls*: they decide nothing, and the paper measures them. The rules of people are in
`people.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self, assert_never

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
    RequestKind,
    chance,
    copy_with,
    event,
    event_kinds,
    number_events,
    one_line,
    pair_actions,
    private,
    request_kinds,
)
from parlour.errors import IllegalAction
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


@dataclass(frozen=True, kw_only=True)
class TableState:
    """The state of a game by either set of rules, which adds where the cards are, the night and the vote.

    Attributes:
        round: of statements, from 1; 0 by night.
        spoken: the number of players who have spoken in this round; where the talk is free, 1 from its
          beginning on.
        floor: the discussion of the round, where it is free.
    """

    setup: OneNightSetup
    seed: int
    step: int = 0
    event_count: int = 0
    stage: Stage = Stage.DEAL
    round: int = 0
    spoken: int = 0
    floor: Floor | None = None

    @property
    def players(self) -> tuple[Player, ...]:
        return self.setup.players

    @property
    def is_over(self) -> bool:
        return self.stage is Stage.OVER

    @property
    def may_be_cut(self) -> bool:
        return self.setup.talk == "open"

    def fallback(self, request: Request) -> Action:
        return PASS

    def requests(self) -> Sequence[Request]:
        """Returns the requests of this step: one statement at a time, all else at once."""
        match self.stage:
            case Stage.DEAL | Stage.OVER:
                return []
            case Stage.NIGHT:
                return list(self._night_requests())
            case Stage.SPEAK if self.floor:
                return [
                    self._request(
                        request.player,
                        request.kind,
                        request.options,
                        words=self.setup.longest,
                        partner=request.partner,
                    )
                    for request in self.floor.requests()
                ]
            case Stage.SPEAK:
                return [
                    self._request(self.players[self.spoken], request_kinds.SPEAK, words=self.setup.longest)
                ]
            case Stage.VOTE:
                return [
                    self._request(player, request_kinds.VOTE, self._others(player), case=THE_WEREWOLF)
                    for player in self.players
                ]
        assert_never(self.stage)

    def apply(self, actions: Mapping[str, Action]) -> tuple[Self, Sequence[Event]]:
        state, events = self._advance(pair_actions(self.requests(), actions))
        state = copy_with(state, step=self.step + 1, event_count=self.event_count + len(events))
        return state, number_events(events, self.event_count, self.round)

    def _advance(self, actions: Taken) -> tuple[Self, list[Event]]:
        match self.stage:
            case Stage.DEAL:
                return copy_with(self, stage=Stage.NIGHT), [*self._deal(), event(event_kinds.NIGHT)]
            case Stage.NIGHT:
                state, news = self._end_night(actions)
                return state._next_round(), [*news, event(event_kinds.DAY)]
            case Stage.SPEAK if self.floor:
                floor, events = self.floor.apply(actions, chance(self.seed, "floor", self.step))
                state = copy_with(self, floor=floor, spoken=1)
                return state._after_talk() if floor.is_over else state, [*self._opening, *events]
            case Stage.SPEAK:
                [(request, action)] = actions
                speech, state = one_line(action.speech), copy_with(self, spoken=self.spoken + 1)
                kind = event_kinds.SPOKE if speech else event_kinds.PASSED
                events = [*self._opening, event(kind, actor=request.player, text=speech)]
                return state._after_talk() if state.spoken == len(self.players) else state, events
            case Stage.VOTE:
                return self._decide(actions)
            case Stage.OVER:
                raise IllegalAction("the match is over")
        assert_never(self.stage)

    @property
    def _opening(self) -> list[Event]:
        return [] if self.spoken else [event(event_kinds.ROUND)]

    def _next_round(self) -> Self:
        floor = Floor.begin(self.setup.talk, self.players, self.setup.speeches)
        return copy_with(self, stage=Stage.SPEAK, round=self.round + 1, spoken=0, floor=floor)

    def _after_talk(self) -> Self:
        return copy_with(self, stage=Stage.VOTE)

    def _deal(self) -> Iterable[Event]:
        raise NotImplementedError

    def _night_requests(self) -> Iterable[Request]:
        raise NotImplementedError

    def _end_night(self, actions: Taken) -> tuple[Self, Iterable[Event]]:
        raise NotImplementedError

    def _decide(self, actions: Taken) -> tuple[Self, list[Event]]:
        raise NotImplementedError

    def _others(self, player: Player) -> tuple[Player, ...]:
        return tuple(name for name in self.players if name != player)

    def _request(
        self,
        player: Player,
        kind: RequestKind,
        options: tuple[str, ...] = (),
        *,
        case: str | None = None,
        least: int = 0,
        most: int = 1,
        words: int = 0,
        partner: Player | None = None,
    ) -> Request:
        """Returns a request to a player; a required choice may be declined."""
        return Request(
            id=f"{self.step}.{kind}.{player}",
            step=self.step,
            player=player,
            kind=kind,
            round=self.round,
            case=case,
            options=options,
            least=least,
            most=min(most, len(options)),
            or_none=least > 0,
            words=words,
            partner=partner,
            coached=self.setup.coaching,
        )


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
        roles = {other: self.role(other) for other in (player, *self._fellows(player))}
        others = tuple(other for other in self.players if other not in roles)
        return [Case(name=THE_WEREWOLF, candidates=others, answers=int(Role.WEREWOLF not in roles.values()))]

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

    def _end_night(self, actions: Taken) -> tuple[Self, list[Event]]:
        events: list[Event] = []
        for request, action in actions:
            has_wolf = any(self.role(player) is Role.WEREWOLF for player in action.chosen)
            side = (Team.WEREWOLF if has_wolf else Team.VILLAGE) if action.chosen else None
            in_seat_order = tuple(player for player in self.players if player in action.chosen)
            events.append(private(event_kinds.CHECKED, request.player, chosen=in_seat_order, role=side))
        return self, events

    def _ballots(self, kind: EventKind, actions: Taken) -> list[Event]:
        return [
            private(kind, request.player, case=THE_WEREWOLF, chosen=action.chosen)
            for request, action in actions
        ]

    def _decide(self, actions: Taken) -> tuple[Self, list[Event]]:
        if self.round < self.setup.rounds:
            return self._next_round(), self._ballots(event_kinds.POLLED, actions)
        cast = [name for _, action in actions for name in action.chosen]
        tied, out = count(self.players, cast, self.seed)
        state = copy_with(self, stage=Stage.OVER, voted_out=out)
        events = self._ballots(event_kinds.VOTED, actions)
        if tied:
            events.append(event(event_kinds.TIED, case=THE_WEREWOLF, chosen=tied))
        events.append(event(event_kinds.ELIMINATED, case=THE_WEREWOLF, chosen=(out,) if out else ()))
        events.append(event(event_kinds.WON, case=THE_WEREWOLF, chosen=(state._winner,)))
        events += [
            event(event_kinds.REVEALED, chosen=(player,), role=self.role(player)) for player in self.players
        ]
        return state, events

    @property
    def _winner(self) -> Team:
        return winner(self.role(self.voted_out) if self.voted_out else None)
