"""A request's access token, the table that it opens, and the view of the table for its holder."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Literal, cast

from fastapi import Depends
from fastapi.requests import HTTPConnection
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from parlour.arena import OUTSIDE, Seat
from parlour.core import FrozenModel, Player, Request
from parlour.errors import NoEntry, NotYours
from parlour.llm import Language
from parlour.store import AccessToken, AccessTokenKind
from parlour.views import premise_of
from parlour.web.hosting import (
    FeedLine,
    Form,
    LiveMatch,
    Projection,
    Standing,
    TableServer,
    Trouble,
    Visibility,
    visibility_of,
)

_MISSING = "This needs a pass: send it as `Authorization: Bearer TOKEN`."


@dataclass(frozen=True, kw_only=True)
class Admission:
    """A table and the access token that opens it."""

    server: TableServer
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


def server_of(connection: HTTPConnection) -> TableServer:
    """Returns the server's tables."""
    return cast("Callable[[], TableServer]", connection.app.state.server)()


def admit_token(server: TableServer, token: str) -> Admission:
    """Returns the table that a token opens.

    Raises:
        NoEntry: if it opens none.
    """
    if not token:
        raise NoEntry(_MISSING)
    ticket, table = server.admit(token)
    return Admission(server=server, ticket=ticket, table=table)


_BEARER = HTTPBearer(
    auto_error=False, description="A pass of the table, as it stands at the end of its link."
)

InServer = Annotated[TableServer, Depends(server_of)]


async def _enter(
    server: InServer, bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)]
) -> Admission:
    return admit_token(server, bearer.credentials if bearer else "")


AtTable = Annotated[Admission, Depends(_enter)]
"""A route's parameter that requires an access token."""


class AccessTokenView(FrozenModel):
    """An access token of a table, as its host sees it."""

    token: str
    kind: AccessTokenKind
    player: Player | None

    @classmethod
    def of(cls, ticket: AccessToken) -> AccessTokenView:
        return cls(token=ticket.token, kind=ticket.kind, player=ticket.player or None)


class Opened(FrozenModel):
    """A table that was opened, with all its access tokens."""

    match: str
    passes: tuple[AccessTokenView, ...]

    @classmethod
    def of(cls, table: LiveMatch, passes: Iterable[AccessToken]) -> Opened:
        return cls(match=table.match, passes=tuple(map(AccessTokenView.of, passes)))


_SOMETHING = "Something went wrong; the host of the table can see what."


class SeatView(FrozenModel):
    """A seat and the kind of its player.

    Attributes:
        player: the seat.
        sits: a person, a remote program, or an agent.
        method: the agent's method; only in the god view, since sides may be seated by method.
        model: the agent's model; likewise.
    """

    player: Player
    sits: Literal["human", "remote", "agent"]
    method: str | None = None
    model: str | None = None


class Thinker(FrozenModel):
    """A player that is deciding, and the kind of its request."""

    player: Player
    kind: str
    round: int


class Speaking(FrozenModel):
    """A speech that is being formed.

    Attributes:
        request: the request that it answers.
        player: who speaks.
        text: so far.
    """

    request: str
    player: Player
    text: str


class StandingView(FrozenModel):
    """The state of a table.

    Attributes:
        standing: the state.
        why: the reason of a delay or stop, if there is one.
        seconds: the time limit of outside players for each request; null for none.
        troubles: the troubles so far, oldest first; for the host.
    """

    standing: Standing
    why: str
    seconds: int | None
    troubles: tuple[Trouble, ...] = ()


class TableView(FrozenModel):
    """A table as visible to the holder of an access token.

    Attributes:
        match: its id.
        game: the name of the game.
        title: the title of the story; empty in a game without one.
        synopsis: the public premise of the story.
        language: the language of the table.
        pass_kind: the kind of the access token.
        me: the seat of the token, if any.
        sees_all: whether thoughts and hidden information are shown too.
        seats: the seats, in order.
        victims: the victims of the story.
        standing: the state of the table.
        last: the highest line number, after which later lines come.
        lines: the lines after the requested number; numbers count the lines visible to the token.
        thinking: the players that are visibly deciding now.
        speaking: the audible speeches that are being formed.
        forms: the open requests of the seat.
    """

    match: str
    game: str
    title: str
    synopsis: str
    language: Language
    pass_kind: AccessTokenKind
    me: Player | None
    sees_all: bool
    seats: tuple[SeatView, ...]
    victims: tuple[str, ...]
    standing: StandingView
    last: int
    lines: tuple[FeedLine, ...]
    thinking: tuple[Thinker, ...]
    speaking: tuple[Speaking, ...]
    forms: tuple[Form, ...]


def table_view(entry: Admission, after: int = -1) -> TableView:
    """Returns the table, with the lines after a number."""
    table, visibility = entry.table, entry.visibility
    game = table.setup.game
    premise = premise_of(game)
    return TableView(
        match=table.match,
        game=game.name,
        title=premise.title,
        synopsis=premise.synopsis,
        language=table.setup.language,
        pass_kind=entry.ticket.kind,
        me=visibility.player,
        sees_all=visibility.is_god,
        seats=tuple(_seat(seat, visibility) for seat in table.setup.seats),
        victims=premise.victims,
        standing=standing(entry),
        last=entry.projection.last,
        lines=entry.projection.lines(after),
        thinking=thinking(table, visibility),
        speaking=speaking(table, visibility),
        forms=table.forms(visibility.player) if visibility.player else (),
    )


def standing(entry: Admission) -> StandingView:
    """Returns the state of the table; only the host sees the details of a trouble."""
    settings = entry.table.settings
    why = settings.why if entry.is_host else settings.why and _SOMETHING
    troubles = settings.troubles if entry.is_host else ()
    return StandingView(standing=settings.standing, why=why, seconds=settings.seconds, troubles=troubles)


def thinking(table: LiveMatch, visibility: Visibility) -> tuple[Thinker, ...]:
    """Returns the players that a viewer may see deciding."""
    return tuple(
        Thinker(player=request.player, kind=request.kind.name, round=request.round)
        for request in table.thinking(visibility)
    )


def speaking(table: LiveMatch, visibility: Visibility) -> tuple[Speaking, ...]:
    """Returns the forming speeches that a viewer may see."""
    requests, texts = table.feed.requests, table.feed.speech

    def is_heard(request: Request) -> bool:
        return request.id in texts and visibility.hears(request, alone=len(requests) == 1)

    return tuple(
        Speaking(request=table.request_name(request.id), player=request.player, text=texts[request.id])
        for request in requests
        if is_heard(request)
    )


def _seat(seat: Seat, visibility: Visibility) -> SeatView:
    holder = seat.holder
    sits = holder.method if holder.method in OUTSIDE else "agent"
    fields = {"player": seat.player, "sits": sits}
    if visibility.is_god:
        fields |= {"method": holder.method, "model": holder.model}
    return SeatView.model_validate(fields)
