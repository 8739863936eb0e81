"""How a table stands: what is kept of it between two starts of the server."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

MOST_SECONDS = 24 * 60 * 60
MOST_TROUBLES = 50
"""Of those on record, the newest."""


class Standing(StrEnum):
    """Whether a table is played at."""

    WAITING = "waiting"
    """Opened, and not begun."""
    RUNNING = "running"
    PAUSED = "paused"
    """Until the host goes on."""
    STOPPED = "stopped"
    """Something went wrong that waiting does not mend; the host may try again."""
    ENDED = "ended"
    """By the host, before its end."""
    FINISHED = "finished"


OVER = frozenset({Standing.ENDED, Standing.FINISHED})


class Trouble(BaseModel):
    """Something that went wrong outside the rules, such as a model that could not be reached.

    Attributes:
        at: when, in seconds since 1970.
        sentence: what.
    """

    model_config = ConfigDict(frozen=True)
    at: float
    sentence: str


class Settings(BaseModel):
    """What a table is besides its match.

    Attributes:
        standing: whether it is played at.
        why: what holds it up or stopped it; empty where nothing does.
        seconds: how long people and remote programs have for each request; None for ever.
        troubles: what went wrong on the way, oldest first.
    """

    model_config = ConfigDict(frozen=True)
    standing: Standing = Standing.WAITING
    why: str = ""
    seconds: int | None = Field(default=None, ge=5, le=MOST_SECONDS)
    troubles: tuple[Trouble, ...] = ()

    def troubled(self, trouble: Trouble) -> Settings:
        """The same with one more trouble on record."""
        return self.model_copy(update={"troubles": (*self.troubles, trouble)[-MOST_TROUBLES:]})
