"""Zero-shot play: one call per decision, and no modules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from parlour.agents import Agent, Assembly, Latest, Perspective, Place, Writer, read_options
from parlour.agents.modules import AskOptions


class PlainOptions(AskOptions):
    """The settings of plain play, spelled `plain:ask=all,window=15`.

    Attributes:
        ask: as everywhere, but the model chooses whom to ask unless told else.
        window: how many of the latest utterances are shown; all that fit where nothing is said.
    """

    ask: Literal["all", "best"] = "best"
    window: int | None = Field(default=None, ge=1)


@dataclass(frozen=True, kw_only=True)
class Plain:
    """Seats agents that hand each request to their model as it is.

    What votes and answers without having played (PP and OP of the papers) sits in these seats too. A
    question takes two calls, whom and what, or one with `ask=all`; everything else takes one.
    """

    name: str = "plain"
    summary: str = "zero-shot: the model asks, replies and votes as it is, with nothing between"
    wants_model: bool = True

    def seat(self, place: Place, options: Mapping[str, str]) -> Agent:
        """An agent for that seat.

        Raises:
            SetupError: if an option is unknown or has no such value.
        """
        chosen = read_options(PlainOptions, self.name, options)
        attention = Latest(most=chosen.window) if chosen.window is not None else None
        perspective = Perspective(place=place, attention=attention)
        return Assembly(
            perspective=perspective,
            modules=chosen.modules(place),
            writer=Writer(perspective=perspective, model=place.mind()),
        )


METHOD = Plain()
