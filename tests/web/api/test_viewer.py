"""What is new to one connection: every line once, and speech in the pieces in which it forms."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from parlour.core import Event, Request, event_kinds, request_kinds
from parlour.web.api.socket import LineMessage, SpeechMessage, Viewer
from parlour.web.api.view import admit_token
from parlour.web.hosting import Feed
from tests.web.hosting.houses import game, opened, setup

ME = game().players[0]


@asynccontextmanager
async def watched(folder: Path) -> AsyncGenerator[tuple[Feed, Viewer]]:
    async with opened(str(folder / "parlour.db")) as house:
        table, passes = house.open(setup(0, method="random"))
        host = next(each.token for each in passes if each.kind == "host")
        yield table.feed, Viewer(admit_token(house, host))


def test_every_line_is_news_once(tmp_path: Path):
    async def story() -> None:
        async with watched(tmp_path) as (feed, viewer):
            told = list[list[str]]()
            for words in (["One."], ["Two.", "Three."], [], ["Four."]):
                for each in words:
                    feed.on_item(Event(number=0, kind=event_kinds.INTRODUCED, actor=ME, text=each))
                told.append([each.line.text for each in viewer.news() if isinstance(each, LineMessage)])
            assert told == [["One."], ["Two.", "Three."], [], ["Four."]]

    asyncio.run(story())


def test_speech_is_news_in_pieces_and_from_its_beginning_where_it_broke_off(tmp_path: Path):
    request = Request(id="1", step=0, player=ME, kind=request_kinds.SPEAK, words=50)

    def pieces(viewer: Viewer) -> Iterator[tuple[int, str]]:
        return ((each.at, each.chunk) for each in viewer.news() if isinstance(each, SpeechMessage))

    async def story() -> None:
        async with watched(tmp_path) as (feed, viewer):
            feed.on_requests([request])
            feed.spoke(request, "Good ")
            assert [*pieces(viewer)] == [(0, "Good ")]
            feed.spoke(request, "evening.")
            assert [*pieces(viewer)] == [(5, "evening.")]
            assert not [*pieces(viewer)]
            feed.on_requests([request])
            feed.spoke(request, "Well.")
            assert [*pieces(viewer)] == [(0, "Well.")]

    asyncio.run(story())
