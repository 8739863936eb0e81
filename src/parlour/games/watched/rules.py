"""Following a recorded game: it goes on as it went, and stops at each quarter to ask whoever watches.

At each stop the watcher is asked for its turn as a player is: what it would say, then for whom it would vote;
so every module of a method does what it does at a table. Nobody hears it, nothing follows from it, and the
game goes on as it went.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from parlour.core import (
    CHINESE_CHARACTERS_PER_WORD,
    PASS,
    Action,
    Case,
    CaseOutcome,
    Event,
    Outcome,
    Player,
    Request,
    decided,
    event_kinds,
    numbered,
    private,
    request_kinds,
)
from parlour.errors import SetupError
from parlour.games.watched.setup import WatchedSetup
from parlour.games.watched.telling import told
from parlour.lab.watching import QUARTERS

AT_STOP = "-"
"""Stands in a request's id before the number of the stop, from 0."""


class Stage(StrEnum):
    """What is done next."""

    TELL = "tell"
    SPEAK = "speak"
    VOTE = "vote"
    OVER = "over"


def start(players: Sequence[Player], seed: int, setup: WatchedSetup) -> WatchedState:
    """A recorded game before anything is told.

    Args:
        players: the watcher alone.
        seed: of the match; nothing here is drawn.
        setup: what is watched.

    Raises:
        SetupError: if somebody else is to sit down.
    """
    if tuple(players) != setup.players:
        raise SetupError(f"the watcher here is {setup.watcher}")
    return WatchedState(setup=setup)


@dataclass(frozen=True, kw_only=True)
class WatchedState:
    """How far a recorded game has been followed.

    Attributes:
        setup: what is watched.
        step: steps taken.
        told: events told so far.
        quarter: the next stop, or the one where the watcher is asked.
        stage: what is done next.
    """

    setup: WatchedSetup
    step: int = 0
    told: int = 0
    quarter: int = 0
    stage: Stage = Stage.TELL

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the table that is watched, in seat order, and last a spectator, who is beside it."""
        seats = self.setup.transcript.players
        return seats if self.setup.chair else (*seats, self.setup.watcher)

    @property
    def is_over(self) -> bool:
        """Whether the game has been followed to its end."""
        return self.stage is Stage.OVER

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, as its record has it; None until then."""
        return Outcome(cases=(outcome_of(self.setup),)) if self.is_over else None

    def cases(self, player: Player) -> Sequence[Case]:
        """Who is what is sought, among all that the watcher is not."""
        game = self.setup.followed
        is_known = bool(self.setup.dealt_roles) and self.setup.transcript.game != "onenight"
        answers = len(game.sought) if is_known else None
        return [Case(name=game.subject.case, candidates=game.candidates, answers=answers)]

    def teams(self) -> Mapping[Player, str]:
        """The side of each player at the end; a spectator is with those who seek."""
        ordinary = self.setup.followed.subject.sides[0]
        known = {each.player: each.team or ordinary for each in self.setup.transcript.cast}
        return {self.setup.watcher: ordinary, **known}

    def fallback(self, request: Request) -> Action:
        """Silence, an abstention."""
        return PASS

    def requests(self) -> Sequence[Request]:
        """What the watcher is asked; nothing while the game goes on."""
        match self.stage:
            case Stage.SPEAK:
                return [self._request(Stage.SPEAK)]
            case Stage.VOTE:
                return [self._request(Stage.VOTE)]
            case _:
                return []

    def apply(self, actions: Mapping[str, Action]) -> tuple[WatchedState, Sequence[Event]]:
        """The next state, and what the table learned until the next stop."""
        decided(self.requests(), actions)
        state, events = self._advance()
        state = replace(state, step=self.step + 1, told=self.told + len(events))
        return state, numbered(events, self.told, self.quarter)

    def _advance(self) -> tuple[WatchedState, list[Event]]:
        match self.stage:
            case Stage.TELL:
                is_stop = self.quarter in QUARTERS and self.setup.followed.is_asked(self.quarter)
                stage = Stage.SPEAK if is_stop else self._passed
                later = self.quarter if stage is not Stage.TELL else self.quarter + 1
                return replace(self, stage=stage, quarter=later), list(self._events())
            case Stage.SPEAK:
                return replace(self, stage=Stage.VOTE), []
            case _:
                return replace(self, stage=Stage.TELL, quarter=self.quarter + 1), []

    @property
    def _passed(self) -> Stage:
        """Where nobody is asked: on with the game, or after the last stop its end."""
        return Stage.TELL if self.quarter in QUARTERS else Stage.OVER

    def _events(self) -> Iterator[Event]:
        """What happened since the last stop; at first also what the chair's player was dealt."""
        game, watcher = self.setup.followed, self.setup.watcher
        if self.quarter == 0 and self.setup.chair is not None:
            role = next(each.start for each in game.transcript.cast if each.player == watcher)
            yield private(event_kinds.ROLE, watcher, role=role)
        since = game.stops[self.quarter - 1] if self.quarter else 0
        until = game.stops[self.quarter] if self.quarter in QUARTERS else len(game.transcript.events)
        for each in game.transcript.events[since:until]:
            found = told(each, game.players, game.subject.case, labels=self.setup.labels)
            if found is not None:
                yield found

    def _request(self, stage: Stage) -> Request:
        is_vote = stage is Stage.VOTE
        chinese = CHINESE_CHARACTERS_PER_WORD if self.setup.language == "zh" else 1
        kind = request_kinds.VOTE if is_vote else request_kinds.SPEAK
        return Request(
            id=f"{self.step}.{kind}{AT_STOP}{self.quarter}.{self.setup.watcher}",
            step=self.step,
            player=self.setup.watcher,
            kind=kind,
            round=self.quarter + 1,
            case=self.setup.followed.subject.case if is_vote else None,
            options=self.setup.followed.others(self.quarter) if is_vote else (),
            most=int(is_vote),
            words=0 if is_vote else round(self.setup.words * chinese),
        )


def outcome_of(setup: WatchedSetup) -> CaseOutcome:
    """How a recorded game came out, as its record has it."""
    game = setup.followed
    out = setup.transcript.outcome.out
    return CaseOutcome(
        case=game.subject.case,
        eliminated=out[-1] if out else None,
        truth=tuple(name for name in game.players if name in game.sought),
        winner=next(iter(game.winners or ()), None),
    )
