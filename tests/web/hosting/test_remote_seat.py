"""The floor of a free discussion is asked for and taken from outside, whether or not a bid is open."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator

from parlour.agents import AgentContext
from parlour.core import BIDS, CUT_IN, PASS, Action, Request, request_kinds
from parlour.errors import Answered, IllegalAction
from parlour.web.hosting import answer_schema
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
        seat = RemoteSeat(lambda: told.append("Ann"), str)
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
    seat = RemoteSeat(lambda: told.append("Ann"), str)
    seat.take_floor(action)
    assert (seat.ready, told) == (ready, ["Ann"])


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (("Player 1", "Player 3"), ("Player 1", "Player 3")),
        (("Player 1 and Player 3",), ("Player 1", "Player 3")),
        (("1、3",), ("Player 1", "Player 3")),
        (("player 12", "3"), ("Player 12", "Player 3")),
    ],
)
def test_a_program_chooses_as_people_write_and_may_say_it_again(
    given: tuple[str, ...], meant: tuple[str, ...]
):
    players = "Player 1", "Player 3", "Player 12"
    request = Request(
        id="1.Ann.vote", step=1, player="Ann", kind=request_kinds.VOTE, options=players, least=2, most=2
    )

    async def play() -> None:
        seat = RemoteSeat(lambda: None, str)
        asked = asyncio.create_task(seat.act(request, NOWHERE))
        await asyncio.sleep(0)
        with pytest.raises(IllegalAction, match="Player 4"):
            seat.answer(request.id, Action(chosen=("Player 1 and Player 4",)))
        seat.answer(request.id, Action(chosen=given))
        assert await asyncio.wait_for(asked, 60) == Action(chosen=meant)
        seat.answer(request.id, Action(chosen=given))
        with pytest.raises(Answered):
            seat.answer(request.id, Action(chosen=players[:1]))

    asyncio.run(play())


VOTE = Request(id="3.Ann.vote", step=3, player="Ann", kind=request_kinds.VOTE, options=("Ben", "Cid", "Dora"))
ONE = replace(VOTE, least=1, most=1)
TWO = replace(VOTE, least=2, most=2)


def takes(request: Request, answer: object) -> bool:
    checker: Any = Draft202012Validator(answer_schema(request))
    return bool(checker.is_valid(answer))


@pytest.mark.parametrize(
    ("request_", "answer", "is_taken"),
    [
        (ONE, {"chosen": ["Ben"]}, True),
        (ONE, {"chosen": []}, False),
        (ONE, {}, False),
        (ONE, {"chosen": ["Ben", "Cid"]}, False),
        (ONE, {"chosen": ["Emil"]}, False),
        (TWO, {"chosen": ["Ben", "Cid"]}, True),
        (TWO, {"chosen": ["Ben", "Ben"]}, False),
        (TWO, {"chosen": ["Ben"]}, False),
        (replace(TWO, or_none=True), {}, True),
        (replace(TWO, or_none=True), {"chosen": []}, True),
        (replace(TWO, least=0), {"chosen": ["Dora"]}, True),
        (replace(TWO, least=0), {"chosen": ["Dora", "Dora"]}, False),
        (replace(VOTE, words=20), {"speech": "Good evening."}, True),
        (replace(VOTE, words=20), {"chosen": ["Ben"], "speech": "Good evening."}, False),
        (ONE, {"chosen": ["Ben"], "speech": "Good evening."}, False),
        (VOTE, {}, True),
    ],
)
def test_a_schema_takes_what_may_be_answered(request_: Request, answer: object, is_taken: bool):
    assert takes(request_, answer) == is_taken
