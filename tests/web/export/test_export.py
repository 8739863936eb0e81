"""An exported match is whole, reads back, and can do nothing to who opens it."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from parlour.arena import Record, entry, replay
from parlour.core import Event, event_kinds
from parlour.store import MemoryLog
from parlour.web.export import page_of, page_seen, record_json, record_of
from parlour.web.hosting import Feed, Visibility, line
from tests.web.played import all_lines, played


class Elements(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(
    ("name", "method"), [("mystery", "player-star"), ("werewolf", "gratr"), ("onenight", "humanized")]
)
def test_the_page_holds_all_that_was_said_and_thought(name: str, method: str):
    record = played(name, method)
    page = Elements(page_of(record))
    for told in all_lines(record):
        if told.text:
            assert told.text in page.text
    assert all(player in page.text for player in record.setup.players)


def test_the_page_goes_from_what_was_dealt_through_the_rounds():
    record = played("mystery", "player-star")
    page = page_of(record)
    titles = re.findall("<h3>(.*?)</h3>", page[page.index('id="transcript"') :])
    assert titles == ["What was dealt", "Before the first round", "Round 1", "Round 2"]


def test_the_page_runs_nothing_and_loads_nothing():
    page = Elements(page_of(spoken(played("mystery", "player-star"), "<script>alert(1)</script><img src=x>")))
    assert "<script>alert(1)</script><img src=x>" in page.text
    assert not {"script", "img", "iframe", "link", "object"} & set(page.tags)
    assert not [name for name, _ in page.attributes if name == "src" or name.startswith("on")]
    assert all((value or "").startswith("#") for name, value in page.attributes if name == "href")


def test_the_record_reads_back_equal_and_replays():
    record = played("mystery", "player-star")
    again = record_of(record_json(record))
    assert again == record

    async def run() -> bool:
        return (await replay(again, MemoryLog(again.calls))).is_identical

    assert asyncio.run(run())


def test_the_page_of_one_seat_holds_no_other_ones_papers_or_thoughts():
    record = played("mystery", "player-star")
    feed = Feed()
    me, other = record.setup.players[:2]
    feed.load(record.items)
    mine = [line(one, record.setup) for one in feed.past if Visibility(player=me).shows(one.item)]
    text = Elements(page_seen(record.match, "", record.setup, [each for each in mine if each])).text
    secrets = [
        told.text
        for told in all_lines(record)
        if told.kind == event_kinds.SECRET and told.actor == other and told.text
    ]
    assert secrets
    assert not [secret for secret in secrets if secret in text]
    assert "thinks" not in text


def spoken(record: Record, words: str) -> Record:
    place, told = next((n, each) for n, each in enumerate(record.items) if is_introduction(each))
    assert isinstance(told, Event)
    changed = entry(place, replace(told, text=words))
    return replace(record, entries=(*record.entries[:place], changed, *record.entries[place + 1 :]))


def is_introduction(each: object) -> bool:
    return isinstance(each, Event) and each.kind is event_kinds.INTRODUCED
