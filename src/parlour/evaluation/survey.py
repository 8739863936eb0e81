"""What people who played with agents say of them, on the five scales of PLAYER* (appendix B, table 6)."""

from __future__ import annotations

from statistics import fmean
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

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
        return self.model_dump(include=set(SCALES))


SCALES: tuple[str, ...] = tuple(name for name in Survey.model_fields if name != "remark")
"""The five, in the order in which they are asked."""
