"""A game's state, setup, hidden cases and events, and how a step begins and ends.

A game is pure: no clock, files, network or prompts. Chance comes from the match seed alone, drawn by
purpose (`chance`), so that the same seed and the same actions always give the same events.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from parlour.core.frozen import quick_init
from parlour.core.kinds import EventKind
from parlour.core.language import Language
from parlour.core.request import Action, Player, Request
from parlour.errors import IllegalAction


class State(Protocol):
    """The whole truth of a match at one moment: frozen, and the only place where the rules are."""

    @property
    def players(self) -> tuple[Player, ...]: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def outcome(self) -> Outcome | None: ...

    def cases(self, player: Player) -> Sequence[Case]:
        """Returns the hidden questions from a player's view; the discussion is about the first."""
        ...

    def teams(self) -> Mapping[Player, str]:
        """Returns the side of each player; for seating and scores, never for an agent."""
        ...

    def requests(self) -> Sequence[Request]:
        """Returns the requests of this step; a player may have several at once."""
        ...

    def fallback(self, request: Request) -> Action:
        """Returns the action that replaces an illegal, unreadable or late answer."""
        ...

    def apply(self, actions: Mapping[str, Action]) -> tuple[Self, Sequence[Event]]:
        """Returns the next state and the events, given a legal action per request id.

        Raises:
            IllegalAction: if an action is missing or not allowed.
        """
        ...


CHINESE_CHARACTERS_PER_WORD = 1.6
"""What a limit of speech in words is multiplied by at a Chinese table."""


def pair_actions(requests: Sequence[Request], actions: Mapping[str, Action]) -> list[tuple[Request, Action]]:
    """Returns every request with its action."""
    pairs: list[tuple[Request, Action]] = []
    for request in requests:
        action = actions.get(request.id)
        if action is None:
            raise IllegalAction(f"no action for {request.id}")
        request.check(action)
        pairs.append((request, action))
    return pairs


def number_events(events: Sequence[Event], start: int, round_: int) -> list[Event]:
    """Returns copies of events, numbered from `start`, with their round."""
    numbered: list[Event] = []
    for number, event in enumerate(events, start):
        copy = object.__new__(Event)
        copy.__dict__.update(event.__dict__, number=number, round=round_)
        numbered.append(copy)
    return numbered


class GameSetup(Protocol):
    """The setup from which a match is dealt: a frozen pydantic model of the game.

    Attributes:
        most_rounds: how many rounds are played, at most.
        dealt_roles: how many of each role are dealt, as the rules tell everybody; none where none is named.
        story: the id of the story that is played; empty in a game without one.
        title: what the table is called where it has a name of its own; empty where it has none.
    """

    @property
    def name(self) -> str: ...

    @property
    def language(self) -> Language: ...

    @property
    def players(self) -> tuple[Player, ...]: ...

    @property
    def most_rounds(self) -> int: ...

    @property
    def dealt_roles(self) -> Mapping[str, int]: ...

    @property
    def story(self) -> str: ...

    @property
    def title(self) -> str: ...


@dataclass(frozen=True, kw_only=True)
class Case:
    """A hidden question of a game, as one player sees it: who may be the answer.

    Attributes:
        answers: how many of the candidates are, where the rules say so.
    """

    name: str
    candidates: tuple[Player, ...]
    answers: int | None = None


@dataclass(frozen=True, kw_only=True)
class CaseOutcome:
    """The outcome of one case.

    Attributes:
        eliminated: who was voted out (last, where several were), None for nobody.
        truth: the players who are the answer; empty where nobody at the table is.
        winner: the side that won it, None where the case is unscored or nobody won.
        also: the sides that share the victory, where the rules let several win.
    """

    case: str
    eliminated: Player | None
    truth: tuple[Player, ...]
    winner: str | None
    also: tuple[str, ...] = ()

    def is_won_by(self, side: str) -> bool:
        return side == self.winner or side in self.also


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The outcome of a match, case by case."""

    cases: tuple[CaseOutcome, ...]


@quick_init
@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened, and the players who may know of it.

    Attributes:
        number: position among the match's events, from 0.
        kind: what happened.
        round: the round it happened in, from 1; 0 before the first, the last one after it.
        actor: who did it.
        to: who was addressed.
        case: the hidden question it is about.
        chosen: names or letters: who was voted for, eliminated, who killed whom, which side won.
        text: what was said, or what a private paper says.
        role: what the event shows somebody to be: a role that is dealt or revealed, a side that is checked.
        visible_to: who learns of it; None is everybody, the empty set nobody at the table.
    """

    number: int
    kind: EventKind
    round: int = 0
    actor: Player | None = None
    to: Player | None = None
    case: str | None = None
    chosen: tuple[str, ...] = ()
    text: str = ""
    role: str | None = None
    visible_to: frozenset[Player] | None = None

    @property
    def shown_players(self) -> tuple[Player, ...]:
        match self.kind.shows if self.role else None:
            case "chosen":
                return self.chosen
            case "to":
                return (self.to,) if self.to else ()
            case None:
                return ()

    def is_visible_to(self, player: Player) -> bool:
        return self.visible_to is None or player in self.visible_to


def private(
    kind: EventKind,
    player: Player,
    *,
    case: str | None = None,
    chosen: tuple[str, ...] = (),
    text: str = "",
    role: str | None = None,
) -> Event:
    """Returns an event that only one player sees."""
    return event(
        kind, actor=player, case=case, chosen=chosen, text=text, role=role, visible_to=frozenset({player})
    )


def event(
    kind: EventKind,
    *,
    actor: Player | None = None,
    to: Player | None = None,
    case: str | None = None,
    chosen: tuple[str, ...] = (),
    text: str = "",
    role: str | None = None,
    visible_to: frozenset[Player] | None = None,
) -> Event:
    """Returns an event, public by default; the state numbers it."""
    new_event = object.__new__(Event)  # all fields at once: a match has hundreds
    vars(new_event).update(
        number=0,
        kind=kind,
        round=0,
        actor=actor,
        to=to,
        case=case,
        chosen=chosen,
        text=text,
        role=role,
        visible_to=visible_to,
    )
    return new_event
