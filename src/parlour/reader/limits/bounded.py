"""One call to a reader of limited strength: what it takes in, and who then thinks, chooses and speaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from parlour.llm import Call, Prompt
from parlour.reader.bounds import UNBOUNDED, Bounds, EarlierOpinion
from parlour.reader.limits.choosing import LimitedSeat
from parlour.reader.limits.excerpt import missed
from parlour.reader.limits.hooks import BoundedSeat
from parlour.reader.limits.intake import Intake
from parlour.reader.limits.lots import Lots
from parlour.reader.limits.options import Limits
from parlour.reader.seat import GameReader, SeatReader


@dataclass(frozen=True, kw_only=True)
class BoundedCall:
    """A call as a reader of some strength meets it.

    Attributes:
        call: as it was sent.
        game: how the reader plays what is played.
        limits: of the reader.
    """

    call: Call
    game: GameReader
    limits: Limits

    @cached_property
    def taken(self) -> Call:
        """The call with what is taken in of its prompt."""
        if self.limits.reads_all:
            return self.call
        return replace(self.call, prompt=Intake(call=self.call, game=self.game, limits=self.limits).read())

    @cached_property
    def seat(self) -> SeatReader:
        """Who thinks.

        Raises:
            UsageError: if the prompt, whole, does not say what its game has to be played by.
        """
        seat = self.game.seat(self.taken.prompt, self.call.players)
        if self.limits.are_off:
            return seat
        if isinstance(seat, BoundedSeat) and self._bounds != UNBOUNDED:
            seat = seat.bounded(self._bounds)
        if self.limits.noise or self.limits.lapse:
            return cast("SeatReader", LimitedSeat(seat, self.limits, Lots(call=self.call)))
        return seat

    @property
    def _bounds(self) -> Bounds:
        """What bounds its reasoning, and of what its own notes remind it."""
        weight = missed(self.taken.prompt)
        opinions = tuple(_opinions(self.call.prompt)) if weight else ()
        return Bounds(
            steps=self.limits.steps,
            slip=self.limits.slip,
            opinions=opinions,
            weight=weight if opinions else 0.0,
        )


def _opinions(prompt: Prompt) -> Sequence[EarlierOpinion]:
    return [part.purpose for part in prompt.parts if isinstance(part.purpose, EarlierOpinion)]
