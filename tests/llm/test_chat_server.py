"""The client of chat servers beside pydantic-ai's: the same is sent, and the same is made of it."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from threading import Barrier

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.openai import OpenAIProvider

from parlour.errors import ParlourError, UsageError
from parlour.llm import Call, Completion, LanguageModel, open_provider
from parlour.llm.backend import OnChunk, Transient
from parlour.llm.chat_server import ChatServer, _read_stream  # pyright: ignore[reportPrivateUsage]
from parlour.llm.hosted import Hosted
from parlour.llm.profile import Endpoint
from parlour.llm.pydantic_ai_model import PydanticAIModel
from tests.cases import cases
from tests.llm.loopback import Answer, Body, Loopback
from tests.llm.samples import Suspicion, asked, call, prompt

CALLS = {
    "speech": call("Sprich: 谁是凶手？ \N{SNOWMAN}"),
    "form": Call(prompt=prompt(), max_tokens=50, temperature=0.7, reply=Suspicion),
    "repair": Call(
        prompt=prompt().with_repair("none", "Again."), max_tokens=9, temperature=0.0, reply=Suspicion
    ),
    "repair of nothing": Call(
        prompt=prompt().with_repair(" ", "Again."), max_tokens=9, temperature=0.0, reply=Suspicion
    ),
    "options": Call(prompt=prompt(), max_tokens=1, temperature=0.7, options=("High", "Low")),
}
CACHED = {"prompt_tokens_details": {"cached_tokens": 30}}
USAGE = {"prompt_tokens": 40, "completion_tokens": 4, "total_tokens": 44, **CACHED}


def completion(message: Body, **others: object) -> Answer:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", **message}}
    said = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "usage": USAGE} | others
    return Answer(raw=json.dumps({"choices": [choice], **said}))


def counted(**more: object) -> Answer:
    usage = {"prompt_tokens": 40, "completion_tokens": 4, "total_tokens": 44, **more}
    return completion({"content": "I was out."}, usage=usage)


ANSWERS = {
    "text": Answer(text="I was in the garden.", input_tokens=40, cached_tokens=30),
    "cut": Answer(text="I was in the", finish="length"),
    "weights": Answer(text="High", probabilities={"High": 0.75, "Low": 0.25}),
    "thought aloud": completion({"content": "<think>She lies.</think>I was in the garden."}),
    "thought unfinished": completion({"content": "<think>She lies."}),
    "thought apart": completion({"content": "I was out.", "reasoning_content": "She lies."}),
    "in parts": completion(
        {"content": [{"type": "text", "text": "I was "}, {"type": "text", "text": "out."}]}
    ),
    "refused": completion({"content": None, "refusal": "I cannot help with that."}),
    "nothing": completion({"content": None}),
    "unusual": completion({"content": "I was out."}, created=None, usage=None, service_tier="cheap"),
    "not told what was cached": counted(prompt_tokens_details=None, completion_tokens_details=None),
    "nothing cached": counted(prompt_tokens_details={"cached_tokens": 0}),
    "told what was written": counted(prompt_tokens_details={"cached_tokens": 3, "cache_write_tokens": 5}),
    "told what was heard": counted(prompt_tokens_details={"cached_tokens": 3, "audio_tokens": 2}),
    "told what was thought": counted(completion_tokens_details={"reasoning_tokens": 2}),
    "counted otherwise": counted(prompt_cache_hit_tokens=30),
    "no form": Answer(raw="{}"),
    "no choice": Answer(raw='{"choices": []}'),
    "no object": Answer(raw='"I was out."'),
    "no JSON": Answer(raw="<html>"),
    "no more": Answer(raw='{"choices": [{"message": {"content": "I w'),
    "empty": Answer(raw=""),
    "later": Answer(status=429, error="later", headers={"Retry-After": "7"}),
    "busy": Answer(status=503, error="busy"),
    "no key": Answer(status=401, error="because"),
    "unknown": Answer(status=404, error="because"),
    "too long": Answer(status=400, error="request exceeds the available context size"),
}


def made_of(provider: Hosted, asked: Call, on_chunk: OnChunk | None = None) -> tuple[object, ...]:
    """What comes of a call, but for the seconds that it took and a client's own words."""

    async def scenario() -> Completion:
        try:
            return await provider.complete(asked, on_chunk)
        finally:
            await provider.close()

    try:
        told = asyncio.run(scenario())
    except ParlourError as error:
        told_by_server = str(error) if "HTTP" in str(error) else ""  # other words are the client's
        return type(error), getattr(error, "retry_after", None), told_by_server
    usage = told.usage
    counted = (usage.input_tokens, usage.cached_tokens, usage.output_tokens, usage.dollars)
    return told.text, told.thoughts, told.is_cut, told.logprobs, counted


