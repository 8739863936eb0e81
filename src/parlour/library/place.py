"""The database of matches and runs, as Python names it."""

from __future__ import annotations

import os

Place = str | os.PathLike[str] | None
"""A database: a path, a URL, or None for the file in the user's data folder."""
MEMORY = ":memory:"
"""In place of a database: the match is not stored, only returned."""


def path_of(db: Place) -> str | None:
    """Returns a database in the form of `Store.open`."""
    return None if db is None else os.fspath(db)
