"""What opens a table, as its host is shown it."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from parlour.core import Player
from parlour.store import AccessToken, AccessTokenKind
from parlour.web.hosting import LiveMatch


class AccessTokenView(BaseModel):
    """What opens the table to whoever holds it."""

    model_config = ConfigDict(frozen=True)
    token: str
    kind: AccessTokenKind
    player: Player | None

    @classmethod
    def of(cls, ticket: AccessToken) -> AccessTokenView:
        """A pass as it is shown."""
        return cls(token=ticket.token, kind=ticket.kind, player=ticket.player or None)


class Opened(BaseModel):
    """A table that was opened, and everything that opens it."""

    model_config = ConfigDict(frozen=True)
    match: str
    passes: tuple[AccessTokenView, ...]

    @classmethod
    def of(cls, table: LiveMatch, passes: Iterable[AccessToken]) -> Opened:
        """A new table as it is shown."""
        return cls(match=table.match, passes=tuple(map(AccessTokenView.of, passes)))
