"""The floor of a free discussion is asked for and taken from outside, whether or not a bid is open."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import cast

import pytest

from parlour.agents import AgentContext
from parlour.core import BIDS, CUT_IN, PASS, Action, Request, request_kinds
from parlour.web.hosting.remote_seat import RemoteSeat

BID = Request(id="4.Ann.bid", step=4, player="Ann", kind=request_kinds.BID, options=BIDS, most=1, words=50)
CUT = replace(BID, id="5.Ann.bid", partner="Ben")
ASKS, SAYS = Action(chosen=(BIDS[CUT_IN],)), Action(speech="Let me speak.")
NOWHERE = cast("AgentContext", None)


@pytest.mark.parametrize(
    ("bid", "action", "answered", "ready"),
    [
        (BID, ASKS, ASKS, ASKS),
        (BID, SAYS, SAYS, None),
        (BID, PASS, PASS, None),
        (CUT, ASKS, PASS, ASKS),
        (CUT, SAYS, SAYS, None),
        (CUT, PASS, PASS, None),
    ],
)
def test_an_open_bid_is_answered_and_whoever_only_asks_goes_on_asking(
    bid: Request, action: Action, answered: Action, ready: Action | None
):
    async def play() -> None:
        told: list[str] = []
        seat = RemoteSeat("Ann", told.append, str)
        asked = asyncio.create_task(seat.act(bid, NOWHERE))
        await asyncio.sleep(0)
        assert [each.request for each in seat.pending] == [bid]
        told.clear()
        seat.take_floor(action)
        assert await asyncio.wait_for(asked, 60) == answered
        assert seat.ready == ready
        assert told
        assert seat.pending == ()

    asyncio.run(play())


@pytest.mark.parametrize(("action", "ready"), [(ASKS, ASKS), (SAYS, SAYS), (PASS, None)])
def test_without_a_bid_it_waits_for_the_next_free_moment(action: Action, ready: Action | None):
    told: list[str] = []
    seat = RemoteSeat("Ann", told.append, str)
    seat.take_floor(action)
    assert (seat.ready, told) == (ready, ["Ann"])
