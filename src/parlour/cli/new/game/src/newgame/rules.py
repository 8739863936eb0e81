"""The rules of Newgame: rounds of speeches, then one vote that eliminates the player with the most votes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from newgame.setup import LOYAL, TRAITOR, NewgameSetup
from parlour.core import (
    PASS,
    Action,
    Case,
    CaseOutcome,
    Event,
    EventKind,
    Outcome,
    Player,
    Request,
    RequestKind,
    event,
    event_kinds,
    number_events,
    one_line,
    pair_actions,
    private,
    request_kinds,
)

THE_TRAITOR = "traitor"
"""The one hidden question of the game."""


def start(players: Sequence[Player], seed: int, setup: NewgameSetup) -> NewgameState:
    """The state before the first step."""
    return NewgameState(setup=setup, traitor=setup.traitor(seed))


@dataclass(frozen=True, kw_only=True)
class NewgameState:
    """The full state of a match, secrets included.

    Attributes:
        setup: players and options.
        traitor: the traitor's name.
        step: steps taken; the roles are dealt in the first.
        told: the number of events so far.
        out: the player whom the vote eliminated.
        is_over: whether the vote was held.
    """

    setup: NewgameSetup
    traitor: Player
    step: int = 0
    told: int = 0
    out: Player | None = None
    is_over: bool = False

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, in seat order."""
        return self.setup.players

    @property
    def outcome(self) -> Outcome | None:
        """The result of the match; None until the end."""
        if not self.is_over:
            return None
        end = CaseOutcome(case=THE_TRAITOR, eliminated=self.out, truth=(self.traitor,), winner=self._winner)
        return Outcome(cases=(end,))

    def cases(self, player: Player) -> Sequence[Case]:
        """Returns the question who the traitor is, with all other players as candidates."""
        others = tuple(name for name in self.players if name != player)
        return (Case(name=THE_TRAITOR, candidates=others, answers=int(player != self.traitor)),)

    def teams(self) -> Mapping[Player, str]:
        """Returns the side of each player."""
        return {name: TRAITOR if name == self.traitor else LOYAL for name in self.players}

    def requests(self) -> Sequence[Request]:
        """One speaker at a time, in seat order; then all vote at once."""
        if self.step == 0 or self.is_over:
            return ()
        speeches = self.step - 1
        if speeches < self.setup.rounds * len(self.players):
            return (self._request(request_kinds.SPEAK, self._speaker, words=self.setup.words),)
        return tuple(self._request(request_kinds.VOTE, name) for name in self.players)

    def fallback(self, request: Request) -> Action:
        """Silence, or an abstention."""
        return PASS

    def apply(self, actions: Mapping[str, Action]) -> tuple[NewgameState, Sequence[Event]]:
        """The next state and what happened.

        Raises:
            IllegalAction: if an action is missing or not allowed.
        """
        pairs = pair_actions(self.requests(), actions)
        out, events = self.out, list[Event]()
        if self.step == 0:
            events = [private(event_kinds.ROLE, name, role=role) for name, role in self.teams().items()]
        elif pairs[0][0].kind is request_kinds.SPEAK:
            events = [_speech_event(request, action) for request, action in pairs]
        else:
            out, events = self._count(pairs)
        state = replace(
            self,
            step=self.step + 1,
            told=self.told + len(events),
            out=out,
            is_over=any(new_event.kind is event_kinds.WON for new_event in events),
        )
        return state, number_events(events, self.told, self._round)

    def _count(self, pairs: Sequence[tuple[Request, Action]]) -> tuple[Player | None, list[Event]]:
        """Counts the votes; returns the eliminated player, None after a tie, and the events."""
        votes = Counter(action.chosen[0] for _, action in pairs if action.chosen)
        top = [name for name, count in votes.items() if count == max(votes.values())]
        out = top[0] if len(top) == 1 else None
        won = LOYAL if out == self.traitor else TRAITOR
        return out, [
            *(
                event(event_kinds.VOTED, actor=request.player, case=request.case, chosen=action.chosen)
                for request, action in pairs
            ),
            event(event_kinds.ELIMINATED, chosen=(out,) if out else ()),
            event(event_kinds.WON, case=THE_TRAITOR, chosen=(won,)),
            event(event_kinds.REVEALED, chosen=(self.traitor,), role=TRAITOR),
        ]

    @property
    def _winner(self) -> str:
        return LOYAL if self.out == self.traitor else TRAITOR

    @property
    def _round(self) -> int:
        return min(self.setup.rounds, 1 + max(0, self.step - 1) // len(self.players)) if self.step else 0

    @property
    def _speaker(self) -> Player:
        return self.players[(self.step - 1) % len(self.players)]

    def _request(self, kind: RequestKind, player: Player, *, words: int = 0) -> Request:
        others = () if words else tuple(name for name in self.players if name != player)
        return Request(
            id=f"{kind}-{self.step}-{player}",
            step=self.step,
            player=player,
            kind=kind,
            round=self._round,
            case=None if words else THE_TRAITOR,
            options=others,
            most=int(not words),
            words=words,
        )


def _speech_event(request: Request, action: Action) -> Event:
    kind: EventKind = event_kinds.SPOKE if action.speech else event_kinds.PASSED
    return event(kind, actor=request.player, text=one_line(action.speech))
