"""Seats that have no more in mind than the latest of the talk: window K of the trust paper, section 4.1."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from parlour.agents import Attention, Counted, Latest
from parlour.agents.modules.in_turn import AskOptions

K = 15
"""The window that all methods of the trust paper have, section 4.1."""


class WindowOptions(AskOptions):
    """How a method with a window can be set, spelled `window=15,counts=messages`.

    Attributes:
        ask: `best` lets the model choose whom to ask (the paper has no questions); `all` asks each other
            player once per round and case, as far as the game allows so many questions.
        window: how many of the latest are shown; all that fit where it is None.
        counts: what they are. The paper speaks of a "history message window" and does not say whether its
            messages are what players say, or the announcements, deaths and votes between as well.
            `utterances` is the former, `messages` the latter.
    """

    ask: Literal["all", "best"] = "best"
    window: int | None = Field(default=K, ge=1)
    counts: Counted = "utterances"

    @property
    def attention(self) -> Attention | None:
        """What the seat has in mind; None for everything."""
        return None if self.window is None else Latest(most=self.window, counts=self.counts)
