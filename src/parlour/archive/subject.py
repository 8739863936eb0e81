"""What is meant by the name of a match or of a run."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.errors import UnknownMatch, UsageError
from parlour.experiments.report import find_run
from parlour.store import Store, matches_in


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A match, or a run with all of its matches.

    Attributes:
        matches: their whole ids.
        run: the run's id; empty for a match alone.
    """

    matches: tuple[str, ...]
    run: str = ""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.run or self.matches[0]


def find_subject(store: Store, name: str) -> Subject:
    """The match or run of that name: an id or its beginning, `latest`, or a suite for its newest run.

    Raises:
        UnknownMatch: if it is neither, or could be several.
    """
    if cells := store.cells(name):
        return Subject(run=name, matches=_held(store, cells))
    try:
        return Subject(matches=(store.named(name),))
    except UnknownMatch as no_match:
        try:
            run = find_run(store, name)
        except UsageError as no_run:
            raise UnknownMatch(f"{no_match}; and {no_run}") from no_run
        return Subject(run=run, matches=_held(store, store.cells(run)))


def _held(store: Store, cells: dict[str, str]) -> tuple[str, ...]:
    """The matches of a run that are there: a cell may name one that was deleted."""
    known = store.known(named := tuple(dict.fromkeys(matches_in(cells.values()))))
    return tuple(match for match in named if match in known)
