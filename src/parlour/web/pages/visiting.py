"""Who comes to a match with a link, and what the page says to somebody who may not."""

from __future__ import annotations

from collections.abc import Callable

from parlour.errors import NoEntry, UnknownMatch
from parlour.web.insight import Visit
from parlour.web.pages.look import shell
from parlour.web.pages.plain import said


def visited(enter: Callable[[], Visit]) -> Visit | None:
    """The visit; None where there is none, and then the page says why."""
    try:
        return enter()
    except (NoEntry, UnknownMatch) as error:
        with shell("Parlour"):
            said("p", str(error), "sheet")
        return None
