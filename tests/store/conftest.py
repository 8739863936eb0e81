"""A database of each kind to test on, and a small match to keep in it."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, make_url, text

from parlour.arena import Seat, Setup
from parlour.games.mystery import Character, MysterySetup, Script, Victim
from parlour.llm import Call, CallKey, Part, Prompt, Source
from parlour.store import Store
from parlour.store.database import Database, address
from tests.store.cluster import LACKING, cluster, programs

Ask = Callable[..., tuple[CallKey, Call]]


@pytest.fixture
def setup() -> Setup:
    names = ("Anna", "Ben", "罪恶")
    script = Script(
        title="The Ferry",
        language="en",
        characters=tuple(Character(name=name, acts=(f"You are {name}.\0",)) for name in names),
        victims=(Victim(name="Carl", murderers=("Ben",)),),
    )
    seats = tuple(Seat(player=name, method="random") for name in names)
    versions = {"parlour": "0.1.0"}
    return Setup(game=MysterySetup(script=script), seed=2**70, language="en", seats=seats, versions=versions)


@pytest.fixture
def ask() -> Ask:
    def ask(words: str, *, player: str = "Anna", occurrence: int = 0) -> tuple[CallKey, Call]:
        own = Part(text=f"You are {player}.", source=Source(origin="private", owner=player))
        prompt = Prompt(
            player=player,
            request="r1",
            purpose="vote",
            language="en",
            system=(Part(text="The rules."), own),
            user=(Part(text=words, source=Source(origin="event", events=(3, 4))),),
        )
        call = Call(prompt=prompt.with_repair("?", "Not a name."), max_tokens=80, temperature=0.0)
        key = CallKey(player=player, request="r1", purpose="vote", digest=call.digest, occurrence=occurrence)
        return key, call

    return ask


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database of either kind."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return str(tmp_path / "parlour.db")


@pytest.fixture
def postgresql(postgres: str) -> Generator[str]:
    schema = f"t{uuid4().hex}"
    _execute(postgres, f"CREATE SCHEMA {schema}")
    query = {"options": f"-csearch_path={schema}"}
    yield make_url(postgres).update_query_dict(query).render_as_string(hide_password=False)
    _execute(postgres, f"DROP SCHEMA {schema} CASCADE")


@pytest.fixture
def store(url: str) -> Generator[Store]:
    with Store.open(url) as store:
        yield store


@pytest.fixture
def database(url: str) -> Generator[Database]:
    """The same database as the store's, to look at its rows from outside."""
    database = Database(address(url))
    yield database
    database.close()


@pytest.fixture(scope="session")
def postgres() -> Generator[str]:
    """A PostgreSQL server: the one of PARLOUR_TEST_POSTGRES, or a private one that ends with the tests."""
    if given := os.environ.get("PARLOUR_TEST_POSTGRES"):
        yield given
        return
    found = programs()
    if not found:
        pytest.skip(LACKING)
    with cluster(found) as url:
        yield url


def _execute(server: str, statement: str) -> None:
    engine = create_engine(make_url(server).set(drivername="postgresql+psycopg"))
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()
