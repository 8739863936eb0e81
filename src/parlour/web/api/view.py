"""The view of a table for the holder of an access token."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from parlour.arena import OUTSIDE, Seat
from parlour.core import Player, Request
from parlour.llm import Language
from parlour.store import AccessTokenKind
from parlour.views import premise_of
from parlour.web.api.entry import Admission
from parlour.web.hosting import FeedLine, Form, LiveMatch, Standing, Trouble, Visibility

_SOMETHING = "Something went wrong; the host of the table can see what."


class SeatView(BaseModel):
    """A seat and the kind of its player.

    Attributes:
        player: the seat.
        sits: a person, a remote program, or an agent.
        method: the agent's method; only in the god view, since sides may be seated by method.
        model: the agent's model; likewise.
    """

    model_config = ConfigDict(frozen=True)
    player: Player
    sits: Literal["human", "remote", "agent"]
    method: str | None = None
    model: str | None = None


class Thinker(BaseModel):
    """A player that is deciding, and the kind of its request."""

    model_config = ConfigDict(frozen=True)
    player: Player
    kind: str
    round: int


class Speaking(BaseModel):
    """A speech that is being formed.

    Attributes:
        request: the request that it answers.
        player: who speaks.
        text: so far.
    """

    model_config = ConfigDict(frozen=True)
    request: str
    player: Player
    text: str


class StandingView(BaseModel):
    """The state of a table.

    Attributes:
        standing: the state.
        why: the reason of a delay or stop, if there is one.
        seconds: the time limit of outside players for each request; null for none.
        troubles: the troubles so far, oldest first; for the host.
    """

    model_config = ConfigDict(frozen=True)
    standing: Standing
    why: str
    seconds: int | None
    troubles: tuple[Trouble, ...] = ()


class TableView(BaseModel):
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

    model_config = ConfigDict(frozen=True)
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
    told = settings.why if entry.is_host else settings.why and _SOMETHING
    troubles = settings.troubles if entry.is_host else ()
    return StandingView(standing=settings.standing, why=told, seconds=settings.seconds, troubles=troubles)


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
    told = {"player": seat.player, "sits": sits}
    if visibility.is_god:
        told |= {"method": holder.method, "model": holder.model}
    return SeatView.model_validate(told)
