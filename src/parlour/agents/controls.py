"""Methods that are no players but controls: an experiment tells them what was true all along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from parlour.agents.registry import METHODS, MethodSpec


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


def is_control(asked: str) -> bool:
    """Whether a method as it is asked for, `METHOD:option=value`, is told the truth.

    Raises:
        SetupError: if it does not take its options.
    """
    spec = MethodSpec.read(asked)
    method = METHODS.installed().get(spec.name)
    return isinstance(method, ControlMethod) and method.is_control(spec.options)
