"""Each act has five wordings at least, and no two speeches in a row share one."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from parlour.core import event_kinds
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
    WhatRole,
    WhomSuspected,
    WhomTrusted,
    WhoseVote,
    answering,
    every_wording,
    joined_by,
    lead_up,
    read,
    render,
    sentences,
)
from parlour.language.facts.grammar import Chooser, sketch
from parlour.llm import Language
from parlour.reader import SpeechAct, TableNames, hear_acts, steady, wordings
from parlour.reader.hearing import reasons
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
    for seed in range(1, 6):
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


@each_language
def test_no_two_werewolves_who_confer_at_once_share_a_sentence(language: Language):
    table = WerewolfSetup(language=language, players=seat_names(8, language))
    for seed in range(1, 4):
        record = recorded(setup := laid(table, model="reader", method="plain", seed=seed), play(setup))
        nights: defaultdict[int, list[str]] = defaultdict(list)
        for event in record.events:
            if event.kind is event_kinds.CONFERRED:
                nights[event.round] += [sketch(e, language, table.players) for e in sentences(event.text)]
        assert len(nights[1]) == 9
        assert all(len(set(spoken)) == len(spoken) for spoken in nights.values())


PACKAGES = ("parlour.games.onenight.reader", "parlour.games.werewolf.reader")


def table(language: Language) -> TableNames:
    return TableNames(language, everybody(language))


def test_each_act_is_heard_as_what_it_is_in_every_wording():
    for package in PACKAGES:
        for language in LANGUAGES:
            by, to, about, second = everybody(language)[:4]
            for kind, rows in wordings(language, package).items():
                for row in rows:
                    given = {
                        name: value
                        for name, value in {"to": to, "about": about, "second": second}.items()
                        if f"{{{name}}}" in row
                    }
                    text = row.format(**given)
                    assert hear_acts(text, by, table(language), package) == (
                        SpeechAct(kind=kind, by=by, **given),
                    ), text
                    assert read(text, language, speaker=by, names=everybody(language)).facts == (), text


def test_each_reason_is_heard_alone_and_after_a_fact():
    for package in PACKAGES:
        for language in LANGUAGES:
            by, about, second = everybody(language)[:3]
            fact = Suspicion(by=by, whom=about, level=Level.SOME)
            rows = reasons(language, package)
            assert len(rows) > 30
            for row in rows:
                given = {
                    name: value
                    for name, value in {"about": about, "second": second}.items()
                    if f"{{{name}}}" in row
                }
                reason = (row[:1].upper() + row[1:]).format(**given)
                act = SpeechAct(kind="because", by=by, **given)
                assert hear_acts(reason, by, table(language), package) == (act,), reason
                said = render(fact, language, Random(1), speaker=by)
                text = joined_by("because", said, reason, language, Random(row), everybody(language))
                assert read(text, language, speaker=by, names=everybody(language)).facts == (fact,), text
                assert hear_acts(text, by, table(language), package) == (act,), text


def test_what_leads_up_to_a_fact_or_whom_it_answers_changes_nothing_of_it():
    for language in LANGUAGES:
        names = everybody(language)
        by, to, whom = names[:3]
        opinions = (
            Suspicion(by=by, whom=whom, level=Level.STRONG),
            Trust(by=by, whom=whom, level=Level.SOME),
            VoteFor(by=by, whom=whom),
        )
        for seed in range(120):
            rng = Random(seed)
            for fact in (*opinions, RoleClaim(who=by, role="villager")):
                said = render(fact, language, rng, speaker=by)
                is_claim = isinstance(fact, RoleClaim)
                kinds = ("introductions",) if is_claim else ("leads", "recalls", "plans")
                text = lead_up(said, language, rng, names, kinds=kinds)
                told = read(text, language, speaker=by, names=names)
                assert (told.facts, told.ignored, told.answers) == ((fact,), (), ()), text
                text = answering(said, to, language, rng, names)
                told = read(text, language, speaker=by, names=names)
                assert (told.facts, told.ignored, told.answers) == ((fact,), (), (to,)), text
                assert hear_acts(text, by, table(language)) == (SpeechAct(kind="answer", by=by, to=to),)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Player 2, tell us: whom do you suspect?"),
        ("en", "Player 2, whom do you suspect?"),
        ("zh", "2号玩家，你来说说：你怀疑谁？"),
        ("zh", "2号玩家，你怀疑谁？"),
    ],
)
def test_a_question_of_the_grammar_is_heard_as_put_to_whomever_it_names(language: Language, text: str):
    by, to = everybody(language)[:2]
    assert set(hear_acts(text, by, table(language))) == {SpeechAct(kind="ask_suspect", by=by, to=to)}


def test_sums_in_another_order_are_the_same_number():
    parts = [0.1, 0.2, 0.3, 1e-17]
    assert sum(parts) != sum(reversed(parts))
    assert steady(sum(parts)) == steady(sum(reversed(parts))) == 0.6


def test_a_number_of_arrays_becomes_a_plain_one():
    assert type(steady(np.float64(0.25))) is float
    assert steady(np.float32(0.25)) == 0.25


def test_a_question_about_a_players_own_views_is_put_to_that_player():
    for language in LANGUAGES:
        by, to, *_ = names = everybody(language)
        kinds = {
            WhomSuspected(by=to): "ask_suspect",
            WhomTrusted(by=to): "ask_trust",
            WhoseVote(by=to): "ask_vote",
            WhatRole(who=to): "ask_role",
        }
        for question, kind in kinds.items():
            for text in every_wording(question, language, Random(1), speaker=by):
                heard = hear_acts(text, by, TableNames(language, names))
                assert heard == (SpeechAct(kind=kind, by=by, to=to),), text
