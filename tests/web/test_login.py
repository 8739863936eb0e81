"""Whoever says the password is let in, and nobody else, wherever a link is not enough."""

from __future__ import annotations

import asyncio
from base64 import b64encode

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from parlour.web.gate.login import COOKIE, Gatekeeper
from tests.web.hosting.houses import run_async

PASSWORD = "open sesame"
INSIDE = "inside"


def inside(_: Request) -> PlainTextResponse:
    return PlainTextResponse(INSIDE)


def client(password: str = PASSWORD) -> httpx.AsyncClient:
    app = Starlette(routes=[Route("/{rest:path}", inside)])
    app.add_middleware(Gatekeeper, password=password, secret="s" * 32)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")


def answered(method: str, path: str, **options: object) -> httpx.Response:
    async def ask() -> httpx.Response:
        async with client() as asking:
            return await asking.request(method, path, **options)  # type: ignore[arg-type]

    return asyncio.run(ask())


def test_a_wrong_password_none_and_one_that_is_no_text_open_nothing():
    for form in ({"password": "open"}, {"password": ""}, {"other": PASSWORD}, {}, {"password": "a" * 20_000}):
        told = answered("POST", "/login", data=form)
        assert told.status_code == 401
        assert COOKIE not in told.cookies


def test_a_file_in_the_place_of_a_password_opens_nothing():
    assert answered("POST", "/login", files={"password": b"open sesame"}).status_code == 401


@run_async
async def test_the_right_password_leads_on_with_a_cookie_that_opens_the_rest():
    async with client() as asking:
        assert (await asking.get("/login?next=/here")).status_code == 200
        turned = await asking.get("/here")
        assert (turned.status_code, turned.headers["location"]) == (303, "/login?next=/here")
        told = await asking.post("/login?next=/here", data={"password": PASSWORD})
        assert (told.status_code, told.headers["location"]) == (303, "/here")
        assert (await asking.get("/here")).text == INSIDE


def test_links_open_what_is_theirs_and_programs_say_the_password_each_time():
    asked: tuple[tuple[str, dict[str, str], int], ...] = (
        ("/", {}, 303),
        ("/seat/token", {}, 200),
        ("/seats", {}, 303),
        ("/replay/token", {}, 200),
        ("/replay/match/one", {}, 303),
        ("/api/v1/table", {}, 200),
        ("/api/v1/tables", {}, 401),
        ("/", {"Authorization": f"Basic {b64encode(f':{PASSWORD}'.encode()).decode()}"}, 200),
        ("/", {"Authorization": f"Basic {b64encode(b':wrong').decode()}"}, 401),
        ("/", {"Cookie": f"{COOKIE}=forged"}, 303),
    )
    for path, headers, status in asked:
        assert answered("GET", path, headers=headers).status_code == status, (path, headers)


def test_where_no_password_is_asked_for_everybody_is_inside():
    async def ask() -> str:
        async with client("") as asking:
            return (await asking.get("/")).text

    assert asyncio.run(ask()) == INSIDE
