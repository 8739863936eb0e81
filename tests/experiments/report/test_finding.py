"""Which run is meant."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from parlour.errors import UsageError
from parlour.experiments import RUN
from parlour.experiments.report import find_run, read_results, runs
from parlour.experiments.run import Started
from parlour.store import Store
from tests.experiments.small import asked_run, kept_cell

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
