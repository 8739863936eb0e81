"""The pages as somebody sees them, in this process: NiceGUI's simulated user, and no browser."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import httpx
from fastapi import FastAPI
from nicegui import Client, core, ui
from nicegui.element import Element
from nicegui.functions.download import download
from nicegui.functions.navigate import Navigate
from nicegui.functions.notify import notify
from nicegui.outbox import Message
from nicegui.testing.user import User
from nicegui.testing.user_interaction import UserInteraction

from parlour.core import Player
from parlour.store import AccessToken, AccessTokenKind
from parlour.web.hosting import TableServer
from parlour.web.server import mount_pages
from tests.web.hosting.houses import opened

_KEEPS = re.compile(r'localStorage\.setItem\("parlour\.table\.([^"]+)"')


class Visitor(User):
    """Somebody with a browser.

    Attributes:
        kept: the links that the browser keeps, the oldest first.
        scripts: what its page has run, the oldest first.
    """

    def __init__(self, client: httpx.AsyncClient) -> None:
        super().__init__(client)
        self.kept = list[str]()
        self.scripts = list[str]()

    @property
    def title(self) -> str:
        assert self.client
        return self.client.title or ""

    def parts(self, classes: str = "", within: str = "") -> list[Element]:
        assert self.client
        return [
            each
            for each in self.client.elements.values()
            if _has(each, classes) and _is_shown(each) and any(_has(one, within) for one in each.ancestors())
        ]

    def part(self, classes: str, within: str = "") -> Element:
        (found,) = self.parts(classes, within)
        return found

    def words(self, classes: str = "", within: str = "") -> str:
        assert self.client
        parts = self.parts(classes, within) if classes else [self.client.content]
        return "\n".join(filter(None, map(text_of, parts)))

    def buttons(self, within: str = "") -> list[str]:
        return [_called(each) for each in self.parts("", within) if each.tag in _PRESSED]

    def button(self, words: str, within: str = "") -> Element:
        return next(
            each for each in self.parts("", within) if each.tag in _PRESSED and _called(each) == words
        )

    def press(self, words: str, within: str = "") -> None:
        UserInteraction(self, {self.button(words, within)}, None).click()

    def send(self, to: Element, event: str, args: object = None) -> None:
        UserInteraction(self, {to}, None).trigger(event, args)

    def _patch_outbox_emit_function(self) -> None:
        client = self.client
        assert client
        original = client.outbox._emit  # pyright: ignore[reportPrivateUsage]

        async def emit(message: Message) -> None:
            await original(message)
            _, kind, data = message
            if kind == "run_javascript":
                told = self._run(str(data["code"]))
                if "request_id" in data:
                    answer = {"request_id": data["request_id"], "result": told}
                    client.handle_javascript_response(answer)  # pyright: ignore[reportUnknownMemberType]

        client.outbox._emit = emit  # pyright: ignore[reportPrivateUsage]

    def _run(self, code: str) -> object:
        self.scripts.append(code)
        if found := _KEEPS.search(code):
            self.kept.append(found[1])
        return json.dumps(self.kept[::-1]) if code.startswith("JSON.stringify(") else None


_OWN = "/_nicegui"
_PRESSED = ("button", "a", "q-btn", "nicegui-link")


class Come:
    """Opens a page at an address for somebody new."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client

    async def __call__(self, address: str) -> Visitor:
        visitor = Visitor(self._client)
        await visitor.open(address)
        return visitor

    async def fetch(self, address: str, language: str = "en") -> httpx.Response:
        return await self._client.get(address, headers={"Accept-Language": language})


@asynccontextmanager
async def visiting(house: TableServer, *, all_own: bool = False) -> AsyncGenerator[Come]:
    app = FastAPI()
    _forget_pages()
    mount_pages(app, lambda: house, all_own=all_own, is_paced=False)
    core.loop = asyncio.get_running_loop()
    core.app.start()
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        try:
            yield Come(client)
        finally:
            for each in [*Client.instances.values()]:
                each.delete()
            await core.app.stop()
            _forget_pages()
            core.reset()
            ui.navigate, ui.notify, ui.download = Navigate(), notify, download


def visit(
    folder: Path,
    story: Callable[[TableServer, Come], Coroutine[object, object, None]],
    *,
    all_own: bool = False,
) -> None:
    async def tell() -> None:
        async with opened(str(folder / "parlour.db")) as house, visiting(house, all_own=all_own) as come:
            await story(house, come)

    asyncio.run(tell())


def visited(
    story: Callable[[TableServer, Come], Coroutine[object, object, None]],
) -> Callable[[Path], None]:
    """Makes a test of a story of a new server and of those who visit its pages."""

    def test(tmp_path: Path) -> None:
        visit(tmp_path, story)

    return test


def token(passes: Iterable[AccessToken], kind: AccessTokenKind, player: Player = "") -> str:
    return next(each.token for each in passes if each.kind == kind and player in ("", each.player))


def _forget_pages() -> None:
    core.app.middleware_stack = None
    core.app.user_middleware.clear()
    routes = core.app.router.routes
    routes[:] = [each for each in routes if str(getattr(each, "path", "")).startswith(_OWN)]


def text_of(element: Element) -> str:
    if not element.visible:
        return ""
    own = str(getattr(element, "text", "") or "")
    inner = [text_of(each) for slot in element.slots.values() for each in slot.children]
    return "\n".join(filter(None, (own, *inner)))


def _has(element: Element, classes: str) -> bool:
    return {*classes.split()} <= {*element.classes}


def prop(element: Element, name: str) -> str:
    props = cast("Mapping[str, object]", element.props)
    return str(props.get(name, ""))


def _called(element: Element) -> str:
    return prop(element, "aria-label") or text_of(element)


def _is_shown(element: Element) -> bool:
    return element.visible and all(each.visible for each in element.ancestors())
