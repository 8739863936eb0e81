"""The course of One Night by either set of rules: a night, rounds of statements, a vote."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self, assert_never

from parlour.core import (
    PASS,
    Action,
    Event,
    Floor,
    Player,
    Request,
    RequestKind,
    chance,
    event,
    event_kinds,
    number_events,
    one_line,
    pair_actions,
    request_kinds,
)
from parlour.errors import IllegalAction
from parlour.games.onenight.setup import OneNightSetup
from parlour.games.onenight.verdict import THE_WEREWOLF

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
    told: int = 0
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
                        each.player, each.kind, each.options, words=self.setup.longest, partner=each.partner
                    )
                    for each in self.floor.requests()
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
        state = replace(state, step=self.step + 1, told=self.told + len(events))
        return state, number_events(events, self.told, self.round)

    def _advance(self, taken: Taken) -> tuple[Self, list[Event]]:
        match self.stage:
            case Stage.DEAL:
                return replace(self, stage=Stage.NIGHT), [*self._deal(), event(event_kinds.NIGHT)]
            case Stage.NIGHT:
                state, news = self._end_night(taken)
                return state._next_round(), [*news, event(event_kinds.DAY)]
            case Stage.SPEAK if self.floor:
                floor, told = self.floor.apply(taken, chance(self.seed, "floor", self.step))
                state = replace(self, floor=floor, spoken=1)
                return state._after_talk() if floor.is_over else state, [*self._opening, *told]
            case Stage.SPEAK:
                [(request, action)] = taken
                speech, state = one_line(action.speech), replace(self, spoken=self.spoken + 1)
                kind = event_kinds.SPOKE if speech else event_kinds.PASSED
                told = [*self._opening, event(kind, actor=request.player, text=speech)]
                return state._after_talk() if state.spoken == len(self.players) else state, told
            case Stage.VOTE:
                return self._decide(taken)
            case Stage.OVER:
                raise IllegalAction("the match is over")
        assert_never(self.stage)

    @property
    def _opening(self) -> list[Event]:
        return [] if self.spoken else [event(event_kinds.ROUND)]

    def _next_round(self) -> Self:
        floor = Floor.begin(self.setup.talk, self.players, self.setup.speeches)
        return replace(self, stage=Stage.SPEAK, round=self.round + 1, spoken=0, floor=floor)

    def _after_talk(self) -> Self:
        return replace(self, stage=Stage.VOTE)

    def _deal(self) -> Iterable[Event]:
        raise NotImplementedError

    def _night_requests(self) -> Iterable[Request]:
        raise NotImplementedError

    def _end_night(self, taken: Taken) -> tuple[Self, Iterable[Event]]:
        raise NotImplementedError

    def _decide(self, taken: Taken) -> tuple[Self, list[Event]]:
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