def chat_server(url: str) -> ChatServer:
    return ChatServer(url, "fixed", "none")


def usual(url: str) -> PydanticAIModel:
    profile = OpenAIModelProfile(
        supports_json_schema_output=True,
        json_schema_transformer=None,
        openai_supports_strict_tool_definition=False,
        openai_chat_supports_max_completion_tokens=False,
    )
    provider = OpenAIProvider(base_url=url, api_key="none")
    return PydanticAIModel(OpenAIChatModel("fixed", provider=provider, profile=profile))


def both(answer: Answer, asked: Call) -> tuple[list[object], list[Body]]:
    with Loopback([answer]) as server:
        endpoints: tuple[Endpoint, ...] = (chat_server(server.url), usual(server.url))
        told: list[object] = [
            made_of(Hosted(endpoint, name="it", context=4096), asked) for endpoint in endpoints
        ]
    return told, server.requests


@cases("asked", CALLS.values())
def test_the_same_is_sent(asked: Call):
    _, (ours, theirs) = both(ANSWERS["weights"], asked)
    assert ours == theirs


@cases("answer", ANSWERS.values())
def test_the_same_is_made_of_an_answer_which_is_asked_for_once(answer: Answer):
    (ours, theirs), requests = both(answer, CALLS["options"])
    assert ours == theirs
    assert len(requests) == 2


STREAMS = {
    "text": Answer(text="I was in the garden.", input_tokens=40, cached_tokens=30),
    "cut": Answer(text="I was in the", finish="length"),
    "thought aloud": Answer(text="<think> She lies. </think> I was in the garden."),
    "thought unfinished": Answer(text="<think> She lies."),
    "thought apart": Answer(text="I was out.", thoughts="She lies."),
    "thought elsewhere": Answer(text="I was out.", thoughts="She lies.", thoughts_field="reasoning"),
    "refused": Answer(text="I cannot help with that.", is_refused=True),
    "uncounted": Answer(text="I was out.", usage=None),
    "broken off": Answer(text="I was in the garden.", breaks_after=2),
    "busy": Answer(status=503, error="busy"),
}


@cases("answer", STREAMS.values())
def test_the_same_is_made_of_a_stream_and_no_thought_is_streamed(answer: Answer):
    told: list[tuple[object, ...]] = []
    heard: list[str] = []
    with Loopback([answer]) as server:
        for endpoint in (chat_server(server.url), usual(server.url)):
            chunks: list[str] = []
            told.append(made_of(Hosted(endpoint, name="it", context=4096), CALLS["speech"], chunks.append))
            heard.append("".join(chunks).strip())
    assert told[0] == told[1]
    assert not any("lies" in each for each in heard)
    # Of a stream that breaks off, only a client that need not wait for marks of thoughts has told something.
    if told[0][0] is not Transient:
        assert heard[0] == heard[1] == str(told[0][0]).strip()


@cases("size", [1, 7, 1000])
def test_a_stream_is_read_in_whatever_pieces_it_comes(size: int):
    said, heard = "Ich war im Gärtchen 花园里。", list[str]()
    events = [{"choices": [{"delta": {"content": word}}]} for word in said]
    data = "".join(f"data: {json.dumps(each, ensure_ascii=False)}\n\n" for each in events).encode()

    async def pieces() -> AsyncGenerator[bytes]:
        for start in range(0, len(data), size):
            yield data[start : start + size]

    reply = asyncio.run(_read_stream(pieces(), heard.append))
    assert reply.text == "".join(heard) == said


