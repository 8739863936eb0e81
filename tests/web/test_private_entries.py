"""What a guest is shown depends on nothing private, neither on its content nor on how much of it there is.

Three Werewolf matches are the same to four viewers until the second morning: who dies in the first night is
the witch, the seer or a villager, so that the second night has other private steps, requests and events.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from parlour.arena import Act, Record, Setup
from parlour.core import Action, Event, Player
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.web.hosting import LiveMatch, TableServer
from tests.arena.mysteries import laid
from tests.web.api.serving import lines, obedient
from tests.web.browser.serving import Opened, Server
from tests.web.hosting.houses import until
from tests.web.pages.visiting import Come, prop, token, visit
from tests.web.test_secrets import bearer, pages_of, record

Json = dict[str, Any]
PLAYERS = seat_names(8, "en")
ME, WOLF, FELLOW, OTHER, SECOND, LAST_BUT_TWO, LAST_BUT_ONE, FIRST = PLAYERS
"""Who dies in the first night, and who in the second; the first four are the same in every match."""
SAME = ("villager", "werewolf", "werewolf", "villager", "villager")
DEALS = {
    "witch": (*SAME, "villager", "seer", "witch"),
    "seer": (*SAME, "villager", "witch", "seer"),
    "villager": (*SAME, "witch", "seer", "villager"),
}
VIEWERS = (ME, WOLF, OTHER, "")
PATIENCE = 60.0


@dataclass(frozen=True, kw_only=True)
class Played:
    """A match that waits for the first speech of its second day.

    Attributes:
        opened: its table.
        record: so far.
        forms: what each seat was asked.
        streams: what the socket of each viewer was sent.
        pages: what each address answers to each viewer.
    """

    opened: Opened
    record: Record
    forms: Mapping[Player, Sequence[Json]]
    streams: Mapping[Player, Sequence[Json]]
    pages: Mapping[Player, Mapping[str, str]]

    def read(self, viewer: Player, path: str) -> Any:
        return json.loads(self.pages[viewer][path].partition("Headers(")[0])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLOUR_HOST_PASSWORD", "a long sentence of the host")
        server = Server(db=tmp_path_factory.mktemp("private") / "parlour.db").start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def addresses() -> Sequence[str]:
    listed = subprocess.run([sys.executable, "-m", "tests.web.addresses"], capture_output=True, check=True)
    return json.loads(listed.stdout)


@pytest.fixture(scope="module")
def matches(server: Server, addresses: Sequence[str]) -> Mapping[str, Played]:
    return {dead: played(server, deal, addresses) for dead, deal in DEALS.items()}


def played(server: Server, deal: Sequence[str], addresses: Sequence[str]) -> Played:
    opened = server.open(all_remote(deal), is_begun=False)
    tokens = {viewer: opened.seat(viewer) if viewer else opened.spectator for viewer in VIEWERS}
    url = f"{server.url.replace('http', 'ws', 1)}/api/v1/table/socket"
    with ExitStack() as stack:
        sockets = {
            viewer: stack.enter_context(connect(url, additional_headers=bearer(token), max_size=None))
            for viewer, token in tokens.items()
        }
        server.begin(opened)
        asked = play_to_the_second_day(server, opened)
        streams = {viewer: list(until_the_second_day(socket, viewer)) for viewer, socket in sockets.items()}
    pages = {viewer: pages_of(server, opened, addresses, token, viewer) for viewer, token in tokens.items()}
    return Played(opened=opened, record=record(server, opened), forms=asked, streams=streams, pages=pages)


def all_remote(deal: Sequence[str]) -> Setup:
    game = WerewolfSetup.model_validate({"players": PLAYERS, "deal": deal})
    return laid(game, method="random", methods=dict.fromkeys(PLAYERS, "remote"), seed=2**100 + 7)


def play_to_the_second_day(server: Server, opened: Opened) -> Mapping[Player, Sequence[Json]]:
    asked: dict[Player, list[Json]] = {player: [] for player in PLAYERS}
    deadline = time.monotonic() + PATIENCE
    with ExitStack() as stack:
        clients = {player: stack.enter_context(server.client(opened.seat(player))) for player in PLAYERS}
        while time.monotonic() < deadline:
            for player, client in clients.items():
                for form in client.get("/api/v1/table/forms").raise_for_status().json():
                    asked[player].append(form)
                    if player == ME and form["kind"] == "speak" and form["round"] == 2:
                        return asked
                    client.post("/api/v1/table/answers", json=answer(form)).raise_for_status()
    pytest.fail("there is no second day")


def answer(form: Json) -> Json:
    match form["kind"]:
        case "kill":
            return obedient(form) | {"chosen": [FIRST if form["round"] == 1 else SECOND]}
        case "check":
            return obedient(form) | {"chosen": [WOLF]}
        case "speak" | "confer":
            return obedient(form) | {"chosen": []}
        case _:
            return {"request": form["id"]}


def until_the_second_day(socket: ClientConnection, viewer: Player) -> Iterator[Json]:
    is_asked = False
    while not is_asked:
        message = json.loads(socket.recv(timeout=PATIENCE))
        yield message
        asked = [message["form"]] if message["type"] == "form" else []
        seen = asked if viewer == ME else message.get("thinking", ())
        is_asked = any(each["kind"] == "speak" and each["round"] == 2 for each in seen)


def test_the_matches_differ_in_what_is_private_alone(matches: Mapping[str, Played]):
    def journal(dead: str) -> list[str]:
        return [type(item).__name__ for item in matches[dead].record.items]

    def public(dead: str) -> list[tuple[str, str | None, tuple[str, ...]]]:
        told = matches[dead].record.items
        events = [each for each in told if isinstance(each, Event) and each.visible_to is None]
        return [(each.kind.name, each.actor, each.chosen) for each in events]

    def steps(dead: str) -> int:
        acts = [each for each in matches[dead].record.items if isinstance(each, Act)]
        return max(int(act.request.partition(".")[0]) for act in acts)

    assert public("witch") == public("seer") == public("villager")
    assert len(journal("witch")) != len(journal("villager"))
    assert len({steps(dead) for dead in matches}) > 1, "steps would tell it, too"


def test_every_viewer_counts_its_own_lines(matches: Mapping[str, Played]):
    for match in matches.values():
        for viewer in VIEWERS:
            view, told = match.read(viewer, "/api/v1/table"), match.read(viewer, "/api/v1/table/lines")
            numbers = [line["number"] for line in told]
            assert numbers == list(range(1, len(told) + 1))
            assert view["lines"] == told
            assert view["last"] == numbers[-1]
            stream = [line["number"] for line in lines(match.streams[viewer])]
            assert stream == numbers
            token = match.opened.seat(viewer) if viewer else match.opened.spectator
            page = match.pages[viewer][f"/replay/{token}/export.html"]
            shown = re.findall(r'class="number">(\d+)<', page)
            assert sorted(map(int, shown)) == numbers


def test_no_address_tells_one_of_the_matches_from_another(matches: Mapping[str, Played]):
    first, *others = matches.values()
    for other in others:
        for viewer in VIEWERS:
            pages, others_pages = plain_pages(first, viewer), plain_pages(other, viewer)
            assert pages.keys() == others_pages.keys()
            assert [path for path in pages if pages[path] != others_pages[path]] == []


def test_no_address_stays_in_a_cache(matches: Mapping[str, Played]):
    for match in matches.values():
        for pages in match.pages.values():
            kept = [path for path, page in pages.items() if path != "socket" and _NO_STORE not in page]
            assert kept == []


def test_what_a_seat_writes_down_is_shown_to_it_alone(
    server: Server, matches: Mapping[str, Played], addresses: Sequence[str]
):
    match = matches["witch"]
    note, draft = "I noted the blue vase.", "I meant to say that it was Bo."
    written = {
        "notebook": {"text": note, "marks": {OTHER: {"suspicion": 3, "text": note}}},
        "drafts": {match.forms[ME][-1]["id"]: {"speech": draft}},
    }

    async def write(house: TableServer) -> None:
        for kind, sheet in written.items():
            house.store.hosting.put_sheet(match.opened.match, ME, kind, json.dumps(sheet))

    server.in_house(write)
    passes = {each.token: each.player for each in match.opened.passes}
    for link, player in {**passes, "": ""}.items():
        pages = pages_of(server, match.opened, addresses, link, player)
        shown = {words for words in (note, draft) if any(words in page for page in pages.values())}
        assert shown == ({note, draft} if player == ME else set())


def test_no_message_tells_one_of_the_matches_from_another(matches: Mapping[str, Played]):
    first, *others = matches.values()
    for other in others:
        for viewer in VIEWERS:
            for kind in ("snapshot", "line", "standing"):
                assert messages(first, viewer, kind) == messages(other, viewer, kind), (viewer, kind)
            assert forms(first, viewer) == forms(other, viewer)


def test_nobody_is_seen_thinking_in_secret(matches: Mapping[str, Played]):
    for match in matches.values():
        for viewer in VIEWERS:
            thinking = [each for told in match.streams[viewer] for each in told.get("thinking", ())]
            others = {each["kind"] for each in thinking if each["player"] != viewer}
            assert others == {"speak", "vote"}


def test_a_page_that_stays_open_shows_nothing_private_and_counts_none_of_it(tmp_path: Path):
    first, *others = (open_pages(tmp_path / dead, deal) for dead, deal in DEALS.items())
    assert "Day 2" in first[1][ME]
    assert others == [first, first]


def open_pages(folder: Path, deal: Sequence[str]) -> tuple[int, Mapping[Player, str]]:
    shown: dict[Player, str] = {}
    last = 0

    async def story(house: TableServer, come: Come) -> None:
        nonlocal last
        table, passes = house.open(all_remote(deal))
        pages = {
            viewer: await come(f"/seat/{token(passes, 'seat', viewer)}")
            if viewer
            else await come(f"/watch/{token(passes, 'spectator')}")
            for viewer in VIEWERS
        }
        table.start()
        while not (asked := second_speech(table)):
            for player in PLAYERS:
                for form in table.forms(player):
                    given = answer(form.model_dump())
                    chosen, speech = tuple(given.get("chosen", ())), given.get("speech", "")
                    table.remote_seat(player).answer(form.id, Action(chosen=chosen, speech=speech))
            await asyncio.sleep(0)
        for viewer, page in pages.items():
            if viewer == ME:
                await until(
                    lambda page=page: any(prop(each, "data-request") == asked for each in page.parts("asked"))
                )
            else:
                await until(lambda page=page: "Day 2" in page.words() and ME in page.words("waits"))
        shown.update({viewer: page.words() for viewer, page in pages.items()})
        client = pages[""].client
        assert client
        last = max(client.elements)

    folder.mkdir()
    visit(folder, story)
    return last, shown


def second_speech(table: LiveMatch) -> str:
    forms = table.forms(ME)
    return next((each.id for each in forms if (each.kind, each.round) == ("speak", 2)), "")


def messages(match: Played, viewer: Player, kind: str) -> list[str]:
    return [plain(json.dumps(each), match) for each in match.streams[viewer] if each["type"] == kind]


def forms(match: Played, viewer: Player) -> list[str]:
    return [plain(json.dumps(each), match) for each in match.forms.get(viewer, ())]


def plain_pages(match: Played, viewer: Player) -> dict[str, str]:
    return {plain(path, match): plain(page, match) for path, page in match.pages[viewer].items()}


def plain(text: str, match: Played) -> str:
    for name in (match.opened.match, *(each.token for each in match.opened.passes)):
        text = text.replace(name, "…")
    for random in _RANDOM:
        text = re.sub(random, "…", text)
    return text


_NO_STORE = "'cache-control': 'no-store'"
_RANDOM = (
    r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    r"\b[0-9a-f]{16}\b",
    r"\d{4}-\d\d-\d\d \d\d:\d\d",
    r"'(date|content-length|set-cookie)': '[^']*'",
    r"\.seat-\d\{--hue:.*?\)\}",
)
