"""Playing again with the same people: one table more for each that was played, whoever of them asks first."""

from __future__ import annotations

from collections.abc import Collection

from pydantic import BaseModel, ConfigDict

from parlour.arena import HUMAN, is_free
from parlour.core import Player, asked_model
from parlour.errors import NoEntry, TableError
from parlour.store import AccessToken
from parlour.web.asked import SeatAsked, TableAsked
from parlour.web.hosting import LiveMatch, TableServer

_SHEET = "rematch"
_NOBODY = ""
"""The sheet is the table's and no seat's."""


class _Rematch(BaseModel):
    """What is kept of a rematch.

    Attributes:
        match: of the new table.
        tokens: what opened it when it was new: a seat that was given away later is not the old player's.
    """

    model_config = ConfigDict(frozen=True)
    match: str
    tokens: frozenset[str]


def may_ask(table: LiveMatch, *, is_host: bool) -> bool:
    """Whether somebody may open another table like one that is over.

    A host may. Whoever has a seat may where nobody is paid for it: where all that thinks is the reader.
    """
    seats = table.setup.seats
    has_people = any(seat.holder.method == HUMAN for seat in seats)
    return table.is_over and has_people and (is_host or is_free(seats))


def found_rematch(house: TableServer, match: str) -> LiveMatch | None:
    """The table at which the people of a match play again, if one was opened."""
    kept = _kept(house, match)
    try:
        return house.table(kept.match) if kept else None
    except NoEntry:  # it was deleted
        return None


async def rematch(house: TableServer, table: LiveMatch, *, is_host: bool) -> LiveMatch:
    """Opens a table like one that is over, everybody in a seat of the same number, and begins; once.

    Raises:
        TableError: if that is not for whoever asks.
        UsageError: if there can be no such table any more.
    """
    if found := found_rematch(house, table.match):
        return found
    if not may_ask(table, is_host=is_host):
        raise TableError("Only the host can open another table like this one, once it is over.")
    setup, seats = table.setup, enumerate(table.setup.seats, start=1)
    asked = TableAsked(
        game=asked_model(setup.game.name).again(setup.game),
        language=setup.language,
        seats=tuple(
            SeatAsked(player=str(number), method=seat.holder.method, model=seat.holder.model or "")
            for number, seat in seats
        ),
        seconds=table.settings.seconds,
    )
    laid = await house.laid(asked.setup)
    if found := found_rematch(house, table.match):
        return found
    new, passes = house.open(laid, seconds=asked.seconds)
    kept = _Rematch(match=new.match, tokens=frozenset(each.token for each in passes))
    house.store.hosting.put_sheet(table.match, _NOBODY, _SHEET, kept.model_dump_json())
    new.start()
    return new


def is_host_by(house: TableServer, match: str, tokens: Collection[str]) -> bool:
    """Whether one of those tokens opens the host's page of a match."""
    return any(each.kind == "host" and each.token in tokens for each in house.passes(match))


def place_at(house: TableServer, old: LiveMatch, new: LiveMatch, player: Player | None) -> AccessToken:
    """What opens the new table for somebody of the old: the seat of the same number, or the host's page.

    Raises:
        NoEntry: if the seat was given to somebody else since, or its link was renewed.
    """
    kept = _kept(house, old.match)
    name = new.setup.players[old.setup.players.index(player)] if player else ""
    kind = "seat" if player else "host"
    for each in house.passes(new.match):
        if kept and each.token in kept.tokens and (each.kind, each.player) == (kind, name):
            return each
    raise NoEntry("That place at the new table went to somebody else: ask its host for a link.")


def _kept(house: TableServer, match: str) -> _Rematch | None:
    kept = house.store.hosting.sheets(match, _SHEET).get(_NOBODY)
    return _Rematch.model_validate_json(kept) if kept else None
