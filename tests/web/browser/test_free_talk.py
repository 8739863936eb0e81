"""Somebody in a free discussion, in a browser: they speak up, ask for the floor, or listen on."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, BrowserContext, expect

from parlour.games.onenight import OneNightSetup, seat_names
from parlour.llm import Language
from tests.web.browser.devices import Device, held, sat
from tests.web.browser.guests import seat_url, sees
from tests.web.browser.pairs import PAIRS
from tests.web.browser.serving import Server
from tests.web.hosting.houses import setup

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "asks": "Free discussion: do you want to speak?",
        "listen": "Pass",
        "floor": "Speak now",
        "line": "I suspect Beta more than a little.",
        "half": "I never",
        "last": "I suspect Gamma more than a little.",
    },
    "zh": {
        "asks": "自由讨论：你想发言吗？",
        "listen": "过",
        "floor": "现在发言",
        "line": "我怀疑贝塔。",
        "half": "我从来",
        "last": "我怀疑伽马。",
    },
}


@PAIRS
def test_somebody_speaks_up_asks_for_the_floor_and_listens(
    server: Server, browser: Browser, language: Language, device: Device
):
    with held(browser, device) as context:
        _takes_part(server, context, language, device)


def _takes_part(server: Server, context: BrowserContext, language: Language, device: Device) -> None:
    words = WORDS[language]
    players = seat_names(5, language)
    game = OneNightSetup(language=language, players=players, talk="bidding", speeches=12, rounds=1)
    opened = server.open(setup(0, of=game, method="plain"), seconds=3600)
    guest = sat(context, seat_url(server, opened.seat(game.players[0])), language, device)

    guest.play_until("bid")
    card = guest.card("bid")
    expect(card.locator("h2")).to_have_text(words["asks"])
    expect(card.locator(".asked-left")).to_have_text(re.compile(r"\d:\d\d"))
    expect(card.locator(".asked-steps .step-effect")).to_have_count(2)
    guest.shoot(f"free-talk-{language}-{device}")
    assert not guest.barriers()
    kept = card.locator("textarea").get_attribute("data-keep")
    with guest.giving():
        card.locator("textarea").fill(words["line"])
        card.locator(".is-main").click()
    sees(guest, words["line"])
    guest.page.wait_for_function("key => sessionStorage.getItem(key) === null", arg=kept)
    guest.page.reload()
    expect(guest.card("bid").locator("textarea")).to_have_value("")

    guest.card("bid").get_by_role("button", name=words["floor"]).click()
    card = guest.card("speak")
    with guest.giving():
        card.locator("textarea").fill(words["last"])
        card.locator(".is-main").click()
    sees(guest, words["last"])

    guest.card("bid").locator("textarea").fill(words["half"])
    while guest.kind() == "bid":
        expect(guest.card().locator("textarea")).to_have_value(words["half"])
        with guest.giving():
            guest.card().get_by_role("button", name=words["listen"]).click()
    assert guest.kind() == "vote"
    server.wait_until_written(opened, game.players[0], "drafts", words["half"])
    guest.shoot(f"free-talk-{language}-{device}-vote")
    assert guest.complaints == []
