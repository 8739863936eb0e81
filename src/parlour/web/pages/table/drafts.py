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
        self._drafts = self._written()
        self._changes: dict[str, AnswerDraft | None] = {}
        self._writing: asyncio.TimerHandle | None = None

    def of(self, request: str) -> AnswerDraft:
        """What stands there for a request."""
        return self._drafts.get(request, AnswerDraft())

    def put(self, request: str, draft: AnswerDraft) -> None:
        """Keeps it, soon."""
        self._drafts[request] = self._changes[request] = draft
        if self._writing is None:
            self._writing = asyncio.get_running_loop().call_later(SECONDS, self.write)

    def drop(self, request: str) -> None:
        """Writes down that a request was answered: the same id may be asked again, as in free discussion."""
        self._drafts.pop(request, None)
        self._changes[request] = None
        self.write()

    def keep_only(self, requests: Collection[str]) -> None:
        """Drops what is asked no more; with nothing asked at all, as in a pause, nothing is dropped."""
        if requests:
            for gone in self._drafts.keys() - set(requests):
                del self._drafts[gone]
                self._changes[gone] = None

    def write(self) -> None:
        """Writes down what has changed here, beside what another window of the seat has written."""
        if self._writing:
            self._writing.cancel()
            self._writing = None
        if self._changes:
            changed = {**self._written(), **self._changes}
            kept = {request: draft for request, draft in changed.items() if draft is not None}
            self._hosting.put_sheet(self._match, self._player, KIND, _DRAFTS.dump_json(kept).decode())
            self._changes.clear()

    def _written(self) -> dict[str, AnswerDraft]:
        kept = self._hosting.sheets(self._match, KIND).get(self._player)
        return _DRAFTS.validate_json(kept) if kept else {}
