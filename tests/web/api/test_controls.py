"""The host's controls: they do what they say, and nobody else has them."""

from __future__ import annotations

from tests.web.api.serving import Api, play, waited
from tests.web.hosting.houses import game, setup

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
