"""Matches of GRATR with the reader: what its language says of people becomes evidence, in either game."""

from __future__ import annotations

from functools import cache

import pytest

from parlour.arena import Setup
from parlour.core import event_kinds
from parlour.games.mystery import MysterySetup, generate
from parlour.llm import BUILT_IN, Language
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.arena.werewolves import werewolves
from tests.methods.gratr.tables import Played

each_language = pytest.mark.parametrize("language", ["en", "zh"])


def played(setup: Setup) -> Played:
    return Played(record=recorded(setup, play(setup)))


@cache
def werewolf(language: Language) -> Played:
    game = werewolves("vwswxgvw", language)
    return played(laid(game, model=BUILT_IN, method="gratr", context=1_000_000))


@cache
def mystery(language: Language) -> Played:
    game = MysterySetup(script=generate(1, players=4, victims=2, lang=language), questions=3, answers=False)
    return played(laid(game, model=BUILT_IN, method="gratr", seed=1, context=1_000_000))


def test_speeches_in_werewolf_attack_and_defend():
    for language in ("en", "zh"):
        told = {event.number: event for event in werewolf(language).events}
        spoken = [
            item for item in werewolf(language).evidence() if told[item["event"]].kind is event_kinds.SPOKE
        ]
        assert {item["type"] for item in spoken} == {"attack", "defend"}
        for item in spoken:
            assert item["reason"] in told[item["event"]].text
            assert item["about"] != item["by"] == told[item["event"]].actor
            assert item["note"] == ""


@each_language
def test_a_reply_is_read_with_the_question_to_it(language: Language):
    told = {event.number: event for event in mystery(language).events}
    pairs = [numbers for _, numbers in mystery(language).readings if len(numbers) == 2]
    assert pairs
    for asked, replied in ([told[number] for number in numbers] for numbers in pairs):
        assert (asked.kind, replied.kind) == (event_kinds.ASKED, event_kinds.REPLIED)
        assert (asked.actor, asked.to, asked.case) == (replied.to, replied.actor, replied.case)
    for player in mystery(language).record.setup.players:
        read = [told[number] for number in mystery(language).read(player)]
        assert event_kinds.REPLIED in {event.kind for event in read}
        assert player not in {event.actor for event in read}
