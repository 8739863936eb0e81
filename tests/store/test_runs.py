"""The cells of a run: begun once, by one process, handed out by one command, in either kind of database."""

from __future__ import annotations

import pytest

from parlour.arena import Setup
from parlour.errors import StoreUnavailable
from parlour.store import Store, rows


def test_a_match_and_the_cell_that_names_it_are_kept_together(store: Store, setup: Setup):
    log = store.begin(setup, "r", "a", "of {}".format, held=None)
    assert store.cell("r", "a") == f"of {log.match}"
    assert [summary.match for summary in store.matches()] == [log.match]
    assert log.record == store.record(log.match)
    assert store.cell("r", "b") is None


def test_a_cell_that_another_process_began_is_not_begun_again(store: Store, setup: Setup, url: str):
    with Store.open(url) as other:
        first = other.begin(setup, "r", "a", str, held=None).match
        with pytest.raises(StoreUnavailable, match="another process plays the same match"):
            store.begin(setup, "r", "a", str, held=None)
        second = other.begin(setup, "r", "a", str, held=first).match
        with pytest.raises(StoreUnavailable, match="another process plays the same match"):
            store.begin(setup, "r", "a", str, held=first)
    assert store.cell("r", "a") == second
    assert {summary.match for summary in store.matches()} == {first, second}


def test_two_commands_do_not_play_one_run_but_may_play_two(store: Store, url: str):
    is_refused = pytest.raises(StoreUnavailable, match="another command plays the run r in ")
    with store.running("r"), Store.open(url) as other:
        with is_refused, other.running("r"):
            pass
        with other.running("q"), other.serving():
            pass
    with Store.open(url) as other, other.running("r"):
        pass


def test_a_day_with_more_matches_than_ids_of_four_letters_has_longer_ones(
    store: Store, setup: Setup, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(rows, "_LETTERS", "z")
    ids = [store.create(setup).partition("-")[2] for _ in range(3)]
    assert ids == ["zzzz", "zzzzz", "zzzzzz"]
