"""Matches of the method with the reader: what it likes, takes others for and plans, in either game."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from parlour.arena import Note, Record, Setup
from parlour.core import Event, Player, RequestKind, event_kinds, request_kinds
from parlour.llm import BUILT_IN, Language
from parlour.methods.humanized.modules import Memory
from tests.agents.seats import Slate, asking
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.playing import play, recorded
from tests.arena.werewolves import werewolves

LETTERS = "vwswxgvw"
each_language = pytest.mark.parametrize("language", ["en", "zh"])


def recorded_match(setup: Setup) -> Record:
    return recorded(setup, play(setup))


@cache
def werewolf(language: Language, condition: str = "full", letters: str = LETTERS) -> Record:
    game = werewolves(letters, language)
    method = f"humanized:condition={condition}"
    return recorded_match(laid(game, model=BUILT_IN, method=method, context=1_000_000))


def thoughts(record: Record, kind: str) -> list[tuple[Player, Any]]:
    notes = [each for each in record.items if isinstance(each, Note)]
    return [(note.player, note.thought.body) for note in notes if note.thought.kind == kind]


def test_werewolves_like_and_know_each_other():
    for language in ("en", "zh"):
        record = werewolf(language)
        roles = {each.actor: each.role for each in record.events if each.kind is event_kinds.ROLE}
        wolves = {name for name, role in roles.items() if role == "werewolf"}
        rated = [(name, body["ratings"]) for name, body in thoughts(record, "favor") if name in wolves]
        judged = [(name, body["guesses"]) for name, body in thoughts(record, "judgement") if name in wolves]
        assert rated
        for _, ratings in rated:
            assert all(ratings[fellow] >= 8 for fellow in wolves & set(ratings))
        for _, guesses in judged:
            assert {name for name, guess in guesses.items() if guess["role"] == "werewolf"} <= wolves


Cast = Mapping[str, Sequence[Player]]


def dealt_anew(language: Language) -> Iterator[tuple[Record, Cast]]:
    """The same table with its roles passed on from seat to seat, and who is what."""
    for turn in range(len(LETTERS)):
        letters = LETTERS[turn:] + LETTERS[:turn]
        record = werewolf(language, letters=letters)
        names = record.setup.players
        yield (
            record,
            {each: [names[seat] for seat, is_so in enumerate(letters) if is_so == each] for each in letters},
        )


def found_first(record: Record, of: Cast) -> Player | None:
    """The werewolf whom the seer checked in the first night, if it was one."""
    [checked] = next(each for each in record.events if each.kind is event_kinds.CHECKED).chosen
    return checked if checked in of["w"] else None


@each_language
def test_a_seer_is_liked_by_who_believes_it_and_less_by_whose_fellow_it_names(language: Language):
    """The seer names whom it found in the first night to be a werewolf."""
    record, of = next(each for each in dealt_anew(language) if found_first(*each))
    seer, good = of["s"][0], {*of["v"], *of["x"], *of["g"]}
    fellows = {*of["w"]} - {found_first(record, of)}
    held = [
        (name, body["favor"][seer])
        for name, body in thoughts(record, "favor")
        if name != seer and seer in body["favor"]
    ]
    assert max(favor for name, favor in held if name in good) > 60
    assert min(favor for name, favor in held if name in fellows) < 50


def told_polls() -> set[int]:
    """The polls that stand in any prompt of a match."""
    setup = laid(one_night(), model=BUILT_IN, method="humanized", context=1_000_000)
    record = recorded(setup, play(setup))
    polls = {event.number for event in record.events if event.kind is event_kinds.POLLED}
    assert len(polls) == 2 * len(setup.players)
    return {number for call in record.calls for part in call.user for number in part.source.events} & polls


def test_no_prompt_holds_ones_own_polls():
    assert told_polls() == set()


def moves_memory(kind: RequestKind) -> bool:
    """Whether what comes to mind for a request of that kind is more recent afterwards."""
    memory = Memory(fondness=lambda name: float(name == "Ben"), most=1)
    for number, actor in enumerate(("Ben", "Carl")):
        memory.notice(Event(number=number, kind=event_kinds.SPOKE, actor=actor, text="Well."))
    before = memory.stream
    asyncio.run(memory.consider(asking(kind=kind), Slate()))
    assert memory.select([0, 1]) == {0}
    return memory.stream != before


def test_what_comes_to_mind_is_more_recent_after_a_speech_and_not_after_a_vote():
    assert moves_memory(request_kinds.SPEAK)
    assert not moves_memory(request_kinds.VOTE)
