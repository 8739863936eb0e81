"""The database of matches and runs, as Python names it."""

from __future__ import annotations

import os

from parlour.store import Store

Place = str | os.PathLike[str] | None
"""A database: a path, a URL, or None for the file in the user's data folder."""
MEMORY = ":memory:"
"""In place of a database: the match is not stored, only returned."""


def path_of(db: Place) -> str | None:
    """Returns a database in the form of `Store.open`."""
    return None if db is None else os.fspath(db)


def open_store(db: Place) -> Store:
    """Returns the store of a database.

    Raises:
        UsageError: if it is none.
        StoreUnavailable: if it cannot be opened.
    """
    return Store.open(path_of(db))


def open_existing(db: Place) -> Store:
    """Returns the store of a database for reading: an empty one if there is none, without creating it.

    Raises:
        UsageError: if it is none.
        StoreUnavailable: if it cannot be opened.
    """
    return Store.reading(path_of(db))
