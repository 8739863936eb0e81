"""A recorded game as it went and what its watcher believed line by line, in a real browser."""

from __future__ import annotations

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from parlour.cli import main
from parlour.lab.transcripts import format_transcript
from parlour.store import Store
from tests.games.watched.watching import controlled_talk
from tests.lab.watching.recorded import night
from tests.web.browser.axe import barriers
from tests.web.browser.guests import shoot
from tests.web.browser.serving import Server

PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1280, "height": 900}


def watch(server: Server, folder: Path) -> str:
    with Store.reading(str(server.db)) as store:
        before = {each.match for each in store.matches()}
    games = folder / "games.jsonl"
    talk = night(events=controlled_talk(), centre=("werewolf", "seer", "tanner"))
    games.write_text(f"{format_transcript(talk)}\n", encoding="utf-8")
    words = (
        "run",
        "watch-onenight",
        "--transcripts",
        str(games),
        "--model",
        "reader",
        "--conditions",
        "gratr",
    )
    more = ("--embedding", "bm25", "--jobs", "1", "--yes", "--db", str(server.db))
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(1) as pool:
        patch.setattr(sys, "argv", ["parlour", *words, *more])
        with pytest.raises(SystemExit, match=r"^0$"):
            pool.submit(main).result()  # in a thread of its own, since Playwright's loop runs in this one
    with Store.reading(str(server.db)) as store:
        return next(each.match for each in store.matches() if each.match not in before)


def has_no_barrier(page: Page, name: str) -> None:
    assert not barriers(page)
    fits(page, name)


def fits(page: Page, name: str) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= (page.viewport_size or LAPTOP)["width"]
    shoot(page, name)


def test_somebody_looks_at_a_recorded_game_and_at_what_the_watcher_believed_line_by_line(
    server: Server, context: BrowserContext, tmp_path: Path
):
    match = watch(server, tmp_path)
    page = context.new_page()
    page.goto(f"{server.url}/replay/match/{match}")
    expect(page.get_by_text("Won: the village")).to_be_visible()
    cast = page.locator("table.data").first
    expect(cast.locator("tbody tr").nth(1)).to_contain_text("werewolf")
    page.get_by_role("button", name="To the end").click()
    last = page.locator(".reel .now .strip")
    expect(last.first).to_contain_text(re.compile(r"Player 2\s*\d+%"))
    expect(last.last).to_contain_text(re.compile(r"Player 2\s*−0\."))
    has_no_barrier(page, "watched")
    page.get_by_role("tab", name="Minds").click()
    expect(page.locator(".way svg.lines").first).to_be_visible()
    has_no_barrier(page, "watched-minds")
    page.set_viewport_size(PHONE)
    fits(page, "watched-phone")
    (tmp_path / "match.html").write_text(
        page.request.get(f"{server.url}/replay/match/{match}/export.html").text(), encoding="utf-8"
    )
    page.goto((tmp_path / "match.html").as_uri())
    expect(page.get_by_text("Won: the village")).to_be_visible()
    assert page.locator(".strip").count() >= 28
    has_no_barrier(page, "watched-export-phone")
    page.set_viewport_size(LAPTOP)
    fits(page, "watched-export")
