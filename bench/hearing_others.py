"""How much more is understood by what is shown beside the first reading, by how likely a reading must be.

What it prints of lines that were left out of the fit sets `parlour.language.hearing.readings.LEAST_SHOWN`.
That nothing is shown beside what is certain is not regarded here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.language.hearing import HeardAct, HeardRemark
from parlour.language.hearing.hear import others
from parlour.language.hearing.meaning import meaning
from parlour.language.hearing.readings import Reading, RemarkReadings
from tests.language.hearing.scoring import Line, compared

LEASTS = (0.3, 0.2, 0.15, 0.1, 0.07, 0.05, 0.03, 0.02)
"""How likely a reading must be to be shown."""


@dataclass(frozen=True, kw_only=True)
class LeftOutRanking:
    """A remark's readings as weights that never saw it rank them.

    Attributes:
        line: the remark, with what it means.
        readings: its readings.
        chances: each with how likely it is to be meant, the likeliest first.
    """

    line: Line
    readings: RemarkReadings
    chances: Sequence[tuple[Reading, float]]

    def shown(self, least: float) -> tuple[bool, list[bool]]:
        """Whether the first reading is all that is meant, and each of those shown that are so likely."""
        first, *rest = (
            self._heard(each) for n, (each, chance) in enumerate(self.chances) if not n or chance >= least
        )
        table = self.readings.evidence.spoken.table
        told = others(HeardRemark(heard=first, others=tuple(rest)), self.line.text, table)
        return self._is_meant(first), [self._is_meant(each) for each in told]

    def _heard(self, reading: Reading) -> tuple[HeardAct, ...]:
        evidence = self.readings.evidence
        acts = map(evidence.filled, self.readings.acts(reading))
        return tuple(
            HeardAct(act=act, clause="", is_sure=False, means=meaning(act, evidence.spoken.table))
            for act in acts
        )

    def _is_meant(self, acts: Sequence[HeardAct]) -> bool:
        table = self.readings.evidence.spoken.table
        return compared(self.line, [each.act for each in acts], table) == (0, 0)


def others_figures(remarks: Sequence[LeftOutRanking]) -> Iterator[str]:
    """By how likely a reading must be: how much is understood, and how much shown for it."""
    for least in LEASTS:
        told = [each.shown(least) for each in remarks]
        first = sum(is_first for is_first, _ in told)
        meant = sum(any(beside) for is_first, beside in told if not is_first)
        shown = sum(len(beside) for _, beside in told)
        count = len(told)
        yield (
            f"at least {least}: {first / count:.1%} by the first, {(first + meant) / count:.1%} in all,"
            f" {shown / count:.2f} shown beside it, of which {meant / max(shown, 1):.1%} are meant"
        )
