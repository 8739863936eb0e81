"""Calls through the real client to a real server on the loopback address."""

from __future__ import annotations

import asyncio

import pytest

from parlour.errors import ModelUnavailable, PromptTooLong
from parlour.llm import Completion, OnChunk, Prompt, open_provider
from parlour.llm.backend import Call, Transient
from parlour.llm.hosted import Hosted
from tests.cases import cases
from tests.llm.loopback import Answer, Loopback
from tests.llm.misbehaving import Misbehaving
from tests.llm.samples import Suspicion, call, prompt


def complete(
    server: Loopback, asked: Call, on_chunk: OnChunk | None = None, *, is_known: bool = False, **options: int
) -> Completion:
    """Completes a call; of a model that is known, after another one."""

    async def scenario() -> Completion:
        provider = open_provider(server.model, **options)
        try:
            if is_known:
                await provider.complete(asked)
            return await provider.complete(asked, on_chunk)
        finally:
            await provider.close()

    return asyncio.run(scenario())


def suspicion(of: Prompt | None = None) -> Call:
    return Call(prompt=of or prompt(), max_tokens=50, temperature=0.7, reply=Suspicion)


def test_the_system_message_comes_first_and_the_parts_keep_their_order():
    with Loopback() as server:
        complete(server, call("Speak now."))
    (body,) = server.requests
    assert body["messages"] == [
        {"role": "system", "content": "You are Anna."},
        {"role": "user", "content": "What was said so far: nothing.\n\nSpeak now."},
    ]
    assert (body["max_tokens"], body["temperature"]) == (50, 0.7)


def test_the_schema_is_sent_as_it_is_with_its_bounds():
    with Loopback() as server:
        complete(server, suspicion())
    form = server.requests[0]["response_format"]["json_schema"]
    assert form["schema"]["properties"]["certainty"]["maximum"] == 10
    assert "strict" not in form


def test_a_server_that_rejects_schemas_is_told_the_schema_in_words_from_then_on():
    def without_schemas(body: dict[str, object]) -> Answer:
        return Answer(status=400, error="no response_format here") if "response_format" in body else Answer()

    async def scenario() -> None:
        provider = open_provider(server.model)
        completions = [await provider.complete(each) for each in (suspicion(), call(), suspicion())]
        assert [each.usage.without for each in completions] == [("schemas",), (), ("schemas",)]
        await provider.close()

    with Loopback(without_schemas) as server:
        asyncio.run(scenario())
    assert ["response_format" in body for body in server.requests] == [True, False, False, False]
    assert '"certainty"' in server.requests[1]["messages"][-1]["content"]


def test_chunks_add_up_to_the_text():
    chunks: list[str] = []
    with Loopback([Answer(text="I was in the garden.")]) as server:
        completion = complete(server, call(), chunks.append, is_known=True)
    assert server.requests[1]["stream"] is True
    assert len(chunks) > 1
    assert "".join(chunks).strip() == completion.text.strip() == "I was in the garden."
    assert completion.usage.input_tokens > 0


def test_a_server_that_rejects_logprobs_is_not_asked_for_them_again():
    asked = Call(prompt=prompt(), max_tokens=1, temperature=0.7, options=("High", "Low"))

    async def scenario() -> list[Completion]:
        provider = open_provider(server.model)
        completions = [await provider.complete(asked), await provider.complete(asked)]
        await provider.close()
        return completions

    with Loopback([Answer(status=400, error="logprobs are not supported")]) as server:
        completions = asyncio.run(scenario())
    assert len(server.requests) == 1
    assert [(each.logprobs, each.usage.attempts) for each in completions] == [((), 0), ((), 0)]


@cases("status", [429, 500, 502, 503])
def test_failures_that_pass_are_transient(status: int):
    answer = Answer(status=status, error="later", headers={"Retry-After": "7"})
    with Loopback([answer]) as server, pytest.raises(Transient, match="later") as caught:
        complete(server, call())
    assert len(server.requests) == 1
    assert caught.value.retry_after == 7


@cases(("status", "told"), [(401, "refuses the key"), (404, "no such model"), (400, "rejects")])
def test_failures_that_stay_say_what_where_and_what_to_do(status: int, told: str):
    with Loopback([Answer(status=status, error="because")]) as server:
        with pytest.raises(ModelUnavailable, match=told) as caught:
            complete(server, call())
        assert not isinstance(caught.value, Transient)
        assert server.url in str(caught.value)
        assert "because" in str(caught.value)


def test_a_reply_that_drips_without_end_is_given_up_in_time():
    """Every byte comes soon after the last, so that no limit of the client's on reading is ever reached."""

    async def scenario() -> None:
        provider = open_provider(server.model)
        assert isinstance(provider, Hosted)
        provider.endpoint.patience = 0.2
        try:
            await provider.complete(call(), lambda _: None)
        finally:
            await provider.close()

    dripping = Answer(text=" ".join(["blood"] * 200), pace=0.02)
    with Loopback([dripping]) as server, pytest.raises(Transient, match=r"took too long: .* 0\.2 s"):
        asyncio.run(scenario())


@cases(
    ("kind", "told"),
    [
        ("429", "failed: HTTP 429, too many requests"),
        ("500", "failed: HTTP 500, out of order"),
        ("cut connection", "cannot be reached: check that it runs"),
        ("cut reply or stream", "cannot be reached: check that it runs"),
        ("truncated body", "answered with something unreadable"),
        ("body of another form", "answered with something unreadable"),
    ],
)
@cases("is_streamed", [False, True])
def test_whatever_gives_no_reply_is_told_in_a_sentence(kind: str, told: str, *, is_streamed: bool):
    with Misbehaving(1.0, kinds=[kind]) as server, pytest.raises(Transient, match=told) as caught:
        complete(server, call(), (lambda _: None) if is_streamed else None)
    assert server.url in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_prompt_that_cannot_fit_is_never_sent():
    with Loopback() as server:
        with pytest.raises(PromptTooLong, match=r"'vote'.*window of 100"):
            complete(server, call("word " * 400), context=100)
        assert not server.requests


def test_a_reply_is_rid_of_half_characters_and_terminal_codes():
    with Loopback([Answer(text="red \x1b[31m alert \ud83d!")]) as server:
        assert complete(server, call("Speak now.")).text == "red [31m alert !"
        chunks: list[str] = []
        complete(server, call("Speak now."), chunks.append)
    assert "".join(chunks).strip() == "red [31m alert !"


def test_what_a_server_turns_out_to_do_is_told_once(caplog: pytest.LogCaptureFixture):
    def fussy(body: dict[str, object]) -> Answer:
        if "temperature" in body:
            return Answer(status=400, error="temperature is not supported")
        return Answer(text="<think>I am the wolf.</think>I slept.")

    async def scenario() -> None:
        provider = open_provider(server.model)
        for _ in range(3):
            await provider.complete(call())
        await provider.close()

    with Loopback(fussy) as server:
        asyncio.run(scenario())
    assert [record.getMessage() for record in caplog.records] == [
        f"{server.model}: it is sent no temperature",
        f"{server.model}: it thinks: 4096 tokens are left for its thoughts",
    ]
