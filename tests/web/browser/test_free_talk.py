"""Somebody in a free discussion, in a browser: they speak up, ask for the floor, or listen on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from parlour.games.onenight import OneNightSetup, seat_names
from parlour.llm import Language
from tests.web.browser.devices import DEVICES, Device, held, sat
from tests.web.browser.guests import seat_url, sees
from tests.web.browser.serving import Server
from tests.web.hosting.houses import setup

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "asks": "Free discussion: do you want to speak?",
        "listen": "Listen on",
        "floor": "Ask for the floor",
        "line": "I suspect Beta more than a little.",
        "last": "I suspect Gamma more than a little.",
    },
    "zh": {
        "asks": "自由讨论：你想发言吗？",
        "listen": "继续听",
        "floor": "要求发言",
        "line": "我怀疑贝塔。",
        "last": "我怀疑伽马。",
    },
}


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("language", WORDS)
def test_somebody_speaks_up_asks_for_the_floor_and_listens(
    server: Server, browser: Browser, language: Language, device: Device
):
    with held(browser, device) as context:
        _takes_part(server, context, language, device)


_PRESS_IF_THERE = """said => [...document.querySelectorAll('.asked button')]
    .find(each => each.innerText.trim() === said)?.click()"""
"""Who is to speak may be settled before a finger is there: the card goes, and the vote is next."""


def _takes_part(server: Server, context: BrowserContext, language: Language, device: Device) -> None:
    words = WORDS[language]
    players = seat_names(5, language)
    game = OneNightSetup(language=language, players=players, talk="bidding", speeches=12, rounds=1)
    opened = server.open(setup(0, of=game, method="plain"))
    guest = sat(context, seat_url(server, opened.seat(game.players[0])), language, device)

    while guest.kind() != "bid":
        guest.answer()
    expect(guest.asked.locator("h2")).to_have_text(words["asks"])
    assert guest.kind() == "bid"
    guest.shoot(f"free-talk-{language}-{device}")
    assert not guest.barriers()
    guest.asked.locator("textarea").fill(words["line"])
    guest.asked.locator(".is-main").click()
    sees(guest, words["line"])
    guest.page.reload()
    expect(guest.asked.locator("textarea")).to_be_visible()
    guest.page.wait_for_timeout(1000)  # for what the tab might give back
    expect(guest.asked.locator("textarea")).to_have_value("")

    guest.asked.get_by_role("button", name=words["floor"]).click()
    expect(guest.page.locator(".asked.is-speak")).to_be_visible(timeout=30_000)
    guest.asked.locator("textarea").fill(words["last"])
    guest.asked.locator(".is-main").click()
    sees(guest, words["last"])

    while guest.kind() == "bid":
        guest.page.evaluate(_PRESS_IF_THERE, words["listen"])
        guest.page.wait_for_timeout(200)
    assert guest.kind() == "vote"
    guest.shoot(f"free-talk-{language}-{device}-vote")
    assert guest.complaints == []
