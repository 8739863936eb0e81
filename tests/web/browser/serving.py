"""A server in a process of its own, as a user starts it, that can be killed and started again."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import httpx

from parlour.arena import Setup
from parlour.core import Player
from parlour.llm import ModelPool
from parlour.store import AccessToken, Store
from parlour.web.hosting import TableServer

PATIENCE = 60.0
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Opened:
    """A table, with what opens it."""

    match: str
    passes: tuple[AccessToken, ...]

    @property
    def host(self) -> str:
        return next(each.token for each in self.passes if each.kind == "host")

    @property
    def spectator(self) -> str:
        return next(each.token for each in self.passes if each.kind == "spectator")

    def seat(self, player: Player) -> str:
        return next(each.token for each in self.passes if each.player == player)


@dataclass(kw_only=True)
class Server:
    """`parlour serve` over one database.

    Attributes:
        db: its database; tables may be opened in it before the server runs, and while it does.
        options: more for the command line.
        free_moment: seconds for which a free moment waits for a person, instead of the product's few.
    """

    db: Path
    options: tuple[str, ...] = ()
    free_moment: float | None = None
    port: int = field(default_factory=lambda: free_port())
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        """Starts it and waits until it answers."""
        serve = "from parlour.cli import main; main()"
        if self.free_moment:
            moment = f"remote_seat.FREE_MOMENT = {self.free_moment}"
            serve = f"from parlour.web.hosting import remote_seat; {moment}; {serve}"
        options = ("--port", str(self.port), "--db", str(self.db), "--pace", "0", *self.options)
        self.process = subprocess.Popen(
            [sys.executable, "-c", serve, "serve", *options], stdout=subprocess.DEVNULL
        )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None, "the server has stopped"
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.05)
        return self

    def kill(self) -> None:
        """Kills it without a word, as a crash does."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def open(self, setup: Setup, *, is_begun: bool = True, seconds: int | None = None) -> Opened:
        """Opens a table; one that is begun goes on when the server starts, or at once where it runs."""

        async def lay(house: TableServer) -> Opened:
            table, passes = house.open(setup, seconds=seconds)
            if is_begun and not self.process:
                table.start()
            return Opened(match=table.match, passes=passes)

        opened = self.in_house(lay)
        if is_begun and self.process:
            self.begin(opened)
        return opened

    def begin(self, opened: Opened) -> None:
        """Begins a table that waits, as its host does."""
        key = {"Authorization": f"Bearer {opened.host}"}
        httpx.post(f"{self.url}/api/v1/table/start", headers=key, timeout=PATIENCE).raise_for_status()

    def in_house(self, what: Callable[[TableServer], Coroutine[object, object, T]]) -> T:
        """Does something in this process with the database, whose other tables stay the server's if it runs.

        In a thread of its own: Playwright's loop runs in this one.
        """

        async def run() -> T:
            with Store.open(str(self.db)) as store:
                async with ModelPool() as models, AsyncExitStack() as stack:
                    house = TableServer(store, models)
                    if self.process:
                        stack.push_async_exit(house.__aexit__)  # not entered: that would claim all tables
                    else:
                        await stack.enter_async_context(house)
                    return await what(house)

        with ThreadPoolExecutor(1) as pool:
            return pool.submit(lambda: asyncio.run(run())).result()

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/", timeout=5).status_code < 500
        except httpx.TransportError:
            return False


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
