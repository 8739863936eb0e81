"""What a role can do, as the rules ask for it: by night, at dawn, by day, in death, and at the end.

The rules of nights, days and deaths know no role by name. They ask everybody's power what it does now, and
most powers answer to little of it: what a role does not override is what a villager does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from parlour.core import Action, Event, EventKind, Player, Request, RequestKind, private
from parlour.games.werewolf.board import NightBoard, PowerMark

Tells = Mapping[RequestKind, EventKind]
"""What somebody is asked for, and as what the decision is told."""


class DeathCause(StrEnum):
    """What somebody dies of."""

    ATTACK = "attack"
    POISON = "poison"
    VOTE = "vote"
    SHOT = "shot"


@dataclass(frozen=True, kw_only=True)
class Death:
    """Somebody dies, and of what."""

    player: Player
    cause: DeathCause


@dataclass(frozen=True, kw_only=True)
class Night:
    """What has been decided since nightfall.

    Attributes:
        done: what has been decided, each kind once; every round of the werewolves' talk counts.
        attacked: whom the werewolves attack.
        marks: what the powers have chosen; what only the pack chooses leaves none.
    """

    done: tuple[RequestKind, ...] = ()
    attacked: Player | None = None
    marks: tuple[PowerMark, ...] = ()

    def chosen(self, kind: str) -> Player | None:
        """Who was chosen for something tonight; None where nobody was, or nobody has been asked yet."""
        return next((player for mark in self.marks if mark.kind == kind for player in mark.on), None)


@dataclass(frozen=True, kw_only=True)
class Due:
    """A decision that somebody must make now.

    Attributes:
        player: who makes it.
        kind: what for.
        options: the players on whom it may fall.
        least: how many must be chosen.
        most: how many may be.
    """

    player: Player
    kind: RequestKind
    options: tuple[Player, ...]
    least: int = 0
    most: int = 1


@dataclass(frozen=True, kw_only=True)
class Consequence:
    """What comes of something that was done for all to see.

    Attributes:
        board: after it, before anybody has died of it.
        told: what everybody learns.
        deaths: who dies of it.
        is_dusk: whether the day ends with it.
    """

    board: NightBoard
    told: Sequence[Event] = ()
    deaths: Sequence[Death] = field(default=())
    is_dusk: bool = False


class Power:
    """What the holders of a role can do.

    Attributes:
        tells: what they are asked for, and as what the decision is told.
    """

    tells: ClassVar[Tells] = {}

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """What a living holder must decide now, in a night as far as it has come."""
        yield from ()

    def told(self, board: NightBoard, request: Request, action: Action) -> Event:
        """What a holder learns of its own decision by night."""
        return private(self.tells[request.kind], request.player, chosen=action.chosen)

    def hears(self, board: NightBoard, night: Night, player: Player) -> Iterator[Event]:
        """What a living holder learns once the werewolves have chosen."""
        yield from ()

    def rescues(self, night: Night) -> Player | None:
        """Whom it keeps from dying of the werewolves' attack."""
        return None

    def kills(self, night: Night) -> Iterator[Death]:
        """Who dies of it in the night."""
        yield from ()

    def last_act(self, board: NightBoard, death: Death) -> RequestKind | None:
        """What a holder who dies may still decide, among all who live."""
        return None

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        """What comes of what a holder decided for all to see."""
        return Consequence(board=board)


def others(players: Sequence[Player], *but: Player) -> tuple[Player, ...]:
    """Some players without those."""
    return tuple(player for player in players if player not in but)
