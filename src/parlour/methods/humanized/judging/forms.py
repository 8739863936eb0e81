"""What a judge is asked about a game, and the forms of its replies."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, create_model

from parlour.core import Player
from parlour.evaluation.richness import MOMENTS, Quality, TableTalk

_REASON_CHARACTERS = 600


class JudgeQuestion(StrEnum):
    """What a judge is asked."""

    ENGAGEMENT = Quality.ENGAGEMENT.value
    WONDER = Quality.WONDER.value
    ATTRACTION = Quality.ATTRACTION.value
    MENTIONS = "mentions"
    """Who called whom what in a round; asked without the roles."""
    MOMENTS = "moments"

    @property
    def shows_roles(self) -> bool:
        """Whether the judge sees who is what."""
        return self is not JudgeQuestion.MENTIONS


class Rated(BaseModel):
    """How much of a quality a game has."""

    reason: Annotated[str, Field(max_length=_REASON_CHARACTERS)]
    rating: Annotated[float, Field(ge=1, le=10)]


class Called(BaseModel):
    """That somebody called somebody something."""

    speaker: str
    target: str
    role: str


class Mentioned(BaseModel):
    """Who called whom what in a round."""

    mentions: tuple[Called, ...]


class Recalled(BaseModel):
    """A moment, by the number of what was said."""

    said: int
    value: Annotated[float, Field(ge=1, le=10)]


class Remembered(BaseModel):
    """The moments of a game."""

    moments: tuple[Recalled, ...]


Reply = Rated | Mentioned | Remembered


def moments_asked(talk: TableTalk) -> int:
    """As many moments as the paper asks for, or as there were speeches where these are fewer."""
    return min(MOMENTS, len(talk.utterances))


def form(question: JudgeQuestion, talk: TableTalk) -> type[Reply]:
    """The form of the reply to a question: names, roles and numbers that the game has, and no others."""
    match question:
        case JudgeQuestion.ENGAGEMENT | JudgeQuestion.WONDER | JudgeQuestion.ATTRACTION:
            return Rated
        case JudgeQuestion.MENTIONS:
            return _mentioned(talk.players, tuple(sorted(set(talk.roles))))
        case JudgeQuestion.MOMENTS:
            return _remembered(len(talk.utterances), moments_asked(talk))


@lru_cache(maxsize=512)
def _mentioned(players: tuple[Player, ...], roles: tuple[str, ...]) -> type[Mentioned]:
    player: Any = Literal[players]
    role: Any = Literal[roles]
    called = create_model(
        "Called", __base__=Called, speaker=(player, ...), target=(player, ...), role=(role, ...)
    )
    mentions: Any = Annotated[tuple[called, ...], Field(max_length=len(players) ** 2)]
    return create_model("Mentioned", __base__=Mentioned, mentions=(mentions, ...))


@lru_cache(maxsize=512)
def _remembered(speeches: int, count: int) -> type[Remembered]:
    said: Any = Annotated[int, Field(ge=1, le=speeches)]
    recalled = create_model("Recalled", __base__=Recalled, said=(said, ...))
    moments: Any = Annotated[tuple[recalled, ...], Field(min_length=count, max_length=count)]
    return create_model("Remembered", __base__=Remembered, moments=(moments, ...))
