"""A count comes out vote by vote, in order, within its time, and at once for whoever does not wait."""

from __future__ import annotations

import pytest

from parlour.core import event_kinds
from parlour.web.hosting import FeedLine
from parlour.web.pages.table.head import END, LONGEST, OF_THE_TIME, VOTE, Reveal

KINDS = {
    each.name: each
    for each in (event_kinds.SPOKE, event_kinds.VOTED, event_kinds.POLLED, event_kinds.ELIMINATED)
}


def told(*kinds: str, is_private: bool = False) -> list[FeedLine]:
    return [
        FeedLine(number=number, type="event", kind=kind, actor="Ann", is_private=is_private)
        for number, kind in enumerate(kinds)
    ]


def test_votes_come_out_one_by_one_and_then_who_is_out():
    reveal, lines = Reveal(KINDS, is_paced=True), told("spoke", "voted", "voted", "eliminated")
    reveal.offer(lines, 100.0)
    assert reveal.due(100.0) == lines[:1]
    assert reveal.due(100.0 + VOTE) == lines[1:2]
    assert reveal.due(100.0 + 1.9 * VOTE) == []
    assert reveal.next_at == pytest.approx(100.0 + 2 * VOTE)
    assert reveal.due(100.0 + 2 * VOTE + END + 1e-6) == lines[2:]
    assert reveal.next_at is None


@pytest.mark.parametrize(("limit", "longest"), [(None, LONGEST), (30, OF_THE_TIME * 30)])
def test_many_votes_take_no_longer_than_they_may(limit: int | None, longest: float):
    reveal, lines = Reveal(KINDS, is_paced=True), told(*["voted"] * 40)
    reveal.offer(lines, 0.0, limit)
    assert len(reveal.due(0.9 * longest)) in range(30, 40)
    assert reveal.due(longest + 1e-6)
    assert reveal.next_at is None


def test_whoever_does_not_want_to_wait_sees_the_rest_at_once():
    reveal, lines = Reveal(KINDS, is_paced=True), told("voted", "voted", "eliminated")
    reveal.offer(lines, 0.0)
    reveal.skip()
    assert reveal.due(0.0) == lines


def test_nothing_waits_where_nothing_is_paced_nor_an_own_ballot_that_nobody_else_sees():
    for reveal, lines in (
        (Reveal(KINDS, is_paced=False), told("voted", "eliminated")),
        (Reveal(KINDS, is_paced=True), told("polled", is_private=True)),
    ):
        reveal.offer(lines, 0.0)
        assert reveal.due(0.0) == lines
