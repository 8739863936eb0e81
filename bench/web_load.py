"""A hundred tables at once, one person at each, on one server process: how soon others see what one does.

Every person is a WebSocket client that thinks for 5 to 20 seconds (the quickest people do) before it answers;
two spectators watch each table. The other seven seats are agents that think with the reader, which takes
this machine's own time, as a provider's model would not. Half of the tables play a generated mystery, half
Werewolf; where a match ends, that table's person goes to the next one. The figure is the time from a person's
sending an answer to each spectator's having the line of it; once more with a thousand strangers, from two
hundred addresses, who open connections and send nothing.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import orjson
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.figure import Figure, at_most
from bench.own_time import run_in_own_time
from parlour.agents.memory import BM25
from parlour.arena import HUMAN, Act, GameSetup, Seat, Setup
from parlour.cli.serving import shorten_collections
from parlour.games.mystery import MysterySetup, generate
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.llm import BUILT_IN, ModelPool
from parlour.store import Store
from parlour.web.gate import Connections, Gate
from parlour.web.hosting import TableServer
from parlour.web.server import Serving, application

TABLES, SEATS, SPECTATORS = 100, 8, 2
MATCHES_A_TABLE = {"mystery": 2, "werewolf": 5}
THINKING = (5.0, 20.0)
ARRIVING, WATCHED = 30.0, 90.0
"""Seconds in which the tables begin, one after another, and seconds for which all of them are measured."""
MOST_MS, MOST_MB = 150.0, 1500.0
STRANGERS, ADDRESSES, MOST_MS_AMONG_STRANGERS = 1000, 200, 500.0
FILES = 4096
"""Open files for both ends of all connections in one process."""
Sent = tuple[str, tuple[str, ...], str]
"""Match, what was chosen and what was said."""
_OVER = frozenset({"finished", "ended", "stopped"})


@dataclass(frozen=True, kw_only=True)
class Opened:
    """A table that waits to be played at.

    Attributes:
        player: where the person sits.
    """

    match: str
    player: str
    host: str
    seat: str
    spectator: str


@dataclass(kw_only=True)
class Seen:
    """What the clients saw.

    Attributes:
        delays: seconds from an answer's being sent to a spectator's having its line.
    """

    delays: list[float] = field(default_factory=list[float])
    sent: list[Sent] = field(default_factory=list[Sent])
    refused: list[str] = field(default_factory=list[str])
    disorder: int = 0


def load_figures(folder: Path, count: int = TABLES) -> Iterator[Figure]:
    """How soon an action is seen, what the server takes for it, and whether anything was lost.

    Once with server and clients in one process, by the time of that process: as on a core of their own, which
    they share. And once with a server of its own, by the clock on the wall: as this machine is just now.
    """
    for db, strangers in ((str(folder / "one.db"), 0), (str(folder / "two.db"), STRANGERS)):
        yield from load_on_own_core(db, count, strangers)
    yield from _on_the_wall(str(folder / "three.db"), count)


def load_on_own_core(db: str, count: int, strangers: int) -> Iterator[Figure]:
    """Measures tables, and strangers with idle connections, by the time of this process."""
    began = time.process_time()
    seen, lasted = run_in_own_time(_in_one_process(db, count, strangers))
    share = (time.process_time() - began) / lasted
    name = f"{count} tables of {SEATS} on a core of its own, {share:.0%} busy"
    if strangers:
        name = f"{name}, beside {strangers} idle strangers"
    yield from _seen(name, seen, bar=MOST_MS, slowest=MOST_MS_AMONG_STRANGERS if strangers else 0)
    yield _lost_or_doubled(db, seen)


async def _in_one_process(db: str, count: int, strangers: int) -> tuple[Seen, float]:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, hard), hard))
    tables = await _open_tables(db, count)
    config = uvicorn.Config(
        application(Serving(gate=Gate(), db=db)), log_level="warning", timeout_graceful_shutdown=1
    )
    Connections().watch(config)
    server, began = uvicorn.Server(config), asyncio.get_running_loop().time()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        serving = asyncio.create_task(server.serve([listening]))
        port = listening.getsockname()[1]
        shorten_collections()  # as `parlour serve` does
        idle = [asyncio.create_task(_idle(port, number)) for number in range(strangers)]
        seen = await _play(f"127.0.0.1:{port}", tables)
        for task in idle:
            task.cancel()
        server.should_exit = True
        await serving
    return seen, asyncio.get_running_loop().time() - began


async def _idle(port: int, number: int) -> None:
    """A connection that sends nothing, opened again whenever the server ends it."""
    address = (f"127.0.1.{number % ADDRESSES}", 0)
    while True:
        with suppress(ConnectionError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=address)
            try:
                await reader.read()
            finally:
                writer.close()


def _on_the_wall(db: str, count: int) -> Iterator[Figure]:
    tables = asyncio.run(_open_tables(db, count))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [str(Path(sys.executable).with_name("parlour")), "serve", "--port", str(port), "--db", db]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            load = os.getloadavg()[0]
            seen = asyncio.run(_play(f"127.0.0.1:{port}", tables))
            load = (load + os.getloadavg()[0]) / 2
            megabytes = _peak(server.pid)
        finally:
            server.send_signal(signal.SIGINT)
    is_quiet = load <= (os.cpu_count() or 1)
    name = f"{count} tables of {SEATS} beside whatever else runs (load average {load:.1f})"
    yield from _seen(name, seen, bar=MOST_MS if is_quiet else 0)
    yield at_most("the server's most memory, MB", MOST_MB, megabytes)
    yield _lost_or_doubled(db, seen)


def _seen(name: str, seen: Seen, *, bar: float, slowest: float = 0) -> Iterator[Figure]:
    delays = sorted(1000 * delay for delay in seen.delays)
    yield at_most(f"{name}: an action is seen, ms, 95th of {len(delays)}", bar, _at(delays, 0.95))
    yield at_most("the same: median", 0, _at(delays, 0.5))
    yield at_most("the same: slowest", slowest, delays[-1])


async def _open_tables(db: str, count: int) -> list[list[Opened]]:
    with Store.open(db) as store:
        async with ModelPool() as models, TableServer(store, models) as house:
            return [
                [_open(house, number, again) for again in range(MATCHES_A_TABLE[_game(number)])]
                for number in range(count)
            ]


def _open(house: TableServer, number: int, again: int) -> Opened:
    seed = 1000 * again + number
    game: GameSetup = WerewolfSetup(players=seat_names(SEATS, "en"))
    if _game(number) == "mystery":
        game = MysterySetup(script=generate(seed, players=SEATS))
    method = "player-star" if game.name == "mystery" else ("gratr", "plain")[number // 2 % 2]
    person = game.players[number % SEATS]
    seats = tuple(
        Seat(player=player, method=HUMAN)
        if player == person
        else Seat(player=player, method=method, model=BUILT_IN, context=house.models.window(BUILT_IN))
        for player in game.players
    )
    setup = Setup(game=game, seed=seed, language="en", seats=seats, embedding=BM25)
    table, passes = house.open(setup)
    tokens = {each.kind: each.token for each in passes}
    return Opened(match=table.match, player=person, **tokens)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _game(number: int) -> str:
    return "werewolf" if number % 2 else "mystery"


async def _play(address: str, tables: Sequence[Sequence[Opened]]) -> Seen:
    seen, until = Seen(), 0.0
    async with httpx.AsyncClient(base_url=f"http://{address}/api/v1/table") as client:
        await _answers(client)
        until = _now() + ARRIVING + WATCHED
        async with asyncio.TaskGroup() as group:
            for number, matches in enumerate(tables):
                delay = ARRIVING * number / len(tables)
                group.create_task(_at_table(address, client, matches, delay, until, seen))
    return seen


async def _answers(client: httpx.AsyncClient) -> None:
    async with asyncio.timeout(60):
        while True:
            with suppress(httpx.TransportError):
                await client.get("")
                return
            await asyncio.sleep(0.1)


async def _at_table(
    address: str, client: httpx.AsyncClient, matches: Sequence[Opened], delay: float, until: float, seen: Seen
) -> None:
    await asyncio.sleep(delay)
    for opened in matches:
        if _now() < until:
            await _Match(address, client, opened, until, seen).play()


class _Match:
    """One match: its person and its spectators."""

    def __init__(
        self, address: str, client: httpx.AsyncClient, opened: Opened, until: float, seen: Seen
    ) -> None:
        self._address, self._client, self._opened, self._until, self._seen = (
            address,
            client,
            opened,
            until,
            seen,
        )
        self._waiting: list[list[float]] = [[] for _ in range(SPECTATORS)]
        self._chance = random.Random(opened.match)
        self._is_over = asyncio.Event()
        self._answering = set[asyncio.Task[None]]()

    async def play(self) -> None:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._person())]
            tasks += [group.create_task(self._spectator(number)) for number in range(SPECTATORS)]
            bearer = {"Authorization": f"Bearer {self._opened.host}"}
            (await self._client.post("/start", headers=bearer, timeout=30)).raise_for_status()
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, self._until - _now())):
                    await self._is_over.wait()
            for task in tuple(self._answering):
                task.cancel()
            await asyncio.sleep(1)
            for task in tasks:
                task.cancel()

    async def _spectator(self, number: int) -> None:
        last, waiting = -1, self._waiting[number]
        async for message in self._messages(self._opened.spectator):
            if message["type"] != "line":
                continue
            line = message["line"]
            self._seen.disorder += line["number"] <= last
            last = line["number"]
            if line["actor"] == self._opened.player and waiting:
                self._seen.delays.append(_now() - waiting.pop(0))

    async def _person(self) -> None:
        async with self._connected(self._opened.seat) as socket:
            async for text in socket:
                self._take(orjson.loads(text), socket)

    def _take(self, message: dict[str, Any], socket: ClientConnection) -> None:
        match message["type"]:
            case "snapshot":
                for form in message["table"]["forms"]:
                    self._answer(form, socket)
            case "form":
                self._answer(message["form"], socket)
            case "refused":
                self._seen.refused.append(message["problem"]["sentence"])
            case "standing" if message["standing"]["standing"] in _OVER:
                self._is_over.set()
            case _:
                pass

    def _answer(self, form: dict[str, Any], socket: ClientConnection) -> None:
        task = asyncio.create_task(self._think(form, socket))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _think(self, form: dict[str, Any], socket: ClientConnection) -> None:
        await asyncio.sleep(self._chance.uniform(*THINKING))
        chosen = self._chance.sample(form["options"], max(1, form["least"])) if form["most"] else []
        speech = f"I was in the garden, and I say it for the {self._chance.random():.6f}th time."
        speech = speech if form["words"] else ""
        self._seen.sent.append((self._opened.match, tuple(chosen), speech))
        if form["kind"] in ("introduce", "ask", "reply", "speak"):
            for waiting in self._waiting:
                waiting.append(_now())
        told = {"type": "answer", "request": form["id"], "chosen": chosen, "speech": speech}
        with suppress(ConnectionClosed):
            await socket.send(orjson.dumps(told).decode())

    async def _messages(self, token: str) -> AsyncGenerator[dict[str, Any]]:
        async with self._connected(token) as socket:
            async for text in socket:
                yield orjson.loads(text)

    @asynccontextmanager
    async def _connected(self, token: str) -> AsyncGenerator[ClientConnection]:
        async with connect(
            f"ws://{self._address}/api/v1/table/socket",
            additional_headers={"Authorization": f"Bearer {token}"},
            max_size=None,
            open_timeout=60,
        ) as socket:
            yield socket


def _lost_or_doubled(db: str, seen: Seen) -> Figure:
    """Answers not kept once and played once as they were sent, or refused; lines that came twice.

    A guest's id of a request is not the record's, so that answers are compared by what they say. Passes are
    left out: a seat also passes by itself where it is asked only to think.
    """
    sent = Counter(answer for answer in seen.sent if any(answer[1:]))
    kept = Counter[Sent]()
    wrong = seen.disorder + len(seen.refused)
    with Store.open(db) as store:
        for match in {match for match, _, _ in sent}:
            record = store.record(match)
            acts: dict[str, list[Act]] = {}
            for item in record.items:
                if isinstance(item, Act):
                    acts.setdefault(item.request, []).append(item)
            for call in record.calls:
                if call.key.purpose != HUMAN:
                    continue
                answer = json.loads(call.completion.text)
                chosen, speech = tuple(answer["chosen"]), answer["speech"]
                kept[match, chosen, speech] += bool(chosen or speech)
                played = [(act.chosen, act.speech) for act in acts.get(answer["request"], ())]
                wrong += played not in ([], [(chosen, speech)])
    wrong += ((sent - kept) + (kept - sent)).total()
    name = f"actions lost, doubled, changed or refused, and lines told twice, of {sent.total()}"
    return Figure(name=name, bar="0", measured=str(wrong), is_met=not wrong)


def _peak(pid: int) -> float:
    """The most memory that a process had, in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024 / 1e6


def _at(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        for figure in load_figures(Path(folder), *map(int, sys.argv[1:])):
            print(figure)
