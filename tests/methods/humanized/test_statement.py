"""The B5P statement: what of a persona is said, how strongly, and in which words."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import SetupError
from parlour.llm import Language
from parlour.methods.humanized.persona import (
    MEAN,
    Factor,
    Items,
    Persona,
    Phrase,
    markers_of,
    read_words,
    resamplings,
    words_of,
    write_statement,
)
from parlour.methods.humanized.reader import StatementText

LANGUAGES: tuple[Language, ...] = ("en", "zh")
personas = st.builds(Persona, scores=st.fixed_dictionaries({factor: st.integers(1, 7) for factor in Factor}))


def test_adjectives_are_resampled_three_two_one_and_no_times():
    """Table 11: R(7) = 3, R(1) = 3, R(2) = 2, R(4) = 0."""
    assert [resamplings(score) for score in range(1, 8)] == [3, 2, 1, 0, 1, 2, 3]


@given(personas, st.sampled_from(LANGUAGES), st.sampled_from(get_args(Items)))
def test_each_factor_that_is_not_moderate_has_one_statement_agreed_to_by_its_key(
    persona: Persona, language: Language, items: Items
):
    lines, words = write_statement(persona, "Beta", language, items=items).splitlines(), words_of(language)
    for factor, score in persona.scores.items():
        own = words.factors[factor].statements
        statements = markers_of(language)[factor] if items == "ipip" else own
        keys = {**dict.fromkeys(statements.high, True), **dict.fromkeys(statements.low, False)}
        found = [
            (line, is_high)
            for line in lines
            for each, is_high in keys.items()
            if f"that you {each}." in line or f"“{each}。”" in line
        ]
        assert len(found) == (score != MEAN)
        for line, is_high in found:
            degrees = words.agree if is_high == (score > MEAN) else words.disagree
            assert degrees[resamplings(score)] in line


@given(personas, st.sampled_from(LANGUAGES))
def test_adjectives_are_of_the_scores_pole_and_as_strong_as_it(persona: Persona, language: Language):
    text, words = write_statement(persona, "Beta", language), words_of(language)
    gap = " " if language == "en" else ""

    def told(adjectives: tuple[str, ...], adverbs: tuple[str, ...]) -> int:
        return sum(any(f"{adverb}{gap}{each}" in text for adverb in adverbs) for each in adjectives)

    for factor, score in persona.scores.items():
        poles, adverbs = words.factors[factor].adjectives, words.adverbs.get(resamplings(score), ())
        mine, others = (poles.high, poles.low) if score > MEAN else (poles.low, poles.high)
        assert told(mine, adverbs) == resamplings(score)
        assert told(others, tuple(each for all_of in words.adverbs.values() for each in all_of)) == 0


def test_a_persona_reads_as_it_did_in_earlier_releases():
    """So that agents of one persona can be compared across matches that were played long apart."""
    manner = "When you speak, you come across as decidedly organised, decidedly precise."
    statements: dict[Items, str] = {
        "ipip": "You agree strongly that you like order.",
        "parlour": "You agree strongly that you arrive early and are ready.",
    }
    for items, statement in statements.items():
        told = write_statement(Persona.read("A4E4N4O4C6"), "Beta", "en", items=items)
        assert told.splitlines()[1:3] == [statement, manner]


def test_there_are_ten_markers_of_each_factor_keyed_alike_in_both_languages():
    """IPIP's key: + and - items of the 50-item set; those of emotional stability turned round."""
    keyed = {"agreeableness": (6, 4), "extraversion": (5, 5), "neuroticism": (8, 2)}
    keyed |= {"openness": (7, 3), "conscientiousness": (6, 4)}
    for language in LANGUAGES:
        markers = markers_of(language)
        assert {factor.value: (len(it.high), len(it.low)) for factor, it in markers.items()} == keyed
        assert len({each for it in markers.values() for each in (*it.high, *it.low)}) == 50


def test_both_languages_say_the_same_of_the_same_persona():
    """Statement by statement and adjective by adjective; the draws go by their places."""
    english, chinese = words_of("en"), words_of("zh")
    for factor in Factor:
        one, two = english.factors[factor], chinese.factors[factor]
        for pole in ("high", "low"):
            assert len(getattr(one.statements, pole)) == len(getattr(two.statements, pole))
            assert len(getattr(one.adjectives, pole)) == len(getattr(two.adjectives, pole))
    shapes = [{n: len(each) for n, each in words.adverbs.items()} for words in (english, chinese)]
    assert shapes[0] == shapes[1] == {3: 4, 2: 3, 1: 3}


def test_a_file_that_lacks_words_is_refused_by_name():
    for text in ("", "agree: [1", "factors: {}", "agree: {3: so}\ndisagree: {}\nadverbs: {}\nfactors: {}"):
        with pytest.raises(SetupError, match=r"mine\.yaml: "):
            read_words(text, "mine.yaml")


def test_the_adjectives_can_be_put_as_the_paper_puts_them():
    """Section 2.2: "You speak in a [adjective] way"."""
    text = write_statement(Persona.read("A4E4N4O4C6"), "Beta", "en", "printed")
    assert text.splitlines()[2] == "You speak in a decidedly organised, decidedly precise way."


def test_the_reader_reads_the_same_of_either_phrase():
    for language in LANGUAGES:
        for code in ("A4E4N4O4C6", "A7E1N2O4C1", "A1E7N7O7C7"):
            ours, printed = (
                write_statement(Persona.read(code), "Beta", language, phrase) for phrase in get_args(Phrase)
            )
            traits = StatementText().traits(ours, language)
            assert traits
            assert StatementText().traits(printed, language) == traits


def test_a_persona_is_read_as_the_paper_spells_it():
    """Beta of Humanized Agents, table 11."""
    beta = Persona.read("A7E1N2O4C1")
    assert [beta.scores[factor] for factor in Factor] == [7, 1, 2, 4, 1]
    assert beta.code == "A7E1N2O4C1"


def test_what_is_no_persona_is_refused_with_an_example():
    for code in ("", "A7", "A7E1N2O4", "A7E1N2O4C1X3", "A7A1N2O4C1", "7E1N2O4C1A", "calm"):
        with pytest.raises(ValueError, match="such as A7E1N2O4C1"):
            Persona.read(code)


def test_scores_out_of_range_are_refused():
    for code in ("A0E1N2O4C1", "A8E1N2O4C1", "A12E1N2O4C1"):
        with pytest.raises(ValueError, match="a score is from 1 to 7"):
            Persona.read(code)
