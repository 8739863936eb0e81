"""Responses of pydantic-ai with their answer and thoughts, and its errors with their consequences.

An error is classified by the HTTP status and the provider's own words, which every release of pydantic-ai 2
passes on. Its classes of errors by kind are too young: packages beside Parlour may require an older release.
Heavy to import: only `hosted` and what it needs do so.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any, cast

from pydantic_ai.exceptions import AgentRunError, ModelAPIError, ModelHTTPError
from pydantic_ai.messages import (
    ModelResponse,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ToolCallPart,
)

from parlour.core import visible
from parlour.errors import ModelError, ModelUnavailable, PromptTooLong
from parlour.llm.backend import Feature, Transient
from parlour.llm.thoughts import split_thoughts

_REFUSING = ("content_filter", "refusal")
"""The reasons of an end for which a reply is withheld."""


class Reading:
    """A response, parted into answer and thoughts once.

    Attributes:
        response: as pydantic-ai has it.
        text: of the reply, or the arguments of a tool call if it has none.
        split: the text, parted by the marks in it.
        is_cut_thought: whether it was cut before the thoughts ended of which only the end has a mark.
        has_field: whether thoughts came in a field of their own.
        answer: the reply without its thoughts.
        thoughts: those of the field and of the text.

    Args:
        response: the response.
        closes_only: whether the model marks the end of its thoughts alone.
    """

    def __init__(self, response: ModelResponse, *, closes_only: bool) -> None:
        self.response = response
        text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
        calls = (part.args_as_json_str() for part in response.parts if isinstance(part, ToolCallPart))
        self.text = visible(text or next(calls, ""))
        self.split = split_thoughts(self.text)
        self.is_cut_thought = closes_only and response.finish_reason == "length" and not self.split.has_marks
        fields = [part.content for part in response.parts if isinstance(part, ThinkingPart)]
        self.has_field = bool(fields)
        answer, thought = self.split.answer, self.split.thoughts
        self.answer, thought = ("", answer) if self.is_cut_thought else (answer, thought)
        self.thoughts = visible("\n".join(filter(None, (*fields, thought))))

    @property
    def is_plain(self) -> bool:
        """Whether the reply is whole and in prose."""
        is_whole = self.response.finish_reason != "length"
        return bool(self.text) and is_whole and not self.text.lstrip().startswith("{")

    @property
    def refusal(self) -> str:
        """Why the reply is empty, if its model or a filter refused; empty for any other."""
        details = self.response.provider_details or {}
        reason = details.get("finish_reason") or self.response.finish_reason
        if words := details.get("refusal"):
            return f"the model refused: {words}"
        if reason in _REFUSING and not self.text.strip():
            return f"a filter of the server withheld the reply (finish_reason {reason!r})"
        return ""


def spoken(event: ModelResponseStreamEvent) -> str:
    """Returns the words of a reply in an event of its stream; thoughts are none."""
    match event:
        case PartStartEvent(part=TextPart(content=text)):
            return visible(text)
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return visible(text)
        case _:
            return ""


def is_nothing(response: ModelResponse) -> bool:
    """True if a stream ended without text, a refusal or a reason."""
    details = response.provider_details or {}
    is_reasonless = details.get("finish_reason") in (None, "error")
    return not response.parts and is_reasonless and not details.get("refusal")


def first_logprobs(response: ModelResponse) -> tuple[tuple[str, float], ...]:
    """Returns the candidates for the first token, if the response has them."""
    tokens: Sequence[dict[str, object]] = (response.provider_details or {}).get("logprobs") or ()
    if not tokens:
        return ()
    candidates = tokens[0].get("top_logprobs")
    if not isinstance(candidates, list):
        return ()
    return tuple((str(each["token"]), float(each["logprob"])) for each in candidates)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


_OVERFLOWS = (
    "context_length_exceeded",
    "exceed_context_size",
    "maximum context length",
    "context window",
    "exceeds the available context size",  # llama.cpp
    "longer than the maximum model length",  # vLLM
    "max_tokens must be at least 1, got -",  # vLLM, where nothing is left for the reply
    "tokens when context the overflows",  # LM Studio
    "longer than the model's context length",  # SGLang
    "exceeds the maximum allowed length",  # SGLang
    "exceeds the context length",  # Ollama
    "`inputs` tokens + `max_new_tokens` must be",  # TGI, Together
    "reduce the length of the messages",  # Groq, Cerebras
    "prompt is too long",  # Anthropic
    "input token count",  # Google
)
_LENGTHS = ("max_tokens", "max_completion_tokens", "max_new_tokens", "context length", "context size")
_EXHAUSTED = ("insufficient_quota", "billing_error", "credit balance is too low")
_FILTERED = (
    "content_filter",
    "contentpolicyviolation",
    "content management policy",
    "responsibleaipolicyviolation",
    "content_policy_violation",
    "data_inspection_failed",  # DashScope
    "datainspectionfailed",  # DashScope, behind gateways
    "inappropriate content",
    "invalid_prompt",
)
_UNFIT = "json_validate_failed"
"""How Groq says that a reply was not in the form wanted: no fault of the request."""
_NAMES: Mapping[Feature, re.Pattern[str]] = {
    "max_tokens": re.compile("max_completion_tokens"),
    "temperature": re.compile("temperature"),
    "effort": re.compile("reasoning[_. ]effort"),
    "template": re.compile("chat_template_kwargs|enable_thinking"),
    "system": re.compile(
        r"system (role|message|prompt)s?\b.{0,40}\bnot\b|not support\w*\b.{0,40}\bsystem (role|message)"
        r"|roles must alternate|only user(,| and) assistant"
    ),
    "logprobs": re.compile("logprobs"),
    "streams": re.compile(r"stream_options|include_usage|\bstream(ing)?\b.{0,40}\bnot\b"),
    "schemas": re.compile(
        "response_format|response format|json_schema|schema|grammar|guided|structured output"
    ),
}
"""The words by which a refusal names each feature, the more particular first."""
_LOADING = ("loading", "warming up", "is starting")
_REFUSED, _UNPAID, _UNKNOWN, _TOO_LARGE, _BUSY = (401, 403), 402, 404, 413, 503
_PASSING = (408, 409, 425, 429)
"""Of the statuses below 500, those after which the same request may succeed."""


def failures() -> tuple[type[Exception], ...]:
    """Returns the errors of a model call: pydantic-ai's own, our time-out, and those of older releases.

    The last are a body that is not JSON, and the error of the HTTP client in use if a connection breaks.
    """
    clients = (sys.modules.get(name) for name in ("httpx", "httpx2"))
    broken = (client.HTTPError for client in clients if client)
    return (AgentRunError, TimeoutError, json.JSONDecodeError, *broken)


def said_plainly(error: Exception, *, name: str, url: str) -> ModelError:
    """The error as Parlour raises it.

    Args:
        error: one of `failures`.
        name: the model string.
        url: where the model was asked.
    """
    where = f"{name} at {url}"
    if not isinstance(error, ModelHTTPError):
        if isinstance(error, TimeoutError):
            return Transient(f"{where} took too long: {error}")
        if is_unreadable(error):
            return Transient(f"{where} answered with something unreadable: {_reason(error)}")
        if words := _message(getattr(error.__cause__, "body", None)):  # in the middle of a stream
            return Transient(f"{where} failed: {words}")
        return Transient(f"{where} cannot be reached: check that it runs: {_reason(error)}")
    if _is_overflow(error):
        return PromptTooLong(f"{where}: the prompt does not fit the model's window: {_reason(error)}")
    if error.status_code == _UNPAID or _says(error, _EXHAUSTED):
        return ModelUnavailable(f"{where}: the account has nothing left to spend: {_reason(error)}")
    match error.status_code:
        case status if status in _REFUSED:
            return ModelUnavailable(f"{where} refuses the key: check that it is right: {_reason(error)}")
        case status if status == _UNKNOWN:
            return ModelUnavailable(f"{where} knows no such model: check its name: {_reason(error)}")
        case status if status < 500 and status not in _PASSING and not _says(error, (_UNFIT,)):
            return ModelUnavailable(f"{where} rejects the request: {_reason(error)}")
        case _:
            return Transient(
                f"{where} failed: {_reason(error)}",
                retry_after=error.retry_after,
                is_loading=error.status_code == _BUSY and _says(error, _LOADING),
            )


def is_unreadable(error: Exception) -> bool:
    """True if the server's answer is no completion, such as a body that is not JSON."""
    if isinstance(error, ModelAPIError):
        return isinstance(error.__cause__, json.JSONDecodeError)
    return isinstance(error, AgentRunError | ValueError)


