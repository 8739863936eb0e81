"""A seat's whole stream holds what that seat may know and nothing else, in every game."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from parlour.arena import GameSetup, Setup
from parlour.core import Event, Player
from parlour.games.onenight import OneNightSetup
from parlour.games.onenight import seat_names as alphas
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.web.insight.visit import visit
from tests.arena.mysteries import PAPERS, canary, laid, mystery
from tests.llm.loopback import Answer, Loopback
from tests.web.api.serving import Api, Json, Opened, lines, obedient, play_over, said, waited
from tests.web.hosting.houses import setup, wolves

GAMES: dict[str, GameSetup] = {
    "mystery": mystery(players=3, rounds=1),
    "werewolf": WerewolfSetup(language="en", players=seat_names(6, "en")),
    "onenight": OneNightSetup(language="en", players=alphas(5, "en"), rounds=1),
    "people": OneNightSetup(language="en", players=alphas(7, "en"), rounds=1, rules="people"),
}
SEED = 987654321


def table(name: str) -> Setup:
    game = GAMES[name]
    methods = dict.fromkeys(game.players, "random") | dict.fromkeys(game.players[:2], "remote")
    return laid(game, methods=methods, seed=SEED)


Played = tuple[Opened, str, dict[Player, list[dict[str, Json]]]]


@pytest.fixture(params=list(GAMES), scope="module")
def played(api: Api, request: pytest.FixtureRequest) -> Played:
    opened = api.open(table(request.param), is_begun=False)
    names = [*opened.seats, ""]
    with ExitStack() as stack, ThreadPoolExecutor(len(names)) as pool:
        tokens = [*opened.seats.values(), opened.spectator]
        sockets = [stack.enter_context(api.socket(token)) for token in tokens]
        told = pool.map(play_over, sockets)
        with api.client(opened.host) as host:
            host.post("/table/start").raise_for_status()
        return opened, request.param, dict(zip(names, told, strict=True))


def test_every_line_of_a_stream_is_an_event_that_the_seat_may_see(api: Api, played: Played):
    opened, _, streams = played
    journal = list(api.table(opened).record().items)
    for player, stream in streams.items():
        shown = [(line["kind"], line["actor"], line["text"]) for line in lines(stream)]
        may_see = [
            (item.kind.name, item.actor, item.text)
            for item in journal
            if isinstance(item, Event) and (item.visible_to is None or player in item.visible_to)
        ]
        assert shown == may_see
        assert len(may_see) < len(journal)
        assert [line["number"] for line in lines(stream)] == list(range(1, len(shown) + 1))


def test_nothing_that_happened_unseen_stands_anywhere_in_a_stream(api: Api, played: Played):
    opened, _, streams = played
    for player, stream in streams.items():
        text = json.dumps(stream, ensure_ascii=False)
        unseen = [
            event
            for event in api.table(opened).events()
            if event.visible_to is not None and player not in event.visible_to
        ]
        assert unseen
        assert not [event for event in unseen if len(event.text) > 20 and event.text in text]


def test_nobodys_papers_stand_in_the_stream_of_another(played: Played):
    _, name, streams = played
    if name != "mystery":
        pytest.skip("there are no papers in this game")
    for player, stream in streams.items():
        text = json.dumps(stream, ensure_ascii=False)
        for other in GAMES[name].players:
            assert {canary(other, paper) in text for paper in PAPERS} == {other == player}


def test_neither_the_seed_nor_who_has_which_method_is_told(played: Played):
    for stream in played[2].values():
        text = json.dumps(stream)
        assert str(SEED) not in text
        assert '"random"' not in text
        assert '"thought"' not in text


def test_what_was_wrong_with_an_answer_is_told_to_the_host_alone(api: Api):
    with Loopback([Answer(text="The letter is behind the clock!")]) as model:
        opened = api.open(setup(0, of=wolves(), model=model.model, method="plain"))
        seat = opened.seats[wolves().players[0]]
        with api.client(seat) as me, api.client(opened.spectator) as crowd, api.client(opened.host) as host:

            def faults() -> list[dict[str, Json]]:
                for form in me.get("/table/forms").json():
                    me.post("/table/answers", json=obedient(form))
                return [line for line in crowd.get("/table/lines").json() if line["type"] == "fault"]

            shown = waited(faults)
            whole = [line for line in host.get("/table/lines").json() if line["type"] == "fault"]
            assert {(line["actor"], line["kind"]) for line in shown} <= {
                (line["actor"], line["kind"]) for line in whole if line["text"]
            }
            with api.socket(opened.spectator) as socket:
                views = [lines([next(said(socket))])]
            for client in (me, crowd):
                views += client.get("/table").json()["lines"], client.get("/table/lines").json()
            for view in views:
                assert {line["text"] for line in view if line["type"] == "fault"} == {""}
            assert told_back(api, opened.host) != told_back(api, opened.spectator) == {""}
            host.post("/table/end")


def told_back(api: Api, token: str) -> set[str]:
    async def look() -> set[str]:
        return {line.text for line in visit(api.server, token).lines() if line.type == "fault"}

    return api.inside(look())
