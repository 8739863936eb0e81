"""A model that cannot answer is found before anything is on record."""

from __future__ import annotations

import pytest

from parlour.store import Store
from tests.cases import cases
from tests.cli.runs import Parlour

NOBODY = "http://127.0.0.1:9/v1"


@pytest.fixture(autouse=True)
def servers(monkeypatch: pytest.MonkeyPatch, bare: None) -> None:
    """Ollama does not run, and nobody has a key of OpenAI's."""
    monkeypatch.setenv("OLLAMA_BASE_URL", NOBODY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@cases(("model", "why"), [("ollama:qwen3:8b", "no server answers"), ("openai:gpt-4o", "set OPENAI_API_KEY")])
@cases(
    "asked",
    [
        ("play", "werewolf", "--method", "random", "--seat", "{model}"),
        ("run", "ladder", "--games", "1", "--yes", "--model"),
    ],
)
def test_nothing_is_on_record_of_a_model_that_is_dead(
    parlour: Parlour, db: str, asked: tuple[str, ...], model: str, why: str
):
    words = [word.format(model=f"Player 1=plain@{model}") for word in asked]
    named = words if "--model" not in words else [*words, model]
    done = parlour(*named, *(() if asked[0] == "play" else ("--db", db)))
    assert done.code != 0
    assert why in done.err
    assert "to expect" not in done.err
    with Store.open(db) as store:
        assert store.matches() == ()
