"""Following a recorded game: it goes on as it went, and stops at each quarter to ask the watcher.

At each stop the watcher is asked for its turn as a player is: a speech, then a vote;
so every module of a method does what it does at a table. Its words stay unheard, nothing follows from them,
and the game goes on as it went. Each event of the record is shown to the watcher as the table learned of it.
"""

from __future__ import annotations

import re
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
    EventKind,
    Outcome,
    Player,
    Request,
    event,
    event_kinds,
    number_events,
    one_line,
    pair_actions,
    private,
    request_kinds,
)
from parlour.errors import SetupError
from parlour.games.watched.setup import WatchedSetup
from parlour.lab.transcripts import ABSTAINED, Happening
from parlour.lab.watching import QUARTERS, is_ballot, is_out

NEWS = EventKind("news")
"""Information for the table, or for some players."""
DONE = EventKind("done", secret=True, choice=True)
"""A choice that is no vote on a player, or no choice of players at all."""
OUT = EventKind("out", removes=True, tells_end=True)
"""A player is out of the game, in the words of the record."""
AT_STOP = "-"
"""Stands in a request's id before the number of the stop, from 0."""


class Stage(StrEnum):
    """The next stage."""

    TELL = "tell"
    SPEAK = "speak"
    VOTE = "vote"
    OVER = "over"


def start(players: Sequence[Player], seed: int, setup: WatchedSetup) -> WatchedState:
    """Returns a recorded game before its first event.

    Raises:
        SetupError: if the seat is not the watcher's.
    """
    if tuple(players) != setup.players:
        raise SetupError(f"the watcher here is {setup.watcher}")
    return WatchedState(setup=setup)


@dataclass(frozen=True, kw_only=True)
class WatchedState:
    """A recorded game followed so far.

    Attributes:
        setup: the watched game.
        step: the number of steps taken.
        told: the number of events so far.
        quarter: the next stop, or the one where the watcher is asked.
        stage: the next stage.
    """

    setup: WatchedSetup
    step: int = 0
    event_count: int = 0
    quarter: int = 0
    stage: Stage = Stage.TELL

    @property
    def players(self) -> tuple[Player, ...]:
        """All players of the watched table, in seat order, and last a spectator."""
        seats = self.setup.transcript.players
        return seats if self.setup.chair else (*seats, self.setup.watcher)

    @property
    def is_over(self) -> bool:
        return self.stage is Stage.OVER

    @property
    def outcome(self) -> Outcome | None:
        return Outcome(cases=(outcome_of(self.setup),)) if self.is_over else None

    def cases(self, player: Player) -> Sequence[Case]:
        game = self.setup.followed_game
        is_known = bool(self.setup.dealt_roles) and self.setup.transcript.game != "onenight"
        answers = len(game.sought_players) if is_known else None
        return [Case(name=game.subject.case, candidates=game.candidates, answers=answers)]

    def teams(self) -> Mapping[Player, str]:
        ordinary = self.setup.followed_game.subject.sides[0]
        teams = {member.player: member.team or ordinary for member in self.setup.transcript.cast}
        return {self.setup.watcher: ordinary, **teams}

    def fallback(self, request: Request) -> Action:
        return PASS

    def requests(self) -> Sequence[Request]:
        return [self._request()] if self.stage in (Stage.SPEAK, Stage.VOTE) else []

    def apply(self, actions: Mapping[str, Action]) -> tuple[WatchedState, Sequence[Event]]:
        pair_actions(self.requests(), actions)
        state, events = self._advance()
        state = replace(state, step=self.step + 1, event_count=self.event_count + len(events))
        return state, number_events(events, self.event_count, self.quarter)

    def _advance(self) -> tuple[WatchedState, list[Event]]:
        match self.stage:
            case Stage.TELL:
                is_stop = self.quarter in QUARTERS and self.setup.followed_game.is_asked(self.quarter)
                stage = Stage.SPEAK if is_stop else Stage.TELL if self.quarter in QUARTERS else Stage.OVER
                later = self.quarter if stage is not Stage.TELL else self.quarter + 1
                return replace(self, stage=stage, quarter=later), list(self._events())
            case Stage.SPEAK:
                return replace(self, stage=Stage.VOTE), []
            case _:
                return replace(self, stage=Stage.TELL, quarter=self.quarter + 1), []

    def _events(self) -> Iterator[Event]:
        game, watcher = self.setup.followed_game, self.setup.watcher
        if self.quarter == 0 and self.setup.chair is not None:
            role = next(member.start for member in game.transcript.cast if member.player == watcher)
            yield private(event_kinds.ROLE, watcher, role=role)
        since = game.stops[self.quarter - 1] if self.quarter else 0
        until = game.stops[self.quarter] if self.quarter in QUARTERS else len(game.transcript.events)
        for happening in game.transcript.events[since:until]:
            event = event_of(happening, game.players, game.subject.case, labels=self.setup.labels)
            if event is not None:
                yield event

    def _request(self) -> Request:
        is_vote = self.stage is Stage.VOTE
        chinese = CHINESE_CHARACTERS_PER_WORD if self.setup.language == "zh" else 1
        kind = request_kinds.VOTE if is_vote else request_kinds.SPEAK
        return Request(
            id=f"{self.step}.{kind}{AT_STOP}{self.quarter}.{self.setup.watcher}",
            step=self.step,
            player=self.setup.watcher,
            kind=kind,
            round=self.quarter + 1,
            case=self.setup.followed_game.subject.case if is_vote else None,
            options=self.setup.followed_game.others(self.quarter) if is_vote else (),
            most=int(is_vote),
            words=0 if is_vote else round(self.setup.words * chinese),
        )


