"""The stage in a real browser: one table of portraits in play, with god's eyes and in a replay."""

from __future__ import annotations

import re
from collections.abc import Generator

import pytest
from playwright.sync_api import Browser, expect

from parlour.arena import Setup
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.language.facts import Language
from tests.web.browser.axe import barriers
from tests.web.browser.devices import held, sat
from tests.web.browser.guests import seat_url, shoot
from tests.web.browser.serving import Server
from tests.web.browser.test_after import play_out
from tests.web.hosting.houses import setup

FIRST_VOTE_ALONE = """
from parlour.web.pages.table import head as reveal

reveal.LONGEST = 1e9
wait, skip = reveal.Reveal._wait, reveal.Reveal.skip

def wait_for_skip(self, line):
    seconds, votes = wait(self, line), getattr(self, "votes", 0)
    if seconds != reveal.VOTE or votes < 0:
        return seconds if votes >= 0 else 0
    self.votes = votes + 1
    return 1e6 if votes else seconds

def skip_for_good(self):
    if getattr(self, "votes", 0):  # a page skips what was before it came
        self.votes = -1
    skip(self)

reveal.Reveal._wait, reveal.Reveal.skip = wait_for_skip, skip_for_good
"""
"""Has a server show the first vote of a match and hold all others back until somebody asks for the rest."""


SOMETHING = re.compile(r"\S")


@pytest.fixture(scope="module")
def paced(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    db = tmp_path_factory.mktemp("paced") / "parlour.db"
    server = Server(db=db, options=("--pace", "0.01"), before=FIRST_VOTE_ALONE).start()
    yield server
    server.kill()


def wolves(language: Language) -> WerewolfSetup:
    return WerewolfSetup(language=language, players=seat_names(6, language))


def ended_by_vote() -> Setup:
    return setup(of=wolves("en"), method="plain").model_copy(update={"seed": 2})


def test_votes_come_out_one_by_one_and_then_what_came_of_it_for_oneself(paced: Server, browser: Browser):
    game = wolves("en")
    opened = paced.open(setup(0, of=game))
    with held(browser, "laptop") as context:
        guest = sat(context, seat_url(paced, opened.seat(game.players[0])), "en", "laptop")
        guest.play_until("vote")
        guest.answer()
        skip = guest.page.get_by_role("button", name="Show it all now")
        expect(guest.page.locator(".vote")).to_have_count(1)
        assert guest.page.locator(".arrow.is-vote").count() <= 1
        expect(guest.page.locator(".notice a")).to_have_count(0)
        guest.shoot("stage-votes")
        skip.click()
        expect(guest.page.locator(".vote").nth(1)).to_be_attached()
        expect(skip).to_be_hidden()
        guest.play_out()
        expect(guest.page.locator(".notice-outcome")).to_have_text(re.compile("You have (won|lost)"))
        expect(guest.page.locator(".seat-role").filter(has_text=SOMETHING)).to_have_count(len(game.players))
        guest.shoot("stage-end")
        assert guest.barriers() == []
        assert guest.complaints == []


def test_a_face_opens_its_mind_a_line_its_prompt_and_an_address_leads_to_the_moment(
    server: Server, browser: Browser
):
    opened = play_out(server, setup(of=wolves("zh"), method="gratr"))
    with held(browser, "phone") as context:
        page = context.new_page()
        page.goto(f"{server.url}/replay/{opened.host}?at=24")
        expect(page.locator(".cloth-time")).to_have_text("第1夜")
        expect(page.locator(".stage.is-night")).to_be_visible()
        expect(page.locator(".seat-role").filter(has_text=SOMETHING)).to_have_count(6)
        shoot(page, "stage-night")
        assert barriers(page) == []
        page.locator(".seat").nth(3).click()
        expect(page.get_by_role("tab", name="怀疑")).to_have_attribute("aria-selected", "true")
        expect(page.locator(".way .q-field")).to_contain_text(wolves("zh").players[3])
        expect(page.get_by_role("button", name="播放")).to_be_in_viewport()
        page.get_by_role("switch").click()
        page.locator(".reel .to-prompt").last.click()
        expect(page.get_by_role("tab", name="提示词")).to_have_attribute("aria-selected", "true")
        expect(page.locator(".inspector")).not_to_be_empty()
        where = page.locator(".where").inner_text()
        page.wait_for_url(re.compile("beside=prompts"))
        other = context.new_page()
        other.goto(page.url)
        expect(other.locator(".where")).to_have_text(where)
        expect(other.get_by_role("tab", name="提示词")).to_have_attribute("aria-selected", "true")


def test_an_address_leads_to_a_moment_and_whoever_wants_less_motion_has_none(
    server: Server, browser: Browser
):
    opened = play_out(server, ended_by_vote())
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


_ASTRAY = """() => {
    const inside = (point, box, by = 0) => point.x > box.left - by && point.x < box.right + by
        && point.y > box.top - by && point.y < box.bottom + by;
    const cloth = document.querySelector(".cloth").getBoundingClientRect();
    const names = [...document.querySelectorAll(":is(.seat-name, .seat-role, .seat-face, .cloth-time)")]
        .map((name) => name.getBoundingClientRect());
    return [...document.querySelectorAll(".arrow-line")].flatMap((line) => {
        const origin = line.ownerSVGElement.getBoundingClientRect(), length = line.getTotalLength();
        return [...Array(101).keys()].map((part) => line.getPointAtLength(length * part / 100))
            .map((at) => ({ x: at.x + origin.left, y: at.y + origin.top }))
            .filter((at) => !inside(at, cloth) || names.some((name) => inside(at, name, -1)));
    });
}"""
"""The points of arrows that lie on a name, a role or a face, or outside the table."""
_CUT = """() => [...document.querySelectorAll(":is(.seat-role, .seat-face)")].filter((part) => {
    const { left, right } = part.getBoundingClientRect();
    return left < 0 || right > innerWidth || part.scrollWidth > part.clientWidth + 1;
}).length"""
"""How many faces and roles are not wholly in view."""


def test_all_seats_of_a_long_table_are_whole_and_arrows_cross_no_name(server: Server, browser: Browser):
    long = WerewolfSetup(language="zh", players=seat_names(9, "zh"), days=1)
    opened = play_out(server, setup(of=long, method="gratr"))
    with held(browser, "phone") as context:
        page = context.new_page()
        page.goto(f"{server.url}/replay/{opened.host}?at=99999")
        page.locator(".arrow.is-vote").first.wait_for(state="attached")
        rows = page.locator(".seat").evaluate_all("seats => new Set(seats.map(seat => seat.offsetTop)).size")
        assert rows == 2
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            page.wait_for_function(f"({_ASTRAY})().length === 0")
            assert page.evaluate(_CUT) == 0
            shoot(page, f"stage-{width}-long")
