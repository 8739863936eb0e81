"""A server in a process of its own, as a user starts it, that can be killed and started again."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import TypeVar

import httpx

from parlour.arena import Setup
from parlour.core import Player
from parlour.llm import ModelPool
from parlour.store import AccessToken, Store
from parlour.web.hosting import TableServer

PATIENCE = 180.0
"""Seconds after which something that does not happen is given up; nothing takes so long that does happen."""
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
        before: statements that its process runs first.
        model: of its tables where nothing else is said; empty for the usual one.
        port: where it listens; 0 until it has started for the first time.
    """

    db: Path
    options: tuple[str, ...] = ()
    before: str = ""
    model: str = ""
    port: int = 0
    process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        serve = f"{self.before}\nfrom parlour.cli import main; main()"
        options = ("--port", str(self.port), "--db", str(self.db), "--pace", "0", *self.options)
        self.process = subprocess.Popen(
            [sys.executable, "-c", serve, "serve", *options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **({"PARLOUR_MODEL": self.model} if self.model else {})},
        )
        hang = Timer(PATIENCE, self.process.kill)
        hang.start()
        assert self.process.stdout
        told = self.process.stdout.readline().split()
        hang.cancel()
        assert told[:3] == ["Parlour", "is", "open:"], "the server does not start"
        self.port = httpx.URL(told[3]).port or 0
        return self

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def client(self, token: str = "") -> httpx.Client:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE)

    def open(self, setup: Setup, *, is_begun: bool = True, seconds: int | None = None) -> Opened:
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
        with self.client(opened.host) as host:
            host.post("/api/v1/table/start").raise_for_status()

    def wait_until_written(self, opened: Opened, player: Player, kind: str, *words: str) -> None:
        end = time.monotonic() + PATIENCE
        with Store.reading(str(self.db)) as store:
            while not all(each in store.hosting.sheets(opened.match, kind).get(player, "") for each in words):
                assert time.monotonic() < end, f"never written: {words}"
                time.sleep(0.05)

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
