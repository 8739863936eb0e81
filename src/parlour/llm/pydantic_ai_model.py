"""The client of a model of pydantic-ai: a call is one request, without an agent around it.

Heavy to import: only `named_models` and `batching` do so, when a model is opened.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, cast

from opentelemetry.trace import TracerProvider
from pydantic import BaseModel
from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.exceptions import AgentRunError, ModelAPIError, ModelHTTPError
from pydantic_ai.messages import (
    CachePoint,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    SystemPromptPart,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ToolCallPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.models.instrumented import InstrumentationSettings
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIChatModelSettings
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.profiles.openai import OpenAIModelProfile

from parlour.core.telemetry import provider_in_use, tells_content
from parlour.llm.backend import Call, Feature, OnChunk
from parlour.llm.profile import TIMEOUT, ServerProfile
from parlour.llm.responses import CallFailure, Reply, ServerRefusal, UnreadableReply
from parlour.llm.settings import ReasoningEffort
from parlour.llm.thoughts import NO_TAGS

if TYPE_CHECKING:
    from collections.abc import Sequence

_THOUGHTS_AS_THEY_COME = OpenAIModelProfile(thinking_tags=NO_TAGS, openai_chat_thinking_field="thinking")
"""Thoughts within the text stay there; a field for them may have this name beside the usual ones."""
_EFFORTS: Mapping[ReasoningEffort | None, Literal["low", "medium", "high"] | bool] = {
    None: False,
    "none": False,
    "low": "low",
    "medium": "medium",
    "high": "high",
}
"""The `thinking` of pydantic-ai for each effort: the methods do the reasoning unless the user wants more."""

_SETTINGS = {
    **{name: name for name in ("max_tokens", "temperature", "top_p", "seed")},
    **{name: f"openai_{name}" for name in ("logprobs", "top_logprobs")},
}
"""The name in pydantic-ai of each field of a request; others go into the body as they are."""


class PydanticAIModel:
    """An endpoint over any model of pydantic-ai."""

    def __init__(self, model: Model[Any]) -> None:
        self.model, self.model_name, self.provider = model, model.model_name, model.system
        self.url, self.profile = (model.base_url or "").rstrip("/"), profile_of(model)
        self.patience = TIMEOUT
        self.headers: Mapping[str, str] = {}
        self._retries = not _leaves_retrying_to_us(model)
        if isinstance(model, OpenAIChatModel):  # whose thoughts are parted here
            model.profile = model.profile | _THOUGHTS_AS_THEY_COME

    async def ask(
        self, call: Call, profile: ServerProfile, room: int, on_text: OnChunk | None = None
    ) -> Reply:
        """Sends a call once; raises a `CallFailure` if no reply comes of it."""
        request: dict[str, Any] = {
            "messages": messages(call, profile),
            "model_settings": self.settings(call, profile, room),
            "model_request_parameters": parameters(call, profile),
            "instrument": _instrumentation(),
        }
        try:
            if not on_text:
                return read_response(await model_request(self.model, **request))
            stream = model_request_stream(self.model, **request)
            async with stream as events:
                async for event in events:
                    on_text(_spoken(event))
                response = events.get()
        except failures() as error:
            raise as_failure(error) from error
        if _is_nothing(response):
            raise UnreadableReply("a stream of nothing")
        return read_response(response)

    def settings(self, call: Call, profile: ServerProfile, room: int) -> OpenAIChatModelSettings:
        """Returns the settings of a request."""
        settings: dict[str, Any] = {"timeout": self.patience}
        extra_body = profile.extra_body()
        for name, value in profile.fields(call, room).items():
            if name in _SETTINGS:
                settings[_SETTINGS[name]] = value
            else:
                extra_body = {name: value} | extra_body
        if profile.can_think:
            settings["thinking"] = _EFFORTS[profile.chosen.reasoning_effort]
        if profile.marks_cache:
            settings["cache"] = {"messages": False}
        if extra_body:
            settings["extra_body"] = extra_body
        if self._retries:
            settings["max_retries"] = 0
        if self.headers:
            settings["extra_headers"] = dict(self.headers)
        return cast(OpenAIChatModelSettings, settings)

    async def close(self) -> None:
        """Closes its connections."""
        async with self.model:
            pass


def profile_of(model: Model[Any]) -> ServerProfile:
    """Returns the profile of a model of which no reply was seen yet, as pydantic-ai has it."""
    profile = model.profile
    must_think = profile.get("thinking_always_enabled", False)
    is_chat = isinstance(model, OpenAIChatModel)
    takes: Mapping[Feature, bool] = {
        "schemas": profile.get("supports_json_schema_output", False),
        "logprobs": is_chat and not must_think,
        "temperature": not (must_think or profile.get("anthropic_disallows_sampling_settings")),
    }
    return ServerProfile(
        rejects=frozenset(name for name, is_taken in takes.items() if not is_taken),
        can_think=profile.get("supports_thinking", False),
        must_think=must_think,
        # older releases mark Anthropic's prefixes without a word of it in the profile
        marks_cache=profile.get("supports_cache", model.system == "anthropic"),
        holds=is_chat and model.system != "openai",
    )


def messages(call: Call, profile: ServerProfile) -> list[ModelMessage]:
    """Returns the conversation: system, user, and each unreadable reply with the feedback on it.

    The last part of the user message changes from call to call, so the mark of a cache stands before it.
    """
    system, texts, repairs = profile.turns(call)
    task = UserPromptPart("\n\n".join(texts))
    if profile.marks_cache and len(texts) > 1:
        task = UserPromptPart(["\n\n".join(texts[:-1]), CachePoint(), texts[-1]])
    first = [SystemPromptPart(system), task] if system else [task]
    turns: list[ModelMessage] = [ModelRequest(first)]
    for repair in repairs:
        turns.append(ModelResponse([TextPart(repair.reply)]))
        turns.append(ModelRequest([UserPromptPart(repair.feedback)]))
    return turns


def parameters(call: Call, profile: ServerProfile) -> ModelRequestParameters:
    """Returns the form of the reply, for a model that keeps to it."""
    if call.reply and profile.takes("schemas"):
        return ModelRequestParameters(output_mode="native", output_object=_form(call.reply))
    return ModelRequestParameters()


@lru_cache(maxsize=512)
def _form(reply: type[BaseModel]) -> OutputObjectDefinition:
    return OutputObjectDefinition(json_schema=reply.model_json_schema(), name=reply.__name__)


def read_response(response: ModelResponse) -> Reply:
    """Returns a response as a reply."""
    text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    calls = (part.args_as_json_str() for part in response.parts if isinstance(part, ToolCallPart))
    thoughts = [part.content for part in response.parts if isinstance(part, ThinkingPart)]
    details, used = response.provider_details or {}, response.usage
    is_cut = response.finish_reason == "length"
    return Reply(
        text=text or next(calls, ""),
        thoughts="\n".join(thoughts) if thoughts else None,
        finish="length" if is_cut else str(details.get("finish_reason") or response.finish_reason or ""),
        refusal=str(details.get("refusal") or ""),
        logprobs=_first_logprobs(details.get("logprobs") or ()),
        input_tokens=used.input_tokens,
        cached_tokens=used.cache_read_tokens,
        written_tokens=used.cache_write_tokens,
        output_tokens=used.output_tokens,
        thought_tokens=used.details.get("reasoning_tokens", 0),
    )


def _first_logprobs(tokens: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, float], ...]:
    candidates = (tokens[0].get("top_logprobs") if tokens else None) or ()
    return tuple((str(each["token"]), float(each["logprob"])) for each in candidates)


def _spoken(event: ModelResponseStreamEvent) -> str:
    match event:
        case PartStartEvent(part=TextPart(content=text)):
            return text
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return text
        case _:
            return ""


def _is_nothing(response: ModelResponse) -> bool:
    """True if a stream ended without text, a refusal or a reason."""
    details = response.provider_details or {}
    is_reasonless = details.get("finish_reason") in (None, "error")
    return not response.parts and is_reasonless and not details.get("refusal")


def failures() -> tuple[type[Exception], ...]:
    """Returns the errors of pydantic-ai, and those that older releases pass on.

    The last are a body that is not JSON, and the error of the HTTP client in use if a connection breaks.
    """
    clients = (sys.modules.get(name) for name in ("httpx", "httpx2"))
    broken = (client.HTTPError for client in clients if client)
    return (AgentRunError, json.JSONDecodeError, *broken)


def as_failure(error: Exception) -> CallFailure:
    """Returns one of `failures` as a failure of a call.

    It is told by its status and body: pydantic-ai's classes of errors by kind are too young, and packages
    beside Parlour may require an older release.
    """
    if isinstance(error, ModelHTTPError):
        return ServerRefusal(error.status_code, error.body, retry_after=error.retry_after)
    words = error.message if isinstance(error, AgentRunError) else f"{type(error).__name__}: {error}"
    if isinstance(error, ModelAPIError):
        if body := getattr(error.__cause__, "body", None):  # in the middle of a stream
            return ServerRefusal(_BROKEN_OFF, body)
        is_unreadable = isinstance(error.__cause__, json.JSONDecodeError)
    else:
        is_unreadable = isinstance(error, AgentRunError | ValueError)
    return UnreadableReply(words) if is_unreadable else CallFailure(words)


_BROKEN_OFF = 502


def _instrumentation() -> InstrumentationSettings | None:
    provider = provider_in_use()
    return _instrumentation_by(provider, has_content=tells_content()) if provider else None


@lru_cache(maxsize=1)
def _instrumentation_by(provider: TracerProvider, *, has_content: bool) -> InstrumentationSettings:
    return InstrumentationSettings(
        tracer_provider=provider, include_content=has_content, include_model_request_parameters=has_content
    )


def _leaves_retrying_to_us(model: Model[Any]) -> bool:
    """Turns off the retries of a provider's client; returns false if they can only be set per request.

    Set with a request, pydantic-ai copies the client for each, which takes a millisecond.
    """
    client = getattr(model, "client", None)
    if not hasattr(client, "max_retries"):
        return False
    client.max_retries = 0  # pyright: ignore[reportOptionalMemberAccess]
    return True
