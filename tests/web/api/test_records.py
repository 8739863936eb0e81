"""Records and calls, for the host and for all once it is over; forks, for the host alone."""

from __future__ import annotations

import pytest

from parlour.web.export import record_of
from tests.web.api.serving import Api, play, waited
from tests.web.hosting.houses import game, setup

ME = game().players[0]


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
