"""The faces at a table, the same on every page of its match."""

from __future__ import annotations

from parlour.arena import Setup
from parlour.views import premise_of
from parlour.web.pages.portraits import Taken, portrait_css


def face_css(match: str, setup: Setup) -> str:
    """The classes of `portrait_css` for everybody at a table; a fork keeps the other's faces.

    Args:
        match: its id.
        setup: what it was set up with.
    """
    premise = premise_of(setup.game)
    drawn_from = setup.origin.match if setup.origin else match
    return portrait_css(drawn_from, setup.players, Taken(women=premise.women, men=premise.men))
