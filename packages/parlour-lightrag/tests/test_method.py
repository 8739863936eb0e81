"""Light-rag at whole tables: nothing is at fault or leaks, a replay is the same, and its notes are shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from parlour.arena import Note, Record
from parlour.core import GAMES, read_asked
from parlour.experiments.conformance import check_match, lay_alike
from parlour.llm import Language

SMALL: Mapping[str, Mapping[str, object]] = {
    "avalon": {"players": 5},
    "mystery": {"players": 4, "rounds": 1, "questions": 2, "answers": False},
    "onenight": {"players": 5, "rounds": 2},
    "werewolf": {"players": 6, "days": 2},
}
"""Tables at which much is said and little is waited for."""


@cache
def played(game: str, language: Language, options: str = "") -> Record:
    asked = read_asked({"name": game, **SMALL.get(game, {})})
    return check_match(lay_alike(asked, f"light-rag:window=4,budget=300{options}", seed=2, language=language))


def recalled(record: Record) -> list[Any]:
    notes = (each for each in record.items if isinstance(each, Note))
    return [each.thought.body for each in notes if each.thought.kind == "recalled"]


def test_it_plays_in_chinese():
    record = played("werewolf", "zh")
    assert record.status == "finished"
    assert [body for body in recalled(record) if body.get("notes")]


@pytest.mark.parametrize("game", GAMES.load_all())
def test_it_plays_every_game_and_its_notes_stand_before_the_task(game: str):
    record = played(game, "en")
    assert record.status == "finished"
    assert [body for body in recalled(record) if body.get("notes")]
    told = [part for call in record.calls for part in call.user if "Your notes on" in part.text]
    assert told
    assert {part.source.origin for part in told} == {"thought"}


def test_the_same_match_comes_out_twice_though_the_library_looks_at_the_clock():
    one, another = (played("werewolf", "en", told) for told in ("", ",most=10"))
    assert [each.json for each in one.entries] == [each.json for each in another.entries]
