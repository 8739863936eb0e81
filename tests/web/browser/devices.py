"""What people sit at: a laptop, or a telephone that is touched; and a small mystery to sit at with it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Literal

from playwright.sync_api import Browser, BrowserContext

from parlour.games.mystery import MysterySetup, generate
from parlour.llm import Language
from tests.web.browser.guests import Guest
from tests.web.browser.serving import Opened, Server
from tests.web.hosting.houses import setup

Device = Literal["laptop", "phone"]
_TO_TABLE: dict[Language, str] = {"en": "To the table", "zh": "去牌桌"}


@contextmanager
def held(browser: Browser, device: Device) -> Generator[BrowserContext]:
    if device == "phone":
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    else:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(60_000)
    yield context
    context.close()


def mystery_table(server: Server, language: Language) -> tuple[MysterySetup, Opened]:
    mystery = MysterySetup(script=generate(5, players=4, lang=language), rounds=1, answers=False)
    opened = server.open(setup(0, of=mystery))
    return mystery, opened


def sat(context: BrowserContext, url: str, language: Language, device: Device) -> Guest:
    guest = Guest(page=context.new_page(), url=url).come()
    if device == "phone":
        guest.page.get_by_role("button", name=_TO_TABLE[language]).click()
    return guest
