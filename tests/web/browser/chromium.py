"""The browser of the tests and the bench."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

_PATH = "/usr/bin/chromium"
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium() -> Generator[Browser]:
    """Chromium, without a window, for as long as the block runs."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_PATH, args=_ARGUMENTS)
        yield browser
        browser.close()
