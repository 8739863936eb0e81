"""The form that an answer to a request must have: the legal choices as an enumeration."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, create_model

from parlour.core.request import PASS, Action, Request

REASON_CHARACTERS = 300


class Decision(BaseModel):
    """A reply to a request: why, and what is chosen.

    The reason comes first, so that a model that writes from left to right thinks before it chooses.
    """

    reason: Annotated[str, Field(max_length=REASON_CHARACTERS)]

    def action(self) -> Action:
        choice: str | list[str] | None = getattr(self, "choice", None)
        if choice is None:
            return PASS
        return Action(chosen=(choice,) if isinstance(choice, str) else tuple(dict.fromkeys(choice)))


def schema(request: Request) -> type[Decision]:
    """Returns the JSON schema of a decision on a request with options; null stands for an abstention."""
    if not request.options:
        raise ValueError(f"{request.id} offers no options")
    return _schema(request.options, request.least, request.most, request.kind.optional)


@lru_cache(maxsize=512)
def one_of(options: tuple[str, ...]) -> Any:  # noqa: ANN401 - a type made at run time
    """The type of a string that is one of these."""
    return Literal[options]


def some_of(options: tuple[str, ...], most: int, least: int = 1) -> Any:  # noqa: ANN401 - a type made at run time
    """The type of a list of so many of these; where it must be several, of different ones."""
    some = Annotated[list[one_of(options)], Field(min_length=least, max_length=most)]
    return Annotated[some, AfterValidator(_different)] if least > 1 else some


def _different(chosen: list[str]) -> list[str]:
    if len(set(chosen)) < len(chosen):
        raise ValueError(f"the same choice twice: {', '.join(chosen)}")
    return chosen


@lru_cache(maxsize=512)
def _schema(
    options: tuple[str, ...],
    least: int,
    most: int,
    is_optional: bool,  # noqa: FBT001 - cached
) -> type[Decision]:
    choice = one_of(options) if most == 1 else some_of(options, most, max(1, least))
    return create_model("Decision", __base__=Decision, choice=(choice | None if is_optional else choice, ...))
