"""How many tokens of what may go into a prompt."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Budgets(BaseModel):
    """Tokens per prompt (PLAYER*, appendix C.1); a small window shrinks them.

    Attributes:
        script: of the player's script while it plays.
        dialogue: of what has been said.
        answering: of each of the two when it answers the script's questions.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    script: int = Field(default=4000, ge=100)
    dialogue: int = Field(default=4000, ge=100)
    answering: int = Field(default=5000, ge=100)
