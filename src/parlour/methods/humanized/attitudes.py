"""What an agent thinks of the others at a moment: one module's result is what another goes by."""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour.agents import SeatContext
from parlour.core import Player, Request
from parlour.methods.humanized.favor import Favors, unit
from parlour.methods.humanized.judgement import Judgement


def is_mindful(request: Request) -> bool:
    """Whether a request is about others: on such a one an agent minds what it thinks of them."""
    return request.kind.speech or request.kind.target or request.kind.judges


@dataclass(kw_only=True)
class SocialAttitudes:
    """Favor and judgement of one agent.

    Attributes:
        favors: how much it likes each of the others; neutral for ever without favor dynamics (NOTES 6).
        judgements: what it takes the others for, by case.
    """

    favors: Favors
    judgements: dict[str, Judgement] = field(default_factory=dict[str, Judgement])

    @staticmethod
    def at_first(place: SeatContext) -> SocialAttitudes:
        """Those of a seat before anything is said."""
        others = [name for name in place.players if name != place.player]
        return SocialAttitudes(favors=Favors.towards(others))

    def fondness(self, name: Player) -> float:
        """How much somebody is liked, in [0, 1]; neutral of oneself."""
        return unit(self.favors.of(name))

    def judgement(self, place: SeatContext, request: Request) -> Judgement | None:
        """What the others were last taken for in what a request is about."""
        case = case_of(place, request)
        return None if case is None else self.judgements.get(case)


def case_of(place: SeatContext, request: Request) -> str | None:
    """The hidden question that a request is about; None where it is about none of several."""
    if request.case or not place.cases:
        return request.case or ""
    return place.cases[0].name if len(place.cases) == 1 else None
