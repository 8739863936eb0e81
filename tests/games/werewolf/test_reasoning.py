"""The rules by which deeds are labelled: right thinking, deception, hallucination (GRATR, section 4.1.3)."""

from __future__ import annotations

from random import Random

from parlour.core import event_kinds
from parlour.games.werewolf import kinds
from parlour.games.werewolf.deeds import DeedStance, Label, Reasoned, label_deeds
from parlour.language.facts import Fact, Level, Trust, render
from parlour.llm import Language
from tests.games.werewolf.records import P1, P2, P4, P5, P6, P7, P8, Story

RIGHT, LIE, WRONG = Label.CORRECT, Label.DECEPTION, Label.HALLUCINATION


def said(*facts: Fact, lang: Language = "en", by: str = P2) -> str:
    return " ".join(render(fact, lang, Random(1), speaker=by) for fact in facts)


def trusts(whom: str, by: str = P2) -> Trust:
    return Trust(by=by, whom=whom, level=Level.SOME)


def one(story: Story) -> Reasoned:
    [told] = label_deeds(story.record())
    return told


def test_without_a_belief_on_record_the_deed_shows_what_was_thought():
    for player, kind, target, label in (
        (P4, event_kinds.VOTED, P1, RIGHT),
        (P4, event_kinds.VOTED, P7, WRONG),
        (P2, event_kinds.VOTED, P7, RIGHT),
        (P2, event_kinds.VOTED, P1, WRONG),
        (P2, kinds.TARGETED, P7, RIGHT),
        (P5, kinds.POISONED, P8, WRONG),
        (P5, kinds.SAVED, P8, RIGHT),
        (P6, kinds.PROTECTED, P1, WRONG),
        (P6, kinds.PROTECTED, P6, RIGHT),
    ):
        assert one(Story().does(player, kind, target)).label is label


def test_a_belief_on_record_is_held_against_the_truth_first_and_then_against_the_deed():
    for player, target, trust, label in (
        (P4, P1, -0.8, RIGHT),  # distrusts a werewolf and votes against it
        (P4, P1, 0.8, WRONG),  # trusts a werewolf; that it votes against it helps nothing
        (P4, P7, 0.8, LIE),  # trusts a villager and votes against them
        (P4, P7, -0.8, WRONG),  # distrusts a villager
        (P2, P1, 1.0, LIE),  # a werewolf votes against its fellow, and knows it
        (P2, P7, -0.9, RIGHT),
        (P4, P7, 0.2, WRONG),  # undecided up to ε, so that the vote decides
        (P4, P1, -0.2, RIGHT),
    ):
        told = one(Story().does(player, event_kinds.VOTED, target, trust={target: trust}))
        assert (told.trust, told.label) == (trust, label)


def test_a_check_is_labelled_only_by_what_was_thought():
    assert list(label_deeds(Story().does(P4, event_kinds.CHECKED, P1).record())) == []
    assert one(Story().does(P4, event_kinds.CHECKED, P1, trust={P1: -0.5})).label is RIGHT
    assert one(Story().does(P4, event_kinds.CHECKED, P7, trust={P7: -0.5})).label is WRONG


def test_words_that_belie_the_deed_are_a_deception():
    words = said(trusts(P7))
    told = one(Story().says(P2, words).does(P2, event_kinds.VOTED, P7))
    assert (told.words, told.label) == (DeedStance.ALLY, LIE)
    by_night = one(Story().says(P2, words, day=1).does(P2, kinds.TARGETED, P7, day=2))
    assert by_night.label is LIE


def test_words_of_another_day_or_before_the_pack_alone_do_not_bear_on_it():
    story = Story().says(P2, said(trusts(P7)), day=1).does(P2, event_kinds.VOTED, P7, day=2)
    assert (one(story).words, one(story).label) == (None, RIGHT)


def test_chinese_words_are_understood_too():
    me, other = "2号玩家", "7号玩家"
    story = Story().says(me, said(trusts(other, by=me), lang="zh", by=me)).does(me, event_kinds.VOTED, other)
    [told] = label_deeds(story.record(language="zh"))
    assert told.label is LIE
