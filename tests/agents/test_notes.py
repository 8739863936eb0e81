"""The placebo: a method's own notes about other people, which cost as much and say nothing."""

from __future__ import annotations

from functools import cache

import pytest

from parlour.arena import Record
from parlour.core import read_asked
from parlour.experiments.conformance import check_match, lay_alike
from parlour.llm import Language

METHODS = {"mystery": "player-star", "werewolf": "gratr", "onenight": "humanized"}
PLACEBOS = {name: f"{method}:notes=shuffled" for name, method in METHODS.items()}
each_game = pytest.mark.parametrize("game", METHODS)


@cache
def match(game: str, method: str, model: str = "reader", language: Language = "en") -> Record:
    asked = read_asked({"name": game, "players": 5 if game == "mystery" else 6})
    return check_match(lay_alike(asked, method, model=model, seed=3, language=language))


def told(record: Record) -> list[str]:
    return [entry.json for entry in record.entries if entry.kind == "event"]


def test_whoever_misses_nothing_plays_the_same_with_a_placebo_of_the_same_length():
    own, placebo = match("mystery", METHODS["mystery"]), match("mystery", PLACEBOS["mystery"])
    assert told(own) == told(placebo)
    tokens = [sum(call.completion.usage.input_tokens for call in each.calls) for each in (own, placebo)]
    assert tokens[0] == pytest.approx(tokens[1], rel=0.001)


@each_game
def test_a_placebo_stands_in_the_prompts_of_every_game(game: str):
    def prompts(method: str) -> set[str]:
        return {call.key.digest for call in match(game, method).calls}

    assert prompts(PLACEBOS[game]) != prompts(METHODS[game])


def test_a_reader_goes_by_gratrs_trust_at_full_strength_too():
    assert told(match("werewolf", "gratr")) != told(match("werewolf", PLACEBOS["werewolf"]))


def test_whoever_misses_things_goes_by_its_notes():
    weak = "reader:attention=.4"
    assert told(match("mystery", "player-star", weak)) != told(match("mystery", PLACEBOS["mystery"], weak))
