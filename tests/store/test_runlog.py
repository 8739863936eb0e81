"""Replies of a run that is no match: found again by another process, whatever a model wrote."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from parlour.llm import NOTHING, Call, CallKey, Completion, Prompt, Usage
from parlour.store import RunLog, Store

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
