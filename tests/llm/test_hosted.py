"""Calls through the real client to a real server on the loopback address."""

from __future__ import annotations

import asyncio

import pytest

from parlour.errors import ModelUnavailable, PromptTooLong
from parlour.llm import open_provider
from parlour.llm.backend import Call, OnChunk, Transient
from parlour.llm.chat_server import ChatServer
from parlour.llm.hosted import Hosted
from parlour.llm.profile import ServerProfile
from parlour.llm.responses import Reply, ServerRefusal
from tests.cases import cases
from tests.llm.loopback import Answer, Loopback
from tests.llm.misbehaving import Misbehaving
from tests.llm.samples import Suspicion, call, completions, prompt

FORM = Call(prompt=prompt(), max_tokens=50, temperature=0.7, reply=Suspicion)


def test_the_system_message_comes_first_and_the_parts_keep_their_order():
    with Loopback() as server:
        completions(server.model, call("Speak now."))
    (body,) = server.requests
    assert body["messages"] == [
        {"role": "system", "content": "You are Anna."},
        {"role": "user", "content": "What was said so far: nothing.\n\nSpeak now."},
    ]
    assert (body["max_tokens"], body["temperature"]) == (50, 0.7)


def test_the_schema_is_sent_as_it_is_with_its_bounds():
    with Loopback() as server:
        completions(server.model, FORM)
    form = server.requests[0]["response_format"]["json_schema"]
    assert form["schema"]["properties"]["certainty"]["maximum"] == 10
    assert "strict" not in form


def test_a_server_that_rejects_schemas_is_told_the_schema_in_words_from_then_on():
    def without_schemas(body: dict[str, object]) -> Answer:
        return Answer(status=400, error="no response_format here") if "response_format" in body else Answer()

    with Loopback(without_schemas) as server:
        told = completions(server.model, FORM, call(), FORM)
    assert [each.usage.without for each in told] == [("schemas",), (), ("schemas",)]
    assert ["response_format" in body for body in server.requests] == [True, False, False, False]
    assert '"certainty"' in server.requests[1]["messages"][-1]["content"]


def test_chunks_add_up_to_the_text():
    chunks: list[str] = []
    with Loopback([Answer(text="I was in the garden.")]) as server:
        *_, completion = completions(server.model, call(), call(), on_chunk=chunks.append)
    assert server.requests[1]["stream"] is True
    assert len(chunks) > 1
    assert "".join(chunks).strip() == completion.text.strip() == "I was in the garden."
    assert completion.usage.input_tokens > 0


def test_a_failure_that_passes_says_when_to_ask_again():
    answer = Answer(status=503, error="later", headers={"Retry-After": "7"})
    with Loopback([answer]) as server, pytest.raises(Transient, match="later") as caught:
        completions(server.model, call())
    assert len(server.requests) == 1
    assert caught.value.retry_after == 7


@cases(("status", "told"), [(401, "refuses the key"), (404, "no such model"), (400, "rejects")])
def test_failures_that_stay_say_what_where_and_what_to_do(status: int, told: str):
    with Loopback([Answer(status=status, error="because")]) as server:
        with pytest.raises(ModelUnavailable, match=f"{told}.*because") as caught:
            completions(server.model, call())
        assert not isinstance(caught.value, Transient)
        assert server.url in str(caught.value)


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
        completions(server.model, call(), on_chunk=(lambda _: None) if is_streamed else None)
    assert server.url in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_prompt_that_cannot_fit_is_never_sent():
    with Loopback() as server:
        with pytest.raises(PromptTooLong, match=r"'vote'.*window of 100"):
            completions(server.model, call("word " * 400), context=100)
        assert not server.requests


def test_a_reply_is_rid_of_half_characters_and_terminal_codes():
    with Loopback([Answer(text="red \x1b[31m alert \ud83d!")]) as server:
        assert completions(server.model, call("Speak now."))[0].text == "red [31m alert !"
        chunks: list[str] = []
        completions(server.model, call("Speak now."), on_chunk=chunks.append)
    assert "".join(chunks).strip() == "red [31m alert !"


class Fussy(ChatServer):
    """Batches of an interface without a temperature."""

    has_batches = True

    def __init__(self, url: str) -> None:
        super().__init__(url, "fixed", "none")
        self.asked: list[ServerProfile] = []

    async def ask(
        self, call: Call, profile: ServerProfile, room: int, on_text: OnChunk | None = None
    ) -> Reply:
        self.asked.append(profile)
        if profile.takes("temperature"):
            raise ServerRefusal(400, "temperature is not supported")
        return Reply(text="A, I say.", input_tokens=10, output_tokens=4)


def test_what_batches_refuse_is_learned_as_of_any_other_call():
    batches = Fussy("http://127.0.0.1:9/v1")

    async def scenario() -> None:
        provider = Hosted(batches, name="it", context=4096)
        for _ in range(2):
            told = await provider.complete(call(purpose="answer"))
            assert (told.text, told.usage.without) == ("A, I say.", ("temperature",))
        await provider.close()

    asyncio.run(scenario())
    assert [profile.takes("temperature") for profile in batches.asked] == [True, False, False]


def test_what_a_server_turns_out_to_do_is_told_once(caplog: pytest.LogCaptureFixture):
    def fussy(body: dict[str, object]) -> Answer:
        if "temperature" in body:
            return Answer(status=400, error="temperature is not supported")
        return Answer(text="<think>I am the wolf.</think>I slept.")

    with Loopback(fussy) as server:
        completions(server.model, *[call()] * 3)
    assert [record.getMessage() for record in caplog.records] == [
        f"{server.model}: it is sent no temperature",
        f"{server.model}: it thinks: 4096 tokens are left for its thoughts",
    ]
