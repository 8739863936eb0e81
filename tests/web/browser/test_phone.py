"""A table on a telephone: what is in view, what can be put aside, and what comes back by itself."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from parlour.games.werewolf import Role, WerewolfSetup, seat_names
from tests.web.browser.devices import held, mystery_table, sat
from tests.web.browser.guests import Guest, seat_url, watch_url
from tests.web.browser.serving import Opened, Server
from tests.web.hosting.houses import setup

_SEER = (Role.SEER, Role.WEREWOLF, Role.WEREWOLF, *[Role.VILLAGER] * 5)


def _seer_table(server: Server) -> tuple[WerewolfSetup, Opened]:
    wolves = WerewolfSetup(language="en", players=seat_names(len(_SEER), "en"), deal=_SEER, days=1)
    return wolves, server.open(setup(0, of=wolves, method="plain"))


_SCROLLS_UP = "talk => talk.scrollTo(0, -talk.scrollHeight)"
_IS_NEWEST = "() => document.querySelector('.talk').scrollTop > -2"


def _scroll_up(guest: Guest) -> None:
    guest.talk.evaluate(_SCROLLS_UP)
    expect(guest.page.get_by_role("button", name="To the newest")).to_be_visible()


def test_the_talk_comes_back_to_the_newest_after_ones_own_act_and_at_the_end(
    server: Server, browser: Browser
):
    wolves, opened = _seer_table(server)
    with held(browser, "phone") as context, held(browser, "phone") as other:
        guest = sat(context, seat_url(server, opened.seat(wolves.players[0])), "en", "phone")
        crowd = Guest(page=other.new_page(), url=watch_url(server, opened.spectator)).come()
        guest.play_until("vote")
        for each in (guest, crowd):
            _scroll_up(each)
        guest.answer()
        for each in (guest, crowd):
            expect(each.page.locator(".plate.is-won")).to_be_visible()
            each.page.wait_for_function(_IS_NEWEST)


_SCROLLING = """() => [...document.querySelectorAll(".asked *:not(textarea)")]
    .filter((part) => ["auto", "scroll"].includes(getComputedStyle(part).overflowY))
    .map((part) => part.className).filter((name) => name !== "offers")"""
"""The parts of a card that scroll up and down; the sentences to tap scroll sideways."""


def test_a_vote_waits_folded_until_one_has_read_and_its_card_has_one_scroll(server: Server, browser: Browser):
    wolves = WerewolfSetup(language="en", players=seat_names(len(_SEER), "en"), deal=_SEER, days=1)
    opened = server.open(setup(0, of=wolves, method="plain"), seconds=3600)
    with held(browser, "phone") as context:
        guest = sat(context, seat_url(server, opened.seat(wolves.players[0])), "en", "phone")
        guest.page.get_by_role("button", name="Leave the guide").click()
        guest.play_until("vote")
        read_first = guest.asked.get_by_role(
            "button", name="Whom do you vote out? Tap once you have read the talk"
        )
        expect(read_first).to_be_visible()
        for part in (".asked-body", ".asked-steps", ".is-fold"):
            expect(guest.asked.locator(part)).to_be_hidden()
        guest.shoot("phone-vote-unread")
        assert not guest.barriers()
        read_first.tap()
        expect(read_first).to_be_hidden()
        assert guest.page.evaluate(_SCROLLING) == ["asked-body"]
        expect(guest.asked.locator(".tick").last).to_be_in_viewport(ratio=1)
        guest.shoot("phone-vote")
        head = guest.asked.get_by_role("button", name="Whom do you vote out?")
        low = guest.talk.evaluate("talk => talk.clientHeight")
        head.press("Enter")
        expect(head).to_have_attribute("aria-expanded", "false")
        expect(guest.asked.locator(".asked-body")).to_be_hidden()
        expect(guest.asked.locator(".asked-steps")).to_be_hidden()
        expect(guest.asked.locator(".asked-left")).to_be_visible()
        assert guest.talk.evaluate("talk => talk.clientHeight") > low + 150
        guest.shoot("phone-vote-folded")
        assert not guest.barriers()
        head.tap()
        expect(head).to_have_attribute("aria-expanded", "true")
        guest.answer()
        assert guest.complaints == []


def test_whoever_must_be_chosen_comes_into_view_unless_the_words_name_them(server: Server, browser: Browser):
    mystery, opened = mystery_table(server, "en")
    other = mystery.players[2]
    with held(browser, "phone") as context:
        guest = sat(context, seat_url(server, opened.seat(mystery.players[0])), "en", "phone")
        guest.page.get_by_role("button", name="Leave the guide").click()
        guest.play_until("ask")
        guest.page.set_viewport_size({"width": 390, "height": 640})
        guest.asked.locator("textarea").fill("Blue bananas sing upstairs. " * 6)
        guest.asked.locator(".asked-body").evaluate("body => body.scrollTo(0, body.scrollHeight)")
        guest.asked.locator(".is-main").click()
        expect(guest.asked.locator(".asked-trouble")).to_have_text("Choose somebody first.")
        for person in guest.asked.locator(".tick").all():
            expect(person).to_be_in_viewport(ratio=1)
        expect(guest.asked.locator(".asked-trouble")).to_be_in_viewport(ratio=1)
        guest.shoot("phone-choose")
        more = guest.asked.get_by_role("button", name="more ↓")
        guest.asked.locator(".asked-body").evaluate("body => body.scrollTo(0, 0)")
        expect(more).to_be_visible()
        more.tap()
        guest.page.wait_for_function("() => document.querySelector('.asked-body').scrollTop > 20")
        guest.asked.locator(".asked-body").evaluate("body => body.scrollTo(0, body.scrollHeight)")
        expect(more).to_be_hidden()
        guest.asked.locator("textarea").fill(f"Do blue bananas sing upstairs, {other}?")
        with guest.giving():
            guest.asked.locator(".is-main").click()
        expect(guest.talk.locator(".is-mine .said-to").last).to_contain_text(f"→ {other}")
        assert guest.complaints == []
