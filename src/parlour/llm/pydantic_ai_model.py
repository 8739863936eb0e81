"""Models and embeddings by their pydantic-ai names; a call is one request, without an agent around it.

Heavy to import: only `providers` and `batching` do so, when one is opened.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import lru_cache, partial
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel
from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.embeddings import EmbeddingModel, infer_embedding_model
from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
from pydantic_ai.exceptions import AgentRunError, ModelAPIError, ModelHTTPError, UserError
from pydantic_ai.messages import (
    CachePoint,
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
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
from pydantic_ai.models import Model, ModelRequestParameters, infer_model, known_model_names
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIChatModelSettings
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers import Provider, infer_provider
from pydantic_ai.providers.ollama import OllamaProvider
from pydantic_ai.providers.openai import OpenAIProvider

from parlour.errors import MissingExtra, MissingKey, UnknownModel, UsageError
from parlour.llm.backend import Call, Feature, OnChunk
from parlour.llm.hosted import Hosted
from parlour.llm.model_file import ADDRESSES, address_and_name, server_key
from parlour.llm.profile import TIMEOUT, ServerProfile
from parlour.llm.responses import CallFailure, Reply, ServerRefusal, UnreadableReply, said_plainly
from parlour.llm.servers import UNKNOWN_CONTEXT, check_served, served_models
from parlour.llm.settings import ReasoningEffort
from parlour.llm.spending import is_own_server
from parlour.llm.thoughts import NO_TAGS

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

    has_batches = False

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
    first: list[ModelRequestPart] = []
    turns: list[ModelMessage] = [ModelRequest(first)]
    for role, pieces in profile.turns(call):
        text = "\n\n".join(pieces)
        if role == "system":
            first.append(SystemPromptPart(text))
        elif role == "assistant":
            turns.append(ModelResponse([TextPart(text)]))
        elif len(turns) > 1:
            turns.append(ModelRequest([UserPromptPart(text)]))
        elif profile.marks_cache and len(pieces) > 1:
            first.append(UserPromptPart(["\n\n".join(pieces[:-1]), CachePoint(), pieces[-1]]))
        else:
            first.append(UserPromptPart(text))
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
    details, usage = response.provider_details or {}, response.usage
    is_cut = response.finish_reason == "length"
    return Reply(
        text=text or next(calls, ""),
        thoughts="\n".join(thoughts) if thoughts else None,
        finish="length" if is_cut else str(details.get("finish_reason") or response.finish_reason or ""),
        refusal=str(details.get("refusal") or ""),
        logprobs=_first_logprobs(details.get("logprobs") or ()),
        input_tokens=usage.input_tokens,
        cached_tokens=usage.cache_read_tokens,
        written_tokens=usage.cache_write_tokens,
        output_tokens=usage.output_tokens,
        thought_tokens=usage.details.get("reasoning_tokens", 0),
    )


def _first_logprobs(tokens: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, float], ...]:
    candidates = (tokens[0].get("top_logprobs") if tokens else None) or ()
    return tuple((str(candidate["token"]), float(candidate["logprob"])) for candidate in candidates)


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


def _leaves_retrying_to_us(model: Model[Any]) -> bool:
    """Turns off the retries of a provider's client; returns false if they can only be set per request.

    Set with a request, pydantic-ai copies the client for each, which takes a millisecond.
    """
    client = getattr(model, "client", None)
    if not hasattr(client, "max_retries"):
        return False
    client.max_retries = 0  # pyright: ignore[reportOptionalMemberAccess]
    return True


BATCH = 256


class HostedEmbedding:
    """Asks an embedding model of pydantic-ai, in batches that any server takes."""

    def __init__(self, model: EmbeddingModel, provider: Provider[Any], *, name: str) -> None:
        self._model, self._provider, self.name = model, provider, name

    async def embed(self, texts: Sequence[str], *, is_query: bool) -> NDArray[np.float32]:
        """One unit vector per text."""
        rows: list[Sequence[float]] = []
        async with self._provider:
            for start in range(0, len(texts), BATCH):
                rows.extend(await self._batch(texts[start : start + BATCH], is_query=is_query))
        vectors = np.asarray(rows, dtype=np.float32).reshape(len(texts), -1)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return (vectors / np.where(lengths, lengths, 1)).astype(np.float32)

    async def _batch(self, texts: Sequence[str], *, is_query: bool) -> Sequence[Sequence[float]]:
        try:
            result = await self._model.embed(texts, input_type="query" if is_query else "document")
        except failures() as error:
            raise said_plainly(as_failure(error), name=self.name, url=self._model.base_url or "") from error
        return result.embeddings


def open_hosted_embedding(name: str) -> HostedEmbedding:
    """Opens a provider's embedding model by its pydantic-ai name or its address."""
    if name.startswith(ADDRESSES):
        url, model = address_and_name(name)
        if not model:
            raise UsageError(f"{name}: put the name of an embedding model after '#'")
        provider = OpenAIProvider(base_url=url, api_key=server_key(url))
        return HostedEmbedding(OpenAIEmbeddingModel(model, provider=provider), provider, name=name)
    prefix = name.partition(":")[0]
    with _explaining_errors(name, prefix):
        provider = infer_provider(prefix)
        model = infer_embedding_model(name, provider_factory=lambda _: provider)
    return HostedEmbedding(model, provider, name=name)


