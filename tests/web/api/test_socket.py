"""A table over a WebSocket: everything once and in order, answers on the same line, an end that says why."""

from __future__ import annotations

import asyncio
import json
import time

import pytest
from fastapi import WebSocket
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from parlour.web.api import socket as sockets
from tests.web.api.serving import Api, lines, obedient, play_over, said, waited
from tests.web.hosting.houses import game, setup

ME, OTHER = game().players[:2]


def test_a_match_is_played_over_one_socket_and_every_line_comes_once(api: Api):
    opened = api.open(setup(0), is_begun=False)
    with api.socket(opened.seats[ME]) as socket, api.client(opened.host) as host:
        host.post("/table/start")
        heard = play_over(socket)
    assert heard[0]["type"] == "snapshot"
    assert {each["type"] for each in heard} >= {"line", "thinking", "form", "closed", "answered", "standing"}
    assert not [each for each in heard if each["type"] == "refused"]
    numbers = [line["number"] for line in lines(heard)]
    assert numbers == sorted(set(numbers))
    answered = [each["request"] for each in heard if each["type"] == "answered"]
    assert len(answered) == len(set(answered)) > 3
    taken = [each for each in api.table(opened).events() if each.actor == ME and each.text == "Yes."]
    assert taken


def test_whoever_comes_back_is_told_what_came_later_and_nothing_twice(api: Api):
    opened = api.open(setup(0))
    with api.socket(opened.seats[ME]) as socket:
        first = json.loads(socket.recv(timeout=60))["table"]
    with api.client(opened.seats[ME]) as me:
        waited(lambda: me.get("/table/forms").json())
        whole = me.get("/table/lines").json()
    with api.socket() as socket:
        socket.send(json.dumps({"type": "hello", "token": opened.seats[ME], "after": first["last"]}))
        later = json.loads(socket.recv(timeout=60))["table"]
    assert first["lines"] + later["lines"] == whole
    assert later["forms"]
    with api.socket(opened.seats[ME], after=later["last"]) as socket:
        assert json.loads(socket.recv(timeout=60))["table"]["lines"] == []


@pytest.mark.parametrize(
    "first", ['{"type": "hello", "token": "guessed"}', '{"type": "answer"}', "hello?", '{"token": 5}']
)
def test_without_a_pass_the_server_says_so_and_closes(api: Api, first: str):
    with api.socket() as socket:
        socket.send(first)
        heard = list(said(socket))
        assert [each["type"] for each in heard] == ["bye"]
        assert heard[0]["problem"]["error"] == "NoEntry"
        assert socket.close_code == 4401


def test_what_cannot_be_taken_is_refused_with_the_status_that_it_had_over_http(api: Api):
    opened = api.open(setup(0))
    with api.client(opened.seats[ME]) as me:
        form = waited(lambda: me.get("/table/forms").json())[0]
    with api.socket(opened.seats[ME]) as socket:
        for told, status in (
            ({"type": "answer", "request": form["id"], "speech": "word " * 999}, 422),
            ({"type": "answer", "request": "nothing"}, 409),
            ({"type": "sing"}, 422),
        ):
            socket.send(json.dumps(told))
            refused = next(each for each in said(socket) if each["type"] == "refused")
            assert refused["status"] == status
            assert refused["problem"]["sentence"]
        socket.send(json.dumps({"type": "answer", **obedient(form)}))
        assert (
            next(each for each in said(socket) if each["type"] in ("answered", "refused"))["type"]
            == "answered"
        )


def renew(api: Api, token: str) -> None:
    async def renewed() -> None:
        api.server.renew(token)

    api.inside(renewed())


@pytest.mark.parametrize("is_seat", [True, False], ids=["seat", "spectator"])
def test_a_link_that_was_renewed_is_closed_to_whoever_came_in_by_it(api: Api, is_seat: bool):
    opened = api.open(setup(0))
    token = opened.seats[ME] if is_seat else opened.spectator
    with api.socket(token) as socket:
        assert next(said(socket))["type"] == "snapshot"
        renew(api, token)
        assert list(said(socket))[-1]["problem"]["error"] == "NoEntry"
        assert socket.close_code == 4401


def test_an_answer_over_a_link_that_was_renewed_is_not_taken(api: Api):
    opened = api.open(setup(0))
    with api.client(opened.seats[ME]) as me:
        form = waited(lambda: me.get("/table/forms").json())[0]
    with api.socket(opened.seats[ME]) as socket:
        assert next(said(socket))["type"] == "snapshot"

        async def race() -> None:
            socket.send(json.dumps({"type": "answer", **obedient(form)}))
            api.server.renew(opened.seats[ME])

        api.inside(race())
        assert "answered" not in [each["type"] for each in said(socket)]
    assert [each.id for each in api.table(opened).forms(ME)] == [form["id"]]


def flood(socket: ClientConnection) -> None:
    answer = json.dumps({"type": "answer", "request": "x" * 190})
    until = time.monotonic() + 60
    while time.monotonic() < until:
        socket.send(answer)


def test_a_client_that_takes_nothing_in_is_told_so_and_disconnected(
    api: Api, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sockets, "LONGEST_SEND", 0.3)
    opened = api.open(setup(0), is_begun=False)
    with api.socket(opened.seats[ME]) as slow:
        slow.close_timeout = 0.5
        with pytest.raises(ConnectionClosed):
            flood(slow)
        waited(lambda: not api.table(opened).feed.listens)


def test_a_client_that_reads_nothing_of_a_long_match_costs_no_memory_and_then_its_connection(
    api: Api, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sockets, "LONGEST_SEND", 0.2)
    monkeypatch.setattr(WebSocket, "send_text", stuck)
    opened = api.open(setup(0), is_begun=False)
    with api.socket(opened.seats[ME]) as slow:
        list(said(slow))
        assert slow.close_code == 4408
    assert not api.table(opened).feed.listens


async def stuck(_socket: WebSocket, _text: str) -> None:
    await asyncio.sleep(60)
