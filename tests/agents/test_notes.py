"""The placebo: a method's own notes about other people, which cost as much and say nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from parlour.agents import SeatContext
from parlour.agents.attention import shuffle_notes
from parlour.arena import Record
from parlour.core import read_asked
from parlour.experiments.conformance import check_match, lay_alike
from parlour.llm import EarlierOpinion, Language, Part
from tests.agents.seats import seat_context

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


def test_whoever_misses_things_goes_by_its_notes():
    weak = "reader:attention=.4"
    assert told(match("mystery", "player-star", weak)) != told(match("mystery", PLACEBOS["mystery"], weak))


def seat(player: str, players: tuple[str, ...], seed: int) -> SeatContext:
    return replace(seat_context(), player=player, players=players, seed=seed)


def note(text: str, **odds: float) -> Part:
    return Part(text=text, purpose=EarlierOpinion(odds=odds))


def test_names_and_odds_move_together_and_nobody_is_lost():
    for names in (("Ann", "Bo", "Annabel", "Cy", "Di"), ("1号玩家", "2号玩家", "11号玩家", "12号玩家")):
        me, *others = names
        seats = [seat(me, names, seed) for seed in range(20)]
        odds = {name: float(number) for number, name in enumerate(others, 1)}
        own = Part(
            text="; ".join(f"{name} {much:g}" for name, much in odds.items()),
            purpose=EarlierOpinion(odds=odds),
        )
        seen = set[str]()
        for each in seats:
            [mixed] = shuffle_notes([own], each)
            assert isinstance(mixed.purpose, EarlierOpinion)
            assert mixed.text == "; ".join(f"{name} {much:g}" for name, much in mixed.purpose.odds.items())
            assert sorted(mixed.purpose.odds) == sorted(others)
            seen.add(mixed.text)
            assert shuffle_notes([own], each) == (mixed,)
        assert len(seen) > len(others)


def test_what_is_no_note_stays():
    parts = [Part(text="Ann asks Bo."), note("Bo did it.", Bo=2.0)]
    asked, mixed = shuffle_notes(parts, seat("Cy", ("Ann", "Bo", "Cy"), 1))
    assert asked is parts[0]
    assert mixed.text in ("Bo did it.", "Ann did it.")
