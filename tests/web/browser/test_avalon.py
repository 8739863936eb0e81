"""Somebody plays Avalon, a game from another package, with four readers in a real browser, to the end."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from tests.packages.overlay import installed
from tests.web.browser.axe import barriers
from tests.web.browser.guests import Guest, sees
from tests.web.browser.serving import Server

PROPOSE, BALLOT = "propose", "ballot"


class Knight(Guest):
    """Somebody at a table of Avalon; a leader sends as many as the page says."""

    def answer(self) -> str:
        if self.kind() == PROPOSE:
            self._tick_all_but_the_first(self.card(PROPOSE))
        return super().answer()

    def _tick_all_but_the_first(self, card: Locator) -> None:
        told = re.search(r"\d+", card.locator(".faded").first.inner_text())
        assert told, "nothing says how many go"
        for number in range(1, int(told[0])):
            card.locator(".tick").nth(number).click()


@pytest.fixture
def avalon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    folder = tmp_path / "installed"
    folder.mkdir()
    path = os.pathsep.join((*installed(folder), os.environ.get("PYTHONPATH", "")))
    monkeypatch.setenv("PYTHONPATH", path)
    server = Server(db=tmp_path / "parlour.db").start()
    yield server
    server.kill()


def opened(server: Server, context: BrowserContext) -> str:
    page = context.new_page()
    page.goto(server.url)
    page.get_by_role("button", name="Avalon Five quests").click()
    expect(page.locator(".preview h3")).to_have_text("Avalon")
    page.get_by_label("Names at the table").click()
    page.get_by_role("option", name="As the game calls its seats").click()
    page.get_by_label("Players").fill("5")
    expect(page.locator(".preview dd").last).to_contain_text("1 × Morgana")
    page.get_by_text("Rules, time and seed").click()
    for told in ("First leader", "Rounds of talk", "Words per speech", "Evil confers"):
        expect(page.get_by_text(told, exact=True).first).to_be_visible()
    page.get_by_label("Rounds of talk").fill("0")  # a speech is asked for as in every other game
    assert barriers(page) == []
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/host/*")
    expect(page.get_by_role("heading", level=1)).to_have_text("Avalon")
    seat = page.get_by_label("Player 1", exact=True).input_value()
    page.get_by_role("button", name="Sit down").click()
    return seat


def test_a_person_plays_avalon_with_readers_to_the_end(avalon: Server, context: BrowserContext):
    guest = Knight(
        page=context.new_page(), url=opened(avalon, context), lines=("I suspect Player 2 a little.",)
    )
    guest.come()
    expect(guest.page.locator(".side")).to_contain_text("You are Player 1")
    guest.play_until(BALLOT)
    expect(guest.page.locator(".asked h2")).to_have_text("Do you let this team go?")
    expect(guest.asked.get_by_role("button", name="Do not vote")).to_be_visible()
    assert not guest.barriers()
    done = guest.play_out()
    assert BALLOT in done
    sees(guest, "Player 1 was ")
    expect(guest.talk).to_contain_text(re.compile("Evil wins.|The good win."))
    guest.page.locator(".notice a").click()
    guest.page.wait_for_url("**/after/*")
    expect(guest.page.get_by_text(re.compile("^Evil at this table: Player"))).to_be_visible()
    votes = guest.page.get_by_role("row", name="Votes of the good that keep to clean teams")
    expect(votes).to_contain_text("%")
    assert not guest.barriers()
    assert guest.complaints == []
