"""`parlour models check` tells before a match what a model does in it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.arena.replies import varied
from tests.cli.runs import Done
from tests.llm.loopback import Answer, Body, Loopback

Parlour = Callable[..., Done]
NAMES = ["speech", "streamed speech", "decision", "weights", "long prompt"]


@pytest.fixture(autouse=True)
def file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    path = tmp_path / "models.toml"
    monkeypatch.setenv("PARLOUR_MODEL_FILE", str(path))
    return path


def test_it_tells_what_a_server_understands_and_what_a_match_costs(parlour: Parlour, file: Path):
    with Loopback(varied, window=16384) as server:
        done = parlour("models", "check", server.model, "--json")
        assert done.code == 0, done.err
        shown = parlour("models", "check", server.model)
    told = done.json
    assert [each["name"] for each in told["checks"]] == NAMES
    assert [each["trouble"] for each in told["checks"]] == [""] * 5
    assert (told["context"], told["thinks"], told["trouble"]) == (16384, False, "")
    assert told["accepts"]["JSON schemas"] is True
    assert told["cost"]["calls"] > 50
    assert told["cost"]["input_tokens"] > told["cost"]["output_tokens"] > 0
    assert told["cost"]["dollars"] == 0.0
    assert tomllib.loads(told["entry"]) == {"fixed": {"base_url": server.url, "model": "fixed"}}
    for words in (*NAMES, "window: 16384 tokens", "thinks: no", "a match (mystery, player-star): about"):
        assert words in shown.out
    file.write_text(told["entry"], encoding="utf-8")
    with Loopback(varied) as other:
        file.write_text(told["entry"].replace(server.url, other.url), encoding="utf-8")
        assert tomllib.loads(parlour("models", "check", "fixed", "--json").json["entry"]).keys() == {"fixed"}


def test_the_value_of_a_header_is_not_printed(parlour: Parlour, file: Path):
    with Loopback(varied) as server:
        entry = f'[mine]\nbase_url = "{server.url}"\nmodel = "fixed"\nextra_headers = {{ X-Team = "hush" }}\n'
        file.write_text(entry, encoding="utf-8")
        told, shown = parlour("models", "check", "mine", "--json"), parlour("models", "check", "mine")
    assert tomllib.loads(told.json["entry"])["mine"]["extra_headers"] == {"X-Team": "…"}
    assert "hush" not in told.out + shown.out


def test_a_model_that_thinks_is_given_room_by_its_entry(parlour: Parlour):
    def thinking(body: Body) -> Answer:
        if body["max_tokens"] < 3000:
            return Answer(text="", thoughts="so " * 200, finish="length")
        return replace(varied(body), thoughts="so " * 3000)

    with Loopback(thinking) as server:
        told = parlour("models", "check", server.model, "--json").json
    assert (told["thinks"], told["trouble"]) == (True, "")
    assert told["thought_tokens"] >= 3000
    assert told["accepts"]["log-probabilities"] is False
    assert tomllib.loads(told["entry"])["fixed"]["reasoning_tokens"] == 8192
    assert told["cost"]["output_tokens"] > 1000 * told["cost"]["calls"]


def test_a_server_that_refuses_what_a_match_sends_is_told(parlour: Parlour):
    def strict(body: Body) -> Answer:
        for name in ("response_format", "logprobs"):
            if name in body:
                return Answer(status=400, error=f"{name} is not supported")
        return replace(varied(body), text='{"vote": "Cara", "reason": ""}')

    with Loopback(strict) as server:
        told = parlour("models", "check", server.model, "--json").json
    refused = {name for name, is_accepted in told["accepts"].items() if not is_accepted}
    assert refused == {"JSON schemas", "log-probabilities"}
    assert [each["trouble"] == "" for each in told["checks"]] == [True, True, True, False, True]


def test_a_model_that_would_be_mute_ends_with_1_and_says_why(parlour: Parlour):
    with Loopback([Answer(text="Good evening.")]) as server:
        done = parlour("models", "check", server.model)
        assert done.code == 1
        words = f"a match with {server.model} would be mute: there is no JSON object in the reply"
        assert words in done.err
        assert "Good evening." in done.out
    with Loopback([Answer(text="", thoughts="hm", finish="length")]) as server:
        told = parlour("models", "check", server.model, "--json")
        assert told.code == 1
        assert told.json["cost"] is None
        assert tomllib.loads(told.json["entry"])["fixed"]["reasoning_effort"] == "none"
