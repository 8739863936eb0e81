"""What else somebody may mean by what they typed: a button for each, which sends their words with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from parlour.language.hearing import OtherReading
from parlour.web.pages.table.nodes import box, bring_into_view, button


def put_others(others: Sequence[OtherReading], send: Callable[[str], None]) -> None:
    """A button for each other reading.

    Args:
        others: they.
        send: sends words as they are confirmed by whoever taps one.
    """
    if not others:
        return
    with box("div", "others") as frame:
        for other in others:
            button(other.line, partial(send, other.confirmed), "is-other")
    bring_into_view(frame)
