"""The notes of a table, each said once under it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from parlour.evaluation.significance import STAR
from parlour.experiments.report.row import FEW, Row
from parlour.experiments.report.spelling import ACROSS, PM

OVER_EVALUATIONS = (
    "deviation over evaluations, ours and theirs; of votes and costs, which a match has once, over the first"
    " match of each story, the second of each, and so on"
)
ACROSS_STORIES = (
    "deviation of ours across stories, each weighted by how much it counts (Zhu et al. 2025, appendix C.2;"
    " their tables print the deviation over evaluations)"
)


@dataclass(frozen=True, kw_only=True)
class RowNotes:
    """The notes of some rows.

    Attributes:
        numbers: each note that is no star, with its number.
        is_starred: whether there is a star.
        has_few: whether there were too few matches for an interval somewhere, which is said once.
        has_deviations: whether any number has a deviation over evaluations.
    """

    numbers: dict[str, int]
    is_starred: bool
    has_few: bool
    has_deviations: bool

    @staticmethod
    def of(rows: Iterable[Row]) -> RowNotes:
        """Numbers the notes in the order in which a reader meets them."""
        rows = list(rows)
        told = [clause for row in rows for clause in row.clauses]
        plain = dict.fromkeys(clause for clause in told if clause != FEW and not clause.startswith(STAR))
        return RowNotes(
            numbers={clause: number for number, clause in enumerate(plain, 1)},
            is_starred=any(clause.startswith(STAR) for clause in told),
            has_few=FEW in told,
            has_deviations=has_deviations(rows),
        )

    def numbered(self, row: Row) -> str:
        """The numbers of a row's notes."""
        numbers = sorted(self.numbers[clause] for clause in row.clauses if clause in self.numbers)
        return ",".join(map(str, numbers))

    def star(self, row: Row) -> str:
        """The star of a row, if it has one."""
        return STAR if any(clause.startswith(STAR) for clause in row.clauses) else ""

    def lines(self) -> list[tuple[str, str]]:
        """Each mark with what it says."""
        return [*self._marks(), *((str(number), clause) for clause, number in self.numbers.items())]

    def _marks(self) -> Iterator[tuple[str, str]]:
        if self.is_starred:
            yield STAR, "differs by a t-test over evaluations at 0.05, as in the papers"
        if self.has_few:
            yield "95 %", FEW
        if self.has_deviations:
            yield PM, OVER_EVALUATIONS
            yield ACROSS, ACROSS_STORIES


def has_deviations(rows: Iterable[Row]) -> bool:
    """Whether any number has a deviation over evaluations, beside which a table sets that across stories."""
    return any(row.deviation is not None or row.published_deviation is not None for row in rows)
