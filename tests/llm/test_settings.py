"""Settings of models reach their servers, and what is wrong with one is said with its place."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.models import infer_model

from parlour.arena import hold
from parlour.arena.record import SeatAssignment
from parlour.errors import ModelUnavailable, UnknownModel, UsageError
from parlour.llm import (
    ChosenSettings,
    MatchModels,
    add_entry,
    check_settings,
    lacking,
    note_other_servers,
    open_approved,
    open_provider,
    settle,
    split_settings,
    who_answers,
)
from parlour.llm.model_file import ModelEntry, read_model_file
from parlour.llm.pydantic_ai_model import PydanticAIModel
from parlour.llm.settings import ModelSettings
from tests.llm.loopback import Answer, Body, Loopback
from tests.llm.samples import call, completions, prompt

SETTINGS = """
temperature = 0.2
top_p = 0.9
seed = 7
max_tokens = 30
reasoning_effort = "low"
reasoning_tokens = 1000
extra_body = { repetition_penalty = 1.1 }
extra_headers = { X-Team = "hush" }
"""


@pytest.fixture(autouse=True)
def file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    path = tmp_path / "models.toml"
    monkeypatch.setenv("PARLOUR_MODEL_FILE", str(path))
    monkeypatch.delenv("PARLOUR_MODEL", raising=False)
    return path


def entry(file: Path, server: Loopback, settings: str) -> None:
    file.write_text(f'[mine]\nbase_url = "{server.url}"\nmodel = "fixed"\n{settings}', encoding="utf-8")


def part(body: Body, of: Mapping[str, Any]) -> dict[str, Any]:
    return {name: body.get(name) for name in of}


def test_what_the_file_sets_is_sent_whole_and_streamed(file: Path):
    sent = {
        "temperature": 0.2,
        "top_p": 0.9,
        "seed": 7,
        "max_tokens": 50 + 30 + 1000,
        "reasoning_effort": "low",
        "chat_template_kwargs": {"enable_thinking": True},
        "repetition_penalty": 1.1,
    }
    with Loopback() as server:
        entry(file, server, SETTINGS)
        for is_streamed in (False, True):
            completions("mine", call(), call(), on_chunk=(lambda _: None) if is_streamed else None)
        assert [part(body, sent) for body in server.requests] == [sent] * 4
        assert [body["stream"] for body in server.requests if body.get("stream")] == [True]
        assert {headers["x-team"] for headers in server.headers} == {"hush"}


def test_what_shapes_replies_is_in_the_string_that_is_recorded_and_a_header_is_not(file: Path):
    with Loopback() as server:
        entry(file, server, SETTINGS + "timeout = 5\n")
    model = settle("mine")
    bare, values = split_settings(model)
    assert bare == "mine"
    assert values == {
        "reasoning_effort": "low",
        "reasoning_tokens": 1000,
        "temperature": 0.2,
        "top_p": 0.9,
        "seed": 7,
        "max_tokens": 30,
        "extra_body": {"repetition_penalty": 1.1},
    }
    assert settle(model) == model
    assert settle("reader") == "reader"


def test_a_server_that_takes_no_reasoning_effort_is_told_not_to_think_by_its_template():
    def strict(body: Body) -> Answer:
        if "reasoning_effort" in body:
            return Answer(
                status=400, error="body.reasoning_effort: Input should be 'low', 'medium' or 'high'"
            )
        return Answer()

    with Loopback(strict) as server:
        told = completions(f"{server.model}?reasoning_effort=none", call(), call())
    assert told[-1].text == "Good evening."
    assert [body["chat_template_kwargs"] for body in server.requests] == [{"enable_thinking": False}] * 3
    assert ["reasoning_effort" in body for body in server.requests] == [True, False, False]


def test_a_model_that_pydantic_ai_knows_is_told_to_think_by_its_own_setting(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GOOGLE_API_KEY", "none")
    model = PydanticAIModel(infer_model("google:gemini-2.5-flash"))
    for effort, thinking, room in (("none", False, 0), ("high", "high", 4096)):
        chosen = model.profile.with_settings(ModelSettings.model_validate({"reasoning_effort": effort}))
        settings = model.settings(call(), chosen, 4096)
        assert (settings.get("thinking"), settings.get("max_tokens")) == (thinking, 50 + room)


def test_limits_and_prices_are_the_entry_s(file: Path):
    with Loopback([Answer(status=500, error="down")]) as server:
        entry(
            file,
            server,
            "max_retries = 1\nmax_connections = 3\ncontext = 5000\ntimeout = 9\n"
            "input_price = 2.0\noutput_price = 10.0\n",
        )

        async def scenario() -> None:
            async with MatchModels() as models:
                await models.open("mine").generate(prompt())

        with pytest.raises(ModelUnavailable, match="gave up after 2 attempts"):
            asyncio.run(scenario())
        assert len(server.requests) == 2
        provider = open_provider("mine")
        assert (provider.slots, provider.context) == (3, 5000)
        assert provider.price(1_000_000, 500_000) == 2.0 + 5.0


def test_what_is_wrong_is_said_with_its_place(file: Path):
    with Loopback() as server:
        for line, words in {
            "temprature = 1": r"line 4: \[mine\] temprature: there is no such setting; there are: ",
            "temperature = 3": r"line 4: \[mine\] temperature: Input should be less than or equal to 2",
            'reasoning_effort = "much"': r"line 4: \[mine\] reasoning_effort: .*'none', 'low', ",
        }.items():
            entry(file, server, line)
            with pytest.raises(UsageError, match=words):
                settle("mine")
        file.write_text("", encoding="utf-8")
        with pytest.raises(UsageError, match=r"mine\?top=1: top: there is no such setting"):
            open_provider("mine?top=1")
        with pytest.raises(UsageError, match="reader takes no temperature"):
            open_provider("reader?temperature=1")
        assert lacking("mistral:x?temperature=1") == ""


def test_a_setting_that_the_server_refuses_is_named_as_one_to_take_out():
    for setting, name in (("top_p=0.5", "top_p"), ("extra_body=%7B%22top_k%22%3A3%7D", "top_k")):
        refusal = Answer(status=400, error=f"{name} is not supported")
        with Loopback([refusal]) as server, pytest.raises(ModelUnavailable) as caught:
            completions(f"{server.model}?{setting}", call())
        assert str(caught.value).endswith(f"supported; take {name} out of its settings")


def test_of_a_refused_setting_that_stands_in_the_file_the_line_is_told(file: Path):
    refusal = Answer(status=400, error="top_k and seed are not supported")
    with Loopback([refusal]) as server:
        for settings, line, name in (
            ("seed = 7\n", 4, "seed"),
            ('top_p = 1\nextra_body = { "top_k" = 3 }\n', 5, "top_k"),
            ("top_p = 1\n[mine.extra_body]\nguided = true\ntop_k = 3\n", 7, "top_k"),
        ):
            entry(file, server, settings)
            with pytest.raises(ModelUnavailable) as caught:
                completions(settle("mine"), call())
            assert str(caught.value).endswith(f"take {name} out of its settings: {file}, line {line}: [mine]")
        entry(file, server, "seed = 7\n")
        with pytest.raises(ModelUnavailable, match=r"take seed out of its settings$"):
            completions("mine?seed=8", call())


def test_a_match_goes_on_with_the_settings_of_its_record(file: Path, caplog: pytest.LogCaptureFixture):
    with Loopback() as server:
        entry(file, server, "temperature = 0.2\n")
        before = settle("mine")
        check_settings([before, "reader"])
        assert not caplog.records
        entry(file, server, "temperature = 0.9\n")
        check_settings([before, before])
        [line] = caplog.messages
        assert line == (
            f"{file}, line 4: [mine] sets temperature to 0.9; the match goes on with 0.2, with which it was"
            " begun"
        )
        assert split_settings(settle(before))[1] == {"temperature": 0.2}
        entry(file, server, "temperature = 0.2\ntop_p = 0.5\n")
        with pytest.raises(
            UsageError, match=rf"{file}, line 5: \[mine\] sets top_p, and the match was begun without"
        ):
            check_settings([before])


def test_a_match_that_goes_on_elsewhere_says_from_where_to_where(
    file: Path, caplog: pytest.LogCaptureFixture
):
    file.write_text('[mine]\nbase_url = "http://old:8000/v1"\nmodel = "llama"\n', encoding="utf-8")
    before = ("mine?temperature=0.2", who_answers("mine?temperature=0.2"))
    assert before[1] == "http://old:8000/v1#llama"
    held = hold("Anna", "plain", "mine", lambda _: 4096)
    assert held.answers == SeatAssignment.model_validate_json(held.model_dump_json()).answers == before[1]
    assert "answers" not in hold("Anna", "plain", "reader", lambda _: 4096).model_dump_json()
    note_other_servers([before, ("reader", ""), ("openai:a", who_answers("openai:a"))])
    assert not caplog.messages
    file.write_text('[mine]\nbase_url = "http://new:8000/v1"\nmodel = "llama"\n', encoding="utf-8")
    note_other_servers([before, before])
    [line] = caplog.messages
    assert line == (
        f"{file}, line 2: [mine] stands for http://new:8000/v1#llama; the match was begun with"
        " http://old:8000/v1#llama, and goes on with the new one"
    )
    assert who_answers("openai:a") == ""


def test_a_guest_sets_nothing_and_plays_with_what_the_operator_set(file: Path):
    with Loopback() as server:
        entry(file, server, "temperature = 0.2\n")
        assert open_approved(settle("mine")).name == "mine?temperature=0.2"
        with pytest.raises(
            UnknownModel, match=r"only with the settings .*, and not as mine\?temperature=1\.0$"
        ):
            open_approved("mine?temperature=1.0")  # and what these are is not told
        for model in ("mine?temperature=1.0", "mine?extra_body=%7B%7D", f"{server.model}?temperature=0.2"):
            with pytest.raises(UnknownModel):
                open_approved(model)


def test_an_entry_is_written_as_it_is_read(file: Path):
    mine = ModelEntry.model_validate(
        {
            "base_url": "http://a/v1",
            "model": "a",
            "extra_body": {"top_k": 3, "guided": {"a b": [1, True]}},
            "extra_headers": {"X-Team": "1"},
            "reasoning_effort": "none",
        }
    )
    add_entry("mine", mine)
    add_entry("other", ModelEntry(model="openai:a", seed=3))
    assert read_model_file() == {"mine": mine, "other": ModelEntry(model="openai:a", seed=3)}


def test_a_command_line_sets_one_model_or_all_but_the_reader():
    chosen = ChosenSettings.read(["gpt-4.1.top_p=0.5"], temperature=0.3)
    assert chosen.on("reader") == "reader"
    assert chosen.on("a") == "a?temperature=0.3"
    assert chosen.on("gpt-4.1") == "gpt-4.1?temperature=0.3&top_p=0.5"
    assert chosen.on_filling("1=plain:window=3@a") == "1=plain:window=3@a?temperature=0.3"
    assert chosen.on_filling("plain") == "plain"
    with pytest.raises(UsageError, match=r"--set gpt-4.1.top_p: nobody plays with gpt-4.1; there are: a"):
        chosen.refuse_unused(["a?temperature=0.3", "reader"])
    with pytest.raises(UsageError, match="--temperature: no model is named that takes it"):
        ChosenSettings.read(temperature=0.3).refuse_unused(["reader"])
    for text, words in {"a": "write MODEL.KEY=VALUE", "a.b=1": "b: there is no such setting"}.items():
        with pytest.raises(UsageError, match=words):
            ChosenSettings.read([text])
    with pytest.raises(UsageError, match="set twice"):
        ChosenSettings.read(["a.seed=1", "a.seed=2"])
