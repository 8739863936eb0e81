"""The cells of a run, begun once by one process, and the replies of a run that is no match."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from parlour.arena import Setup
from parlour.errors import StoreUnavailable
from parlour.llm import NOTHING, Call, CallKey, Completion, Prompt, Usage
from parlour.store import RunLog, Store, rows


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


CALL = Call(
    prompt=Prompt(player="@a", request="post-1", purpose="intent", language="en", system=(), user=()),
    max_tokens=10,
    temperature=0.3,
)
KEY = CallKey(player="@a", request="post-1", purpose="intent", digest="d", occurrence=0)
STRANGE = Completion(
    text="\0 \ud800 渡船", is_cut=True, usage=Usage(input_tokens=3, dollars=None, seconds=0.5)
)


def test_what_was_kept_is_found_by_whoever_opens_the_run_again(tmp_path: Path):
    place = str(tmp_path / "a.db")
    with Store.open(place) as store:
        log = RunLog(store, "trust-1")
        assert log.find(KEY) is None
        asyncio.run(log.keep(KEY, CALL, STRANGE))
        assert log.find(KEY) == STRANGE
    with Store.open(place) as store:
        assert RunLog(store, "trust-1").find(KEY) == STRANGE
        assert RunLog(store, "trust-2").find(KEY) is None
        assert store.runs("run") == {}


def test_calls_of_models_and_their_cost_are_known_to_whoever_goes_on(tmp_path: Path):
    place = str(tmp_path / "a.db")
    with Store.open(place) as store:
        log = RunLog(store, "trust-1")
        for number, dollars in enumerate((0.25, None, 0.5)):
            reply = Completion(text="yes", usage=Usage(dollars=dollars))
            asyncio.run(log.keep(replace(KEY, occurrence=number), CALL, reply))
        asyncio.run(log.keep(replace(KEY, purpose="retrieve"), CALL, Completion(text="[1]", usage=NOTHING)))
    with Store.open(place) as store:
        assert (RunLog(store, "trust-1").calls, RunLog(store, "trust-1").dollars) == (3, 0.75)
