"""llama.cpp in this process, on a real model: `make test-real`."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.errors import ModelUnavailable, PromptTooLong, UsageError
from parlour.llm import LanguageModel, MatchModels, fetch_model, open_provider
from parlour.llm.weights import trained_context
from tests.cases import cases
from tests.llm.samples import Suspicion, asked, call, prompt


def text(words: str) -> bytes:
    return struct.pack("<Q", len(words)) + words.encode()


def header(*pairs: bytes) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", 3, 0, len(pairs)) + b"".join(pairs)


NAMES = text("general.tags") + struct.pack("<IIQ", 9, 8, 2) + text("small") + text("chat")
WINDOW = text("llama.context_length") + struct.pack("<II", 4, 8192)


def test_the_trained_window_is_read_from_the_header(tmp_path: Path):
    path = tmp_path / "m.gguf"
    path.write_bytes(header(NAMES, WINDOW))
    assert trained_context(path) == 8192
    path.write_bytes(header(NAMES))
    assert trained_context(path) is None


@cases("data", [b"", b"GGUF", b"PK\3\4" + bytes(50), header(NAMES, WINDOW)[:60], b"GGUF" + b"\xff" * 90])
def test_a_damaged_header_is_refused(data: bytes, tmp_path: Path):
    (tmp_path / "m.gguf").write_bytes(data)
    with pytest.raises(UsageError, match=r"m\.gguf"):
        trained_context(tmp_path / "m.gguf")


def test_a_header_without_a_model_is_said_to_be_unloadable(tmp_path: Path):
    lacking = "llama.cpp cannot be loaded here: install the extra local, and on Debian libgomp1"
    pytest.importorskip("xllamacpp", reason=lacking, exc_type=ImportError)
    (tmp_path / "m.gguf").write_bytes(header(WINDOW))
    with pytest.raises(ModelUnavailable, match="cannot load"):
        open_provider(f"gguf:{tmp_path / 'm.gguf'}")


@pytest.fixture(scope="module")
def smollm2() -> Iterator[str]:
    """The model, which stays loaded for all tests: who opens the same file shares one server."""
    model = f"gguf:{fetch_model('smollm2')}"
    loaded = open_provider(model)
    yield model
    asyncio.run(loaded.close())


@pytest.mark.real
def test_a_real_model_speaks_in_pieces_once_it_is_known_not_to_think(smollm2: str):
    chunks: list[str] = []

    async def speak_twice(model: LanguageModel) -> str:
        whole = "Answer with one word, Yes or No. Is the sky blue?"  # a reply that is cut shows nothing
        await model.generate(prompt(whole), max_tokens=200, on_chunk=lambda chunk: None)
        return await model.generate(prompt(), max_tokens=21, on_chunk=chunks.append)

    speech = asyncio.run(asked(smollm2, speak_twice))
    assert len(chunks) > 3
    assert "".join(chunks).strip() == speech


@pytest.mark.real
def test_a_real_model_keeps_to_the_schema(smollm2: str):
    reply = asyncio.run(asked(smollm2, lambda model: model.parse(prompt(), Suspicion)))
    assert 0 <= reply.certainty <= 10


@pytest.mark.real
def test_a_real_model_weighs_by_logprobs(smollm2: str):
    question = prompt("Answer with one word, Yes or No. Is the sky blue?")
    weights = asyncio.run(asked(smollm2, lambda model: model.weigh(question, ["Yes", "No"])))
    assert sum(weights.probabilities.values()) == pytest.approx(1)


@pytest.mark.real
def test_a_real_window_is_the_trained_one_and_holds_no_more(smollm2: str):
    async def scenario() -> None:
        provider = open_provider(smollm2, context=512)
        try:
            await provider.complete(call("night " * 600))
        finally:
            await provider.close()

    with pytest.raises(PromptTooLong):
        asyncio.run(scenario())


@pytest.mark.real
def test_a_second_prompt_finds_its_prefix_in_the_cache_and_one_server_serves_all(smollm2: str):
    story = "Once upon a time in a dark house. " * 30

    async def scenario() -> float:
        async with MatchModels() as models:
            one = models.open(smollm2)
            assert one.context == 8192
            for task in ("Who?", "Why?"):
                await one.generate(prompt(task, system=story), max_tokens=2)
            usage = models.ledger.total.usage
            return usage.cached_tokens / usage.input_tokens

    assert asyncio.run(scenario()) > 0.4
