"""What a deletion means, said before it is done."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.store import Deletion, Store
from parlour.store.archive.subject import Subject


def foreseen(store: Store, subject: Subject) -> Deletion:
    """What would go with a match, or with a run and all its matches."""
    return store.foresee_deletion(subject.matches, (subject.run,) if subject.run else ())


def told(gone: Deletion) -> Iterator[str]:
    """What goes and what stays, a sentence each."""
    run = f"the run {gone.runs[0]} with its " if gone.runs else ""
    what = counted(len(gone.matches), "match", "matches")
    yield f"{run}{what} and {counted(gone.calls, 'call', 'calls')}: journals, prompts, replies, measurements"
    if gone.running:
        yield f"said to be in play: {', '.join(gone.running[:5])}; whoever plays them will fail"
    if gone.tables:
        yield f"at a table of a server: {', '.join(gone.tables[:5])}; links, notebooks and surveys go too"
    runs = sorted({run for run, _ in gone.cells})
    if runs:
        one = counted(len(gone.cells), "cell", "cells")
        yield f"{one} of {', '.join(runs)}: the same `parlour run` plays them anew"
    if gone.forks:
        yield f"forked from here, and kept with records of their own: {', '.join(gone.forks[:5])}"


def counted(number: int, one: str, several: str) -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else several}"
