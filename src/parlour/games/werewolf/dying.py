"""What follows when somebody dies: who dies with them, and what they may still do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.core import Event, Player, RequestKind
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers import BADGE, Death, power_of, table_powers


@dataclass(frozen=True, kw_only=True)
class LastAct:
    """What somebody who has died may still decide.

    Attributes:
        player: who.
        kind: what for.
        is_harmless: whether nobody can die of it, so that it is let be once a side has won.
    """

    player: Player
    kind: RequestKind
    is_harmless: bool = False


@dataclass(frozen=True, kw_only=True)
class Burial:
    """What came of some deaths.

    Attributes:
        board: without the dead.
        told: what everybody learns, with whoever died of it where somebody did.
        acts: what the dead may still do, the harmless last.
    """

    board: NightBoard
    told: tuple[tuple[Event, Player | None], ...] = ()
    acts: tuple[LastAct, ...] = ()


def fall(board: NightBoard, deaths: Sequence[Death]) -> Burial:
    """The board after some have died, and after all who die because they have."""
    told, acts, dying = list[tuple[Event, Player | None]](), list[LastAct](), list(deaths)
    while dying:
        acts += [act for death in dying for act in _last_acts(board, death)]
        after = board.without(*(death.player for death in dying))
        for death in dying:
            if came := power_of(board, death.player).falls(after, death):
                after = came.board
                told += [(event, None) for event in came.told]
        found = {other.player: (other, event) for other, event in _followers(after, dying)}
        told += [(event, other.player) for other, event in found.values()]
        board, dying = after, [other for other, _ in found.values()]
    return Burial(board=board, told=tuple(told), acts=tuple(sorted(acts, key=lambda act: act.is_harmless)))


def _last_acts(board: NightBoard, death: Death) -> Iterator[LastAct]:
    if kind := power_of(board, death.player).last_act(board, death):
        yield LastAct(player=death.player, kind=kind, is_harmless=kind is not kinds.SHOOT)
    if kind := BADGE.last_act(board, death):
        yield LastAct(player=death.player, kind=kind, is_harmless=True)


def _followers(board: NightBoard, deaths: Sequence[Death]) -> Iterator[tuple[Death, Event]]:
    for death in deaths:
        for power in table_powers(board):
            yield from power.follows(board, death)
