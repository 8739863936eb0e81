"""Whoever is not heard as they mean it taps another reading, on each device and in each language."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from parlour.arena import listener
from parlour.core import Request, request_kinds
from parlour.games.mystery import MysterySetup
from parlour.language.facts import Language
from parlour.language.hearing import DoubtfulRemark
from tests.language.hearing.ambiguous import ambiguous
from tests.web.browser.devices import Device, held, mystery_table, sat
from tests.web.browser.guests import Guest, seat_url, sees
from tests.web.browser.pairs import PAIRS
from tests.web.browser.serving import Server
from tests.web.hosting.houses import setup


def remark(mystery: MysterySetup) -> tuple[str, DoubtfulRemark]:
    """Something that may be meant in more than one way, and what is told of it."""
    me, _, *people = mystery.players
    ears = listener(setup(0, of=mystery), me)
    assert ears
    request = Request(id="1", step=0, player=me, kind=request_kinds.INTRODUCE, words=100)
    return ambiguous(ears, request, mystery.language, *people)


@PAIRS
def test_another_reading_is_sent_by_one_tap(
    server: Server, browser: Browser, language: Language, device: Device
):
    mystery, opened = mystery_table(server, language)
    said, doubt = remark(mystery)
    with held(browser, device) as context:
        guest = sat(context, seat_url(server, opened.seat(mystery.players[0])), language, device)
        guest.asked.first.wait_for()
        field, others = guest.asked.locator("textarea"), guest.asked.locator(".asked-trouble .is-other")
        field.fill(said)
        guest.asked.locator(".asked-steps .is-main").click()
        expect(others).to_have_text([each.line for each in doubt.others])
        expect(others.last).to_be_in_viewport(ratio=1)
        expect(guest.asked.locator(".asked-steps .is-main")).to_be_in_viewport(ratio=1)
        guest.shoot(f"other-readings-{language}-{device}")
        assert not guest.barriers()
        assert guest.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        expect(guest.talk.locator(".is-mine")).to_have_count(0)

        field.press_sequentially("!")
        expect(others).to_have_count(0)
        field.fill(said)
        guest.asked.locator(".asked-steps .is-main").click()
        _takes(guest, doubt, device)
        sees(guest, doubt.others[-1].confirmed)
        expect(guest.talk.locator(".is-mine")).to_have_count(1)
        assert guest.complaints == []


def _takes(guest: Guest, doubt: DoubtfulRemark, device: Device) -> None:
    """The last of the other readings is tapped, or pressed from the keyboard."""
    others = guest.asked.locator(".asked-trouble .is-other")
    expect(others).to_have_count(len(doubt.others))
    with guest.giving():
        if device == "phone":
            others.last.tap()
            return
        expect(guest.asked.locator(".asked-steps .is-main")).to_be_focused()
        guest.page.keyboard.press("Shift+Tab")
        expect(others.last).to_be_focused()
        guest.page.keyboard.press("Enter")
