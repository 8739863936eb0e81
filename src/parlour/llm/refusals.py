"""What a provider's error means for a match: what happened, where, and what to do about it."""

from __future__ import annotations

from pydantic_ai.exceptions import (
    AgentRunError,
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRequestRejectedError,
)

from parlour.errors import ModelError, ModelUnavailable, PromptTooLong
from parlour.llm.retried import Transient


def said_plainly(error: AgentRunError, *, name: str, url: str) -> ModelError:
    """The error as Parlour raises it.

    Args:
        error: as pydantic-ai raised it.
        name: the model string.
        url: where the model was asked.
    """
    where = f"{name} at {url}"
    if _is_overflow(error):
        return PromptTooLong(f"{where}: the prompt does not fit the model's window: {_reason(error)}")
    match error:
        case ModelAuthenticationError():
            return ModelUnavailable(f"{where} refuses the key: check that it is right: {_reason(error)}")
        case ModelNotFoundError():
            return ModelUnavailable(f"{where} knows no such model: check its name: {_reason(error)}")
        case ModelQuotaExceededError():
            return ModelUnavailable(f"{where}: the account has nothing left to spend: {_reason(error)}")
        case ModelRequestRejectedError():
            return ModelUnavailable(f"{where} rejects the request: {_reason(error)}")
        case ModelConnectionError():
            return Transient(f"{where} cannot be reached: check that it runs: {_reason(error)}")
        case ModelAPIError():
            return Transient(f"{where} failed: {_reason(error)}", retry_after=error.retry_after)
        case _:
            return Transient(f"{where} answered with something unreadable: {_reason(error)}")


def is_rejection(error: AgentRunError) -> bool:
    """Whether the server understood the call and will not have something in it."""
    is_bad_request = isinstance(error, ModelHTTPError) and error.status_code in (400, 422)
    return is_bad_request and not _is_overflow(error)


def _is_overflow(error: AgentRunError) -> bool:
    """Whether the prompt was longer than the window; llama.cpp says so in its own words."""
    return isinstance(error, ModelContextWindowExceededError) or (
        isinstance(error, ModelHTTPError) and "exceeds the available context size" in error.message
    )


def _reason(error: AgentRunError) -> str:
    """The provider's own words, on one line of bearable length."""
    words = error.message
    if isinstance(error, ModelHTTPError):
        body = error.body
        told = body.get("message") if isinstance(body, dict) else body  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        words = f"HTTP {error.status_code}" + (f", {told}" if told else "")
    return " ".join(words.split())[:300]
