"""The requests of One Night, by either set of rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from parlour.core import FloorRequest, Player, Request, RequestKind, request_kinds
from parlour.games.onenight.setup import OneNightSetup
from parlour.games.onenight.verdict import THE_WEREWOLF


class AskingTable(Protocol):
    """The part of a table's state from which its requests are made."""

    @property
    def setup(self) -> OneNightSetup: ...
    @property
    def step(self) -> int: ...
    @property
    def round(self) -> int: ...
    @property
    def players(self) -> Sequence[Player]: ...


def make_request(
    table: AskingTable,
    player: Player,
    kind: RequestKind,
    *,
    case: str | None = None,
    options: tuple[str, ...] = (),
    least: int = 0,
    most: int = 0,
    words: int = 0,
    partner: Player | None = None,
) -> Request:
    """Returns a request to a player; a required choice may be declined."""
    return Request(
        id=f"{table.step}.{kind}.{player}",
        step=table.step,
        player=player,
        kind=kind,
        round=table.round,
        case=case,
        options=options,
        least=least,
        most=most,
        or_none=least > 0,
        words=words,
        partner=partner,
        coached=table.setup.coaching,
    )


def ballot(table: AskingTable, player: Player) -> Request:
    """Returns a request to vote for one of the others."""
    others = tuple(name for name in table.players if name != player)
    return make_request(table, player, request_kinds.VOTE, case=THE_WEREWOLF, options=others, most=1)


def on_floor(table: AskingTable, each: FloorRequest) -> Request:
    """Returns a request of a free discussion: to bid for the floor, or to speak."""
    return make_request(
        table,
        each.player,
        each.kind,
        options=each.options,
        most=min(1, len(each.options)),
        words=table.setup.longest,
        partner=each.partner,
    )
