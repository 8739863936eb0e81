"""What is on record, by its id."""

from __future__ import annotations

from parlour.library.match import Match
from parlour.library.place import Place, open_existing


def load(match: str, *, db: Place = None) -> Match:
    """A match on record, whoever played it: the command line, a server or Python.

    Args:
        match: its id, an unambiguous beginning of it, or `latest`.
        db: where it is kept: a path or a URL; the user's data folder if left out.

    Raises:
        UnknownMatch: if there is no such match, or more than one.
    """
    with open_existing(db) as store:
        return Match(store.record(store.named(match)))
