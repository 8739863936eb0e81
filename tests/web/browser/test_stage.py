"""The stage in a real browser: one table of portraits in play, with god's eyes and in a replay."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from parlour.facts import Language
from parlour.games.werewolf import WerewolfSetup, seat_names
from tests.web.browser.axe import barriers
from tests.web.browser.devices import DEVICES, Device, held, sat
from tests.web.browser.guests import SCREENS, seat_url
from tests.web.browser.serving import Server
from tests.web.browser.test_after import play_out
from tests.web.hosting.houses import setup

QUICK_SPEECH = "0.01"
"""Seconds per word; at 0 nothing is paced."""


COUNT = """[".vote", ".arrow.is-vote", ".notice a"].map((each) => document.querySelectorAll(each).length)"""
"""At one moment: the votes that have come out, their arrows, and whether the end is told."""


SOMETHING = re.compile(r"\S")


@dataclass(frozen=True, kw_only=True)
class Words:
    """What is seen in one language."""

    skip: str
    outcome: re.Pattern[str]
    night: str
    prompts: str
    minds: str


WORDS: dict[Language, Words] = {
    "en": Words(
        skip="Show it all now",
        outcome=re.compile("You have (won|lost)"),
        night="Night 1",
        prompts="Prompts",
        minds="Minds",
    ),
    "zh": Words(
        skip="直接看结果",
        outcome=re.compile("你(赢|输)了"),
        night="第1夜",
        prompts="提示词",
        minds="心思",
    ),
}


def shoot(page: Page, name: str) -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENS / f"{name}.png")


def wolves(language: Language) -> WerewolfSetup:
    return WerewolfSetup(language=language, players=seat_names(6, language))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_votes_come_out_one_by_one_and_then_what_came_of_it_for_oneself(
    own_server: Server, browser: Browser, language: Language, device: Device
):
    own_server.options = ("--pace", QUICK_SPEECH)
    game, words = wolves(language), WORDS[language]
    opened = own_server.open(setup(0, of=game))
    own_server.start()
    with held(browser, device) as context:
        guest = sat(context, seat_url(own_server, opened.seat(game.players[0])), language, device)
        guest.play_until("vote")
        guest.answer()
        skip = guest.page.get_by_role("button", name=words.skip)
        guest.page.locator(".vote").first.wait_for()
        votes, arrows, ends = guest.page.evaluate(COUNT)
        assert 0 < votes < len(game.players) - 1
        assert arrows in (votes, votes - 1)
        assert not ends
        guest.shoot(f"stage-{language}-{device}-votes")
        skip.click()
        expect(skip).to_be_hidden()
        assert guest.page.locator(".vote").count() > votes
        assert guest.barriers() == []
        guest.play_out()
        expect(guest.page.locator(".notice-outcome")).to_have_text(words.outcome)
        expect(guest.page.locator(".seat-role").filter(has_text=SOMETHING)).to_have_count(len(game.players))
        guest.shoot(f"stage-{language}-{device}-end")
        assert guest.barriers() == []
        assert guest.complaints == []


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_face_opens_its_mind_a_line_its_prompt_and_an_address_leads_to_the_moment(
    server: Server, browser: Browser, language: Language, device: Device
):
    opened = play_out(server, setup(of=wolves(language), method="gratr"))
    words = WORDS[language]
    with held(browser, device) as context:
        page = context.new_page()
        page.goto(f"{server.url}/replay/{opened.host}?at=14")
        expect(page.locator(".cloth-time")).to_have_text(words.night)
        expect(page.locator(".stage.is-night")).to_be_visible()
        expect(page.locator(".seat-role").filter(has_text=SOMETHING)).to_have_count(6)
        shoot(page, f"stage-{language}-{device}-night")
        assert barriers(page) == []
        page.locator(".seat").nth(3).click()
        expect(page.get_by_role("tab", name=words.minds)).to_have_attribute("aria-selected", "true")
        expect(page.locator(".way .q-field")).to_contain_text(wolves(language).players[3])
        page.locator(".reel .to-prompt").last.click()
        expect(page.get_by_role("tab", name=words.prompts)).to_have_attribute("aria-selected", "true")
        expect(page.locator(".inspector")).not_to_be_empty()
        where = page.locator(".where").inner_text()
        page.wait_for_url(re.compile("beside=prompts"))
        other = context.new_page()
        other.goto(page.url)
        expect(other.locator(".where")).to_have_text(where)
        expect(other.get_by_role("tab", name=words.prompts)).to_have_attribute("aria-selected", "true")


def test_a_wrong_moment_leads_to_the_beginning_and_one_beyond_the_end_to_the_end(
    server: Server, browser: Browser
):
    opened = play_out(server, setup(of=wolves("en"), method="plain"))
    with held(browser, "laptop") as context:
        page = context.new_page()
        for at, place in (("x", "1 of"), ("-3", "1 of"), ("", "1 of"), ("²", "1 of"), ("9" * 40, "1 of")):
            page.goto(f"{server.url}/replay/{opened.host}?at={at}&beside=nothing")
            expect(page.locator(".where")).to_contain_text(re.compile(f"^{place}"))
        page.goto(f"{server.url}/replay/{opened.host}?at=99999")
        last = re.compile(r"^(\d+) of \1 ")
        expect(page.locator(".where")).to_have_text(last)
        expect(page.locator(".arrow.is-vote")).not_to_have_count(0)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_long_table_shows_that_it_goes_on_and_a_name_is_not_under_its_role(
    server: Server, browser: Browser, language: Language
):
    long = WerewolfSetup(language=language, players=seat_names(9, language))
    opened = play_out(server, setup(of=long, method="plain"))
    with held(browser, "phone") as context:
        page = context.new_page()
        page.goto(f"{server.url}/replay/{opened.host}?at=0")
        page.locator(".seat").first.wait_for()
        edges = page.locator(".seat").evaluate_all(
            "seats => seats.map(seat => [seat.offsetLeft, seat.offsetLeft + seat.offsetWidth])"
        )
        half = (edges[0][1] - edges[0][0]) / 2
        assert any(left + half / 2 < 390 < right - half / 2 for left, right in edges), edges
        name, role = (page.locator(f".seat .seat-{part}").first.bounding_box() for part in ("name", "role"))
        assert name
        assert role
        assert name["y"] + name["height"] < role["y"]


def test_who_acts_out_of_sight_comes_into_view(server: Server, browser: Browser):
    long = WerewolfSetup(language="en", players=seat_names(9, "en"))
    opened = server.open(setup(8, of=long, method="plain"))
    with held(browser, "phone") as context:
        guest = sat(context, seat_url(server, opened.seat("Player 9")), "en", "phone")
        guest.play_until("speak")
        expect(guest.page.locator(".is-busy .seat-name")).to_have_text("Player 9")
        expect(guest.page.locator(".is-busy")).to_be_in_viewport(ratio=1)


def test_whoever_wants_less_motion_has_none(server: Server, browser: Browser):
    opened = play_out(server, setup(of=wolves("en"), method="plain"))
    with held(browser, "laptop") as context:
        page = context.new_page()
        for moves in (True, False):
            page.emulate_media(reduced_motion="no-preference" if moves else "reduce")
            page.goto(f"{server.url}/replay/{opened.host}?at=99999")
            page.locator(".arrow.is-vote").first.wait_for(state="attached")
            styles = page.evaluate(
                "[...document.querySelectorAll('.arrow-line')].map(e => getComputedStyle(e).animationName)"
            )
            assert any(name != "none" for name in styles) is moves


def test_the_live_view_with_gods_eyes_has_the_stage_and_leads_to_prompts(server: Server, browser: Browser):
    opened = play_out(server, setup(of=wolves("en"), method="gratr"))
    with held(browser, "laptop") as context:
        page = context.new_page()
        page.goto(f"{server.url}/replay/{opened.host}/live")
        expect(page.locator(".seat-role").filter(has_text="werewolf")).to_have_count(2)
        page.locator(".seat").nth(1).click()
        expect(page.locator(".way .q-field")).to_contain_text("Player 2")
        page.locator(".lines-said .to-prompt").first.click()
        expect(page.get_by_role("tab", name="Prompts")).to_have_attribute("aria-selected", "true")
