import re
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parlour.core import (
    PASS,
    Action,
    Event,
    Request,
    chance,
    count_words,
    cut_words,
    event_kinds,
    request_kinds,
)
from parlour.errors import IllegalAction
from tests.cases import cases

VOTE = Request(
    id="9.vote.Ann.Vic", step=9, player="Ann", kind=request_kinds.VOTE, options=("Bo", "Cy"), most=1
)
ASK = replace(VOTE, kind=request_kinds.ASK, words=5)
REPLY = replace(ASK, kind=request_kinds.REPLY, options=(), most=0)
ANSWER = replace(VOTE, kind=request_kinds.ANSWER, options=("a", "b", "c"), least=1, most=2)
PAIR = replace(ANSWER, least=2, or_none=True)

texts = st.text(alphabet="ab9 \n.,!?。，！？“”…'—谁在磨坊")


@cases(
    ("request_", "action", "problem"),
    [
        (VOTE, Action(chosen=("Ann",)), "'Ann' is not among Bo, Cy"),
        (REPLY, Action(chosen=("Bo",), speech="Hm."), "'Bo' is not among no options"),
        (VOTE, Action(chosen=("Bo", "Cy")), "2 chosen, where 0 to 1 may be"),
        (ANSWER, PASS, "0 chosen, where 1 to 2 may be"),
        (ANSWER, Action(chosen=("a", "b", "c")), "3 chosen, where 1 to 2 may be"),
        (PAIR, Action(chosen=("a",)), "1 chosen, where 2 to 2 may be"),
        (ANSWER, Action(chosen=("a", "a")), "the same choice twice: a, a"),
        (VOTE, Action(chosen=("Bo",), speech="He did it."), "nothing may be said here"),
        (ASK, Action(chosen=("Bo",)), "somebody is addressed, but nothing is said"),
        (ASK, Action(chosen=("Bo",), speech=" \n"), "somebody is addressed, but nothing is said"),
        (REPLY, Action(speech="I was at home all day."), "6 words, where 5 may be said"),
        (REPLY, Action(speech="我整天都在家"), "6 words, where 5 may be said"),
    ],
)
def test_a_request_says_why_it_refuses(request_: Request, action: Action, problem: str):
    with pytest.raises(IllegalAction, match=f"^{re.escape(problem)}$"):
        request_.check(action)


def test_only_an_empty_action_is_a_pass():
    assert PASS.is_pass
    assert not Action(chosen=("Bo",)).is_pass
    assert not Action(speech="No.").is_pass


def test_a_request_allows_its_options_and_its_words():
    ASK.check(Action(chosen=("Cy",), speech="Where were you at nine?"))
    REPLY.check(Action(speech="At home."))
    ANSWER.check(Action(chosen=("c", "a")))
    for request in (VOTE, ASK, REPLY, PAIR):
        request.check(PASS)


def test_an_event_is_seen_by_those_who_are_named_or_by_everybody():
    told = Event(number=0, kind=event_kinds.ROUND)
    assert told.is_visible_to("Ann")
    assert replace(told, visible_to=frozenset({"Ann"})).is_visible_to("Ann")
    assert not replace(told, visible_to=frozenset({"Ann"})).is_visible_to("Bo")
    assert not replace(told, visible_to=frozenset()).is_visible_to("Ann")


@cases(
    ("text", "words"),
    [
        ("", 0),
        (" \n\t", 0),
        ("Where were you?", 3),
        ("I don't know: half-past nine, perhaps.", 6),
        ("你在哪里？", 4),
        ("他说，Anna 昨晚在家。", 7),
        ("，。！？、：；", 0),
    ],
)
def test_a_chinese_character_counts_as_a_word_and_its_marks_do_not(text: str, words: int):
    assert count_words(text) == words


@given(texts, st.integers(0, 12))
@example("你好.再见", 2)
@example("好…走", 1)
def test_a_cut_speech_is_its_own_beginning_and_never_too_long(text: str, most: int):
    cut = cut_words(text, most)
    assert text.startswith(cut)
    assert count_words(cut) <= most
    if count_words(text) <= most:
        assert cut == text


@given(texts)
def test_a_speech_without_a_sentence_to_end_on_is_cut_at_exactly_the_limit(text: str):
    endless = re.sub(r"[.!?。！？…]", "", text)
    assert count_words(cut_words(endless, 3)) == min(3, count_words(endless))


@cases(
    ("text", "most", "cut"),
    [
        ("I was at home. I slept until nine.", 6, "I was at home."),
        ("I was at home all night long.", 4, "I was at home"),
        ("我在家。我睡到九点。", 5, "我在家。"),
        ("“我在家。”他说。", 4, "“我在家。”"),
        ("At 9.30 I left the mill for the inn.", 4, "At 9.30 I left"),
        ("Home.", 0, ""),
    ],
)
def test_a_speech_is_cut_after_a_whole_sentence_where_it_can_be(text: str, most: int, cut: str):
    assert cut_words(text, most) == cut


def test_every_seed_and_every_purpose_has_a_draw_of_its_own():
    purposes = [(seed, *purpose) for seed in range(10) for purpose in (("Ann",), ("Bo",), ("Ann", "Bo"), ())]
    draws = [chance(*purpose).random() for purpose in purposes]
    assert len(set(draws)) == len(purposes)
    assert draws == [chance(*purpose).random() for purpose in purposes]
