"""The table in a browser: its size, how soon one sits there and can use it, how soon a first word shows."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import Browser, BrowserContext, Request
from pydantic import BaseModel, TypeAdapter

from bench.figure import Figure, at_most
from tests.llm.loopback import Answer, Body, Loopback
from tests.web.browser.chromium import NoBrowser, chromium
from tests.web.browser.serving import Server
from tests.web.hosting.houses import game, setup, wolves

MOST_KB, MOST_USABLE, MOST_SEATED, MOST_FIRST_WORD = 700.0, 2.0, 1.0, 0.1
VISITS, WORDS, PACE = 5, 12, 0.15
_USABLE = "() => window.did_handshake && document.querySelector('.asked textarea')"
_SEATED = "() => window.did_handshake && document.querySelector('.is-card .paper, .is-card .card-words')"
_WATCH = """
window.shown = [];
new MutationObserver(() => {
  const said = document.querySelector('.is-forming .said-words')?.textContent.trim().split(' ')[0];
  const isNew = said && !window.shown.some(each => each.word === said);
  if (isNew) window.shown.push({word: said, at: Date.now() / 1000});
}).observe(document, {subtree: true, childList: true, characterData: true});
"""


class _Shown(BaseModel):
    """A first word, and when it stood on the screen, in seconds since 1970."""

    word: str
    at: float


T = TypeVar("T")


@dataclass
class _Speaker:
    """Says something else each time, so that what is on the screen can be told from what was sent when."""

    number: Iterator[int] = field(default_factory=count)

    def __call__(self, body: Body) -> Answer:
        return Answer(
            text=f"Word{next(self.number)} " + "and so on " * 4, pace=PACE if body.get("stream") else 0
        )


def web_figures(folder: Path) -> Iterator[Figure]:
    """All figures of the table's page; one line that tells why there are none where no browser starts."""
    try:
        with chromium() as browser:
            yield from page_figures(browser, folder)
            yield from seat_figures(browser, folder)
            yield from stream_figures(browser, folder)
    except NoBrowser as error:
        yield Figure(name="the table in a browser", bar="", measured=str(error), is_met=None)


def page_figures(browser: Browser, folder: Path) -> Iterator[Figure]:
    """A seat's page in a browser that has never been here."""
    server = Server(db=folder / "page.db")
    opened = server.open(setup(0))
    url = f"{server.start().url}/seat/{opened.seat(game().players[0])}"
    visits = [_fresh(browser, lambda context: _visit(context, url)) for _ in range(VISITS)]
    server.kill()
    yield at_most("the table's first page, compressed, KB", MOST_KB, max(size for size, _ in visits) / 1000)
    usable = statistics.median(seconds for _, seconds in visits)
    yield at_most("the table's first page can be used after, s", MOST_USABLE, usable)


def seat_figures(browser: Browser, folder: Path) -> Iterator[Figure]:
    """From the first click in the lobby, by somebody who was never here, to a seat with a role."""
    server = Server(db=folder / "seat.db").start()
    waits = [_fresh(browser, lambda context: _seated(context, server.url)) for _ in range(VISITS)]
    server.kill()
    yield at_most("from a click in the lobby to a seat, median, s", MOST_SEATED, statistics.median(waits))
    yield at_most("from a click in the lobby to a seat, worst, s", 0, max(waits))


def stream_figures(browser: Browser, folder: Path) -> Iterator[Figure]:
    """From the moment a model sends the first word of a speech until a spectator sees it."""
    with Loopback(_Speaker()) as model:
        server = Server(db=folder / "stream.db", model=model.model)
        opened = server.open(setup(of=wolves(), method="plain", model=model.model))
        url = f"{server.start().url}/watch/{opened.spectator}"
        shown = _fresh(browser, lambda context: _first_words(context, url))
        server.kill()
    sent = {text.split(" ")[0]: at for text, at in model.sent.items()}
    delays = [each.at - sent[each.word] for each in shown[1:]]
    yield at_most(
        "a model's first word on the screen after, median, s", MOST_FIRST_WORD, statistics.median(delays)
    )
    yield at_most("a model's first word on the screen after, worst, s", 0, max(delays))


def _fresh(browser: Browser, what: Callable[[BrowserContext], T]) -> T:
    with closing(browser.new_context(viewport={"width": 1280, "height": 900})) as context:
        return what(context)


def _visit(context: BrowserContext, url: str) -> tuple[float, float]:
    """Bytes over the wire, and seconds until something can be typed."""
    page = context.new_page()
    fetched: list[Request] = []
    page.on("requestfinished", lambda request: fetched.append(request))
    began = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_function(_USABLE)
    seconds = time.perf_counter() - began
    page.wait_for_load_state("networkidle")
    sizes = [request.sizes() for request in fetched]
    return sum(each["responseBodySize"] + each["responseHeadersSize"] for each in sizes), seconds


def _seated(context: BrowserContext, url: str) -> float:
    """Seconds from the click that opens a table until its page says who one is."""
    page = context.new_page()
    page.goto(url, wait_until="networkidle")
    began = time.perf_counter()
    page.get_by_role("button", name="Play a mystery now").click()
    page.wait_for_url("**/seat/*", wait_until="commit")
    page.wait_for_function(_SEATED)
    return time.perf_counter() - began


def _first_words(context: BrowserContext, url: str) -> list[_Shown]:
    page = context.new_page()
    page.add_init_script(_WATCH)
    page.goto(url)
    page.wait_for_function(f"() => window.shown.length > {WORDS}", timeout=120_000)
    return TypeAdapter(list[_Shown]).validate_python(page.evaluate("window.shown"))
