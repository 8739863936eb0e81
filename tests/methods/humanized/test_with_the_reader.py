"""Matches of the method with the reader: what it likes, takes others for and plans, in either game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from parlour.arena import Note, Record, Setup, events, items
from parlour.core import Player, event_kinds
from parlour.games.mystery import MysterySetup, generate
from parlour.llm import READER, Language
from tests.arena.mysteries import laid
from tests.arena.playing import play, purposes, recorded
from tests.arena.werewolves import werewolves

LETTERS = "vwswxgvw"
each_language = pytest.mark.parametrize("language", ["en", "zh"])


def recorded_match(setup: Setup) -> Record:
    return recorded(setup, play(setup))


@cache
def werewolf(language: Language, condition: str = "full", letters: str = LETTERS) -> Record:
    game = werewolves(letters, language)
    method = f"humanized:condition={condition}"
    return recorded_match(laid(game, model=READER, method=method, context=1_000_000))


@cache
def mystery(language: Language) -> Record:
    game = MysterySetup(script=generate(2, players=4, lang=language), questions=3, rounds=1, answers=False)
    return recorded_match(laid(game, model=READER, method="humanized", seed=2, context=1_000_000))


def thoughts(record: Record, kind: str) -> list[tuple[Player, Any]]:
    notes = [each for each in items(record) if isinstance(each, Note)]
    return [(note.player, note.thought.body) for note in notes if note.thought.kind == kind]


@each_language
def test_a_speech_takes_at_most_four_calls(language: Language):
    """Humanized Agents, section 2.1: favor one, strategy two, dialogue one."""
    counted = purposes(werewolf(language).calls)
    spoken = counted["speak"] + counted["confer"]
    assert counted["judgement"] == counted["strategy"] == spoken
    assert 0 < counted["favor"] <= spoken


def test_werewolves_like_and_know_each_other():
    for language in ("en", "zh"):
        record = werewolf(language)
        roles = {each.actor: each.role for each in events(record) if each.kind is event_kinds.ROLE}
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
    [checked] = next(each for each in events(record) if each.kind is event_kinds.CHECKED).chosen
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


@each_language
def test_in_a_mystery_whoever_is_taken_for_the_murderer_is_liked_least(language: Language):
    record = mystery(language)
    [case] = MysterySetup.of(record.setup.game).script.victims
    settled = 0
    held: dict[Player, Any] = {}
    for note in (each for each in items(record) if isinstance(each, Note)):
        body: Any = note.thought.body
        if note.thought.kind == "favor":
            held[note.player] = body["ratings"]
        elif note.thought.kind == "judgement" and note.player in held:
            guilty = [name for name, guess in body["guesses"].items() if guess["role"] == "murderer"]
            sure = [name for name in guilty if body["guesses"][name]["probability"] == 1]
            for name in sure:
                settled += 1
                assert held[note.player][name] == min(held[note.player].values())
    assert settled
    assert {name for name, _ in thoughts(record, "strategy")} == set(record.setup.players)
    assert case.name
