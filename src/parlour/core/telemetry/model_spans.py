"""The tracer provider for pydantic-ai's spans of requests, so that they are children of ours."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opentelemetry.trace import TracerProvider

CONTENT = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
"""The variable by which OpenTelemetry is told to keep what models read and wrote."""
_in_use: list[TracerProvider] = []


def provider_in_use() -> TracerProvider | None:
    """Returns the tracer provider of this process, or None."""
    return _in_use[-1] if _in_use else None


def use(provider: TracerProvider | None) -> None:
    """Has spans be made with it from here on; with None, no more."""
    _in_use[:] = [provider] if provider else []


def tells_content() -> bool:
    """Returns whether spans may contain prompts and replies, as the operator has set it."""
    return os.environ.get(CONTENT, "").lower() == "true"
