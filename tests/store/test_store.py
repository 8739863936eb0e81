from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select, update

from parlour.arena import Entry, EntryKind, Setup, Status
from parlour.errors import RecordError, UnknownMatch
from parlour.llm import Call, CallKey, Completion, Part, Prompt, Repair, Source, Usage
from parlour.store import Store, tables
from parlour.store.database import Database
from parlour.store.rows import Layout, PartRef, read_layout, spell, spell_layout
from tests.cases import cases

from .conftest import Ask

letters = st.characters(codec="utf-8")
texts = st.text(letters, max_size=30)
anything = st.text(st.characters(exclude_categories=()), max_size=30)
names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
origins = st.sampled_from(["rules", "private", "event", "thought", "request"])
sources = st.builds(
    Source, origin=origins, owner=st.none() | names, events=st.lists(st.integers(0, 999)).map(tuple)
)
parts = st.lists(st.builds(Part, text=texts, source=sources), max_size=4).map(tuple)
prompts = st.builds(
    Prompt,
    player=names,
    request=names,
    purpose=names,
    system=parts,
    user=parts,
    repairs=st.lists(st.builds(Repair, reply=texts, feedback=texts), max_size=2).map(tuple),
)
completions = st.builds(
    Completion,
    text=anything,
    is_cut=st.booleans(),
    logprobs=st.lists(st.tuples(anything, st.floats(max_value=0, allow_nan=False)), max_size=3).map(tuple),
    usage=st.builds(Usage, input_tokens=st.integers(0), dollars=st.none() | st.floats(0, 9)),
)
jsons = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
kinds: st.SearchStrategy[EntryKind] = st.sampled_from(["event", "action", "thought", "fault"])


def test_matches_come_newest_first(store: Store, setup: Setup) -> None:
    first, second = store.create(setup), store.create(setup)
    newest, oldest = store.matches()
    assert (newest.match, oldest.match) == (second, first)
    assert newest.started > oldest.started
    summary = (newest.game, newest.script, newest.title, newest.status)
    assert summary == ("mystery", "the-ferry", "The Ferry", Status.RUNNING)


@given(
    entries=st.lists(st.tuples(kinds, jsons), max_size=5),
    calls=st.lists(st.tuples(prompts, completions), max_size=3, unique_by=lambda pair: pair[0].digest),
)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_kept_comes_back_equal(
    store: Store, setup: Setup, entries: list[tuple[EntryKind, str]], calls: list[tuple[Prompt, Completion]]
) -> None:
    match = store.create(setup)
    log = store.journal(match)
    journal = tuple(Entry(number=n, kind=kind, json=json) for n, (kind, json) in enumerate(entries))
    asyncio.run(log.append(journal))
    for prompt, completion in calls:
        asyncio.run(log.keep(_key(prompt), Call(prompt=prompt, max_tokens=9, temperature=1.0), completion))
    record = store.record(match)
    assert record.entries == journal
    kept = [(call.key, call.system, call.user, call.repairs, call.completion) for call in record.calls]
    assert kept == [
        (
            _key(prompt),
            prompt.system,
            prompt.user,
            tuple((repair.reply, repair.feedback) for repair in prompt.repairs),
            completion,
        )
        for prompt, completion in calls
    ]


def _key(prompt: Prompt) -> CallKey:
    return CallKey(
        player=prompt.player,
        request=prompt.request,
        purpose=prompt.purpose,
        digest=prompt.digest,
        occurrence=0,
    )


def test_a_part_is_stored_once_over_all_matches(
    store: Store, setup: Setup, ask: Ask, url: str, database: Database
) -> None:
    for _ in range(2):
        log = store.journal(store.create(setup))
        for words in ("Vote.", "Ask."):
            asyncio.run(log.keep(*ask(words), Completion(text="Ben")))
    with Store.open(url) as other:
        asyncio.run(other.journal(other.create(setup)).keep(*ask("Vote."), Completion(text="Ben")))
    with database.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(tables.part)) == 4


def test_a_match_is_found_by_an_unambiguous_beginning_of_its_id(store: Store, setup: Setup) -> None:
    match = store.create(setup)
    assert store.record(match[:-1]).match == match
    with pytest.raises(UnknownMatch, match=f"no match .* in .*nearest are {match}"):
        store.setup(match + "x")
    other = store.create(setup)
    with pytest.raises(UnknownMatch, match="begins 2 matches") as caught:
        store.record(match[:8])
    assert match in str(caught.value)
    assert other in str(caught.value)


@cases("match", ["", "%", "20261121-k3f9"])
def test_an_empty_store_says_that_it_holds_none(store: Store, match: str) -> None:
    with pytest.raises(UnknownMatch, match="holds none yet"):
        store.record(match)


def test_a_setup_of_another_version_says_so(store: Store, setup: Setup, database: Database) -> None:
    match = store.create(setup)
    with database.writing() as connection:
        connection.execute(update(tables.match).values(setup='{"game":{"name":"mystery"}}'))
    with pytest.raises(RecordError, match=r"of Parlour 0\.1\.0; here its game\.script: Field required"):
        store.record(match)


def test_a_cell_replaces_the_one_of_its_key(store: Store) -> None:
    store.put_cell("run", "sin", "1")
    store.put_cell("run", "sin", "2")
    store.put_cell("run", "firefly", "3")
    store.put_cell("other", "sin", "4")
    assert store.cells("run") == {"sin": "2", "firefly": "3"}
    assert store.runs("sin") == {"other": "4", "run": "2"}
    assert store.runs("firefly") == {"run": "3"}


@given(anything)
def test_any_text_is_spelled_so_that_every_database_holds_it(text: str) -> None:
    spelled = spell(text)
    assert json.loads(spelled) == text
    assert "\0" not in spelled
    spelled.encode()


def test_a_layout_is_spelled_as_its_parts_stand_and_read_back():
    told = Part(text="Ben sat.", source=Source(origin="private", owner="安娜\ud800", events=(3, 4)))
    rules = Part(text="Nobody lies.")
    repairs = (("Yes\0", "Say whom."), ("Ben", "Say why."))
    spelled = spell_layout((rules,), (told, rules, told), repairs)
    assert "安娜" in spelled
    again, there = (PartRef(part=part.digest, source=part.source) for part in (rules, told))
    assert read_layout(spelled) == Layout(system=(again,), user=(there, again, there), repairs=repairs)
