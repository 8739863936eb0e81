"""The tables of a server on record, so that none is lost with its process."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import ColumnElement, Connection, insert, select, text

from parlour.core import Player
from parlour.store import tables
from parlour.store.database import Database

AccessTokenKind = Literal["host", "seat", "spectator"]

_PUT_TABLE = text(
    "INSERT INTO hosted (match, json) VALUES (:match, :json) "
    "ON CONFLICT (match) DO UPDATE SET json = excluded.json"
)
_PUT_SHEET = text(
    "INSERT INTO sheet (match, holder, kind, json) VALUES (:match, :holder, :kind, :json) "
    "ON CONFLICT (match, holder, kind) DO UPDATE SET json = excluded.json"
)


@dataclass(frozen=True, kw_only=True)
class AccessToken:
    """An access token of a table.

    Attributes:
        player: the seat; empty where it opens none.
    """

    token: str
    match: str
    kind: AccessTokenKind
    player: Player = ""


class Hosting:
    """The tables of a server at rest: settings, passes and sheets of paper, by match.

    Args:
        database: where matches are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def tables(self) -> Mapping[str, str]:
        with self._database.reading() as connection:
            return {row.match: row.json for row in connection.execute(select(tables.hosted))}

    def table(self, match: str) -> str | None:
        """The JSON of one table's settings; None if the match is at none."""
        c = tables.hosted.c
        with self._database.reading() as connection:
            return connection.scalar(select(c.json).where(c.match == match))

    def put_table(self, match: str, json: str) -> None:
        """Keeps a table's settings, in place of those before."""
        with self._database.writing() as connection:
            connection.execute(_PUT_TABLE, {"match": match, "json": json})

    def open(self, match: str, json: str, passes: Iterable[AccessToken]) -> None:
        """Keeps a new table and its passes, all or nothing."""
        with self._database.writing() as connection:
            connection.execute(_PUT_TABLE, {"match": match, "json": json})
            _insert(connection, passes)

    def add_passes(self, passes: Iterable[AccessToken]) -> None:
        with self._database.writing() as connection:
            _insert(connection, passes)

    def revoke(self, token: str) -> None:
        with self._database.writing() as connection:
            connection.execute(tables.ticket.delete().where(tables.ticket.c.token == token))

    def passes(self, match: str) -> tuple[AccessToken, ...]:
        return self._select(tables.ticket.c.match == match)

    def find(self, token: str) -> AccessToken | None:
        tickets = self._select(tables.ticket.c.token == token)
        return tickets[0] if tickets else None

    def put_sheet(self, match: str, holder: Player, kind: str, json: str) -> None:
        """Stores a player's sheet, such as a notebook or a survey, in place of the earlier one."""
        with self._database.writing() as connection:
            row = {"match": match, "holder": holder, "kind": kind, "json": json}
            connection.execute(_PUT_SHEET, row)

    def sheets(self, match: str, kind: str) -> Mapping[Player, str]:
        """The JSON of every sheet of a kind, by whose it is."""
        c = tables.sheet.c
        query = select(c.holder, c.json).where(c.match == match, c.kind == kind).order_by(c.holder)
        with self._database.reading() as connection:
            return {row.holder: row.json for row in connection.execute(query)}

    def _select(self, where: ColumnElement[bool]) -> tuple[AccessToken, ...]:
        c = tables.ticket.c
        query = select(c.token, c.match, c.kind, c.player).where(where).order_by(c.kind, c.player)
        with self._database.reading() as connection:
            return tuple(AccessToken(**row) for row in connection.execute(query).mappings())


def _insert(connection: Connection, passes: Iterable[AccessToken]) -> None:
    if rows := [vars(ticket) for ticket in passes]:
        connection.execute(insert(tables.ticket), rows)
