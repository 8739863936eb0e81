"""A newcomer opens tables in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, expect

from parlour.games.mystery import generate, library
from tests.web.browser.axe import barriers, unseen_focus
from tests.web.browser.guests import shoot
from tests.web.browser.serving import Server

MARKUP = "<img src=x onerror=\"document.title='hit'\"><b>Bold</b> evening"


@pytest.fixture
def lobby(server: Server) -> str:
    return server.url


@pytest.fixture
def page(context: BrowserContext, lobby: str) -> Page:
    page = context.new_page()
    page.goto(lobby)
    return page


SEER = "3"
"""A seed that makes Player 1 of six the seer, for whom the match waits in its first night."""


def is_too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def test_one_click_leads_to_a_seat_and_the_lobby_knows_the_table_afterwards(page: Page, lobby: str):
    expect(page.locator(".preview h3")).not_to_be_empty()
    shoot(page, "lobby")
    assert barriers(page) == []
    assert unseen_focus(page) == set()
    page.get_by_role("button", name="Play a mystery now").click()
    page.wait_for_url("**/seat/*")
    seat = page.url
    page.wait_for_function("localStorage[location.pathname.replace('/seat/', 'parlour.table.')]")
    page.goto(lobby)
    page.get_by_role("link", name="Back to my seat").click()
    page.wait_for_url(seat)
    page.goto(lobby)
    expect(page.locator("time").first).to_be_visible()
    local = "new Date(document.querySelector('time').dateTime).toLocaleString('en', "
    local += "{dateStyle: 'medium', timeStyle: 'short'})"
    expect(page.locator("time").first).to_have_text(str(page.evaluate(local)))
    shoot(page, "lobby-tables")
    page.get_by_role("link", name="Host's page").click()
    page.wait_for_url("**/host/*")
    expect(page.get_by_role("status")).to_have_text("Running")
    expect(page.get_by_text("A person")).to_have_count(1)


def test_the_form_opens_a_werewolf_table_whose_host_has_it_in_hand(page: Page, context: BrowserContext):
    page.get_by_role("button", name="Werewolf Wolves").click()
    expect(page.locator(".preview h3")).to_have_text("Werewolf")
    expect(page.locator(".preview dd").first).not_to_contain_text("Player 1")
    page.get_by_label("Names at the table").click()
    page.get_by_role("option", name="As the game calls its seats").click()
    page.get_by_label("Players").fill("6")
    expect(page.locator(".preview dd").first).to_contain_text("Player 6")
    expect(page.locator(".preview dd").first).not_to_contain_text("Player 7")
    page.get_by_label("Own names").fill("Ann, ,Bo")
    expect(page.locator(".preview dd").first).to_contain_text("Ann, Player 2, Bo, Player 4")
    page.get_by_label("Own names").fill("")
    expect(page.locator(".preview dd").first).to_contain_text("Player 1, ")
    page.get_by_text("Rules, time and seed").click()
    rule = page.locator(".rule").filter(has=page.get_by_label("Words of a speech"))
    expect(rule.locator("p")).to_have_text("Words of a speech.")
    page.get_by_role("spinbutton", name="Seed").fill(SEER)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/host/*")
    expect(page.get_by_role("status")).to_have_text("Waiting to begin")
    expect(page.get_by_text("Sit down, and the match begins")).to_be_visible()
    shoot(page, "host")
    assert barriers(page) == []
    assert unseen_focus(page) == set()

    seat = page.get_by_label("Player 1", exact=True).input_value()
    context.grant_permissions(["clipboard-read"])
    page.get_by_role("button", name="Copy the link of Player 1").click()
    assert page.evaluate("navigator.clipboard.readText()") == seat
    guest = context.new_page()
    guest.goto(seat)
    expect(guest.get_by_text("Player 1").first).to_be_visible()

    page.get_by_role("button", name="Make a new link of Player 1").click()
    expect(page.get_by_label("Player 1", exact=True)).not_to_have_value(seat)
    expect(guest.get_by_text("this link opens it no more")).to_be_visible()
    guest.goto(seat)
    expect(guest.get_by_text("This link opens nothing")).to_be_visible()

    page.bring_to_front()  # a tab behind another is drawn once a second
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/seat/*")
    page.go_back()
    expect(page.get_by_role("status")).to_have_text("Running")
    expect(page.get_by_text("Sit down, and the match begins")).to_be_hidden()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("status")).to_have_text("Paused")
    page.get_by_role("button", name="Replace").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("Who shall play Player 1?")).to_be_visible()
    assert barriers(page, ".q-dialog") == []
    dialog.get_by_role("button", name="Replace").click()
    expect(page.get_by_text("player-star on reader")).to_have_count(6)
    page.get_by_role("button", name="End the match").click()
    page.get_by_role("dialog").get_by_role("button", name="End the match").click()
    expect(page.get_by_role("status")).to_have_text("Ended early")
    expect(page.get_by_role("button", name="Replace")).to_have_count(0)


def test_the_title_of_an_uploaded_script_is_shown_as_the_text_that_it_is(page: Page):
    script = generate(4, players=4).model_copy(update={"title": MARKUP})
    page.get_by_role("button", name="Your own").click()
    upload(page, library.saves(script).encode())
    expect(page.locator(".preview h3")).to_have_text(MARKUP)
    assert page.locator(".preview img").count() == 0
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/host/*")
    expect(page.get_by_role("heading", level=1)).to_have_text(MARKUP)
    assert page.title() != "hit"


def test_what_is_no_script_or_too_large_is_refused_with_a_sentence(page: Page):
    page.get_by_role("button", name="Your own").click()
    expect(page.get_by_role("button", name="Open the table")).to_be_disabled()
    upload(page, b"title: Half a script\n")
    expect(page.locator(".opening-preview [role=alert]")).to_contain_text("is missing")
    expect(page.get_by_role("button", name="Open the table")).to_be_disabled()
    upload(page, b"x" * 10_000_000)
    expect(page.get_by_text("one YAML file of at most 1 MB")).to_be_visible()


def test_the_lobby_is_chinese_for_a_chinese_phone_until_it_is_switched(browser: Browser, lobby: str):
    context = browser.new_context(locale="zh-CN", viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(lobby)
    expect(page.get_by_role("button", name="来一局剧本杀")).to_be_visible()
    expect(page.locator(".preview")).to_contain_text("内容提示")
    assert page.evaluate("document.documentElement.lang") == "zh-Hans"
    says = page.get_by_text("马上开局，")
    assert says.evaluate("p => getComputedStyle(p).wordBreak") == "keep-all", "it breaks after a comma"
    assert not is_too_wide(page)
    assert barriers(page) == []
    shoot(page, "lobby-phone-zh")
    page.get_by_role("button", name="开桌").click()
    page.wait_for_url("**/host/*")
    expect(page.get_by_role("status")).to_have_text("等待开始")
    assert not is_too_wide(page)
    shoot(page, "host-phone-zh")
    page.goto(lobby)
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("button", name="Play a mystery now")).to_be_visible()
    context.close()


def upload(page: Page, content: bytes) -> None:
    file: FilePayload = {"name": "script.yaml", "mimeType": "text/yaml", "buffer": content}
    page.locator("input[type=file]").set_input_files(file)
