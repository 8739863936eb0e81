"""Where matches and runs are kept, as Python says it."""

from __future__ import annotations

import os

from parlour.store import Store

Place = str | os.PathLike[str] | None
"""A database: a path, a URL, or None for the file in the user's data folder."""
MEMORY = ":memory:"
"""In place of a database: what is played is kept by nobody but its caller."""


def named(db: Place) -> str | None:
    """A place as `Store.open` takes it."""
    return None if db is None else os.fspath(db)


def open_store(db: Place) -> Store:
    """The store at that place.

    Raises:
        UsageError: if it is none.
        StoreUnavailable: if it cannot be opened.
    """
    return Store.open(named(db))


def open_existing(db: Place) -> Store:
    """The store at that place, to be read: where there is none, an empty one, and nothing is made.

    Raises:
        UsageError: if it is none.
        StoreUnavailable: if it cannot be opened.
    """
    return Store.reading(named(db))
