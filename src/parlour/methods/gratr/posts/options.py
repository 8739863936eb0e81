"""What every way of judging posts can be set to."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

WINDOW = 15
"""K of section 4.1: how many of the latest posts every method shows."""


class PostOptions(BaseModel):
    """The settings that all have, spelled `plain:window=0`.

    Attributes:
        window: how many of the latest posts of all are shown before the one in question.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    window: int = Field(default=WINDOW, ge=0)
