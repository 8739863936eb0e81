"""Silence is not forgetting: a prompt says what it leaves out, and nobody is taken for silent by it."""

from __future__ import annotations

import re
from functools import cache

import pytest

from parlour.arena import Record, events, faults, items
from parlour.core import Event, event_kinds
from parlour.games.onenight import OneNightSetup, seat_names
from parlour.games.onenight.reader import Mind, parse_prompt
from parlour.games.onenight.reader.clues import clues
from parlour.language.facts import Level, Suspicion
from parlour.llm import Language
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.games.onenight.reader.rounds import began, prompt
from tests.reader.eight import LANGUAGES, name, said

MEMORY = 5
SEEDS = range(1, 6)
LEFT_OUT = {
    "en": re.compile(r"(?P<number>\d+) earlier remarks? by (?P<names>.+) (?:is|are) left out here\."),
    "zh": re.compile(r"这里略去了(?P<names>.+)先前的(?P<number>\d+)次发言。"),
}
OMITTED = {"en": "7 earlier remarks by {} and {} are left out here.", "zh": "这里略去了{}和{}先前的7次发言。"}
each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def forgetful(seed: int, language: Language) -> Record:
    game = OneNightSetup(language=language, players=seat_names(8, language))
    methods = dict.fromkeys(game.players, f"humanized:condition=favor,memory={MEMORY}")
    setup = laid(game, model="reader", methods=methods, seed=seed, context=1_000_000)
    record = recorded(setup, play(setup))
    assert not list(faults(record))
    return record


def spoken(record: Record) -> dict[int, Event]:
    return {event.number: event for event in events(record) if event.kind is event_kinds.SPOKE}


def heard_before(record: Record) -> dict[str, list[int]]:
    heard, before = list[int](), dict[str, list[int]]()
    for item in items(record):
        if isinstance(item, Event):
            heard += [item.number] if item.kind is event_kinds.SPOKE else []
        else:
            before.setdefault(item.request, [*heard])
    return before


@pytest.mark.parametrize("seed", SEEDS)
@each_language
def test_a_prompt_says_how_many_remarks_it_leaves_out_and_whose(seed: int, language: Language):
    record, told = forgetful(seed, language), 0
    said_aloud, known = spoken(record), heard_before(record)
    for call in record.calls:
        shown = {number for part in call.user for number in part.source.events}
        hidden = [said_aloud[number] for number in known[call.key.request] if number not in shown]
        notes = [found for part in call.user if (found := LEFT_OUT[language].fullmatch(part.text))]
        assert len(notes) == bool(hidden)
        for note in notes:
            assert int(note["number"]) == len(hidden)
            assert set(re.split("、|和|, | and ", note["names"])) == {event.actor for event in hidden}
            told += 1
    assert told > 0


def test_who_is_known_to_have_said_nothing_of_themselves_counts_as_silent_and_nobody_else():
    for language in LANGUAGES:
        suspects = [
            said(seat, language, Suspicion(by=name(seat, language), whom=name(1, language), level=Level.SOME))
            for seat in (2, 3)
        ]
        heard = [began(1, language), *suspects]
        assert silent(Mind(papers=parse_prompt(prompt(language, heard)))) == {
            name(2, language),
            name(3, language),
        }
        omitted = OMITTED[language].format(name(3, language), name(4, language))
        forgotten = prompt(language, heard, task=f"{omitted}\n")
        assert silent(Mind(papers=parse_prompt(forgotten))) == {name(2, language)}


def silent(mind: Mind) -> set[str]:
    return {clue.by for clue in clues(mind.papers) if clue.kind == "claims_nothing"}
