"""A real server, a real browser."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import ExitStack
from functools import partialmethod, wraps
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, expect

from tests.web.browser.chromium import LastingBrowser, NoBrowser, lasting_chromium
from tests.web.browser.serving import Server

expect.set_options(timeout=60_000)
"""It only ends a hang: on a busy machine a frame alone has taken more than the usual five seconds."""


_CONNECTED = (
    """() => window.did_handshake || !document.querySelector('[src*="_nicegui"], [href*="_nicegui"]')"""
)
"""Whether a page has its socket; an action before that may have no effect."""


def _when_connected(action: Callable[..., None]) -> Callable[..., None]:
    @wraps(action)
    def wait_and_act(where: Locator, *args: object, **options: object) -> None:
        where.page.wait_for_function(_CONNECTED)
        action(where, *args, **options)

    return wait_and_act


@pytest.fixture(autouse=True)
def connected_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    for action in (Locator.click, Locator.tap, Locator.fill, Locator.press, Locator.press_sequentially):
        monkeypatch.setattr(Locator, action.__name__, _when_connected(action))


@pytest.fixture(autouse=True)
def still_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    still = partialmethod(Browser.new_context, reduced_motion="reduce")
    monkeypatch.setattr(Browser, "new_context", still)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    server = Server(db=tmp_path_factory.mktemp("server") / "parlour.db").start()
    yield server
    server.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Generator[Server]:
    server = Server(db=tmp_path / "parlour.db")
    yield server
    server.kill()


@pytest.fixture(scope="module")
def lasting_browser() -> Generator[LastingBrowser]:
    with ExitStack() as stack:
        try:
            lasting = stack.enter_context(lasting_chromium())
        except NoBrowser as error:
            pytest.skip(str(error))
        yield lasting


@pytest.fixture
def browser(lasting_browser: LastingBrowser) -> Browser:
    return lasting_browser.open()


@pytest.fixture
def context(browser: Browser) -> Generator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en")
    context.set_default_timeout(60_000)
    yield context
    context.close()