_TELLING = ("openai", "ollama")
"""Whose servers say of any name whether they have it; others route names that they do not list."""
_HOSTED_CONTEXT = 128_000
_OLLAMA = "http://localhost:11434/v1"
_EXTRAS = ("anthropic", "google")
_FAMILIES = {
    "gpt-": "openai",
    "chatgpt-": "openai",
    "claude-": "anthropic",
    "gemini-": "google",
    "mistral-": "mistral",
    "deepseek-": "deepseek",
    "grok-": "xai",
}
"""Who makes the models whose names begin so; of OpenAI's, those without a word before the number too."""
_REASONING = re.compile(r"o\d")


def _check_model(model: Model[Any]) -> None:
    """Makes sure that a model's server answers, takes the key and has the model, if it tells."""
    if not isinstance(model, OpenAIChatModel):
        return
    client = model.client
    key = client.api_key or os.environ.get("OPENAI_API_KEY", "none")
    if model.system in _TELLING:
        check_served(model.model_name, str(client.base_url), key)
    else:
        served_models(str(client.base_url), key)


def open_named(model: str, context: int | None) -> Hosted:
    """Opens a model by its pydantic-ai name."""
    ai_model = _infer(model)
    usual = UNKNOWN_CONTEXT if is_own_server(ai_model.base_url or "") else _HOSTED_CONTEXT
    window = context or ai_model.profile.get("context_window") or usual
    return Hosted(
        PydanticAIModel(ai_model), name=model, context=window, check=partial(_check_model, ai_model)
    )


def nearest_names(model: str) -> list[str]:
    """Returns similar names: of providers, or of models if no provider is named."""
    provider, colon, name = model.partition(":")
    known_names = [candidate for candidate in known_model_names() if ":" in candidate]
    if colon:
        providers = {candidate.partition(":")[0] for candidate in known_names}
        near = [f"{candidate}:{name}" for candidate in get_close_matches(provider, providers, n=2)]
        return near or ([f"ollama:{model}"] if name else [])
    maker = next((_FAMILIES[start] for start in _FAMILIES if model.startswith(start)), "")
    if maker or _REASONING.match(model):
        return [f"{maker or 'openai'}:{model}"]
    namesakes = [candidate for candidate in known_names if candidate.endswith(f":{model}")]
    return namesakes[:3] or get_close_matches(model, known_names, n=3)


def _infer(model: str) -> Model[Any]:
    provider, _, name = model.partition(":")
    if provider == "openai":  # the interface that gives log-probabilities and replies of any length
        provider = "openai-chat"
    with _explaining_errors(model, provider):
        return infer_model(f"{provider}:{name}", provider_factory=_provider)


def _provider(name: str) -> Provider[Any]:
    if name == "ollama":
        return OllamaProvider(base_url=os.environ.get("OLLAMA_BASE_URL") or _OLLAMA)
    return infer_provider(name)


@contextmanager
def _explaining_errors(name: str, provider: str) -> Generator[None]:
    """Turns pydantic-ai's errors in opening a model or an embedding into sentences."""
    try:
        yield
    except ImportError as error:
        package = "parlour" if provider in _EXTRAS else "pydantic-ai-slim"
        raise MissingExtra(f"{name} needs more packages: pip install '{package}[{provider}]'") from error
    except UserError as error:
        if variable := re.search(r"`([A-Z][A-Z0-9_]+)`", error.message):
            advice = f"set {variable[1]} in the environment to the provider's key or address"
            raise MissingKey(f"{name}: {advice}") from error
        raise UnknownModel(f"{name}: {error.message}") from error
    except ValueError as error:
        raise UnknownModel(f"{name}: {error}") from error
