"""What people sit at: a laptop, or a telephone that is touched."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Literal

from playwright.sync_api import Browser, BrowserContext

Device = Literal["laptop", "phone"]
DEVICES: tuple[Device, ...] = ("laptop", "phone")


@contextmanager
def held(browser: Browser, device: Device) -> Generator[BrowserContext]:
    """A browser of somebody's own on such a device."""
    if device == "phone":
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    else:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(20_000)
    yield context
    context.close()
