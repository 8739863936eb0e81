"""Reports over all matches on record, whichever run they are of; a package brings them by entry points."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, runtime_checkable

from parlour.core import Registry
from parlour.store import Store


@runtime_checkable
class MatchesReport(Protocol):
    """A report over all matches on record."""

    def tell(self, store: Store, out: Path | None, *, as_json: bool) -> list[Path]:
        """Prints it, or how to come by matches for it.

        Args:
            store: where the matches are.
            out: a folder for files of it; None for none.
            as_json: whether a program reads it.

        Returns:
            What was written.
        """
        ...


REPORTS: Registry[MatchesReport] = Registry(
    group="parlour.reports",
    noun="report",
    kind=MatchesReport,  # pyright: ignore[reportArgumentType, reportAbstractUsage]
)
"""Every installed report over matches; `human` is the one of matches that people played with agents."""
