"""What is said fits: nobody is told what all know or nobody asked, and whoever is asked can answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import get_args

import pytest

from parlour.arena import Record
from parlour.core import Event, GameSetup, Player, event_kinds
from parlour.games import onenight, werewolf
from parlour.games.mystery import MysterySetup, generate
from parlour.language.facts import Relation, WhatKnown, WhatRelation, read
from parlour.llm import BUILT_IN, Language
from parlour.reader import TableNames
from parlour.reader.hearing import typed_acts
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded

LANGUAGES: tuple[Language, ...] = get_args(Language)
TURNS = (event_kinds.SPOKE, event_kinds.PASSED)


def played(game: GameSetup, method: str = "player-star", seed: int = 1) -> Record:
    setup = laid(game, model=BUILT_IN, method=method, seed=seed, context=1_000_000)
    return recorded(setup, play(setup))


@cache
def mystery(seed: int, language: Language) -> Record:
    return played(MysterySetup(script=generate(seed, players=5, lang=language), answers=False))


def exchanges(record: Record) -> Iterator[tuple[Event, Event]]:
    """Each question of a mystery with its reply."""
    asked: dict[Player, Event] = {}
    for event in record.events:
        if event.kind is event_kinds.ASKED and event.to:
            asked[event.to] = event
        if event.kind is event_kinds.REPLIED and event.actor in asked:
            yield asked.pop(event.actor), event


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reply_tells_no_tie_that_nobody_asked_for_and_nothing_that_the_synopsis_does(language: Language):
    replies = 0
    for seed in (1000, 1001, 1002):
        record = mystery(seed, language)
        game = MysterySetup.of(record.setup.game)
        names = (*game.script.players, *game.victims)
        public = {*read(game.script.synopsis, language, names=names).facts}
        for question, reply in exchanges(record):
            asks = read(question.text, language, speaker=question.actor, reader=reply.actor, names=names)
            is_asked = any(isinstance(each, WhatRelation | WhatKnown) for each in asks.questions)
            told = read(reply.text, language, speaker=reply.actor, reader=reply.to, names=names).facts
            ties = [each for each in told if isinstance(each, Relation)]
            assert is_asked or all({each.of, each.to} & {*game.victims} for each in ties), reply.text
            assert not public & {*told}, reply.text
            replies += 1
    assert replies >= 40


@pytest.mark.parametrize("method", ["player-star", "plain"])
@pytest.mark.parametrize("game", ["werewolf", "onenight"])
def test_whoever_is_asked_speaks_in_the_same_round_still(game: str, method: str):
    rooms = {"werewolf": (werewolf.WerewolfSetup, "roles"), "onenight": (onenight.OneNightSetup, "cards")}
    of, scope = rooms[game]
    asked = 0
    for seed in range(2):
        setup = of(language="en", players=werewolf.seat_names(8, "en"))
        table = TableNames(language="en", players=setup.players)
        turns = [each for each in played(setup, method, seed).events if each.kind in TURNS and each.actor]
        for number, turn in enumerate(turns):
            later = {each.actor for each in turns[number + 1 :] if each.round == turn.round}
            acts = typed_acts(turn.text, turn.actor or "", table, f"parlour.games.{game}.reader", scope)
            for act in (each for each in acts if each.is_question and each.to):
                assert act.to in later, turn.text
                asked += 1
    assert asked >= 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_is_told_once_where_everybody_says_who_they_are(language: Language):
    told = 0
    for seed in (1000, 1001, 1002):
        record = mystery(seed, language)
        game = MysterySetup.of(record.setup.game)
        names, victims = (*game.script.players, *game.victims), {*game.victims}
        seats = list(game.script.players)
        for event in (each for each in record.events if each.kind is event_kinds.INTRODUCED):
            facts = read(event.text, language, speaker=event.actor, names=names).facts
            for tie in (
                each for each in facts if isinstance(each, Relation) and not {each.of, each.to} & victims
            ):
                assert event.actor == min(tie.of, tie.to, key=seats.index), event.text
                told += 1
    assert told >= 5
