"""Whole matches of a reader of limited strength: a function of their setup, without faults or leaks."""

from __future__ import annotations

from functools import cache

import pytest

from parlour.arena import GameSetup, Record
from parlour.games.mystery import MysterySetup, generate
from parlour.games.onenight import OneNightSetup
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.llm import Language
from tests.arena.mysteries import laid
from tests.arena.playing import journal, play, recorded

EVERY = "reader:attention=.5,span=2000,slip=.2,steps=2,noise=.5,lapse=.5"
METHODS = {"mystery": "player-star", "werewolf": "gratr", "onenight": "humanized"}


def game_of(name: str, language: Language) -> GameSetup:
    if name == "mystery":
        return MysterySetup(script=generate(2, players=5, lang=language))
    kind = WerewolfSetup if name == "werewolf" else OneNightSetup
    return kind(players=seat_names(7, language), language=language)


@cache
def match(name: str, language: Language, model: str = EVERY) -> Record:
    setup = laid(game_of(name, language), model=model, method=METHODS[name], seed=5, context=1_000_000)
    return recorded(setup, play(setup))


@pytest.mark.parametrize("name", METHODS)
def test_a_bounded_match_is_a_function_of_its_setup(name: str):
    record = match(name, "en")
    one = [(entry.kind, entry.json) for entry in record.entries]
    assert one == journal(play(record.setup))
    assert one != journal(play(record.setup.model_copy(update={"seed": 6})))


@pytest.mark.parametrize("name", METHODS)
def test_limits_that_limit_nothing_change_nothing(name: str):
    def told(record: Record) -> list[str]:
        return [entry.json for entry in record.entries]

    assert told(match(name, "en", "reader:attention=1,slip=0,noise=0")) == told(match(name, "en", "reader"))
    assert told(match(name, "en")) != told(match(name, "en", "reader"))
