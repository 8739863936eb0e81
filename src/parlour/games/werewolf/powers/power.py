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
    """The state that lasts from one night to the next.

    Attributes:
        setup: players and options.
        seed: the match seed.
        roles: the roles, in seat order.
        dead: the dead, in the order of death.
        marks: the marks of powers, in order.
    """

    setup: WerewolfSetup
    seed: int
    roles: tuple[Role, ...]
    dead: tuple[Player, ...] = ()
    marks: tuple[PowerMark, ...] = ()

    @LazyProperty
    def living(self) -> tuple[Player, ...]:
        """The living players, in seat order."""
        return others(self.setup.players, *self.dead)

    @LazyProperty
    def wolves(self) -> tuple[Player, ...]:
        """The living werewolves, in seat order."""
        return others(self.pack, *self.dead)

    @LazyProperty
    def prey(self) -> tuple[Player, ...]:
        """The living players who are no werewolves, in seat order."""
        return others(self.living, *self.wolves)

    def role(self, player: Player) -> Role:
        """Returns the role of a player."""
        return self.held[player]

    @LazyProperty
    def held(self) -> Mapping[Player, Role]:
        """The role of each player."""
        return dict(zip(self.setup.players, self.roles, strict=True))

    @LazyProperty
    def pack(self) -> tuple[Player, ...]:
        """The werewolves, the dead too, in seat order."""
        return tuple(player for player, role in self.held.items() if role.is_wolf)

    @LazyProperty
    def is_powerless(self) -> bool:
        """True once the village has lost its powers."""
        return any(mark.kind == POWERLESS for mark in self.marks)

    def marked_players(self, kind: str) -> tuple[Player, ...]:
        """Returns the players with marks of a kind, in order; a player marked twice comes twice."""
        return tuple(player for mark in self.marks if mark.kind == kind for player in mark.on)

    def latest(self, kind: str) -> tuple[Player, ...]:
        """Returns the players of the latest mark of a kind, if any."""
        return next((mark.on for mark in reversed(self.marks) if mark.kind == kind), ())

    def without(self, *players: Player) -> NightBoard:
        """Returns the board after these players have died."""
        return changed(self, "held", "pack", "is_powerless", dead=(*self.dead, *players))

    def with_marks(self, *marks: PowerMark) -> NightBoard:
        """Returns the board with these marks too."""
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
        """Returns the player chosen for a kind tonight; None without a choice so far."""
        return next((player for mark in self.marks if mark.kind == kind for player in mark.on), None)


@quick_init
@dataclass(frozen=True, kw_only=True)
class Due:
    """A decision that a player must make now.

    Attributes:
        player: the player who makes it.
        kind: the kind of the request.
        options: the players to choose among.
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
    """The consequences of a public act.

    Attributes:
        board: after it, before the deaths.
        told: the public events.
        deaths: the deaths that follow.
        is_dusk: whether the day ends with it.
    """

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
        """Yields further private events of a holder at the deal."""
        yield from ()

    def at_dusk(self, board: NightBoard, player: Player) -> Iterator[Event]:
        """Yields events at nightfall while a holder lives."""
        yield from ()

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """Yields the decisions that a living holder must make now, given the night so far."""
        yield from ()

    def own_event(self, board: NightBoard, request: Request, action: Action) -> Event:
        """Returns the event that tells a holder its own decision by night."""
        return private(self.tells[request.kind], request.player, chosen=action.chosen)

    def brings(self, board: NightBoard, request: Request, action: Action, number: int) -> Iterator[Event]:
        """Yields further events of a decision by night, for the holder or for others.

        Args:
            board: at nightfall.
            request: the request.
            action: the decision.
            number: of the night.
        """
        yield from ()

    def hears(self, board: NightBoard, night: Night, player: Player) -> Iterator[Event]:
        """Yields the events for a living holder once the werewolves have chosen."""
        yield from ()

    def turns(self, board: NightBoard, night: Night, number: int) -> Night:
        """Returns the night if the power changes its outcome, else the same night."""
        return night

    def rescues(self, night: Night) -> Player | None:
        """Returns the player that it saves from the werewolves' attack."""
        return None

    def kills(self, night: Night) -> Iterator[Death]:
        """Yields the deaths that it causes in the night."""
        yield from ()

    def withstands(self, board: NightBoard, death: Death) -> bool:
        """Returns true if a holder survives this death and is marked for it."""
        return False

    def news(self, board: NightBoard, night: Night) -> Iterator[Event]:
        """Yields public events of a night that is over; called for every dealt power."""
        yield from ()

    def at_dawn(self, board: NightBoard, player: Player) -> Iterator[Event]:
        """Yields public events in the morning while a holder lives."""
        yield from ()

    def by_day(self, board: NightBoard, player: Player) -> Iterator[Due]:
        """Yields the acts open to a living holder after the talk, before the vote."""
        yield from ()

    def votes(self, night: Night) -> Iterator[tuple[Player, int]]:
        """Yields additional votes after that night; called for every dealt power."""
        yield from ()

    def stays(self, board: NightBoard, player: Player) -> Event | None:
        """Returns the event of a holder who survives a vote and is marked; None if it is eliminated."""
        return None

    def takes_tie(self, board: NightBoard, player: Player) -> Event | None:
        """Returns the event of a holder who dies in the place of the tied; None if it does not."""
        return None

    def falls(self, board: NightBoard, death: Death) -> Consequence | None:
        """Returns the consequences of a holder's death for the whole table, if any."""
        return None

    def follows(self, board: NightBoard, death: Death) -> Iterator[tuple[Death, Event]]:
        """Yields the deaths that a death causes, with their events; called for every dealt power."""
        yield from ()

    def side(self, board: NightBoard, player: Player) -> Team | None:
        """Returns the side of a player if this power changes it; called for every dealt power."""
        return None

    def wins(self, board: NightBoard, usual: Team | None) -> Team | None:
        """Returns the winner where this power is dealt, given the winner without it."""
        return usual

    def last_act(self, board: NightBoard, death: Death) -> RequestKind | None:
        """Returns the decision that a dying holder may still make among the living."""
        return None

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        """Returns the consequences of a holder's public decision."""
        return Consequence(board=board)


def others(players: Sequence[Player], *but: Player) -> tuple[Player, ...]:
    """Returns some players without those."""
    return tuple(player for player in players if player not in but)


WITHSTOOD, STAYED, POWERLESS, OUTVOTED = "withstood", "stayed", "powerless", "outvoted"
"""The marks of a player who survived an attack by a power, of one who should have been voted out and
stayed without a vote, of a village that has lost its powers, and of each day's vote with its victim."""
