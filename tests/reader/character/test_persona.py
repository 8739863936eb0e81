"""What the reader makes of a persona statement."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from parlour.llm import Language
from parlour.llm.prompt import Part, Prompt
from parlour.methods.humanized.persona import MEAN, Factor, Persona, write_statement
from parlour.methods.humanized.reader import StatementText
from parlour.reader.character import Trait, traits_of

LANGUAGES: tuple[Language, ...] = ("en", "zh")
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
