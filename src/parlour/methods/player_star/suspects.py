"""The suspect list of one case, without any model (PLAYER*, section 3)."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from parlour.core import Player


@dataclass(frozen=True, kw_only=True)
class SuspectList:
    """Who may have done it, as one player believes: s_ijk in {0, 1}, 1 for those on the list.

    Attributes:
        candidates: whoever could be suspected, in seat order.
        suspects: those who are; never empty, since somebody did it.
    """

    candidates: tuple[Player, ...]
    suspects: tuple[Player, ...]

    @staticmethod
    def of_everybody(candidates: Iterable[Player]) -> SuspectList:
        """The list at the start, when everybody else is a suspect: H_0 = ln(N_a - 1)."""
        everybody = tuple(candidates)
        return SuspectList(candidates=everybody, suspects=everybody)

    @property
    def entropy(self) -> float:
        """H = -ln(1/n) in nats, for n suspects; 0 when one is left."""
        return math.log(len(self.suspects)) if self.suspects else 0.0

    def among(self, living: Collection[Player]) -> SuspectList:
        """The list without those who are gone; everybody left is suspected where no suspect is."""
        candidates = tuple(name for name in self.candidates if name in living)
        suspects = tuple(name for name in self.suspects if name in living)
        return SuspectList(candidates=candidates, suspects=suspects or candidates)

    def refined(self, named: Iterable[Player]) -> SuspectList:
        """The list after a prune step that named these.

        The paper does not say whether a pruned suspect may return. Here one returns when the step names it
        (NOTES 3), and the gain is then negative, which the paper's own remark on noise allows. A step that
        names no candidate leaves the list as it was.
        """
        wanted = set(named)
        suspects = tuple(candidate for candidate in self.candidates if candidate in wanted)
        return replace(self, suspects=suspects) if suspects else self
