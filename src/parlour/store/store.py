"""The store: every match that was played, in SQLite or PostgreSQL, with the calls of runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Self

from sqlalchemy import Connection, select, update

from parlour.arena import Record, RecordedCall, Setup, Status
from parlour.errors import StoreUnavailable, UnknownMatch, UsageError
from parlour.llm import Call, CallKey, Completion, is_foreign
from parlour.store import tables
from parlour.store.database import PLAYED_ELSEWHERE, Database, address, claim, location_of
from parlour.store.deleting import Deletion, delete_all, foresee
from parlour.store.group import GroupWriter, Write
from parlour.store.hosting import Hosting
from parlour.store.matchlog import StoredMatchLog
from parlour.store.recorded import RecordedGames
from parlour.store.rows import (
    CellRow,
    change_cell,
    create_match,
    insert_record,
    read_calls,
    read_completion,
    read_record,
    read_setup,
    spell_completion,
)
from parlour.store.schema import ensure_schema, missing

LATEST = "latest"
"""The name by which a person may call the match that began last."""


@dataclass(frozen=True, kw_only=True)
class MatchSummary:
    """A match in a list.

    Attributes:
        script: the script's id; empty in a game without one.
        status: where it stands.
        started: when it was created, UTC, in ISO 8601.
    """

    match: str
    game: str
    script: str
    title: str
    status: Status
    started: str


class Store:
    """Keeps matches; a context manager that closes its connections.

    Attributes:
        location: the database as a person may see it: a path, or a URL without its password.
    """

    def __init__(self, database: Database) -> None:
        self._database, self._writer = database, GroupWriter(database)
        self.location = database.location

    @classmethod
    def open(cls, url: str | None = None) -> Self:
        """Opens the database, and creates or upgrades it where needed.

        Args:
            url: a SQLAlchemy URL of SQLite or PostgreSQL, or the path of a SQLite file; None means the file
                in the user's data folder.

        Raises:
            UsageError: if the URL is of another kind.
            MissingExtra: if PostgreSQL's driver is not installed.
            StoreUnavailable: if it cannot be opened, or is of another version of Parlour.
        """
        database = Database(address(url))
        try:
            ensure_schema(database)
        except BaseException:
            database.close()
            raise
        return cls(database)

    @classmethod
    def reading(cls, url: str | None = None) -> Self:
        """Opens what is there; where nothing is, an empty store in memory that says so, and nothing is made.

        Args:
            url: as for `open`; raises as it does.
        """
        database_url = address(url)
        if why := missing(database_url):
            store = cls.open(":memory:")
            store.location = f"{location_of(database_url)} ({why})"
            return store
        return cls.open(url)

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def create(self, setup: Setup) -> str:
        """Begins the record of a match and returns its id, such as `20261121-k3f9`."""
        with self._database.writing() as connection:
            return create_match(connection, setup).match

    def begin(
        self, setup: Setup, run: str, key: str, cell: Callable[[str], str], *, held: str | None
    ) -> StoredMatchLog:
        """Begins the record of a match that is a cell of a run: both are kept, or neither.

        So no match is lost whose process ends in between, and no cell is begun twice.

        Raises:
            StoreUnavailable: if the cell has another JSON by now, since another process plays it.
        """
        with self._database.writing() as connection:
            record = create_match(connection, setup)
            if not change_cell(connection, CellRow(run=run, key=key, json=cell(record.match)), held):
                raise StoreUnavailable(f"{self.location}: {PLAYED_ELSEWHERE}")
        return StoredMatchLog(self._writer, record)

    def adopt(self, record: Record) -> None:
        """Keeps a whole match that was recorded elsewhere, under its own id, all or nothing.

        Raises:
            StoreUnavailable: if it could not be kept, as where that id is taken.
        """
        with self._database.writing() as connection:
            insert_record(connection, record)

    def foresee_deletion(self, matches: Collection[str], runs: Collection[str] = ()) -> Deletion:
        """Returns what a deletion of matches (by whole ids) and runs would remove; nothing is deleted."""
        with self._database.reading() as connection:
            return foresee(connection, matches, runs)

    def delete(self, deletion: Deletion) -> None:
        """Deletes matches and cells as they were foreseen, all or nothing.

        The texts of their prompts go too, as far as no other match has them. SQLite overwrites what it frees.
        """
        with self._database.deleting() as connection:
            delete_all(connection, deletion)

    def find(self, match: str) -> str:
        """The whole id of a match; `match` as for `record`."""
        with self._database.reading() as connection:
            return self._find(connection, match)

    def select_existing(self, matches: Iterable[str]) -> frozenset[str]:
        """Those of some whole ids that there are matches of."""
        ids = frozenset(matches)
        with self._database.reading() as connection:
            return ids.intersection(connection.scalars(select(tables.match.c.id)))

    def matches(self) -> tuple[MatchSummary, ...]:
        m = tables.match.c
        query = select(m.id.label("match"), m.game, m.script, m.title, m.status, m.started)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(m.started.desc(), m.id)).mappings().all()
        return tuple(MatchSummary(**{**row, "status": Status(row["status"])}) for row in rows)

    def origins(self, matches: Sequence[str]) -> Mapping[str, str]:
        """The match from which each was forked, of those that were."""
        m = tables.match.c
        with self._database.reading() as connection:
            rows = connection.execute(select(m.id, m.setup).where(m.id.in_(matches))).all()
        origins = {row.id: json.loads(row.setup).get("origin") for row in rows}
        return {match: origin["match"] for match, origin in origins.items() if origin}

    def find_named(self, match: str) -> str:
        """The id of a match that a person named: by the id, an unambiguous beginning of it, or `latest`."""
        with self._database.reading() as connection:
            if match != LATEST:
                return self._find(connection, match)
            m = tables.match.c
            newest = connection.scalar(select(m.id).order_by(m.started.desc(), m.id).limit(1))
        if newest is None:
            raise UnknownMatch(f"no match in {self.location} yet: parlour play")
        return newest

    def record(self, match: str, *, with_calls: bool = True) -> Record:
        """The record of a match, by its id or an unambiguous beginning of it.

        Args:
            match: which one.
            with_calls: whether the calls of models are read, too, which are most of a record.

        Raises:
            UnknownMatch: if there is no such match, or more than one.
        """
        with self._database.reading() as connection:
            return read_record(connection, self._find(connection, match), with_calls=with_calls)

    def calls(self, match: str, request: str) -> tuple[RecordedCall, ...]:
        """The model calls that were made to answer one request, in order; `match` as for `record`."""
        with self._database.reading() as connection:
            return read_calls(connection, self._find(connection, match), request)

    def setup(self, match: str) -> Setup:
        """Returns the setup of a match; `match` as for `record`."""
        with self._database.reading() as connection:
            return read_setup(connection, self._find(connection, match))

    def is_imported(self, match: str) -> bool:
        """Returns true if a match, by its whole id, was recorded elsewhere and imported."""
        query = select(tables.match.c.is_imported).where(tables.match.c.id == match)
        with self._database.reading() as connection:
            return bool(connection.scalar(query))

    def journal(self, match: str) -> StoredMatchLog:
        """Opens a match to be played, or played on; `match` as for `record`."""
        return StoredMatchLog(self._writer, self.record(match))

    def finished_record(self, log: StoredMatchLog) -> Record:
        """Returns the record of a match after its log was played: from memory, if it finished there.

        A match that is not finished in its log was gone on with by another process.
        """
        return log.record if log.status is Status.FINISHED else self.record(log.match)

    def reseat(self, match: str, setup: Setup) -> None:
        """Changes who thinks in the seats of a match from here on; its dealing stays as it was."""
        with self._database.writing() as connection:
            changed = update(tables.match).where(tables.match.c.id == match)
            connection.execute(changed.values(setup=setup.model_dump_json()))

    @property
    def hosting(self) -> Hosting:
        return Hosting(self._database)

    @property
    def recorded_games(self) -> RecordedGames:
        """Games that were played elsewhere and imported."""
        return RecordedGames(self._database)

    def serving(self) -> AbstractContextManager[None]:
        """Holds the tables for one server, however that ends.

        Raises:
            StoreUnavailable: if another server holds them.
        """
        conflict = f"another server plays the tables of {self.location}"
        return claim(
            self._database, "serving", f"{conflict}: stop that one, or name another database with --db"
        )

    def running(self, run: str) -> AbstractContextManager[None]:
        """Claims a run for the process that plays its cells, and releases it at the end.

        Raises:
            StoreUnavailable: if another process holds it.
        """
        conflict = f"another command plays the run {run} in {self.location}"
        return claim(self._database, run, f"{conflict}: wait for it, or stop that one first")

    @property
    def file(self) -> Path | None:
        """The path of the database, if it is a file of this machine."""
        return Path(self._database.file).resolve() if self._database.file else None

    def cells(self, run: str) -> dict[str, str]:
        """The JSON of each cell of a run of an experiment, by key."""
        with self._database.reading() as connection:
            rows = connection.execute(select(tables.cell).where(tables.cell.c.run == run))
            return {row.key: row.json for row in rows}

    def cell(self, run: str, key: str) -> str | None:
        c = tables.cell.c
        with self._database.reading() as connection:
            return connection.scalar(select(c.json).where(c.run == run, c.key == key))

    def runs(self, key: str) -> dict[str, str]:
        """The JSON of the cell of that key in every run that has one, by run."""
        query = select(tables.cell).where(tables.cell.c.key == key).order_by(tables.cell.c.run)
        with self._database.reading() as connection:
            return {row.run: row.json for row in connection.execute(query)}

    def put_cell(self, run: str, key: str, json: str) -> None:
        """Keeps a cell of a run, in place of the one of that key."""
        self._writer.write_now(Write(cells=(CellRow(run=run, key=key, json=json),)))

    async def put_cell_soon(self, run: str, key: str, json: str) -> None:
        """Keeps a cell as `put_cell` does, in one transaction with what matches write at the same time."""
        await self._writer.write(Write(cells=(CellRow(run=run, key=key, json=json),)))

    def _find(self, connection: Connection, match: str) -> str:
        column = tables.match.c.id
        if connection.scalar(select(column).where(column == match)) is not None:
            return match
        matches = connection.scalars(select(column).where(column.startswith(match, autoescape=True))).all()
        if len(matches) == 1 and match:
            return matches[0]
        recorded = tables.transcript.c.id
        if connection.scalar(select(recorded).where(recorded == match)) is not None:
            raise UnknownMatch(
                f"{match} was imported as a recorded game and not played here, so that there is nothing "
                f"to replay or to audit; read it with: parlour transcripts show {match}"
            )
        if matches and match:
            raise UnknownMatch(f"{match!r} begins {len(matches)} matches: {', '.join(sorted(matches)[:5])}")
        ids = connection.scalars(select(column).order_by(tables.match.c.started.desc())).all()
        near = ", ".join(get_close_matches(match, ids, n=3, cutoff=0))
        hint = f"; the nearest are {near}" if ids else ", which holds none yet"
        raise UnknownMatch(f"no match {match!r} in {self.location}{hint}")


_PREFIX = "call/"


class RunLog:
    """A `CallLog` over the cells of one run: replies alone, since what was asked can be worked out again.

    Args:
        store: where the run is kept.
        run: its name.
    """

    def __init__(self, store: Store, run: str) -> None:
        self._store, self._run = store, run
        cells = store.cells(run)
        self._replies = {key: text for key, text in cells.items() if key.startswith(_PREFIX)}

    @property
    def calls(self) -> int:
        """The number of replies that a model gave; others came from a cache."""
        return sum(completion.usage.attempts > 0 for completion in map(_read, self._replies.values()))

    @property
    def dollars(self) -> float:
        return sum(completion.usage.dollars or 0.0 for completion in map(_read, self._replies.values()))

    def find(self, key: CallKey) -> Completion | None:
        text = self._replies.get(_cell_name(key))
        return None if text is None else _read(text)

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        """Stores a completion before it takes effect."""
        del call
        content = json.dumps(spell_completion(completion), ensure_ascii=False)
        await self._store.put_cell_soon(self._run, _cell_name(key), content)
        self._replies[_cell_name(key)] = content


def _read(text: str) -> Completion:
    reply, usage = json.loads(text)
    return read_completion(reply, usage)


def _cell_name(key: CallKey) -> str:
    """The digest stands for the words; the rest says whose call it was, for what, and the how-manieth."""
    return f"{_PREFIX}{key.request}/{key.purpose}/{key.digest}/{key.occurrence}"


def foreign_addresses(store: Store, match: str) -> tuple[str, ...]:
    """Lists the addresses that an imported match would be played on with, unless the user has named them."""
    if not store.is_imported(match):
        return ()
    setup = store.setup(match)
    models = [seat.holder.model or "" for seat in setup.seats]
    return tuple(dict.fromkeys(model for model in (*models, setup.embedding) if is_foreign(model)))


def refuse_foreign(store: Store, match: str) -> None:
    """Raises `UsageError` if an imported match names addresses that the user has not."""
    if addresses := foreign_addresses(store, match):
        raise UsageError(
            f"{match} was imported and would send its prompts to {', '.join(addresses)}: if you trust that "
            "server, name it with: parlour models add NAME ADDRESS"
        )
