"""A game that brings no scores of its own is scored by its events."""

from __future__ import annotations

from collections.abc import Callable

from parlour.arena import Record
from parlour.core import Event, EventKind, event_kinds
from parlour.evaluation import SEEKERS, SOUGHT, PlainScoring, VoteCount

MakeRecord = Callable[..., Record]


def said(kind: EventKind, *chosen: str, actor: str | None = None) -> Event:
    return Event(number=0, kind=kind, actor=actor, case="Vic", chosen=chosen)


def test_who_won_and_how_well_both_sides_voted(record: MakeRecord):
    told = [
        said(event_kinds.VOTED, "Bo", actor="Ann"),
        said(event_kinds.VOTED, "Ann", actor="Bo"),
        said(event_kinds.VOTED, actor="Cy"),
        said(event_kinds.ELIMINATED, "Bo"),
        said(event_kinds.REVEALED, "Bo"),
        said(event_kinds.WON, "civilian"),
    ]
    score = PlainScoring().score(record(told), frozenset())
    assert (score.won, score.lost, score.unscored, score.winner) == (1, 0, 0, "civilian")
    assert score.votes == (
        VoteCount(team=SEEKERS, asked=2, right=1, abstained=1),
        VoteCount(team=SOUGHT, asked=1, right=0, abstained=0),
    )
    alone = PlainScoring().score(record(told), frozenset({"Ann"}))
    assert alone.votes[0].asked == 1
    assert alone.won == 1


def test_a_case_in_which_nobody_is_sought_is_not_scored(record: MakeRecord):
    told = [said(event_kinds.ELIMINATED, "Cy"), said(event_kinds.REVEALED), said(event_kinds.WON)]
    score = PlainScoring().score(record(told), frozenset())
    assert (score.won, score.lost, score.unscored) == (0, 0, 1)
