"""A match or a run, as it is exported or deleted."""

from __future__ import annotations

from dataclasses import dataclass


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
