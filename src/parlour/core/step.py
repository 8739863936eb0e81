"""What a step of every game begins and ends with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.core.event import Event
from parlour.core.request import Action, Request
from parlour.errors import IllegalAction

CHINESE_CHARACTERS_PER_WORD = 1.6
"""What a limit of speech in words is multiplied by at a Chinese table."""


def decided(requests: Sequence[Request], actions: Mapping[str, Action]) -> list[tuple[Request, Action]]:
    """Every request with its action.

    Raises:
        IllegalAction: if an action is missing or not allowed.
    """
    missing = [request.id for request in requests if request.id not in actions]
    if missing:
        raise IllegalAction(f"no action for {missing[0]}")
    for request in requests:
        request.check(actions[request.id])
    return [(request, actions[request.id]) for request in requests]


def numbered(events: Sequence[Event], told: int, round_: int) -> list[Event]:
    """Events with their position after so many told before, and with their round."""
    return [_placed(event, told + n, round_) for n, event in enumerate(events)]


def _placed(event: Event, number: int, round_: int) -> Event:
    # Not dataclasses.replace: it takes four times as long, and every event of every match comes by here.
    told: dict[str, Any] = {**vars(event), "number": number, "round": round_}
    return Event(**told)
