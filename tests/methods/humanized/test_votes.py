"""A vote collects data: it affects neither memory nor decision (Humanized Agents, section 3.2.1)."""

from __future__ import annotations

import asyncio

from parlour.arena import events
from parlour.core import Event, RequestKind, event_kinds, request_kinds
from parlour.llm import READER
from parlour.methods.humanized.modules import Memory
from tests.agents.seats import Slate, asking
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.playing import play, recorded


def told_polls() -> set[int]:
    """The polls that stand in any prompt of a match."""
    setup = laid(one_night(), model=READER, method="humanized", context=1_000_000)
    record = recorded(setup, play(setup))
    polls = {event.number for event in events(record) if event.kind is event_kinds.POLLED}
    assert len(polls) == 2 * len(setup.players)
    return {number for call in record.calls for part in call.user for number in part.source.events} & polls


def test_no_prompt_holds_ones_own_polls():
    assert told_polls() == set()


def moves_memory(kind: RequestKind) -> bool:
    """Whether what comes to mind for a request of that kind is more recent afterwards."""
    memory = Memory(fondness=lambda name: float(name == "Ben"), most=1)
    for number, actor in enumerate(("Ben", "Carl")):
        memory.notice(Event(number=number, kind=event_kinds.SPOKE, actor=actor, text="Well."))
    before = memory.stream
    asyncio.run(memory.consider(asking(kind=kind), Slate()))
    assert memory.minded([0, 1]) == {0}
    return memory.stream != before


def test_what_comes_to_mind_is_more_recent_after_a_speech_and_not_after_a_vote():
    assert moves_memory(request_kinds.SPEAK)
    assert not moves_memory(request_kinds.VOTE)
