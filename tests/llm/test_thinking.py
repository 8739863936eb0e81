"""A model that thinks is seen to do so, gets room for it, and its thoughts are private."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from parlour.agents import Writer
from parlour.core import count_words, request_kinds
from parlour.errors import ModelUnavailable, Unreadable
from parlour.llm import Budget, Client, Completion, LanguageModel, count_tokens, open_provider
from parlour.llm.hosted import Hosted
from parlour.llm.profile import THINKING_TOKENS
from parlour.llm.settings import ModelSettings
from tests.agents.seats import Slate, asking, observation
from tests.llm.loopback import Answer, Body, Loopback
from tests.llm.samples import MemoryLog, Suspicion, asked, call, completions, prompt

THOUGHT, ANSWER = "My hidden role is wolf.", "I was in the mill."
GOOD = '{"suspect": "Ben", "certainty": 7}'
DRAFT = '{"suspect": "Carl", "certainty": 1}'
ROOM = 400 + THINKING_TOKENS


def generated(
    answers: Sequence[Answer] | Callable[[Body], Answer], *, times: int = 1, is_streamed: bool = False
) -> tuple[list[str], list[str], list[Completion], list[Body]]:
    """What was said in turn, what was heard of it, what is on record, and what was sent."""
    log, heard = MemoryLog(), list[str]()

    async def scenario(model: str) -> list[str]:
        provider = open_provider(model)
        said: list[str] = []
        try:
            for turn in range(times):
                model_of_turn = LanguageModel(backend=Client(provider, log=log, first_wait=0))
                pieces: list[str] = []
                said.append(
                    await model_of_turn.generate(
                        prompt(f"Turn {turn}."), on_chunk=pieces.append if is_streamed else None
                    )
                )
                heard.append("".join(pieces).strip())
        finally:
            await provider.close()
        return said

    with Loopback(answers) as server:
        said = asyncio.run(scenario(server.model))
    return said, heard, list(log.kept.values()), server.requests


USAGE = {"prompt_tokens": 100, "completion_tokens": 400}
PRICES = ModelSettings(input_price=1_000_000, output_price=1_000_000)


def completed(answers: Sequence[Answer], budget: Budget, attempts: int) -> Completion:
    async def scenario(model: str) -> Completion:
        provider = open_provider(model)
        assert isinstance(provider, Hosted)
        provider.adjust(model, PRICES, {})
        try:
            return await Client(provider, attempts=attempts, first_wait=0, budget=budget).complete(call())
        finally:
            await provider.close()

    with Loopback([replace(answer, usage=USAGE) for answer in answers]) as server:
        return asyncio.run(scenario(server.model))


def test_every_request_counts_of_a_call_that_was_sent_again_and_asked_for_its_answer():
    failure, thought, answer = Answer(status=500), Answer(text="", finish="length"), Answer(text=ANSWER)
    for answers in ((failure, thought, answer), (thought, failure, answer)):
        completion = completed(answers, budget := Budget(10_000), attempts=2)
        usage = completion.usage
        assert (completion.text, usage.attempts) == (ANSWER, 3)
        assert (usage.input_tokens, usage.output_tokens) == (200, 800)
        assert usage.dollars == budget.spent == 1000


def test_thoughts_are_paid_for_even_if_their_answer_never_comes():
    for status in (500, 401):
        budget = Budget(10_000)
        with pytest.raises(ModelUnavailable):
            completed([Answer(text="", finish="length"), Answer(status=status)], budget, attempts=1)
        assert budget.spent == 500


def test_room_that_is_of_no_use_is_not_given_again():
    with Loopback([Answer(text="", finish="length")]) as server:
        completions(server.model, *[replace(call(), max_tokens=400)] * 2)
    assert [each["max_tokens"] for each in server.requests] == [400, ROOM, 400]


def test_a_server_that_will_not_write_so_much_is_asked_for_less():
    def answer(body: Body) -> Answer:
        if body["max_tokens"] > 2000:
            return Answer(status=400, error="max_tokens is too large: it must be at most 2000")
        return Answer(text=ANSWER, thoughts=THOUGHT)

    said, _, _, sent = generated(answer, times=3)
    assert said == [ANSWER] * 3
    assert [each["max_tokens"] for each in sent] == [
        400,
        ROOM,
        400 + THINKING_TOKENS // 4,
        400 + THINKING_TOKENS // 4,
    ]


def test_a_model_that_only_closes_its_thoughts_has_said_nothing_before_it_does():
    whole, cut = Answer(text=f"{THOUGHT}</think>{ANSWER}"), Answer(text=THOUGHT, finish="length")
    for is_streamed in (False, True):
        with pytest.raises(Unreadable):
            generated([whole, cut], times=2, is_streamed=is_streamed)


def test_the_room_is_no_more_than_the_window_has():
    with Loopback([Answer(text=ANSWER, thoughts=THOUGHT)], window=2000) as server:
        completions(server.model, call(), call())
    assert 50 < server.requests[1]["max_tokens"] < 2000


def test_an_answer_may_not_use_the_room_for_thoughts():
    line = "I was in the mill, and Ben saw me there.\n"
    long = Answer(text=line * 300, thoughts=THOUGHT)
    for is_streamed in (False, True):
        said, heard, kept, _ = generated([Answer(thoughts=THOUGHT), long], times=2, is_streamed=is_streamed)
        assert 0.95 * 400 < count_tokens(said[1]) <= 400
        assert (line * 300).startswith(said[1])
        assert not is_streamed or heard[1] == said[1]
        assert [each.is_cut for each in kept] == [False, True]
        assert kept[1].thoughts.strip() == THOUGHT


def test_a_speech_beyond_its_room_is_a_fault_as_any_that_is_too_long():
    long = Answer(text="I was in the mill. " * 300, thoughts=THOUGHT)
    slate = Slate()

    async def draft(model: LanguageModel) -> str:
        await model.generate(prompt())
        writer = Writer(observation=observation("Anna"), model=model)
        request = asking(kind=request_kinds.REPLY, options=(), most=0, text="Where?", partner="Ben")
        return (await writer.write(request, [], slate)).speech

    with Loopback([Answer(thoughts=THOUGHT), long]) as server:
        speech = asyncio.run(asked(server.model, draft))
    assert count_words(speech) == 50
    [(_, problem)] = slate.faults
    assert re.fullmatch(r"\d\d\d? words where 50 may be said; cut", problem)
    assert count_words("".join(slate.said)) < 2 * 50


def test_a_form_beyond_its_room_is_cut_and_asked_for_again():
    endless = Answer(
        text='{"suspect": "Ben", "certainty": 7, "why": ' + '"he lied", ' * 3000, thoughts=THOUGHT
    )
    with Loopback([Answer(text=GOOD, thoughts=THOUGHT), endless, Answer(text=GOOD)]) as server:

        async def twice(model: LanguageModel) -> Suspicion:
            return [await model.parse(prompt(), Suspicion) for _ in range(2)][-1]

        assert asyncio.run(asked(server.model, twice)).suspect == "Ben"
        assert "cut for length" in server.requests[-1]["messages"][-1]["content"]


def test_a_draft_among_the_thoughts_is_no_reply_and_they_are_in_no_later_prompt():
    thinking = f"<think>{THOUGHT} {DRAFT}</think>"

    with Loopback([Answer(text=f"{thinking}It was Ben."), Answer(text=thinking + GOOD)]) as server:
        reply = asyncio.run(asked(server.model, lambda model: model.parse(prompt(), Suspicion)))
    assert reply.suspect == "Ben"
    assert len(server.requests) == 2
    assert THOUGHT not in json.dumps(server.requests)


def test_the_weights_of_a_model_that_thinks_are_estimated_in_words():
    estimate = Answer(text=json.dumps({"option_0": 20, "option_1": 80}))
    for first in (
        Answer(text="", thoughts="We", finish="length", probabilities={"High": 0.6, "Low": 0.4}),
        Answer(text="<think>", finish="length", probabilities={"<think>": 0.9, "High": 0.1}),
        Answer(text="", finish="length", probabilities={"<think>": 0.9, "High": 0.1}),
    ):

        async def weigh_twice(model: LanguageModel) -> list[str]:
            return [(await model.weigh(prompt(), ("High", "Low"))).by for _ in range(2)]

        with Loopback([first, estimate]) as server:
            assert asyncio.run(asked(server.model, weigh_twice)) == ["verbal"] * 2
        assert [each.get("logprobs") for each in server.requests] == [True, None, None]


def test_reasoning_tokens_that_the_server_tells_are_counted():
    usage = {
        "prompt_tokens": 10,
        "completion_tokens": 120,
        "total_tokens": 130,
        "completion_tokens_details": {"reasoning_tokens": 100},
    }
    _, _, kept, sent = generated([Answer(text=ANSWER, usage=usage)], times=2)
    assert [(each.usage.output_tokens, each.usage.thought_tokens) for each in kept] == [(120, 100)] * 2
    assert [each["max_tokens"] for each in sent] == [400, ROOM]
    assert [each.usage.room for each in kept] == [0, THINKING_TOKENS]
