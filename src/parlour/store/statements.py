"""Statements that are executed for every model call, spelled for a driver once.

SQLAlchemy looks a statement up in its caches whenever it is executed; that takes longer than SQLite takes to
write the row.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from sqlalchemy import ClauseElement, Connection, Dialect
from sqlalchemy.sql.compiler import SQLCompiler


@dataclass(frozen=True, kw_only=True)
class _Spelled:
    """A statement in a driver's own words, and the order of its parameters where the driver wants one."""

    sql: str
    order: Sequence[str] | None

    def parameters(self, row: Mapping[str, object]) -> tuple[object, ...] | dict[str, object]:
        return dict(row) if self.order is None else tuple(row[name] for name in self.order)


def execute_often(connection: Connection, statement: ClauseElement, *rows: Mapping[str, object]) -> None:
    """Executes a statement for each row of parameters; a file's driver is handed it past SQLAlchemy.

    Args:
        connection: in its transaction.
        statement: one that is kept and executed again and again; its parameters are text and numbers.
        rows: the values of all its parameters, by name.
    """
    spelled = _spell(statement, connection.dialect)
    told = [spelled.parameters(row) for row in rows]
    driver = connection.connection.driver_connection
    if isinstance(driver, sqlite3.Connection):
        driver.executemany(spelled.sql, told) if len(told) > 1 else driver.execute(spelled.sql, told[0])
    else:
        connection.exec_driver_sql(spelled.sql, told[0] if len(told) == 1 else cast(Any, told))


def count_often(connection: Connection, statement: ClauseElement, row: Mapping[str, object]) -> int:
    """The one number that a query comes to; its statement and parameters as in `execute_often`."""
    spelled = _spell(statement, connection.dialect)
    return cast(int, connection.exec_driver_sql(spelled.sql, cast(Any, spelled.parameters(row))).scalar())


@lru_cache(maxsize=64)
def _spell(statement: ClauseElement, dialect: Dialect) -> _Spelled:
    compiled = cast(SQLCompiler, statement.compile(dialect=dialect))
    return _Spelled(sql=str(compiled), order=compiled.positiontup)
