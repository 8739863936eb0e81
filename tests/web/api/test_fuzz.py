"""Whatever is sent, the answer is one that the description names, and an error says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.api.serving import Api, Json, Opened
from tests.web.hosting.houses import game, setup

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
LEFT_OUT = ("/table/end", "/tables")
"""Not sent here: a table that is over answers nothing new, and one that opens costs time."""


@pytest.fixture(scope="module")
def opened(api: Api) -> Opened:
    return api.open(setup(0, method="random", model=""))


@pytest.fixture(scope="module")
def operations(api: Api) -> list[tuple[str, str, Json]]:
    with api.client() as anybody:
        description = anybody.get("/openapi.json").json()
    return [
        (method, path, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
        if path not in LEFT_OUT
    ]


@settings(max_examples=60, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_every_answer_is_one_that_the_description_names(
    api: Api, opened: Opened, operations: list[tuple[str, str, Json]], data: st.DataObject
):
    method, path, operation = data.draw(st.sampled_from(operations))
    token = data.draw(st.sampled_from([opened.host, opened.spectator, *opened.seats.values(), "guessed"]))
    query = {
        each["name"]: data.draw(st.integers() | st.text(max_size=8))
        for each in operation.get("parameters", [])
        if each["in"] == "query" and data.draw(st.booleans())
    }
    place = data.draw(st.sampled_from([*game().players, "Zoe", "%00", "..%2f", "💀"]))
    body = data.draw(ANYTHING | _nearly(operation)) if "requestBody" in operation else None
    with api.client(token) as client:
        told = client.request(method, path.replace("{player}", place), params=query, json=body)
    assert told.status_code < 500
    no_such_path = {"404", "405"} if "{player}" in path else set[str]()
    assert str(told.status_code) in no_such_path | operation["responses"].keys(), told.text
    if told.status_code >= 400:
        assert told.json()["sentence"]


def _nearly(operation: Json) -> st.SearchStrategy[Json]:
    name = operation["requestBody"]["content"]["application/json"]["schema"].get("$ref", "").rsplit("/")[-1]
    fields = _FIELDS.get(name, {})
    return st.fixed_dictionaries({}, optional={key: value | ANYTHING for key, value in fields.items()})


_FIELDS: Mapping[str, Mapping[str, st.SearchStrategy[Json]]] = {
    "Answer": {
        "request": st.text(max_size=9),
        "chosen": st.lists(st.sampled_from(game().players)),
        "speech": st.text(),
    },
    "NewHolder": {
        "method": st.sampled_from(["human", "random", "player-star:ask", "x:y=z"]),
        "model": st.text(),
    },
    "Pace": {"seconds": st.none() | st.integers()},
    "Fork": {"step": st.integers(max_value=40), "seats": st.just({"Zoe": {"method": "random"}})},
    "Notes": {"text": st.text(), "marks": st.just({"Zoe": {"suspicion": 9}})},
    "Survey": {"story_advancement": st.integers(), "remark": st.text()},
    "TableAsked": {"game": st.just({"name": "werewolf", "players": 99}), "seed": st.integers()},
}


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
