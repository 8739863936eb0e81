"""Parts of a table's page, drawn alone: no server, and nobody who visits it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from nicegui import Client, ui
from nicegui.element import Element

from parlour.arena import GameSetup
from parlour.llm import ModelPool
from parlour.store import Store
from parlour.web.hosting import LiveMatch, Settings
from parlour.web.pages.table.scene import Scene
from tests.arena.mysteries import laid


def scene_of(folder: Path, game: GameSetup) -> Scene:
    with Store.open(str(folder / "parlour.db")) as store:
        table = LiveMatch(store, ModelPool(), store.create(laid(game)), Settings())
    return Scene(table=table, player=game.players[0])


@contextmanager
def bare_page() -> Generator[Element]:
    client = Client(ui.page("/bare"))
    try:
        with client:
            yield client.content
    finally:
        client.delete()
