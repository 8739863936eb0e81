from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from parlour.core import (
    PASS,
    Action,
    Event,
    Request,
    RequestKind,
    chance,
    count_words,
    cut_words,
    event_kinds,
    request_kinds,
    schema,
)
from parlour.core.language import Language
from parlour.errors import IllegalAction
from parlour.games.werewolf import kinds
from parlour.language.hearing.clauses import wordlist
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


VOTE_ASKED = Request(id="1", step=1, player="Ann", kind=request_kinds.VOTE, options=("Bo", "Cy"), most=1)
ANSWER_ASKED = Request(
    id="2", step=1, player="Ann", kind=request_kinds.ANSWER, options=("a", "b", "c"), most=2
)


def test_the_reason_is_written_before_the_choice_and_both_are_wanted():
    form = schema(VOTE_ASKED).model_json_schema()
    assert list(form["properties"]) == ["reason", "choice"]
    assert form["required"] == ["reason", "choice"]


@cases(
    ("request_", "reply"),
    [
        (VOTE_ASKED, {"reason": "", "choice": "Ann"}),
        (VOTE_ASKED, {"reason": "", "choice": "bo"}),
        (VOTE_ASKED, {"reason": "", "choice": ["Bo"]}),
        (VOTE_ASKED, {"reason": ""}),
        (VOTE_ASKED, {"choice": "Bo"}),
        (VOTE_ASKED, {"reason": "x" * 301, "choice": "Bo"}),
        (ANSWER_ASKED, {"reason": "", "choice": []}),
        (ANSWER_ASKED, {"reason": "", "choice": ["a", "b", "c"]}),
        (ANSWER_ASKED, {"reason": "", "choice": ["d"]}),
    ],
)
def test_a_reply_outside_the_form_is_refused(request_: Request, reply: dict[str, object]):
    with pytest.raises(ValidationError, match=r"reason|choice"):
        schema(request_).model_validate(reply)


def test_a_request_that_offers_nothing_has_no_form():
    with pytest.raises(ValueError, match="7 offers no options"):
        schema(Request(id="7", step=1, player="Ann", kind=request_kinds.SPEAK, words=10))


def test_a_choice_given_twice_counts_once():
    decision = schema(ANSWER_ASKED).model_validate({"reason": "", "choice": ["b", "b"]})
    assert decision.action() == Action(chosen=("b",))


@settings(max_examples=40)
@given(st.data())
def test_every_reply_in_the_form_is_a_legal_action(data: st.DataObject):
    options = tuple(data.draw(st.lists(st.text(min_size=1, max_size=4), unique=True, min_size=1, max_size=5)))
    most = data.draw(st.integers(1, len(options)))
    request = Request(id="r", step=1, player="Ann", kind=request_kinds.ANSWER, options=options, most=most)
    chosen = data.draw(st.lists(st.sampled_from(options), min_size=1, max_size=most))
    written = {"reason": "So.", "choice": chosen[0] if most == 1 else chosen}
    action = schema(request).model_validate(written).action()
    request.check(action)
    assert set(action.chosen) == set(chosen)


@cases("kind", [kinds.SAVE, kinds.SHOOT])
def test_nobody_can_be_written_where_to_choose_nobody_is_a_decision(kind: RequestKind):
    request = Request(id="4", step=1, player="Ann", kind=kind, options=("Bo", "Cy"), most=1)
    form = schema(request)
    assert form.model_validate({"reason": "Not now.", "choice": None}).action() == Action()
    assert form.model_validate({"reason": "Now.", "choice": "Cy"}).action() == Action(chosen=("Cy",))
    with pytest.raises(ValidationError, match="choice"):
        form.model_validate({"reason": "Hm."})


@cases("kind", [request_kinds.VOTE, kinds.KILL])
def test_nobody_cannot_be_written_where_somebody_is_asked_for(kind: RequestKind):
    request = Request(id="5", step=1, player="Ann", kind=kind, options=("Bo", "Cy"), most=1)
    with pytest.raises(ValidationError, match="choice"):
        schema(request).model_validate({"reason": "Not now.", "choice": None})


def test_where_several_must_be_chosen_they_are_different_ones():
    pair = Request(
        id="3",
        step=1,
        player="Ann",
        kind=request_kinds.CHECK,
        options=("Bo", "Cy", "Di"),
        least=2,
        most=2,
        or_none=True,
    )
    form = schema(pair)
    assert form.model_validate({"reason": "", "choice": ["Bo", "Di"]}).action().chosen == ("Bo", "Di")
    for wrong in (["Bo"], ["Bo", "Bo"], ["Bo", "Cy", "Di"]):
        with pytest.raises(ValidationError, match=r"the same choice twice|at least 2|at most 2"):
            form.model_validate({"reason": "", "choice": wrong})


@pytest.mark.parametrize(("language", "speech"), [("en", "Bo? Sus."), ("zh", "就是他")])
def test_the_meaning_that_is_confirmed_beside_typed_words_takes_none_of_their_room(
    language: Language, speech: str
):
    confirmed = wordlist(language)["that_is"].format(typed=speech, said="Bo " * 5)
    request = Request(id="1", step=1, player="Ann", kind=request_kinds.SPEAK, words=5)
    request.check(Action(speech=confirmed))
    with pytest.raises(IllegalAction, match="6 words"):
        request.check(Action(speech=wordlist(language)["that_is"].format(typed=speech, said="Bo " * 6)))
    with pytest.raises(IllegalAction):
        request.check(Action(speech=f"{speech} " + "no " * 5))
