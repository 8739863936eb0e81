"""What players of Werewolf do to each other: votes and night choices, and which of them serve their side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from parlour.arena import Act, Record, events, items
from parlour.core import Event, EventKind, Player, event_kinds
from parlour.errors import UsageError
from parlour.games.werewolf import kinds
from parlour.games.werewolf.roles import Role, Team
from parlour.games.werewolf.setup import WerewolfSetup


class DeedStance(StrEnum):
    """How one player stands, or is taken to stand, to another."""

    ALLY = "ally"
    ADVERSARY = "adversary"


@dataclass(frozen=True, kw_only=True)
class Deed:
    """A vote, or a choice by night, that fell on somebody.

    Attributes:
        event: its number in the record.
        kind: what was done.
        request: the request that it answers.
        round: the day, or the night before it.
        player: who did it.
        target: to whom; at times the player itself.
        truth: whether the two are really on one side.
    """

    event: int
    kind: EventKind
    request: str
    round: int
    player: Player
    target: Player
    truth: DeedStance

    @property
    def stance(self) -> DeedStance | None:
        """How it treats its target; a check does neither good nor harm."""
        match self.kind.attitude:
            case "hostile":
                return DeedStance.ADVERSARY
            case "friendly":
                return DeedStance.ALLY
            case None:
                return None

    @property
    def is_right(self) -> bool:
        """Whether it is against the other side, or for its own (the trust paper, table 2; NOTES 8)."""
        return self.truth is (self.stance or DeedStance.ADVERSARY)


def roles(record: Record) -> Mapping[Player, Role]:
    """What everybody was, as it was dealt.

    Raises:
        UsageError: if the match is no game of Werewolf.
    """
    game = record.setup.game
    if not isinstance(game, WerewolfSetup):
        raise UsageError(f"this is for games of Werewolf, and the match is a {game.name}")
    return dict(zip(game.players, game.dealt(record.setup.seed), strict=True))


def sides(record: Record) -> Mapping[Player, Team]:
    """On which side everybody was at the end: as dealt, but for lovers of two sides, if no tanner won."""
    dealt = roles(record)
    are = {player: role.team for player, role in dealt.items()}
    for event in events(record):
        if event.kind is kinds.LINKED and len({are[player] for player in event.chosen}) > 1:
            are |= dict.fromkeys(event.chosen, Team.LOVERS)
        elif event.kind is event_kinds.ELIMINATED:
            are |= {player: Team.TANNER for player in event.chosen if dealt[player] is Role.TANNER}
    return are


def deeds(record: Record) -> Iterator[Deed]:
    """All deeds of a match in their order; whoever chose nobody, or had the fallback played, did nothing."""
    are = sides(record)
    for event, request in _answered(record):
        if event.kind.deed and event.actor and (target := _target(event)):
            is_ally = are[event.actor] is are[target]
            yield Deed(
                event=event.number,
                kind=event.kind,
                request=request,
                round=event.round,
                player=event.actor,
                target=target,
                truth=DeedStance.ALLY if is_ally else DeedStance.ADVERSARY,
            )


def _target(event: Event) -> Player | None:
    """On whom a deed fell; whoever dies of a blast of their own meant the other."""
    is_blast = event.kind is kinds.EXPLODED
    fell = [player for player in event.chosen if not (is_blast and player == event.actor)]
    return fell[0] if len(fell) == 1 else None


def _answered(record: Record) -> Iterator[tuple[Event, str]]:
    """Each event that somebody caused, with that player's latest request: the one that it answers."""
    latest: dict[Player, str] = {}
    for item in items(record):
        if isinstance(item, Act):
            latest[item.player] = item.request
        elif isinstance(item, Event) and item.actor in latest:
            yield item, latest[item.actor]
