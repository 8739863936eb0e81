"""A person taps what they mean: the others see the words alone, and on a touch what was understood."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from parlour.arena import listener
from parlour.core import Request, request_kinds
from parlour.games.mystery import MysterySetup
from parlour.language.hearing import OfferedReadings
from tests.language.hearing.ambiguous import ambiguous
from tests.web.browser.devices import held, mystery_table, sat
from tests.web.browser.guests import seat_url, sees
from tests.web.browser.serving import Server
from tests.web.hosting.houses import setup


def remark(mystery: MysterySetup) -> OfferedReadings:
    me, _, *people = mystery.players
    ears = listener(setup(0, of=mystery), me)
    assert ears
    request = Request(id="1", step=0, player=me, kind=request_kinds.INTRODUCE, words=100)
    return ambiguous(ears, request, mystery.language, *people)


def test_a_tap_lights_a_reading_and_enter_sends_the_words_with_it(server: Server, browser: Browser):
    mystery, opened = mystery_table(server, "zh")
    heard = remark(mystery)
    with held(browser, "phone") as context:
        guest = sat(context, seat_url(server, opened.seat(mystery.players[0])), "zh", "phone")
        guest.asked.first.wait_for()
        field, chips = guest.asked.locator("textarea"), guest.asked.locator(".chips .chip-key")
        field.fill(heard.typed)
        expect(chips).to_have_text([chip.text for chip in heard.chips])
        expect(guest.asked.locator(".chips [aria-pressed=true]")).to_have_count(0)
        for at in (0, 1, 0):
            chips.nth(at).tap()
        expect(chips.nth(0)).to_have_attribute("aria-pressed", "false")
        expect(chips.nth(1)).to_have_attribute("aria-pressed", "true")
        expect(chips.last).to_be_in_viewport(ratio=1)
        expect(guest.asked.locator(".asked-steps .is-main")).to_be_in_viewport(ratio=1)
        guest.shoot("chips")
        assert not guest.barriers()
        assert guest.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        with guest.giving():
            field.press("Enter")
        sees(guest, heard.typed)
        mine = guest.talk.locator(".is-mine")
        expect(mine).to_have_count(1)
        expect(mine.locator(".said-words")).to_have_text(heard.typed)
        understood = mine.locator(".understood p")
        expect(understood).to_be_hidden()
        mine.locator(".understood summary").click()
        expect(understood).to_have_text(heard.chips[1].sentence)
        guest.shoot("chips-understood")
        assert guest.complaints == []
