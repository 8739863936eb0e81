"""Listwise ranking by a model, as "Is ChatGPT Good at Search?" (Sun et al. 2023, section 3) does it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from parlour.agents.memory import BM25, LazyRanking, Query, Segment
from parlour.agents.modules import FoundPassages, Native, Reranked, as_permutation, windows
from parlour.language.wording import rules as rules_of
from parlour.llm import BUILT_IN, Language, LanguageModel, Part, open_provider
from tests.arena.werewolves import werewolves
from tests.llm.samples import Scripted

TALK: tuple[str, ...] = (
    "Player 1 says: I am no werewolf.",
    "Player 2 says: I suspect Player 5 a little.",
    "Player 3 says: I am the seer. On night 1, Player 2 was shown to me as a werewolf.",
    "Player 4 says: I trust Player 3 up to a point.",
    "Player 5 says: I am going to vote for Player 2.",
    "Player 6 says: It was a quiet night.",
)
QUESTION = "Is Player 2 a werewolf?"


def segments(texts: Sequence[str] = TALK) -> list[Segment]:
    return [Segment(text=text, events=(number,)) for number, text in enumerate(texts)]


def query(text: str = QUESTION, request: str = "9.vote.Player 1") -> Query:
    return Query(player="Player 1", request=request, purpose="older", text=text, language="en")


def rules(language: Language = "en") -> tuple[Part, ...]:
    """What a prompt about that table begins with."""
    return (Part(text=rules_of(werewolves(language=language))),)


def reranked(model: LanguageModel, **about: int) -> Reranked:
    names = tuple(f"Player {number}" for number in range(1, 8))
    first = Native(ranking=LazyRanking(BM25), most=100)
    return Reranked(first=first, model=model, head=rules(), names=names, **about)


def scripted(*orders: list[int] | str) -> Scripted:
    return Scripted(*(each if isinstance(each, str) else json.dumps({"order": each}) for each in orders))


@given(st.lists(st.integers(-3, 12)), st.integers(0, 9))
def test_whatever_a_model_gives_becomes_a_permutation(order: list[int], count: int):
    assert sorted(as_permutation(order, count)) == list(range(count))


def test_doubles_and_strangers_are_dropped_and_what_is_missing_follows_in_its_order():
    assert as_permutation([4, 4, 9, 0, 2], 5) == (3, 1, 0, 2, 4)


@given(st.integers(0, 80), st.integers(2, 20), st.data())
def test_the_windows_reach_from_the_last_candidate_to_the_first(count: int, window: int, data: st.DataObject):
    step = data.draw(st.integers(1, window - 1))
    found = list(windows(count, window, step))
    assert {n for start, end in found for n in range(start, end)} == set(range(count if count > 1 else 0))
    assert all(end - start <= window for start, end in found)
    assert [end for _, end in found] == sorted((end for _, end in found), reverse=True)


def test_the_windows_of_the_cited_work_are_nine_for_a_hundred():
    assert list(windows(100, 20, 10)) == [(start, start + 20) for start in range(80, -1, -10)]


def test_the_best_of_one_window_is_carried_on_into_the_next():
    first = asyncio.run(Native(ranking=LazyRanking(BM25), most=100).found(query(), segments())).positions
    model = scripted([4, 1, 2, 3], [3, 1, 2, 4])
    found = asyncio.run(
        reranked(LanguageModel(backend=model), window=4, step=2).found(query(), segments())
    ).positions
    assert len(model.calls) == 2
    assert found[0] == first[5]
    assert sorted(found) == list(range(len(TALK)))


def test_passages_stand_under_numbers_with_their_events_and_the_question_ends_the_prompt():
    model = scripted([1, 2, 3, 4, 5, 6])
    asyncio.run(reranked(LanguageModel(backend=model)).found(query(), segments()))
    [call] = model.calls
    told = [part for part in call.prompt.user if part.source.origin == "event"]
    assert sorted(part.text for part in told) == sorted(TALK)
    assert all(TALK[part.source.events[0]] == part.text for part in told)
    marks = [part.text for part in call.prompt.user if part.source.origin == "rules"]
    assert marks == [f"[{number}]" for number in range(1, 7)]
    assert query().text in call.prompt.user[-1].text


def test_an_order_that_nobody_can_read_leaves_the_window_as_it_was_and_is_told():
    first = asyncio.run(Native(ranking=LazyRanking(BM25), most=100).found(query(), segments())).positions
    found = asyncio.run(
        reranked(LanguageModel(backend=scripted("The moon is made of cheese"))).found(query(), segments())
    )
    assert found.positions == first
    [problem] = found.problems
    assert "passages 1 to 6 keep their order" in problem


def test_the_reader_puts_a_check_of_whom_is_asked_about_before_idle_talk():
    model = LanguageModel(backend=open_provider(BUILT_IN))
    found = asyncio.run(reranked(model).found(query(), segments())).positions
    assert found[0] == 2
    assert found[-1] == 5


def tokens(text: str) -> int:
    return Segment(text=text, events=()).tokens


@given(st.data())
def test_passages_and_notes_fit_the_budget_together(data: st.DataObject):
    texts = data.draw(st.lists(st.text(alphabet="ab 在", max_size=30), max_size=8))
    notes = data.draw(st.lists(st.text(alphabet="ab 在", max_size=30), max_size=8))
    order = data.draw(st.permutations(range(len(texts))))
    budget = data.draw(st.integers(0, 60))
    found = FoundPassages(positions=tuple(order), notes=tuple(notes))
    kept = found.within(budget, segments(texts))
    of_notes = sum(map(tokens, kept.notes))
    assert of_notes <= budget // 2
    assert of_notes + sum(tokens(texts[position]) for position in kept.positions) <= budget
    assert list(kept.positions) == sorted(kept.positions)


def test_notes_leave_passages_at_least_half_of_the_budget():
    told = segments(["one two three"] * 3)
    found = FoundPassages(positions=(0, 1, 2), notes=("four five six",) * 9, problems=("it rained",))
    kept = found.within(16, told)
    assert (len(kept.notes), kept.positions, kept.problems) == (2, (0, 1), ("it rained",))
    assert FoundPassages(positions=(0, 1, 2)).within(16, told).positions == (0, 1, 2)


def test_the_passages_nearest_to_the_question_are_found_best_first():
    native = Native(ranking=LazyRanking(BM25), most=2)
    found = asyncio.run(native.found(query("Who was shown to the seer on night 1?"), segments()))
    assert found.positions[0] == 2
    assert len(found.positions) == 2
    assert not found.notes
