from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.language.facts import (
    Check,
    Claim,
    Confirm,
    Drank,
    Fact,
    Killing,
    Language,
    Motive,
    Presence,
    Question,
    RoleClaim,
    Sighting,
    Slot,
    read,
    render,
)
from parlour.language.facts.grammar import Ear, Index, index, phrasings, sentence
from parlour.language.facts.names import NameVeil
from parlour.language.facts.pattern import Pattern, Voice, patterns
from tests.cases import cases
from tests.language.facts.stories import LANGUAGES, anything, names_in, sample


def voices(value: object) -> list[Voice]:
    """The third person, and each in turn as "I" and as "you"."""
    people = names_in(value)
    return [Voice(), *(Voice(speaker=name) for name in people), *(Voice(reader=name) for name in people)]


@pytest.mark.parametrize("language", LANGUAGES)
@given(data=st.data())
@settings(max_examples=300)
def test_what_is_rendered_is_read_as_the_same(language: Language, data: st.DataObject):
    value = data.draw(anything(language))
    who = data.draw(st.sampled_from(voices(value)))
    rng = Random(data.draw(st.integers()))
    text = render(value, language, rng, speaker=who.speaker, reader=who.reader)
    reading = read(text, language, speaker=who.speaker, reader=who.reader)
    assert (reading.facts + reading.questions, reading.ignored) == ((value,), ())


@cases("language", LANGUAGES)
@cases("name", ["Dr. Shaw", "d'Artagnan", "他", "和平和", "Perhaps", "Mrs. de Winter"])
def test_any_name_at_all_is_read_where_the_names_are_listed(name: str, language: Language):
    value = Sighting(by="Bob", whom=name, place="kitchen", slot=Slot(41))
    texts = {render(value, language, Random(seed)) for seed in range(20)}
    assert all(read(text, language, names=("Bob", name)).facts == (value,) for text in texts)


@cases("language", LANGUAGES)
def test_every_sentence_is_understood_by_its_own_pattern_alone(language: Language):
    rng = Random(11)
    for pattern in patterns(language):
        for _ in range(6):
            value = said_by(pattern, rng)
            for voice in voices(value):
                if pattern in phrasings(value, language, voice):
                    text = sentence(pattern, value, voice, rng)
                    assert heard(text, pattern, voice) == [value], text


def said_by(pattern: Pattern, rng: Random) -> Any:
    """Something that the pattern can say."""
    value = replace(sample(pattern.type, pattern.language, rng), **dict(pattern.fixed))
    return Confirm(fact=value) if pattern.confirms else value


def heard(text: str, pattern: Pattern, voice: Voice) -> list[Fact | Question]:
    """What each pattern takes a sentence for."""
    inner, outer = indexed(pattern.language, asks=False), indexed(pattern.language, asks=pattern.is_question)
    ear = Ear(index=outer, inner=inner, voice=voice, cast=NameVeil(()))
    return list(ear.meanings(text.rstrip(".?。？")))


@cache
def indexed(language: Language, *, asks: bool) -> Index:
    """The facts or the questions of a language."""
    return index(row for row in patterns(language) if row.is_question is asks)


def test_a_role_is_claimed_plainly_in_the_first_person_only():
    claim = RoleClaim(who="Anna", role="seer")
    assert read("I am the seer.", "en", speaker="Anna").facts == (claim,)
    assert read("Anna is the seer.", "en").facts == ()
    assert read("我是预言家。", "zh", speaker="安娜").facts == (RoleClaim(who="安娜", role="seer"),)


UNSAID = [
    ("en", RoleClaim(who="Bob", role="good"), "No werewolf is what Bob claims to be."),
    (
        "en",
        Check(by="Ann", whom="Bob", role="good", night=1),
        "On night 1, Bob was shown to Ann as no werewolf.",
    ),
    ("zh", RoleClaim(who="李四", role="good"), "李四跳了好人。"),
    (
        "en",
        Drank(by="Bob", card="left"),
        "The left card of the centre has lain before Bob since the night, unseen.",
    ),
]


@cases(("language", "fact", "text"), UNSAID)
def test_what_does_not_say_it_well_is_understood_and_never_said(language: Language, fact: Fact, text: str):
    assert read(text, language).facts == (fact,)
    said = {render(fact, language, Random(seed)) for seed in range(60)}
    assert text not in said
    assert len(said) >= 3


@cases(
    ("name", "language", "text"),
    [
        ("Bob", "en", 'Bob says: "I was in the kitchen at 8:30 in the evening."'),
        ("李四", "zh", "李四说：“晚上八点半，我在厨房里。”"),
    ],
)
def test_a_claim_is_read_in_the_mouth_of_the_one_who_makes_it(name: str, language: Language, text: str):
    was = Presence(who=name, place="kitchen", slot=Slot(41))
    assert read(text, language).facts == (Claim(by=name, fact=was),)


def test_a_claim_about_a_claim_is_not_read():
    assert read("Anna says that Clara says that Bob killed Victor.", "en").facts == ()


def test_a_motive_may_be_told_by_what_lies_behind_it():
    motive = Motive(who="Bob", victim="Victor", kind="inheritance")
    assert read("Bob stood to inherit from Victor.", "en").facts == (motive,)


@cases("language", LANGUAGES)
def test_no_colon_halts_a_sentence_inside_a_question(language: Language):
    asked = Confirm(fact=Motive(who="Bob", victim="Victor", kind="land"))
    texts = {render(asked, language, Random(seed), reader="Bob") for seed in range(60)}
    assert len(texts) >= 3
    assert not [text for text in texts if ":" in text or text.count("：") > text.count("有没有这回事：")]


def test_verbs_agree_with_whoever_speaks():
    said = {render(Killing(who="Bob", victim="Ann"), "en", Random(seed), reader="Ann") for seed in range(20)}
    assert "You were killed by Bob." in said


def test_a_name_keeps_its_own_first_letter():
    said = {render(Killing(who="d'Or", victim="Ann"), "en", Random(seed)) for seed in range(20)}
    assert "d'Or killed Ann." in said
