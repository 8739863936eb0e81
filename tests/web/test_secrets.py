"""In mid-match no address tells a guest the seed, another's role or thought, a method or a model."""

from __future__ import annotations

import html
import json
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import cast

import httpx
import pytest
from websockets.sync.client import connect

from parlour.arena import GameSetup, Note, Record, Setup
from parlour.core import Event, Player, request_kinds
from parlour.games.mystery import MysterySetup, generate
from parlour.games.onenight import OneNightSetup
from parlour.games.onenight import seat_names as letters
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.store import Store
from tests.arena.mysteries import laid
from tests.web.api.serving import obedient
from tests.web.browser.serving import Opened, Server

MODEL = "reader:attention=0.97"
METHOD = "player-star"
MIND = "gratr"
"""A method that draws a page of its own."""
PATIENCE = 60.0
LONG = 14
"""Texts of fewer letters may stand in a page by chance."""


SEED = 264232919960998062107190958473217456922
GAMES: Mapping[str, Callable[[], GameSetup]] = {
    "mystery": lambda: MysterySetup(script=generate(SEED, players=4), rounds=2),
    "werewolf": lambda: WerewolfSetup(language="en", players=seat_names(6, "en")),
    "onenight": lambda: OneNightSetup(language="en", players=letters(5, "en")),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLOUR_HOST_PASSWORD", "a long sentence of the host")
        server = Server(db=tmp_path_factory.mktemp("secrets") / "parlour.db").start()
    yield server
    server.kill()


@pytest.fixture(scope="module", params=list(GAMES))
def opened(server: Server, request: pytest.FixtureRequest) -> tuple[Setup, Opened]:
    game = GAMES[request.param]()
    people = dict.fromkeys(game.players[:2], "human")
    setup = laid(game, model=MODEL, method=METHOD, methods=people, seed=SEED)
    opened = server.open(setup)
    deadline = time.monotonic() + PATIENCE
    while not any(isinstance(item, Note) for item in record(server, opened).items):
        assert time.monotonic() < deadline, "nobody thinks"
        for player in setup.players[:2]:
            answer_what_is_asked(server, opened.seat(player))
    return setup, opened


def answer_what_is_asked(server: Server, token: str) -> None:
    with httpx.Client(base_url=f"{server.url}/api/v1", headers=bearer(token), timeout=60) as client:
        for form in client.get("/table/forms").raise_for_status().json():
            if form["kind"] != request_kinds.VOTE:
                client.post("/table/answers", json=obedient(form))


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


@pytest.fixture(scope="module")
def addresses() -> tuple[str, ...]:
    listed = subprocess.run([sys.executable, "-m", "tests.web.addresses"], capture_output=True, check=True)
    return tuple(json.loads(listed.stdout))


def filled(address: str, opened: Opened, token: str, player: Player) -> str:
    values = {"token": token or "none", "match": opened.match, "method": MIND, "player": player}
    for name, value in (*values.items(), ("language", "en")):
        address = address.replace("{" + name + "}", value)
    return address


def forms(address: str) -> Iterator[str]:
    if "{form}" in address:
        yield from (address.replace("{form}", form) for form in ("html", "json"))
    else:
        yield address


CATALOGUE = ("/", "/api/v1/docs", "/api/v1/methods", "/api/v1/openapi.json")
"""Where all methods are listed, whoever plays by them."""


def pages_of(
    server: Server, opened: Opened, addresses: Iterable[str], token: str, player: Player
) -> dict[str, str]:
    found: dict[str, str] = {}
    with httpx.Client(base_url=server.url, headers=bearer(token), timeout=60) as client:
        for address in addresses:
            for path in forms(filled(address, opened, token, player)):
                answer = client.get(path, follow_redirects=True)
                found[path] = html.unescape(answer.text) + str(answer.headers) + str(answer.url)
    if token:
        url = f"{server.url.replace('http', 'ws', 1)}/api/v1/table/socket"
        with connect(url, additional_headers=bearer(token), max_size=None) as socket:
            found["socket"] = json.dumps(json.loads(socket.recv(timeout=60)), ensure_ascii=False)
    return found


def record(server: Server, opened: Opened) -> Record:
    with Store.open(str(server.db)) as store:
        return store.record(opened.match)


def secrets_from(record: Record, player: Player) -> dict[str, str]:
    hidden: dict[str, str] = {}
    for item in record.items:
        if isinstance(item, Event) and item.visible_to is not None and player not in item.visible_to:
            hidden[item.text] = f"an event of {', '.join(item.visible_to)}"
        elif isinstance(item, Note):
            hidden |= dict.fromkeys(texts(dict(item.thought.body)), f"a thought of {item.player}")
    known = "\n".join(
        item.text
        for item in record.items
        if isinstance(item, Event) and (item.visible_to is None or player in item.visible_to)
    )
    telling = {text: what for text, what in hidden.items() if len(text) > LONG and text not in known}
    exact = {str(record.setup.seed): "the seed", MODEL: "a model"}
    return telling | exact | {f'"{METHOD}"': "a method", f">{METHOD}<": "a method"}


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        inner = cast("Iterable[object]", value.values() if isinstance(value, dict) else value)
        yield from (text for each in inner for text in texts(each))


def found_in(pages: Mapping[str, str], hidden: Mapping[str, str]) -> list[str]:
    plain = {path: in_one_line(page) for path, page in pages.items()}
    return [
        f"{path} tells {what}: {text[:60]}"
        for path, page in plain.items()
        for text, what in hidden.items()
        if in_one_line(text) in page and not (what == "a method" and path in CATALOGUE)
    ]


def in_one_line(text: str) -> str:
    return " ".join(text.replace("\\n", "\n").replace('\\"', '"').split())


def test_a_guest_learns_nothing_from_any_address(
    server: Server, opened: tuple[Setup, Opened], addresses: tuple[str, ...]
):
    setup, table = opened
    first, second, *_ = setup.players
    passes = {"": "", table.spectator: "", table.seat(first): first, table.seat(second): second}
    read = [(player, pages_of(server, table, addresses, token, player)) for token, player in passes.items()]
    then = record(server, table)  # what was said before it was read is no secret
    leaks = [leak for player, pages in read for leak in found_in(pages, secrets_from(then, player))]
    assert not leaks


def test_the_host_is_shown_all_of_it_so_that_the_walk_would_find_it(
    server: Server, opened: tuple[Setup, Opened], addresses: tuple[str, ...]
):
    setup, table = opened
    hidden = secrets_from(record(server, table), "")
    found = found_in(pages_of(server, table, addresses, table.host, ""), hidden)
    kinds = {"the seed", "a model", "a method"} | {" ".join(what.split()[:2]) for what in hidden.values()}
    assert {kind for kind in kinds if any(kind in each for each in found)} == kinds
    assert setup.game.name != "mystery" or {"an event", "a thought"} <= kinds
    assert {"/api/v1/table/lines", "/replay/{token}/export.{form}", "/seat/{token}"} <= {*addresses}
    assert len(addresses) > 30