def outcome_of(setup: WatchedSetup) -> CaseOutcome:
    """Returns the recorded outcome of a game."""
    game = setup.followed_game
    out = setup.transcript.outcome.out
    return CaseOutcome(
        case=game.subject.case,
        eliminated=out[-1] if out else None,
        truth=tuple(name for name in game.players if name in game.sought_players),
        winner=next(iter(game.winners or ()), None),
    )


_MARKS = re.compile(r"<<<<+[^>]*>>>>+\S*")
"""Marks that a log contains for programs."""
SEVERAL = ", "


def event_of(happening: Happening, players: Sequence[Player], case: str, *, labels: bool) -> Event | None:
    """Returns a recorded happening as an event, or None if it is invisible or has no words.

    Args:
        happening: the happening as recorded.
        players: the players of the table.
        case: what votes on players are about.
        labels: whether annotators' labels stand behind what is said.
    """
    if happening.kind == "thought" or happening.visible_to == ():
        return None
    if is_ballot(happening, players):
        chosen = tuple(name for name in happening.target if name in players and name != ABSTAINED)
        return _make_event(event_kinds.VOTED, happening, chosen=chosen, case=case)
    if is_out(happening):
        gone = tuple(name for name in happening.target if name in players)
        return _make_event(OUT, happening, chosen=gone, text=_words(happening.text)) if gone else None
    match happening.kind:
        case "speech":
            return _speech(happening, labels=labels)
        case "vote" | "deed":
            if not happening.target and not happening.text:
                return None
            what = happening.deed or happening.kind
            return _make_event(
                DONE, happening, chosen=happening.target, text=_words(f"{what}: {_content(happening)}")
            )
        case _:
            text = _words(happening.text) or _words(
                f"{happening.deed}: {SEVERAL.join(happening.target)}"
            ).strip(": ")
            return _make_event(NEWS, happening, text=text) if text else None


def _speech(happening: Happening, *, labels: bool) -> Event | None:
    words = _words(happening.text)
    if not words:
        return None
    marked = f"{words} [{'; '.join(happening.labels)}]" if labels and happening.labels else words
    if happening.speaker is None:
        return _make_event(NEWS, happening, text=f"?: {marked}")
    kind = event_kinds.SPOKE if happening.visible_to is None else event_kinds.CONFERRED
    return _make_event(kind, happening, text=marked)


def _content(happening: Happening) -> str:
    return SEVERAL.join(happening.target) or happening.text


def _words(text: str) -> str:
    return one_line(_MARKS.sub("", text))


def _make_event(
    kind: EventKind,
    happening: Happening,
    *,
    chosen: tuple[str, ...] = (),
    text: str = "",
    case: str | None = None,
) -> Event:
    viewers = None if happening.visible_to is None else frozenset(happening.visible_to)
    return event(
        kind, actor=happening.speaker, to=None, case=case, chosen=chosen, text=text, visible_to=viewers
    )
