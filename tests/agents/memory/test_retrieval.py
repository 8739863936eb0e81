import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.agents.memory import Query, RecordedRanking, Segment, pick
from parlour.errors import ReplayDiffers
from parlour.llm import NOTHING, Call, CallKey, Completion

MakeSegments = Callable[..., list[Segment]]
MakeQuery = Callable[[str], Query]


@dataclass
class Log:
    """A call log in memory."""

    kept: dict[CallKey, tuple[Call, Completion]] = field(
        default_factory=dict[CallKey, tuple[Call, Completion]]
    )

    def find(self, key: CallKey) -> Completion | None:
        return self.kept[key][1] if key in self.kept else None

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        assert key not in self.kept
        self.kept[key] = (call, completion)


@dataclass
class Backwards:
    """Ranks the last segment first, and counts how often it was asked."""

    asked: int = 0

    async def rank(self, query: Query, segments: Sequence[Segment]) -> Sequence[int]:
        self.asked += 1
        return range(len(segments) - 1, -1, -1)


@given(st.data())
def test_what_is_picked_fits_the_budget_in_order_of_time(data: st.DataObject):
    texts = data.draw(st.lists(st.text(alphabet="ab 在", max_size=20), max_size=8))
    segments = [Segment(text=text, events=(n,)) for n, text in enumerate(texts)]
    ranked = data.draw(st.permutations(range(len(segments))))
    budget = data.draw(st.integers(0, 40))
    picked = pick(ranked, segments, budget)
    spent = sum(segments[position].tokens for position in picked)
    assert spent <= budget
    assert list(picked) == sorted(set(picked))
    left_out = set(range(len(segments))) - set(picked)
    for position in left_out:
        better = [p for p in picked if ranked.index(p) < ranked.index(position)]
        assert sum(segments[p].tokens for p in better) + segments[position].tokens > budget


def test_the_best_come_in_first(segments: MakeSegments):
    told = segments("one two three", "four five six", "seven eight nine")
    assert pick([2, 0, 1], told, 8) == (0, 2)
    assert pick([1, 2, 0], told, 4) == (1,)


def test_a_segment_too_long_is_passed_over_for_shorter_ones_after_it(segments: MakeSegments):
    told = segments("one two three four five six", "seven", "eight")
    assert pick([0, 2, 1], told, 5) == (1, 2)


def test_everything_is_picked_when_it_fits(segments: MakeSegments):
    assert pick([1, 0], segments("one", "two"), 1000) == (0, 1)
    assert pick([], [], 1000) == ()


def test_a_ranking_is_asked_once_and_then_answered_from_the_log(segments: MakeSegments, query: MakeQuery):
    log, inner = Log(), Backwards()
    recorded = RecordedRanking(log=log, inner=inner)
    told = segments("one", "two", "three")
    first = asyncio.run(recorded.rank(query("two"), told))
    again = asyncio.run(recorded.rank(query("two"), told))
    assert list(first) == list(again) == [2, 1, 0]
    assert inner.asked == 1


def test_a_replay_needs_no_ranking_for_what_is_in_the_log(segments: MakeSegments, query: MakeQuery):
    log, told = Log(), segments("one", "two", "three")
    asyncio.run(RecordedRanking(log=log, inner=Backwards()).rank(query("two"), told))
    replayed = asyncio.run(RecordedRanking(log=log, inner=None).rank(query("two"), told))
    assert list(replayed) == [2, 1, 0]


def test_another_query_or_other_segments_are_another_retrieval(segments: MakeSegments, query: MakeQuery):
    log, inner = Log(), Backwards()
    recorded = RecordedRanking(log=log, inner=inner)
    asyncio.run(recorded.rank(query("two"), segments("one", "two")))
    asyncio.run(recorded.rank(query("three"), segments("one", "two")))
    asyncio.run(recorded.rank(query("two"), segments("one", "two", "three")))
    assert inner.asked == 3


def test_a_replay_that_looks_for_something_else_differs(segments: MakeSegments, query: MakeQuery):
    replay = RecordedRanking(log=Log(), inner=None)
    with pytest.raises(ReplayDiffers, match=r"no retrieval for Ann, 4\.ask\.Ann\.Vic, retrieve-script"):
        asyncio.run(replay.rank(query("two"), segments("one", "two")))


def test_a_retrieval_is_kept_as_a_reply_to_the_player_who_looked(segments: MakeSegments, query: MakeQuery):
    log = Log()
    asyncio.run(RecordedRanking(log=log, inner=Backwards()).rank(query("two"), segments("one", "two")))
    ((key, (call, completion)),) = log.kept.items()
    assert (key.player, key.request, key.purpose) == ("Ann", "4.ask.Ann.Vic", "retrieve-script")
    assert (call.prompt.player, call.prompt.user_text, completion.text) == ("Ann", "two", "[1, 0]")
    assert [part.source.owner for part in call.prompt.parts] == ["Ann"]
    assert completion.usage == NOTHING