class Gathering(Loopback):
    """A server that answers when so many are asking."""

    def __init__(self, guests: int) -> None:
        super().__init__()
        self._guests = Barrier(guests, timeout=60)

    def answer(self, body: Body) -> Answer:
        self._guests.wait()
        return Answer()


def test_as_many_calls_are_in_the_air_as_whoever_asks_allows():
    guests = 150

    async def ask_at_once(model: LanguageModel) -> None:
        await asyncio.gather(*(model.generate(prompt()) for _ in range(guests)))

    with Gathering(guests) as server:
        asyncio.run(asked(server.model, ask_at_once))


PROXIES = ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY")


def test_a_server_that_closes_after_a_stream_is_asked_again():
    async def stream_often(model: LanguageModel) -> None:
        for turn in range(4):
            await model.generate(prompt(f"Turn {turn}."), on_chunk=lambda _: None)

    with Loopback([Answer(closes=True)]) as server:
        asyncio.run(asked(server.model, stream_often))
        assert len(server.requests) == 4


def test_the_proxy_of_the_environment_is_used_unless_it_is_bypassed(monkeypatch: pytest.MonkeyPatch):
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
    with Loopback([Answer(text="By proxy.")]) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1"))
        endpoint = chat_server("http://models.invalid:8000/v1")
        assert said_by(endpoint) == "By proxy."
        monkeypatch.setenv("no_proxy", "models.invalid")
        direct = Hosted(chat_server(endpoint.url), name="it", context=4096)
        assert made_of(direct, call()) == (Transient, None, "")
    monkeypatch.setenv("http_proxy", "socks5://proxy:1080")
    monkeypatch.delenv("no_proxy")
    with pytest.raises(UsageError, match="socks5://proxy:1080 is of no known kind"):
        chat_server(endpoint.url)


def test_a_server_behind_all_proxy_alone_is_found_and_called(monkeypatch: pytest.MonkeyPatch):
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
    with Loopback([Answer(text="By proxy.")], window=5000) as proxy:
        monkeypatch.setenv("ALL_PROXY", proxy.url.removesuffix("/v1"))
        provider = open_provider("http://models.invalid:8000/v1#fixed")
        assert isinstance(provider, Hosted)
        assert provider.context == 5000
        assert made_of(provider, call())[0] == "By proxy."


def said_by(endpoint: ChatServer) -> str:
    """The text of a call, whole and streamed alike."""
    chunks: list[str] = []

    async def scenario() -> str:
        provider = Hosted(endpoint, name="it", context=4096)
        try:
            completions = [await provider.complete(call()), await provider.complete(call(), chunks.append)]
        finally:
            await provider.close()
        return completions[0].text

    text = asyncio.run(scenario())
    assert "".join(chunks).strip() == text
    return text


def test_a_server_with_tls_is_asked_if_its_certificate_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    certificate = tmp_path / "certificate.pem"
    certificate.write_bytes(self_signed("127.0.0.1"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with Loopback([Answer(text="In private.")], tls=context) as server:
        assert server.url.startswith("https://")
        untrusted = Hosted(chat_server(server.url), name="it", context=4096)
        assert made_of(untrusted, call()) == (Transient, None, "")
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        monkeypatch.setattr(ssl, "create_default_context", ssl.create_default_context.__wrapped__)  # pyright: ignore[reportFunctionMemberAccess]
        assert said_by(chat_server(server.url)) == "In private."


def self_signed(address: str) -> bytes:
    """A key and a certificate of an address, for a day."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, address)])
    now = datetime.now(UTC)
    names = x509.SubjectAlternativeName([x509.IPAddress(ip_address(address))])
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(hours=1)).not_valid_after(now + timedelta(days=1))
    builder = builder.add_extension(names, critical=False)
    signed = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + signed.sign(key, SHA256()).public_bytes(Encoding.PEM)
