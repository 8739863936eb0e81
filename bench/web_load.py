"""A hundred tables at once, one person at each, on one server process: how soon others see what one does.

Every person is a WebSocket client that thinks for 5 to 20 seconds (the quickest people do) before it answers;
two spectators watch each table. The other seven seats are agents that think with the reader, which takes
this machine's own time, as a provider's model would not. Half of the tables play a generated mystery, half
Werewolf; where a match ends, that table's person goes to the next one. The figure is the time from a person's
sending an answer to each spectator's having the line of it.
"""

from __future__ import annotations

import asyncio
import os
import random
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
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.figure import Figure, at_most
from parlour.arena import HUMAN, Act, GameSetup, Seat, Setup, items
from parlour.games.mystery import MysterySetup, generate
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.llm import READER, Models
from parlour.memory import BM25
from parlour.store import Store
from parlour.web.hosting import House

TABLES, SEATS, SPECTATORS = 100, 8, 2
MATCHES_A_TABLE = {"mystery": 2, "werewolf": 5}
THINKING = (5.0, 20.0)
ARRIVING, WATCHED = 30.0, 90.0
"""Seconds in which the tables begin, one after another, and seconds for which all of them are measured."""
MOST_MS, MOST_MB = 150.0, 1500.0
_OVER = frozenset({"finished", "ended", "stopped"})


@dataclass(frozen=True, kw_only=True)
class Opened:
    """A table that waits to be played at.

    Attributes:
        match: its id.
        player: where the person sits.
        host, seat, spectator: the tokens that open it.
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
        sent: what was answered, by match and request.
        refused: answers that were not taken.
        disorder: lines that came twice or out of order.
    """

    delays: list[float] = field(default_factory=list[float])
    sent: dict[tuple[str, str], tuple[tuple[str, ...], str]] = field(
        default_factory=dict[tuple[str, str], tuple[tuple[str, ...], str]]
    )
    refused: list[str] = field(default_factory=list[str])
    disorder: int = 0


def load_figures(folder: Path, count: int = TABLES) -> Iterator[Figure]:
    """How soon an action is seen, what the server takes for it, and whether anything was lost."""
    db = str(folder / "load.db")
    tables = asyncio.run(_open_tables(db, count))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [str(Path(sys.executable).with_name("parlour")), "serve", "--port", str(port), "--db", db]
    began, load = time.time(), os.getloadavg()[0]
    if os.environ.get("PROFILE"):
        command = [sys.executable, "-m", "cProfile", "-o", os.environ["PROFILE"], *command]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            seen = asyncio.run(_play(f"127.0.0.1:{port}", tables))
            megabytes, cpu = _taken(server.pid)
        finally:
            server.send_signal(2)
    share = cpu / (time.time() - began)
    load = (load + os.getloadavg()[0]) / 2
    delays = sorted(1000 * delay for delay in seen.delays)
    name = f"{count} tables of {SEATS} (load average {load:.1f}, {share:.0%} of a core)"
    yield at_most(f"{name}: an action is seen, ms, 95th of {len(delays)}", MOST_MS, _at(delays, 0.95))
    yield at_most("the same, median", 0, _at(delays, 0.5))
    yield at_most("the same, slowest", 0, delays[-1])
    yield at_most("the server's most memory, MB", MOST_MB, megabytes)
    wrong = _lost_or_doubled(db, seen)
    yield Figure(name="actions lost or doubled", bar="0", measured=str(wrong), is_met=not wrong)


async def _open_tables(db: str, count: int) -> list[list[Opened]]:
    with Store.open(db) as store:
        async with Models() as models, House(store, models) as house:
            return [
                [_open(house, number, again) for again in range(MATCHES_A_TABLE[_game(number)])]
                for number in range(count)
            ]


def _open(house: House, number: int, again: int) -> Opened:
    seed = 1000 * again + number
    game: GameSetup = WerewolfSetup(players=seat_names(SEATS, "en"))
    if _game(number) == "mystery":
        game = MysterySetup(script=generate(seed, players=SEATS))
    method = "player-star" if game.name == "mystery" else ("gratr", "plain")[number // 2 % 2]
    person = game.players[number % SEATS]
    seats = tuple(
        Seat(player=player, method=HUMAN)
        if player == person
        else Seat(player=player, method=method, model=READER, context=house.models.window(READER))
        for player in game.players
    )
    setup = Setup(game=game, seed=seed, language="en", seats=seats, embedding=BM25)
    table, passes = house.open(setup)
    tokens = {each.kind: each.token for each in passes}
    return Opened(match=table.match, player=person, **tokens)


def _game(number: int) -> str:
    return "werewolf" if number % 2 else "mystery"


async def _play(address: str, tables: Sequence[Sequence[Opened]]) -> Seen:
    seen, until = Seen(), 0.0
    async with httpx.AsyncClient(base_url=f"http://{address}/api/v1/table") as client:
        await _answers(client)
        until = time.monotonic() + ARRIVING + WATCHED
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
        if time.monotonic() < until:
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
                async with asyncio.timeout(max(0.0, self._until - time.monotonic())):
                    await self._is_over.wait()
            await asyncio.sleep(0.5)
            for task in (*tasks, *self._answering):
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
                self._seen.delays.append(time.monotonic() - waiting.pop(0))

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
        self._seen.sent[self._opened.match, form["id"]] = tuple(chosen), speech
        if form["kind"] in ("introduce", "ask", "reply", "speak"):
            for waiting in self._waiting:
                waiting.append(time.monotonic())
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


def _lost_or_doubled(db: str, seen: Seen) -> int:
    """Answers that are not on record exactly once, as they were sent, and lines that came twice."""
    with Store.open(db) as store:
        matches = {match for match, _ in seen.sent}
        acts = Counter[tuple[str, str]]()
        same = 0
        for match in matches:
            for item in items(store.record(match)):
                if isinstance(item, Act) and (match, item.request) in seen.sent:
                    acts[match, item.request] += 1
                    same += seen.sent[match, item.request] == (item.chosen, item.speech)
    wrong = sum(count != 1 for count in acts.values()) + acts.total() - same
    lost = len(seen.sent.keys() - acts.keys())
    print(
        f"answered {len(seen.sent)} in {len(matches)} matches, unrecorded {lost}, refused {seen.refused[:3]}"
    )
    return wrong + seen.disorder + len(seen.refused)


def _taken(pid: int) -> tuple[float, float]:
    """The most memory that a process had, in MB, and the seconds of CPU that it took."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    ticks = int(fields[11]) + int(fields[12])
    return int(peak.split()[1]) * 1024 / 1e6, ticks / os.sysconf("SC_CLK_TCK")


def _at(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        for figure in load_figures(Path(folder), *map(int, sys.argv[1:])):
            print(figure)
