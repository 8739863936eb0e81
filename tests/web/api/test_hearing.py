"""What would be heard in an answer, asked before it is given."""

from __future__ import annotations

import json

import pytest

from parlour.arena import listener
from parlour.core import Request, request_kinds
from parlour.games.mystery import MysterySetup, generate
from parlour.language.facts import Language
from tests.language.hearing.ambiguous import ambiguous
from tests.web.api.serving import Api, Json, Opened, waited
from tests.web.api.serving import said as told_over
from tests.web.hosting.houses import setup


def table(language: Language) -> MysterySetup:
    return MysterySetup(script=generate(5, players=4, lang=language), rounds=1, answers=False)


def remark(game: MysterySetup, form: Json) -> str:
    me, _, *people = game.players
    ears = listener(setup(0, of=game), me)
    assert ears
    request = Request(id="1", step=0, player=me, kind=request_kinds.INTRODUCE, words=form["words"])
    return ambiguous(ears, request, game.language, *people).typed


def asked(api: Api, opened: Opened, player: str) -> Json:
    with api.client(opened.seats[player]) as me:
        return waited(lambda: me.get("/table/forms").json())[0]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_not_certain_comes_back_with_chips_and_nothing_is_said(api: Api, language: Language):
    game = table(language)
    opened = api.open(setup(0, of=game))
    form = asked(api, opened, game.players[0])
    said = remark(game, form)
    with api.client(opened.seats[game.players[0]]) as me:
        told = me.post("/table/hearing", json={"request": form["id"], "speech": said}).json()
        assert told["speech"].startswith(said)
        assert not any(each["lit"] for each in told["offered"])
        speeches = [each["speech"] for each in told["offered"]][:2]
        assert len({told["speech"], *speeches}) == 3
        assert all(each.startswith(said) for each in speeches)
        assert all(each["text"] for each in told["offered"])
        assert me.get("/table/forms").json()[0]["id"] == form["id"]
        other = {"request": form["id"], "speech": speeches[-1]}
        assert me.post("/table/hearing", json=other).json()["offered"][0]["lit"]
        assert me.post("/table/answers", json=other).status_code == 204
    assert waited(lambda: [each for each in api.table(opened).events() if each.text == speeches[-1]])


def test_the_same_comes_over_the_socket(api: Api):
    game = table("en")
    opened = api.open(setup(0, of=game))
    form = asked(api, opened, game.players[0])
    with api.socket(opened.seats[game.players[0]]) as socket:
        message = {"type": "hear", "request": form["id"], "speech": remark(game, form)}
        socket.send(json.dumps(message))
        heard = next(each for each in told_over(socket) if each["type"] == "heard")
        assert heard["request"] == form["id"]
        assert heard["hearing"]["offered"]
        socket.send(json.dumps(message | {"request": "nothing"}))
        refused = next(each for each in told_over(socket) if each["type"] == "refused")
        assert refused["status"] == 409


def test_what_is_plain_is_lit_and_what_cannot_be_answered_is_refused(api: Api):
    game = table("en")
    opened = api.open(setup(0, of=game))
    me, other, *_ = game.players
    form = asked(api, opened, me)
    with api.client(opened.seats[me]) as mine:
        plain = {"request": form["id"], "speech": f"I suspect {other}."}
        told = mine.post("/table/hearing", json=plain).json()
        [chip] = told["offered"]
        assert chip["lit"]
        assert told["speech"] == plain["speech"]
        assert mine.post("/table/hearing", json=plain | {"request": "nothing"}).status_code == 409
        too_long = plain | {"speech": "word " * 999}
        assert mine.post("/table/hearing", json=too_long).status_code == 422
    with api.client(opened.spectator) as spectator:
        assert spectator.post("/table/hearing", json=plain).status_code == 403


def test_where_others_than_the_reader_listen_words_go_as_they_are(api: Api):
    game = table("en")
    opened = api.open(setup(0, of=game, method="random", model=""))
    form = asked(api, opened, game.players[0])
    with api.client(opened.seats[game.players[0]]) as me:
        told = me.post("/table/hearing", json={"request": form["id"], "speech": "Blue bananas."}).json()
    assert told == {"offered": [], "speech": "Blue bananas."}
