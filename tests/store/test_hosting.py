"""What a server keeps about its tables comes back after a restart, from either kind of database."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import IntegrityError

from parlour.arena import Setup
from parlour.errors import StoreUnavailable
from parlour.store import AccessToken, Store


@pytest.fixture
def match(store: Store, setup: Setup) -> str:
    return store.create(setup)


def test_a_table_and_its_passes_come_back(store: Store, match: str):
    passes = (
        AccessToken(token="h", match=match, kind="host"),
        AccessToken(token="s", match=match, kind="seat", player="罪恶"),
        AccessToken(token="w", match=match, kind="spectator"),
    )
    store.hosting.open(match, '{"a":1}', passes)
    assert store.hosting.tables() == {match: '{"a":1}'}
    assert store.hosting.passes(match) == passes
    assert store.hosting.find("s") == passes[1]
    assert store.hosting.find("") is None


def test_settings_are_replaced_and_a_revoked_pass_opens_nothing(store: Store, match: str):
    store.hosting.open(match, "1", [AccessToken(token="s", match=match, kind="seat", player="Anna")])
    store.hosting.put_table(match, "2")
    assert store.hosting.table(match) == "2"
    store.hosting.add_passes([AccessToken(token="t", match=match, kind="seat", player="Anna")])
    store.hosting.revoke("s")
    assert [each.token for each in store.hosting.passes(match)] == ["t"]


def test_a_table_is_opened_whole_or_not_at_all(store: Store, setup: Setup, match: str):
    store.hosting.open(match, "1", [AccessToken(token="same", match=match, kind="host")])
    other = store.create(setup)
    with pytest.raises((StoreUnavailable, IntegrityError)):
        store.hosting.open(other, "1", [AccessToken(token="same", match=other, kind="host")])
    assert store.hosting.table(other) is None


def test_each_holder_has_one_sheet_of_a_kind(store: Store, match: str):
    store.hosting.put_sheet(match, "Anna", "notebook", '"first"')
    store.hosting.put_sheet(match, "Anna", "notebook", '"second"')
    store.hosting.put_sheet(match, "Ben", "notebook", '"his"')
    store.hosting.put_sheet(match, "Ben", "survey", "5")
    assert store.hosting.sheets(match, "notebook") == {"Anna": '"second"', "Ben": '"his"'}


def test_one_server_at_a_time_plays_the_tables_of_a_database(store: Store, url: str):
    is_refused = pytest.raises(StoreUnavailable, match="another server plays the tables")
    with store.serving(), Store.open(url) as other, is_refused, other.serving():
        pass
    with Store.open(url) as other, other.serving():
        assert other.hosting.tables() == {}
