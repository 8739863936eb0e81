"""An answer to a form, as a program gives it."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

MOST_CHARACTERS = 20_000
"""Of one speech: more than any request allows, so that a limit of words is what is told."""
MOST_CHOSEN = 100


class Answer(BaseModel):
    """An answer to a form.

    Attributes:
        request: the form's id.
        chosen: among its options; also written as people write them, such as `Player 1 and Player 3`.
        speech: what is said; neither this nor a choice is a pass, where the form allows it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    request: str = Field(max_length=200, examples=["9f2c61d04b7ae853"])
    chosen: tuple[Annotated[str, Field(max_length=200)], ...] = Field(
        default=(), max_length=MOST_CHOSEN, examples=[["Tobias"]]
    )
    speech: str = Field(default="", max_length=MOST_CHARACTERS, examples=["Where were you at 7:00?"])
