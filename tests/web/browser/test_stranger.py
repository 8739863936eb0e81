"""Somebody plays a game from another package in a real browser, beside which a broken one is installed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.web.browser.axe import barriers
from tests.web.browser.serving import Server
from tests.web.strangers import install


def test_a_game_from_elsewhere_is_chosen_opened_and_played_and_the_broken_one_is_told(
    context: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = os.pathsep.join((str(install(tmp_path)), os.environ.get("PYTHONPATH", "")))
    monkeypatch.setenv("PYTHONPATH", path)
    server = Server(db=tmp_path / "parlour.db").start()
    try:
        page = context.new_page()
        page.goto(server.url)
        expect(page.get_by_text("drydock").first).to_contain_text("parlour-harbour cannot be used")
        assert barriers(page) == []
        page.get_by_role("button", name="Harbour For 3 to 10").click()
        expect(page.locator(".preview h3")).to_have_text("Harbour")
        expect(page.locator(".preview dd").last).to_contain_text("1 × traitor")
        page.get_by_label("Players").fill("3")
        expect(page.locator(".preview dd").first).not_to_contain_text("Player 4")
        page.get_by_text("Rules, time and seed").click()
        expect(page.get_by_text("How often everybody speaks before the vote.")).to_be_visible()
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/host/*")
        expect(page.get_by_role("heading", level=1)).to_have_text("Harbour")
        seat = page.get_by_label("Player 1", exact=True).input_value()
        page.get_by_role("button", name="Start").click()
        guest = context.new_page()
        guest.goto(seat)
        expect(guest.get_by_role("heading", name="Speak to the table")).to_be_visible()
        expect(guest.get_by_text("You play Player 1.").first).to_be_attached()
        assert barriers(guest) == []
    finally:
        server.kill()
