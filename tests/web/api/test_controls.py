"""The host's controls, records and forks: they do what they say, and nobody else has them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from parlour.core import Event, Request, event_kinds, request_kinds
from parlour.web.api.socket import LineMessage, SpeechMessage, Viewer
from parlour.web.api.view import admit_token
from parlour.web.export import record_of
from parlour.web.hosting import Feed
from tests.web.api.serving import Api, play, waited
from tests.web.hosting.houses import game, opened, setup

ME, OTHER = game().players[:2]
CONTROLS = [
    ("POST", "/table/start", None),
    ("POST", "/table/resume", None),
    ("POST", "/table/pause", None),
    ("POST", "/table/end", None),
    ("PUT", "/table/seconds", {"seconds": 30}),
    ("PUT", f"/table/seats/{OTHER}", {"method": "human"}),
    ("GET", "/table/passes", None),
]


def test_only_the_host_has_the_controls(api: Api):
    opened = api.open(setup(0), is_begun=False)
    for token in (opened.seats[ME], opened.spectator):
        with api.client(token) as guest:
            for method, path, body in CONTROLS:
                told = guest.request(method, path, json=body)
                assert (told.status_code, told.json()["error"]) == (403, "NotYours")


def test_whatever_stands_in_an_address_is_answered_in_a_sentence(api: Api):
    opened = api.open(setup(0), is_begun=False)
    with api.client(opened.host) as host:
        for name in ("%0A", "no%0Abody", "%0D%00", "%F0%9F%90%BA"):
            told = host.put(f"/table/seats/{name}", json={"method": "plain"})
            assert told.status_code in {404, 422}
            assert told.json()["sentence"]


def test_a_match_is_paused_goes_on_and_is_ended_for_good(api: Api):
    opened = api.open(setup(0), is_begun=False)
    with api.client(opened.host) as host, api.client(opened.seats[ME]) as me:
        assert host.post("/table/start").json()["standing"] == "running"
        waited(lambda: me.get("/table/forms").json())
        assert host.post("/table/pause").json()["standing"] == "paused"
        assert me.get("/table/forms").json() == []
        assert host.post("/table/resume").json()["standing"] == "running"
        assert host.put("/table/seconds", json={"seconds": 60}).json()["seconds"] == 60
        assert host.put("/table/seconds", json={"seconds": 1}).status_code == 422
        assert host.post("/table/end").json()["standing"] == "ended"
        again = host.post("/table/start")
        assert (again.status_code, again.json()["error"]) == (409, "TableError")


def test_a_seat_passes_to_a_program_and_the_old_link_opens_nothing_more(api: Api):
    opened = api.open(setup(0))
    with api.client(opened.host) as host, api.client(opened.seats[ME]) as old:
        given = host.put(f"/table/seats/{ME}", json={"method": "remote"}).json()
        assert (given["kind"], given["player"]) == ("seat", ME)
        assert old.get("/table").status_code == 401
        assert given in host.get("/table/passes").json()
        with api.client(given["token"]) as new:
            assert play(new)
        nobody = host.put("/table/seats/Zoe", json={"method": "random"})
        assert nobody.status_code in (404, 409)


def test_what_stopped_a_table_is_told_to_its_host_and_that_it_did_to_the_others(api: Api):
    opened = api.open(setup(method="plain", model="http://127.0.0.1:9/v1#gone"))
    with api.client(opened.host) as host, api.client(opened.spectator) as guest:
        told = waited(lambda: host.get("/table").json()["standing"]["troubles"], 60)
        assert "127.0.0.1:9" in told[0]["sentence"]
        seen = guest.get("/table").json()["standing"]
        assert seen["troubles"] == []
        assert "127.0.0.1" not in seen["why"]
        assert "host" in seen["why"]
        host.post("/table/end")


@pytest.mark.parametrize("path", ["/table/record", "/table/calls"])
def test_a_record_is_the_hosts_until_the_match_is_over(api: Api, path: str):
    opened = api.open(setup(0))
    with api.client(opened.seats[ME]) as me, api.client(opened.host) as host:
        assert me.get(path).status_code == 403
        assert host.get(path).status_code == 200
        host.post("/table/end")
        assert me.get(path).status_code == 200


def test_the_record_holds_the_whole_journal_and_every_call_its_prompt(api: Api):
    opened = api.open(setup(0))
    with api.client(opened.seats[ME]) as me:
        play(me)
        record = api.table(opened).record()
        assert record_of(me.get("/table/record").text) == record
        found: list[int] = []
        while page := me.get("/table/calls", params={"after": found[-1] if found else -1}).json():
            assert all("".join(part["text"] for part in call["user"]) or call["purpose"] for call in page)
            found += [call["n"] for call in page]
        assert found == list(range(len(record.calls)))
        assert found
        own = me.get("/table/calls", params={"player": game().players[1], "most": 3}).json()
        assert {call["player"] for call in own} == {game().players[1]}


def test_nobody_but_the_host_forks_a_match_also_when_it_is_over(api: Api):
    opened = api.open(setup(0))
    with api.client(opened.host) as host:
        host.post("/table/end")
    for token in (opened.seats[ME], opened.spectator):
        with api.client(token) as other:
            assert other.post("/table/fork", json={"step": 0}).status_code == 403


def test_a_match_is_forked_with_somebody_else_in_a_seat(api: Api):
    opened = api.open(setup())
    with api.client(opened.host) as host:
        waited(
            lambda: host.get("/table", params={"after": 9999}).json()["standing"]["standing"] == "finished"
        )
        seats = {ME: {"method": "remote"}}
        told = host.post("/table/fork", json={"step": 2, "seats": seats})
        assert told.status_code == 201
        passes = {each["kind"]: each for each in told.json()["passes"]}
        assert passes["seat"]["player"] == ME
        late = host.post("/table/fork", json={"step": 10_000})
        assert late.status_code == 422
        assert "ended before step" in late.json()["sentence"]
    with api.client(passes["host"]["token"]) as host, api.client(passes["seat"]["token"]) as me:
        host.post("/table/start").raise_for_status()
        assert play(me)


@asynccontextmanager
async def watched(folder: Path) -> AsyncGenerator[tuple[Feed, Viewer]]:
    async with opened(str(folder / "parlour.db")) as house:
        table, passes = house.open(setup(0, method="random"))
        host = next(each.token for each in passes if each.kind == "host")
        yield table.feed, Viewer(admit_token(house, host))


def test_every_line_is_news_once(tmp_path: Path):
    async def story() -> None:
        async with watched(tmp_path) as (feed, viewer):
            told = list[list[str]]()
            for words in (["One."], ["Two.", "Three."], [], ["Four."]):
                for each in words:
                    feed.on_item(Event(number=0, kind=event_kinds.INTRODUCED, actor=ME, text=each))
                told.append([each.line.text for each in viewer.news() if isinstance(each, LineMessage)])
            assert told == [["One."], ["Two.", "Three."], [], ["Four."]]

    asyncio.run(story())


def test_speech_is_news_in_pieces_and_from_its_beginning_where_it_broke_off(tmp_path: Path):
    request = Request(id="1", step=0, player=ME, kind=request_kinds.SPEAK, words=50)

    def pieces(viewer: Viewer) -> Iterator[tuple[int, str]]:
        return ((each.at, each.chunk) for each in viewer.news() if isinstance(each, SpeechMessage))

    async def story() -> None:
        async with watched(tmp_path) as (feed, viewer):
            feed.on_requests([request])
            feed.spoke(request, "Good ")
            assert [*pieces(viewer)] == [(0, "Good ")]
            feed.spoke(request, "evening.")
            assert [*pieces(viewer)] == [(5, "evening.")]
            assert not [*pieces(viewer)]
            feed.on_requests([request])
            feed.spoke(request, "Well.")
            assert [*pieces(viewer)] == [(0, "Well.")]

    asyncio.run(story())
