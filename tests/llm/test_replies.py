"""The reply reader: which object counts, what is repaired, what is refused."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Literal

import pytest
from pydantic import BaseModel, Field, create_model

from parlour.core import Decision, request_kinds, schema
from parlour.llm import Client, LanguageModel, read_reply
from parlour.llm.replies import MOST_REPAIRED, is_repaired
from tests.agents.seats import asking
from tests.llm.samples import MemoryLog, Scripted, Suspicion, prompt

PLAYERS = tuple(f"Player {n}" for n in range(1, 12))
VOTE = schema(asking("Anna", kind=request_kinds.VOTE, words=0, options=PLAYERS))
GOOD = '{"reason": "He fled.", "choice": "Player 3"}'


class Lettered(BaseModel):
    """A reply of several letters."""

    reason: str = Field(max_length=300)
    choice: list[Literal["a", "b", "c"]]


class Held(BaseModel):
    """A reading of one player."""

    why: str = Field(max_length=10)
    trust: Literal["High", "Low"]
    percent: int = Field(ge=0, le=100)


def chosen(text: str, form: type[BaseModel] = VOTE) -> object:
    return getattr(read_reply(text, form), "choice", None)


def test_the_last_object_that_fits_is_the_reply():
    for text in (
        '{"reason": "a draft", "choice": "Player 1"} No, rather: ' + GOOD,
        '{"note": "an unrelated one"} ' + GOOD,
        GOOD + ' {"confidence": 0.7}',
        'A reply looks like {"reason": "...", "choice": "..."}, so: ' + GOOD,
        "Of {all} of them: " + GOOD,
    ):
        assert chosen(text) == "Player 3", text
        assert not is_repaired(text, VOTE), text


def test_near_json_is_repaired_and_says_so():
    for text in (
        '{"reason": "He fled.", "choice": "Player 3",}',
        "{'reason': \"I don't trust him\", 'choice': 'Player 3'}",
        "{“reason”: “He fled.”, “choice”: “Player 3”}",
        '{"reason": "He fled.", "choice": "Player 3"',
        "```json\n" + '{"reason": "He fled.", "choice": "Player 3"\n```',
        '{"reason": "He said "no" to me.", "choice": "Player 3"}',
        '{"reason"："他逃了"，"choice"："Player 3"}',
        '{reason: "He fled.", choice: "Player 3"}',
        '{"reason": "He fled." "choice": "Player 3"}',
        '{"reason": "a draft", "choice": "Player 1"} No: {"reason": "He fled.", "choice": "Player 3",}',
        json.dumps(GOOD),
        '{"Decision": ' + GOOD + "}",
        '{"Decision": {"reason": "He fled.", "choice": "Player 3",}}',
        '{"name": "Decision", "arguments": ' + json.dumps(GOOD) + "}",
        '{"tool_calls": [{"function": {"name": "Decision", "arguments": ' + json.dumps(GOOD) + "}}]}",
        '{"type": "object", "properties": ' + GOOD + "}",
        '{"Reason": "He fled.", "CHOICE": "Player 3"}',
        '{"choice": "Player 3"}',
        '{"reason": null, "choice": "Player 3"}',
        '{"reason": ["He", "fled."], "choice": "Player 3"}',
        json.dumps({"reason": "He fled. " * 100, "choice": "Player 3"}),
    ):
        assert chosen(text) == "Player 3", text
        assert is_repaired(text, VOTE), text
    assert not is_repaired(f"```json\n[{GOOD}]\n```", VOTE)
    sure = create_model("Sure", is_sure=(bool, ...), choice=(str, ...))
    assert chosen('{"is_sure"：true，"choice"："Ben"}', sure) == "Ben"
    twice = json.dumps(json.dumps({"reason": "他说：“不是我”", "choice": "Player 3"}))
    assert getattr(read_reply(twice, VOTE), "reason", "") == "他说：“不是我”"


def test_a_choice_is_matched_by_its_normal_form():
    for said in ("player_3", 3, "PLAYER 3.", "Seat 3", "3号", ["Player 3"]):
        assert chosen(json.dumps({"reason": "x", "choice": said})) == "Player 3", said


def test_a_choice_that_fits_several_options_or_none_is_refused():
    for said in ("Player", "Player 12", "13", "", "Player 1 or 3", "not Player 3", "Zoe", None, True, "none"):
        with pytest.raises(ValueError, match="choice"):
            chosen(json.dumps({"reason": "x", "choice": said}))
    form = create_model("Either", choice=(Literal["Ann A", "AnnA"], ...))
    with pytest.raises(ValueError, match="choice"):
        chosen('{"choice": "anna"}', form)


def test_nobody_may_be_chosen_in_a_word_where_null_is_an_option():
    form = create_model("Optional", __base__=Decision, choice=(Literal["Ben", "Carl"] | None, ...))
    assert chosen('{"reason": "x", "choice": "None"}', form) is None
    assert chosen('{"reason": "x", "choice": "ben"}', form) == "Ben"
    named = create_model("Named", __base__=Decision, choice=(Literal["None", "Carl"] | None, ...))
    assert chosen('{"reason": "x", "choice": "none"}', named) == "None"
    with pytest.raises(ValueError, match="choice"):
        chosen('{"reason": "x"}', form)


def test_several_letters_are_read_however_they_are_listed():
    for said, letters in (("B", ["b"]), ("a, c", ["a", "c"]), (["A) the cook", "(b)"], ["a", "b"])):
        assert chosen(json.dumps({"reason": "x", "choice": said}), Lettered) == letters


def test_an_inner_form_is_repaired_like_an_outer_one():
    form = create_model(
        "Both", ben=(Held, Field(alias="Player 1")), carl=(list[Held], Field(alias="Player 2"))
    )
    told = {
        "player_1": {"why": "far too long a reason", "Trust": "high", "percent": "70%"},
        "Player 2": [{"trust": "**LOW**", "percent": 5}],
    }
    both = read_reply(json.dumps(told), form).model_dump()
    assert both["ben"] == {"why": "far too lo", "trust": "High", "percent": 70}
    assert both["carl"] == [{"why": "", "trust": "Low", "percent": 5}]


def test_a_whole_reply_that_is_one_option_is_the_choice():
    for text in ("Player 3", "**Player 3**\n", "player_3.", "3"):
        assert chosen(text) == "Player 3"
    assert chosen("b", Lettered) == ["b"]
    for text in ("I vote for Player 3.", "Player 3 fled.", "Nobody", "Not 3", "None"):
        with pytest.raises(ValueError, match="no JSON"):
            chosen(text)


def test_what_is_unfinished_is_never_completed():
    for text in (
        '{"reason": "He fled.", "choice": "Player 1',
        '{"suspect": "Ben", "certainty": 7',
        '{"reason": "He fled."',
    ):
        for form in (VOTE, Suspicion):
            with pytest.raises(ValueError, match=r".+"):
                read_reply(text, form)
    with pytest.raises(ValueError, match="broken"):
        read_reply('{"reason": "He fled.", "choice": "Player 3"', VOTE, is_cut=True)


def test_a_hostile_reply_is_refused_in_bearable_time():
    for text in (
        "{" * MOST_REPAIRED,
        '{"' + 'x"' * 1500,
        '{"a":1,}' * 390,
        "{'a': [" * 450,
        '{"reason": ' * 280,
    ):
        began = time.process_time()
        with pytest.raises(ValueError, match=r"nested too deeply|broken|choice|no JSON"):
            read_reply(text, VOTE)
        assert time.process_time() - began < 20


def test_what_was_repaired_stands_on_record():
    log = MemoryLog()
    for text in ('{"suspect": "Ben", "certainty": 7,}', '{"suspect": "Ben", "certainty": 7}'):
        model = LanguageModel(backend=Client(Scripted(text), log=log))
        assert asyncio.run(model.parse(prompt(task=text), Suspicion)).certainty == 7
    assert [each.is_repaired for each in log.kept.values()] == [True, False]
