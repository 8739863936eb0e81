"""The client of one model's server, and the way in which it sends a call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from parlour.llm.backend import Call, OnChunk
from parlour.llm.profile import ServerProfile
from parlour.llm.responses import Reply


@dataclass(frozen=True, kw_only=True)
class Sending:
    """The way in which a call is sent once."""

    profile: ServerProfile
    room: int
    patience: float
    headers: Mapping[str, str]


class Endpoint(Protocol):
    """The client of one model's server."""

    model_name: str
    provider: str
    url: str
    profile: ServerProfile

    async def ask(self, call: Call, sending: Sending, on_text: OnChunk | None = None) -> Reply:
        """Sends a call once, streamed if `on_text` takes its text; raises a `CallFailure` without a reply."""
        ...

    async def close(self) -> None:
        """Closes its connections."""
        ...
