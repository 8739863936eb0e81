"""All tables of a server, and their access tokens."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from types import TracebackType
from typing import Self
from weakref import WeakValueDictionary

from parlour.arena import (
    OUTSIDE,
    SeatAssignment,
    Setup,
    Window,
    calls_before,
    find_player,
    fork_setup,
    hold,
    passed_to,
    try_out,
)
from parlour.core import Player
from parlour.errors import NoEntry
from parlour.llm import ModelPool, default_model
from parlour.store import AccessToken, AccessTokenKind, MemoryLog, Store, refuse_foreign
from parlour.web.hosting.live_match import FIRST_PATIENCE, LiveMatch, Settings, Standing
from parlour.web.hosting.projection import Visibility

KEPT = 64
"""The number of finished tables without viewers that stay in memory; the others are read again."""
_TOKEN_BYTES = 24
"""192 bits, too many to guess."""


class TableServer:
    """The tables of one server.

    `async with TableServer(...) as house` resumes every table that was running when the last server stopped
    or crashed.
    """

    def __init__(self, store: Store, models: ModelPool, *, patience: float = FIRST_PATIENCE) -> None:
        self.store, self.models, self._patience = store, models, patience
        self._tables = WeakValueDictionary[str, LiveMatch]()
        self._unfinished = set[LiveMatch]()
        self._latest = deque[LiveMatch](maxlen=KEPT)
        self._claim = ExitStack()

    async def __aenter__(self) -> Self:
        self._claim.enter_context(self.store.serving())
        for match, json in self.store.hosting.tables().items():
            settings = Settings.model_validate_json(json)
            if settings.standing is Standing.RUNNING:
                self._table(match, settings).start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._claim:
            for table in tuple(self._tables.values()):
                await table.close()

    @property
    def tables(self) -> Mapping[str, LiveMatch]:
        """The tables in memory, by match: all that can continue, and some that are over."""
        return self._tables

    async def create_setup(self, lay: Callable[[Window], Setup]) -> Setup:
        """Creates a setup in a thread, so that no other table waits for a model that opens slowly."""
        return await asyncio.to_thread(lay, self.models.window)

    def open(
        self, setup: Setup, *, seconds: int | None = None, is_study: bool = False
    ) -> tuple[LiveMatch, tuple[AccessToken, ...]]:
        """Opens a table, with an access token for its host, for spectators, and per outside seat.

        Raises:
            UsageError: if the setup cannot be played.
        """
        try_out(setup, MemoryLog())
        return self.lay(self.store.create(setup), seconds=seconds, is_study=is_study)

    def lay(
        self, match: str, *, seconds: int | None = None, is_study: bool = False
    ) -> tuple[LiveMatch, tuple[AccessToken, ...]]:
        """Opens a table for a match in the store, unless the match has a table already.

        Raises:
            UnknownMatch: if it is not there.
        """
        if self.store.hosting.table(match) is not None:
            return self.table(match), self.passes(match)
        setup, settings = self.store.setup(match), Settings(seconds=seconds, is_study=is_study)
        passes = [_pass(match, "host"), _pass(match, "spectator")]
        passes += [_pass(match, "seat", seat.player) for seat in setup.seats if seat.holder.method in OUTSIDE]
        self.store.hosting.open(match, settings.model_dump_json(), passes)
        return self._table(match, settings), tuple(passes)

    async def fork(
        self, match: str, step: int, changes: Mapping[Player, tuple[str, str]]
    ) -> tuple[LiveMatch, tuple[AccessToken, ...]]:
        """Opens a table whose match is another one up to a step and continues on its own.

        Raises:
            UsageError: if the match never came to that step, there is no such seat, the changes cannot be
                played, or it was imported and names addresses that the user has not.
        """
        refuse_foreign(self.store, self.store.find(match))
        record = self.store.record(match)
        calls = await calls_before(record, step)
        setup = fork_setup(record, step)
        for name, (method, model) in changes.items():
            player = find_player(name, setup.game)
            setup = passed_to(setup, player, step, await self._holder(player, method, model))
        table, passes = self.open(setup)
        self.store.journal(table.match).adopt(calls)
        return table, passes

    def admit(self, token: str) -> tuple[AccessToken, LiveMatch]:
        """Returns the table that a token opens.

        Raises:
            NoEntry: if it opens none.
        """
        ticket = self.store.hosting.find(token)
        if ticket is None:
            raise NoEntry(
                "This link opens nothing: perhaps it is not whole, or the host has made another one."
            )
        return ticket, self.table(ticket.match)

    def table(self, match: str) -> LiveMatch:
        """Returns the table of a match.

        Raises:
            NoEntry: if the match is at none.
        """
        if table := self._tables.get(match):
            return table
        json = self.store.hosting.table(match)
        if json is None:
            raise NoEntry(f"{match} is not at a table of this server.")
        return self._table(match, Settings.model_validate_json(json))

    def passes(self, match: str) -> tuple[AccessToken, ...]:
        """Returns every access token of a table; for its host alone."""
        return self.store.hosting.passes(match)

    def renew(self, token: str) -> AccessToken:
        """Replaces an access token, which opens nothing any more.

        Raises:
            NoEntry: if it opens nothing already.
        """
        old, table = self.admit(token)
        new = _pass(old.match, old.kind, old.player)
        self.store.hosting.add_passes([new])
        self.store.hosting.revoke(token)
        table.change_locks()
        return new

    async def hand_over(self, match: str, player: Player, method: str, model: str = "") -> AccessToken | None:
        """Replaces the method of a seat; the previous access token of the seat opens nothing more.

        Raises:
            UsageError: if the method or the model is unknown, or there is no such seat.
            TableError: if the match is over.
        """
        table = self.table(match)
        seat = find_player(player, table.setup.game)
        await table.hand_over(seat, await self._holder(seat, method, model))
        for old in self.passes(match):
            if old.kind == "seat" and old.player == seat:
                self.store.hosting.revoke(old.token)
                table.change_locks()
        if seat not in table.outside:
            return None
        new = _pass(match, "seat", seat)
        self.store.hosting.add_passes([new])
        return new

    async def _holder(self, player: Player, method: str, model: str) -> SeatAssignment:
        return await asyncio.to_thread(hold, player, method, model or default_model(), self.models.window)

    def _table(self, match: str, settings: Settings) -> LiveMatch:
        table = self._tables[match] = LiveMatch(
            self.store, self.models, match, settings, patience=self._patience
        )
        self._unfinished = {live_match for live_match in (*self._unfinished, table) if not live_match.is_over}
        self._latest.append(table)
        return table


def visibility_of(ticket: AccessToken, table: LiveMatch) -> Visibility:
    """Returns the visibility of a token's holder: everything for the host, and for all after the end."""
    return Visibility(player=ticket.player or None, is_god=ticket.kind == "host" or table.is_over)


def _pass(match: str, kind: AccessTokenKind, player: Player = "") -> AccessToken:
    return AccessToken(token=secrets.token_urlsafe(_TOKEN_BYTES), match=match, kind=kind, player=player)
