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
from parlour.games.werewolf.roles import Team

Tells = Mapping[RequestKind, EventKind]
"""What somebody is asked for, and as what the decision is told."""


class DeathCause(StrEnum):
    """What somebody dies of."""

    ATTACK = "attack"
    POISON = "poison"
    VOTE = "vote"
    SHOT = "shot"
    FRIGHT = "fright"
    DUEL = "duel"
    BLAST = "blast"
    GRIEF = "grief"
    CHARM = "charm"
    TIE = "tie"


@dataclass(frozen=True, kw_only=True)
class Death:
    """Somebody dies, and of what."""

    player: Player
    cause: DeathCause


OF_THE_VILLAGE = frozenset({DeathCause.POISON, DeathCause.VOTE, DeathCause.SHOT, DeathCause.DUEL})
"""What the village does to somebody itself; a werewolf's shot is among it, since nobody can tell it apart."""


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
        or_none: whether none may be, too.
    """

    player: Player
    kind: RequestKind
    options: tuple[Player, ...]
    least: int = 0
    most: int = 1
    or_none: bool = False


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

    def dealt(self, board: NightBoard, player: Player) -> Iterator[Event]:
        """What a holder is told at the deal beside what it is."""
        yield from ()

    def at_dusk(self, board: NightBoard, player: Player) -> Iterator[Event]:
        """What is told at nightfall, where a holder lives."""
        yield from ()

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """What a living holder must decide now, in a night as far as it has come."""
        yield from ()

    def told(self, board: NightBoard, request: Request, action: Action) -> Event:
        """What a holder learns of its own decision by night."""
        return private(self.tells[request.kind], request.player, chosen=action.chosen)

    def brings(self, board: NightBoard, request: Request, action: Action, number: int) -> Iterator[Event]:
        """What else is told of a decision by night, to the holder or to others.

        Args:
            board: at nightfall.
            request: what was asked.
            action: what was decided.
            number: of the night.
        """
        yield from ()

    def hears(self, board: NightBoard, night: Night, player: Player) -> Iterator[Event]:
        """What a living holder learns once the werewolves have chosen."""
        yield from ()

    def turns(self, board: NightBoard, night: Night, number: int) -> Night:
        """The night, where it comes out otherwise than the werewolves chose."""
        return night

    def rescues(self, night: Night) -> Player | None:
        """Whom it keeps from dying of the werewolves' attack."""
        return None

    def kills(self, night: Night) -> Iterator[Death]:
        """Who dies of it in the night."""
        yield from ()

    def withstands(self, board: NightBoard, death: Death) -> bool:
        """Whether a holder lives on who would have died in the night, and is marked for it."""
        return False

    def news(self, board: NightBoard, night: Night) -> Iterator[Event]:
        """What all are told of a night that is over; asked of every power that is dealt."""
        yield from ()

    def at_dawn(self, board: NightBoard, player: Player) -> Iterator[Event]:
        """What everybody is told in the morning, where a holder lives."""
        yield from ()

    def by_day(self, board: NightBoard, player: Player) -> Iterator[Due]:
        """What a living holder may do after the talk, before the vote."""
        yield from ()

    def votes(self, night: Night) -> Iterator[tuple[Player, int]]:
        """Votes that nobody casts, after that night; asked of every power that is dealt."""
        yield from ()

    def stays(self, board: NightBoard, player: Player) -> Event | None:
        """What is told of a holder who is not voted out, but marked; None where it goes like everybody."""
        return None

    def takes_tie(self, board: NightBoard, player: Player) -> Event | None:
        """What is told of a holder who goes in the place of those who are tied; None where it does not."""
        return None

    def falls(self, board: NightBoard, death: Death) -> Consequence | None:
        """What comes for the whole table of a holder's death; None for nothing."""
        return None

    def follows(self, board: NightBoard, death: Death) -> Iterator[tuple[Death, Event]]:
        """Who dies because somebody has, and as what it is told; asked of every power that is dealt."""
        yield from ()

    def side(self, board: NightBoard, player: Player) -> Team | None:
        """The side of anybody where this power changes it; asked of every power that is dealt."""
        return None

    def wins(self, board: NightBoard, usual: Team | None) -> Team | None:
        """Who has won where this power is dealt, and who would have without it."""
        return usual

    def last_act(self, board: NightBoard, death: Death) -> RequestKind | None:
        """What a holder who dies may still decide, among all who live."""
        return None

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        """What comes of what a holder decided for all to see."""
        return Consequence(board=board)


def others(players: Sequence[Player], *but: Player) -> tuple[Player, ...]:
    """Some players without those."""
    return tuple(player for player in players if player not in but)


WITHSTOOD, STAYED, POWERLESS, OUTVOTED = "withstood", "stayed", "powerless", "outvoted"
"""The marks of whoever outlived an attack by a power of their own, of whoever should have been voted out and
stayed without a vote, of a village that has lost its powers, and of each day's vote, on whom it put out."""
