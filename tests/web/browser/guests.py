"""Somebody who sits at a table in a browser."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import ConsoleMessage, ElementHandle, Error, Locator, Page, expect

from tests.web.browser.axe import barriers
from tests.web.browser.serving import Server

SCREENS = Path("build/screens")
MOST_ANSWERS = 60


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

    def answer(self) -> str:
        """Answers the first thing that is asked; what it was."""
        kind = self.kind()
        card = self.asked.first
        asked = card.element_handle()
        if card.locator(".tick").count():
            card.locator(".tick").first.click()
        if card.locator("textarea").count():
            card.locator("textarea").fill(self._line())
        card.locator(".asked-steps .is-main").click()
        self._insist(asked)
        return kind

    @contextmanager
    def giving(self) -> Generator[None]:
        """An answer given by hand: afterwards its card is gone, and the first card is the next one."""
        card = self.asked.first.element_handle()
        yield
        card.wait_for_element_state("hidden")

    @contextmanager
    def coming_back(self) -> Generator[None]:
        """What makes the page load itself anew, such as a server that starts again; until then it stands as
        it stood, and what is clicked in it is lost."""
        self.page.evaluate("window.isOfBefore = true")
        yield
        self.page.wait_for_function("!window.isOfBefore")

    def kind(self) -> str:
        """What the first card asks for."""
        self.asked.first.wait_for()
        names = (self.asked.first.get_attribute("class") or "").split()
        return next(name[3:] for name in names if name.startswith("is-"))

    def play_until(self, *kinds: str) -> list[str]:
        """Answers until one of those things is asked; what was before."""
        done: list[str] = []
        while len(done) < MOST_ANSWERS:
            if self.kind() in kinds:
                return done
            done.append(self.answer())
        raise AssertionError(f"never asked for {kinds}: {done}")

    def play_out(self) -> list[str]:
        """Answers until the match is over; what was asked."""
        done: list[str] = []
        over = self.page.locator(".notice a")
        while len(done) < MOST_ANSWERS:
            self.asked.or_(over).first.wait_for()
            if over.count():
                return done
            done.append(self.answer())
        raise AssertionError(f"the match does not end: {done}")

    def shoot(self, name: str) -> None:
        """Keeps a picture of the screen."""
        SCREENS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENS / f"{name}.png")

    def barriers(self) -> list[str]:
        """What keeps people out who see, hear or point otherwise: serious findings of axe."""
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

    def _insist(self, card: ElementHandle) -> None:
        """Waits until the answer is taken; is sure where the page asks, and says it as it stands."""
        for _ in range(3):
            self._wait("card => !card.isConnected || card.querySelector('.asked-trouble p')", card)
            trouble = card.query_selector(".asked-trouble p")
            if not trouble or not card.evaluate("card => card.isConnected"):
                return
            told = trouble.inner_text()
            other = card.query_selector_all(".asked-steps .button")[1]
            is_doubt = "it stands" in other.inner_text() or "原话" in other.inner_text()
            (other if is_doubt else card.query_selector_all(".asked-steps .button")[0]).click()
            self._wait(
                "([card, told]) => !card.isConnected"
                " || card.querySelector('.asked-trouble p')?.innerText !== told",
                [card, told],
            )

    def _wait(self, condition: str, about: object) -> None:
        """Waits until that holds in the page, or fails with what stands there instead."""
        try:
            self.page.wait_for_function(condition, arg=about)
        except Error as error:
            self.shoot("stuck")
            text = self.page.locator("body").inner_text()
            raise AssertionError(f"never so: {condition}\n{self.complaints}\n{text[-1500:]}") from error


def seat_url(server: Server, token: str) -> str:
    return f"{server.url}/seat/{token}"


def watch_url(server: Server, token: str) -> str:
    return f"{server.url}/watch/{token}"


def sees(guest: Guest, words: str) -> None:
    """Waits until the conversation holds those words."""
    expect(guest.talk).to_contain_text(words)
