"""A visit to a match: a visitor and the visible part of the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from parlour.arena import Act, Fault, Note, Record, Setup
from parlour.core import Event, Player
from parlour.errors import NoEntry, UnknownMatch
from parlour.web.hosting import (
    OVER,
    Feed,
    FeedLine,
    Happened,
    Projection,
    Settings,
    TableServer,
    Visibility,
    visibility_of,
)


@dataclass(frozen=True, kw_only=True)
class ForkPoint:
    """A decision at which a match may be forked; everything after it is new."""

    number: int
    step: int
    player: Player
    request: str


@dataclass(frozen=True, kw_only=True)
class Visit:
    """A match and the rights of one visitor."""

    server: TableServer
    match: str
    setup: Setup
    happened: Sequence[Happened]
    visibility: Visibility
    is_host: bool
    is_over: bool
    token: str = ""

    @property
    def place(self) -> str:
        """The end of the addresses of this visitor's pages."""
        return self.token or f"match/{self.match}"

    def check_pass(self) -> None:
        """Raises `NoEntry` if the link of the page was renewed."""
        if self.token:
            self.server.admit(self.token)

    @cached_property
    def decisions(self) -> tuple[ForkPoint, ...]:
        """All decisions, in order."""
        return tuple(
            ForkPoint(
                number=entry.number,
                step=int(entry.item.request.partition(".")[0]),
                player=entry.item.player,
                request=entry.item.request,
            )
            for entry in self.happened
            if isinstance(entry.item, Act)
        )

    def record(self, *, with_calls: bool = False) -> Record:
        """Returns the record from the store."""
        return self.server.store.record(self.match, with_calls=with_calls)

    def lines(self) -> tuple[FeedLine, ...]:
        """Returns the lines visible to the visitor."""
        return Projection(self.happened, self.setup, self.visibility).lines()

    def seen_by(self, visibility: Visibility) -> frozenset[int]:
        """Returns the entries visible to another viewer."""
        return frozenset(
            entry.number for entry in self.happened if visibility.shows(entry.item, entry.request)
        )

    def decision_after(self, number: int) -> ForkPoint | None:
        """Returns the first decision after an entry; None if there is none."""
        return next((decision for decision in self.decisions if decision.number > number), None)

    def request_of(self, number: int) -> str | None:
        """Returns the request that led to an entry; None for an event that the game makes by itself."""
        item = self.happened[number].item
        match item:
            case Act() | Note() | Fault():
                return item.request
            case Event(actor=actor, case=case):
                earlier = [
                    decision
                    for decision in self.decisions
                    if decision.number < number and decision.player == actor
                ]
                same_case = [
                    decision for decision in earlier if case and decision.request.endswith(f".{case}")
                ]
                return (same_case or earlier)[-1].request if earlier else None


def visit(server: TableServer, token: str) -> Visit:
    """Returns a visit by the holder of a token.

    Raises:
        NoEntry: if the pass opens none.
    """
    ticket, table = server.admit(token)
    return Visit(
        server=server,
        match=table.match,
        setup=table.setup,
        happened=tuple(table.feed.past),
        visibility=visibility_of(ticket, table),
        is_host=ticket.kind == "host",
        is_over=table.is_over,
        token=token,
    )


def visit_match(server: TableServer, match: str) -> Visit:
    """Returns a visit to a match in the store that is not being played, with everything visible.

    Raises:
        NoEntry: if it is at such a table: its host has the link.
        UnknownMatch: if there is no such match.
    """
    try:
        record = server.store.record(match, with_calls=False)
    except UnknownMatch as error:  # whose sentence names the database and other matches
        raise UnknownMatch("There is no such match here.") from error
    settings = server.store.hosting.table(record.match)
    if settings is not None and Settings.model_validate_json(settings).standing not in OVER:
        raise NoEntry(f"{record.match} is being played: its host and its players have the links to it.")
    feed = Feed()
    feed.load(record.items)
    return Visit(
        server=server,
        match=record.match,
        setup=record.setup,
        happened=tuple(feed.past),
        visibility=Visibility(is_god=True),
        is_host=True,
        is_over=True,
    )