def rejected_features(error: Exception) -> tuple[Feature, ...]:
    """Returns the features of the request that an error names by its parameter, or else in its text."""
    if not isinstance(error, ModelHTTPError) or error.status_code not in (400, 422, 500, 501):
        return ()
    if _is_overflow(error) or _says(error, (_UNFIT,)):
        return ()
    match cast("Any", error.body):
        case {"param": str(parameter)} if features := _features_in(parameter):
            return features
        case body:
            return _features_in(str(body))


def _features_in(words: str) -> tuple[Feature, ...]:
    return tuple(feature for feature, names in _NAMES.items() if names.search(words.casefold()))


def is_rejection(error: Exception) -> bool:
    """True if the server understood the call and rejects a part of it, named or not."""
    if not isinstance(error, ModelHTTPError) or error.status_code not in (400, 422):
        return False
    return not _is_overflow(error) and not _says(error, (_UNFIT,))


def filter_words(error: Exception) -> str:
    """Returns the server's message if its filter refused the prompt; empty if it did not."""
    if not isinstance(error, ModelHTTPError) or error.status_code not in (400, 403, 422, 451):
        return ""
    return f"the server refused the prompt: {_reason(error)}" if _says(error, _FILTERED) else ""


def is_about_length(error: Exception) -> bool:
    """True if the server rejects the requested number of output tokens."""
    return isinstance(error, ModelHTTPError) and error.status_code in (400, 422) and _says(error, _LENGTHS)


def _is_overflow(error: Exception) -> bool:
    """True if the prompt was longer than the window, by the messages of all kinds of servers."""
    if not isinstance(error, ModelHTTPError):
        return False
    return error.status_code == _TOO_LARGE or (error.status_code in (400, 422) and _says(error, _OVERFLOWS))


def _says(error: ModelHTTPError, phrases: tuple[str, ...]) -> bool:
    told = str(error.body).casefold()
    return any(phrase in told for phrase in phrases)


def _reason(error: Exception) -> str:
    """The provider's own words, on one line of bearable length."""
    words = error.message if isinstance(error, AgentRunError) else f"{type(error).__name__}: {error}"
    if isinstance(error, ModelHTTPError):
        told = _message(error.body)
        words = f"HTTP {error.status_code}" + (f", {told}" if told else "")
    return " ".join(words.split())[:300]


def _message(body: object) -> object:
    """The message of an error's body, which some servers wrap in an error, or in a list of one."""
    match cast("Any", body):
        case [first, *_]:
            return _message(first)
        case {"error": inner}:
            return _message(inner)
        case {"message": message}:
            return message
        case _:
            return body
