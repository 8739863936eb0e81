"""Models are found dead before anything is begun with them, and open beside older packages."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.errors import ModelUnavailable, UnknownModel
from parlour.llm import ModelPool
from tests.llm.loopback import Loopback

PORT_OF_NOBODY = "http://127.0.0.1:9/v1"


def opened(model: str) -> str:
    async def scenario() -> str:
        async with ModelPool() as models:
            return models.provider(model).name

    return asyncio.run(scenario())


@pytest.fixture(params=["openai", "ollama"])
def at(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Has a provider's models looked for at an address."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")

    def point(url: str) -> str:
        monkeypatch.setenv(f"{request.param.upper()}_BASE_URL", url)
        return request.param

    return point


def test_a_server_that_is_not_there_is_found_within_seconds(at: Callable[[str], str]):
    provider, began = at(PORT_OF_NOBODY), time.monotonic()
    with pytest.raises(ModelUnavailable, match="no server answers"):
        opened(f"{provider}:llama")
    assert time.monotonic() - began < 60


def test_a_model_that_the_server_has_is_opened_by_its_name_alone(at: Callable[[str], str]):
    with Loopback(models=("llama",)) as server:
        model = f"{at(server.url)}:llama"
        assert opened(model) == model
        assert server.requests == []


def test_a_model_that_the_server_has_not_is_named_with_those_that_it_has(at: Callable[[str], str]):
    with Loopback(models=("llama", "qwen")) as server, pytest.raises(UnknownModel, match="it has llama"):
        opened(f"{at(server.url)}:lama")


def test_what_is_wrong_with_an_entry_is_said_with_its_place(
    at: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "models.toml"
    monkeypatch.setenv("PARLOUR_MODEL_FILE", str(path))
    with Loopback(models=("llama",)) as server:
        path.write_text(f'[mine]\ntemperature = 0.2\nmodel = "{at(server.url)}:lama"\n')
        with pytest.raises(UnknownModel, match="it has llama") as caught:
            opened("mine?top_p=0.9")
    assert str(caught.value).startswith(f"{path}, line 3: [mine]: the server at {server.url}")


def test_a_key_that_is_refused_is_said_to_be(at: Callable[[str], str]):
    with Loopback(key="right") as server, pytest.raises(ModelUnavailable, match="refuses the key"):
        opened(f"{at(server.url)}:fixed")


OLDER = """
import sys
import pydantic_ai.exceptions as young
import pydantic_ai.direct, pydantic_ai.models.openai, pydantic_ai.providers.openai
sys.modules["pydantic_ai.providers.openai_compatible"] = None
for name in ("Authentication", "Connection", "ContextWindowExceeded", "NotFound", "QuotaExceeded"):
    vars(young).pop(f"Model{name}Error", None)
"""
"""What pydantic-ai lacks before 2.62 and 2.63."""
CALL = """
import asyncio
from parlour.llm import open_ready
from tests.llm.samples import call
print(asyncio.run(open_ready(sys.argv[1]).complete(call())).text)
"""


def in_python(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=False)


def test_a_server_is_asked_with_what_older_releases_of_pydantic_ai_have():
    with Loopback() as server:
        done = in_python(OLDER + CALL, server.model)
    assert done.stdout.strip() == "Good evening.", done.stderr


PLAYED = """
import sys
sys.modules["openai"] = None
from parlour.cli import main
for model in sys.argv[1:]:
    sys.argv = ["parlour", "play", "--model", model, "--db", ":memory:"]
    try:
        main()
    except SystemExit as end:
        print(end.code)
"""


def test_a_package_that_cannot_be_imported_is_told_in_a_sentence():
    done = in_python(PLAYED, "openai:gpt-4o", "ollama:qwen3:8b", "http://127.0.0.1:9/v1#any")
    assert done.stdout.split() == ["2", "2", "1"]
    assert "Traceback" not in done.stderr
    assert done.stderr.count("needs openai") == 2
    assert "pip install" in done.stderr
    assert "no server answers there" in done.stderr  # an address needs no such package
