"""Recorded games at rest: what was played elsewhere, as JSON by id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from sqlalchemy import Connection, delete, insert, select, update

from parlour.errors import UnknownTranscript
from parlour.store import tables
from parlour.store.database import Database


@dataclass(frozen=True, kw_only=True)
class RecordedGame:
    """One recorded game as it is kept.

    Attributes:
        digest: SHA-256 of the JSON.
    """

    id: str
    corpus: str
    game: str
    digest: str
    summary: str
    json: str


class RecordedGames:
    """The recorded games of a store.

    Args:
        database: where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, games: Iterable[RecordedGame]) -> None:
        """Keeps games as they come, each in place of one of the same id: all or, on an error, none."""
        with self._database.writing() as connection:
            for game in games:
                _put(connection, game)

    def digests(self) -> dict[str, str]:
        c = tables.transcript.c
        with self._database.reading() as connection:
            return {row.id: row.digest for row in connection.execute(select(c.id, c.digest))}

    def summaries(self, corpus: str = "") -> tuple[str, ...]:
        """The JSON of every game's line, by id; of one corpus if one is named."""
        c = tables.transcript.c
        query = select(c.summary).order_by(c.id)
        with self._database.reading() as connection:
            return tuple(connection.scalars(query.where(c.corpus == corpus) if corpus else query))

    def ids(self, corpus: str = "") -> tuple[str, ...]:
        """The ids of all games, in order; of one corpus if one is named."""
        c = tables.transcript.c
        query = select(c.id).order_by(c.id)
        with self._database.reading() as connection:
            return tuple(connection.scalars(query.where(c.corpus == corpus) if corpus else query))

    def find_id(self, name: str) -> str:
        """Returns the whole id of a game by an unambiguous beginning of it."""
        ids = self.ids()
        matches = [game_id for game_id in ids if game_id.startswith(name)] if name else []
        if name in matches:
            return name
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise UnknownTranscript(
                f"{name!r} begins {len(matches)} recorded games: {', '.join(matches[:5])}"
            )
        near = get_close_matches(name, ids, n=3, cutoff=0)
        hint = f"; the nearest are {', '.join(near)}" if near else ", which holds none yet"
        raise UnknownTranscript(f"no recorded game {name!r} in {self._database.location}{hint}")

    def json(self, name: str) -> str:
        """The JSON of a game; `name` as for `find_id`."""
        whole = self.find_id(name)
        c = tables.transcript.c
        with self._database.reading() as connection:
            return connection.execute(select(c.json).where(c.id == whole)).scalar_one()

    def delete(self, ids: Sequence[str]) -> None:
        """Deletes games by their whole ids, all or nothing; SQLite overwrites what it frees."""
        with self._database.deleting() as connection:
            for game_id in ids:
                connection.execute(delete(tables.transcript).where(tables.transcript.c.id == game_id))


def _put(connection: Connection, game: RecordedGame) -> None:
    table, row = tables.transcript, vars(game)
    changed = connection.execute(update(table).where(table.c.id == game.id).values(**row))
    if not changed.rowcount:
        connection.execute(insert(table).values(**row))
