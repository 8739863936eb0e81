"""The reply of a model's server, parted into answer and thoughts, and its failures with their consequences.

A failure is classified by the HTTP status and the server's own words, whichever client sent the call.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from parlour.core import visible
from parlour.errors import ModelError, ModelUnavailable, PromptTooLong
from parlour.llm.backend import Feature, Transient
from parlour.llm.model_file import find_setting
from parlour.llm.thoughts import split_thoughts

_REFUSING = ("content_filter", "refusal")
"""The reasons of an end for which a reply is withheld."""


@dataclass(frozen=True, kw_only=True)
class Reply:
    """The reply of a server to one call.

    Attributes:
        text: its text, or the arguments of a tool call if it has none; thoughts between marks among it.
        thoughts: those in a field of their own; None without such a field.
        finish: the reason of its end, as the server tells it.
        refusal: the words of a refusal in a field of its own.
        input_tokens: of the prompt, cached and written ones among them; 0 if they are not told.
        cached_tokens: read from the server's cache.
        written_tokens: written to it.
        output_tokens: of the reply, thoughts among them; 0 if they are not told.
        thought_tokens: of the thoughts, likewise.
    """

    text: str
    thoughts: str | None = None
    finish: str = ""
    refusal: str = ""
    logprobs: tuple[tuple[str, float], ...] = ()
    input_tokens: int = 0
    cached_tokens: int = 0
    written_tokens: int = 0
    output_tokens: int = 0
    thought_tokens: int = 0


class Reading:
    """A reply, parted into answer and thoughts once."""

    def __init__(self, reply: Reply, *, closes_only: bool) -> None:
        self.reply, self.text, self.is_cut = reply, visible(reply.text), reply.finish == "length"
        self.split = split_thoughts(self.text)
        self.is_cut_thought = closes_only and self.is_cut and not self.split.has_marks
        self.has_field = reply.thoughts is not None
        answer, thought = self.split.answer, self.split.thoughts
        self.answer, thought = ("", answer) if self.is_cut_thought else (answer, thought)
        self.thoughts = visible("\n".join(filter(None, (reply.thoughts, thought))))
        self.refusal = f"the model refused: {reply.refusal}" if reply.refusal else ""
        if not self.refusal and reply.finish in _REFUSING and not self.text.strip():
            self.refusal = f"a filter of the server withheld the reply (finish_reason {reply.finish!r})"

    @property
    def is_plain(self) -> bool:
        """True if the reply is whole and in prose."""
        return bool(self.text) and not self.is_cut and not self.text.lstrip().startswith("{")


class CallFailure(Exception):
    """A call that came to no reply, such as a connection that could not be opened, or broke off."""


class ServerRefusal(CallFailure):
    """An error response of the server."""

    def __init__(self, status: int, body: object, *, retry_after: float | None = None) -> None:
        super().__init__(status)
        self.status, self.body, self.retry_after = status, body, retry_after


class UnreadableReply(CallFailure):
    """An answer that is no reply, such as a body that is not JSON."""


FAILURES = (CallFailure, TimeoutError)
"""The errors of a call before `Hosted` raises them as Parlour's."""


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


def said_plainly(
    error: Exception, *, name: str, url: str, settings: Mapping[str, object] | None = None
) -> ModelError:
    """Returns the error as Parlour raises it; of a server without a name of a model, if it is empty.

    If a refusal names one of the user's settings of the model, the message says so, and where it stands.
    """
    where = f"{name} at {url}" if name else url
    match error:
        case ServerRefusal():
            return _explain_refusal(error, where, name, settings or {})
        case TimeoutError():
            return Transient(f"{where} took too long: {error}")
        case UnreadableReply():
            return Transient(f"{where} answered with something unreadable: {_reason(error)}")
        case _:
            return Transient(f"{where} cannot be reached: check that it runs: {_reason(error)}")


def _explain_refusal(
    error: ServerRefusal, where: str, model: str, settings: Mapping[str, object]
) -> ModelError:
    if _is_overflow(error):
        return PromptTooLong(f"{where}: the prompt does not fit the model's window: {_reason(error)}")
    if error.status == _UNPAID or _says(error, _EXHAUSTED):
        return ModelUnavailable(f"{where}: the account has nothing left to spend: {_reason(error)}")
    if error.status in _REFUSED:
        return ModelUnavailable(f"{where} refuses the key: check that it is right: {_reason(error)}")
    if error.status == _UNKNOWN:
        return ModelUnavailable(f"{where} knows no such model: check its name: {_reason(error)}")
    if error.status >= 500 or error.status in _PASSING or _says(error, (_UNFIT,)):
        is_loading = error.status == _BUSY and _says(error, _LOADING)
        words = f"{where} failed: {_reason(error)}"
        return Transient(words, retry_after=error.retry_after, is_loading=is_loading)
    advice = ""
    if name := next((name for name in settings if re.search(rf"\b{re.escape(name)}\b", str(error.body))), ""):
        place = find_setting(model, name, settings[name])
        advice = f"; take {name} out of its settings" + (f": {place}" if place else "")
    return ModelUnavailable(f"{where} rejects the request: {_reason(error)}{advice}")


def rejected_features(error: Exception) -> tuple[Feature, ...]:
    """Returns the features of the request that an error names by its parameter, or else in its text."""
    if not isinstance(error, ServerRefusal) or error.status not in (400, 422, 500, 501):
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
    if not isinstance(error, ServerRefusal) or error.status not in (400, 422):
        return False
    return not _is_overflow(error) and not _says(error, (_UNFIT,))


def filter_words(error: Exception) -> str:
    """Returns the server's message if its filter refused the prompt; empty if it did not."""
    if not isinstance(error, ServerRefusal) or error.status not in (400, 403, 422, 451):
        return ""
    return f"the server refused the prompt: {_reason(error)}" if _says(error, _FILTERED) else ""


def is_about_length(error: Exception) -> bool:
    """True if the server rejects the requested number of output tokens."""
    return isinstance(error, ServerRefusal) and error.status in (400, 422) and _says(error, _LENGTHS)


def _is_overflow(error: ServerRefusal) -> bool:
    return error.status == _TOO_LARGE or (error.status in (400, 422) and _says(error, _OVERFLOWS))


def _says(error: ServerRefusal, phrases: tuple[str, ...]) -> bool:
    body = str(error.body).casefold()
    return any(phrase in body for phrase in phrases)


def _reason(error: Exception) -> str:
    words = str(error)
    if isinstance(error, ServerRefusal):
        message = _message(error.body)
        words = f"HTTP {error.status}" + (f", {message}" if message else "")
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
