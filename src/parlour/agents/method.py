"""A published way to play, as what fills a seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from parlour.agents.agent import Agent
from parlour.agents.seat_context import SeatContext


@runtime_checkable
class Method(Protocol):
    """A published way to play, or a bot: how to fill a seat.

    Attributes:
        protocol: the version of the contract for which it is written (`core.PROTOCOL`): a number, so that it
            stays what it was when Parlour goes on.
        name: as it is asked for, and as its entry point calls it.
        summary: one line for `parlour methods`.
        wants_model: whether its seats think with a language model.
    """

    @property
    def protocol(self) -> int: ...  # noqa: D102

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def summary(self) -> str: ...  # noqa: D102

    @property
    def wants_model(self) -> bool: ...  # noqa: D102

    def seat(self, place: SeatContext, options: Mapping[str, str]) -> Agent:
        """An agent for that seat.

        Args:
            place: the seat.
            options: the method's options as they were asked for.

        Raises:
            SetupError: if an option is unknown or has no such value.
        """
        ...
