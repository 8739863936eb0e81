"""Somebody's first game: the guide, the rules where they matter, and what one waits for."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Browser, expect

from parlour.language.facts import Language
from tests.web.browser.devices import Device, held, mystery_table
from tests.web.browser.guests import Guest, seat_url, watch_url
from tests.web.browser.pairs import PAIRS
from tests.web.browser.serving import Opened, Server


@dataclass(frozen=True, kw_only=True)
class Words:
    """What is seen and pressed in one language."""

    steps: tuple[str, ...]
    onward: str
    last: str
    liars: str
    tie: str
    unlimited: str
    waits: str
    paused: str
    line: str


WORDS: dict[Language, Words] = {
    "en": Words(
        steps=("1 of 4", "2 of 4", "3 of 4", "4 of 4"),
        onward="Next",
        last="Let us play",
        liars="Only murderers may lie",
        tie="a tie accuses nobody",
        unlimited="There is no time limit",
        waits="The table waits for {}.",
        paused="Paused",
        line="I am {}.",
    ),
    "zh": Words(
        steps=("第1步，共4步", "第2步，共4步", "第3步，共4步", "第4步，共4步"),
        onward="下一步",
        last="开始玩",
        liars="只有凶手可以说谎",
        tie="平票",
        unlimited="没有时间限制",
        waits="全桌在等{}。",
        paused="已暂停",
        line="我是{}。",
    ),
}


@PAIRS
def test_somebody_is_shown_round_knows_the_rules_and_what_the_table_waits_for(
    server: Server, browser: Browser, language: Language, device: Device
):
    mystery, opened = mystery_table(server, language)
    words, player = WORDS[language], mystery.players[0]
    with held(browser, device) as context:
        guest = Guest(page=context.new_page(), url=seat_url(server, opened.seat(player))).come()
        _is_shown_round(guest, words, device)
        guest.asked.first.wait_for()
        expect(guest.asked.locator(".asked-rules")).to_contain_text(words.liars)
        guest.shoot(f"first-game-{language}-{device}-asked")
        assert not guest.barriers()

        crowd = Guest(page=context.new_page(), url=watch_url(server, opened.spectator)).come()
        expect(crowd.page.get_by_text(words.waits.format(player))).to_be_visible()
        crowd.page.close()
        _pauses(guest, server, opened, words)

        guest.asked.locator("textarea").fill(words.line.format(player))
        with guest.giving():
            guest.asked.locator(".is-main").click()
        expect(guest.talk.locator(".is-mine").last).to_contain_text(words.line.format(player))
        guest.play_until("vote")
        expect(guest.asked.locator(".asked-rules")).to_contain_text(words.tie)
        guest.play_out()
        assert guest.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert guest.complaints == []


def _is_shown_round(guest: Guest, words: Words, device: Device) -> None:
    """The guide takes them from their card to the notebook, and can be left and opened again."""
    guide, button = guest.page.locator(".guide"), guest.page.get_by_role
    for number, step in enumerate(words.steps, 1):
        expect(guide).to_contain_text(step)
        if number == 1:
            expect(guest.page.locator(".side")).to_be_visible()
            if device == "phone":
                expect(guest.asked).to_be_hidden()
        if number == 3:
            expect(guest.page.locator(".panel.is-rules")).to_be_visible()
            expect(guest.page.locator(".panel.is-rules")).to_contain_text(words.unlimited)
        if number >= 3:
            assert not guest.barriers()
        button("button", name=words.last if number == len(words.steps) else words.onward).click()
    expect(guide).to_be_hidden()


def _pauses(guest: Guest, server: Server, opened: Opened, words: Words) -> None:
    """The host pauses the match, which is called so, and nothing is asked until it goes on."""
    with server.client(opened.host) as host:
        host.post("/api/v1/table/pause").raise_for_status()
        expect(guest.page.locator(".phase-mood")).to_have_text(words.paused)
        expect(guest.asked).to_have_count(0)
        host.post("/api/v1/table/start").raise_for_status()
    guest.asked.first.wait_for()
