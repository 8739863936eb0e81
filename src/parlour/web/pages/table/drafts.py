"""Answers that are not given yet: kept, so that a refresh or a restart takes nothing half-typed away."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from pydantic import BaseModel, ConfigDict, TypeAdapter

from parlour.core import Player
from parlour.store import Hosting

KIND = "drafts"
SECONDS = 0.4
"""The least time between two times of writing them down."""


class AnswerDraft(BaseModel):
    """What somebody means to answer so far.

    Attributes:
        chosen: options.
        speech: what is typed.
    """

    model_config = ConfigDict(frozen=True)
    chosen: tuple[str, ...] = ()
    speech: str = ""


_DRAFTS = TypeAdapter(dict[str, AnswerDraft])


class Drafts:
    """The drafts of one seat, by request.

    Args:
        hosting: where they are kept.
        match: the table's.
        player: whose they are.
    """

    def __init__(self, hosting: Hosting, match: str, player: Player) -> None:
        self._hosting, self._match, self._player = hosting, match, player
        kept = hosting.sheets(match, KIND).get(player)
        self._drafts = _DRAFTS.validate_json(kept) if kept else {}
        self._writing: asyncio.TimerHandle | None = None

    def of(self, request: str) -> AnswerDraft:
        """What stands there for a request."""
        return self._drafts.get(request, AnswerDraft())

    def put(self, request: str, draft: AnswerDraft) -> None:
        """Keeps it, soon."""
        self._drafts[request] = draft
        if self._writing is None:
            self._writing = asyncio.get_running_loop().call_later(SECONDS, self.write)

    def keep_only(self, requests: Collection[str]) -> None:
        """Drops what is asked no more; with nothing asked at all, as in a pause, nothing is dropped."""
        if requests:
            self._drafts = {key: draft for key, draft in self._drafts.items() if key in requests}

    def write(self) -> None:
        """Writes down what has not been."""
        if self._writing:
            self._writing.cancel()
            self._writing = None
            json = _DRAFTS.dump_json(self._drafts).decode()
            self._hosting.put_sheet(self._match, self._player, KIND, json)
