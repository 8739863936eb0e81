"""What is meant by a name: a match, or a run with those of its matches that are there."""

from __future__ import annotations

import json
from collections.abc import Generator

import pytest

from parlour.errors import UnknownMatch
from parlour.experiments.report import find_subject
from parlour.store import Store
from parlour.store.archive import Subject
from tests.arena.werewolves import werewolves
from tests.experiments.report.test_finding import begun
from tests.store.archive.played import laid


@pytest.fixture
def store() -> Generator[Store]:
    with Store.open(":memory:") as store:
        yield store


def created(store: Store) -> str:
    return store.create(laid(werewolves("vwswxgv"), method="random", model=""))


def test_a_match_is_meant_by_its_id_its_beginning_or_as_the_latest(store: Store):
    match = created(store)
    for name in (match, match[:-1], "latest"):
        assert find_subject(store, name) == Subject(matches=(match,))


def test_a_run_is_meant_with_each_of_its_matches_that_is_still_there_once(store: Store):
    one, other = created(store), created(store)
    created(store)
    for key, match in {"a": one, "b": "deleted", "c": other, "d": one}.items():
        store.put_cell("r", key, json.dumps({"match": match}))
    store.put_cell("r", "e", "of another form")
    assert find_subject(store, "r") == Subject(run="r", matches=(one, other))


def test_a_suite_or_the_beginning_of_a_run_means_that_run(store: Store):
    run = begun(store, "ladder", "a", 1)
    match = created(store)
    cell = json.loads(store.cell(run, "cell 0") or "")
    store.put_cell(run, "cell 0", json.dumps({**cell, "match": match}))
    for name in ("ladder", run[:-2]):
        assert find_subject(store, name) == Subject(run=run, matches=(match,))


def test_what_is_neither_a_match_nor_a_run_is_told_as_both(store: Store):
    with pytest.raises(UnknownMatch, match=r"no match.*; and .*no run"):
        find_subject(store, "nothing")
