"""The rules by which people play One Night, with cards that change hands.

Each player has a card and three lie in the centre. By night cards are looked at and exchanged, in the order
of `night.py`; what others do stays secret. By day each player makes a statement in each round, in seat order.
Then all vote at once and in the open, once: the player with most votes dies, all who are tied, and none where
no player has two. The winner follows from the cards as they lie at the end (`verdict.table_verdict`).
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
from parlour.games.onenight.people.night import Cards, NightChoice, dealt, done, due
from parlour.games.onenight.requests import ballot, make_request, on_floor
from parlour.games.onenight.setup import OneNightSetup, Role, Team
from parlour.games.onenight.verdict import THE_WEREWOLF, table_verdict

Taken = Sequence[tuple[Request, Action]]


class PeopleStage(StrEnum):
    """The stage of the game."""

    DEAL = "deal"
    NIGHT = "night"
    SPEAK = "speak"
    VOTE = "vote"
    OVER = "over"


@dataclass(frozen=True, kw_only=True)
class PeopleState:
    """The full state of a game of people.

    Attributes:
        setup: players, cards and options.
        seed: the match seed.
        cards: the cards where they lie now.
        step: the number of steps taken.
        told: the number of events so far.
        stage: the stage of the game.
        round: of statements, from 1; 0 by night.
        spoken: the number of players who have spoken in this round; where the talk is free, 1 from its
          beginning on.
        floor: the discussion of the round, where it is free.
        end: the outcome of the vote.
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
        cards = Cards.dealt(setup.players, setup.language, setup.dealt(seed))
        return PeopleState(setup=setup, seed=seed, cards=cards)

    @property
    def players(self) -> tuple[Player, ...]:
        return self.setup.players

    @property
    def is_over(self) -> bool:
        return self.stage is PeopleStage.OVER

    @property
    def may_be_cut(self) -> bool:
        return self.setup.talk == "open"

    @property
    def outcome(self) -> Outcome | None:
        return Outcome(cases=(outcome_by_cards(self.cards, self.end),)) if self.end else None

    def cases(self, player: Player) -> Sequence[Case]:
        """Returns the question who ends with a werewolf's card; the number of werewolves is unknown."""
        others = tuple(other for other in self.players if other != player)
        return [Case(name=THE_WEREWOLF, candidates=others)]

    def teams(self) -> Mapping[Player, Team]:
        return {player: self.cards.at(player).team for player in self.players}

    def fallback(self, request: Request) -> Action:
        return PASS

    def requests(self) -> Sequence[Request]:
        """Returns the requests of this step: all of the night at once, then one statement at a time."""
        match self.stage:
            case PeopleStage.DEAL | PeopleStage.OVER:
                return []
            case PeopleStage.NIGHT:
                return [self._night(each) for each in due(self.cards, self.setup.language)]
            case PeopleStage.SPEAK if self.floor:
                return [on_floor(self, each) for each in self.floor.requests()]
            case PeopleStage.SPEAK:
                player = self.players[self.spoken]
                return [make_request(self, player, request_kinds.SPEAK, words=self.setup.longest)]
            case PeopleStage.VOTE:
                return [ballot(self, player) for player in self.players]
        assert_never(self.stage)

    def apply(self, actions: Mapping[str, Action]) -> tuple[PeopleState, Sequence[Event]]:
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
        return replace(self, stage=PeopleStage.OVER, end=end), list(closing_events(self.cards, votes, end))

    # Requests

    def _night(self, choice: NightChoice) -> Request:
        must = choice.kind is kinds.DRINK or choice.count > 1
        least = choice.count if must else 0
        return make_request(
            self, choice.player, choice.kind, options=choice.options, least=least, most=choice.count
        )


@dataclass(frozen=True, kw_only=True)
class PeoplesVerdict:
    """The deaths and the winners, by the cards as they lay at the end."""

    voted_out: tuple[Player, ...]
    shots: tuple[tuple[Player, Player], ...]
    winners: tuple[str, ...]


def peoples_verdict(cards: Cards, votes: Mapping[Player, Player | None]) -> PeoplesVerdict:
    """Returns the outcome of these votes."""
    roles = {player: cards.at(player).value for player in cards.players}
    end = table_verdict(roles, votes)
    unarmed = {player: Role.VILLAGER if role == Role.HUNTER else role for player, role in roles.items()}
    voted_out = table_verdict(unarmed, votes).out
    shots = [(name, votes[name]) for name in end.out if cards.at(name) is Role.HUNTER]
    return PeoplesVerdict(
        voted_out=voted_out,
        shots=tuple((hunter, victim) for hunter, victim in shots if victim),
        winners=_winners(cards) if not any(votes.values()) else (end.winners or ()),
    )


def _winners(cards: Cards) -> tuple[str, ...]:
    return ("werewolf",) if cards.holders(Role.WEREWOLF) else ("village",)


def closing_events(
    cards: Cards, votes: Mapping[Player, Player | None], end: PeoplesVerdict
) -> Iterator[Event]:
    """Yields the end: all votes, the deaths, the winners, and where each card lies."""
    for voter, choice in votes.items():
        chosen = (choice,) if choice else ()
        yield event(event_kinds.VOTED, actor=voter, to=voter, case=THE_WEREWOLF, chosen=chosen)
    for name in end.voted_out:
        yield event(event_kinds.ELIMINATED, case=THE_WEREWOLF, chosen=(name,))
    if not end.voted_out:
        yield event(event_kinds.ELIMINATED, case=THE_WEREWOLF)
    for hunter, victim in end.shots:
        yield event(kinds.SHOT, actor=hunter, chosen=(victim,))
    yield event(event_kinds.WON, case=THE_WEREWOLF, chosen=end.winners)
    for player in cards.players:
        yield event(event_kinds.REVEALED, to=player, chosen=(player,), role=cards.at(player))
    for place in cards.places:
        yield event(kinds.LEFT, chosen=(place,), role=cards.at(place))


def outcome_by_cards(cards: Cards, end: PeoplesVerdict) -> CaseOutcome:
    """Returns the verdict as scores count it; a shared victory counts as the first side's."""
    return CaseOutcome(
        case=THE_WEREWOLF,
        eliminated=next(iter(end.voted_out[::-1]), None),
        truth=cards.holders(Role.WEREWOLF),
        winner=next(iter(end.winners), None),
        also=end.winners[1:],
    )
