"""How a character puts what it has to say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core import count_words
from parlour.language.facts import (
    Accusation,
    Check,
    Fact,
    Level,
    Motive,
    Name,
    OneOfTwo,
    Presence,
    Question,
    RoleClaim,
    Slot,
    Suspicion,
    Trust,
    VoteFor,
    WhereWas,
    WhomSuspected,
    read,
    render,
    understand,
)
from parlour.llm import Language
from parlour.llm.prompt import Part, Prompt
from parlour.methods.humanized.persona import MEAN, Factor, Persona, write_statement
from parlour.methods.humanized.reader import StatementText
from parlour.reader import TableNames, hear_acts
from parlour.reader.character import Manner, Trait, traits_of
from parlour.reader.phrases import words

LANGUAGES: tuple[Language, ...] = ("en", "zh")
NAMES = {"en": ("Anna", "Ben", "Vera"), "zh": ("安娜", "本恩", "薇拉")}
FACTORS = ("agreeableness", "extraversion", "neuroticism", "openness", "conscientiousness")
PACKAGES = ("parlour.games.onenight.reader", "parlour.games.werewolf.reader")
GAP = re.compile(r"\{(\w+)\}")
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_package = pytest.mark.parametrize("package", PACKAGES)
languages = st.sampled_from(LANGUAGES)
traits = st.lists(
    st.builds(Trait, factor=st.sampled_from(FACTORS), is_high=st.booleans(), degree=st.integers(1, 3)),
    min_size=1,
    max_size=5,
    unique_by=lambda trait: trait.factor,
).map(tuple)
numbers = st.integers(0, 10**6)


def facts(language: Language) -> tuple[Fact, ...]:
    """One of each sort that is said at a table, by the first player."""
    anna, ben, vera = NAMES[language]
    return (
        RoleClaim(who=anna, role="seer"),
        Check(by=anna, whom=ben, role="werewolf", night=1),
        OneOfTwo(by=anna, whom=ben, other=vera, role="werewolf"),
        Suspicion(by=anna, whom=ben, level=Level.STRONG),
        Trust(by=anna, whom=vera, level=Level.SOME),
        VoteFor(by=anna, whom=ben),
        Presence(who=anna, place="kitchen", slot=Slot(40)),
        Motive(who=ben, victim=vera, kind="debt"),
        Accusation(by=anna, whom=ben, victim=vera),
    )


def questions(language: Language) -> tuple[Question, ...]:
    ben = NAMES[language][1]
    return (WhereWas(who=ben, slot=Slot(40)), WhomSuspected(by=ben))


def manner(language: Language, traits: Sequence[Trait], heard: str = "", to: Name | None = None) -> Manner:
    anna = NAMES[language][0]
    return Manner(traits=tuple(traits), language=language, by=anna, to=to, names=NAMES[language], heard=heard)


def put(what: Fact | Question, language: Language, seed: int, to: Name | None = None) -> str:
    return render(what, language, Random(seed), speaker=NAMES[language][0], reader=to)


def rows(language: Language, factors: Sequence[str] = FACTORS) -> Iterator[str]:
    """Every sentence that tells nothing but who is speaking, with its gaps."""
    for factor in factors:
        for slots in words(f"manners/{factor}", language).values():
            for strengths in slots.values():
                for ways in strengths.values():
                    yield from ways


def filled(row: str, language: Language) -> Iterator[str]:
    """A sentence with every word that fits its gaps."""
    fillers = words("manners/slots", language)
    for chosen in product(*(fillers[gap] for gap in GAP.findall(row))):
        each = iter(chosen)
        text = GAP.sub(lambda _: next(each), row)  # noqa: B023 - it is used at once
        yield text[:1].upper() + text[1:]


def tags(language: Language, factors: Sequence[str] = FACTORS) -> Iterator[str]:
    """Every sentence that tells nothing but who is speaking, in every wording."""
    for row in rows(language, factors):
        yield from filled(row, language)


@given(traits, languages, numbers, st.data())
def test_the_same_is_understood_in_the_same_order_however_it_is_put(
    traits: tuple[Trait, ...], language: Language, seed: int, data: st.DataObject
):
    ben = NAMES[language][1]
    chosen = data.draw(st.lists(st.sampled_from(facts(language)), min_size=1, max_size=6, unique=True))
    asked = data.draw(st.lists(st.sampled_from(questions(language)), max_size=1))
    plain = [put(each, language, seed, ben) for each in (*chosen, *asked)]
    spoken = manner(language, traits, str(seed), ben).spoken(plain, 200)
    gap = words("phrases", language)["gap"]
    told = read(gap.join(spoken), language, speaker=NAMES[language][0], reader=ben, names=NAMES[language])
    assert list(told.facts) == chosen
    assert list(told.questions) == asked
    assert not asked or spoken[-1].endswith(("?", "？"))


@each_package
@each_language
def test_no_sentence_of_a_character_is_heard_as_a_speech_act(language: Language, package: str):
    table = TableNames(language, NAMES[language])
    for tag in tags(language):
        assert hear_acts(tag, NAMES[language][0], table, package) == (), tag


@each_language
def test_nothing_that_is_said_beside_the_facts_means_anything(language: Language):
    """Neither as a sentence of the grammar nor as what somebody typed, to whomever it is said."""
    anna, ben, vera = NAMES[language]
    for tag in tags(language):
        told = read(tag, language, speaker=anna, reader=ben, names=NAMES[language])
        assert not told.found, tag
        assert not told.questions, tag
        assert not told.answers, tag
        assert len(told.ignored) >= 1, tag
    fillers = words("manners/slots", language).values()
    ways = [next(filled(row, language)) for row in rows(language)]
    for tag in (*ways, *(word for each in fillers for word in each)):
        typed = understand(tag, language, NAMES[language], speaker=anna, reader=ben, victims=(vera,))
        assert not typed.meanings, tag


@given(traits, languages, numbers, st.integers(0, 160))
def test_a_speech_keeps_to_its_words_and_leaves_no_claim_out(
    traits: tuple[Trait, ...], language: Language, seed: int, more: int
):
    plain = [put(each, language, seed) for each in facts(language)[:4]]
    limit = sum(map(count_words, plain)) + more
    spoken = manner(language, traits, str(seed)).spoken(plain, limit)
    assert sum(map(count_words, spoken)) <= limit
    anna = NAMES[language][0]
    told = read("\n".join(spoken), language, speaker=anna, names=NAMES[language])
    assert list(told.facts) == list(facts(language)[:4])


@given(traits, languages, numbers)
def test_nobody_repeats_themselves_or_says_what_was_said_before(
    traits: tuple[Trait, ...], language: Language, seed: int
):
    plain = [put(each, language, seed) for each in facts(language)[:4]]
    first = manner(language, traits, str(seed)).spoken(plain, 200)
    again = manner(language, traits, "\n".join(first)).spoken(plain, 200)
    known = set(tags(language))
    said, resaid = ([each for each in speech if each in known] for speech in (first, again))
    assert said
    assert len(said) == len(set(said))
    assert not set(said) & set(resaid)


@given(traits, languages, numbers)
def test_the_same_character_puts_it_alike_on_the_same_occasion(
    traits: tuple[Trait, ...], language: Language, seed: int
):
    plain = [put(each, language, seed) for each in facts(language)]
    spoken = [manner(language, traits, "so far").spoken(plain, None) for _ in range(2)]
    assert spoken[0] == spoken[1]


def test_without_traits_nothing_changes():
    for language in LANGUAGES:
        plain = tuple(put(each, language, 1) for each in facts(language))
        assert manner(language, ()).spoken(plain, None) == plain


@each_language
def test_who_is_talkative_makes_more_words_than_who_is_reserved(language: Language):
    plain = [put(each, language, 1) for each in facts(language)]

    def length(is_high: bool) -> int:
        trait = Trait(factor="extraversion", is_high=is_high, degree=3)
        return sum(
            count_words(each)
            for seed in range(10)
            for each in manner(language, [trait], str(seed)).spoken(plain, 400)
        )

    assert length(is_high=True) > 1.2 * length(is_high=False)


scores = st.fixed_dictionaries({factor: st.integers(1, 7) for factor in Factor})


def prompt(language: Language, *system: str) -> Prompt:
    parts = tuple(Part(text=text, purpose=StatementText()) for text in system)
    return Prompt(
        player="Ben", request="r", purpose="test", language=language, system=parts, user=(Part(text="?"),)
    )


@given(scores, st.sampled_from(LANGUAGES))
def test_every_marked_score_is_read_off_the_statement(told: dict[Factor, int], language: Language):
    statement = write_statement(Persona(scores=told), "Ben", language)
    assert set(traits_of(prompt(language, statement, "The rules."))) == {
        Trait(factor=factor.value, is_high=score > MEAN, degree=abs(score - MEAN))
        for factor, score in told.items()
        if score != MEAN
    }


def test_who_has_no_persona_or_a_middling_one_has_no_traits():
    for language in LANGUAGES:
        middling = write_statement(Persona(scores=dict.fromkeys(Factor, MEAN)), "Ben", language)
        assert traits_of(prompt(language)) == ()
        assert traits_of(prompt(language, "The rules.")) == ()
        assert traits_of(prompt(language, middling)) == ()


def test_a_statement_that_nobody_marked_is_read_as_any_text():
    for language in LANGUAGES:
        statement = write_statement(Persona.read("A7E1N2O4C1"), "Anna", language)
        marked = prompt(language, statement)
        bare = replace(marked, system=(Part(text=statement),))
        assert len(traits_of(marked)) == 4
        assert traits_of(bare) == ()
        assert marked == bare
        assert marked.digest == bare.digest
