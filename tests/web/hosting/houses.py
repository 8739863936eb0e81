"""Small tables for the tests of the server, and somebody who answers at them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from parlour.arena import GameSetup, Setup, Status
from parlour.core import Action, Player
from parlour.games.mystery import MysterySetup, generate
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.llm import BUILT_IN, ModelPool, Provider, open_provider
from parlour.store import Store
from parlour.web.hosting import Form, LiveMatch, Standing, TableServer
from tests.arena.mysteries import laid


@cache
def game(players: int = 4) -> MysterySetup:
    return MysterySetup(script=generate(5, players=players), rounds=1, answers=False)


def setup(
    *humans: int, of: GameSetup | None = None, method: str = "player-star", model: str = BUILT_IN
) -> Setup:
    dealt = of or game()
    methods = {dealt.players[human]: "human" for human in humans}
    return laid(dealt, model=model, method=method, methods=methods)


def wolves() -> WerewolfSetup:
    return WerewolfSetup(language="en", players=seat_names(6, "en"))


@asynccontextmanager
async def opened(db: str, opener: Callable[[str], Provider] = open_provider) -> AsyncGenerator[TableServer]:
    with Store.open(db) as store:
        async with (
            ModelPool(attempts=1, opener=opener) as models,
            TableServer(store, models, patience=0.02) as house,
        ):
            yield house


def served(story: Callable[[TableServer], Coroutine[object, object, None]]) -> Callable[[Path], None]:
    """Makes a test of a story at the tables of a new server."""

    def test(tmp_path: Path) -> None:
        async def run() -> None:
            async with opened(str(tmp_path / "parlour.db")) as house:
                await story(house)

        asyncio.run(run())

    return test


def run_async(story: Callable[[], Coroutine[object, object, None]]) -> Callable[[], None]:
    """Makes a test of a story in a loop of its own."""
    return lambda: asyncio.run(story())


def obedient(form: Form) -> Action:
    return Action(
        chosen=form.options[: max(1, form.least)] if form.most else (), speech="Yes." if form.words else ""
    )


async def sit(table: LiveMatch, player: Player, decide: Callable[[Form], Action] = obedient) -> list[Form]:
    asked: list[Form] = []
    while table.settings.standing is Standing.RUNNING:
        for form in table.forms(player):
            asked.append(form)
            table.remote_seat(player).answer(form.id, decide(form))
        await asyncio.sleep(0.002)
    return asked


async def until(holds: Callable[[], object], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110 - what holds is anything, and nobody tells
            await asyncio.sleep(0.002)


def status(house: TableServer, table: LiveMatch) -> Status:
    return house.store.record(table.match).status


def voted(table: LiveMatch) -> Mapping[Player, tuple[str, ...]]:
    return {e.actor: e.chosen for e in table.events() if e.kind == "voted" and e.actor}
