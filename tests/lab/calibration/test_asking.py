"""Probes are put once, whatever stops it, and what cannot be read is a fault and no answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from parlour.errors import BudgetExhausted, ModelUnavailable, UsageError
from parlour.lab.calibration import Probe, ProbeRun, ProbesAsked, asking, make_probes
from parlour.llm import ModelPool, Provider, Rehearsal, Tally
from parlour.store import Store
from tests.lab.calibration.asked import asked, told_nobody
from tests.llm.loopback import Answer, Body, Loopback
from tests.llm.samples import Scripted

PROBES = make_probes(ProbesAsked(count=8, languages=("en",), longest=600))


def vote(body: Body) -> Answer:
    """Names the first who may be named, as the prompt tells them."""
    options = body["messages"][-1]["content"].rpartition("choose one of: ")[2]
    return Answer(text=json.dumps({"reason": "a guess", "choice": options.partition(",")[0]}))


def test_what_was_answered_is_not_asked_again(tmp_path: Path):
    db = str(tmp_path / "calls.db")
    with Loopback(vote) as server:
        first = asked(server.model, PROBES[:5], db)
        assert len(server.requests) == 5
        again = asked(server.model, PROBES, db)
        assert len(server.requests) == 8
        with Store.open(db) as store:
            foreseen = asyncio.run(ProbeRun(model=server.model, probes=PROBES, store=store).foresee())
    assert first.answers == {probe: again.answers[probe] for probe in PROBES[:5]}
    assert (foreseen.calls, foreseen.kept, foreseen.input_tokens) == (0, 8, 0)


def test_a_run_that_breaks_off_keeps_what_it_had(tmp_path: Path):
    db, count = str(tmp_path / "calls.db"), 0

    def breaking(body: Body) -> Answer:
        nonlocal count
        count += 1
        return vote(body) if count <= 3 else Answer(status=401, error="gone")

    with Loopback(breaking) as server:
        with Store.open(db) as store:
            run = ProbeRun(model=server.model, probes=PROBES, store=store, concurrency=1)
            with pytest.raises(ModelUnavailable):
                asyncio.run(run.ask(told_nobody))
        with Store.open(db) as store:
            run = ProbeRun(model=server.model, probes=PROBES, store=store)
            assert asyncio.run(run.foresee()).kept == 3


def test_what_the_same_probes_have_cost_before_counts_against_the_cap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def opener(_model: str) -> Provider:
        return Rehearsal(Scripted("", price=1.0))

    monkeypatch.setattr(asking, "ModelPool", partial(ModelPool, opener=opener))
    with Store.open(str(tmp_path / "calls.db")) as store:

        def ask(probes: Sequence[Probe], budget: float) -> Tally:
            run = ProbeRun(model="priced", probes=probes, store=store, budget=budget, concurrency=1)
            return asyncio.run(run.ask(told_nobody)).tally

        ask(PROBES[:3], budget=4.0)
        with pytest.raises(BudgetExhausted, match=r"\$3\.0000 of the \$4\.0000 are spent"):
            ask(PROBES[:4], budget=4.0)
        assert ask(PROBES[4:], budget=5.0).usage.dollars == 4.0
        assert ask(PROBES[:4], budget=5.0).usage.dollars == 4.0


def test_what_cannot_be_read_is_a_fault_and_no_answer(tmp_path: Path):
    with Loopback([Answer(text="I would rather not say.")]) as server:
        told = asked(server.model, PROBES[:2], str(tmp_path / "calls.db"))
    assert told.answers == {}
    assert all("no JSON object" in why for why in told.faults.values())
    assert len(told.faults) == 2


def test_a_prompt_that_no_window_holds_is_refused_before_anything_is_asked(tmp_path: Path):
    with Loopback(vote, window=300) as server, Store.open(str(tmp_path / "calls.db")) as store:
        run = ProbeRun(model=server.model, probes=PROBES, store=store)
        with pytest.raises(UsageError, match="--longest"):
            asyncio.run(run.foresee())
        assert server.requests == []
