import asyncio

import pytest

from parlour.agents import Writer
from parlour.core import Action, Request, RequestKind, request_kinds
from parlour.errors import Unreadable
from parlour.llm import LanguageModel
from tests.agents.seats import Slate, asking, observation
from tests.arena.mysteries import canary
from tests.llm.samples import Scripted


def write(model: Scripted, request: Request, slate: Slate | None = None) -> Action:
    seen = observation(request.player, model=model)
    writer = Writer(observation=seen, model=LanguageModel(backend=model))
    return asyncio.run(writer.write(request, [], slate or Slate()))


def speaking(kind: RequestKind, words: int = 20, player: str = "Anna") -> Request:
    return asking(player, kind=kind, words=words, options=(), most=0, text="Where were you?", partner="Ben")


def test_a_speech_of_nothing_but_wrapping_is_no_speech():
    for said in ("Anna:", '""', "Anna: “”"):
        with pytest.raises(Unreadable):
            write(Scripted(said), speaking(request_kinds.REPLY))


def test_a_speech_at_its_limit_stands_without_a_fault():
    slate = Slate()
    words = " ".join(["word"] * 20)
    assert write(Scripted(words), speaking(request_kinds.REPLY), slate).speech == words
    assert slate.faults == []


def test_a_speech_that_is_too_long_is_cut_at_a_sentence_with_a_fault():
    slate = Slate()
    said = "I was in the mill. " * 6
    action = write(Scripted(said), speaking(request_kinds.REPLY), slate)
    assert action.speech == " ".join(["I was in the mill."] * 4)
    [(purpose, problem)] = slate.faults
    assert purpose == request_kinds.REPLY
    assert problem.startswith("30 words where 20")


def test_what_another_player_says_in_a_speech_is_cut_and_is_a_fault():
    slate = Slate()
    model = Scripted("**Anna:** I was in the mill. Carl: I saw her. Dora: Me too.")
    assert write(model, speaking(request_kinds.INTRODUCE), slate).speech == "I was in the mill."
    assert slate.said == ["I was in the mill."]
    [(purpose, problem)] = slate.faults
    assert purpose == request_kinds.INTRODUCE
    assert problem == "spoke for others: cut where Carl speaks"


def test_a_speech_that_only_others_hold_is_no_speech():
    slate = Slate()
    with pytest.raises(Unreadable, match="what Carl would say"):
        write(Scripted("Carl: I saw her."), speaking(request_kinds.INTRODUCE), slate)
    assert slate.said == []


def test_speech_is_passed_on_as_it_forms():
    slate = Slate()
    write(Scripted("I was in the mill."), speaking(request_kinds.INTRODUCE), slate)
    assert slate.said == ["I was in the mill."]


def test_a_choice_is_parsed_and_nothing_is_said():
    vote = asking(kind=request_kinds.VOTE, words=0)
    model = Scripted('{"reason": "He fled.", "choice": "Ben"}')
    assert write(model, vote) == Action(chosen=("Ben",))


def test_several_letters_are_chosen_once_each():
    request = asking(
        kind=request_kinds.ANSWER,
        words=0,
        options=("a", "b", "c"),
        labels=("x", "y", "z"),
        most=2,
        text="Who?",
    )
    model = Scripted('{"reason": "So.", "choice": ["b", "b"]}')
    assert write(model, request) == Action(chosen=("b",))


def test_a_choice_that_is_not_offered_is_repaired_and_then_unreadable():
    model = Scripted('{"reason": "So.", "choice": "Zoe"}')
    with pytest.raises(Unreadable):
        write(model, asking(kind=request_kinds.VOTE, words=0))
    assert len(model.calls) == 3


def test_whoever_speaks_of_itself_is_told_at_the_end_what_to_hide():
    for kind in (request_kinds.INTRODUCE, request_kinds.REPLY):
        model = Scripted("I was in the mill.")
        write(model, speaking(kind))
        assert canary("Anna", "secret") in model.calls[0].prompt.user_text


def test_a_murderer_may_invent_and_a_civilian_must_not():
    murderer, civilian = Scripted("No."), Scripted("No.")
    write(murderer, speaking(request_kinds.REPLY, player="Ben"))
    write(civilian, speaking(request_kinds.REPLY, player="Anna"))
    assert "You may invent" in murderer.calls[0].prompt.user_text
    assert "Tell the truth" not in murderer.calls[0].prompt.user_text
    assert "Tell the truth" in civilian.calls[0].prompt.user_text
    assert "invent" not in civilian.calls[0].prompt.user_text


def test_a_murderer_asks_as_if_it_suspected_whom_it_asks():
    model = Scripted('{"reason": "x", "choice": "Dora"}', "Where were you?")
    write(model, asking("Ben"))
    assert "as if you suspected Dora" in model.calls[1].prompt.user_text


def test_a_murderer_votes_for_whoever_may_be_accused_in_its_place():
    model = Scripted('{"reason": "x", "choice": "Dora"}')
    write(model, asking("Ben", kind=request_kinds.VOTE, words=0))
    assert "accused in your place" in model.calls[0].prompt.user_text


def test_speech_that_may_still_be_revised_is_not_heard_as_it_forms():
    heard: dict[RequestKind, list[str]] = {}
    for kind in (request_kinds.INTRODUCE, request_kinds.REPLY):
        slate, model = Slate(), LanguageModel(backend=Scripted("I was in the mill."))
        writer = Writer(
            observation=observation("Anna"), model=model, revisable=frozenset({request_kinds.REPLY})
        )
        action = asyncio.run(writer.write(speaking(kind), [], slate))
        assert action.speech == "I was in the mill."
        heard[kind] = slate.said
    assert "".join(heard[request_kinds.INTRODUCE]) == "I was in the mill."
    assert heard[request_kinds.REPLY] == []


def test_a_draft_has_a_purpose_of_its_own_and_may_be_of_any_length():
    model = Scripted("No. " * 50)
    writer = Writer(observation=observation("Anna"), model=LanguageModel(backend=model))
    request = speaking(request_kinds.REPLY, words=20)

    async def drafted() -> str:
        return await writer.draft(request, await writer.recall(request), Slate(), purpose="draft")

    assert asyncio.run(drafted()) == ("No. " * 50).strip()
    assert model.calls[0].prompt.purpose == "draft"
