"""The description of the interface is whole, and its page fetches nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import httpx
import pytest

from tests.web.api.serving import Api, Json

FETCHING = {"script", "link", "img", "iframe", "object", "embed", "video", "audio", "source"}


@pytest.fixture(scope="module")
def description(api: Api) -> Json:
    with api.client() as anybody:
        return anybody.get("/openapi.json").json()


@pytest.fixture(scope="module")
def page(api: Api) -> httpx.Response:
    with api.client() as anybody:
        return anybody.get("/docs")


class _Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags, self.ids, self.links = set[str](), set[str](), set[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.tags.add(tag)
        self.ids.add(told.get("id") or "")
        self.links.add(told.get("href") or "")


def test_the_page_fetches_nothing_and_none_of_its_links_is_dead(page: httpx.Response):
    assert page.headers["content-type"].startswith("text/html")
    seen = _Seen()
    seen.feed(page.text)
    assert not seen.tags & FETCHING
    assert "url(" not in page.text
    assert "@import" not in page.text
    assert {link[1:] for link in seen.links if link.startswith("#")} <= seen.ids
    assert {link for link in seen.links if link and not link.startswith("#")} == {"openapi.json"}


def test_every_operation_says_what_it_does_and_what_can_go_wrong(description: Json, page: httpx.Response):
    for path, methods in description["paths"].items():
        for operation in methods.values():
            assert operation["tags"]
            assert operation["description"]
            assert operation["operationId"] in page.text
            if path == "/table" or path.startswith("/table/"):
                assert {"401", "403"} <= operation["responses"].keys()
                assert operation["security"]
            assert all(
                "Problem" in str(response)
                for status, response in operation["responses"].items()
                if not status.startswith("2")
            )


def test_the_messages_of_the_socket_are_described_and_so_is_every_field_that_needs_it(description: Json):
    schemas = description["components"]["schemas"]
    assert {"Snapshot", "LineMessage", "Hello", "AnswerMessage", "Bye"} <= schemas.keys()
    for name in ("TableView", "FeedLine", "Form", "SeatView", "SpeechMessage"):
        for field, told in schemas[name]["properties"].items():
            assert told.get("description") or field == "type", (name, field)
    assert not re.search("Attributes:", str(schemas))
