"""The notes of a table, each said once under it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from parlour.evaluation.significance import STAR
from parlour.experiments.report.row import Row


@dataclass(frozen=True, kw_only=True)
class RowNotes:
    """The notes of some rows.

    Attributes:
        numbers: each note that is no star, with its number.
        is_starred: whether there is a star.
    """

    numbers: dict[str, int]
    is_starred: bool

    @staticmethod
    def of(rows: Iterable[Row]) -> RowNotes:
        """Numbers the notes in the order in which a reader meets them."""
        told = [clause for row in rows for clause in row.clauses]
        plain = dict.fromkeys(clause for clause in told if not clause.startswith(STAR))
        return RowNotes(
            numbers={clause: number for number, clause in enumerate(plain, 1)},
            is_starred=len(plain) < len({*told}),
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
        star = (
            [(STAR, "differs by a t-test over evaluations at 0.05, as in the papers")]
            if self.is_starred
            else []
        )
        return [*star, *((str(number), clause) for clause, number in self.numbers.items())]
