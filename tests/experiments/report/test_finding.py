"""Which run or match is meant by a name."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path

import pytest

from parlour.errors import UnknownMatch, UsageError
from parlour.experiments import RUN
from parlour.experiments.report import find_run, find_subject, read_results, runs
from parlour.experiments.run import Started
from parlour.store import Store
from parlour.store.archive import Subject
from tests.arena.werewolves import werewolves
from tests.experiments.small import asked_run, kept_cell
from tests.store.archive.played import laid

from .made import score


@pytest.fixture
def store(tmp_path: Path) -> Generator[Store]:
    with Store.open(str(tmp_path / "parlour.db")) as store:
        yield store


def begun(store: Store, suite: str, model: str, day: int) -> str:
    run = asked_run(suite=suite, model=model)
    started = Started(run=run, started=f"2026-11-{day:02}T08:00:00+00:00", cells=2)
    store.put_cell(run.id, RUN, started.model_dump_json())
    for game in (0, 1):
        cell = kept_cell(
            condition="PLAYER*", story="sin", game=game, score=score("sin", [0.5]) if game else None
        )
        store.put_cell(run.id, f"cell {game}", cell.model_dump_json())
    return run.id


def test_runs_come_newest_first_with_what_is_done(store: Store):
    old, new = begun(store, "ladder", "a", 1), begun(store, "player-table2", "a", 2)
    told = runs(store)
    assert [each.id for each in told] == [new, old]
    assert [(each.done, each.started.cells) for each in told] == [(1, 2), (1, 2)]


def test_a_suite_means_its_newest_run_and_no_suite_whose_name_goes_on(store: Store):
    begun(store, "player-table2", "a", 1)
    newest = begun(store, "player-table2", "b", 2)
    begun(store, "player-table2-qwen", "b", 3)
    assert find_run(store, "player-table2") == newest


def test_an_id_or_its_unambiguous_beginning_is_enough(store: Store):
    one, other = begun(store, "ladder", "a", 1), begun(store, "ladder", "b", 2)
    assert find_run(store, one) == one
    assert find_run(store, other[:-2]) == other
    with pytest.raises(UsageError, match="begins 2 runs"):
        find_run(store, "ladde")


def test_a_model_narrows_it_down(store: Store):
    one, _ = begun(store, "ladder", "a", 1), begun(store, "ladder", "b", 2)
    assert find_run(store, "ladder", ["a"]) == one
    with pytest.raises(UsageError, match=r"no run of ladder on c in .* yet: parlour run ladder"):
        find_run(store, "ladder", ["c"])


def test_an_unknown_run_names_the_nearest(store: Store):
    with pytest.raises(UsageError, match=r"no run 'laddr'.*none at all"):
        find_run(store, "laddr")
    run = begun(store, "ladder", "a", 1)
    with pytest.raises(UsageError, match=run):
        find_run(store, "laddr")


def test_a_run_of_another_form_is_left_out_of_the_list_and_refused_by_name(store: Store):
    store.put_cell("old", RUN, '{"run": {}}')
    assert runs(store) == []
    with pytest.raises(UsageError):
        find_run(store, "old")
    with pytest.raises(UsageError, match="no run 'new'"):
        read_results(store, "new")


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
