"""What a model string opens, and what is said where it opens nothing."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from parlour.errors import MissingExtra, MissingKey, ModelUnavailable, UnknownModel, UsageError
from parlour.experiments.runner import StoredBatches
from parlour.llm import ModelPool, open_batching, open_provider
from parlour.llm.providers import lacking
from parlour.llm.pydantic_ai_model import nearest_names, open_named
from parlour.store import Store
from tests.cases import cases
from tests.llm.loopback import Loopback

KEYS = (
    *("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"),
    *("OLLAMA_BASE_URL", "OPENAI_BASE_URL"),
)


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for key in (*KEYS, "PARLOUR_CONTEXT"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.setenv("PARLOUR_MODELS", str(tmp_path))


@cases(
    ("model", "key"),
    [
        ("openai:gpt-4o", "OPENAI_API_KEY"),
        ("anthropic:claude-haiku-4-5", "ANTHROPIC_API_KEY"),
        ("google:gemini-2.5-flash", "GOOGLE_API_KEY"),
    ],
)
def test_a_missing_key_is_named(model: str, key: str):
    with pytest.raises(MissingKey, match=key):
        open_provider(model)


def test_hosted_models_know_their_window_and_price(monkeypatch: pytest.MonkeyPatch):
    for key in KEYS[:3]:
        monkeypatch.setenv(key, "none")
    for model in ("openai:gpt-4o", "anthropic:claude-haiku-4-5", "google:gemini-2.5-flash"):
        provider = open_provider(model)
        assert provider.name == model
        assert provider.context > 100_000
        assert provider.price(1000, 1000)
        asyncio.run(provider.close())


@cases(
    "model",
    ["gpt-4o-mini", "opnai:gpt-4o-mini", "smollm", "smollm3", "", "test", "openai:", "nothing at all"],
)
def test_an_unknown_name_is_refused_with_where_to_look(model: str):
    with pytest.raises(UnknownModel, match="parlour models"):
        open_provider(model)


def test_a_provider_whose_package_is_missing_names_what_to_install(monkeypatch: pytest.MonkeyPatch):
    for module in [
        name for name in sys.modules if name.startswith(("anthropic", "pydantic_ai.providers.anthropic"))
    ]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with pytest.raises(MissingExtra, match=r"pip install 'parlour\[anthropic\]'"):
        open_provider("anthropic:claude-haiku-4-5")


def test_an_unreachable_server_is_said_to_be_at_once():
    with pytest.raises(ModelUnavailable, match=r"http://127\.0\.0\.1:9/v1: no server answers"):
        open_provider("http://127.0.0.1:9/v1#any")


def test_an_address_without_a_name_is_told_what_the_server_has():
    with Loopback(models=("llama", "qwen")) as server, pytest.raises(UnknownModel, match="llama, qwen"):
        open_provider(server.url)


def test_an_address_above_the_interface_is_told_where_that_is():
    with Loopback() as server, pytest.raises(UnknownModel, match=f"is at {server.url}: name that address"):
        open_provider(server.model.replace("/v1", ""))


@cases("model", ["http://", "http://[bad/v1#x", "https:///v1#x"])
def test_a_broken_address_is_said_to_be_one(model: str):
    with pytest.raises(UnknownModel, match="no address"):
        open_provider(model)


def test_an_address_with_a_secret_is_refused_without_repeating_it():
    for address in (
        "http://ann:hunter2@127.0.0.1:1/v1#llama",
        "http://hunter2@127.0.0.1:1/v1#llama",
        "https://models.example/v1?api_key=hunter2#llama",
        "https://models.example/v1?version=1&Access-Token=hunter2#llama",
        "http://ann:hunter2@[broken/v1#llama",
    ):
        with pytest.raises(UnknownModel, match="--key-env VARIABLE") as refused:
            open_provider(address)
        assert "hunter2" not in str(refused.value)
    with pytest.raises(ModelUnavailable):
        open_provider("http://127.0.0.1:1/v1?api-version=2026-01-01#llama@latest")


def test_the_window_can_be_set(monkeypatch: pytest.MonkeyPatch):
    with Loopback() as server:
        monkeypatch.setenv("PARLOUR_CONTEXT", "2048")
        provider = open_provider(server.model)
        assert provider.context == 2048
        asyncio.run(provider.close())
        monkeypatch.setenv("PARLOUR_CONTEXT", "much")
        with pytest.raises(UsageError, match="PARLOUR_CONTEXT"):
            open_provider(server.model)


def test_a_file_that_is_missing_or_no_model_is_refused(tmp_path: Path):
    with pytest.raises(UsageError, match="cannot be read"):
        open_provider(f"gguf:{tmp_path / 'none.gguf'}")
    (tmp_path / "letter.gguf").write_text("Dear Anna,")
    with pytest.raises(UsageError, match="not a GGUF model file"):
        open_provider(f"gguf:{tmp_path / 'letter.gguf'}")


def test_a_hub_file_must_be_named_whole():
    with pytest.raises(UsageError, match="hf:OWNER/REPO/FILE"):
        open_provider("hf:Qwen/Qwen2.5-1.5B-Instruct-GGUF")


@cases(
    ("model", "lacks"),
    [
        ("openai:gpt-4o", "set OPENAI_API_KEY"),
        ("smollm2", "parlour models get smollm2"),
        ("ollama:qwen3:8b", ""),
        ("http://127.0.0.1:9/v1#any", ""),
        ("openrouter:qwen/qwen3-32b", ""),
        ("opnai:gpt-4o", ""),
        ("reader", ""),
        ("reader:attention=.5", ""),
    ],
)
def test_what_a_model_still_needs_is_known_without_opening_it(model: str, lacks: str):
    assert lacking(model) == lacks


@cases(
    ("model", "address", "context", "seconds"),
    [
        ("openai:house-made", None, 128_000, 180),
        ("openai:house-made", "http://127.0.0.1:9/v1", 8192, 900),
        ("ollama:house-made", None, 8192, 900),
    ],
)
def test_of_a_model_that_nobody_knows_the_window_and_the_patience_hang_on_whose_server_it_is(
    model: str, address: str | None, context: int, seconds: float, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    if address:
        monkeypatch.setenv("OPENAI_BASE_URL", address)
    provider = open_named(model, None)
    assert (provider.context, provider.endpoint.patience) == (context, seconds)
    assert (provider.price(1, 1) is None) == (context != 8192)
    assert open_named(model, 2048).context == 2048


@cases(
    ("typed", "near"),
    [
        ("gpt-9", ["openai:gpt-9"]),
        ("o9-mini", ["openai:o9-mini"]),
        ("claude-x", ["anthropic:claude-x"]),
        ("grok-x", ["xai:grok-x"]),
        ("qwen3:8b", ["ollama:qwen3:8b"]),
        ("zzzz:", []),
        ("zzz", []),
    ],
)
def test_what_may_have_been_meant_is_the_provider_or_the_maker_of_such_names(typed: str, near: list[str]):
    assert nearest_names(typed) == near


def test_importing_the_room_imports_no_provider():
    heavy = {
        "pydantic_ai",
        "openai",
        "anthropic",
        "google.genai",
        "numpy",
        "faiss",
        "genai_prices",
        "xllamacpp",
    }
    script = f"import sys, parlour.llm; print({heavy} & set(sys.modules) or '')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_model_whose_provider_has_batches_is_asked_by_them(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    with Store.open(":memory:") as store:
        opener = partial(open_batching, book=StoredBatches(store=store, run="r"))
        slots = ModelPool(opener=opener, concurrency=2).slots("openai:gpt-4o-mini")
    assert slots > open_provider("openai:gpt-4o-mini").slots


def test_a_model_whose_provider_has_no_batches_is_refused():
    with (
        Store.open(":memory:") as store,
        pytest.raises(UsageError, match="ollama:one cannot be asked in batches: leave out --batch"),
    ):
        open_batching("ollama:one", StoredBatches(store=store, run="r"))
