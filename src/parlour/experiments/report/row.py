"""A row of a report: ours beside the published, with all that is needed to weigh the two."""

from __future__ import annotations

from pydantic import BaseModel

from parlour.evaluation import FEWEST
from parlour.experiments.suite import INVENTED

ALL = "all"
"""The `script` of a row over all scripts of a run."""

GUESS = "(guess)"
"""The suffix of the rule of a guess, which is a condition of its own."""
BASELINE = "(baseline)"
"""The suffix of a rule without a model on the same stories."""
FEW = f"too few: of fewer than {FEWEST} there is no interval, and each is told by itself"
"""The reason why a row has points in place of an interval."""
ALIKE = "all {drawn} came out alike, which tells nothing of others: no interval"
"""The reason why a row has neither."""
CEILING = "ceiling (of the keys)"
"""The highest score that a perfect player can reach, where keys contradict their story."""
BY = ", by "
"""The separator of a condition and another model, of which there is a published number alone."""
SEPARATOR = "; "
"""The separator of a note's clauses."""


def is_expected(condition: str) -> bool:
    """Returns whether a row is an expectation (of a guess, or the ceiling) and not a result."""
    return condition.endswith(GUESS) or condition == CEILING


class Row(BaseModel, frozen=True, extra="forbid"):
    """One number, as `run --json` and `report --json` print it and as the CSV holds it.

    Attributes:
        condition: the arm; of a guess, its rule with "(guess)" behind it, or `CEILING`; of what another model
            gave in a paper, that model behind ", by ".
        script: the story as it was played; `all` for all of them together.
        metric: what is measured, by the names of `evaluation`; another column than the default stands in
            brackets behind it: `overall (civilians)`, `overall (strict)`, `overall (repaired)`.
        published: the paper's number; null where there is none that can be believed.
        ours: ours; null where there is nothing to measure.
        low: where its 95 % interval begins; null where none can be given.
        deviation: the deviation of ours over evaluations, the ± of the papers; null of fewer than two.
        published_deviation: what the paper prints behind its ±; null where it prints none.
        weighted_deviation: the deviation of ours across stories, weighted by what each counts (Zhu et al.
            2025, appendix C.2); null of fewer than two stories.
        faults: faults per model call in those matches; null where no model was called.
    """

    suite: str
    condition: str
    script: str
    metric: str
    published: float | None
    ours: float | None = None
    low: float | None = None
    high: float | None = None
    points: tuple[float, ...] = ()
    deviation: float | None = None
    published_deviation: float | None = None
    weighted_deviation: float | None = None
    n: int = 0
    calls: int = 0
    faults: float | None = None
    repairs: float | None = None
    note: str

    @property
    def clauses(self) -> tuple[str, ...]:
        """The sentences of its note."""
        return tuple(filter(None, self.note.split(SEPARATOR)))

    @property
    def reach(self) -> tuple[float, ...]:
        """All its values that a scale must hold."""
        values = (self.ours, self.low, self.high, self.published, *self.points)
        return tuple(value for value in values if value is not None)

    @property
    def is_invented(self) -> bool:
        """True if its published number is made up, as an example declares."""
        return INVENTED in self.clauses

    @property
    def is_beside(self) -> bool:
        """True if it is only for comparison: an expectation, or another model's published number."""
        return is_expected(self.condition) or BY in self.condition

    @property
    def difference(self) -> float | None:
        """Ours less the published; of dollars none where ours cost nothing, having no price."""
        is_unpriced = self.ours == 0 and self.metric.partition(" ")[0].endswith("dollars")
        return (
            None if self.ours is None or self.published is None or is_unpriced else self.ours - self.published
        )
