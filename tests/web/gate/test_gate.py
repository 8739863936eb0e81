"""Who gets in, asked of a real server over a real socket."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Iterator
from pathlib import Path

import httpx
import pytest
import websockets
from itsdangerous import URLSafeTimedSerializer

from tests.web.browser.serving import Opened, Server
from tests.web.gate.addresses import GUESSER, client, is_here
from tests.web.hosting.houses import setup

PASSWORD = "correct horse"
EVIL = "http://evil.example"
TEN_MEGABYTES = 10_000_000


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("gate")


@pytest.fixture(scope="module")
def local(homes: Path) -> Generator[Server]:
    server = Server(db=homes / "local.db").start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def shared(homes: Path) -> Generator[tuple[Server, Opened]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLOUR_HOST_PASSWORD", PASSWORD)
        patch.setenv("XDG_DATA_HOME", str(homes / "data"))
        server = Server(db=homes / "shared.db", options=("--host", "0.0.0.0"))
        opened = server.open(setup(0), is_begun=False)
        server.start()
    yield server, opened
    server.kill()


@pytest.fixture
def visitor(local: Server) -> Iterator[httpx.Client]:
    with local.client() as client:
        yield client


@pytest.fixture
def stranger(shared: tuple[Server, Opened]) -> Iterator[httpx.Client]:
    with shared[0].client() as client:
        yield client


@pytest.fixture
def host(shared: tuple[Server, Opened]) -> Iterator[httpx.Client]:
    with shared[0].client() as client:
        assert client.post("/login", data={"password": PASSWORD}).status_code == 303
        yield client


def test_the_interface_is_described_in_its_own_place_alone(visitor: httpx.Client):
    for path in ("/docs", "/redoc", "/openapi.json"):
        assert visitor.get(path).status_code == 404, path
        assert visitor.get(f"/api/v1{path}").status_code == (404 if path == "/redoc" else 200), path


def test_a_page_may_load_nothing_from_elsewhere_and_be_framed_by_nobody(visitor: httpx.Client):
    headers = visitor.get("/", headers={"Origin": EVIL}).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers


def test_a_link_that_opens_nothing_says_so_in_the_language_of_the_browser(
    local: Server, visitor: httpx.Client
):
    for place in ("seat", "watch", "host", "after", "replay"):
        answer = visitor.get(f"/{place}/nothing", headers={"Accept-Language": "zh-CN,en;q=0.5"})
        assert answer.status_code == 404
        assert "这个链接打不开任何东西" in answer.text
    for path, sentence in (("/nonsense", "这里没有这个页面"), ("/replay/match/nothing", "这里没有这场对局")):
        answer = visitor.get(path, headers={"Accept-Language": "zh-CN,en;q=0.5"})
        assert answer.status_code == 404
        assert sentence in answer.text
        assert str(local.db.parent) not in answer.text
    export = visitor.get("/replay/match/nothing/export.html")
    assert (export.status_code, export.text) == (404, "There is no such match here.")


def test_on_ones_own_machine_a_name_that_merely_leads_there_opens_nothing(
    local: Server, visitor: httpx.Client
):
    assert visitor.get("/", headers={"Host": f"evil.example:{local.port}"}).status_code == 421
    assert visitor.get("/", headers={"Host": f"localhost:{local.port}"}).status_code == 200


def test_ten_megabytes_are_refused_with_a_sentence(visitor: httpx.Client):
    told = visitor.post("/api/v1/tables", content=b"x" * TEN_MEGABYTES)
    assert told.status_code == 413
    assert "at most 1 MB" in told.json()["sentence"]


@pytest.mark.parametrize(
    "path", ["/_nicegui_ws/socket.io/?EIO=4&transport=websocket", "/api/v1/table/socket"]
)
def test_a_socket_is_opened_to_no_page_from_elsewhere(local: Server, path: str):
    async def knock() -> None:
        async with websockets.connect(f"ws://127.0.0.1:{local.port}{path}", origin=websockets.Origin(EVIL)):
            pass

    with pytest.raises(websockets.InvalidStatus) as raised:
        asyncio.run(knock())
    assert raised.value.response.status_code == 403


def test_the_pages_own_socket_opens_to_the_page(local: Server):
    async def knock() -> str | bytes:
        url = f"ws://127.0.0.1:{local.port}/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
        async with websockets.connect(url, origin=websockets.Origin(local.url)) as line:
            return await line.recv()

    assert str(asyncio.run(knock())).startswith("0{")


def test_a_form_of_another_site_changes_nothing(local: Server, visitor: httpx.Client):
    assert visitor.post("/api/v1/tables", headers={"Origin": EVIL}).status_code == 403
    assert visitor.post("/api/v1/tables", headers={"Origin": "null"}).status_code == 403
    assert visitor.post("/api/v1/tables", headers={"Origin": local.url}).status_code != 403


def test_whoever_reaches_the_server_from_elsewhere_is_asked_for_the_password(
    stranger: httpx.Client, shared: tuple[Server, Opened]
):
    for path in ("/", f"/host/{shared[1].host}", f"/replay/match/{shared[1].match}"):
        answer = stranger.get(path)
        assert answer.status_code == 303
        assert answer.headers["location"] == f"/login?next={path}"
    answer = stranger.post("/api/v1/tables", json={})
    assert answer.status_code == 401
    assert "password" in answer.json()["sentence"]


def test_a_seat_and_a_spectator_need_only_their_links(stranger: httpx.Client, shared: tuple[Server, Opened]):
    seat = next(each for each in shared[1].passes if each.kind == "seat")
    for path in (f"/seat/{seat.token}", f"/watch/{shared[1].spectator}", "/api/v1/table"):
        answer = stranger.get(path)
        assert "login" not in answer.headers.get("location", "")
        assert "host's password" not in answer.text


def test_the_password_opens_the_lobby_for_that_browser_until_the_cookie_is_another(
    host: httpx.Client, stranger: httpx.Client
):
    assert host.get("/").status_code == 200
    cookie = next(each for each in host.cookies.jar if each.name == "host")
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert cookie.get_nonstandard_attr("SameSite") == "strict"
    stranger.cookies.set("host", f"{cookie.value}x")
    assert stranger.get("/").status_code == 303
    forged = URLSafeTimedSerializer("a guess").dumps("host")
    stranger.cookies.set("host", str(forged))
    assert stranger.get("/").status_code == 303


def test_a_program_says_the_password_with_every_request(stranger: httpx.Client):
    assert stranger.post("/api/v1/tables", auth=("host", PASSWORD), json={}).status_code != 401


def test_after_the_password_a_browser_stays_on_this_server(stranger: httpx.Client):
    for after in ("//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"):
        told = stranger.post("/login", params={"next": after}, data={"password": PASSWORD})
        assert told.headers["location"] == "/"
    told = stranger.post("/login", params={"next": "/host/abc"}, data={"password": PASSWORD})
    assert told.headers["location"] == "/host/abc"


def test_the_secret_of_the_cookies_is_read_by_its_owner_alone(homes: Path, shared: object):
    del shared
    kept = homes / "data" / "parlour" / "session-secret"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert len(kept.read_text(encoding="ascii")) >= 32


def guess(guesser: httpx.Client, number: int) -> int:
    claimed = {"X-Forwarded-For": f"203.0.113.{number}", "Forwarded": f"for=203.0.113.{number}"}
    return guesser.post("/login", data={"password": f"guess {number}"}, headers=claimed).status_code


def test_guessing_is_slowed_whatever_address_a_request_claims_and_says_so(shared: tuple[Server, Opened]):
    if not is_here(GUESSER):
        pytest.skip(f"{GUESSER} is no address of this machine")
    server, opened = shared
    with client(server.url, GUESSER) as guesser:
        assert [guess(guesser, number) for number in range(40)] == [401] * 10 + [429] * 30
        late = guesser.post("/login", data={"password": PASSWORD})
        assert late.status_code == 429
        assert "Wait a minute" in late.text
        assert guesser.get("/", auth=("host", PASSWORD)).status_code == 429
        assert [guesser.get(f"/seat/{n}").status_code for n in range(11)] == [404] * 10 + [429]
        assert guesser.get("/watch/again").status_code == 429
        assert guesser.get(f"/watch/{opened.spectator}").status_code == 200
        key = {"Authorization": f"Bearer {opened.host}"}
        assert guesser.get("/api/v1/table", headers=key).status_code == 200
