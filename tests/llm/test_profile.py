"""What each kind of model is told, as its profile in pydantic-ai has it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic_ai.messages import CachePoint, UserPromptPart
from pydantic_ai.models import infer_model
from pydantic_ai.models.openai import OpenAIChatModelSettings

from parlour.llm import Call
from parlour.llm.profile import THINKING_TOKENS, ServerProfile
from parlour.llm.pydantic_ai_model import PydanticAIModel, messages
from tests.llm.samples import Suspicion, call, prompt

PLAIN = ServerProfile(rejects=frozenset({"schemas", "logprobs"}))
FORM = Call(prompt=prompt(), max_tokens=50, temperature=0.7, reply=Suspicion)
OPTIONS = Call(prompt=prompt(), max_tokens=1, temperature=0.7, options=("High", "Low"))


def opened(model: str, monkeypatch: pytest.MonkeyPatch) -> PydanticAIModel:
    for key in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.setenv(key, "none")
    return PydanticAIModel(infer_model(model))


def settings_of(
    model: PydanticAIModel, asked: Call, profile: ServerProfile | None = None
) -> OpenAIChatModelSettings:
    return model.settings(asked, profile or model.profile, THINKING_TOKENS)


def task(of: ServerProfile, asked: Call) -> UserPromptPart:
    (*_, part) = messages(asked, of)[0].parts
    assert isinstance(part, UserPromptPart)
    return part


def test_a_model_that_must_think_gets_room_for_it_and_no_temperature(monkeypatch: pytest.MonkeyPatch):
    thinker = opened("openai-chat:o3", monkeypatch)
    settings = settings_of(thinker, call())
    assert settings.get("max_tokens") == 50 + THINKING_TOKENS
    assert "temperature" not in settings
    assert not thinker.profile.takes("logprobs")


def test_a_model_that_can_think_is_told_not_to(monkeypatch: pytest.MonkeyPatch):
    settings = settings_of(opened("google:gemini-2.5-flash", monkeypatch), call())
    assert settings.get("thinking") is False
    assert settings.get("max_tokens") == 50


def test_a_cache_that_wants_marks_gets_one_before_the_last_part(monkeypatch: pytest.MonkeyPatch):
    marking = opened("anthropic:claude-haiku-4-5", monkeypatch)
    content = task(marking.profile, call("Speak now.")).content
    assert [type(each) for each in content] == [str, CachePoint, str]
    assert content[-1] == "Speak now."
    assert settings_of(marking, call()).get("cache") == {"messages": False}


def test_logprobs_are_asked_for_only_where_options_are(monkeypatch: pytest.MonkeyPatch):
    open_ai = opened("openai-chat:gpt-4o", monkeypatch)
    assert settings_of(open_ai, OPTIONS).get("openai_top_logprobs") == 20
    assert "openai_logprobs" not in settings_of(open_ai, call())


def test_a_model_without_a_system_role_reads_its_words_first():
    told = replace(PLAIN, rejects=frozenset({"system"}))
    assert [type(part) for part in messages(call(), told)[0].parts] == [UserPromptPart]
    assert str(task(told, call("Speak now.")).content).startswith("You are Anna.\n\nWhat was said so far")


def test_a_limit_of_another_name_is_sent_by_that_name(monkeypatch: pytest.MonkeyPatch):
    open_ai = opened("openai-chat:gpt-4o", monkeypatch)
    settings = settings_of(open_ai, call(), replace(PLAIN, rejects=frozenset({"max_tokens"})))
    assert settings.get("extra_body") == {"max_completion_tokens": 50}
    assert "max_tokens" not in settings
