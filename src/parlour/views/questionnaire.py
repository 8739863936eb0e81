"""The questions that a game puts after the match, as people read them rather than by their keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from parlour.core import GameSetup, find_game


@dataclass(frozen=True, kw_only=True)
class PutQuestion:
    """A question that is put after the match.

    Attributes:
        text: of it.
        answers: what may be answered, by the letters that stand on record.
    """

    text: str
    answers: Mapping[str, str]


@runtime_checkable
class PutQuestions(Protocol):
    """The part `questionnaire` of a game that puts questions whose answers are letters."""

    def question(self, setup: GameSetup, case: str) -> PutQuestion | None:
        """The question that bears that name on record; None where none does."""
        ...


def put_question(setup: GameSetup, case: str) -> PutQuestion | None:
    """The question that bears that name in records of a table; None where its game puts none such.

    Raises:
        BrokenPlugin: if the game's part cannot be used.
    """
    part = find_game(setup.name).find_part("questionnaire", PutQuestions)
    return part.question(setup, case) if part else None
