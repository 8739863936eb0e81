"""What else a remark may mean is shown beside its first reading, where that is not certain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.language.facts import Suspicion, VoteFor
from parlour.language.hearing import HeardAct, HeardRemark, SpokenAct, TalkTable, hear
from parlour.language.hearing.hear import MOST_OTHERS, others
from parlour.language.hearing.meaning import meaning
from parlour.language.hearing.readings import LEAST_SHOWN, by_chance
from tests.cases import cases
from tests.language.hearing.test_hear import ROLES, SEATS
from tests.language.hearing.test_weights import SMALL, likely


def heard(kind: str, **slots: str) -> HeardAct:
    act = SpokenAct(kind=kind, slots=tuple(slots.items()))
    return HeardAct(act=act, clause="hm", is_sure=False, means=meaning(act, ROLES))


FOUR, SIX = (heard("suspect", who=f"Player {n}") for n in (4, 6))
DENIAL, REFUSAL = heard("deny"), heard("refuse")
VOTE = heard("vote", whom="Player 6")


def test_what_says_the_same_or_nothing_is_not_shown_and_of_the_rest_the_likeliest_two():
    readings = ((DENIAL,), (FOUR, DENIAL), (), (SIX, REFUSAL), (SIX,), (FOUR, SIX), (VOTE,))
    found = others(HeardRemark(heard=(FOUR,), others=readings), "hm", ROLES)
    assert [[each.act for each in reading] for reading in found] == [[SIX.act], [FOUR.act, SIX.act]]


def test_beside_nothing_heard_readings_are_shown_too():
    [[vote]] = others(HeardRemark(others=((DENIAL,), (VOTE,))), "hm", ROLES)
    assert isinstance(vote.means, VoteFor)


def test_beside_what_is_certain_nothing_is_shown():
    sure = replace(FOUR, is_sure=True)
    assert others(HeardRemark(heard=(sure,), others=((SIX,),)), "hm", ROLES) == ()
    [[six]] = others(HeardRemark(heard=(sure,), unheard=("hm",), others=((SIX,),)), "hm", ROLES)
    assert isinstance(six.means, Suspicion)


def test_readings_are_ranked_by_how_likely_they_are():
    readings = likely("leave 6 alone", (0.8, VOTE.act), (0.7, SIX.act))
    ranked = by_chance(readings, replace(SMALL, by_reading={"odds": 1.0, "acts:2": -2.0}))
    chances = [chance for _, chance in ranked]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == pytest.approx(1)
    assert ranked[0][0] == (VOTE.act,)
    assert {acts for acts, _ in ranked} == {(), (VOTE.act,), (SIX.act,), (VOTE.act, SIX.act)}


@pytest.mark.parametrize(
    ("table", "texts"),
    [
        (ROLES, ("never mind 6, look at 4", "rather 4 than 6", "6 keeps covering for 4", "4 or 6")),
        (SEATS, ("别老盯着6号，看看4号", "不是6号就是4号吧", "6号一直护着4号", "4和6里头我先走4")),
    ],
)
def test_what_may_be_meant_in_more_than_one_way_has_other_readings(table: TalkTable, texts: tuple[str, ...]):
    remarks = [hear(text, table) for text in texts]
    shown = [reading for remark in remarks for reading in remark.others]
    assert shown
    assert all(reading and all(act.means for act in reading) for reading in shown)
    assert not any(act.is_sure for reading in shown for act in reading)
    assert all(len(remark.others) <= MOST_OTHERS for remark in remarks)
    assert 0 < LEAST_SHOWN < 0.5


@cases("text", ["I trust 6", "I am the seer.", "I suspect Player 4."])
def test_a_plain_statement_has_no_other_reading(text: str):
    assert hear(text, ROLES).others == ()
