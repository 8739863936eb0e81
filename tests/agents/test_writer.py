import asyncio

import pytest

from parlour.agents import Writer
from parlour.agents.modules import SharedRecall
from parlour.core import Action, Request, RequestKind, request_kinds
from parlour.errors import Unreadable
from parlour.llm import LanguageModel
from tests.agents.seats import Slate, asking, introduced, observation
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


def test_a_draft_has_a_purpose_of_its_own_and_may_be_of_any_length():
    model = Scripted("No. " * 50)
    writer = Writer(observation=observation("Anna"), model=LanguageModel(backend=model))
    request = speaking(request_kinds.REPLY, words=20)

    async def drafted() -> str:
        return await writer.draft(request, await writer.recall(request), Slate(), purpose="draft")

    assert asyncio.run(drafted()) == ("No. " * 50).strip()
    assert model.calls[0].prompt.purpose == "draft"


def test_a_request_is_called_to_mind_once_and_the_next_anew():
    seen = observation()
    recall = SharedRecall(writer=Writer(observation=seen, model=LanguageModel(backend=Scripted("x"))))
    first = asyncio.run(recall.on(asking()))
    seen.observe(introduced(20, "Ben", "I am Ben."))
    assert asyncio.run(recall.on(asking())) is first
    assert asyncio.run(recall.on(asking("Carl"))).until == first.until + 1
