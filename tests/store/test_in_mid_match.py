"""A database in trouble in the middle of a match, which goes on, or stops with a sentence and goes on later.

The trouble comes for real, from within a call to the model, so that it is there when the match goes on.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from sqlalchemy import make_url

from parlour.agents.memory import LazyRanking
from parlour.arena import Setup, Status, open_match, replay
from parlour.errors import StoreUnavailable
from parlour.llm import MatchModels, ModelPool, open_provider
from parlour.store import MemoryLog, Store
from parlour.store import database as databases
from tests.arena.mysteries import laid
from tests.arena.playing import journal, play
from tests.arena.replies import reply_schema, varied
from tests.arena.werewolves import werewolves
from tests.llm.loopback import Answer, Body, Loopback
from tests.store.cluster import programs, restart, start, stop
from tests.store.test_trouble import mounted

AT = 2
"""The speech by day in the midst of which it happens, when nobody else is thinking."""
FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
NO_FAKETIME = "no libfaketime here, which sets a process's clock back (Debian has it as faketime)"


class Troubled(Loopback):
    """A server of replies that follow from the prompts, and something that happens during one of them."""

    def __init__(self, trouble: Callable[[], None] = lambda: None) -> None:
        self._speeches, self._trouble = 0, trouble
        super().__init__(self._reply)

    def _reply(self, body: Body) -> Answer:
        self._speeches += reply_schema(body) is None
        if self._speeches == AT:
            self._speeches += 1
            self._trouble()
        return varied(body)


def table(model: str) -> Setup:
    return laid(werewolves("vwsvx"), model=model, method="plain")


def play_on(store: Store, match: str, server: str | None = None) -> None:
    """Plays a match to its end, with its own models or one on another server that answers as they do."""

    async def scenario() -> None:
        log = store.journal(match)
        setup = store.setup(match)
        async with ModelPool(opener=lambda model: open_provider(server or model)) as models:
            await open_match(setup, log, MatchModels(models, log=log), LazyRanking(setup.embedding)).play()

    asyncio.run(scenario())


def is_as_undisturbed(store: Store, match: str, model: str) -> bool:
    """Whether the match is whole, and has the journal of one that nothing befell."""
    record = store.record(match)
    told = asyncio.run(replay(record, MemoryLog(record.calls)))
    kept = [(each.kind, each.json) for each in record.entries]
    whole = journal(play(table(model)))
    return record.status is Status.FINISHED and told.is_identical and kept == whole


@pytest.fixture
def disk(tmp_path: Path) -> Generator[Path]:
    with mounted(tmp_path, "8m"):
        yield tmp_path


def test_a_full_disk_stops_the_match_and_loses_nothing(disk: Path):
    ballast = disk / "ballast"

    def fill() -> None:
        with ballast.open("wb", buffering=0) as file:
            try:
                while file.write(b"x" * 4096):
                    pass
            except OSError:
                return

    with Troubled(fill) as server, Store.open(str(disk / "p.db")) as store:
        match = store.create(table(server.model))
        with pytest.raises(StoreUnavailable, match=r"p\.db: the disk is full: make room"):
            play_on(store, match)
        ballast.unlink()
        play_on(store, match)
        assert is_as_undisturbed(store, match, server.model)


@pytest.fixture
def postgres_programs() -> Path:
    found = programs()
    if not found or os.environ.get("PARLOUR_TEST_POSTGRES"):
        pytest.skip("only a PostgreSQL of the tests' own can be restarted")
    return found


def test_a_server_that_is_restarted_is_waited_for(postgresql: str, postgres_programs: Path):
    with (
        Troubled(lambda: restart(postgres_programs, postgresql)) as server,
        Store.open(postgresql) as store,
    ):
        match = store.create(table(server.model))
        play_on(store, match)
        assert is_as_undisturbed(store, match, server.model)


def test_a_server_that_stays_away_stops_the_match_and_loses_nothing(
    postgresql: str, postgres_programs: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(databases, "_PATIENCE", 0.5)
    with Troubled(lambda: stop(postgres_programs, postgresql)) as server, Store.open(postgresql) as store:
        match = store.create(table(server.model))
        try:
            with pytest.raises(StoreUnavailable, match="the server cannot be reached or refuses") as caught:
                play_on(store, match)
        finally:
            start(postgres_programs, postgresql)
        assert str(make_url(postgresql).database) in str(caught.value)
        play_on(store, match)
        assert is_as_undisturbed(store, match, server.model)


def test_a_match_that_another_process_plays_to_its_end_meanwhile_stays_finished(url: str):
    with Store.open(url) as store:

        def other() -> None:
            with Loopback(varied) as twin, Store.open(url) as its_own:
                play_on(its_own, match, twin.model)

        with Troubled(other) as server:
            match = store.create(table(server.model))
            with pytest.raises(StoreUnavailable, match="another process plays the same match"):
                play_on(store, match)
            assert is_as_undisturbed(store, match, server.model)


@pytest.mark.skipif(FAKETIME is None, reason=NO_FAKETIME)
def test_a_clock_that_is_set_back_by_a_day_changes_nothing(sqlite: str, tmp_path: Path):
    """Only dates are read from that clock; every wait reads one that cannot be set."""
    clock = tmp_path / "clock"
    clock.write_text("+0d")

    def set_back() -> None:
        clock.write_text("-1d")

    with Troubled(set_back) as server:
        with Store.open(sqlite) as store:
            match = store.create(table(server.model))
        faked = {
            "LD_PRELOAD": str(FAKETIME),
            "FAKETIME_TIMESTAMP_FILE": str(clock),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        resume = [sys.executable, "-m", "parlour", "play", "--resume", match, "--json", "--db", sqlite]
        subprocess.run(resume, check=True, env=os.environ | faked, stdout=subprocess.DEVNULL)
        with Store.open(sqlite) as store:
            assert is_as_undisturbed(store, match, server.model)
