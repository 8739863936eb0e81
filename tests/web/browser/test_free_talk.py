"""Somebody in a free discussion, in a browser: they speak up, ask for the floor, or listen on."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, expect

from parlour.games.onenight import OneNightSetup, seat_names
from tests.web.browser.guests import Guest, seat_url, sees
from tests.web.browser.serving import Server
from tests.web.hosting.houses import setup


def test_somebody_speaks_up_asks_for_the_floor_and_listens(server: Server, context: BrowserContext):
    players = seat_names(5, "en")
    game = OneNightSetup(language="en", players=players, talk="bidding", speeches=12, rounds=1)
    opened = server.open(setup(0, of=game, method="plain"), seconds=3600)
    guest = Guest(page=context.new_page(), url=seat_url(server, opened.seat(game.players[0]))).come()

    guest.play_until("bid")
    card = guest.card("bid")
    expect(card.locator("h2")).to_have_text("Free discussion: do you want to speak?")
    expect(card.locator(".asked-left")).to_have_text(re.compile(r"\d:\d\d"))
    expect(card.locator(".asked-steps .step-effect")).to_have_count(2)
    guest.shoot("free-talk")
    assert not guest.barriers()
    kept = card.locator("textarea").get_attribute("data-keep")
    with guest.giving():
        card.locator("textarea").fill("I suspect Beta more than a little.")
        card.locator(".is-main").click()
    sees(guest, "I suspect Beta more than a little.")
    guest.page.wait_for_function("key => sessionStorage.getItem(key) === null", arg=kept)
    guest.page.reload()
    expect(guest.card("bid").locator("textarea")).to_have_value("")

    guest.card("bid").get_by_role("button", name="Speak now").click()
    card = guest.card("speak")
    with guest.giving():
        card.locator("textarea").fill("I suspect Gamma more than a little.")
        card.locator(".is-main").click()
    sees(guest, "I suspect Gamma more than a little.")

    guest.card("bid").locator("textarea").fill("I never")
    while guest.kind() == "bid":
        expect(guest.card().locator("textarea")).to_have_value("I never")
        with guest.giving():
            guest.card().get_by_role("button", name="Pass").click()
    assert guest.kind() == "vote"
    server.wait_until_written(opened, game.players[0], "drafts", "I never")
    guest.shoot("free-talk-vote")
    assert guest.complaints == []
