"""A table over HTTP: what is seen, what is answered, and what is refused with which status."""

from __future__ import annotations

from tests.web.api.serving import Api, Opened, obedient, play, waited
from tests.web.hosting.houses import game, setup

ME = game().players[0]


def asked(api: Api, opened: Opened) -> dict[str, object]:
    with api.client(opened.seats[ME]) as me:
        return waited(lambda: me.get("/table/forms").json())[0]


def test_a_table_that_is_asked_for_is_opened_started_and_played_to_the_verdict(api: Api):
    game = {"name": "mystery", "players": 4, "rounds": 1}
    wanted = {"game": game, "seed": 5, "seats": [{"player": "1", "method": "remote"}]}
    with api.client() as anybody:
        preview = anybody.post("/tables/preview", json=wanted).json()
        opened = anybody.post("/tables", json=wanted)
        assert opened.status_code == 201
        tokens = {each["kind"]: each["token"] for each in opened.json()["passes"]}
    with api.client(tokens["host"]) as host, api.client(tokens["seat"]) as me:
        before = me.get("/table").json()
        assert before["standing"]["standing"] == "waiting"
        assert before["me"] == preview["players"][0]
        assert [seat["player"] for seat in before["seats"]] == preview["players"]
        assert host.post("/table/start").json()["standing"] == "running"
        kinds = {form["kind"] for form in play(me)}
        assert kinds >= {"introduce", "ask", "vote", "answer"}
        after = me.get("/table").json()
        assert after["sees_all"]
        assert {line["type"] for line in after["lines"]} >= {"event", "thought"}
        assert not [line for line in after["lines"] if line["type"] == "fault"]


def test_a_field_that_cannot_be_is_named(api: Api):
    with api.client() as anybody:
        unknown = anybody.post("/tables", json={"seats": [{"player": "1", "method": "telepathy"}]})
        assert (unknown.status_code, unknown.json()["field"]) == (422, "seats.0.method")
        malformed = anybody.post("/tables", json={"seconds": 1})
        assert (malformed.status_code, malformed.json()["field"]) == (422, "seconds")
        assert malformed.json()["error"] == "Invalid"


def test_without_a_pass_that_opens_something_nobody_comes_in(api: Api):
    for token in ("", "no-such-token"):
        with api.client(token) as stranger:
            told = stranger.get("/table")
            assert told.status_code == 401
            assert told.headers["WWW-Authenticate"] == "Bearer"
            assert told.json()["error"] == "NoEntry"
            assert told.json()["sentence"]


def test_an_answer_counts_once_and_no_other_one_after_it(api: Api):
    opened = api.open(setup(0))
    form = asked(api, opened)
    with api.client(opened.seats[ME]) as me:
        for _ in range(2):
            assert me.post("/table/answers", json=obedient(form)).status_code == 204
        other = me.post("/table/answers", json=obedient(form) | {"speech": "No."})
        assert (other.status_code, other.json()["error"]) == (409, "Answered")
        unasked = me.post("/table/answers", json={"request": "nothing"})
        assert unasked.status_code == 409
        assert "not asked" in unasked.json()["sentence"]


def test_what_a_form_does_not_allow_is_refused_and_the_form_stays_open(api: Api):
    opened = api.open(setup(0))
    form = asked(api, opened)
    with api.client(opened.seats[ME]) as me:
        told = me.post("/table/answers", json=obedient(form) | {"speech": "word " * 999})
        assert (told.status_code, told.json()["error"]) == (422, "IllegalAction")
        assert "words" in told.json()["sentence"]
        unread = me.post("/table/answers", json=obedient(form) | {"say": "Yes."})
        assert (unread.status_code, unread.json()["field"]) == (422, "say")
        assert me.get("/table/forms").json() == [form]


def test_a_notebook_is_its_seats_alone(api: Api):
    opened = api.open(setup(0, 1))
    other = game().players[1]
    with api.client(opened.seats[ME]) as me:
        assert me.get("/table/notebook").json() == {"text": "", "marks": {}}
        kept = {"text": "It was <b>them</b>.", "marks": {other: {"suspicion": 4, "text": "?"}}}
        assert me.put("/table/notebook", json=kept).status_code == 204
        assert me.get("/table/notebook").json() == kept
        about_nobody = {"marks": {"Zoe": {"suspicion": 1}}}
        assert me.put("/table/notebook", json=about_nobody).status_code == 404
    with api.client(opened.seats[other]) as guest:
        assert guest.get("/table/notebook").json()["text"] == ""
    with api.client(opened.host) as host:
        assert host.get("/table/notebook").status_code == 403


def test_a_person_fills_the_survey_when_the_match_is_over_and_the_host_reads_it(api: Api):
    opened = api.open(setup(0))
    scales = ("story_advancement", "question_quality", "response_quality", "role_immersion", "response_speed")
    filled = dict.fromkeys(scales, 4) | {"remark": "More claims, please."}
    with api.client(opened.seats[ME]) as me, api.client(opened.host) as host:
        assert me.put("/table/survey", json=filled).status_code == 409
        host.post("/table/end")
        assert me.put("/table/survey", json=filled | {"role_immersion": 6}).status_code == 422
        assert me.put("/table/survey", json=filled).status_code == 204
        assert me.get("/table/survey").json() == host.get("/table/survey").json() == {ME: filled}
    with api.client(opened.spectator) as guest:
        assert guest.get("/table/survey").status_code == 403


def test_what_can_be_played_is_listed_and_no_key_is_shown(api: Api):
    with api.client() as anybody:
        games = {each["name"]: each for each in anybody.get("/games").json()}
        assert games["werewolf"] == {
            "name": "werewolf",
            "titles": {"en": "Werewolf", "zh": "狼人杀"},
            "fewest": 5,
            "most": 18,
        }
        assert {"player-star", "remote", "human"} <= {each["name"] for each in anybody.get("/methods").json()}
        assert [each["name"] for each in anybody.get("/models").json() if each["is_default"]] == ["reader"]
        scripts = anybody.get("/scripts").json()
        assert all(script["players"] and script["victims"] for script in scripts)
        assert not any("murderer" in key for script in scripts for key in script)


def test_what_the_end_reveals_comes_after_what_was_shown_before_and_nothing_comes_twice(api: Api):
    opened = api.open(setup(0))
    asked(api, opened)
    with api.client(opened.seats[ME]) as me, api.client(opened.host) as host:
        before = me.get("/table").json()
        host.post("/table/end")
        later = me.get("/table", params={"after": before["last"]}).json()
        whole = me.get("/table/lines").json()
        everything = host.get("/table/lines").json()
        assert me.get("/table/lines", params={"after": later["last"]}).json() == []
    assert later["sees_all"]
    new = {line["number"] for line in later["lines"]}
    assert new == set(range(before["last"] + 1, later["last"] + 1))
    assert [line for line in whole if line["number"] in new] == later["lines"]
    assert [line for line in whole if line["number"] not in new] == before["lines"]
    assert [line["words"] for line in whole] == [line["words"] for line in everything]
