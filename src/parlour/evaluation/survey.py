"""What people who played with agents say of them, on five scales (Zhu et al. 2025, table 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from parlour.evaluation.intervals import Interval, interval_of_mean

SHEET = "survey"
"""The kind of the sheet on which a store keeps one."""
WORST, BEST = 1, 5
MOST_WORDS = 2000
"""Characters of a remark."""

Mark = Annotated[int, Field(ge=WORST, le=BEST, strict=True)]


class Survey(BaseModel):
    """One person's marks after one match, from 1 to 5; higher is better.

    Attributes:
        story_advancement: whether the agents found things out and moved the story on.
        question_quality: whether their questions were to the point.
        response_quality: whether their replies were right and told something.
        role_immersion: whether they were who they played.
        response_speed: whether one had to wait for them.
        remark: whatever else the person wants to say; in no score.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    story_advancement: Mark
    question_quality: Mark
    response_quality: Mark
    role_immersion: Mark
    response_speed: Mark
    remark: str = Field(default="", max_length=MOST_WORDS)

    @property
    def overall(self) -> float:
        """The mean of the five, as table 6 has it."""
        return fmean(self.marks.values())

    @property
    def marks(self) -> dict[str, int]:
        """The five by name."""
        return {name: getattr(self, name) for name in SCALES}


SCALES: tuple[str, ...] = tuple(name for name in Survey.model_fields if name != "remark")
"""The five, in the order in which they are asked."""

MEASURES: Mapping[str, str] = {f"survey.{name}": name for name in (*SCALES, "overall")}
"""The five and their mean, as tables call them."""


def marks_of(surveys: Iterable[Survey], measure: str) -> list[float]:
    """The marks of several people by one of `MEASURES`."""
    return [float(getattr(each, MEASURES[measure])) for each in surveys]


def mean_mark(marks: Sequence[float]) -> tuple[float | None, Interval]:
    """The mean of marks, and its 95 % interval over people."""
    found = interval_of_mean(marks, (WORST, BEST))
    return (fmean(marks) if marks else None), found
