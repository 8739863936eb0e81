"""Guesses are counted by household and told apart from what was merely not found."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from starlette.types import Message, Receive, Scope, Send

from parlour.web.gate.login import LOGIN
from parlour.web.gate.rates import MOST_HELLOS, Rates

GOOD = "good"


class Asking:
    """Whoever asks a server that answers with one status, and forgives two guesses a minute."""

    def __init__(self, status: int = 404, *, requests: str = "100/minute") -> None:
        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            del scope, receive
            await send({"type": "http.response.start", "status": status, "headers": []})

        self._rates = Rates(app, "2/minute", requests, lambda token: token == GOOD)

    def from_(self, address: str, path: str = "/seat/wrong") -> int:
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request"}

        async def send(message: Message) -> None:
            sent.append(message)

        scope: Scope = {"type": "http", "path": path, "headers": [], "client": (address, 1), "method": "GET"}
        scope |= {"query_string": b"", "root_path": ""}
        asyncio.run(self._rates(scope, receive, send))
        return int(sent[0]["status"])


def test_a_household_guesses_together_and_apart_from_others():
    for first, second, is_same in (
        ("203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:203.0.113.7", "::ffff:203.0.113.7", True),
        ("::ffff:203.0.113.7", "::ffff:203.0.113.8", False),
        ("::ffff:203.0.113.7", "203.0.113.7", True),
        ("", "", True),
    ):
        asking = Asking()
        assert [asking.from_(first) for _ in range(3)] == [404, 404, 429]
        assert asking.from_(second) == (429 if is_same else 404), (first, second)


def test_only_what_opens_nothing_counts_as_a_guess():
    for status, path, is_guess in (
        (404, "/seat/wrong", True),
        (401, "/seat/wrong", True),
        (401, "/api/v1/table", True),
        (404, "/api/v1/table", False),
        (403, "/seat/wrong", False),
        (400, "/seat/wrong", False),
        (405, "/seat/wrong", False),
        (200, "/seat/wrong", False),
        (404, "/nothing", False),
        (404, f"/seat/{GOOD}", False),
        (401, "/login", True),
    ):
        asking = Asking(status)
        told = [asking.from_("203.0.113.7", path) for _ in range(3)]
        assert told == [status, status, 429 if is_guess else status], (status, path)


def test_passwords_that_are_sent_all_at_once_are_guesses_like_any_other():
    judged: list[int] = []

    async def story() -> None:
        bodies = asyncio.Event()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            del scope
            await receive()
            judged.append(1)
            await send({"type": "http.response.start", "status": 401, "headers": []})

        rates = Rates(app, "10/minute", "1000/minute", lambda _: False)
        statuses: list[int] = []

        async def receive() -> Message:
            await bodies.wait()
            return {"type": "http.request"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(int(message["status"]))

        def guess() -> Coroutine[object, object, None]:
            scope: Scope = {"type": "http", "path": LOGIN, "headers": [], "client": ("203.0.113.7", 1)}
            return rates(scope | {"query_string": b"", "root_path": "", "method": "POST"}, receive, send)

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(guess()) for _ in range(300)]
            while sum(task.done() for task in tasks) < 290:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0)
            bodies.set()
        assert sorted(statuses) == [401] * 10 + [429] * 290

    asyncio.run(story())
    assert len(judged) == 10


def test_a_right_password_gives_its_place_back():
    asking = Asking(303)
    assert [asking.from_("203.0.113.7", LOGIN) for _ in range(5)] == [303] * 5


def test_sockets_that_do_not_say_their_link_are_few():
    async def story() -> None:
        forever = asyncio.Event()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            del scope, receive
            await send({"type": "websocket.accept"})
            await forever.wait()
            await send({"type": "websocket.send", "text": "{}"})

        rates = Rates(app, "10/minute", "1000/minute", lambda _: False)
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "websocket.connect"}

        async def send(message: Message) -> None:
            sent.append(message)

        scope: Scope = {"type": "websocket", "path": "/api/v1/table/socket", "headers": []}
        scope |= {"client": ("203.0.113.7", 1), "query_string": b"", "root_path": "", "extensions": {}}
        async with asyncio.TaskGroup() as group:
            for _ in range(MOST_HELLOS + 5):
                group.create_task(rates(scope, receive, send))
            while len(sent) < MOST_HELLOS + 5:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0)
            accepted = [message for message in sent if message["type"] == "websocket.accept"]
            assert len(accepted) == MOST_HELLOS
            forever.set()

    asyncio.run(story())
