"""What the browser tests stand on."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, expect

from tests.web.browser.serving import Server
from tests.web.hosting.houses import game, setup


def test_a_server_that_is_killed_and_started_again_shows_the_same_table(
    own_server: Server, context: BrowserContext
):
    opened = own_server.open(setup(0))
    for _ in range(2):
        own_server.start()
        page = context.new_page()
        page.goto(f"{own_server.url}/watch/{opened.spectator}")
        expect(page.locator(".seat-name")).to_have_text(list(game().players))
        page.close()
        own_server.kill()
