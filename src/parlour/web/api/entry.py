"""Access tokens: a request's token, the table that it opens, and the host's view of tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends
from fastapi.requests import HTTPConnection
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict

from parlour.core import Player
from parlour.errors import NoEntry, NotYours
from parlour.store import AccessToken, AccessTokenKind
from parlour.web.hosting import LiveMatch, Projection, TableServer, Visibility, visibility_of

_MISSING = "This needs a pass: send it as `Authorization: Bearer TOKEN`."


@dataclass(frozen=True, kw_only=True)
class Admission:
    """A table and the access token that opens it."""

    house: TableServer
    ticket: AccessToken
    table: LiveMatch

    @property
    def visibility(self) -> Visibility:
        """The holder's visibility now."""
        return visibility_of(self.ticket, self.table)

    @property
    def projection(self) -> Projection:
        """The lines visible to the holder now, under the numbers that they had in play."""
        in_play = None if self.is_host else Visibility(player=self.ticket.player or None)
        return self.table.projection(self.visibility, in_play)

    @property
    def is_host(self) -> bool:
        """True if the token is the host's."""
        return self.ticket.kind == "host"

    @property
    def player(self) -> Player:
        """The seat of the token.

        Raises:
            NotYours: if it opens none.
        """
        if self.ticket.kind != "seat":
            raise NotYours("This needs the pass of a seat.")
        return self.ticket.player

    def require_host(self) -> None:
        """Raises `NotYours` unless the holder has the controls."""
        if not self.is_host:
            raise NotYours("This needs the pass of the table's host.")

    def require_god(self) -> None:
        """Raises `NotYours` unless the holder may see everything."""
        if not self.visibility.is_god:
            raise NotYours("This is shown to the host alone until the match is over.")


def house_of(connection: HTTPConnection) -> TableServer:
    """Returns the server's tables."""
    return cast("Callable[[], TableServer]", connection.app.state.house)()


def admit_token(house: TableServer, token: str) -> Admission:
    """Returns the table that a token opens.

    Raises:
        NoEntry: if it opens none.
    """
    if not token:
        raise NoEntry(_MISSING)
    ticket, table = house.admit(token)
    return Admission(house=house, ticket=ticket, table=table)


_BEARER = HTTPBearer(
    auto_error=False, description="A pass of the table, as it stands at the end of its link."
)

InHouse = Annotated[TableServer, Depends(house_of)]


async def _enter(
    house: InHouse, bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)]
) -> Admission:
    return admit_token(house, bearer.credentials if bearer else "")


AtTable = Annotated[Admission, Depends(_enter)]
"""A route's parameter that requires an access token."""


class AccessTokenView(BaseModel):
    """An access token of a table, as its host sees it."""

    model_config = ConfigDict(frozen=True)
    token: str
    kind: AccessTokenKind
    player: Player | None

    @classmethod
    def of(cls, ticket: AccessToken) -> AccessTokenView:
        """Returns the view of a token."""
        return cls(token=ticket.token, kind=ticket.kind, player=ticket.player or None)


class Opened(BaseModel):
    """A table that was opened, with all its access tokens."""

    model_config = ConfigDict(frozen=True)
    match: str
    passes: tuple[AccessTokenView, ...]

    @classmethod
    def of(cls, table: LiveMatch, passes: Iterable[AccessToken]) -> Opened:
        """Returns the view of a new table."""
        return cls(match=table.match, passes=tuple(map(AccessTokenView.of, passes)))
