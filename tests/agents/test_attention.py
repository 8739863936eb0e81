import asyncio
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from parlour.agents import Latest
from parlour.core import Event, EventKind, event_kinds
from parlour.llm import Part, Source
from tests.agents.seats import asked, asking, introduced, observation, replied


class Only:
    """Minds one utterance."""

    def __init__(self, number: int) -> None:
        self.number = number

    def chooses(self, kind: EventKind) -> bool:
        return kind.utterance

    def minded(self, heard: Sequence[int]) -> AbstractSet[int]:
        return {self.number}


def test_the_latest_are_so_many():
    for most, minded in ((0, set[int]()), (1, {9}), (2, {7, 9}), (5, {3, 7, 9})):
        assert Latest(most=most).minded([3, 7, 9]) == minded


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
    assert [part.text for part in seen.head()[:2]] == ["You are bold.", seen.place.rules]


def test_a_preface_takes_room_from_the_talk():
    """Otherwise a long one would push a prompt over a small window."""
    plain, prefaced = observation(context=2500), observation(context=2500)
    prefaced.preface = (Part(text="You are bold. " * 100),)
    rooms = [asyncio.run(seen.recall(asking(), "Vera")).room for seen in (plain, prefaced)]
    assert rooms[1] < rooms[0]
