"""The state of a night, and what a role can do by night, at dawn, by day, in death and at the end.

The rules of nights, days and deaths know no role by name. They ask each player's power what it does now, and
most powers answer to little of it: what a role does not override is what a villager does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from parlour.core import (
    Action,
    Event,
    EventKind,
    LazyProperty,
    Player,
    Request,
    RequestKind,
    changed,
    private,
    quick_init,
)
from parlour.games.werewolf.setup import Role, Team, WerewolfSetup


@quick_init
@dataclass(frozen=True, kw_only=True)
class PowerMark:
    """A choice or an incident that a power refers to later.

    Attributes:
        kind: the kind of the answered request, or a word of the power's own.
        by: the player with the power.
        on: the chosen players, if any.
    """

    kind: str
    by: Player
    on: tuple[Player, ...] = ()


@quick_init
@dataclass(frozen=True, kw_only=True)
class NightBoard:
    """The state that lasts from one night to the next."""

    setup: WerewolfSetup
    seed: int
    roles: tuple[Role, ...]
    dead: tuple[Player, ...] = ()
    marks: tuple[PowerMark, ...] = ()

    @LazyProperty
    def living(self) -> tuple[Player, ...]:
        return others(self.setup.players, *self.dead)

    @LazyProperty
    def wolves(self) -> tuple[Player, ...]:
        return others(self.pack, *self.dead)

    @LazyProperty
    def prey(self) -> tuple[Player, ...]:
        return others(self.living, *self.wolves)

    def role(self, player: Player) -> Role:
        return self.held[player]

    @LazyProperty
    def held(self) -> Mapping[Player, Role]:
        return dict(zip(self.setup.players, self.roles, strict=True))

    @LazyProperty
    def pack(self) -> tuple[Player, ...]:
        return tuple(player for player, role in self.held.items() if role.is_wolf)

    @LazyProperty
    def is_powerless(self) -> bool:
        return any(mark.kind == POWERLESS for mark in self.marks)

    def marked_players(self, kind: str) -> tuple[Player, ...]:
        """Returns the players with marks of a kind, in order; a player marked twice comes twice."""
        return tuple(player for mark in self.marks if mark.kind == kind for player in mark.on)

    def latest(self, kind: str) -> tuple[Player, ...]:
        """Returns the players of the latest mark of a kind, if any."""
        return next((mark.on for mark in reversed(self.marks) if mark.kind == kind), ())

    def without(self, *players: Player) -> NightBoard:
        return changed(self, "held", "pack", "is_powerless", dead=(*self.dead, *players))

    def with_marks(self, *marks: PowerMark) -> NightBoard:
        if not marks:
            return self
        return changed(self, "held", "pack", "living", "wolves", "prey", marks=(*self.marks, *marks))


Tells = Mapping[RequestKind, EventKind]
"""The event kind that tells a decision, by the kind of its request."""


class DeathCause(StrEnum):
    """The cause of a death."""

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


@quick_init
@dataclass(frozen=True, kw_only=True)
class Death:
    """The death of a player, with its cause."""

    player: Player
    cause: DeathCause


OF_THE_VILLAGE = frozenset({DeathCause.POISON, DeathCause.VOTE, DeathCause.SHOT, DeathCause.DUEL})
"""The killings by the village; a werewolf's shot is one, since it looks the same."""


@quick_init
@dataclass(frozen=True, kw_only=True)
class Night:
    """The decisions since nightfall.

    Attributes:
        done: the decided kinds, each once; every round of the werewolves' talk counts.
        attacked: the player under attack.
        marks: the choices of the powers; the pack's choices leave none.
    """

    done: tuple[RequestKind, ...] = ()
    attacked: Player | None = None
    marks: tuple[PowerMark, ...] = ()

    def chosen(self, kind: str) -> Player | None:
        return next((player for mark in self.marks if mark.kind == kind for player in mark.on), None)


@quick_init
@dataclass(frozen=True, kw_only=True)
class Due:
    """A decision that a player must make now."""

    player: Player
    kind: RequestKind
    options: tuple[Player, ...]
    least: int = 0
    most: int = 1
    or_none: bool = False


@dataclass(frozen=True, kw_only=True)
class Consequence:
    """The consequences of a public act."""

    board: NightBoard
    told: Sequence[Event] = ()
    deaths: Sequence[Death] = field(default=())
    is_dusk: bool = False


class Power:
    """The power of the holders of a role.

    Attributes:
        tells: the event kind that tells a decision, by the kind of its request.
    """

    tells: ClassVar[Tells] = {}

    def dealt(self, board: NightBoard, player: Player) -> Iterator[Event]:
        yield from ()

    def at_dusk(self, board: NightBoard, player: Player) -> Iterator[Event]:
        yield from ()

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        yield from ()

    def own_event(self, board: NightBoard, request: Request, action: Action) -> Event:
        return private(self.tells[request.kind], request.player, chosen=action.chosen)

    def brings(self, board: NightBoard, request: Request, action: Action, number: int) -> Iterator[Event]:
        """Yields further events of a decision by night, for the holder or for others."""
        yield from ()

    def hears(self, board: NightBoard, night: Night, player: Player) -> Iterator[Event]:
        yield from ()

    def turns(self, board: NightBoard, night: Night, number: int) -> Night:
        return night

    def rescues(self, night: Night) -> Player | None:
        return None

    def kills(self, night: Night) -> Iterator[Death]:
        yield from ()

    def withstands(self, board: NightBoard, death: Death) -> bool:
        return False

    def news(self, board: NightBoard, night: Night) -> Iterator[Event]:
        yield from ()

    def at_dawn(self, board: NightBoard, player: Player) -> Iterator[Event]:
        yield from ()

    def by_day(self, board: NightBoard, player: Player) -> Iterator[Due]:
        yield from ()

    def votes(self, night: Night) -> Iterator[tuple[Player, int]]:
        yield from ()

    def stays(self, board: NightBoard, player: Player) -> Event | None:
        return None

    def takes_tie(self, board: NightBoard, player: Player) -> Event | None:
        return None

    def falls(self, board: NightBoard, death: Death) -> Consequence | None:
        return None

    def follows(self, board: NightBoard, death: Death) -> Iterator[tuple[Death, Event]]:
        yield from ()

    def side(self, board: NightBoard, player: Player) -> Team | None:
        return None

    def wins(self, board: NightBoard, usual: Team | None) -> Team | None:
        return usual

    def last_act(self, board: NightBoard, death: Death) -> RequestKind | None:
        return None

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        return Consequence(board=board)


def others(players: Sequence[Player], *but: Player) -> tuple[Player, ...]:
    """Returns some players without those."""
    return tuple(player for player in players if player not in but)


WITHSTOOD, STAYED, POWERLESS, OUTVOTED = "withstood", "stayed", "powerless", "outvoted"
"""The marks of a player who survived an attack by a power, of one who should have been voted out and
stayed without a vote, of a village that has lost its powers, and of each day's vote with its victim."""
