"""The readings offered of a remark: at most four, the surest first, lit where they are certain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.language.hearing import MOST_OFFERED, SpokenAct, TalkTable, chip, hear
from parlour.language.hearing.readings import by_chance
from tests.cases import cases
from tests.language.hearing.test_hear import ROLES, SEATS, STORY
from tests.language.hearing.test_weights import SMALL, likely

VOTE, SIX = (
    SpokenAct(kind=kind, slots=((slot, f"Player {number}"),))
    for kind, slot, number in (("vote", "whom", 6), ("suspect", "who", 6))
)


def test_readings_are_ranked_by_how_likely_they_are():
    readings = likely("leave 6 alone", (0.8, VOTE), (0.7, SIX))
    ranked = by_chance(readings, replace(SMALL, by_reading={"odds": 1.0, "acts:2": -2.0}))
    chances = [chance for _, chance in ranked]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == pytest.approx(1)
    assert ranked[0][0] == (VOTE,)
    assert {acts for acts, _ in ranked} == {(), (VOTE,), (SIX,), (VOTE, SIX)}


@pytest.mark.parametrize(
    ("table", "texts"),
    [
        (ROLES, ("never mind 6, look at 4", "rather 4 than 6", "6 keeps covering for 4", "4 or 6")),
        (SEATS, ("别老盯着6号，看看4号", "不是6号就是4号吧", "6号一直护着4号", "4和6里头我先走4")),
    ],
)
def test_what_may_be_meant_in_more_ways_than_one_is_offered_and_not_lit(
    table: TalkTable, texts: tuple[str, ...]
):
    for text in texts:
        offered = hear(text, table).offered
        chips = [chip(each, table) for each in offered]
        assert 1 < len(offered) <= MOST_OFFERED
        assert not any(each.is_lit for each in chips)
        assert len({each.text for each in chips}) == len(chips)


@cases("text", ["I trust 6", "I am the seer."])
def test_a_plain_statement_is_lit_and_stands_first(text: str):
    first, *rest = hear(text, ROLES).offered
    assert first.is_sure
    assert not any(each.is_sure for each in rest)


def test_a_chip_says_in_a_few_words_what_is_meant():
    texts = {
        "I suspect 4": "suspect Player 4",
        "6, what are you?": "ask Player 6: which role?",
        "I am the seer": "I am the seer",
    }
    for text, words in texts.items():
        assert chip(hear(text, ROLES).offered[0], ROLES).text == words


def test_common_questions_are_offered_as_ones_that_characters_answer():
    table = replace(STORY, to="Conrad")
    texts = {
        "Did you like Nora?": "ask Conrad: what to Nora?",
        "Can you prove it?": "ask Conrad: who was there?",
        "Did you have access to the razor?": "ask Conrad: hands on the razor?",
        "Who else was there?": "ask Conrad: who was there?",
    }
    for text, words in texts.items():
        assert chip(hear(text, table).offered[0], table).text == words


def test_the_short_form_of_a_name_is_no_word():
    table = TalkTable(language="en", names=("Alpha", "Beta", "Theta"), speaker="Alpha", scope="cards")
    for text in ("the wolf is near", "i bet it is so", "they swapped them"):
        acts = (each.act for each in hear(text, table).offered)
        assert not {"Beta", "Theta"} & {value for act in acts for _, value in act.slots}
