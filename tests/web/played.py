"""Finished matches of the reader, each played once for all tests that read it."""

from __future__ import annotations

import asyncio
import tempfile
from functools import cache
from pathlib import Path

from parlour.arena import GameSetup, Record
from parlour.games.mystery import MysterySetup
from parlour.games.onenight import OneNightSetup
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.web.hosting import Feed, FeedLine, Standing, TableServer, Visibility, line
from tests.web.hosting.houses import game, opened, setup, until


@cache
def played(name: str, method: str) -> Record:
    return asyncio.run(_played(dealt(name), method))


def dealt(name: str) -> GameSetup:
    match name:
        case "werewolf":
            return WerewolfSetup(language="en", players=seat_names(6, "en"))
        case "onenight":
            return OneNightSetup(language="en", players=seat_names(6, "en"))
        case _:
            return MysterySetup(script=game().script, rounds=2)


async def _played(of: GameSetup, method: str) -> Record:
    with tempfile.TemporaryDirectory() as folder:
        async with opened(str(Path(folder) / "parlour.db")) as house:
            return await play_through(house, of, method)


async def play_through(house: TableServer, of: GameSetup, method: str) -> Record:
    table, _ = house.open(setup(of=of, method=method))
    table.start()
    await until(lambda: table.settings.standing is Standing.FINISHED, 60)
    return table.record()


def all_lines(record: Record) -> list[FeedLine]:
    feed = Feed()
    feed.load(record.items)
    seen = [line(one, record.setup) for one in feed.past if Visibility(is_god=True).shows(one.item)]
    return [each for each in seen if each]
