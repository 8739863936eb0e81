"""What a method needs of its table by its options: the truth, of a control; or a question to each player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from parlour.agents.registry import METHODS, MethodSpec
from parlour.errors import SetupError


@runtime_checkable
class ControlMethod(Protocol):
    """A method that by some of its options is a control; a part of `Method` that is optional.

    A control is told by the harness the side of everybody (`SeatContext.truth`) and what each answer would be
    worth (`SeatContext.oracle`). Only experiments seat one; the setup of its match names its seats, and the
    audit reports what it makes of the truth anywhere else.
    """

    def is_control(self, options: Mapping[str, str]) -> bool:
        """Whether it is told the truth by these options, as they were asked for."""
        ...


@runtime_checkable
class QuestionsEverybody(Protocol):
    """A method that by some of its options questions everybody else; an optional part of `Method`."""

    def questions_everybody(self, options: Mapping[str, str]) -> bool:
        """Whether it questions everybody else by these options, as they were asked for."""
        ...


def questions_everybody(asked: str) -> bool:
    """Whether a method as it is asked for questions everybody else each round.

    A method or an option that is wrong is reported where the seats are laid.
    """
    try:
        spec = MethodSpec.read(asked)
        method = METHODS.installed().get(spec.name)
        return isinstance(method, QuestionsEverybody) and method.questions_everybody(spec.options)
    except SetupError:
        return False


def is_control(asked: str) -> bool:
    """Whether a method as it is asked for, `METHOD:option=value`, is told the truth.

    Raises:
        SetupError: if it does not take its options.
    """
    spec = MethodSpec.read(asked)
    method = METHODS.installed().get(spec.name)
    return isinstance(method, ControlMethod) and method.is_control(spec.options)
