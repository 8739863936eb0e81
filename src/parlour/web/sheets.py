"""Data stored beside a match: notebooks, surveys, the rematch, and the outcome without a player."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping

from pydantic import Field

from parlour.arena import HUMAN, Setup, is_free
from parlour.core import FrozenModel, Player, StrictModel, asked_model
from parlour.errors import NoEntry, TableError
from parlour.evaluation import SHEET, Survey
from parlour.library.match import MatchOutcome
from parlour.library.playing import can_do_without, without
from parlour.store import AccessToken, Hosting, Store
from parlour.web.hosting import LiveMatch, TableServer
from parlour.web.table_request import SeatAsked, TableAsked

NOTEBOOK = "notebook"
MOST_SUSPICION = 5
MOST_CHARACTERS = 50_000


class Mark(StrictModel):
    """A player's suspicion of another one.

    Attributes:
        suspicion: 0 for none, 5 for as good as proved.
        text: the reason.
    """

    suspicion: int = Field(default=0, ge=0, le=MOST_SUSPICION)
    text: str = Field(default="", max_length=MOST_CHARACTERS)


class Notes(StrictModel):
    """The content of a notebook.

    Attributes:
        text: the general notes.
        marks: the suspicions, by player.
    """

    text: str = Field(default="", max_length=MOST_CHARACTERS)
    marks: Mapping[Player, Mark] = {}

    def with_mark(self, player: Player, **changes: object) -> Notes:
        """Returns the notes with a changed mark."""
        mark = self.marks.get(player, Mark()).model_copy(update=changes)
        return self.model_copy(update={"marks": {**self.marks, player: mark}})

    @property
    def suspicions(self) -> Mapping[Player, int]:
        return {player: mark.suspicion for player, mark in self.marks.items()}


def read_notes(hosting: Hosting, match: str, player: Player) -> Notes:
    """Returns a player's notebook."""
    sheet = hosting.sheets(match, NOTEBOOK).get(player)
    return Notes.model_validate_json(sheet) if sheet else Notes()


def write_notes(hosting: Hosting, match: str, player: Player, notes: Notes) -> None:
    """Replaces a player's notebook."""
    hosting.put_sheet(match, player, NOTEBOOK, notes.model_dump_json())


def may_fill(table: LiveMatch, player: Player) -> bool:
    """Tests whether a player may fill a survey: a person in a seat of a finished match."""
    return table.is_over and is_person(table.setup, player)


def is_person(setup: Setup, player: Player) -> bool:
    """Tests whether a person plays a seat."""
    return any(seat.player == player and seat.holder.method == HUMAN for seat in setup.seats)


def put_survey(store: Store, table: LiveMatch, player: Player, survey: Survey) -> None:
    """Replaces a player's survey.

    Raises:
        TableError: if the match goes on, or no person sits in that seat.
    """
    if not may_fill(table, player):
        raise TableError("The survey is for people who played, once the match is over.")
    store.hosting.put_sheet(table.match, player, SHEET, survey.model_dump_json())


def surveys(store: Store, match: str) -> Mapping[Player, Survey]:
    """Returns the surveys of a match, by player."""
    sheets = store.hosting.sheets(match, SHEET)
    return {player: Survey.model_validate_json(json) for player, json in sheets.items()}


_REMATCH_SHEET = "rematch"
_TABLE = ""
"""The owner of a sheet that is the table's and no seat's."""


class _Rematch(FrozenModel):
    match: str
    tokens: frozenset[str]


def may_ask(table: LiveMatch, *, is_host: bool) -> bool:
    """Tests whether a visitor may open a rematch.

    A host may; a player may if the table costs nothing, because all agents use the reader.
    """
    seats = table.setup.seats
    has_people = any(seat.holder.method == HUMAN for seat in seats)
    return table.is_over and has_people and (is_host or is_free(seats))


def found_rematch(server: TableServer, match: str) -> LiveMatch | None:
    """Returns the table of a match's rematch, if one was opened."""
    rematch_sheet = _stored_rematch(server, match)
    try:
        return server.table(rematch_sheet.match) if rematch_sheet else None
    except NoEntry:  # it was deleted
        return None


async def rematch(server: TableServer, table: LiveMatch, *, is_host: bool) -> LiveMatch:
    """Opens and starts a table like a finished one, with the same players, or returns it if there is one.

    Raises:
        TableError: if the visitor may not open one.
        UsageError: if the table is not possible any more.
    """
    if existing := found_rematch(server, table.match):
        return existing
    if not may_ask(table, is_host=is_host):
        raise TableError("Only the host can open another table like this one, once it is over.")
    setup, seats = table.setup, enumerate(table.setup.seats, start=1)
    request = TableAsked(
        game=asked_model(setup.game.name).again(setup.game),
        language=setup.language,
        seats=tuple(
            SeatAsked(player=str(number), method=seat.holder.method, model=seat.holder.model or "")
            for number, seat in seats
        ),
        seconds=table.settings.seconds,
    )
    new_setup = await server.create_setup(request.setup)
    if existing := found_rematch(server, table.match):
        return existing
    new, passes = server.open(new_setup, seconds=request.seconds)
    rematch_sheet = _Rematch(match=new.match, tokens=frozenset(ticket.token for ticket in passes))
    server.store.hosting.put_sheet(table.match, _TABLE, _REMATCH_SHEET, rematch_sheet.model_dump_json())
    new.start()
    return new


def is_host_by(server: TableServer, match: str, tokens: Collection[str]) -> bool:
    """Tests whether one of some tokens is the host's of a match."""
    return any(ticket.kind == "host" and ticket.token in tokens for ticket in server.passes(match))


def place_at(server: TableServer, old: LiveMatch, new: LiveMatch, player: Player | None) -> AccessToken:
    """Returns the token of the new table for a visitor of the old one: of the same seat, or the host's.

    Raises:
        NoEntry: if the seat was replaced since, or its link was renewed.
    """
    rematch_sheet = _stored_rematch(server, old.match)
    name = new.setup.players[old.setup.players.index(player)] if player else ""
    kind = "seat" if player else "host"
    for ticket in server.passes(new.match):
        if (
            rematch_sheet
            and ticket.token in rematch_sheet.tokens
            and (ticket.kind, ticket.player) == (kind, name)
        ):
            return ticket
    raise NoEntry("That place at the new table went to somebody else: ask its host for a link.")


def _stored_rematch(server: TableServer, match: str) -> _Rematch | None:
    sheet = server.store.hosting.sheets(match, _REMATCH_SHEET).get(_TABLE)
    return _Rematch.model_validate_json(sheet) if sheet else None


_WITHOUT_SHEET = "without"


async def outcome_without(server: TableServer, table: LiveMatch, player: Player) -> MatchOutcome | None:
    """Returns the outcome of a finished match without a player; None if it cannot be replayed for free.

    The replay runs in its own thread, so that no other table waits for it.
    """
    if not table.is_over or not can_do_without(table.setup, player):
        return None
    if sheet := server.store.hosting.sheets(table.match, _WITHOUT_SHEET).get(player):
        return MatchOutcome.model_validate_json(sheet)
    outcome = await asyncio.to_thread(lambda: asyncio.run(without(table.setup, player)))
    server.store.hosting.put_sheet(table.match, player, _WITHOUT_SHEET, outcome.model_dump_json())
    return outcome
