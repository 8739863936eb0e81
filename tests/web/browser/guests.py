"""Somebody who sits at a table in a browser."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, expect

from tests.web.browser.axe import barriers
from tests.web.browser.serving import Server

SCREENS = os.environ.get("PARLOUR_TEST_SCREENS", "")
"""A folder for pictures of the pages; none are taken without it, since no test looks at them."""
MOST_ANSWERS = 60

_REQUEST_AND_KIND = """card => [
    `.asked[data-request="${CSS.escape(card.dataset.request)}"]`,
    [...card.classList].find(name => name.startsWith("is-")).slice(3),
]"""
_GONE_OR_ASKS_AGAIN = """([card, trouble, before]) => {
    const told = document.querySelector(trouble)?.innerText;
    if (!document.querySelector(card)) return {told: null};
    return told !== undefined && told !== before ? {told} : null;
}"""


def shoot(page: Page, name: str, *, is_whole: bool = True) -> None:
    if SCREENS:
        page.screenshot(path=Path(SCREENS) / f"{name}.png", full_page=is_whole)


@dataclass(kw_only=True)
class Guest:
    """A page at a seat, and what is done there.

    Attributes:
        page: of the browser.
        url: of the table.
        lines: what is said, in turn and over again; sentences that the reader's characters understand.
    """

    page: Page
    url: str
    lines: tuple[str, ...] = ("Where were you at 7:00?",)
    said: int = 0

    def __post_init__(self) -> None:
        self.complaints: list[str] = []
        self.page.on("pageerror", self._wince)
        self.page.on("console", self._overhear)

    def come(self) -> Guest:
        self.page.goto(self.url)
        return self

    @property
    def asked(self) -> Locator:
        return self.page.locator(".asked")

    @property
    def talk(self) -> Locator:
        return self.page.locator(".talk")

    def card(self, kind: str = "") -> Locator:
        return self.page.locator(self._first(kind)[0])

    def kind(self) -> str:
        return self._first()[1]

    def answer(self) -> str:
        selector, kind = self._first()
        card = self.page.locator(selector)
        if card.locator(".asked-read").is_visible():
            card.locator(".asked-read").click()
        if card.locator(".tick").count():
            card.locator(".tick").first.click()
        if card.locator("textarea").count():
            card.locator("textarea").fill(self._line())
        card.locator(".asked-steps .is-main").click()
        self._insist(selector)
        return kind

    @contextmanager
    def giving(self) -> Generator[None]:
        card = self.card()
        yield
        expect(card).to_have_count(0)

    @contextmanager
    def coming_back(self) -> Generator[None]:
        self.page.evaluate("window.isOfBefore = true")
        yield
        self.page.wait_for_function("!window.isOfBefore")

    def play_until(self, *kinds: str) -> list[str]:
        done: list[str] = []
        while len(done) < MOST_ANSWERS:
            if self.kind() in kinds:
                return done
            done.append(self.answer())
        raise AssertionError(f"never asked for {kinds}: {done}")

    def play_out(self) -> list[str]:
        done: list[str] = []
        over = self.page.locator(".notice a")
        while len(done) < MOST_ANSWERS:
            self.asked.or_(over).first.wait_for()
            if over.count():
                return done
            done.append(self.answer())
        raise AssertionError(f"the match does not end: {done}")

    def shoot(self, name: str) -> None:
        shoot(self.page, name, is_whole=False)

    def barriers(self) -> list[str]:
        return barriers(self.page)

    def _wince(self, error: Error) -> None:
        self.complaints.append(str(error))

    def _overhear(self, told: ConsoleMessage) -> None:
        if told.type == "error":
            self.complaints.append(told.text)

    def _line(self) -> str:
        line = self.lines[self.said % len(self.lines)]
        self.said += 1
        return line

    def _first(self, kind: str = "") -> tuple[str, str]:
        card = self.page.locator(f".asked.is-{kind}" if kind else ".asked").first
        return tuple(card.evaluate(_REQUEST_AND_KIND))

    def _insist(self, card: str) -> None:
        trouble, steps = f"{card} .asked-trouble p", self.page.locator(f"{card} .asked-steps .button")
        told = None
        for _ in range(3):
            told = self._wait(_GONE_OR_ASKS_AGAIN, [card, trouble, told])
            if told is None:
                return
            steps.first.click()

    def _wait(self, condition: str, about: object) -> str | None:
        try:
            told = self.page.wait_for_function(condition, arg=about)
        except Error as error:
            self.shoot("stuck")
            text = self.page.locator("body").inner_text()
            raise AssertionError(f"never so: {condition}\n{self.complaints}\n{text[-1500:]}") from error
        return cast("str | None", told.json_value()["told"])


def seat_url(server: Server, token: str) -> str:
    return f"{server.url}/seat/{token}"


def watch_url(server: Server, token: str) -> str:
    return f"{server.url}/watch/{token}"


def sees(guest: Guest, words: str) -> None:
    expect(guest.talk).to_contain_text(words)
