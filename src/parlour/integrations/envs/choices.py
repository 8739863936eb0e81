"""ChoiceNumbers as numbers: the same at every request of a game, with a mask of those that are allowed.

Number 0 chooses nobody, or ends a choice of several. Numbers 1 to P choose the players in seat order. Numbers
P + 1 to P + 8 choose what is no player (a letter of a question, approve or reject), in the order in which the
request offers it. Where several are chosen, they are chosen one after another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parlour.core import Player, Request
from parlour.errors import IllegalAction, SetupError

OTHERS = 8
"""How many options that are no players a request may offer."""
NOBODY = 0
Mask = NDArray[np.int8]


@dataclass(frozen=True, kw_only=True)
class ChoiceNumbers:
    """How the choices at one table are numbered.

    Attributes:
        players: everybody, in seat order.
    """

    players: tuple[Player, ...]

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return 1 + len(self.players) + OTHERS

    def number(self, option: str, request: Request) -> int:
        """The number of an option.

        Raises:
            SetupError: if the request offers more than can be numbered.
        """
        if option in self.players:
            return 1 + self.players.index(option)
        strange = [each for each in request.options if each not in self.players]
        if len(strange) > OTHERS:
            raise SetupError(
                f"{request.kind} offers {len(strange)} options that are no players; {OTHERS} can be numbered"
            )
        return 1 + len(self.players) + strange.index(option)

    def option(self, number: int, request: Request) -> str | None:
        """The option of that number; None for nobody.

        Raises:
            IllegalAction: if the request offers none of that number.
        """
        if number == NOBODY:
            return None
        found = [option for option in request.options if self.number(option, request) == number]
        if not found:
            raise IllegalAction(f"{request.kind} offers no option of number {number}")
        return found[0]

    def mask(self, request: Request | None, chosen: Sequence[str] = ()) -> Mask:
        """1 for every number that may be chosen, having chosen those; nobody where nothing is asked.

        Returns:
            Integers 0 or 1, of shape (count,); one of them at least is 1.
        """
        mask = np.zeros(self.count, dtype=np.int8)
        if request is None:
            mask[NOBODY] = 1
            return mask
        for option in request.options:
            if option not in chosen:
                mask[self.number(option, request)] = 1
        mask[NOBODY] = is_enough(request, chosen) or not mask.any()
        return mask


def is_enough(request: Request, chosen: Sequence[str]) -> bool:
    """Whether a choice may end here."""
    return len(chosen) >= request.least or (request.or_none and not chosen)


def is_full(request: Request, chosen: Sequence[str]) -> bool:
    """Whether a choice must end here."""
    return len(chosen) >= request.most
