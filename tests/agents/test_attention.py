from __future__ import annotations

import asyncio
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from parlour.agents import Latest
from parlour.agents.attention import TASK_TOKENS, TOKENS_PER_PLAYER, token_budgets
from parlour.agents.memory import Budgets
from parlour.core import Event, EventKind, event_kinds
from parlour.llm import REPLY_TOKENS, Part, Source
from tests.agents.seats import asked, asking, introduced, observation, replied, seat_context, tokens


class Only:
    """Minds one utterance."""

    def __init__(self, number: int) -> None:
        self.number = number

    def chooses(self, kind: EventKind) -> bool:
        return kind.utterance

    def select(self, heard: Sequence[int]) -> AbstractSet[int]:
        return {self.number}


def test_the_latest_are_so_many():
    for most, minded in ((0, set[int]()), (1, {9}), (2, {7, 9}), (5, {3, 7, 9})):
        assert Latest(most=most).select([3, 7, 9]) == minded


def test_what_is_not_minded_is_left_out_but_replies_stay_and_deeds_that_are_not_counted():
    """What happened without words stays, and a question with its reply."""
    for attention, told in (
        (None, [(20,), (21,), (22, 23)]),
        (Latest(most=1), [(21,), (22, 23)]),
        (Latest(most=3), [(20,), (21,), (22, 23)]),
        (Latest(most=2, counts="messages"), [(22, 23)]),
        (Latest(most=3, counts="messages"), [(21,), (22, 23)]),
        (Only(20), [(20,), (21,)]),
        (Only(22), [(21,), (22, 23)]),
    ):
        seen = observation()
        seen.attention = attention
        seen.observe(introduced(20, "Ben", "I am Ben."))
        seen.observe(Event(number=21, kind=event_kinds.PASSED, actor="Carl", case="Vera"))
        seen.observe(asked(22, "Ben", "Carl", "Where were you?"))
        seen.observe(replied(23, "Carl", "Ben", "In the cellar."))
        recollection = asyncio.run(seen.recall(asking(), "Vera"))
        assert [part.source.events for part in recollection.parts if part.source.events] == told


def test_a_preface_stands_before_the_rules_of_every_prompt():
    seen = observation()
    seen.preface = (Part(text="You are bold.", source=Source(origin="thought", owner="Anna")),)
    assert [part.text for part in seen.head()[:2]] == ["You are bold.", seen.seat.rules]


def test_a_preface_takes_room_from_the_talk():
    """Otherwise a long one would push a prompt over a small window."""
    plain, prefaced = observation(context=2500), observation(context=2500)
    prefaced.preface = (Part(text="You are bold. " * 100),)
    rooms = [asyncio.run(seen.recall(asking(), "Vera")).room for seen in (plain, prefaced)]
    assert rooms[1] < rooms[0]


RULES = Part(text="The village sleeps, and the mill stands still. " * 20)
LARGE = Budgets(script=9000, dialogue=9000, answering=9000)


def test_the_task_the_reply_every_player_and_an_eighth_of_the_rest_are_kept_free():
    for context in (2500, 4096, 8192):
        for use in ("play", "answer"):
            for scripts in (1, 4):
                seat = seat_context(context=context, budgets=LARGE)
                script, talk = token_budgets(seat, use, fixed=[RULES], scripts=scripts, has_talk=True)
                later = TASK_TOKENS + REPLY_TOKENS + TOKENS_PER_PLAYER * len(seat.players)
                free = context - tokens([RULES.text]) - later
                spare = free - script * scripts - talk
                assert free / 8 <= spare <= free / 8 + scripts + 2
