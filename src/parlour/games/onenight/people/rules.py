"""The rules by which people play One Night, with cards that change hands.

Everybody has a card and three lie in the centre. By night cards are looked at and exchanged, in the order of
`night.py`; nobody is told of what others do. By day everybody makes a statement in each round, in seat order.
Then all vote at once and in the open, once: whoever has most votes dies, all who are tied, and nobody where
no player has two. Who wins follows from the cards as they lie at the end (`table_rules.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from parlour.core import (
    PASS,
    Action,
    Case,
    Event,
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
    request_kinds,
)
from parlour.errors import IllegalAction
from parlour.games.onenight import kinds
from parlour.games.onenight.people.cards import Cards
from parlour.games.onenight.people.night import NightChoice, dealt, done, due
from parlour.games.onenight.people.verdict import PeoplesVerdict, outcome, peoples_verdict, told
from parlour.games.onenight.requests import asked, ballot, on_floor
from parlour.games.onenight.roles import Team
from parlour.games.onenight.setup import OneNightSetup
from parlour.games.onenight.verdict import THE_WEREWOLF

Taken = Sequence[tuple[Request, Action]]


class PeopleStage(StrEnum):
    """What the table is doing."""

    DEAL = "deal"
    NIGHT = "night"
    SPEAK = "speak"
    VOTE = "vote"
    OVER = "over"


@dataclass(frozen=True, kw_only=True)
class PeopleState:
    """The whole truth of a game of people at one moment.

    Attributes:
        setup: players, cards and options.
        seed: the match seed.
        cards: where they lie now.
        step: steps taken.
        told: events told so far.
        stage: what the table is doing.
        round: of statements, from 1; 0 by night.
        spoken: how many have spoken in this round; where the talk is free, 1 from its beginning on.
        floor: the discussion of the round, where it is free.
        end: how the vote came out.
    """

    setup: OneNightSetup
    seed: int
    cards: Cards
    step: int = 0
    told: int = 0
    stage: PeopleStage = PeopleStage.DEAL
    round: int = 0
    spoken: int = 0
    floor: Floor | None = None
    end: PeoplesVerdict | None = None

    @staticmethod
    def dealt(setup: OneNightSetup, seed: int) -> PeopleState:
        """The table before the first step."""
        cards = Cards.dealt(setup.players, setup.language, setup.dealt(seed))
        return PeopleState(setup=setup, seed=seed, cards=cards)

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the table, in seat order."""
        return self.setup.players

    @property
    def is_over(self) -> bool:
        """Whether nothing remains to be done."""
        return self.stage is PeopleStage.OVER

    @property
    def may_be_cut(self) -> bool:
        """Whether a statement may be interrupted."""
        return self.setup.talk == "open"

    @property
    def outcome(self) -> Outcome | None:
        """Who won; None until the end."""
        return Outcome(cases=(outcome(self.cards, self.end),)) if self.end else None

    def cases(self, player: Player) -> Sequence[Case]:
        """Who has a werewolf's card in the end: of nobody is that certain, nor how many there are."""
        others = tuple(other for other in self.players if other != player)
        return [Case(name=THE_WEREWOLF, candidates=others)]

    def teams(self) -> Mapping[Player, Team]:
        """The side of the card that everybody has now; what counts is that at the end."""
        return {player: self.cards.at(player).team for player in self.players}

    def fallback(self, request: Request) -> Action:
        """Silence, no card touched, an abstention: never a decision that nobody made."""
        return PASS

    def requests(self) -> Sequence[Request]:
        """Everything that must be decided now: all of the night at once, then one statement at a time."""
        match self.stage:
            case PeopleStage.DEAL | PeopleStage.OVER:
                return []
            case PeopleStage.NIGHT:
                return [self._night(each) for each in due(self.cards, self.setup.language)]
            case PeopleStage.SPEAK if self.floor:
                return [on_floor(self, each) for each in self.floor.requests()]
            case PeopleStage.SPEAK:
                player = self.players[self.spoken]
                return [asked(self, player, request_kinds.SPEAK, words=self.setup.longest)]
            case PeopleStage.VOTE:
                return [ballot(self, player) for player in self.players]
        assert_never(self.stage)

    def apply(self, actions: Mapping[str, Action]) -> tuple[PeopleState, Sequence[Event]]:
        """The next state and what happened, given a legal action per request id."""
        state, events = self._advance(decided(self.requests(), actions))
        state = replace(state, step=self.step + 1, told=self.told + len(events))
        return state, numbered(events, self.told, self.round)

    def _advance(self, taken: Taken) -> tuple[PeopleState, list[Event]]:
        match self.stage:
            case PeopleStage.DEAL:
                state = replace(self, stage=PeopleStage.NIGHT)
                return state, [*dealt(self.cards), event(event_kinds.NIGHT)]
            case PeopleStage.NIGHT:
                chosen = {request.kind: (request.player, action.chosen) for request, action in taken}
                cards, news = done(self.cards, self.setup.language, chosen)
                state = replace(self, cards=cards, stage=PeopleStage.SPEAK)
                return state._next_round(), [*news, event(event_kinds.DAY)]
            case PeopleStage.SPEAK if self.floor:
                return self._discuss(self.floor, taken)
            case PeopleStage.SPEAK:
                return self._hear(*taken[0])
            case PeopleStage.VOTE:
                return self._decide(taken)
            case PeopleStage.OVER:
                raise IllegalAction("the match is over")
        assert_never(self.stage)

    def _next_round(self) -> PeopleState:
        floor = Floor.opened(self.setup.talk, self.players, self.setup.speeches)
        return replace(self, spoken=0, round=self.round + 1, floor=floor)

    def _discuss(self, floor: Floor, taken: Taken) -> tuple[PeopleState, list[Event]]:
        floor, told = floor.apply(taken, chance(self.seed, "floor", self.step))
        news = [*([] if self.spoken else [event(event_kinds.ROUND)]), *told]
        state = replace(self, floor=floor, spoken=1)
        if not floor.is_over:
            return state, news
        is_last = self.round == self.setup.rounds
        return replace(state, stage=PeopleStage.VOTE) if is_last else state._next_round(), news

    def _hear(self, request: Request, action: Action) -> tuple[PeopleState, list[Event]]:
        speech, spoken = one_line(action.speech), self.spoken + 1
        kind = event_kinds.SPOKE if speech else event_kinds.PASSED
        news = [event(event_kinds.ROUND)] if not self.spoken else []
        news.append(event(kind, actor=request.player, text=speech))
        if spoken < len(self.players):
            return replace(self, spoken=spoken), news
        if self.round < self.setup.rounds:
            return self._next_round(), news
        return replace(self, spoken=spoken, stage=PeopleStage.VOTE), news

    def _decide(self, taken: Taken) -> tuple[PeopleState, list[Event]]:
        votes = {request.player: next(iter(action.chosen), None) for request, action in taken}
        end = peoples_verdict(self.cards, votes)
        return replace(self, stage=PeopleStage.OVER, end=end), list(told(self.cards, votes, end))

    # Requests

    def _night(self, choice: NightChoice) -> Request:
        must = choice.kind is kinds.DRINK or choice.count > 1
        least = choice.count if must else 0
        return asked(self, choice.player, choice.kind, options=choice.options, least=least, most=choice.count)
