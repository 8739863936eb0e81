"""The browser of the stories is started again when it has died."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error

from tests.web.browser.chromium import LastingBrowser


def test_a_browser_that_died_says_so_and_another_takes_its_place(lasting_browser: LastingBrowser):
    first = lasting_browser.open()
    assert lasting_browser.open() is first
    page = first.new_page()
    with pytest.raises(Error, match="Browser logs"):
        page.context.new_cdp_session(page).send("Browser.crash")  # pyright: ignore[reportUnknownMemberType]
    second = lasting_browser.open()
    assert second is not first
    second.new_page().set_content("<p>Here</p>")
