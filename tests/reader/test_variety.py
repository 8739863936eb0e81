"""Each act has five wordings at least, and no two speeches in a row share one."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from parlour.evaluation.richness import table_talk
from parlour.games.onenight import OneNightSetup
from parlour.games.onenight import seat_names as onenight_names
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.language.facts import (
    NIGHT_OF_CARDS,
    Check,
    Fact,
    Fellow,
    Level,
    NeitherOfTwo,
    OneOfTwo,
    RoleClaim,
    Suspicion,
    Trust,
    Unrepeated,
    VoteFor,
    answering,
    every_wording,
    read,
    sentences,
)
from parlour.language.facts.unrepeated import Chooser, sketch
from parlour.llm import Language
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.language.facts.stories import sample
from tests.reader.eight import LANGUAGES, everybody

FEWEST = 5
SAID = (Check, Fellow, NeitherOfTwo, OneOfTwo, RoleClaim, Suspicion, Trust, VoteFor, *NIGHT_OF_CARDS)
each_language = pytest.mark.parametrize("language", LANGUAGES)


@each_language
def test_each_fact_of_table_talk_has_five_wordings_and_each_is_read_back(language: Language):
    me, names = everybody(language)[0], everybody(language)
    for kind in SAID:
        for seed in range(40):
            drawn = sample(kind, language, Random(seed))
            people = [field for field in ("who", "by", "whom", "other") if hasattr(drawn, field)]
            fact = replace(drawn, **dict(zip(people, names, strict=False)))
            ways = every_wording(fact, language, Random(seed), speaker=me, at="wolves")
            assert len(set(ways)) >= FEWEST, fact
            for way in ways:
                assert read(way, language, speaker=me, names=names).facts == (fact,), way


@each_language
def test_the_player_who_is_answered_is_you(language: Language):
    me, to, *_ = names = everybody(language)
    facts: list[Fact] = [VoteFor(by=me, whom=to)]
    for level in Level:
        facts += [Suspicion(by=me, whom=to, level=level), Trust(by=me, whom=to, level=level)]
    for fact in facts:
        for way in every_wording(fact, language, Random(2), speaker=me, reader=to, at="wolves"):
            text = answering(way, to, language, Random(way), names)
            assert text.count(to) == 1, text
            told = read(text, language, speaker=me, names=names)
            assert (told.facts, told.answers) == ((fact,), (to,)), text


def test_the_wording_used_longest_ago_comes_next():
    names = ("Player 1", "Player 2")
    rows = ["{to}, who is it?", "Tell me, {to}.", "And you, {to}?"]
    recent = ("Player 1, who is it?", "And you, Player 2?", "Player 2, who is it?")
    chooser: Chooser = Unrepeated(rng=Random(1), recent=recent, language="en", names=names)
    assert chooser.choice(rows) == "Tell me, {to}."
    assert chooser.choice(rows[::2]) == "And you, {to}?"


@each_language
@pytest.mark.parametrize("game", ["onenight", "werewolf"])
def test_no_two_speeches_in_a_row_share_a_sentence(game: str, language: Language):
    table = (
        OneNightSetup(language=language, players=onenight_names(8, language))
        if game == "onenight"
        else WerewolfSetup(language=language, players=seat_names(8, language))
    )
    compared = 0
    for seed in range(1, 4):
        setup = laid(table, model="reader", method="plain", seed=seed, context=1_000_000)
        talk = table_talk(recorded(setup, play(setup)))
        spoken = [
            {sketch(each, language, talk.players) for each in sentences(speech.text)}
            for speech in talk.utterances
        ]
        for before, after in pairwise(spoken):
            compared += len(after)
            assert not before & after
    assert compared > 100
