"""What is on record, by its id."""

from __future__ import annotations

from parlour.library.match import Match
from parlour.library.place import Place, open_store


def load(match: str, *, db: Place = None) -> Match:
    """A match on record, whoever played it: the command line, a server or Python.

    Args:
        match: its id, or an unambiguous beginning of it.
        db: where it is kept: a path or a URL; the user's data folder if left out.

    Raises:
        UnknownMatch: if there is no such match, or more than one.
    """
    with open_store(db) as store:
        return Match(store.record(match))
