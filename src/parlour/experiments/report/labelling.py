"""Reports over all matches of a store, and pages for labelling actions by hand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from parlour.core import Registry, find_game
from parlour.experiments.report.results import Results
from parlour.experiments.suite import Suite, suites
from parlour.store import Store


@dataclass(frozen=True, kw_only=True)
class LabelsAsked:
    """The settings of a labelling.

    Attributes:
        model: the judge; empty for none.
        budget: dollars that the judge may cost.
    """

    file: Path | None = None
    model: str = ""
    items: int
    budget: float | None = None


@runtime_checkable
class Labelling(Protocol):
    """The part `labelling` of a game whose actions are labelled: by rules, by people and by a model."""

    def has_labels(self, suite: Suite) -> bool:
        """Returns whether a suite's table is one of labels."""
        ...

    def write_page(self, results: Results, store: Store, asked: LabelsAsked, folder: Path) -> Path:
        """Writes a page on which a person labels a sample of a run's actions."""
        ...

    def tell_agreement(self, results: Results, store: Store, asked: LabelsAsked, *, as_json: bool) -> None:
        """Prints what each rater found in a sample, and how far each two agree.

        Raises:
            UsageError: if a file has no labels of the sample's.
        """
        ...


def labelling_of(suite: Suite) -> Labelling | None:
    """Returns the labelling of a suite's actions; None where its table has no labels."""
    found = find_game(suite.game).find_part("labelling", Labelling)
    return found if found and found.has_labels(suite) else None


def labelled_suites() -> tuple[str, ...]:
    """Returns the installed suites whose tables are of labels."""
    return tuple(suite.name for suite in suites() if labelling_of(suite))


@runtime_checkable
class MatchesReport(Protocol):
    """A report over all matches on record."""

    def tell(self, store: Store, out: Path | None, *, as_json: bool) -> list[Path]:
        """Prints the report, or how to get matches for it.

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
