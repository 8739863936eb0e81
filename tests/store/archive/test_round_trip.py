"""What is exported comes back as it was: journals byte for byte, calls, runs with their cells."""

from __future__ import annotations

import asyncio
import json
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import pytest

from parlour.arena import Record
from parlour.arena import replay as run_again
from parlour.evaluation import audit
from parlour.experiments.report import find_subject, read_results, rows
from parlour.llm import Call, CallKey, Completion, Part, Prompt, Usage
from parlour.store import MemoryLog, Store
from parlour.store.archive import FORMS, Form, Subject, export, import_export
from tests.store.archive.conftest import RUNS
from tests.store.archive.played import games, laid, played


def same(one: Record, other: Record) -> bool:
    return (one.setup, one.status, one.started, one.entries, one.calls) == (
        other.setup,
        other.status,
        other.started,
        other.entries,
        other.calls,
    )


def is_repeated(record: Record) -> bool:
    return asyncio.run(run_again(record, MemoryLog(record.calls))).is_identical


@cache
def original(game: str) -> Record:
    """A match of that game, which replays and in which nothing leaked."""
    with Store.open(":memory:") as store:
        record = store.record(played(store, laid(games()[game])))
    assert is_repeated(record)
    assert audit(record) == []
    return record


@pytest.mark.parametrize(
    ("game", "form"), [("mystery", "jsonl"), ("werewolf", "parquet"), ("onenight", "jsonl")]
)
def test_a_match_comes_back_as_it_was_and_is_exported_alike(
    game: str, form: Form, store: Store, tmp_path: Path
):
    match = original(game).match
    store.adopt(original(game))
    export(store, Subject(matches=(match,)), tmp_path / "one", form)
    with Store.open(str(tmp_path / "other.db")) as other:
        told = import_export(other, tmp_path / "one")
        assert told.taken == (match,)
        assert same(other.record(match), original(game))
        export(other, Subject(matches=(match,)), tmp_path / "two", form)
    assert (tmp_path / "one" / "manifest.json").read_bytes() == (
        tmp_path / "two" / "manifest.json"
    ).read_bytes()


@pytest.mark.parametrize(("suite", "form"), list(zip(RUNS, FORMS, strict=True)))
def test_a_run_comes_back_with_its_cells_and_its_table(
    suite: str, form: Form, runs: Path, store: Store, tmp_path: Path
):
    with Store.open(str(runs)) as before:
        subject = find_subject(before, suite)
        assert subject.matches
        export(before, subject, tmp_path / "run", form)
        told = import_export(store, tmp_path / "run")
        assert (told.run, set(told.taken)) == (subject.run, set(subject.matches))
        assert store.cells(subject.run) == before.cells(subject.run)
        ours, theirs = (rows(read_results(each, subject.run)) for each in (store, before))
        assert ours == theirs
        assert import_export(store, tmp_path / "run").present == told.taken


def test_a_run_under_another_name_is_a_run_of_its_own(runs: Path, store: Store, tmp_path: Path):
    with Store.open(str(runs)) as before:
        subject = find_subject(before, "ladder")
        export(before, subject, tmp_path / "run", "jsonl")
    import_export(store, tmp_path / "run")
    told = import_export(store, tmp_path / "run", under="theirs")
    assert (told.run, told.taken, len(told.present)) == ("theirs", (), len(subject.matches))
    assert store.cells("theirs") == store.cells(subject.run)


def test_a_match_whose_name_is_taken_goes_under_another_or_is_left_out(store: Store, tmp_path: Path):
    game = games()["onenight"]
    match = played(store, laid(game, method="random"))
    export(store, Subject(matches=(match,)), tmp_path / "out", "jsonl")
    with Store.open(str(tmp_path / "other.db")) as other:
        other.adopt(replace(store.record(played(store, laid(game, method="random", seed=2))), match=match))
        with pytest.raises(Exception, match=f"another match {match} is in .*--as NAME.*--skip"):
            import_export(other, tmp_path / "out")
        assert import_export(other, tmp_path / "out", is_skipping=True).skipped == (match,)
        assert import_export(other, tmp_path / "out", under="theirs").taken == ("theirs",)
        assert other.record("theirs").entries == store.record(match).entries


def test_a_zip_of_an_export_is_read_as_it_is(store: Store, tmp_path: Path):
    match = played(store, laid(games()["onenight"], method="random"))
    export(store, Subject(matches=(match,)), tmp_path / "out", "parquet")
    shutil.make_archive(str(tmp_path / "out"), "zip", tmp_path, "out")
    assert ZipFile(tmp_path / "out.zip").namelist()
    with Store.open(str(tmp_path / "other.db")) as other:
        assert import_export(other, tmp_path / "out.zip").taken == (match,)


def test_strange_texts_come_back(store: Store, tmp_path: Path):
    match = store.create(laid(games()["onenight"], method="random"))
    prompt = Prompt(
        player="Player 1",
        request="r",
        purpose="p",
        language="en",
        system=(Part(text="\0a\n\nb"), Part(text="")),
        user=(Part(text="罪恶\u2028"), Part(text="")),
    )
    call = Call(prompt=prompt.with_repair("half", "again"), max_tokens=1, temperature=0.1)
    key = CallKey(player="Player 1", request="r", purpose="p", digest=call.digest, occurrence=0)
    told = Completion(text="\ud800\0", logprobs=(("a", -0.1),), usage=Usage(dollars=None, seconds=1 / 3))
    asyncio.run(store.journal(match).keep(key, call, told))
    export(store, Subject(matches=(match,)), tmp_path / "out", "jsonl")
    with Store.open(str(tmp_path / "other.db")) as other:
        import_export(other, tmp_path / "out")
        assert same(other.record(match), store.record(match))
    with pytest.raises(Exception, match="surrogate pair, which Parquet cannot: use --format jsonl"):
        export(store, Subject(matches=(match,)), tmp_path / "parquet", "parquet")


def test_what_is_exported_is_private_and_has_its_reward(store: Store, tmp_path: Path):
    match = original("werewolf").match
    store.adopt(original("werewolf"))
    export(store, Subject(matches=(match,)), tmp_path / "out", "jsonl")
    lines = [json.loads(line) for line in (tmp_path / "out" / "calls.jsonl").read_text().splitlines()]
    [told] = [json.loads(line) for line in (tmp_path / "out" / "matches.jsonl").read_text().splitlines()]
    [case] = told["cases"]
    assert {seat["team"]: seat["reward"] for seat in told["seats"]} == {
        team: float(team == case["winner"]) for team in ("good", "werewolf")
    }
    for line in lines:
        assert line["reward"] == next(
            seat["reward"] for seat in told["seats"] if seat["player"] == line["player"]
        )
        assert [message["role"] for message in line["prompt"]] == ["system", "user"]
    assert any("werewolf" in line["prompt"][0]["content"] for line in lines)
